"""Drives the engine through its pipes, for scripts that make or check positions."""

import collections
import subprocess

# A variation that a search reports: its first move, `cp` or `mate`, the score, and all its moves.
Candidate = collections.namedtuple("Candidate", "move kind score variation")


class EngineError(Exception):
    """What the engine refused, or that it has ended."""


class Engine:
    """A running engine. It tells values as they are, without the taste of a player."""

    def __init__(self, path, variant, **options):
        try:
            self.process = subprocess.Popen(
                [path, "--variant", variant], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
            )
        except OSError as error:
            raise EngineError(f"cannot start '{path}' ({error.strerror}); build it, or name it with --engine") from error
        self.variant = variant
        for option, value in {"UCI_AnalyseMode": "true", **options}.items():
            self.set(option, value)

    def ask(self, text, last):
        """The lines that answer a text, up to the first that starts with `last`."""
        try:
            self.process.stdin.write(text + "\n")
            self.process.stdin.flush()
        except BrokenPipeError as error:
            raise EngineError("the engine has ended") from error
        lines = []
        for line in self.process.stdout:
            lines.append(line.strip())
            if lines[-1].startswith("info string error"):
                raise EngineError(lines[-1].removeprefix("info string error: "))
            if lines[-1].startswith(last):
                return lines
        raise EngineError("the engine has ended")

    def set(self, option, value):
        self.ask(f"setoption name {option} value {value}\nisready", "readyok")

    def forget(self):
        """Empties the hash table, so that a search depends on nothing but its position."""
        self.ask("ucinewgame\nisready", "readyok")

    def shown(self, position, label):
        """What the line of `d` with this label says."""
        lines = self.ask(f"position {position}\nd\nisready", "readyok")
        return next(line for line in lines if line.startswith(label))[len(label) :].strip()

    def fen(self, position):
        return self.shown(position, "Fen:")

    def in_check(self, position):
        return self.shown(position, "Checkers:") != ""

    def moves(self, position):
        return self.ask(f"position {position}\nmoves", "moves")[-1].split()[2:]

    def result(self, position):
        """Result and reason; the result is `*` while the game goes on."""
        return self.ask(f"position {position}\nresult", "result")[-1].split()[1:]

    def is_over(self, position):
        return self.result(position)[0] != "*"

    def search(self, position, limits, lines=1):
        """Candidates, best first."""
        self.set("MultiPV", lines)
        answer = self.ask(f"position {position}\ngo {limits}", "bestmove")
        found = {}
        for line in answer[:-1]:
            words = line.split()
            if "pv" in words and "score" in words and "lowerbound" not in words and "upperbound" not in words:
                at = words.index("score")
                variation = words[words.index("pv") + 1 :]
                rank = int(words[words.index("multipv") + 1])
                found[rank] = Candidate(variation[0], words[at + 1], int(words[at + 2]), variation)
        best = answer[-1].split()[1]
        if not found or found[1].move != best:
            found[1] = Candidate(best, "cp", 0, [best])
        return [found[rank] for rank in sorted(found)]


def after(position, moves):
    """The position after some moves, as `position` takes it."""
    return f"{position} moves {' '.join(moves)}" if moves else position
