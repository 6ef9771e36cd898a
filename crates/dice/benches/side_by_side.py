"""Works the expressions of `side_by_side` in `dice.rs` out with icepool (PyPI) and prints how long each takes.

`python side_by_side.py` prints milliseconds; `python side_by_side.py --table` prints the chances that `tests/icepool.txt` holds.
Each expression is worked out in a process of its own, since icepool remembers what it has worked out.
"""

import subprocess
import sys
import time
from fractions import Fraction

EXPRESSIONS = {
    "3d6": lambda ice: 3 @ ice.d(6),
    "4d6kh3": lambda ice: ice.d(6).highest(4, 3),
    "2d20kl1": lambda ice: ice.d(20).lowest(2, 1),
    "2d6ro<3": lambda ice: 2 @ ice.d(6).reroll([1, 2], depth=1),
    "3d8r1": lambda ice: 3 @ ice.d(8).reroll([1], depth="inf"),
    "6d10>=7": lambda ice: 6 @ (ice.d(10) >= 7),
    "4dF": lambda ice: 4 @ (ice.d(3) - 2),
    "max(d12,d8)": lambda ice: ice.highest(ice.d(12), ice.d(8)),
    "d20+2d6-3": lambda ice: ice.d(20) + 2 @ ice.d(6) - 3,
    "d6*d6": lambda ice: ice.d(6) * ice.d(6),
    "3d6!": lambda ice: 3 @ ice.d(6).explode(depth=16),
    "4d6!kh3": lambda ice: ice.d(6).explode_to_pool(4, depth=12).highest(3).sum(),
    "10d10kh5": lambda ice: ice.d(10).highest(10, 5),
    "20d6>=5": lambda ice: 20 @ (ice.d(6) >= 5),
    "100d6": lambda ice: 100 @ ice.d(6),
    "50d20kh25": lambda ice: ice.d(20).highest(50, 25),
}
# How many values of a long distribution the table holds.
MOST = 12


def work_out(expression: str) -> tuple[object, float]:
    import icepool

    begun = time.perf_counter()
    die = EXPRESSIONS[expression](icepool)
    die.quantities()
    return die, (time.perf_counter() - begun) * 1000


def table(expression: str) -> None:
    die, _ = work_out(expression)
    rows = [(int(value), Fraction(weight, die.denominator())) for value, weight in die.items()]
    # What explodes further than icepool is told to follow comes out otherwise: only what it settles.
    settled = {"3d6!": 60, "4d6!kh3": 15}
    rows = rows[: settled.get(expression)]
    for value, chance in rows[:: max(1, len(rows) // MOST)]:
        print(f"{expression} {value} {chance}")


def main() -> None:
    match sys.argv[1:]:
        case ["--one", expression]:
            print(work_out(expression)[1])
        case ["--table"]:
            for expression in EXPRESSIONS:
                table(expression)
        case _:
            for expression in EXPRESSIONS:
                command = [sys.executable, __file__, "--one", expression]
                best = min(float(subprocess.check_output(command)) for _ in range(3))
                print(f"{expression:>12}  {best:10.3f} ms")


if __name__ == "__main__":
    main()
