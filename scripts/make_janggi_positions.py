#!/usr/bin/env python3
"""Make positions for Janggi: all set-ups, balanced openings, or mates with their solutions.

    scripts/make_janggi_positions.py setups > positions/janggi_setups.txt
    scripts/make_janggi_positions.py openings --count 1040 > positions/janggi_openings.txt
    scripts/make_janggi_positions.py mates --count 100 > positions/janggi_mates.txt

setups: the 16 combinations of both sides' orders of horses and elephants. Lines are FENs.

openings: lines of 6 to 10 plies, in turns from each set-up and of each length. Each ply is
chosen among the moves that a search finds about as good as the best and that all rule sets
allow. A line is kept if a search calls its end balanced, if nobody is in check there, and if
no other line ends there. Lines are `FEN moves …`.

mates: a stronger player meets a weaker one. From the end of a game a deep search goes back as
long as it sees the mate. A position is kept if a shallow search does not see it, if no other
move mates as fast, and if it owes nothing to points: it is one by the rules of
janggitraditional too. All this is asked of the search for mates, which prunes nothing in the
end if it is not cut short. So that lengths are spread, there is a limit to each. Lines are
`FEN;bm MOVE;mate N`, N in moves of the winner.
"""

import argparse
import itertools
import random
import sys

from driver import Engine, EngineError, after

SETUPS = ["masangsangma", "sangmamasang", "sangmasangma", "masangmasang"]
HASH = {"Hash": 16}

# Openings: plies, positions that the searches visit, and centipawns.
LENGTHS = range(6, 11)
CHOOSE = 5_000
CHOICES = 8
BALANCE = 100_000
SLACK = 25
MOST_CENTIPAWNS = 50

# Mates: positions that the searches visit.
STRONGER = [500, 1_500, 4_000]
WEAKER = [20, 100, 400, 1_000]
SHALLOW = 300
DEEP = 200_000
PROOF = 2_000_000
MOST_PLIES = 300
# How long mates may be, how many positions of a game are tried, and the most of one length, as part of all.
MATES = range(2, 13)
TRIES = 3
MOST_OF_A_LENGTH = 0.2


def start_positions(engine):
    """FENs of all set-ups."""
    for han, cho in itertools.product(SETUPS, SETUPS):
        engine.set("Janggi_HanSetup", han)
        engine.set("Janggi_ChoSetup", cho)
        yield engine.fen("startpos")


def setups(path, _dice, _count):
    print("# Janggi: all set-ups. Han's (lower case) changes after every fourth line, Cho's with each line.")
    for fen in start_positions(Engine(path, "janggi")):
        print(fen)


def line_of_play(engine, strict, dice, fen, length):
    """So many moves that are about as good as the best, or None if there are none that all rule sets allow."""
    moves = []
    while len(moves) < length:
        position = after(f"fen {fen}", moves)
        engine.forget()
        candidates = engine.search(position, f"nodes {CHOOSE}", lines=CHOICES)
        # No pass, and no generals facing: what janggistrict allows, the others do.
        allowed = set(strict.moves(position))
        least = candidates[0].score - SLACK
        good = [one.move for one in candidates if one.kind == "cp" and one.score >= least and one.move in allowed]
        if not good:
            return None
        moves.append(dice.choice(good))
    return moves


def is_balanced(engine, position):
    engine.forget()
    best = engine.search(position, f"nodes {BALANCE}")[0]
    return best.kind == "cp" and abs(best.score) <= MOST_CENTIPAWNS


def openings(path, dice, count):
    print("# Janggi: balanced lines of 6 to 10 plies from all set-ups in turn, legal in all rule sets. FEN moves …")
    engine, strict = Engine(path, "janggi", **HASH), Engine(path, "janggistrict")
    starts = list(start_positions(engine))
    ends = set()
    for index in range(count):
        fen, length = starts[index % len(starts)], LENGTHS[index // len(starts) % len(LENGTHS)]
        while True:
            moves = line_of_play(engine, strict, dice, fen, length)
            if moves is None:
                continue
            position = after(f"fen {fen}", moves)
            # Without the counters: what matters is what is on the board.
            end = engine.fen(position).split()[:2]
            if tuple(end) not in ends and not engine.in_check(position) and is_balanced(engine, position):
                break
        ends.add(tuple(end))
        print(after(fen, moves), flush=True)


def game(engine, dice, start):
    """The moves of a game between a stronger and a weaker player, up to its end or a clear mate."""
    nodes = [dice.choice(STRONGER), dice.choice(WEAKER)]
    dice.shuffle(nodes)
    moves = []
    while len(moves) < MOST_PLIES and not engine.is_over(after(start, moves)):
        # A choice now and then, so that not all games of such players are the same.
        lines = 4 if len(moves) < 12 else 1
        candidates = engine.search(after(start, moves), f"nodes {nodes[len(moves) % 2]}", lines=lines)
        moves.append(dice.choice(candidates).move)
    return moves


def mate_search(engine, position, length, *more):
    """The first move and the length of a mate that is no longer than that, or None. Nothing is pruned in the end."""
    engine.forget()
    best = engine.search(position, " ".join([f"mate {length} nodes {PROOF}", *more]))[0]
    return (best.move, best.score) if best.kind == "mate" and 0 < best.score <= length else None


def mated_from(engine, player, start, moves):
    """Positions of a game from which its winner could force the mate, from the end back to where a search loses sight."""
    engine.forget()
    for before in range(2, len(moves) // 2):
        # Without the past and the counter, so that no repetition matters. What was found later in the game is remembered.
        placement = player.fen(after(start, moves[: len(moves) - 2 * before + 1])).split()[:4]
        position = f"fen {' '.join(placement)} 0 1"
        best = engine.search(position, f"nodes {DEEP}")[0]
        if best.kind != "mate" or best.score < 0:
            return
        yield position, best.move, best.score


def solution(engine, other_rules, found, is_wanted):
    """Move and length, if the position is an exercise."""
    position, move, length = found
    engine.forget()
    if engine.search(position, f"nodes {SHALLOW}")[0].kind == "mate":
        return None
    # Pruning may have hidden a shorter one.
    while shorter := mate_search(engine, position, length - 1):
        move, length = shorter
    others = [other for other in engine.moves(position) if other != move]
    if not is_wanted(length) or (others and mate_search(engine, position, length, "searchmoves", *others)):
        return None
    proven = all(mate_search(rules, position, length) == (move, length) for rules in (engine, other_rules))
    return (move, length) if proven else None


def mates(path, dice, count):
    print("# Janggi (rule set janggi): the side to move mates by force. FEN;bm MOVE;mate MOVES")
    engine, other_rules, player = (
        Engine(path, variant, **HASH) for variant in ("janggi", "janggitraditional", "janggicasual")
    )
    starts = list(start_positions(engine))
    kept = dict.fromkeys(MATES, 0)

    def is_wanted(length):
        return length in kept and kept[length] < MOST_OF_A_LENGTH * count

    while sum(kept.values()) < count:
        start = f"fen {dice.choice(starts)}"
        moves = game(player, dice, start)
        if player.result(after(start, moves))[-1] != "checkmate":
            continue
        found = [one for one in mated_from(engine, player, start, moves) if is_wanted(one[2])]
        # One position of a game is enough, and long ones are rare.
        for one in found[: -1 - TRIES : -1]:
            if solved := solution(engine, other_rules, one, is_wanted):
                kept[solved[1]] += 1
                print(f"{one[0].removeprefix('fen ')};bm {solved[0]};mate {solved[1]}", flush=True)
                break


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    kinds = {"setups": setups, "openings": openings, "mates": mates}
    parser.add_argument("what", choices=kinds)
    parser.add_argument("--engine", default="target/release/janggun", help="the binary (default: %(default)s)")
    parser.add_argument("--count", type=int, default=100, help="how many openings or mates (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="for other positions (default: %(default)s)")
    arguments = parser.parse_args()
    try:
        kinds[arguments.what](arguments.engine, random.Random(arguments.seed), arguments.count)
    except EngineError as error:
        sys.exit(f"make_janggi_positions: {error}")


if __name__ == "__main__":
    main()
