"""Work on numbers from 0 on, cut into chunks of about a second, of which the cluster always has some in hand and none too many."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from time import monotonic
from typing import TYPE_CHECKING, Any

import ray
from ray.exceptions import RayError, RayTaskError

from ._bell import Bell

if TYPE_CHECKING:
    from .._native import Progress

#: How many chunks are submitted for each CPU: one that is played, and some that wait.
AHEAD = 4

#: How long a chunk lasts unless told otherwise, in seconds.
SECOND = 1.0

#: The most chunks in a second: a process that submits takes some milliseconds over each.
MOST_A_SECOND = 200

#: How often finished chunks are looked for and progress is told, in seconds.
EVERY = 0.05

#: How long is waited for what was under way when a run ended, in seconds.
PATIENCE = 30.0

#: How often the size of the cluster is looked up, in seconds: nodes come and go.
LOOK = 5.0


@dataclass(frozen=True)
class Span:
    """Numbers of a series, from `start` to below `stop`, to be played or, where it stands in a file, taken up."""

    place: int
    start: int
    stop: int
    kept: str | None = None

    @property
    def count(self) -> int:
        """How many numbers."""
        return self.stop - self.start


@dataclass(frozen=True)
class Done:
    """What a task tells of a span: up to which number it came, the seconds that each took, and the processor's time in all.

    What was taken up from a file took no time: 0.
    """

    stop: int
    pace: float = 0.0
    busy: float = 0.0


@dataclass(frozen=True)
class Chunk:
    """Spans under way in one task, and what the task gives back for each."""

    spans: list[Span]
    made: list[Any]


def start_ray() -> None:
    """Starts Ray where nobody has."""
    if not ray.is_initialized():
        ray.init()


def cpus() -> int:
    """How many CPUs the cluster has."""
    return max(1, int(ray.cluster_resources().get("CPU", 1)))


def unwrapped(error: RayTaskError) -> BaseException:
    """What a task raised, without the stack of the worker where it is said in plain words."""
    cause = error.cause
    return cause if isinstance(cause, ValueError | OSError) else error


class Work(ABC):
    """Spans to be played, those under way, and how fast it goes."""

    #: The most spans in one chunk.
    together = 64

    #: The most numbers of one span.
    longest = 1 << 62

    def __init__(self, chunk: float | None, progress: Progress | None) -> None:
        if chunk is not None and not chunk > 0:
            raise ValueError(f"a chunk lasts more than {chunk} seconds")
        #: How long a chunk is to last, in seconds; on a large cluster longer, unless that was said.
        self.chunk = chunk or SECOND
        self.said = chunk is not None
        self.progress = progress
        #: Rung where the run ends before all is played.
        self.bell = Bell()
        self.waiting: deque[Span] = deque()
        self.running: dict[Any, Chunk] = {}
        self.done = 0
        self.all = 0
        #: Seconds for one number, as it was last; nothing where none was played.
        self.pace: float | None = None
        self.paces: dict[int, float] = {}
        self.busy = 0.0

    @abstractmethod
    def submit(self, spans: list[Span], seconds: float | None) -> tuple[Any, list[Any]]:
        """Begins a task: what will tell of the spans, one `Done` each, and what it makes of each.

        With `seconds`, it plays the first numbers of the only span until they have passed.
        """

    @abstractmethod
    def settle(self, span: Span, made: Any) -> None:
        """Takes in what was made of a span."""

    def more(self) -> Iterable[Span]:
        """What else is to be played, now that nothing waits."""
        return ()

    def finish(self, ready: list[Any]) -> None:
        """Takes in what else was waited for."""

    def others(self) -> list[Any]:
        """What else is waited for."""
        return []

    def run(self) -> None:
        """Plays everything. What `progress` raises, or Ctrl-C, ends what is under way."""
        try:
            self._run()
        except RayTaskError as error:
            self.end()
            raise unwrapped(error) from None
        except BaseException:
            self.end()
            raise
        self.tell()

    def _run(self) -> None:
        looked, count = float("-inf"), 1
        while True:
            if not self.waiting:
                self.waiting.extend(self.more())
            if monotonic() - looked >= LOOK:
                looked, count = monotonic(), cpus()
                self.chunk = self.chunk if self.said else max(SECOND, count / MOST_A_SECOND)
            self.fill(count)
            refs = [*self.running, *self.others()]
            if not refs:
                return
            ready, _ = ray.wait(refs, num_returns=len(refs), timeout=EVERY, fetch_local=False)
            chunks = [ref for ref in ready if ref in self.running]
            others = [ref for ref in ready if ref not in self.running]
            self.take(chunks)
            self.finish(others)
            self.tell()

    def fill(self, cpus: int) -> None:
        """Submits chunks, as many as are to be in hand; one alone until it is known how long fights last."""
        while self.waiting and len(self.running) < AHEAD * cpus:
            if self.waiting[0].kept is None and self.pace is None:
                if self.running:
                    return
                spans, seconds = [self.waiting.popleft()], min(self.chunk, 1.0) / 10
            else:
                spans, seconds = self.cut(cpus), None
            told, made = self.submit(spans, seconds)
            self.running[told] = Chunk(spans, made)

    def cut(self, cpus: int) -> list[Span]:
        """Takes spans off that last as long as a chunk together; less near the end, so that all CPUs come to it at once."""
        if self.waiting[0].kept is not None:
            return [self.waiting.popleft()]
        usual = self.pace or 0.0
        left = usual * sum(span.count for span in self.waiting) if len(self.waiting) < cpus else self.chunk * cpus
        room = min(self.chunk, max(left / cpus, self.chunk / 10))
        spans: list[Span] = []
        while self.waiting and len(spans) < self.together:
            span = self.waiting[0]
            pace = max(self.paces.get(span.place, usual), 1e-9)
            count = min(span.count, self.longest, max(1, int(room / pace)))
            if spans and (span.kept is not None or count < span.count):
                break
            self.waiting.popleft()
            spans.append(replace(span, stop=span.start + count))
            if count < span.count:
                self.waiting.appendleft(replace(span, start=span.start + count))
            room -= count * pace
            if room <= 0:
                break
        return spans

    def take(self, ready: list[Any]) -> None:
        """Takes in chunks that are done."""
        for told, dones in zip(ready, ray.get(ready), strict=True):
            chunk = self.running.pop(told)
            for span, done, made in zip(chunk.spans, dones, chunk.made, strict=True):
                if done.stop < span.stop:
                    self.waiting.appendleft(replace(span, start=done.stop))
                count = done.stop - span.start
                if done.pace:
                    self.pace = self.paces[span.place] = done.pace
                self.busy += done.busy
                self.done += count
                self.settle(replace(span, stop=done.stop), made)

    def tell(self) -> None:
        """Says how far it has come."""
        if self.progress is not None:
            self.progress(self.done, self.all)

    def end(self) -> None:
        """Ends what is under way; what nobody has begun is not begun."""
        refs = [*self.running, *self.others()]
        made = [ref for chunk in self.running.values() for ref in chunk.made if isinstance(ref, ray.ObjectRef)]
        # Where the cluster itself is gone, there is nothing to end, and what was raised says more.
        with suppress(RayError):
            self.bell.ring()
            # Nobody writes into a folder any more that the next run looks into.
            if refs:
                ray.wait(refs, num_returns=len(refs), timeout=PATIENCE)
        for ref in made:
            # What nobody asks for, Ray prints.
            with suppress(RayError):
                ray.get(ref, timeout=0)
