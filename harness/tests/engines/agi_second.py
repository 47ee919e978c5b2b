#!/usr/bin/env python3
"""A second AGI engine, written from the page of requirements alone: it plays the legal point nearest to the centre."""
import sys

SIZE, STEPS = 15, [(0, 1), (1, 0), (1, 1), (1, -1)]
DIGITS = "0123456789ABCDEF"


def say(line):
    print(line, flush=True)


def name(point):
    return DIGITS[point[0]] + DIGITS[point[1] + 1]


def points(text):
    """The points of a list, or None if it is malformed."""
    text = text.upper()
    if not text or len(text) % 2 or any(c not in DIGITS for c in text):
        return None
    found = [(DIGITS.index(text[i]), DIGITS.index(text[i + 1]) - 1) for i in range(0, len(text), 2)]
    return found if all(r < SIZE and 0 <= c for r, c in found) else None


class Board:
    def __init__(self):
        self.stones = {}

    def play(self, point):
        if point in self.stones:
            return False
        self.stones[point] = "xo"[len(self.stones) % 2]
        return True

    def row(self, point, step, color):
        """The length of the unbroken row through a point, as if a stone of this color stood there."""
        length = 1
        for sign in (1, -1):
            r, c = point[0] + sign * step[0], point[1] + sign * step[1]
            while self.stones.get((r, c)) == color:
                length, r, c = length + 1, r + sign * step[0], c + sign * step[1]
        return length

    def line(self, point, step, reach):
        for k in range(-reach, reach + 1):
            other = (point[0] + k * step[0], point[1] + k * step[1])
            if 0 <= other[0] < SIZE and 0 <= other[1] < SIZE and other not in self.stones:
                yield other

    def run(self, point, step):
        """The black stones of the row through a black stone."""
        cells = [point]
        for sign in (1, -1):
            r, c = point[0] + sign * step[0], point[1] + sign * step[1]
            while self.stones.get((r, c)) == "x":
                cells.append((r, c))
                r, c = r + sign * step[0], c + sign * step[1]
        return frozenset(cells)

    def completions(self, point, step):
        """The fours with the stone: the five that one more stone makes, without that stone."""
        fours = {}
        for empty in self.line(point, step, 4):
            if self.row(empty, step, "x") == 5:
                five = self.run(empty, step)
                if point in five:
                    fours.setdefault(five - {empty}, set()).add(empty)
        return fours

    def is_three(self, point, step):
        for empty in self.line(point, step, 3):
            if any(self.row(empty, other, "x") == 5 for other in STEPS):
                continue
            self.stones[empty] = "x"
            run = self.run(empty, step)
            straight = len(run) == 4 and point in run and len(self.completions(empty, step).get(run, ())) == 2
            del self.stones[empty]
            if straight and not self.forbidden(empty):
                return True
        return False

    def forbidden(self, point):
        lengths = [self.row(point, step, "x") for step in STEPS]
        if 5 in lengths:
            return False
        if max(lengths) > 5:
            return True
        self.stones[point] = "x"
        fours = sum(len(self.completions(point, step)) for step in STEPS)
        bad = fours > 1 or sum(self.is_three(point, step) for step in STEPS) > 1
        del self.stones[point]
        return bad


class Engine:
    def __init__(self):
        self.board, self.renju, self.ready, self.thinking = Board(), True, False, None

    def best(self, listed):
        every = listed or [(r, c) for r in range(SIZE) for c in range(SIZE)]
        black = self.renju and len(self.board.stones) % 2 == 0
        legal = [p for p in every if p not in self.board.stones and not (black and self.board.forbidden(p))]
        return min(legal or every, key=lambda p: (abs(p[0] - 7) + abs(p[1] - 7), p))

    def answer(self):
        say("BESTMOVE " + name(self.thinking))
        self.thinking = None

    def position(self, words):
        board, parts = Board(), []
        if words[:1] == ["STATU"]:
            parts, words = words[:2], words[2:]
        if words[:1] == ["MOVES"]:
            parts, words = parts + words[:2], words[2:]
        lists = [points(text) for text in parts[1::2]]
        if words or len(parts) % 2 or None in lists:
            return
        if all(board.play(p) for part in lists for p in part):
            self.board = board

    def go(self, words):
        listed = points(words[1]) if words[:1] == ["SEARCH"] and len(words) > 1 else None
        if self.thinking or "PONDER" in words or (words[:1] == ["SEARCH"] and not listed):
            return
        self.thinking = self.best(listed)
        say("INFO DEPTH 1 PV " + name(self.thinking))
        if "INFINITE" not in words:
            self.answer()

    def take(self, line):
        words = line.upper().split()
        if not words:
            return True
        word, words = words[0], words[1:]
        if word == "AGI":
            say("ID NAME Second 1.0 AUTHOR the ponderhit authors")
            say("OPTION OWNBOOK FALSE PONDER FALSE")
            say("AGIOK")
            self.ready = True
        elif word == "QUIT":
            say("BYE")
            return False
        elif not self.ready:
            pass
        elif word == "ISREADY":
            say("READYOK")
        elif word == "SETRULE":
            self.renju = "UNFORBIDDEN" not in words
        elif word == "POSITION":
            self.position(words)
        elif word == "DOMOVE":
            found = points(words[0]) if len(words) == 1 else None
            if found and len(found) == 1:
                self.board.play(found[0])
        elif word == "GO":
            self.go(words)
        elif word == "STOP" and self.thinking:
            self.answer()
        return True


def main():
    engine = Engine()
    for line in sys.stdin.buffer:
        if not engine.take(line.decode("utf-8", "replace")):
            return


main()
