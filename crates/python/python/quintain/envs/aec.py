"""An agent for each combatant, one after the other, for PettingZoo."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from gymnasium import spaces
from pettingzoo import AECEnv

from .._native import Fight
from .agents import Agents
from .sheet import Observation


class FightAEC(AECEnv[str, Observation, int]):
    """A fight in which every combatant of the sides that are played is an agent; who is asked has the turn.

    `sides` are all unless they are told; the others, and those who join later, play by `tactics`.
    """

    metadata = {"name": "quintain_v0", "render_modes": ["ansi"], "is_parallelizable": False}

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
        super().__init__()
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

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of what an agent sees."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins fight 0 of a seed, or the next of the one before."""
        self._all.begin(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = next(iter(self._all.asked()))

    def observe(self, agent: str) -> Observation:
        """What an agent sees now."""
        return self._all.seen(agent)

    def step(self, action: int | None) -> None:
        """Answers for the agent whose turn it is."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        place = self._all.asked()[agent]
        self.infos[agent] = {"legal": self._all.sheet.answer(-1 if action is None else int(action), place)}
        self.rewards = self._all.rewards()
        terminated, truncated = self._all.ends()
        self.terminations = dict.fromkeys(self.agents, terminated)
        self.truncations = dict.fromkeys(self.agents, truncated)
        self.agent_selection = next(iter(self._all.asked()), self.agents[0])
        self._accumulate_rewards()

    def render(self) -> str:
        """The fight in words."""
        return self._all.sheet.told()

    def close(self) -> None:
        """Nothing is left open."""
