"""How workers hear that a run is over.

`ray.cancel` would say so to each task. But where a task is handed to a worker at that very moment, Ray (2.60) takes it for
finished twice, and ends the program that asked. So a bell is rung, and who plays listens for it.
"""

from __future__ import annotations

from contextlib import suppress
from time import monotonic
from typing import Any
from uuid import uuid4

import ray
from ray.exceptions import RayError
from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

#: How often a worker listens, in seconds.
EVERY = 0.5

#: How long a task waits for an answer before it begins, in seconds: long for a bell that hangs, short for one that does not yet.
BEFORE = 0.02


class Over(Exception):
    """The run is over: nobody waits for what would be played."""


@ray.remote(num_cpus=0, max_restarts=-1)
class Tower:
    """The bells of the runs of one program: which have been rung."""

    def __init__(self) -> None:
        self.rung: set[str] = set()

    def ring(self, run: str) -> None:
        """This run is over."""
        self.rung.add(run)

    def has_rung(self, run: str) -> bool:
        """Whether this run is over."""
        return run in self.rung


class Bell:
    """The bell of one run, which a task takes along."""

    #: The tower of this program, and the job of Ray for which it stands.
    built: tuple[str, Any] | None = None

    def __init__(self) -> None:
        context = ray.get_runtime_context()
        job = context.get_job_id()
        if Bell.built is None or Bell.built[0] != job:
            # Where the program runs that rings: the node that is lost last.
            near = NodeAffinitySchedulingStrategy(context.get_node_id(), soft=True)
            tower: Any = Tower
            Bell.built = (job, tower.options(scheduling_strategy=near).remote())
        self.tower, self.run = Bell.built[1], uuid4().hex

    def ring(self) -> None:
        """Tells those who listen that the run is over."""
        self.tower.ring.remote(self.run)

    def listen(self) -> Ear:
        """Listens. Raises `Over` where the bell has been rung already."""
        ear = Ear(self)
        ear.hear(BEFORE)
        return ear


class Ear:
    """Listens to a bell while something is played: as `progress` of what plays. A bell that is lost is not heard."""

    def __init__(self, bell: Bell) -> None:
        self.bell = bell
        self.asked: Any = None
        self.next = 0.0

    def __call__(self, done: int, all_: int) -> None:
        """Raises `Over` once the bell has been rung."""
        if self.asked is not None or monotonic() >= self.next:
            self.hear(0.0)

    def hear(self, patience: float) -> None:
        """Asks, or looks whether there is an answer; for so many seconds at most."""
        if self.asked is None:
            self.asked = self.bell.tower.has_rung.remote(self.bell.run)
        with suppress(RayError):
            ready, _ = ray.wait([self.asked], timeout=patience)
            if not ready:
                return
            answered, self.asked, self.next = self.asked, None, monotonic() + EVERY
            if ray.get(answered):
                raise Over
