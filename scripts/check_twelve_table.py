#!/usr/bin/env python3
"""Compare perfect play in Twelve Janggi with samples of an independent solution.

For each line of the samples (`FEN;W, L or D;plies to the end;all best moves`) the
real binary is asked with a table: its score, its best move and, unless the game
is drawn, the length of its variation must agree.

    janggun solve twelvejanggi --out twelve.table
    scripts/check_twelve_table.py --engine target/release/janggun --table twelve.table

Exit code 0: no difference. 1: differences. 2: the engine refused the table.
"""

import argparse
import os
import re
import sys

from driver import Engine, EngineError

SAMPLES = os.path.join(os.path.dirname(__file__), "..", "tests", "data", "twelve_values.txt")


def expected_score(value, plies):
    """The score as protocol.md defines it: moves of the winner, and `mate 1` only if that move ends the game."""
    if value == "D":
        return "cp 0"
    plies = int(plies)
    if value == "W":
        return f"mate {2 if plies == 2 else (plies + 1) // 2}"
    return f"mate -{max(1, plies // 2)}"


def compare(engine, samples):
    """How many samples there are, and how many differ."""
    compared = differences = 0
    for line in samples:
        if line.startswith("#"):
            continue
        fen, value, plies, best = line.strip().split(";")
        *_, info, answer = engine.ask(f"position fen {fen}\ngo depth 1", "bestmove")
        score = re.search(r" score (\S+ \S+)", info).group(1)
        variation = info.split(" pv ")[1].split()
        move = answer.split()[1]
        compared += 1
        whole = value == "D" or len(variation) == int(plies)
        if score != expected_score(value, plies) or move not in best.split() or not whole:
            differences += 1
            print(f"{fen}\n  expected {value} {plies} {best}\n  got {info}\n  {answer}")
    return compared, differences


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", default="target/release/janggun", help="the binary (default: %(default)s)")
    parser.add_argument("--table", required=True, help="the file that `janggun solve twelvejanggi` has written")
    parser.add_argument("--samples", default=SAMPLES, help="lines to compare with (default: those of the tests)")
    arguments = parser.parse_args()

    try:
        engine = Engine(arguments.engine, "twelvejanggi", TwelveTable=arguments.table)
        with open(arguments.samples, encoding="utf-8") as samples:
            compared, differences = compare(engine, samples)
    except EngineError as error:
        print(f"check_twelve_table: {error}", file=sys.stderr)
        return 2
    print(f"{compared} samples compared, {differences} differences")
    return 1 if differences or not compared else 0


if __name__ == "__main__":
    sys.exit(main())
