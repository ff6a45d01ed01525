#!/usr/bin/env python3
"""Draw the pieces and boards that XBoard shows for Janggi: SVG files and a picture of each board.

    scripts/make_xboard_theme.py FOLDER

Pieces are octagons with Chinese characters, green for Cho and red for Han, larger the more they matter. The characters are drawn
here, stroke by stroke; no font is needed to look at them. The board has lines through the middle of XBoard's squares, as
pieces stand on the crossings, and the diagonals of both palaces.
"""

import argparse
import pathlib
import struct
import zlib

# Strokes on a field of 100 by 100, each a row of points from which a pen is not lifted.
CHARACTERS = {
    "車": ["20,20 80,20", "30,34 70,34 70,66 30,66 30,34", "30,50 70,50", "12,80 88,80", "50,8 50,96"],
    "包": [
        "36,6 30,22 14,40",
        "32,22 84,22 82,62 78,72 68,70",
        "26,40 62,40 62,58 26,58",
        "26,40 26,84 32,92 82,92 90,86 90,74",
    ],
    "馬": [
        "28,10 76,10",
        "28,10 28,60",
        "28,27 72,27",
        "28,43 72,43",
        "52,10 52,60",
        "28,60 84,60 82,82 76,94 66,90",
        "18,70 12,88",
        "32,70 34,84",
        "46,68 50,82",
        "60,68 66,80",
    ],
    "象": [
        "42,4 34,14 20,24",
        "40,12 66,12 58,24",
        "24,24 78,24 78,42 24,42 24,24",
        "50,24 50,42",
        "50,42 38,52 14,62",
        "44,50 56,62 58,80 52,94 42,90",
        "54,60 38,68 18,78",
        "58,70 40,82 18,92",
        "84,46 72,54 60,60",
        "60,54 72,74 90,90",
    ],
    "士": ["12,40 88,40", "50,10 50,88", "26,88 74,88"],
    "卒": [
        "50,4 50,18",
        "16,20 84,20",
        "36,24 30,38 16,50",
        "34,32 46,46",
        "66,24 62,38 48,50",
        "64,32 82,50",
        "10,64 90,64",
        "50,52 50,96",
    ],
    "兵": [
        "66,6 48,12 28,14",
        "28,14 28,60",
        "28,34 78,34",
        "60,34 60,60",
        "8,62 92,62",
        "36,70 28,82 14,92",
        "62,70 86,92",
    ],
    "楚": [
        "8,16 46,16",
        "27,4 27,44",
        "26,18 18,32 8,40",
        "29,20 45,36",
        "54,16 92,16",
        "73,4 73,44",
        "72,18 64,32 54,40",
        "75,20 91,36",
        "14,50 86,50 80,60",
        "50,50 50,92",
        "50,70 76,70",
        "30,62 28,78 12,94",
        "26,80 44,92 90,94",
    ],
    "漢": [
        "12,10 22,18",
        "6,34 18,42",
        "8,92 16,80 24,60",
        "34,16 92,16",
        "50,6 50,26",
        "76,6 76,26",
        "42,32 84,32 84,48 42,48 42,32",
        "63,26 63,74",
        "36,60 90,60",
        "30,74 96,74",
        "62,74 54,86 32,94",
        "65,74 76,86 96,94",
    ],
}

# The letter of XBoard's file for each piece: the character of Cho, that of Han, and the size of the octagon.
# XBoard names its files by its own kinds of pieces; the protocol's `setup` tells which kind stands for which piece.
PIECES = {
    "Gold": ("楚", "漢", 47),
    "Rook": ("車", "車", 40),
    "Canon": ("包", "包", 40),
    "Knight": ("馬", "馬", 40),
    "Elephant": ("象", "象", 40),
    "Advisor": ("士", "士", 32),
    "Commoner": ("卒", "兵", 32),
}

GREEN = "#12633a"
RED = "#b3201f"
WOOD = "#f3dfb0"
EDGE = "#8a6a32"


def octagon(radius):
    cut = radius * 0.41
    corners = [(-radius, -cut), (-cut, -radius), (cut, -radius), (radius, -cut)]
    corners += [(-x, -y) for x, y in corners]
    return " ".join(f"{50 + x:.1f},{50 + y:.1f}" for x, y in corners)


def piece(character, ink, radius):
    """A piece in SVG."""
    size = radius * 1.18
    scale = size / 100
    corner = 50 - size / 2
    strokes = "\n".join(f'    <polyline points="{points}"/>' for points in CHARACTERS[character])
    return f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" width="100" height="100">
  <title>{character}</title>
  <polygon points="{octagon(radius)}" fill="{WOOD}" stroke="{EDGE}" stroke-width="2.5"/>
  <polygon points="{octagon(radius - 4.5)}" fill="none" stroke="{ink}" stroke-width="1.2"/>
  <g transform="translate({corner:.2f} {corner:.2f}) scale({scale:.4f})" fill="none" stroke="{ink}" stroke-width="8" stroke-linecap="round" stroke-linejoin="round">
{strokes}
  </g>
</svg>
"""


def distance(point, line):
    """From a point to a line between two others."""
    (x, y), ((a, b), (c, d)) = point, line
    length = (c - a) ** 2 + (d - b) ** 2
    along = max(0.0, min(1.0, ((x - a) * (c - a) + (y - b) * (d - b)) / length))
    return ((x - a - along * (c - a)) ** 2 + (y - b - along * (d - b)) ** 2) ** 0.5


def board_lines(files, ranks):
    lines = [((0, rank), (files - 1, rank)) for rank in range(ranks)]
    lines += [((file, 0), (file, ranks - 1)) for file in range(files)]
    for rank in (0, ranks - 3):
        lines += [((3, rank), (5, rank + 2)), ((5, rank), (3, rank + 2))]
    return lines


def board(files, ranks, square):
    """The rows of a picture of the board: lines on wood, a pixel as red, green and blue."""
    width, height = files * square, ranks * square
    wood = (226, 190, 120)
    rows = [[wood] * width for _ in range(height)]
    for (a, b), (c, d) in board_lines(files, ranks):
        ends = tuple(((x + 0.5) * square, (y + 0.5) * square) for x, y in ((a, b), (c, d)))
        xs, ys = zip(*ends)
        for y in range(max(0, int(min(ys)) - 2), min(height, int(max(ys)) + 3)):
            for x in range(max(0, int(min(xs)) - 2), min(width, int(max(xs)) + 3)):
                cover = 1.3 - distance((x + 0.5, y + 0.5), ends)
                if cover > 0:
                    part = min(1.0, cover)
                    old = rows[y][x]
                    rows[y][x] = tuple(round(c * (1 - part) + ink * part) for c, ink in zip(old, (70, 45, 15)))
    return rows


def write_png(path, rows):
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    raw = b"".join(b"\0" + bytes(value for pixel in row for value in pixel) for row in rows)
    header = struct.pack(">IIBBBBB", len(rows[0]), len(rows), 8, 2, 0, 0, 0)
    data = chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(raw, 9)) + chunk(b"IEND", b"")
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + data)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--square", type=int, default=64, help="width of a square of the board's picture in pixels")
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    for kind, (cho, han, radius) in PIECES.items():
        for side, character, ink in (("White", cho, GREEN), ("Black", han, RED)):
            path = arguments.folder / f"{side}{kind}.svg"
            path.write_text(piece(character, ink, radius), encoding="utf-8")
    write_png(arguments.folder / "board-9x10.png", board(9, 10, arguments.square))


if __name__ == "__main__":
    main()
