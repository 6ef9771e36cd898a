"""What all environments share: the shape of what is seen, and the drill behind it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from .._native import Drill, Fight, open as open_fight

Observation: TypeAlias = dict[str, NDArray[Any]]

#: How many answers are looked at to find out how many options there may be.
_LOOKED_AT = 1_500

#: How many fights in which nothing is asked are passed by.
_PASSED_BY = 1_000


class TooManyOptions(ValueError):
    """A question has more options than the environment has room for: give it a larger `max_options`."""


def most_options(drill: Drill) -> int:
    """How many options there is room for unless it is told: what random play meets, and half as many again."""
    draw = np.random.default_rng(0)
    most, number = 1, 0
    drill.again(0, number)
    for _ in range(_LOOKED_AT):
        asked = drill.asked
        if not asked:
            number += 1
            if number == _PASSED_BY:
                break
            drill.again(0, number)
            continue
        count = max(count for *_, count in asked)
        most = max(most, count)
        drill.step(int(draw.integers(asked[0][3])))
    return -(-most * 3 // 2 // 32) * 32


class Sheet:
    """A drill, and how what is seen of it is laid out in arrays of a fixed size."""

    def __init__(
        self,
        encounter: Fight | str,
        *,
        play: Sequence[str],
        tactics: str | Mapping[str, str] | None,
        max_options: int | None,
        round_limit: int,
    ) -> None:
        self.fight = self.fight_of(encounter)
        self.drill = self.fight.drill(play=play, tactics=tactics, round_limit=round_limit)
        self.features: dict[str, Any] = self.drill.features
        whole, each = len(self.features["whole"]), len(self.features["combatant"])
        self.width = whole + self.features["combatants"] * each
        self.option_width = len(self.features["option"])
        self.max_options = most_options(self.drill) if max_options is None else max_options
        self._seed, self._number = 0, -1

    @staticmethod
    def fight_of(encounter: Fight | str) -> Fight:
        """The fight itself, or the one of this name."""
        return open_fight(encounter) if isinstance(encounter, str) else encounter

    def space(self) -> spaces.Dict:
        """The space of observations."""
        return spaces.Dict(
            {
                "observation": spaces.Box(-np.inf, np.inf, (self.width,), np.float32),
                "options": spaces.Box(-np.inf, np.inf, (self.max_options, self.option_width), np.float32),
                "action_mask": spaces.Box(0, 1, (self.max_options,), np.int8),
            }
        )

    def begin(self, seed: int | None) -> None:
        """Begins fight 0 of a seed, or the next of the one before."""
        if seed is not None:
            self._seed, self._number = seed, -1
        for _ in range(_PASSED_BY):
            self._number += 1
            self.drill.again(self._seed, self._number)
            if not self.drill.over:
                return
        raise ValueError(f"in {self.fight.title!r} nothing is asked of those who are played")

    def seen(self, who: int, place: int | None) -> Observation:
        """What somebody sees; `place` is that of the question put to it, if there is one."""
        options = np.zeros((self.max_options, self.option_width), np.float32)
        mask = np.zeros(self.max_options, np.int8)
        if place is None:
            # Something has to be legal even where nothing is asked.
            mask[0] = 1
        else:
            rows = np.frombuffer(self.drill.option_rows(place), np.float32).reshape(-1, self.option_width)
            if len(rows) > self.max_options:
                raise TooManyOptions(f"{len(rows)} options, and room for {self.max_options}")
            options[: len(rows)] = rows
            mask[: len(rows)] = 1
        observation = np.frombuffer(self.drill.observe(who, place), np.float32).copy()
        return {"observation": observation, "options": options, "action_mask": mask}

    def answer(self, action: int, place: int) -> bool:
        """Answers a question by an option, or by its default where the action stands for none; says whether it did."""
        legal = 0 <= action < self.drill.asked[place][3]
        self.drill.step(action if legal else -1, place)
        return legal

    def reward(self, side: str) -> float:
        """The reward of a side as the fight stands."""
        winner = self.drill.winner
        return 0.0 if winner is None else 1.0 if winner == side else -1.0

    def told(self) -> str:
        """The fight in words."""
        view = self.drill.view()
        lines = [f"round {view['round']}, {view['moment']}"]
        for one in view["combatants"]:
            life = next((f"{s['value']}/{s['max']}" for s in one["stats"] if s.get("max") is not None), "")
            state = ", ".join(condition["name"] for condition in one["conditions"])
            lines.append(f"{one['name']} ({one['side']}) {one.get('at', '')} {life} {state}".rstrip())
        return "\n".join(lines)
