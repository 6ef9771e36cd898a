"""The fight of main.rs over the lines of bots.

quintain watch thalassa/ambush --seed 8 --tactics "heroes=program:python3 bot.py" --record fight.jsonl
"""

import json
import sys

asked = 0
for line in sys.stdin:
    asked += 1
    question = json.loads(line)["question"]
    one = question["shape"]["kind"] == "one"
    answer = question["options"][asked * asked % len(question["options"])]["text"] if one else "default"
    print(json.dumps({"answer": answer}), flush=True)
