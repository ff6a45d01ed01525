#!/usr/bin/env python3
"""Asks the engine for a move by way of python-chess: pip install chess, and `janggun` on the PATH or as the first argument."""

import sys

import chess.engine
import clients_board
import driver

program = sys.argv[1] if len(sys.argv) > 1 else "janggun"
board = clients_board.board_class("janggi", driver.Engine(program, "janggi"))()
with chess.engine.SimpleEngine.popen_uci(program) as engine:
    for _ in range(4):
        board.push(engine.play(board, chess.engine.Limit(nodes=20000)).move)
print(" ".join(move.uci() for move in board.move_stack))
