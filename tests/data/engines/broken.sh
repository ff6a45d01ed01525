#!/bin/sh
# An engine for Janggi that moves a chariot to and fro, until at its third move it misbehaves as its argument says;
# some misbehave from the start. With the argument blanks it means well, but its lines look odd.
mode=$1
say() {
    if [ "$mode" = blanks ]; then
        printf '\t  %s \r\n' "$1" | tr ' ' '\t'
    else
        echo "$1"
    fi
}
[ "$mode" = blanks ] && printf '\357\273\277'
thoughts=0
there=a1a2 back=a2a1
[ "$mode" = exits ] && exit 3
if [ "$mode" = complains ]; then
    printf 'no net\ngiving up\n' >&2
    exit 3
fi
while read -r line; do
    case $line in
    uci)
        case $mode in
        xboard) echo "Error (unknown command): uci" ;;
        mute) ;;
        endless) while say 'option name x type check' && sleep 0.1; do :; done ;;
        *) say 'id name broken' && say 'option  name Move  Overhead  type spin default 0 min 0 max 9' && say uciok ;;
        esac
        ;;
    isready) say readyok ;;
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
        if [ $thoughts -le 2 ] || [ "$mode" = blanks ]; then
            [ $((thoughts % 2)) -eq 1 ] && best=$there || best=$back
            say "info depth $thoughts score cp 7" && say "bestmove  $best ponder  a1a1"
            continue
        fi
        case $mode in
        illegal) echo "bestmove a1a10" ;;
        crash) kill -9 $$ ;;
        stall) ;;
        garbage) printf 'bestmove?\n\001\377\376 move a1a2\nmy move is: e2e2\n' ;;
        nomove) echo bestmove ;;
        none) echo 'bestmove (none)' ;;
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
