"""Inquiries answered by a cluster: stints played in tasks, merged eight by eight in tasks, and told to the inquiry."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any

import ray

from .._native import Inquiry
from ._keep import Keep
from ._tasks import begin, merged, play
from ._work import Span, Work, start_ray

if TYPE_CHECKING:
    from .._native import Progress

#: How many stints one task merges.
EIGHT = 8


class Series:
    """A series under way: how many of its numbers are still to come, and the stints so far, those that hold more on top."""

    def __init__(self, numbers: int) -> None:
        self.left = numbers
        self.levels: list[list[Any]] = [[]]

    def add(self, stint: Any, level: int = 0) -> None:
        """One more stint. Each eighth on a level becomes one of the level above."""
        if level == len(self.levels):
            self.levels.append([])
        self.levels[level].append(stint)
        if len(self.levels[level]) == EIGHT:
            full, self.levels[level] = self.levels[level], []
            self.add(merged.remote(*full), level + 1)

    def whole(self) -> Any:
        """All stints as one."""
        stints = [stint for level in self.levels for stint in level]
        while len(stints) > 1:
            stints = [merged.remote(*stints[at : at + EIGHT]) for at in range(0, len(stints), EIGHT)]
        return stints[0]


class Answer(Work):
    """An inquiry under way."""

    def __init__(self, inquiry: Inquiry, n: int, chunk: float | None, keep: Keep | None, progress: Progress | None) -> None:
        super().__init__(chunk, progress)
        self.inquiry = inquiry
        self.n = n
        self.keep = keep
        self.kept = keep.all() if keep is not None else {}
        self.series: dict[int, Series] = {}
        self.seen: set[int] = set()
        self.numbers = 0
        #: Series that are played, by what they are merged to.
        self.closing: dict[Any, int] = {}
        self.shared = ray.put(inquiry)

    def more(self) -> list[Span]:
        spans: list[Span] = []
        for place in self.inquiry.due():
            if place not in self.seen:
                self.seen.add(place)
                digest, numbers = self.inquiry.series(place)
                self.series[place] = Series(numbers)
                self.numbers += numbers
                own = spans_of(place, numbers, self.kept.get(digest, []))
                # A series of no fights is played as well: its stint says so.
                spans.extend(own or [Span(place, 0, 0)])
        # A search that is over has asked for less than it might have.
        under_way = self.series or self.closing
        unseen = max(0, self.inquiry.most - len(self.seen)) if under_way else 0
        self.all = self.numbers + self.n * unseen
        return spans

    def submit(self, spans: list[Span], seconds: float | None) -> tuple[Any, list[Any]]:
        if seconds is not None:
            refs: Any = begin.remote(self.shared, spans[0], seconds, self.keep, self.bell)
        else:
            refs = play.options(num_returns=len(spans) + 1).remote(self.shared, spans, self.keep, self.bell)
        *stints, told = refs
        return told, stints

    def settle(self, span: Span, made: Any) -> None:
        series = self.series[span.place]
        series.left -= span.count
        series.add(made)
        if series.left == 0:
            del self.series[span.place]
            self.closing[series.whole()] = span.place

    def others(self) -> list[Any]:
        return list(self.closing)

    def finish(self, ready: list[Any]) -> None:
        for ref, stint in zip(ready, ray.get(ready), strict=True):
            self.inquiry.tell(self.closing.pop(ref), stint)


def spans_of(place: int, numbers: int, kept: list[tuple[int, int, str]]) -> list[Span]:
    """A series as spans: what was kept of it, where that fits together, and the gaps between."""
    spans, at = [], 0
    for start, stop, path in kept:
        if at <= start < stop <= numbers:
            if at < start:
                spans.append(Span(place, at, start))
            spans.append(Span(place, start, stop, path))
            at = stop
    if at < numbers:
        spans.append(Span(place, at, numbers))
    return spans


def answer(inquiry: Inquiry, n: int, chunk: float | None, keep: str | None, progress: Progress | None) -> Any:
    """What comes of an inquiry of `n` fights in each series."""
    start_ray()
    Answer(inquiry, n, chunk, Keep(keep) if keep is not None else None, progress).run()
    return inquiry.found()
