#!/usr/bin/env python3
"""Play random games of Janggi and Dobutsu and compare every position with pyffish.

The real binary is driven through its pipes. At every ply of every game three
things must agree with pyffish (the Python face of Fairy-Stockfish): the sorted
legal moves, the FEN, and whether and how the game has ended. The players are
biased, so that checks, passes, bikjang, repetitions, perpetual checks, pieces
going back and forth and long endings without a capture are common; see
POLICIES and Opening below.

    cargo build --release
    pip install pyffish
    scripts/compare_pyffish.py --quick
    scripts/compare_pyffish.py --variant janggimodern --games 2000 --jobs 2

Exit code 0: no difference. 1: differences, or the engine failed. 2: it could
not be started at all (no pyffish, no engine, wrong arguments).

How it stays fast. A single call of pyffish costs some 4 milliseconds, however
short the game, because it sets up all its tables anew; so calls are saved:

* Legal moves are asked for at every ply. pyffish reports none once the game is
  over at once, so the ends by bikjang and passes need no call of their own.
* The FEN at every ply comes from the little board in this script, which only
  moves pieces and counts; pyffish's own FEN is compared with it at the end of
  every game and at random plies. --thorough asks pyffish at every ply.
* Ends by repetition or counters are asked for wherever they are possible at
  all (a position seen before, a move taken back, a full counter), wherever the
  engine claims one, and at random plies. --thorough asks at every ply.
* What happened before the last capture has no influence on what is asked, so
  pyffish gets the game from that capture on. At the end of every game the
  whole move list is tried as well.

Games are reproducible: `--variant V --seed S --only N` plays game N again.
"""

import argparse
import collections
import multiprocessing
import os
import random
import subprocess
import sys
import time

try:
    import pyffish
except ImportError:
    pyffish = None

VARIANTS = ["janggi", "janggitraditional", "janggimodern", "janggicasual", "janggistrict", "dobutsu"]

# The fifth rule set, in pyffish's words. Cho is white there, as in the others.
STRICT = """
[janggistrict:janggi]
bikjangRule = false
flyingGeneral = true
pass = false
stalemateValue = loss
nMoveRule = 50
nFoldRule = 3
nFoldValue = draw
perpetualCheckIllegal = true
moveRepetitionIllegal = false
materialCounting = janggi
"""

SETUPS = ["NBBN", "BNNB", "BNBN", "NBNB"]
CALL_AT_RANDOM = 1 / 24  # how often pyffish is asked what it need not be asked


def no_capture_limit(variant):
    return 200 if variant == "janggimodern" else 100


def repetition_limit(variant):
    return 4 if variant == "janggimodern" else 3


# --- A board that moves pieces and knows no rules ----------------------------
#
# Cho is upper case, at the bottom, and `w`, as in pyffish. Points are numbered
# from a1 = 0 by ranks, so that e2 is 13.


def point(name):
    return (int(name[1:]) - 1) * 9 + ord(name[0]) - ord("a")


def split_move(move):
    """`a10a8` -> the numbers of both points."""
    cut = 3 if move[2].isdigit() else 2
    return point(move[:cut]), point(move[cut:])


class Board:
    """Placement, side to move and the two counters of a FEN."""

    def __init__(self, fen):
        placement, side, _, _, quiet, number = fen.split()
        self.cells = []
        for rank in reversed(placement.split("/")):
            for letter in rank:
                self.cells += [""] * int(letter) if letter.isdigit() else [letter]
        self.white = side == "w"
        self.quiet = int(quiet)
        self.number = int(number)

    def placement(self):
        ranks = []
        for start in range(81, -1, -9):
            text, empty = "", 0
            for cell in self.cells[start : start + 9]:
                if cell:
                    text += (str(empty) if empty else "") + cell
                    empty = 0
                else:
                    empty += 1
            ranks.append(text + (str(empty) if empty else ""))
        return "/".join(ranks)

    def fen(self):
        side = "w" if self.white else "b"
        return f"{self.placement()} {side} - - {self.quiet} {self.number}"

    def key(self):
        """The same board with the same side to move."""
        return (tuple(self.cells), self.white)

    def play(self, move):
        """Returns the piece taken, "" if there was none."""
        start, end = split_move(move)
        taken = ""
        if start != end:
            taken = self.cells[end]
            self.cells[end] = self.cells[start]
            self.cells[start] = ""
        self.quiet = 0 if taken else self.quiet + 1
        if not self.white:
            self.number += 1
        self.white = not self.white
        return taken

    def with_move(self, move):
        """The cells after a move."""
        cells = list(self.cells)
        start, end = split_move(move)
        if start != end:
            cells[end] = cells[start]
            cells[start] = ""
        return cells


# --- What the players look for -----------------------------------------------
#
# Only the choice of moves depends on this; a mistake here makes games duller,
# never a comparison wrong.

KNIGHTS = [(x, y) for x in (-2, -1, 1, 2) for y in (-2, -1, 1, 2) if abs(x) != abs(y)]
ELEPHANTS = [(x, y) for x in (-3, -2, 2, 3) for y in (-3, -2, 2, 3) if abs(x) != abs(y)]
# Corner, centre, opposite corner of both palaces.
DIAGONALS = [
    (base + a, base + 13, base + b)
    for base in (0, 63)
    for a, b in ((3, 23), (5, 21), (23, 3), (21, 5))
]


def is_attacked(cells, target, white):
    """Whether a piece of `white`'s side attacks the point of the enemy general."""
    own = str.upper if white else str.lower
    rook, cannon, horse, elephant, soldier = (own(letter) for letter in "RCNBP")
    rank, file = divmod(target, 9)
    forward = 1 if white else -1

    lines = []
    for step, length in ((9, 9 - rank), (-9, rank), (1, 8 - file), (-1, file)):
        lines.append([cells[target + step * i] for i in range(1, length + 1)])
    for corner, centre, opposite in DIAGONALS:
        if target == corner:
            lines.append([cells[centre], cells[opposite]])
        if target == centre:
            lines.append([cells[corner]])
            if cells[corner] == soldier and (target - corner) * forward > 0:
                return True
        if target == opposite and cells[centre] == soldier and (target - centre) * forward > 0:
            return True
    for line in lines:
        pieces = [cell for cell in line if cell][:2]
        if pieces and pieces[0] == rook:
            return True
        if len(pieces) == 2 and pieces[1] == cannon and pieces[0] not in "Cc":
            return True

    def at(r, f):
        return cells[r * 9 + f] if 0 <= r < 10 and 0 <= f < 9 else "outside"

    if at(rank, file - 1) == soldier or at(rank, file + 1) == soldier:
        return True
    if at(rank - forward, file) == soldier:
        return True
    for x, y in KNIGHTS:  # from the general to the horse
        if at(rank + y, file + x) == horse:
            leg = (y // 2, 0) if abs(y) == 2 else (0, x // 2)
            if not at(rank + y - leg[0], file + x - leg[1]):
                return True
    for x, y in ELEPHANTS:
        if at(rank + y, file + x) == elephant:
            sx, sy = (x > 0) - (x < 0), (y > 0) - (y < 0)
            if not at(rank + sy, file + sx) and not at(rank + 2 * sy, file + 2 * sx):
                return True
    return False


def generals_face(cells):
    upper, lower = cells.index("K"), cells.index("k")
    if upper % 9 != lower % 9:
        return False
    low, high = sorted((upper, lower))
    return not any(cells[low + 9 : high : 9])


class View:
    """What a player may look at when it chooses."""

    def __init__(self, board, legal, own_moves, seen, rng):
        self.rng = rng
        self.board = board
        self.legal = legal
        self.own_moves = own_moves
        self.seen = seen

    def passes(self):
        return [m for m in self.legal if len(set(split_move(m))) == 1]

    def captures(self):
        return [m for m in self.legal if len(set(split_move(m))) == 2 and self.board.cells[split_move(m)[1]]]

    def quiet(self):
        return [m for m in self.legal if m not in set(self.captures())]

    def checks(self):
        general = self.board.cells.index("k" if self.board.white else "K")
        return [m for m in self.legal if is_attacked(self.board.with_move(m), general, self.board.white)]

    def undoing(self):
        """The reverse of the player's last move."""
        if not self.own_moves:
            return []
        start, end = split_move(self.own_moves[-1])
        return [m for m in self.legal if split_move(m) == (end, start) and start != end]

    def repeating(self):
        """Moves to positions that were on the board before."""
        return [m for m in self.legal if (tuple(self.board.with_move(m)), not self.board.white) in self.seen]

    def facing(self):
        return [m for m in self.legal if generals_face(self.board.with_move(m))]

    def of_general(self):
        return [m for m in self.legal if self.board.cells[split_move(m)[0]] in "Kk"]


def first_of(*groups):
    """The first group with a move in it; groups are functions, so that none is built in vain."""
    for group in groups:
        moves = group()
        if moves:
            return moves
    return []


# name: (how often the wish is followed, the wish). An unfulfilled wish means any legal move.
POLICIES = {
    "random": (0.0, lambda view: []),
    "checker": (0.9, lambda view: view.checks()),
    "passer": (0.5, lambda view: view.passes()),
    "shuffler": (0.93, lambda view: view.undoing()),
    "repeater": (0.85, lambda view: view.repeating()),
    "perpetual": (0.95, lambda view: checks_that_repeat(view)),
    "fugitive": (0.9, lambda view: first_of(view.repeating, view.of_general)),
    "capturer": (0.8, lambda view: view.captures()),
    "facer": (0.7, lambda view: first_of(view.facing, view.of_general)),
    "keeper": (0.97, lambda view: view.quiet()),
    "shuffling keeper": (0.97, lambda view: first_of(view.undoing, view.quiet)),
    "passing shuffler": (0.95, lambda view: sometimes_a_pass(view)),
}


def checks_that_repeat(view):
    checks = view.checks()
    repeating = set(view.repeating())
    return [m for m in checks if m in repeating] or checks


def sometimes_a_pass(view):
    undoing, passes = view.undoing(), view.passes()
    return undoing if undoing and (not passes or view.rng.random() < 0.85) else passes


# Pairs that bring out the odd ends; otherwise both players are drawn freely.
PAIRS = [
    ("perpetual", "fugitive"),
    ("perpetual", "fugitive"),
    ("perpetual", "fugitive"),
    ("checker", "random"),
    ("perpetual", "perpetual"),
    ("shuffler", "shuffler"),
    ("shuffler", "passer"),
    ("shuffler", "random"),
    ("shuffling keeper", "keeper"),
    ("passing shuffler", "keeper"),
    ("repeater", "repeater"),
    ("keeper", "keeper"),
    ("capturer", "capturer"),
    ("facer", "facer"),
    ("facer", "passer"),
    ("checker", "facer"),
]


# --- Where games start ---------------------------------------------------------


def start_with_setups(cho, han):
    return (
        f"r{han[:2].lower()}a1a{han[2:].lower()}r/4k4/1c5c1/p1p1p1p1p/9/9/"
        f"P1P1P1P1P/1C5C1/4K4/R{cho[:2]}A1A{cho[2:]}R w - - 0 1"
    )


PALACE = [r * 9 + f for r in range(3) for f in (3, 4, 5)]


def sparse_position(rng, variant, hunter=None):
    """A random legal ending, with the generals facing now and then.

    A `hunter` (True for Cho, False for Han) has a few strong pieces, the other side next to nothing.
    """
    while True:
        cells = [""] * 90
        crowd = rng.choice([1, 2, 3, 5, 8])
        for white in (True, False):
            own = str.upper if white else str.lower
            offset = 0 if white else 63
            palace = [p + offset for p in PALACE if not cells[p + offset]]
            general = rng.choice(palace)
            if not white and rng.random() < 0.1:
                same_file = [p for p in palace if p % 9 == cells.index("K") % 9]
                general = rng.choice(same_file or palace)
            cells[general] = own("K")
            stock = list("RRCCNNBBPPPPPAA")
            rng.shuffle(stock)
            stock = stock[: rng.randint(0, crowd)]
            if hunter is not None:
                stock = rng.choice(["R", "RN", "RR", "RC", "NC", "RRC", "RRNNPP"]) if hunter == white else rng.choice(["", "A", "AA", "AAP", "B"])
            for letter in stock:
                points = [p + offset for p in PALACE] if letter == "A" else range(90)
                free = [p for p in points if not cells[p]]
                if free:
                    cells[rng.choice(free)] = own(letter)
        board = Board("9/9/9/9/9/9/9/9/9/9 w - - 0 1")
        board.cells = cells
        board.white = rng.random() < 0.5 if hunter is None else hunter
        # The side that is not to move must not be in check.
        board.white = not board.white
        in_check = pyffish.gives_check(variant, board.fen(), [])
        board.white = not board.white
        if not in_check:
            return board


class Opening:
    """A start position and, for the report, what kind it is of."""

    def __init__(self, rng, variant, players):
        limit = no_capture_limit(variant)
        kinds = {"start": 25, "set-up": 15, "ending": 40, "late ending": 17, "late start": 3}
        hunters = [name in ("perpetual", "checker") for name in players]
        if any(hunters):
            kinds = {"start": 5, "hunt": 70, "ending": 15, "late ending": 10}
        self.kind = rng.choices(list(kinds), list(kinds.values()))[0]
        self.fen = start_with_setups("NBBN", "NBBN")
        if self.kind == "set-up":
            self.fen = start_with_setups(rng.choice(SETUPS), rng.choice(SETUPS))
        elif self.kind == "late start":
            self.fen = self.fen.replace(" 0 1", f" {limit - rng.randint(1, 10)} {rng.randint(60, 120)}")
        elif self.kind in ("ending", "hunt"):
            board = sparse_position(rng, variant, hunters[0] if self.kind == "hunt" else None)
            board.number = rng.choice([1, 1, rng.randint(2, 80)])
            self.fen = board.fen()
        elif self.kind == "late ending":
            board = sparse_position(rng, variant)
            board.quiet = limit - rng.randint(-1, 10)
            board.number = rng.randint(51, 150)
            self.fen = board.fen()


# --- The engine ------------------------------------------------------------------


def mirror_move(move):
    """The same move with rank 1 and rank 10 exchanged."""
    start, end = split_move(move)
    return "".join(f"{chr(ord('a') + p % 9)}{10 - p // 9}" for p in (start, end))


def mirror_fen(fen, number=None):
    """The same position with both the ranks and the sides exchanged."""
    placement, side, rest = fen.split(" ", 2)
    placement = "/".join(reversed(placement.split("/"))).swapcase()
    if number is not None:
        rest = rest.rsplit(" ", 1)[0] + f" {number}"
    return f"{placement} {'b' if side == 'w' else 'w'} {rest}"


class Engine:
    """The binary under test. It is spoken to in its own coordinates and answers in pyffish's."""

    def __init__(self, path, variant):
        self.mirrored = variant == "janggistrict"
        self.process = subprocess.Popen(
            [path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, bufsize=1 << 16
        )
        self.write(f"setoption name Hash value 1\nsetoption name UCI_Variant value {variant}\nisready\n")
        self.read_until("readyok")

    def write(self, text):
        self.process.stdin.write(text)
        self.process.stdin.flush()

    def read_until(self, start):
        lines = []
        while True:
            line = self.process.stdout.readline()
            if not line:
                raise EngineDied(self.process.stderr.read())
            lines.append(line.rstrip("\n"))
            if line.startswith(start):
                return lines

    def position_command(self, fen, moves):
        """What to send for this position."""
        if self.mirrored:
            fen, moves = mirror_fen(fen), [mirror_move(m) for m in moves]
        where = "startpos" if fen in (STARTS[self.mirrored], DOBUTSU_START) else "fen " + fen
        return f"position {where}" + (" moves " + " ".join(moves) if moves else "")

    def ask(self, fen, moves):
        """Legal moves (sorted), FEN, result and reason of a position, and the error line if there was one."""
        self.write(self.position_command(fen, moves) + "\nmoves\nd\nresult\n")
        answer = Answer()
        for line in self.read_until("result "):
            if line.startswith("moves "):
                answer.moves = line.split()[2:]
                if int(line.split()[1]) != len(answer.moves):
                    answer.error = "the number in front of the moves is wrong: " + line
                if answer.moves != sorted(answer.moves):
                    answer.error = "the moves are not sorted: " + line
            elif line.startswith("Fen: "):
                answer.fen = line[5:]
            elif line.startswith("result "):
                answer.result, answer.reason = line.split()[1:3]
            elif line.startswith("info string error"):
                answer.error = line
        if self.mirrored:
            answer.moves = sorted(mirror_move(m) for m in answer.moves)
        return answer

    def close(self):
        self.process.stdin.close()
        self.process.wait(timeout=10)
        complaint = self.process.stderr.read()
        self.process.stdout.close()
        self.process.stderr.close()
        if self.process.returncode or complaint:
            raise EngineDied(f"exit code {self.process.returncode}: {complaint}")


DOBUTSU_START = "gle/1c1/1C1/ELG[-] w 0 1"

STARTS = {
    False: start_with_setups("NBBN", "NBBN"),
    True: mirror_fen(start_with_setups("NBBN", "NBBN")),
}


class EngineDied(Exception):
    pass


class Answer:
    def __init__(self):
        self.moves, self.fen, self.result, self.reason, self.error = [], "", "", "", ""


# --- One game -----------------------------------------------------------------------


def result_for_cho(value, white):
    """pyffish's value, which is the side to move's, as a result."""
    if value == 0:
        return "1/2-1/2"
    return "1-0" if (value > 0) == white else "0-1"


class Game:
    """A game in the making, and what pyffish says of it."""

    def __init__(self, variant, fen, thorough, rng):
        self.variant, self.start, self.thorough, self.rng = variant, fen, thorough, rng
        self.board = Board(fen)
        self.moves = []
        self.fens = [fen]
        self.keys = [self.board.key()]
        self.seen = collections.Counter(self.keys)
        self.faced = [generals_face(self.board.cells)]
        # The last position before the last capture, and the moves since: all the past that matters.
        self.base = fen
        self.since = []

    def play(self, move):
        if self.board.play(move):
            self.base, self.since = self.fens[-1], []
            self.seen.clear()
        self.moves.append(move)
        self.fens.append(self.board.fen())
        self.since.append(move)
        self.keys.append(self.board.key())
        self.seen[self.keys[-1]] += 1
        self.faced.append(generals_face(self.board.cells))

    def is_pass(self, back):
        """Whether the move `back` plies ago (1: the last one) was a pass."""
        return len(self.moves) >= back and len(set(split_move(self.moves[-back]))) == 1

    def took_back(self):
        """Whether the last move reversed the mover's one before, or followed its pass."""
        if len(self.moves) < 3:
            return False
        return self.is_pass(3) or split_move(self.moves[-1]) == split_move(self.moves[-3])[::-1]

    def legal_moves(self):
        """Sorted. The last two moves are enough of the past for the ends that leave none."""
        if self.thorough or len(self.moves) < 2:
            return sorted(pyffish.legal_moves(self.variant, self.base, self.since))
        if self.is_pass(1) or self.faced[-2]:
            return sorted(pyffish.legal_moves(self.variant, self.fens[-3], self.moves[-2:]))
        return sorted(pyffish.legal_moves(self.variant, self.fens[-1], []))

    def optional_end_is_possible(self):
        return (
            self.thorough
            or self.board.quiet >= no_capture_limit(self.variant)
            or self.seen[self.keys[-1]] > 1
            or (self.variant == "janggimodern" and self.took_back())
            or self.rng.random() < CALL_AT_RANDOM
        )

    def judge(self, legal, engine_claims_end, base, since):
        """Result from Cho's view and the set of reasons that fit it."""
        white = self.board.white
        over, value = (False, 0)
        if not legal:
            over, value = pyffish.is_immediate_game_end(self.variant, base, since)
        elif self.thorough:
            over, value = pyffish.is_immediate_game_end(self.variant, base, since)
            if over:
                raise AssertionError("pyffish: the game is over and there are legal moves")
        if over:
            return result_for_cho(value, white), self.reasons_of_immediate_end()
        if not legal:
            value = pyffish.game_result(self.variant, base, since)
            check = pyffish.gives_check(self.variant, base, since)
            reasons = {"checkmate"} if check else {"stalemate"}
            if self.variant == "janggistrict" and self.faced[-1]:
                reasons = {"checkmate", "stalemate"}
            return result_for_cho(value, white), reasons
        if engine_claims_end or self.optional_end_is_possible():
            over, value = pyffish.is_optional_game_end(self.variant, base, since)
            if over:
                return result_for_cho(value, white), self.reasons_of_optional_end(base, since)
        return "*", {"-"}

    def reasons_of_immediate_end(self):
        if len(self.faced) > 1 and self.faced[-1] and self.faced[-2] and self.variant in ("janggi", "janggitraditional"):
            return {"bikjang"}
        return {"passes"}

    def reasons_of_optional_end(self, base, since):
        if self.board.quiet >= no_capture_limit(self.variant):
            return {"nocapture"}
        if self.seen[self.keys[-1]] < repetition_limit(self.variant):
            return {"moverep"}
        reasons = {self.reason_of_repetition(base, since)}
        if self.variant == "janggimodern" and self.took_back():
            reasons.add("moverep")
        return reasons

    def reason_of_repetition(self, base, since):
        """`perpetual` if just one side checked with every move since the first occurrence that counts."""
        sans = pyffish.get_san_moves(self.variant, base, since, False, pyffish.NOTATION_SAN)
        checks = [san[-1] in "+#" for san in sans]
        occurrences = [i for i in range(len(since) + 1) if self.keys[-1 - i] == self.keys[-1]]
        length = occurrences[repetition_limit(self.variant) - 1]
        cycle = checks[len(checks) - length :]
        last_mover, other = cycle[::-2], cycle[-2::-2]
        return "perpetual" if all(last_mover) != all(other) else "repetition"


def compare(game, answer, final, counts):
    """What pyffish says, and a list of differences as text. `final` compares with the whole game's moves too."""
    legal = game.legal_moves()
    expected_fen = game.fens[-1]
    fen = expected_fen
    if game.variant == "janggistrict":
        # The number grows after the move of the lower-case side, which is Cho there.
        start = Board(game.start)
        moves_by_cho = (len(game.moves) + (1 if start.white else 0)) // 2
        fen = mirror_fen(expected_fen, start.number + moves_by_cho)
    result, reasons = game.judge(legal, answer.reason not in ("-", ""), game.base, game.since)

    differences = []
    if answer.error:
        differences.append(f"error: {answer.error}")
    if answer.moves != legal:
        missing = " ".join(m for m in legal if m not in answer.moves) or "none"
        extra = " ".join(m for m in answer.moves if m not in legal) or "none"
        differences.append(f"legal moves: the engine lacks {missing}; it has in excess {extra}")
    if answer.fen != fen:
        differences.append(f"FEN: the engine has {answer.fen}\n         expected       {fen}")
    if answer.result != result:
        differences.append(f"result: the engine has {answer.result} {answer.reason}, pyffish {result} ({' or '.join(reasons)})")
    elif answer.reason not in reasons:
        differences.append(f"reason: the engine has {answer.result} {answer.reason}, expected {' or '.join(reasons)}")

    if game.thorough or final or game.rng.random() < CALL_AT_RANDOM:
        counts["FENs asked of pyffish"] += 1
        told = pyffish.get_fen(game.variant, game.base, game.since)
        if told != expected_fen:
            differences.append(f"this script's own board is wrong: {expected_fen}, pyffish {told}")
    if final:
        whole = sorted(pyffish.legal_moves(game.variant, game.start, game.moves))
        if whole != legal or pyffish.get_fen(game.variant, game.start, game.moves) != expected_fen:
            differences.append("this script's shortening of the game is wrong: legal moves or FEN")
        if game.judge(whole, True, game.start, game.moves)[0] != result:
            differences.append("this script's shortening of the game is wrong: result")
    return legal, result, differences


def play_game(engine, variant, seed, index, args, counts):
    """Plays one game; returns a report if anything differs, else None."""
    rng = random.Random(f"{seed}/{variant}/{index}")
    players = list(rng.choice(PAIRS)) if rng.random() < 0.7 else [rng.choice(list(POLICIES)) for _ in range(2)]
    rng.shuffle(players)
    opening = Opening(rng, variant, players)
    length = rng.choice([30, 60, 100, 160])
    if "keeper" in " ".join(players):
        length = rng.choice([60, 115, 215])
    after_end = rng.randint(3, 16) if rng.random() < 0.5 else 0

    game = Game(variant, opening.fen, args.thorough, rng)
    own_moves = {True: [], False: []}
    ends = []
    counts["games"] += 1
    counts["from " + opening.kind] += 1
    while True:
        answer = engine.ask(game.start, game.moves)
        counts["positions"] += 1
        over = answer.result != "*"
        final = not answer.moves or len(game.moves) >= length or (over and after_end == 0)
        legal, result, differences = compare(game, answer, final, counts)
        if differences:
            return report(engine, game, variant, seed, index, players, opening, differences)
        if result != "*":
            ends.append((answer.reason, result))
            after_end -= 1
        if not legal or final:
            break
        white = game.board.white
        eagerness, wish = POLICIES[players[0 if white else 1]]
        wanted = []
        if rng.random() < eagerness:
            wanted = wish(View(game.board, legal, own_moves[white], game.seen, rng))
        move = rng.choice(sorted(wanted or legal))
        if not wanted and len(legal) > 1 and split_move(move)[0] == split_move(move)[1]:
            move = rng.choice(legal)  # two passes end a game too soon to be of interest
        own_moves[white].append(move)
        game.play(move)

    counts["plies"] += len(game.moves)
    if not ends:
        counts["not ended"] += 1
    for reason, result in dict(ends).items():
        counts[f"end {reason} {result}"] += 1
    if len(ends) > 1:
        counts["played on after an end"] += 1
    return None


def report(engine, game, variant, seed, index, players, opening, differences):
    """All that is needed to see the difference again."""
    lines = [f"DIFFERENCE in {variant}, game {index} of seed {seed} ({opening.kind}; {' against '.join(players)}), ply {len(game.moves)}"]
    lines += ["  " + text for text in differences]
    lines.append("  to the engine:")
    lines.append(f"    setoption name UCI_Variant value {variant}")
    lines.append("    " + engine.position_command(game.start, game.moves))
    lines.append("    moves / d / result")
    lines.append("  to pyffish:")
    lines.append(f"    variant {variant!r}, fen {game.start!r}, moves {' '.join(game.moves)!r}.split()")
    return "\n".join(lines)


# --- Dobutsu ------------------------------------------------------------------------------
#
# Games are short and the board is small: pyffish is asked at every ply, and no board of our own is needed.


def dobutsu_fen(fen):
    """pyffish's FEN as the engine writes it: a captured lion is in no hand, empty hands are a dash."""
    placement, side, _, _, quiet, number = fen.split()
    placement, hands = placement.rstrip("]").split("[")
    hands = hands.replace("L", "").replace("l", "")
    return f"{placement}[{hands or '-'}] {side} {quiet} {number}"


def dobutsu_opening(rng):
    """The start position, or all eight pieces anywhere on the board and in the hands, the lions apart."""
    if rng.random() < 0.5:
        return "start", pyffish.start_fen("dobutsu")
    cells, hands = [""] * 12, ""
    cells[rng.randrange(0, 6)], cells[rng.randrange(6, 12)] = "L", "l"
    for letter in "EEGGCC":
        letter = rng.choice([letter, letter.lower()])
        free = [i for i, cell in enumerate(cells) if not cell]
        if rng.random() < 0.4:
            hands += letter
        else:
            promoted = "+" if letter in "Cc" and rng.random() < 0.3 else ""
            cells[rng.choice(free)] = promoted + letter
    ranks = ["".join(cell or "1" for cell in cells[i : i + 3]) for i in (9, 6, 3, 0)]
    placement = "/".join(ranks).replace("111", "3").replace("11", "2")
    fen = f"{placement}[{hands}] {rng.choice('wb')} - - 0 1"
    return "pieces anywhere", pyffish.get_fen("dobutsu", fen, [])


def dobutsu_move(rng, legal, moves, fen):
    """Any move; often one that takes the last but one back, rarely one that leaves the lion to be taken."""
    undoing = [m for m in legal if len(moves) > 1 and m == moves[-2][2:4] + moves[-2][:2]]
    if undoing and rng.random() < 0.5:
        return undoing[0]
    move = rng.choice(legal)
    for _ in range(2):
        placement = pyffish.get_fen("dobutsu", fen, [move]).split("[")[0]
        replies = pyffish.legal_moves("dobutsu", fen, [move])
        lion = "L" if fen.split()[1] == "w" else "l"
        rows = [row.replace("+", "").replace("2", "11").replace("3", "111") for row in placement.split("/")]
        here = [f"{'abc'[row.index(lion)]}{4 - i}" for i, row in enumerate(rows) if lion in row]
        if rng.random() < 0.3 or not any(m[2:4] == here[0] for m in replies):
            break
        move = rng.choice(legal)
    return move


def play_dobutsu(engine, seed, index, args, counts):
    """Plays one game; returns a report if anything differs, else None."""
    variant = "dobutsu"
    rng = random.Random(f"{seed}/{variant}/{index}")
    kind, start = dobutsu_opening(rng)
    moves, seen, reason = [], collections.Counter(), "-"
    length, after_end = rng.choice([20, 40, 80]), rng.randint(0, 6)
    counts["games"] += 1
    counts["from " + kind] += 1
    while True:
        answer = engine.ask(start, moves)
        counts["positions"] += 1
        fen = pyffish.get_fen(variant, start, moves)
        legal = sorted(pyffish.legal_moves(variant, start, moves))
        key = fen.rsplit(" ", 2)[0]
        seen[key] += 1
        over, value = pyffish.is_immediate_game_end(variant, start, moves)
        if not over and (args.thorough or seen[key] > 2 or answer.reason != "-"):
            over, value = pyffish.is_optional_game_end(variant, start, moves)
        result = result_for_cho(value, " w " in fen) if over else "*"
        differences = [answer.error] if answer.error else []
        for what, told, expected in [("legal moves", answer.moves, legal), ("FEN", answer.fen, dobutsu_fen(fen)), ("result", answer.result, result)]:
            if told != expected:
                differences.append(f"{what}: the engine has {told}, pyffish {expected}")
        lions = [lion in fen.split("[")[0] for lion in "Ll"]
        expected = "-" if not over else "capture" if not all(lions) else "repetition" if legal else "entering"
        if answer.reason != expected:
            differences.append(f"reason: the engine has {answer.reason}, expected {expected}")
        if differences:
            lines = [f"DIFFERENCE in {variant}, game {index} of seed {seed}, ply {len(moves)}"] + differences
            return "\n  ".join(lines + [engine.position_command(start, moves)])
        if over:
            reason = answer.reason
            counts[f"end {reason} {result}"] += 1
            after_end -= 1
        if not legal or len(moves) >= length or (over and after_end < 0):
            break
        moves.append(dobutsu_move(rng, legal, moves, fen))
    if reason == "-":
        counts["not ended"] += 1
    return None


def play_chunk(task):
    """Plays some games with one engine process; runs in a process of its own."""
    variant, indices, args = task
    counts, reports = collections.Counter(), []
    engine = None
    for index in indices:
        try:
            if engine is None:
                engine = Engine(args.engine, variant)
            if variant == "dobutsu":
                difference = play_dobutsu(engine, args.seed, index, args, counts)
            else:
                difference = play_game(engine, variant, args.seed, index, args, counts)
            if difference:
                reports.append(difference)
        except (EngineDied, BrokenPipeError) as death:
            reports.append(f"ENGINE DIED in {variant}, game {index} of seed {args.seed}: {death}")
            engine = None
    try:
        if engine is not None:
            engine.close()
    except EngineDied as death:
        reports.append(f"ENGINE DIED at the end of a run of {variant}: {death}")
    return variant, counts, reports


# --- The whole ------------------------------------------------------------------------


def parse_arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False
    )
    here = os.path.dirname(os.path.abspath(__file__))
    default = os.path.join(os.path.dirname(here), "target", "release", "janggun")
    parser.add_argument("--engine", default=default, metavar="PATH", help="the binary (default: target/release/janggun)")
    parser.add_argument("--variant", default="all", choices=VARIANTS + ["all"], help="a rule set (default: all)")
    parser.add_argument("--games", type=int, default=200, help="games of each rule set (default: 200)")
    parser.add_argument("--seed", type=int, default=1, help="another seed, other games (default: 1)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes (default: one for each core)")
    parser.add_argument("--quick", action="store_true", help="a bounded run of about 20 seconds, as in CI")
    parser.add_argument("--thorough", action="store_true", help="ask pyffish everything at every ply; slow")
    parser.add_argument("--only", type=int, metavar="N", help="play just game N, to see a difference again")
    parser.add_argument("--show", type=int, default=5, help="how many differences to print (default: 5)")
    args = parser.parse_args()
    if args.quick:
        args.games = 30
    if args.games < 1 or args.jobs < 1:
        parser.error("--games and --jobs are at least 1")
    return args


def tasks_of(args):
    """Chunks small enough that all processes end at about the same time."""
    variants = VARIANTS if args.variant == "all" else [args.variant]
    indices = list(range(args.games)) if args.only is None else [args.only]
    size = max(1, min(25, len(indices) // (2 * args.jobs)))
    return [(v, indices[i : i + size], args) for v in variants for i in range(0, len(indices), size)]


def summary(variant, counts):
    ends = sorted((key[4:], n) for key, n in counts.items() if key.startswith("end "))
    kinds = sorted((key[5:], n) for key, n in counts.items() if key.startswith("from "))
    return "\n".join(
        [
            f"{variant}: {counts['games']} games, {counts['positions']} positions compared",
            "  from:  " + ", ".join(f"{kind} {n}" for kind, n in kinds),
            "  ends:  " + ", ".join(f"{end}: {n}" for end, n in ends),
            f"  not ended {counts['not ended']}, played on after an end {counts['played on after an end']}",
        ]
    )


def main():
    args = parse_arguments()
    if pyffish is None:
        print("This needs the Python library pyffish, the measure of all things here: pip install pyffish", file=sys.stderr)
        return 2
    if not os.access(args.engine, os.X_OK):
        print(f"There is no engine at {args.engine}; build it first: cargo build --release", file=sys.stderr)
        return 2

    started = time.monotonic()
    totals = {}
    reports = []
    with multiprocessing.Pool(args.jobs, pyffish.load_variant_config, (STRICT,)) as pool:
        for variant, counts, found in pool.imap_unordered(play_chunk, tasks_of(args)):
            totals.setdefault(variant, collections.Counter()).update(counts)
            for text in found:
                if len(reports) < args.show:
                    print(text + "\n", flush=True)
                reports.append(text)

    for variant in VARIANTS:
        if variant in totals:
            print(summary(variant, totals[variant]))
    positions = sum(counts["positions"] for counts in totals.values())
    print(f"{positions} positions in {time.monotonic() - started:.0f} s, {len(reports)} differences")
    return 1 if reports else 0


if __name__ == "__main__":
    sys.exit(main())
