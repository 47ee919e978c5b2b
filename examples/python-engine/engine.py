#!/usr/bin/env python3
"""A small UCCI engine: it plays a random legal move. It shows how a repository checks its engine with ponderhit."""

import random
import sys

START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"
FILES = "abcdefghi"
PIECES = "KABNRCPkabnrcp"


class Board:
    """A position: 90 points, of which `.` is empty. Point 0 is a0, point 89 is i9; red is upper case."""

    def __init__(self, fen):
        words = fen.split()
        rows = words[0].split("/") if words else []
        if len(rows) != 10 or len(words) < 2 or words[1] not in ("w", "b"):
            raise ValueError("not a position: " + fen)
        self.red_to_move = words[1] == "w"
        self.points = []
        for row in reversed(rows):
            points = []
            for letter in row:
                if letter.isdigit():
                    points += "." * int(letter)
                elif letter in PIECES:
                    points.append(letter)
            if len(points) != 9:
                raise ValueError("not a row of nine points: " + row)
            self.points += points
        if self.points.count("K") != 1 or self.points.count("k") != 1:
            raise ValueError("each side has one king")

    def at(self, file, rank):
        """Returns the piece on a point, or an empty text outside of the board."""
        return self.points[rank * 9 + file] if 0 <= file < 9 and 0 <= rank < 10 else ""

    def targets(self, start):
        """Returns the points that the piece on `start` could move to, without a look at checks."""
        piece = self.points[start]
        red = piece.isupper()
        rank, file = divmod(start, 9)
        kind = piece.upper()
        forward = 1 if red else -1
        home = rank < 5 if red else rank > 4
        found = []

        def add(df, dr):
            other = self.at(file + df, rank + dr)
            if other and (other == "." or other.isupper() != red):
                found.append((rank + dr) * 9 + file + df)

        if kind == "K" or kind == "A":
            steps = [(1, 0), (-1, 0), (0, 1), (0, -1)] if kind == "K" else [(1, 1), (1, -1), (-1, 1), (-1, -1)]
            for df, dr in steps:
                palace = range(0, 3) if red else range(7, 10)
                if 3 <= file + df <= 5 and rank + dr in palace:
                    add(df, dr)
        elif kind == "B":
            for df, dr in [(2, 2), (2, -2), (-2, 2), (-2, -2)]:
                side = range(0, 5) if red else range(5, 10)
                if rank + dr in side and self.at(file + df // 2, rank + dr // 2) == ".":
                    add(df, dr)
        elif kind == "N":
            for df, dr in [(1, 2), (-1, 2), (1, -2), (-1, -2), (2, 1), (2, -1), (-2, 1), (-2, -1)]:
                if self.at(file + int(df / 2), rank + int(dr / 2)) == ".":
                    add(df, dr)
        elif kind == "P":
            add(0, forward)
            if not home:
                add(1, 0)
                add(-1, 0)
        else:
            for df, dr in [(1, 0), (-1, 0), (0, 1), (0, -1)]:
                step = 1
                while self.at(file + df * step, rank + dr * step) == ".":
                    add(df * step, dr * step)
                    step += 1
                if kind == "C":
                    step += 1
                    while self.at(file + df * step, rank + dr * step) == ".":
                        step += 1
                if self.at(file + df * step, rank + dr * step):
                    add(df * step, dr * step)
        return found

    def play(self, start, end):
        self.points[end] = self.points[start]
        self.points[start] = "."
        self.red_to_move = not self.red_to_move

    def is_exposed(self, red):
        """Returns true if the king of a side can be captured, or faces the other king."""
        king = self.points.index("K" if red else "k")
        for start, piece in enumerate(self.points):
            if piece != "." and piece.isupper() != red and king in self.targets(start):
                return True
        other = self.points.index("k" if red else "K")
        low, high = min(king, other), max(king, other)
        return king % 9 == other % 9 and all(it == "." for it in self.points[low + 9 : high : 9])

    def is_legal(self, start, end):
        """Returns true if the move captures the king, or leaves the own king safe."""
        red = self.red_to_move
        piece, captured = self.points[start], self.points[end]
        if piece == "." or piece.isupper() != red or end not in self.targets(start):
            return False
        self.play(start, end)
        # A captured king ends the game at once.
        is_safe = captured in ("K", "k") or not self.is_exposed(red)
        self.points[start], self.points[end], self.red_to_move = piece, captured, red
        return is_safe

    def legal_moves(self):
        starts = [it for it in range(90) if self.points[it] != "."]
        moves = [(start, end) for start in starts for end in self.targets(start)]
        return [point_name(start) + point_name(end) for start, end in moves if self.is_legal(start, end)]


def point_name(point):
    return FILES[point % 9] + str(point // 9)


def parse_move(name):
    """Returns the two points of a move such as `h2e2`."""
    if len(name) != 4 or name[0] not in FILES or name[2] not in FILES or not (name[1] + name[3]).isdigit():
        raise ValueError("not a move: " + name)
    return [int(name[at + 1]) * 9 + FILES.index(name[at]) for at in (0, 2)]


class Engine:
    def __init__(self):
        self.board = Board(START)
        self.banned = set()
        self.is_thinking = False

    def set_position(self, words):
        """Sets the position of `position`. A position that is not legal leaves the board as it is."""
        moves = words[words.index("moves") + 1 :] if "moves" in words else []
        place = words[: words.index("moves")] if "moves" in words else words
        board = Board(START if place == ["startpos"] else " ".join(place[1:]))
        for move in moves:
            start, end = parse_move(move)
            if not board.is_legal(start, end):
                raise ValueError("not a legal move: " + move)
            board.play(start, end)
        self.board = board
        self.banned = set()

    def best_move(self):
        self.is_thinking = False
        moves = [it for it in self.board.legal_moves() if it not in self.banned]
        return "bestmove " + random.choice(moves) if moves else "nobestmove"

    def answer(self, words):
        """Returns the answers to one line of the interface."""
        command = words[0] if words else ""
        if words == ["isready"]:
            return ["readyok"]
        if words == ["quit"]:
            return ["bye"]
        if command == "probe":
            return ["pophash"]
        if words == ["stop"] and not self.is_thinking:
            return ["nobestmove"]
        if self.is_thinking:
            return [self.best_move()] if words == ["stop"] or command == "ponderhit" else []
        if words == ["ucci"]:
            return ["id name Random Python", "option usemillisec type check default true", "ucciok"]
        if command == "position":
            try:
                self.set_position(words[1:])
            except ValueError as error:
                print(error, file=sys.stderr)
        elif command == "banmoves":
            self.banned.update(words[1:])
        elif command == "go":
            # A search without a limit lasts until `stop`, and one on the opponent's time until `ponderhit`.
            self.is_thinking = "infinite" in words or ("ponder" in words and "time" in words)
            return [] if self.is_thinking else [self.best_move()]
        return []


def main():
    engine = Engine()
    for line in sys.stdin.buffer:
        words = line.decode("ascii", "replace").split()
        for answer in engine.answer(words):
            # Without a flush the answer stays in a buffer, and the interface waits for it.
            print(answer, flush=True)
        if words == ["quit"]:
            break


if __name__ == "__main__":
    main()
