#!/bin/sh
# An engine for CheDuk that writes down what it is told, places its ambassador, and then gives up.
log=$1
while read -r line; do
    case $line in
    uci) echo uciok ;;
    isready) echo readyok ;;
    position*)
        echo "$line" >>"$log"
        case $line in
        *"startpos") place=A@h7 ;;
        *" b Cc -/- "*) place=A@c7 ;;
        *) exit 1 ;;
        esac
        ;;
    go*) echo "bestmove $place" ;;
    quit) exit 0 ;;
    esac
done
