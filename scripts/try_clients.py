#!/usr/bin/env python3
"""Drive the engine with programs that others wrote, as its users do.

    scripts/try_clients.py                      everything that is installed
    scripts/try_clients.py chess pyffish        these parts only
    scripts/try_clients.py xboard --picture window.png

chess      python-chess: both protocols, all options, several variations, pondering
pyffish    games in CECP of which pyffish knows the rules
uci2wb     a CECP user of the UCI side
xboard     XBoard without a screen, in Xvfb, plays the engine against itself
cutechess  cutechess-cli plays dobutsu at 0.05 s a move, with no time margin
fastchess  fastchess --compliance

What is not installed is skipped with a message. chess and pyffish come from pip
(scripts/requirements.txt), uci2wb, xboard and xvfb from Debian, and for the picture
imagemagick and xdotool; the others from their makers.
"""

import argparse
import asyncio
import contextlib
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

import clients_board
import common
import driver
from clients_cecp import Cecp, Unwelcome

CECP = [*common.RULE_SETS, "twelvejanggi", "dobutsu"]
UCI = [*CECP, "cheduk", "chedukmodern"]
# What pyffish knows without a file of variants.
REFEREED = [variant for variant in CECP if variant not in ("janggistrict", "janggiclassic", "twelvejanggi")]
# One of each kind of board, and the rule set that is shown upside down.
IN_XBOARD = ["janggi", "janggistrict", "dobutsu"]
# Seconds.
PICTURE_AFTER = 60
RESULTS = ("1-0", "0-1", "1/2-1/2")


class Skipped(Exception):
    """What is not installed."""


def need(program, package):
    found = shutil.which(program) or shutil.which(program, path="/usr/games")
    if found is None:
        raise Skipped(f"{program} is not on the PATH ({package})")
    return found


def check(holds, sentence):
    if not holds:
        raise Unwelcome(sentence)


# --- python-chess ---


def try_chess(arguments):
    try:
        import chess.engine
    except ImportError:
        raise Skipped("python-chess is not installed (pip install chess)") from None
    # It takes nothing for a move in a variation that does not fit a board of eight files and ranks.
    chess.engine.UCI_REGEX = re.compile(r"\S")
    try:
        use_both_protocols(chess.engine, arguments.engine)
    except (chess.engine.EngineError, asyncio.TimeoutError, ValueError) as error:
        raise Unwelcome(f"python-chess says {type(error).__name__}: {error}") from error
    return f"python-chess {chess.__version__}: all options, {len(UCI)} variants in UCI and {len(CECP)} in CECP"


def use_both_protocols(protocol, program):
    with protocol.SimpleEngine.popen_uci(program, timeout=30) as engine:
        set_all_options(engine)
        for variant in UCI:
            use_board(protocol, engine, program, variant)
    with protocol.SimpleEngine.popen_xboard(program, timeout=30) as engine:
        for variant in CECP:
            use_board(protocol, engine, program, variant)


def set_all_options(engine):
    """Every option to its least and its greatest value and back, as far as memory and processors permit."""
    for name, option in engine.options.items():
        if option.is_managed() or name == "Log File":
            continue
        kinds = {"check": [True, False], "combo": option.var, "spin": [option.min], "button": [None]}
        values = kinds.get(option.type, [""])
        if option.type == "spin" and name not in ("Hash", "Threads"):
            values = [option.min, option.max]
        for value in [*values, *([] if option.type == "button" else [option.default])]:
            engine.configure({name: value})
    engine.configure({"Hash": 16})
    engine.ping()


def use_board(protocol, engine, program, variant):
    """Several variations, and a game in which the opponent does what the engine expects."""
    is_uci = isinstance(engine.protocol, protocol.UciProtocol)
    told = {} if is_uci else {"told": clients_board.turned}
    board = clients_board.board_class(variant, driver.Engine(program, variant), **told)()
    limit = protocol.Limit(time=0.2)
    if is_uci:
        lines = engine.analyse(board, limit, multipv=3)
        first = {line["pv"][0] for line in lines}
        check(len(first) == 3 and all(line["score"] for line in lines), f"{variant}: three variations, not {lines}")
    else:
        # No time: on a machine with much to do nothing may be known yet when it is over.
        line = engine.analyse(board, protocol.Limit(depth=5))
        check(line.get("pv") and line.get("depth"), f"{variant}: a variation, not {line}")
    game, expected = object(), 0
    clocks = protocol.Limit(white_clock=2, black_clock=2, white_inc=0.02, black_inc=0.02)
    for ply in range(8):
        answer = engine.play(board, clocks, game=game, ponder=True)
        check(answer.move is not None, f"{variant}: a move after {board.position()}")
        board.push(answer.move)
        if answer.ponder is not None and ply % 2 == 0:
            expected += 1
            board.push(answer.ponder)
        if board.is_game_over():
            break
    check(expected or not is_uci, f"{variant}: no move was expected in {board.position()}")


# --- CECP, judged by pyffish ---


def try_pyffish(arguments):
    pyffish = import_pyffish()
    for variant in REFEREED:
        for number in range(arguments.games):
            # Games differ, since the sides look ahead differently far.
            depths = [1 + number % 3, 1 + number // 3 % 3]
            engines = [Cecp([arguments.engine], variant, f"sd {depth}") for depth in depths]
            play(pyffish, engines, variant, claims=True)
    return f"pyffish {'.'.join(map(str, pyffish.version()))}: {arguments.games} games of each of {', '.join(REFEREED)}"


def import_pyffish():
    try:
        import pyffish
    except ImportError:
        raise Skipped("pyffish is not installed (pip install pyffish)") from None
    return pyffish


def play(pyffish, engines, variant, claims):
    """A game in CECP, and whether the engines claim the result that the referee gives."""
    fen, moves, judged = pyffish.start_fen(variant), [], None
    sides = dict(enumerate(engines))
    for ply in range(1000):
        mover, other = sides[ply % 2], sides[1 - ply % 2]
        text = mover.make_move("go" if ply == 0 else f"usermove {clients_board.to_cecp(moves[-1], variant)}")
        legal = pyffish.legal_moves(variant, fen, moves)
        move = clients_board.from_cecp(text, variant, legal)
        check(move in legal, f"{variant}: {text} is illegal after {' '.join(moves)}")
        moves.append(move)
        judged = judge(pyffish, variant, fen, moves)
        if judged is not None:
            break
    else:
        check(False, f"{variant}: the game never ends")
    if claims:
        other.send(f"usermove {clients_board.to_cecp(moves[-1], variant)}")
        for engine in (mover, other):
            claimed = [line.split()[0] for line in engine.settle() if line.startswith(RESULTS)]
            check(claimed == [judged], f"{variant}: claimed {claimed} instead of {judged} after {' '.join(moves)}")
    for engine in engines:
        engine.quit()


def judge(pyffish, variant, fen, moves):
    """The result, from the view of the side that moves first; none while the game goes on."""
    if not pyffish.legal_moves(variant, fen, moves):
        value = pyffish.game_result(variant, fen, moves)
    else:
        over, value = pyffish.is_optional_game_end(variant, fen, moves)
        if not over:
            return None
    if value == 0:
        return "1/2-1/2"
    return "1-0" if (value > 0) == (len(moves) % 2 == 0) else "0-1"


# --- Other programs ---


def try_uci2wb(arguments):
    adapter = need("uci2wb", "Debian's uci2wb")
    pyffish = import_pyffish()
    for depth in [4, 5]:
        engines = [Cecp([adapter, arguments.engine], "dobutsu", f"st 1\nsd {depth}") for _ in range(2)]
        play(pyffish, engines, "dobutsu", claims=False)
    return "2 games of dobutsu"


def try_xboard(arguments):
    need("Xvfb", "Debian's xvfb")
    xboard = need("xboard", "Debian's xboard")
    for program in ("import", "xdotool") if arguments.picture else ():
        need(program, "Debian's imagemagick and xdotool, for --picture")
    with tempfile.TemporaryDirectory() as folder:
        for variant in IN_XBOARD:
            watch_xboard(arguments, xboard, variant, folder)
        if arguments.picture:
            take_picture(arguments, xboard, folder)
    version = subprocess.run([xboard, "--version"], capture_output=True, text=True, check=False).stdout.split("\n")[0]
    return f"{version}: a whole game of each of {', '.join(IN_XBOARD)}"


@contextlib.contextmanager
def two_machines(arguments, xboard, variant, screen, *more):
    """XBoard playing the engine against itself."""
    command = [xboard, "-fcp", arguments.engine, "-scp", arguments.engine, "-variant", variant]
    command += ["-testLegality", "false", "-mode", "TwoMachines", *more]
    silent = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    window = subprocess.Popen(command, env=screen.environment, **silent)
    try:
        yield window
    finally:
        window.terminate()
        window.wait()


def take_picture(arguments, xboard, folder):
    """What XBoard shows in the middle of a game on the clock."""
    with Screen(folder) as screen:
        shown = ["-timeControl", "5", "-size", "bulky", "-showThinking", "true", "-engineOutputUp", "true"]
        shown += ["-engineOutputW", "640", "-engineOutputH", "740"]
        with two_machines(arguments, xboard, "janggi", screen, *shown):
            time.sleep(PICTURE_AFTER)
            # Nobody manages windows there; this puts the second beside the board.
            screen.run("xdotool", "search", "--name", "Engine Output", "windowmove", "592", "0")
            time.sleep(1)
            small = ["+dither", "-colors", "32", "-depth", "8", "+repage", "-strip"]
            screen.run("import", "-window", "root", "-trim", *small, arguments.picture)


def watch_xboard(arguments, xboard, variant, folder):
    """A game of two engines in XBoard, until it is saved."""
    log, pgn = (os.path.join(folder, f"{variant}.{end}") for end in ("debug", "pgn"))
    saved = ["-matchGames", "1", "-saveGameFile", pgn, "-debug", "-nameOfDebugFile", log]
    with Screen(folder) as screen:
        with two_machines(arguments, xboard, variant, screen, *saved, "-depth", "3", "-timeControl", "1") as window:
            end = time.monotonic() + 300
            while window.poll() is None and not saved_result(pgn) and time.monotonic() < end:
                time.sleep(0.2)
    result = saved_result(pgn)
    check(result, f"{variant}: no game was saved; the end of XBoard's log:\n{tail(log)}")
    with open(log, encoding="utf-8", errors="replace") as file:
        text = file.read()
    moves = re.findall(r"^\d+ <(?:first|second) *: move (\S+)", text, re.MULTILINE)
    rules = driver.Engine(arguments.engine, variant)
    played = []
    for move in moves:
        legal = rules.moves(driver.after("startpos", played))
        played.append(clients_board.from_cecp(move, variant, legal))
        check(played[-1] in legal, f"{variant}: {move} is illegal after {' '.join(played[:-1])}")
    judged = rules.result(driver.after("startpos", played))
    after = f"after {' '.join(played)}\n{tail(log)}"
    check(judged[0] == result, f"{variant}: XBoard says {result}, the rules say {judged} {after}")


def saved_result(pgn):
    """The result of the last saved game."""
    if not os.path.exists(pgn):
        return None
    with open(pgn, encoding="utf-8", errors="replace") as file:
        found = re.findall(r'\[Result "(1-0|0-1|1/2-1/2)"\]', file.read())
    return found[-1] if found else None


def tail(log):
    with open(log, encoding="utf-8", errors="replace") as file:
        return "".join(file.readlines()[-15:])


class Screen:
    """A screen that nobody sees."""

    def __init__(self, folder):
        self.number = next(number for number in range(90, 200) if not glob.glob(f"/tmp/.X{number}-lock"))
        self.environment = {**os.environ, "DISPLAY": f":{self.number}", "HOME": folder}

    def __enter__(self):
        command = ["Xvfb", f":{self.number}", "-screen", "0", "1280x800x24", "-nolisten", "tcp"]
        self.server = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(1)
        return self

    def __exit__(self, *_):
        self.server.terminate()
        self.server.wait()

    def run(self, *command):
        subprocess.run(command, env=self.environment, check=True)


def try_cutechess(arguments):
    program = need("cutechess-cli", "https://github.com/cutechess/cutechess")
    side = ["-engine", f"cmd={arguments.engine}", "proto=uci"]
    command = [program, *side, "name=one", *side, "name=two", "-each", "st=0.05", "timemargin=0", "-variant", "dobutsu"]
    games = 2 * arguments.games
    said = run([*command, "-games", str(games)])
    for word in ["illegal", "loses on time", "disconnects", "stalls", "invalid"]:
        check(word not in said, f"dobutsu: {word}\n{said[-2000:]}")
    finished = len(re.findall(r"^Finished game \d+ .*: (?:1-0|0-1|1/2-1/2) ", said, re.MULTILINE))
    check(finished == games, f"dobutsu: {finished} of {games} games were finished\n{said[-2000:]}")
    return f"{run([program, '--version']).split(chr(10))[0]}: {games} games of dobutsu"


def try_fastchess(arguments):
    program = need("fastchess", "https://github.com/Disservin/fastchess")
    said = run([program, "--compliance", arguments.engine])
    return f"{run([program, '--version']).split(chr(10))[0]}: {said.strip().split(chr(10))[-1]}"


def run(command):
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=900)
    said = done.stdout + done.stderr
    check(done.returncode == 0, f"{command[0]} ended with {done.returncode}:\n{said[-4000:]}")
    return said


PARTS = {
    "chess": try_chess,
    "pyffish": try_pyffish,
    "uci2wb": try_uci2wb,
    "xboard": try_xboard,
    "cutechess": try_cutechess,
    "fastchess": try_fastchess,
}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", metavar="PART", help="what to try (everything)")
    built = os.path.join(common.TARGET, "release", "janggun")
    parser.add_argument("--engine", default=built, help="the program (target/release/janggun)")
    parser.add_argument("--games", type=int, default=2, help="games of each kind (2)")
    parser.add_argument("--picture", help="save what XBoard shows of a game on the clock in this file")
    arguments = parser.parse_args()
    arguments.engine = os.path.abspath(arguments.engine)
    for unknown in set(arguments.parts) - set(PARTS):
        parser.error(f"there is no part '{unknown}'; choose of {', '.join(PARTS)}")
    if not os.access(arguments.engine, os.X_OK):
        parser.error(f"'{arguments.engine}' is not a program; build it with cargo build --release, or use --engine")
    failed = False
    for part in arguments.parts or PARTS:
        try:
            print(f"{part}: ok, {PARTS[part](arguments)}", flush=True)
        except Skipped as reason:
            print(f"{part}: skipped, {reason}", flush=True)
        except (Unwelcome, driver.EngineError, subprocess.SubprocessError, OSError) as error:
            failed = True
            print(f"{part}: FAILED, {error}", flush=True)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
