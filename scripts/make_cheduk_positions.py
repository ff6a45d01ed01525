#!/usr/bin/env python3
"""Make positions for CheDuk: complete set-ups as openings, or tactical exercises with their solutions.

    scripts/make_cheduk_positions.py setups --count 200 > positions/cheduk_setups.txt
    scripts/make_cheduk_positions.py exercises --count 40 > positions/cheduk_exercises.txt
    scripts/make_cheduk_positions.py setups --variant chedukmodern > positions/chedukmodern_setups.txt
    scripts/make_cheduk_positions.py exercises --variant chedukmodern > positions/chedukmodern_exercises.txt

setups: the engine plays the set-up phase, each time one of the tiles that it finds about
as good as the best; a set-up is kept if a search calls it balanced. Lines are FENs.

exercises: the engine plays quick games against itself from such set-ups. A position
some moves before the end is kept if a deep search finds a win in two to five moves
that a shallow one does not see, if another deep search finds none without its first
move, and if a search that prunes nothing proves it. Lines are `FEN;bm MOVE;mate N`,
N in moves of the winner.
"""

import argparse
import random
import sys

from driver import Engine, EngineError, after

START = "startpos"
# Positions that the searches visit.
PLACE = 3_000
BALANCE = 200_000
PLAY = 4_000
SHALLOW = 400
DEEP = 400_000
PROOF = 30_000_000
# How long before the end a game is looked at, and how long solutions may be, in moves of the winner.
BEFORE_THE_END = range(2, 8)
LONGEST_SOLUTION = 5
# A set-up that a search calls better than this for a side is no opening.
MOST_CENTIPAWNS = 60
# A tile that a search calls worse than the best by more than this is not chosen.
AMBASSADOR_SLACK = 45
SPY_SLACK = 15
MOST_PLIES = 200


def set_up(engine, dice):
    """The FEN of a complete set-up."""
    moves = []
    while True:
        position = after(START, moves)
        fen = engine.fen(position)
        if fen.split()[-1] != "0":
            return fen
        candidates = engine.search(position, f"nodes {PLACE}", lines=18)
        slack = AMBASSADOR_SLACK if len(moves) < 2 else SPY_SLACK
        least = candidates[0].score - slack
        moves.append(dice.choice([one.move for one in candidates if one.score >= least]))


def balanced(engine, fen):
    best = engine.search(f"fen {fen}", f"nodes {BALANCE}")[0]
    return best.kind == "cp" and abs(best.score) <= MOST_CENTIPAWNS


def setups(engine, dice, count):
    print(f"# Complete set-ups of {engine.variant}, balanced by a search.")
    seen = set()
    while len(seen) < count:
        fen = set_up(engine, dice)
        if fen not in seen and balanced(engine, fen):
            seen.add(fen)
            print(fen, flush=True)


def exercise(engine, position):
    """The solution, if the position is an exercise: (move, moves to the win)."""
    if engine.search(position, f"nodes {SHALLOW}")[0].kind == "mate":
        return None
    engine.forget()
    best = engine.search(position, f"nodes {DEEP}")[0]
    if best.kind != "mate" or not 2 <= best.score <= LONGEST_SOLUTION:
        return None
    others = [move for move in engine.moves(position) if move != best.move]
    engine.forget()
    other = engine.search(position, f"nodes {2 * DEEP} searchmoves {' '.join(others)}")[0]
    if other.kind == "mate" and other.score > 0:
        return None
    # Proven once more, by the search for mates, which prunes nothing.
    found = engine.search(position, f"mate {best.score} nodes {PROOF}")[0]
    return (best.move, found.score) if found.kind == "mate" and found.score > 1 and found.move == best.move else None


def exercises(engine, dice, count):
    print(f"# {engine.variant}: the side to move wins by force. FEN;bm MOVE;mate MOVES")
    kept = 0
    while kept < count:
        start = f"fen {set_up(engine, dice)}"
        moves = []
        while len(moves) < MOST_PLIES and not engine.is_over(after(start, moves)):
            moves.append(engine.search(after(start, moves), f"nodes {PLAY}")[0].move)
        for before in BEFORE_THE_END:
            position = after(start, moves[: max(0, len(moves) - 2 * before + 1)])
            solution = exercise(engine, position)
            if solution:
                print(f"{engine.fen(position)};bm {solution[0]};mate {solution[1]}", flush=True)
                kept += 1
                break


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["setups", "exercises"])
    parser.add_argument("--variant", choices=["cheduk", "chedukmodern"], default="cheduk", help="rules (default: %(default)s)")
    parser.add_argument("--engine", default="target/release/janggun", help="the binary (default: %(default)s)")
    parser.add_argument("--count", type=int, default=40, help="how many (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="for other positions (default: %(default)s)")
    arguments = parser.parse_args()
    make = setups if arguments.what == "setups" else exercises
    try:
        make(Engine(arguments.engine, arguments.variant), random.Random(arguments.seed), arguments.count)
    except EngineError as error:
        sys.exit(f"make_cheduk_positions: {error}")


if __name__ == "__main__":
    main()
