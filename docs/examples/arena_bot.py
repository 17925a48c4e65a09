#!/usr/bin/env python3
"""A bot for `musket arena`: any legal action, but none that ends a move while another is there.

    musket arena p77 --bots random --bot mine='python3 docs/examples/arena_bot.py' --games 20

The arena writes a JSON object per line; a "choose" wants one line back, the action. docs/bots.md
describes the lines."""
import json
import random
import sys

ENDS = {"finish", "halt", "ready", "cease", "pass"}
chance = random.Random(1777)

for line in sys.stdin:
    message = json.loads(line)
    if message["t"] != "choose":
        continue
    actions = message["actions"]
    better = [a for a in actions if a.split()[0] not in ENDS]
    print(chance.choice(better or actions), flush=True)
