"""An engine with the usual mistakes of a first UCCI engine, for tests of the report.

The engine exits at commands that it does not know, announces its options like a UCI engine, writes its moves with capital
letters, does not check legality, searches in the thread that reads the commands, and does not answer `quit`.
"""

import random
import sys
import time

FILES = "ABCDEFGHI"


def send(line):
    print(line, flush=True)


def random_move():
    point = lambda: random.choice(FILES) + str(random.randrange(10))
    return point() + point()


def search(words):
    if "infinite" in words:
        time.sleep(3)
    for depth in range(1, 4):
        send(f"info depth {depth} score cp {random.randrange(100)} pv {random_move()}")
    send("bestmove " + random_move())


for line in sys.stdin:
    words = line.split()
    command = words[0]
    if command == "ucci":
        send("id name Beginner 0.1")
        send("option name hashsize type spin default 16 min 1 max 1024")
        send("option name Threads type spin default 1 min 1 max 8")
        send("ucciok")
    elif command == "isready":
        send("readyok")
    elif command == "position":
        fen = words[2] if words[1] == "fen" else "startpos"
    elif command == "go":
        search(words)
    elif command == "setoption":
        name, value = words[1], words[2]
    elif command == "stop":
        pass
    elif command == "quit":
        break
    else:
        raise ValueError("unknown command " + command)
