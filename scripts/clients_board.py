"""Boards for python-chess, which knows none of these games: moves are text, and somebody else knows the rules."""


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


def board_class(variant, rules):
    """A class of boards, as python-chess asks the class for its variant.

    `rules` is a `driver.Engine` of the variant, a second engine that nobody drives but this board.
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
            return rules.fen(self.position())

        def __eq__(self, other):
            return (self.start, self.move_stack) == (other.start, other.move_stack)

        @property
        def turn(self):
            return self.fen().split()[1] == "w"

        def root(self):
            return TextBoard(self.start)

        def copy(self, stack=True):
            return TextBoard(self.start, self.move_stack) if stack else TextBoard(self.fen())

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
            return to_cecp(move.text, self.start)

        def parse_xboard(self, text):
            return self.parse_uci(from_cecp(text.rstrip("!?"), self.start, self.legal()))

        def push_xboard(self, text):
            move = self.parse_xboard(text)
            self.push(move)
            return move

        def outcome(self, **_):
            return None

        def is_game_over(self, **_):
            return self.result()[0] != "*"

    return TextBoard


def has_ten_ranks(fen):
    return fen.split()[0].count("/") == 9


def halves(move):
    """The two points of a move."""
    cut = 2 if move[2:3].isalpha() else 3
    return move[:cut], move[cut:]


def is_pass(move):
    first, second = halves(move)
    return first == second


def to_cecp(move, fen):
    """A move as CECP writes it: ranks from 0 on ten ranks, `@@@@` for a pass."""
    if not has_ten_ranks(fen):
        return move
    if is_pass(move):
        return "@@@@"
    return "".join(point[0] + str(int(point[1:]) - 1) for point in halves(move))


def from_cecp(text, fen, legal):
    """The move that is meant."""
    if not has_ten_ranks(fen):
        return text
    if text == "@@@@":
        return next((move for move in legal if is_pass(move)), text)
    return f"{text[0]}{int(text[1]) + 1}{text[2]}{int(text[3]) + 1}"
