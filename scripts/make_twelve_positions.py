#!/usr/bin/env python3
"""Make positions for Twelve Janggi and Dobutsu with the solved game: openings, or exercises with their solutions.

    janggun solve twelvejanggi --out twelve.table
    scripts/make_twelve_positions.py openings twelvejanggi --table twelve.table > positions/twelve_openings.txt
    scripts/make_twelve_positions.py exercises twelvejanggi --table twelve.table > positions/twelve_exercises.txt

openings: positions 3 to 8 random plies from the start that are a draw with best play, no two of
them the same or mirror images. Lines are FENs.

exercises: positions of games of weak players in which one move wins and no other does, in 5 to
25 plies, and in which a shallow search prefers another move. Lines are `FEN;bm MOVE;mate N`,
N in moves of the winner; a king that has entered in Twelve Janggi still has to await its turn.
"""

import argparse
import random
import sys

from driver import Engine, EngineError, after

OPENING_PLIES = range(3, 9)
GAME_PLIES = 40
# Moves from which those of a game are chosen, and positions that searches visit.
CHOICES = 4
GLANCE = 200
SHALLOW = 300
# Moves to the win, and how many exercises of one length there are at most, as part of all.
MATES = range(3, 14)
MOST_OF_A_LENGTH = 0.12


def either_way(fen):
    """One and the same text for a position and its mirror image."""
    placement, side = fen.split()[:2]
    ranks, hands = placement.split("[")
    # A plus belongs to the letter behind it.
    image = "/".join(rank[::-1] for rank in ranks.split("/"))
    for letter in "Cc":
        image = image.replace(f"{letter}+", f"+{letter}")
    return min(f"{ranks}[{hands} {side}", f"{image}[{hands} {side}")


def without_past(engine, position):
    """The FEN, with counters as if the game began there: no repetition is on the board."""
    placement, side = engine.fen(position).split()[:2]
    return f"{placement} {side} 0 1"


def openings(engine, _searcher, dice, count):
    print(f"# {engine.variant}: positions some random plies from the start that best play draws.")
    seen = {either_way(engine.fen("startpos"))}
    while len(seen) <= count:
        moves = []
        for _ in range(dice.choice(OPENING_PLIES)):
            # There are none when the game is over.
            legal = engine.moves(after("startpos", moves))
            moves += [dice.choice(legal)] if legal else []
        fen = without_past(engine, after("startpos", moves))
        best = engine.search(f"fen {fen}", "depth 1")[0]
        if either_way(fen) not in seen and (best.kind, best.score) == ("cp", 0) and not engine.is_over(f"fen {fen}"):
            seen.add(either_way(fen))
            print(fen, flush=True)


def game(searcher, dice):
    """The positions of a game of random moves that a glance finds best."""
    moves = []
    searcher.forget()
    while len(moves) < GAME_PLIES and not searcher.is_over(after("startpos", moves)):
        yield without_past(searcher, after("startpos", moves))
        candidates = searcher.search(after("startpos", moves), f"nodes {GLANCE}", lines=CHOICES)
        moves.append(dice.choice(candidates).move)


def only_win(engine, position):
    """The move that wins, if no other does."""
    best = engine.search(position, "depth 1")[0]
    others = [move for move in engine.moves(position) if move != best.move]
    if best.kind != "mate" or best.score not in MATES or not others:
        return None
    other = engine.search(position, f"depth 1 searchmoves {' '.join(others)}")[0]
    return None if other.kind == "mate" and other.score > 0 else best


def exercises(engine, searcher, dice, count):
    print(f"# {engine.variant}: one move wins, no other does. FEN;bm MOVE;mate MOVES")
    kept, seen = dict.fromkeys(MATES, 0), set()
    while sum(kept.values()) < count:
        for fen in game(searcher, dice):
            best = only_win(engine, f"fen {fen}")
            if best is None or either_way(fen) in seen or kept[best.score] >= MOST_OF_A_LENGTH * count:
                continue
            searcher.forget()
            if searcher.search(f"fen {fen}", f"nodes {SHALLOW}")[0].move != best.move:
                seen.add(either_way(fen))
                kept[best.score] += 1
                print(f"{fen};bm {best.move};mate {best.score}", flush=True)
                # One position of a game is enough.
                break


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    kinds = {"openings": openings, "exercises": exercises}
    parser.add_argument("what", choices=kinds)
    parser.add_argument("variant", choices=["twelvejanggi", "dobutsu"])
    parser.add_argument("--table", required=True, help="the file that 'janggun solve' has written for the variant")
    parser.add_argument("--engine", default="target/release/janggun", help="the binary (default: %(default)s)")
    parser.add_argument("--count", type=int, default=200, help="how many (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="for other positions (default: %(default)s)")
    arguments = parser.parse_args()
    try:
        engine = Engine(arguments.engine, arguments.variant, TwelveTable=arguments.table)
        if " tbhits 0 " in engine.ask("position startpos\ngo depth 1", "bestmove")[-2]:
            raise EngineError(f"'{arguments.table}' does not solve {arguments.variant}; name the table of that variant")
        searcher = Engine(arguments.engine, arguments.variant)
        kinds[arguments.what](engine, searcher, random.Random(arguments.seed), arguments.count)
    except EngineError as error:
        sys.exit(f"make_twelve_positions: {error}")


if __name__ == "__main__":
    main()
