"""What both environments of PettingZoo share: an agent for each combatant of the sides that are played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from gymnasium import spaces

from .._native import Fight
from .sheet import Observation, Sheet


class Agents:
    """The combatants who are played, by name. Those who join later play by tactics."""

    def __init__(
        self,
        encounter: Fight | str,
        *,
        sides: Sequence[str] | None,
        tactics: str | Mapping[str, str] | None,
        max_options: int | None,
        shaping: float,
        round_limit: int,
    ) -> None:
        fight = Sheet.fight_of(encounter)
        played = fight.sides if sides is None else list(sides)
        roster = list(enumerate(fight.roster))
        self.index = {name: place for place, (name, side) in roster if side in played}
        self.side = {name: side for _, (name, side) in roster if side in played}
        if not self.index:
            raise ValueError(f"nobody fights for {', '.join(played)}; the sides are {', '.join(fight.sides)}")
        self.sheet = Sheet(
            fight, play=list(self.index), tactics=tactics, max_options=max_options, round_limit=round_limit
        )
        self.shaping = shaping
        self._stood: dict[str, float] = {}

    @property
    def names(self) -> list[str]:
        """Everybody who is played."""
        return list(self.index)

    def spaces_of_observations(self) -> dict[str, spaces.Space[Any]]:
        """A space for each."""
        return {name: self.sheet.space() for name in self.index}

    def spaces_of_actions(self) -> dict[str, spaces.Discrete]:
        """A space for each."""
        return {name: spaces.Discrete(self.sheet.max_options) for name in self.index}

    def begin(self, seed: int | None) -> None:
        """Begins fight 0 of a seed, or the next of the one before."""
        self.sheet.begin(seed)
        self._stood = self._stands()

    def asked(self) -> dict[str, int]:
        """Who is asked, with the place of the question."""
        return {name: place for place, (_, name, _, _) in enumerate(self.sheet.drill.asked)}

    def seen(self, name: str) -> Observation:
        """What one of them sees."""
        return self.sheet.seen(self.index[name], self.asked().get(name))

    def rewards(self) -> dict[str, float]:
        """What the last answer brought each of them."""
        over = self.sheet.drill.over
        rewards = {name: self.sheet.reward(side) if over else 0.0 for name, side in self.side.items()}
        if self.shaping:
            stands = dict.fromkeys(self._stood, 0.0) if over else self._stands()
            for name, side in self.side.items():
                rewards[name] += self.shaping * (stands[side] - self._stood[side])
            self._stood = stands
        return rewards

    def ends(self) -> tuple[bool, bool]:
        """Whether the fight is terminated, and whether it is truncated."""
        over = self.sheet.drill.over
        truncated = over and self.sheet.drill.outcome == "undecided"
        return over and not truncated, truncated

    def _stands(self) -> dict[str, float]:
        if not self.shaping:
            return {}
        return {side: self.sheet.drill.standing(side) for side in set(self.side.values())}
