#!/bin/sh
# An engine for Janggi that moves a chariot to and fro, until at its third move it misbehaves as its argument says;
# some misbehave from the start.
mode=$1
thoughts=0
there=a1a2 back=a2a1
[ "$mode" = exits ] && exit 3
while read -r line; do
    case $line in
    uci)
        case $mode in
        xboard) echo "Error (unknown command): uci" ;;
        mute) ;;
        *) printf 'id name broken\nuciok\n' ;;
        esac
        ;;
    isready) echo readyok ;;
    position*)
        there=a1a2 back=a2a1
        case $line in
        *moves*)
            # shellcheck disable=SC2086
            set -- ${line##*moves}
            [ $(($# % 2)) -eq 1 ] && there=a10a9 back=a9a10
            ;;
        esac
        ;;
    go*)
        thoughts=$((thoughts + 1))
        case $thoughts in
        1) echo "bestmove $there" && continue ;;
        2) echo "bestmove $back" && continue ;;
        esac
        case $mode in
        illegal) echo "bestmove a1a10" ;;
        crash) kill -9 $$ ;;
        stall) ;;
        garbage) printf 'bestmove?\n\001\377\376 move a1a2\nmy move is: e2e2\n' ;;
        nomove) echo bestmove ;;
        late)
            sleep 1
            echo "bestmove $there"
            ;;
        flood) yes "info string all work and no play makes the engine a dull program" ;;
        longline) yes "no end" | tr '\n' ' ' ;;
        esac
        ;;
    quit) exit 0 ;;
    esac
done
