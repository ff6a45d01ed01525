"""A released program where it is meant to run, and what it has to show there."""

import contextlib
import os
import pathlib
import queue
import signal
import subprocess
import threading

# Guards against a hang only: an emulated program on a busy machine takes its time.
PATIENCE = 300


class Trouble(Exception):
    """What went wrong, in a sentence."""


class Stage:
    """How to run a program, and from where."""

    def __init__(self, name, folder, command, version, inner=None, environment=None):
        self.name, self.folder, self.command, self.version = name, folder, command, version
        # How a match in there starts an engine.
        self.inner = inner or command
        self.environment = environment or {**os.environ, "LC_ALL": "C.UTF-8"}

    def start(self, *arguments):
        return subprocess.Popen(
            [*self.command, *arguments],
            cwd=self.folder,
            env=self.environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )

    def run(self, *arguments, text=""):
        with self.start(*arguments) as process:
            try:
                told, _ = process.communicate(text.encode(), PATIENCE)
            except subprocess.TimeoutExpired as error:
                process.kill()
                raise Trouble(f"{' '.join(arguments)} did not end within {PATIENCE} s") from error
        return process.returncode, told.decode(errors="replace").replace("\r\n", "\n")

    def bench(self, count):
        return count(self.with_environment(), self.folder)

    def with_environment(self):
        """For whoever starts the program in another way."""
        changed = [f"{name}={value}" for name, value in self.environment.items() if os.environ.get(name) != value]
        return ["env", *changed, *self.command]

    def players(self):
        """Two of the same, as `match` is told."""
        program, *rest = self.inner
        arguments = "".join(f" arg={word}" for word in rest)
        return [part for name in ("One", "Two") for part in ("--engine", f"cmd={program}{arguments} name={name}")]

    def processes(self):
        """Those that run in the folder, by their ids."""
        found = []
        for entry in pathlib.Path("/proc").glob("[0-9]*"):
            # Others may end while they are looked at.
            with contextlib.suppress(OSError):
                lives = (entry / "stat").read_text().rsplit(")", 1)[1].split()[0] not in "ZX"
                words = (entry / "cmdline").read_bytes()
                here = os.readlink(entry / "cwd").startswith(str(self.folder)) or str(self.folder).encode() in words
                if lives and here and b"janggun" in words:
                    found.append(int(entry.name))
        return found


class Lines:
    """What a process prints, with a limit to how long a line is waited for."""

    def __init__(self, process):
        self.process, self.lines = process, queue.Queue()
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.process.stdout:
            self.lines.put(line.decode(errors="replace").strip())
        self.lines.put(None)

    def say(self, text):
        self.process.stdin.write(f"{text}\n".encode())
        self.process.stdin.flush()

    def until(self, begin):
        while True:
            try:
                line = self.lines.get(timeout=PATIENCE)
            except queue.Empty as error:
                raise Trouble(f"no line began with '{begin}' within {PATIENCE} s") from error
            if line is None:
                raise Trouble(f"the program ended, and no line began with '{begin}'")
            if line.startswith(begin):
                return line


def check_protocols(stage):
    code, told = stage.run(text="uci\nisready\nsetoption name UCI_Variant value twelvejanggi\nd\nquit\n")
    if code != 0 or f"id name Janggun {stage.version}" not in told or "uciok" not in told or "readyok" not in told:
        raise Trouble(f"UCI: it ended with {code} and said: {told[-500:]}")
    code, told = stage.run(text="xboard\nprotover 2\nping 1\nquit\n")
    if code != 0 or "done=1" not in told or "pong 1" not in told:
        raise Trouble(f"CECP: it ended with {code} and said: {told[-500:]}")
    code, told = stage.run("--variant", "nonsense")
    if code == 0 or "choose one of" not in told:
        raise Trouble(f"a wrong variant: it ended with {code} and said: {told[-500:]}")


def check_search(stage):
    with stage.start() as process:
        lines = Lines(process)
        lines.say("go infinite")
        lines.until("info depth 4 ")
        lines.say("stop")
        best = lines.until("bestmove")
        lines.say("quit")
        if process.wait(PATIENCE) != 0:
            raise Trouble(f"after quit it ended with {process.returncode}")
    return best


def check_match(stage):
    """Reads and writes files with blanks and Hangul in their names."""
    (stage.folder / "국면 하나.epd").write_text("janggi;startpos\n", encoding="utf-8")
    code, told = stage.run("analyse", "국면 하나.epd", "--nodes", "1000")
    if code != 0 or " bm " not in told:
        raise Trouble(f"analyse ended with {code}: {told[-500:]}")
    limits = ["--each", "nodes=300", "option.Hash=4", "--variant", "dobutsu", "--games", "2", "--random-plies", "4"]
    code, told = stage.run("match", *stage.players(), *limits, "--record", "대국 기록.jsonl", "--pgn", "기보 하나.pgn")
    pgn = stage.folder / "기보 하나.pgn"
    if code != 0 or not pgn.is_file() or pgn.read_text(encoding="utf-8").count("[Result ") != 2:
        raise Trouble(f"match ended with {code}: {told[-800:]}")
    return "2 games"


def check_killed_match(stage):
    """Interrupted as by Ctrl-C, and killed: what it has started is gone either way."""
    if stage.command[0] in ("bwrap", "chroot"):
        return "left to the same program outside"
    for how in (signal.SIGINT, signal.SIGKILL):
        before = set(stage.processes())
        limits = ["--each", "st=600", "--variant", "janggi", "--games", "2"]
        with stage.start("match", *stage.players(), *limits) as process:
            if not await_that(lambda: len(set(stage.processes()) - before) >= 3):
                raise Trouble("a match did not start two engines")
            own = process.pid
            os.kill(own, how)
            if not await_that(lambda: process.poll() is not None):
                raise Trouble(f"match goes on after {how.name}")
            if not await_that(lambda: not set(stage.processes()) - before):
                left = set(stage.processes()) - before
                for process_id in left:
                    with contextlib.suppress(OSError):
                        os.kill(process_id, signal.SIGKILL)
                raise Trouble(f"{len(left)} processes are left after {how.name}")


def await_that(holds):
    """Asks until it holds, with a limit that guards against a hang only."""
    tries = threading.Event()
    return any(holds() or tries.wait(0.1) for _ in range(PATIENCE * 10))
