#!/usr/bin/env python3
"""Tell what games of CheDuk say of the embassies, and draw it: the score of each ambassador tile as a heat map.

Reads games that `janggun selfplay cheduk` has written, through `janggun games --print`. Their embassies are drawn by lot, so that
every tile is met as often as every other.

    scripts/cheduk_openings.py --janggun target/release/janggun --svg docs/cheduk-embassies.svg cheduk-*.games
"""

import argparse
import collections
import math
import subprocess

FILES, RANKS = 11, 12
RED = "h3 g3 f3 i4 h4 g4 i5 h5 g5 j6 i6 h6 j7 i7 h7 j8 i8 i9".split()
CENTRE = "f7"
START = {"k5", "k3", "k2", "j1", "k1"}
SET_UP = 12
# Of a normal distribution, for an error at 95 %.
CONFIDENCE = 1.96


def cube(tile):
    """Coordinates x and row; the third is minus their sum."""
    row = RANKS - int(tile[1:])
    return ord(tile[0]) - ord("a") - row // 2, row


def distance(one, other):
    (x, row), (other_x, other_row) = cube(one), cube(other)
    return max(abs(x - other_x), abs(row - other_row), abs(x + row - other_x - other_row))


def number(tile):
    """What is printed on one of Red's ambassador tiles."""
    return distance(tile, CENTRE) - 1


def turned(tile):
    """After half a turn of the board."""
    return chr(ord("a") + FILES - 1 - (ord(tile[0]) - ord("a"))) + str(RANKS + 1 - int(tile[1:]))


def is_reds(tile, embassy):
    """Whether a tile lies in the territory of Red's embassy."""
    (x, row), (embassy_x, embassy_row) = cube(tile), cube(embassy)
    return row >= embassy_row and x + row >= embassy_x + embassy_row


class Score:
    """Of one side in some games."""

    def __init__(self):
        self.games, self.sum, self.squares = 0, 0.0, 0.0

    def add(self, points):
        self.games, self.sum, self.squares = self.games + 1, self.sum + points, self.squares + points * points

    def percent(self):
        return 100 * self.sum / self.games

    def error(self):
        mean = self.sum / self.games
        return 100 * CONFIDENCE * math.sqrt(max(self.squares / self.games - mean * mean, 0.0) / self.games)

    def __str__(self):
        return f"{self.percent():.1f} ± {self.error():.1f} ({self.games})" if self.games else "–"


def games(janggun, files):
    """Red's points, reason, Red's embassy, Blue's as Red would see it, whether Red moved first, plies."""
    command = [janggun, "games", "--print", *files]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as told:
        for head in told.stdout:
            moves = [move.split("/")[0] for move in next(told.stdout).split()]
            words = head.split()
            placed = [move.removeprefix("A@") for move in moves[:2]]
            if len(moves) <= SET_UP or not all(move.startswith("A@") for move in moves[:2]):
                continue
            points = {"1-0": 1.0, "0-1": 0.0}.get(words[3], 0.5)
            red = START | {placed[0]}
            spies = (move.removeprefix("S@") for move in moves[2:SET_UP])
            red |= {tile for tile in spies if is_reds(tile, placed[0])}
            first = moves[SET_UP]
            origin = first[: 3 if first[2:3].isdigit() else 2]
            yield points, words[4], placed[0], turned(placed[1]), origin in red, len(moves)
    if told.returncode != 0:
        raise SystemExit(told.returncode)


def colour(percent):
    """Blue below 50, white at 50, red above, strongest at 20 points, and never so dark that black letters cannot be read on it."""
    strength = max(-1.0, min(1.0, (percent - 50) / 20))
    faded = round(255 * (1 - 0.6 * abs(strength)))
    return f"rgb(255,{faded},{faded})" if strength > 0 else f"rgb({faded},{faded},255)"


def svg(tiles):
    """The board with Red at the bottom right, and Red's ambassador tiles in their colours."""
    size = 30
    width, height = size * math.sqrt(3), size * 1.5
    parts = []
    for rank in range(1, RANKS + 1):
        for file in range(FILES):
            name, row = chr(ord("a") + file) + str(rank), RANKS - rank
            x, y = width * (file + 0.5 + row % 2 / 2) + 4, height * row + size + 4
            corners = ((x + size * math.sin(a * math.pi / 3), y + size * math.cos(a * math.pi / 3)) for a in range(6))
            points = " ".join(f"{px:.1f},{py:.1f}" for px, py in corners)
            score = tiles.get(name)
            fill = colour(score.percent()) if score else "#f4f4f4"
            parts.append(f'<polygon points="{points}" fill="{fill}" stroke="#888"/>')
            if score:
                parts.append(f'<text x="{x:.1f}" y="{y - 3:.1f}" font-size="11">{name}</text>')
                parts.append(f'<text x="{x:.1f}" y="{y + 11:.1f}" font-size="13">{score.percent():.0f}</text>')
            elif name in START:
                letter = {"k5": "D", "k3": "G", "k1": "C"}.get(name, "E")
                parts.append(f'<text x="{x:.1f}" y="{y + 5:.1f}" font-size="15">{letter}</text>')
    across, down = width * (FILES + 0.5) + 8, height * (RANKS - 1) + 2 * size + 8
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {across:.0f} {down:.0f}" width="{across:.0f}" '
        f'font-family="sans-serif" text-anchor="middle">\n<title>Score of Red by the tile of its embassy, in per cent; Blue\'s '
        "games are turned around</title>\n" + "\n".join(parts) + "\n</svg>\n"
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", help="files of self-play games")
    parser.add_argument("--janggun", default="janggun", help="the program that reads them")
    parser.add_argument("--svg", help="file to write the heat map to")
    arguments = parser.parse_args()
    tiles, numbers = collections.defaultdict(Score), collections.defaultdict(Score)
    first, red, reasons, lengths = Score(), Score(), collections.Counter(), []
    for points, reason, own, other, red_first, plies in games(arguments.janggun, arguments.files):
        tiles[own].add(points)
        tiles[other].add(1 - points)
        numbers[number(own), number(other)].add(points)
        numbers[number(other), number(own)].add(1 - points)
        first.add(points if red_first else 1 - points)
        red.add(points)
        reasons[reason] += 1
        lengths.append(plies)
    if not lengths:
        raise SystemExit("there are no games of CheDuk from the start position in these files")
    print(f"{len(lengths)} games, {sum(lengths) / len(lengths):.0f} plies on the average")
    print("ends: " + ", ".join(f"{reason} {count}" for reason, count in reasons.most_common()))
    print(f"first mover {first} per cent; Red {red}\n")
    print("| embassy | number | score |\n|---|---|---|")
    for tile in sorted(RED, key=lambda tile: -tiles[tile].percent() if tiles[tile].games else 0):
        print(f"| `{tile}` (`{turned(tile)}`) | {number(tile)} | {tiles[tile]} |")
    print("\n| own ↓, enemy → | 1 | 2 | 3 |\n|---|---|---|---|")
    for own in (1, 2, 3):
        print(f"| {own} | " + " | ".join(str(numbers[own, other]) for other in (1, 2, 3)) + " |")
    if arguments.svg:
        with open(arguments.svg, "w", encoding="utf-8") as file:
            file.write(svg(tiles))


if __name__ == "__main__":
    main()
