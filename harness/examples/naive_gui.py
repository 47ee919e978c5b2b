#!/usr/bin/env python3
"""A naive GUI for UCCI: it plays a short game with a healthy engine, and trusts the engine in everything else.

    ponderhit check-gui -- python3 harness/examples/naive_gui.py {engine}

`check-gui` finds five of its mistakes:
1. It waits without a time limit, so it hangs with a silent engine.
2. `readline` returns an empty text at the end of the output for ever, so it hangs when the engine exits.
3. It takes a word of a line without looking whether the line has that word, so it crashes.
4. It expects UTF-8, so it crashes on other bytes.
5. It plays every move that it reads, and the first `bestmove` that it sees: it sends illegal moves.

`careful_gui.rs` makes none of them.
"""

import subprocess
import sys
import time

engine = subprocess.Popen(
    sys.argv[1:],
    stdin=subprocess.PIPE,
    stdout=subprocess.PIPE,
    stderr=subprocess.DEVNULL,
    encoding="utf-8",
    bufsize=1,
)


def send(line):
    engine.stdin.write(line + "\n")


def wait_for(word):
    while True:
        line = engine.stdout.readline()
        if line.startswith(word):
            return line.split()
        if not line:
            time.sleep(0.05)  # hangs without using a whole processor


send("ucci")
wait_for("ucciok")
moves = []
for _ in range(4):
    send("position startpos" + (" moves " + " ".join(moves) if moves else ""))
    send("go depth 1")
    answer = wait_for("bestmove")
    moves.append(answer[1])
send("quit")
wait_for("bye")
engine.wait()
print("played", *moves)
