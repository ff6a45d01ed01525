#!/usr/bin/env python3
"""Make positions for CheDuk: complete set-ups as openings, or tactical exercises with their solutions.

    scripts/make_cheduk_positions.py setups --count 200 > positions/cheduk_setups.txt
    scripts/make_cheduk_positions.py exercises --count 40 > positions/cheduk_exercises.txt

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
import subprocess
import sys

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


class Engine:
    def __init__(self, path):
        self.process = subprocess.Popen(
            [path, "--variant", "cheduk"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        # Values as they are, without the taste of a player.
        self.set("UCI_AnalyseMode", "true")

    def ask(self, text, last):
        self.process.stdin.write(text + "\n")
        self.process.stdin.flush()
        lines = []
        for line in self.process.stdout:
            lines.append(line.strip())
            if lines[-1].startswith(last):
                return lines
        sys.exit("make_cheduk_positions: the engine has ended")

    def set(self, option, value):
        self.ask(f"setoption name {option} value {value}\nisready", "readyok")

    def fen(self, position):
        lines = self.ask(f"position {position}\nd\nisready", "readyok")
        return next(line for line in lines if line.startswith("Fen: "))[5:]

    def moves(self, position):
        return self.ask(f"position {position}\nmoves", "moves")[-1].split()[2:]

    def is_over(self, position):
        return self.ask(f"position {position}\nresult", "result")[-1].split()[1] != "*"

    def search(self, position, limits, lines=1):
        """Candidates, best first, each as (move, kind of score, score)."""
        self.set("MultiPV", lines)
        answer = self.ask(f"position {position}\ngo {limits}", "bestmove")
        found = {}
        for line in answer[:-1]:
            words = line.split()
            if "pv" in words and "score" in words and "lowerbound" not in words and "upperbound" not in words:
                at = words.index("score")
                rank = int(words[words.index("multipv") + 1])
                found[rank] = (words[words.index("pv") + 1], words[at + 1], int(words[at + 2]))
        best = answer[-1].split()[1]
        if not found or found[1][0] != best:
            found[1] = (best, "cp", 0)
        return [found[rank] for rank in sorted(found)]


def after(position, moves):
    return f"{position} moves {' '.join(moves)}" if moves else position


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
        least = candidates[0][2] - slack
        moves.append(dice.choice([move for move, _, score in candidates if score >= least]))


def balanced(engine, fen):
    _, kind, score = engine.search(f"fen {fen}", f"nodes {BALANCE}")[0]
    return kind == "cp" and abs(score) <= MOST_CENTIPAWNS


def setups(engine, dice, count):
    print("# Complete set-ups of CheDuk, balanced by a search.")
    seen = set()
    while len(seen) < count:
        fen = set_up(engine, dice)
        if fen not in seen and balanced(engine, fen):
            seen.add(fen)
            print(fen, flush=True)


def exercise(engine, position):
    """The solution, if the position is an exercise: (move, moves to the win)."""
    _, kind, score = engine.search(position, f"nodes {SHALLOW}")[0]
    if kind == "mate":
        return None
    engine.ask("ucinewgame\nisready", "readyok")
    best, kind, score = engine.search(position, f"nodes {DEEP}")[0]
    if kind != "mate" or not 2 <= score <= LONGEST_SOLUTION:
        return None
    others = [move for move in engine.moves(position) if move != best]
    engine.ask("ucinewgame\nisready", "readyok")
    _, kind, other = engine.search(position, f"nodes {2 * DEEP} searchmoves {' '.join(others)}")[0]
    if kind == "mate" and other > 0:
        return None
    # Proven once more, by the search for mates, which prunes nothing.
    found, kind, exact = engine.search(position, f"mate {score} nodes {PROOF}")[0]
    return (best, exact) if kind == "mate" and exact > 1 and found == best else None


def exercises(engine, dice, count):
    print("# CheDuk: the side to move wins by force. FEN;bm MOVE;mate MOVES")
    kept = 0
    while kept < count:
        start = f"fen {set_up(engine, dice)}"
        moves = []
        while len(moves) < MOST_PLIES and not engine.is_over(after(start, moves)):
            moves.append(engine.search(after(start, moves), f"nodes {PLAY}")[0][0])
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
    parser.add_argument("--engine", default="target/release/janggun", help="the binary (default: %(default)s)")
    parser.add_argument("--count", type=int, default=40, help="how many (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="for other positions (default: %(default)s)")
    arguments = parser.parse_args()
    make = setups if arguments.what == "setups" else exercises
    make(Engine(arguments.engine), random.Random(arguments.seed), arguments.count)


if __name__ == "__main__":
    main()
