"""An agent for each combatant, all who are asked at once, for PettingZoo."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from gymnasium import spaces
from pettingzoo import ParallelEnv

from .._native import Fight
from .agents import Agents
from .sheet import Observation


class FightParallel(ParallelEnv[str, Observation, int]):
    """A fight in which every combatant of the sides that are played is an agent, and all who are asked answer at once.

    Who is not asked waits: only action 0 is legal then, and it does nothing. Where an answer changes what another was asked,
    the other is asked again in the next step, and `info["taken"]` says so.
    """

    metadata = {"name": "quintain_parallel_v0", "render_modes": ["ansi"]}

    def __init__(
        self,
        encounter: Fight | str = "thalassa/cyclops",
        *,
        sides: Sequence[str] | None = None,
        tactics: str | Mapping[str, str] | None = None,
        max_options: int | None = None,
        shaping: float = 0.0,
        round_limit: int = 200,
        render_mode: str | None = None,
    ) -> None:
        self._all = Agents(
            encounter,
            sides=sides,
            tactics=tactics,
            max_options=max_options,
            shaping=shaping,
            round_limit=round_limit,
        )
        self.render_mode = render_mode
        self.fight, self.features = self._all.sheet.fight, self._all.sheet.features
        self.possible_agents = self._all.names
        self.observation_spaces = self._all.spaces_of_observations()
        self.action_spaces = self._all.spaces_of_actions()
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of what an agent sees."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Begins fight 0 of a seed, or the next of the one before."""
        self._all.begin(seed)
        self.agents = list(self.possible_agents)
        return self._seen(), {agent: {} for agent in self.agents}

    def step(
        self, actions: dict[str, int]
    ) -> tuple[
        dict[str, Observation],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        """Answers for everybody who is asked."""
        drill = self._all.sheet.drill
        put = {agent: (drill.asked[place][2], drill.options(place)) for agent, place in self._all.asked().items()}
        infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        rewards = dict.fromkeys(self.agents, 0.0)
        for agent, question in put.items():
            place = self._all.asked().get(agent)
            same = place is not None and (drill.asked[place][2], drill.options(place)) == question
            infos[agent]["taken"] = same
            if place is None or not same:
                continue
            infos[agent]["legal"] = self._all.sheet.answer(int(actions.get(agent, -1)), place)
            for name, reward in self._all.rewards().items():
                rewards[name] += reward
            if drill.over:
                break
        terminated, truncated = self._all.ends()
        agents = self.agents
        seen = self._seen()
        if terminated or truncated:
            self.agents = []
        return seen, rewards, dict.fromkeys(agents, terminated), dict.fromkeys(agents, truncated), infos

    def render(self) -> str:
        """The fight in words."""
        return self._all.sheet.told()

    def close(self) -> None:
        """Nothing is left open."""

    def _seen(self) -> dict[str, Observation]:
        return {agent: self._all.seen(agent) for agent in self.agents}
