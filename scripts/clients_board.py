"""Boards for python-chess, which knows none of these games: moves are text, and somebody else knows the rules."""

import common


class TextMove:
    """A move as the engine writes it."""

    def __init__(self, text):
        self.text = text

    def uci(self):
        return self.text

    def __eq__(self, other):
        return isinstance(other, TextMove) and self.text == other.text

    def __hash__(self):
        return hash(self.text)

    def __repr__(self):
        return self.text


def board_class(variant, rules, told=lambda fen, _: fen):
    """A class of boards, as python-chess asks the class for its variant.

    `rules` is a `driver.Engine` of the variant, a second engine that nobody drives but this board. `told` makes of its FENs
    what the protocol wants: for CECP it is `turned`.
    """

    class TextBoard:
        uci_variant = variant
        xboard_variant = variant
        chess960 = False

        def __init__(self, start=None, moves=()):
            self.start = start or rules.fen("startpos")
            self.move_stack = list(moves)

        def position(self):
            moves = [move.text for move in self.move_stack]
            return f"fen {self.start}" + (f" moves {' '.join(moves)}" if moves else "")

        def legal(self):
            return rules.moves(self.position())

        def result(self):
            return rules.result(self.position())

        def fen(self, **_):
            return told(rules.fen(self.position()), variant)

        def __eq__(self, other):
            return (self.start, self.move_stack) == (other.start, other.move_stack)

        @property
        def turn(self):
            return self.fen().split()[1] == "w"

        def root(self):
            return TextBoard(self.start)

        def copy(self, stack=True):
            return TextBoard(self.start, self.move_stack) if stack else TextBoard(rules.fen(self.position()))

        def push(self, move):
            self.move_stack.append(move)

        def pop(self):
            return self.move_stack.pop()

        def parse_uci(self, text):
            # python-chess writes everything in lower case, the letters of drops as well.
            for move in self.legal():
                if move.lower() == text.lower():
                    return TextMove(move)
            raise ValueError(f"{text} is not legal after {self.position()}")

        def push_uci(self, text):
            move = self.parse_uci(text)
            self.push(move)
            return move

        def xboard(self, move):
            return to_cecp(move.text, variant)

        def parse_xboard(self, text):
            return self.parse_uci(from_cecp(text.rstrip("!?"), variant, self.legal()))

        def push_xboard(self, text):
            move = self.parse_xboard(text)
            self.push(move)
            return move

        def outcome(self, **_):
            return None

        def is_game_over(self, **_):
            return self.result()[0] != "*"

    return TextBoard


# In CECP its ranks are counted from the other end and its sides exchanged, so that White moves first.
UPSIDE_DOWN = "janggistrict"


def turned(fen, variant):
    """A FEN of UCI as CECP has it."""
    if variant != UPSIDE_DOWN:
        return fen
    placement, turn, *rest = fen.split()
    placement = "/".join(reversed(placement.split("/"))).swapcase()
    return " ".join([placement, {"w": "b", "b": "w"}[turn], *rest])


def rank(number, variant):
    """A rank that is counted from 1, as CECP counts it."""
    return 10 - number if variant == UPSIDE_DOWN else number - 1


def halves(move):
    """The two points of a move."""
    cut = 2 if move[2:3].isalpha() else 3
    return move[:cut], move[cut:]


def is_pass(move):
    first, second = halves(move)
    return first == second


def to_cecp(move, variant):
    """A move as CECP writes it: ranks from 0 on ten ranks, `@@@@` for a pass."""
    if variant not in common.RULE_SETS:
        return move
    if is_pass(move):
        return "@@@@"
    return "".join(point[0] + str(rank(int(point[1:]), variant)) for point in halves(move))


def from_cecp(text, variant, legal):
    """The legal move that is meant, or the text itself if there is none."""
    return next((move for move in legal if to_cecp(move, variant) == text), text)
