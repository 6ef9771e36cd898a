"""The fight of main.rs with the Python package."""

import quintain


def random_fight() -> str:
    live = quintain.open("thalassa/ambush").live(8, play=["heroes"])
    asked = 0
    while live.asked:
        asked += 1
        question = live.questions()[0]
        if question["shape"]["kind"] == "one":
            live.answer(asked * asked % len(question["options"]))
        else:
            live.default()
    return live.digest


if __name__ == "__main__":
    print(random_fight())
