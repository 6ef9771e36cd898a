"""Plays all that one chair of a live table is asked, over the JSON interface.

    python3 client.py http://127.0.0.1:7700/api/t/TOKEN

The last word is the address of the chair: the chair's link with /api before /t. Nothing but Python itself is needed.
"""

import http.client
import json
import random
import sys
import time
import urllib.error
import urllib.request

PROTOCOL = 1


class Over(Exception):
    """The fight is over, or cannot go on."""


def state(table):
    with urllib.request.urlopen(table, timeout=30) as answer:
        return json.load(answer)


def send(table, given):
    """Sends an answer or dice. One that comes too late is passed over: the next look at the table shows what is asked now."""
    body = json.dumps(given).encode()
    request = urllib.request.Request(f"{table}/answer", body, {"content-type": "application/json"})
    try:
        urllib.request.urlopen(request, timeout=30).close()
    except urllib.error.HTTPError as fault:
        if fault.code != 409:
            sys.exit(json.load(fault)["error"])


def choose(question):
    """The first attack that is offered and hurts no friend; otherwise what stands if nobody answers."""
    does = [(one["text"], one.get("does") or {}) for one in question["options"]]
    attacks = [text for text, does in does if does.get("group") == "attack" and "hurts-friend" not in does["tags"]]
    return attacks[0] if attacks and question["shape"]["kind"] == "one" else question["default"]


def act(table):
    """Answers until nothing is asked of this chair any more, and says at which version of the table that was."""
    while True:
        now = state(table)
        if now["protocol"] != PROTOCOL:
            sys.exit(f"the table speaks version {now['protocol']} of the interface, and this client version {PROTOCOL}")
        if now["over"] is not None or now["broken"] is not None:
            raise Over
        own = [question for question in now["questions"] if question["own"]]
        if now["dice"]:
            dice = now["dice"]
            faces = [random.randint(1, dice["sides"]) for _ in range(dice["count"])]
            send(table, {"number": dice["number"], "faces": faces})
        elif own:
            question = own[0]
            send(table, {"number": question["number"], "who": question["who"], "words": choose(question)})
        else:
            return now["version"]


def listen(table):
    """Looks at the table whenever it says that something has changed. A stream begins by saying where the table stands."""
    seen, event = -1, ""
    while True:
        try:
            with urllib.request.urlopen(f"{table}/events", timeout=60) as stream:
                for line in stream:
                    key, _, value = line.decode().strip().partition(":")
                    if key == "event":
                        event = value.strip()
                    elif key == "data" and event == "changed" and int(value) > seen:
                        seen = act(table)
        except (OSError, http.client.HTTPException):
            pass  # The stream has broken off, or was silent for long.
        time.sleep(0.5)


if __name__ == "__main__":
    try:
        listen(sys.argv[1])
    except Over:
        pass
