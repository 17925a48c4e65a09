#!/usr/bin/env python3
"""Plays a random game over the line protocol of `musket engine`.

    docs/examples/random_game.py [path of musket] [game] [seed]
"""
import json
import random
import subprocess
import sys

musket = sys.argv[1] if len(sys.argv) > 1 else "build/musket"
game = sys.argv[2] if len(sys.argv) > 2 else "p77"
seed = int(sys.argv[3]) if len(sys.argv) > 3 else 1

engine = subprocess.Popen([musket, "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def ask(command):
    engine.stdin.write(command + "\n")
    engine.stdin.flush()
    reply = json.loads(engine.stdout.readline())
    if not reply["ok"]:
        sys.exit(f"{command}: {reply['error']}")
    return reply


chance = random.Random(seed)
reply = ask(f"new {game} seed {seed}")
while not reply["over"]:
    for event in reply["events"]:
        print("  " + event["text"])
    action = chance.choice(ask("actions")["actions"])
    print(reply["seat"], action)
    reply = ask("do " + action)
for event in reply["events"]:
    print("  " + event["text"])
print(reply["outcome"])
ask("quit")
sys.exit(engine.wait())
