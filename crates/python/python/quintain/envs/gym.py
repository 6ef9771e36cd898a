"""One agent that plays a side, for Gymnasium."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from .._native import Fight
from .sheet import Observation, Sheet


class FightEnv(gymnasium.Env[Observation, Any]):
    """A fight in which one side learns and the others play by tactics. Those who join the side later are played, too.

    `encounter` is a fight or the name of one; `side` the first unless it is told; `tactics` those of the others ("random", or
    {"monsters": "random"}); `max_options` the room for options, found out by random play unless it is told.
    """

    metadata = {"render_modes": ["ansi"]}

    def __init__(
        self,
        encounter: Fight | str = "thalassa/cyclops",
        *,
        side: str | None = None,
        tactics: str | Mapping[str, str] | None = None,
        max_options: int | None = None,
        shaping: float = 0.0,
        round_limit: int = 200,
        render_mode: str | None = None,
    ) -> None:
        fight = Sheet.fight_of(encounter)
        self.side = fight.sides[0] if side is None else side
        self._sheet = Sheet(
            fight, play=[self.side], tactics=tactics, max_options=max_options, round_limit=round_limit
        )
        self.fight, self.features, self.shaping, self.render_mode = fight, self._sheet.features, shaping, render_mode
        self.observation_space: spaces.Space[Any] = self._sheet.space()
        self.action_space = spaces.Discrete(self._sheet.max_options)
        self._stood = 0.0

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begins fight 0 of a seed, or the next of the one before."""
        super().reset(seed=seed)
        self._sheet.begin(seed)
        self._stood = self._sheet.drill.standing(self.side) if self.shaping else 0.0
        return self._seen(), self._info(legal=True)

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Answers what is asked, and goes on to the next question."""
        legal = self._sheet.answer(int(action), 0)
        over = self._sheet.drill.over
        reward = self._sheet.reward(self.side) if over else 0.0
        if self.shaping:
            stands = 0.0 if over else self._sheet.drill.standing(self.side)
            reward += self.shaping * (stands - self._stood)
            self._stood = stands
        truncated = over and self._sheet.drill.outcome == "undecided"
        return self._seen(), reward, over and not truncated, truncated, self._info(legal=legal)

    def render(self) -> str:
        """The fight in words."""
        return self._sheet.told()

    def action_masks(self) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """Which actions are legal now."""
        mask: np.ndarray[Any, np.dtype[np.bool_]] = self._seen()["action_mask"].astype(bool)
        return mask

    def _seen(self) -> Observation:
        asked = self._sheet.drill.asked
        return self._sheet.seen(asked[0][0], 0) if asked else self._sheet.seen(0, None)

    def _info(self, *, legal: bool) -> dict[str, Any]:
        drill = self._sheet.drill
        info: dict[str, Any] = {"legal": legal, "round": drill.round, "passed": drill.passed}
        asked = drill.asked
        if asked:
            info["who"], info["topic"] = asked[0][1], asked[0][2]
        else:
            info["outcome"], info["winner"] = drill.outcome, drill.winner
        return info
