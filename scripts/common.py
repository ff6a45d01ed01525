"""What the scripts that play and analyse have in common."""

import argparse
import os
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
TARGET = os.path.abspath(os.environ.get("CARGO_TARGET_DIR") or os.path.join(ROOT, "target"))

RULE_SETS = ["janggi", "janggitraditional", "janggimodern", "janggicasual", "janggistrict", "janggiclassic"]
# Files of positions/ in which games begin.
OPENINGS = {
    **dict.fromkeys(RULE_SETS, "janggi_openings.txt"),
    "twelvejanggi": "twelve_openings.txt",
    "dobutsu": "dobutsu_openings.txt",
    "cheduk": "cheduk_setups.txt",
    "chedukmodern": "chedukmodern_setups.txt",
}


def fail(sentence):
    """Ends the script with a sentence that says what to do."""
    sys.exit(f"{os.path.basename(sys.argv[0])}: {sentence}")


def build(folder, target, *features):
    """Builds the package in a folder and returns the path of the program."""
    try:
        # What cargo says goes to standard error, so that pipelines stay clean.
        command = ["cargo", "build", "--release", "--locked", "--quiet", "--bin", "janggun", *features]
        code = subprocess.call(command, cwd=folder, env={**os.environ, "CARGO_TARGET_DIR": target}, stdout=sys.stderr)
    except FileNotFoundError:
        fail("cargo is not on the PATH; install Rust from https://www.rust-lang.org")
    if code != 0:
        fail(f"the engine in {folder} could not be built; cargo says above why")
    return os.path.join(target, "release", "janggun")


def engine():
    """The program named by JANGGUN, or else this working copy, built."""
    named = os.environ.get("JANGGUN")
    if named is None:
        return build(ROOT, TARGET)
    if not os.access(named, os.X_OK):
        fail(f"JANGGUN names '{named}', which is not a program; name one, or unset it to build this working copy")
    return os.path.abspath(named)


def parser(description, mode="match"):
    """A parser for a script whose help is its own description."""
    passed_on = f"Arguments behind -- are passed on to 'janggun {mode}'; its --help lists them."
    return argparse.ArgumentParser(
        description=description, epilog=passed_on, formatter_class=argparse.RawDescriptionHelpFormatter
    )


def parse(parser):
    """The arguments of the script, and those behind `--`."""
    own, rest = sys.argv[1:], []
    if "--" in own:
        cut = own.index("--")
        own, rest = own[:cut], own[cut + 1 :]
    return parser.parse_args(own), rest


def add_match_arguments(parser, games, limit):
    """What all matches are asked for."""
    parser.add_argument("--variant", default="janggi", help="variant (janggi)")
    parser.add_argument("--games", type=int, default=games, help=f"how many at most, an even number ({games})")
    parser.add_argument("--limit", default=limit, help=f"tc=SECONDS+INCREMENT, st=SECONDS, nodes=N or depth=N ({limit})")
    parser.add_argument("--openings", help="file of openings (that of positions/ for the variant)")
    parser.add_argument("--random-plies", type=int, help="random moves at the beginning of each pair, in place of openings")
    parser.add_argument("--concurrency", type=int, default=1, help="games at a time (1)")


def openings(arguments):
    """Where games begin, as `janggun match` is told."""
    file, plies = arguments.openings, arguments.random_plies
    if file is None and plies is None and arguments.variant in OPENINGS:
        file = os.path.join(ROOT, "positions", OPENINGS[arguments.variant])
    told = [] if file is None else ["--openings", file]
    return told if plies is None else [*told, "--random-plies", str(plies)]


def settings(program, name):
    """The settings of an engine, as `janggun match --engine` takes them."""
    return f'cmd="{program}" name="{name}"'


def play(referee, engines, arguments, rest):
    """Becomes `janggun match`, so that its exit code and Ctrl-C are those of the script."""
    command = [referee, "match", "--each", arguments.limit, "option.Hash=16", "--variant", arguments.variant]
    for one in engines:
        command += ["--engine", one]
    command += ["--games", str(arguments.games), "--concurrency", str(arguments.concurrency)]
    command += openings(arguments)
    sys.stdout.flush()
    os.execv(referee, command + rest)


def replace(path, begin, end, text):
    """Puts text between two marks of a file."""
    path = os.path.join(ROOT, path)
    with open(path) as file:
        before, _, rest = file.read().partition(begin)
    with open(path, "w") as file:
        file.write(before + begin + text + end + rest.partition(end)[2])
