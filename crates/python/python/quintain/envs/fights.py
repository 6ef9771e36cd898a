"""Many fights stepped in one call."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._native import Fight, VecFights
from .sheet import Sheet, TooManyOptions


@dataclass(frozen=True, slots=True)
class Batch:
    """What is told of all fights after a step. The arrays are not to be written to."""

    #: What the one who is asked sees, a row for each fight.
    observations: NDArray[np.float32]
    #: A row for each option of each fight, those of one fight behind those of the other.
    options: NDArray[np.float32]
    #: Where the options of each fight begin; those of fight `i` are `options[offsets[i] : offsets[i + 1]]`.
    offsets: NDArray[np.int64]
    #: What the last answer brought; 0 after a reset.
    rewards: NDArray[np.float32]
    #: Where the last answer ended the fight. What is seen is of the next one already.
    terminated: NDArray[np.bool_]
    #: Where the fight came to the round limit instead.
    truncated: NDArray[np.bool_]
    #: Who is asked, by the place in the roster.
    asked: NDArray[np.int32]
    #: Which option of its fight is the default; -1 where none is.
    default: NDArray[np.int32]

    @property
    def counts(self) -> NDArray[np.int64]:
        """How many options each fight has."""
        counts: NDArray[np.int64] = np.diff(self.offsets)
        return counts


class Fights:
    """`n` fights of one encounter in which one side learns; fight `i` is followed by fight `i + n` of the seed.

    Everything that `FightEnv` takes, and `threads`. Nothing is padded: see `Batch.offsets`, and `padded`.
    """

    def __init__(
        self,
        encounter: Fight | str,
        n: int,
        seed: int = 1,
        *,
        side: str | None = None,
        tactics: str | Mapping[str, str] | None = None,
        threads: int = 1,
        shaping: float = 0.0,
        round_limit: int = 200,
    ) -> None:
        self.fight = Sheet.fight_of(encounter)
        self._native = VecFights(
            self.fight,
            n,
            seed,
            side=side,
            tactics=tactics,
            threads=threads,
            shaping=shaping,
            round_limit=round_limit,
        )
        self.features: dict[str, Any] = self._native.features
        whole, each = len(self.features["whole"]), len(self.features["combatant"])
        self.width = whole + self.features["combatants"] * each
        self.option_width = len(self.features["option"])

    def __len__(self) -> int:
        return len(self._native)

    def reset(self, seed: int | None = None) -> Batch:
        """Begins all fights anew, as the first of their seed."""
        return self._batch(self._native.reset(seed))

    def step(self, actions: ArrayLike) -> Batch:
        """Answers in all fights: the place of an option for each, below 0 for the default."""
        return self._batch(self._native.step(np.asarray(actions, np.int64).tolist()))

    def _batch(self, told: dict[str, bytes]) -> Batch:
        n = len(self)
        offsets = np.zeros(n + 1, np.int64)
        np.cumsum(np.frombuffer(told["counts"], np.uint32), out=offsets[1:])
        rewards = np.frombuffer(told["rewards"], np.float32)
        return Batch(
            observations=np.frombuffer(told["observations"], np.float32).reshape(n, self.width),
            options=np.frombuffer(told["options"], np.float32).reshape(-1, self.option_width),
            offsets=offsets,
            rewards=rewards if len(rewards) else np.zeros(n, np.float32),
            terminated=_flags(told["done"], n),
            truncated=_flags(told["truncated"], n),
            asked=np.frombuffer(told["asked"], np.int32),
            default=np.frombuffer(told["default"], np.int32),
        )


def _flags(told: bytes, n: int) -> NDArray[np.bool_]:
    flags = np.frombuffer(told, np.bool_)
    return flags if len(flags) else np.zeros(n, np.bool_)


def padded(batch: Batch, width: int) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
    """The options of each fight in an array of `width` rows, and which of them there are.

    Raises `TooManyOptions` where a fight has more: options are never cut off.
    """
    counts = batch.counts
    if counts.max(initial=0) > width:
        raise TooManyOptions(f"{counts.max()} options, and room for {width}")
    mask: NDArray[np.bool_] = np.arange(width) < counts[:, None]
    options = np.zeros((len(counts), width, batch.options.shape[1]), np.float32)
    options[mask] = batch.options
    return options, mask
