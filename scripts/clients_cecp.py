"""A user of an engine that speaks CECP."""

import queue
import subprocess
import threading


class Unwelcome(Exception):
    """Something that should not have happened."""


class Cecp:
    """A running engine, with a new game begun in which it plays the side that moves second."""

    PATIENCE = 60

    def __init__(self, command, variant, limits):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.lines = queue.Queue()
        threading.Thread(target=self.read, daemon=True).start()
        self.send("xboard\nprotover 2")
        self.until("feature done=1", whole=False)
        self.send(f"new\nvariant {variant}\n{limits}")
        self.settle()

    def read(self):
        for line in self.process.stdout:
            self.lines.put(line.strip())
        self.lines.put(None)

    def send(self, text):
        try:
            self.process.stdin.write(text + "\n")
            self.process.stdin.flush()
        except BrokenPipeError as error:
            raise Unwelcome("the engine has ended") from error

    def until(self, wanted, whole=True):
        """Everything said up to a line that is, begins with or contains what is wanted."""
        said = []
        while True:
            try:
                line = self.lines.get(timeout=self.PATIENCE)
            except queue.Empty:
                line = None
            if line is None:
                raise Unwelcome(f"no '{wanted}' came, only {said}")
            said.append(line)
            if line.startswith(("Illegal move", "Error", "tellusererror")):
                raise Unwelcome(f"the engine says: {line}")
            if line.startswith(wanted) if whole else wanted.split()[-1] in line:
                return said

    def settle(self):
        """What is said before the answer to a ping."""
        self.send("ping 1")
        return self.until("pong 1")[:-1]

    def make_move(self, command):
        """The engine's answer to a move, or to `go`."""
        self.send(command)
        return self.until("move ")[-1].split()[1]

    def quit(self):
        self.send("quit")
        self.process.wait(self.PATIENCE)
