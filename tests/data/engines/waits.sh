#!/bin/sh
# An engine for Janggi that makes the first move of its side, not before somebody lets it: when it is asked for a move it
# says so to the first pipe, and then reads a line from the second.
asked=$1 answer=$2
while read -r line; do
    case $line in
    uci) echo uciok ;;
    isready) echo readyok ;;
    position*moves*) place=a10a9 ;;
    position*) place=a1a2 ;;
    go*)
        echo go >>"$asked"
        read -r _ <"$answer"
        echo "bestmove $place"
        ;;
    quit) exit 0 ;;
    esac
done
