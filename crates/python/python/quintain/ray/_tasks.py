"""What workers do."""

from collections.abc import Sequence
from time import perf_counter, process_time
from typing import Any

import ray

from .._native import Inquiry, merge
from ._bell import Bell, Ear
from ._keep import Keep
from ._work import Done, Span

#: How often a task is begun anew whose worker or node has died.
RETRIES = 5


def played(inquiry: Inquiry, span: Span, keep: Keep | None, ear: Ear) -> tuple[bytes, Done]:
    """Plays a span, or takes it up where it was kept."""
    began, busy = perf_counter(), process_time()
    if span.kept is not None and keep is not None:
        return keep.read(span.kept, inquiry.series(span.place)[0], span.start, span.stop), Done(span.stop)
    stint = inquiry.stint(span.place, span.start, span.stop, progress=ear)
    if keep is not None:
        keep.write(stint, inquiry.series(span.place)[0], span.start, span.stop)
    return stint, Done(span.stop, (perf_counter() - began) / max(1, span.count), process_time() - busy)


def begun(inquiry: Inquiry, span: Span, seconds: float, ear: Ear) -> tuple[bytes, Done]:
    """Plays the first numbers of a span, twice as many each time, until so much time has passed."""
    busy = process_time()
    # The encounter is set up before the clock runs.
    inquiry.series(span.place)
    began, at, count = perf_counter(), span.start, 1
    stints: list[bytes] = []
    while not stints or (at < span.stop and perf_counter() - began < seconds):
        to = min(at + count, span.stop)
        stints.append(inquiry.stint(span.place, at, to, progress=ear))
        at, count = to, count * 2
    took = perf_counter() - began
    return merge(stints), Done(at, took / max(1, at - span.start), process_time() - busy)


@ray.remote(num_cpus=1, max_retries=RETRIES)
def play(inquiry: Inquiry, spans: Sequence[Span], keep: Keep | None, bell: Bell) -> tuple[Any, ...]:
    """Plays spans: the stint of each, and at the end what is told of all."""
    ear = bell.listen()
    stints, dones = zip(*(played(inquiry, span, keep, ear) for span in spans), strict=True)
    return *stints, list(dones)


@ray.remote(num_cpus=1, max_retries=RETRIES, num_returns=2)
def begin(inquiry: Inquiry, span: Span, seconds: float, keep: Keep | None, bell: Bell) -> tuple[bytes, list[Done]]:
    """Plays the first numbers of a span for so many seconds."""
    stint, done = begun(inquiry, span, seconds, bell.listen())
    if keep is not None:
        keep.write(stint, inquiry.series(span.place)[0], span.start, done.stop)
    return stint, [done]


@ray.remote(num_cpus=1, max_retries=RETRIES)
def merged(*stints: bytes) -> bytes:
    """Stints put together."""
    return merge(stints)
