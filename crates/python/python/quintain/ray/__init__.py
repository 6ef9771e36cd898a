"""Simulations over any Ray cluster: the calls of `Fight`, shared out among all its CPUs.

>>> import quintain
>>> import quintain.ray
>>> fight = quintain.open("thalassa/cyclops")
>>> report = quintain.ray.sim(fight, 10_000_000, seed=7)    # doctest: +SKIP
>>> report["sides"][0]["wins"]                              # doctest: +SKIP
2055161

What comes back is the same, figure for figure, as on one machine, however many nodes there are, and whichever of them die on
the way: the numbers of the fights are cut into chunks of about a second, each is counted once, and the counts are whole
numbers that are merged. Of a report only `threads`, `seconds` and `fights_per_second` depend on the cluster.

| call | like | |
| --- | --- | --- |
| `sim(fight, n, seed)` | `fight.sim` | `full=True` as well |
| `compare(fight, other, n)` | `fight.compare` | |
| `sweep(fight, knobs, n)` | `fight.sweep` | all settings at once |
| `tune(fight, target, knobs, n)` | `fight.tune` | halves by the same steps |
| `matter(fight, n)` | `fight.matter` | all changes at once |
| `ladder(fight, rungs, n)` | `fight.ladder` | all steps at once |
| `rows_to(fight, uri, n)` | `fight.rows` | Parquet on any filesystem of Arrow |

All take `tactics`, `round_limit`, `progress` and `chunk`, the seconds that a chunk shall last, about: one, and more on a cluster
of more than 200 CPUs, unless it is said. `keep` is a folder or an address of Arrow (`s3://bucket/folder`): each chunk is written
there, and another run of the same fights takes up what it finds. The program that calls may then die as well.

Every node needs this package (`runtime_env={"pip": [...]}`, or its image), and `program:` tactics the program. Where Ray has not
been started, it is, as by `ray.init()`.
"""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter
from typing import TYPE_CHECKING, Any, cast

try:
    import ray as _ray  # noqa: F401
except ImportError as missing:
    raise ImportError("quintain.ray needs Ray: pip install 'quintain[ray]'") from missing

from .._native import Fight, Inquiry, Rows
from ._answer import answer
from ._parts import rows_to
from ._work import cpus

if TYPE_CHECKING:
    from .._native import Progress, Tactics

__all__ = ["compare", "ladder", "matter", "rows_to", "sim", "sweep", "tune"]


def sim(
    fight: Fight,
    n: int,
    seed: int = 1,
    *,
    tactics: Tactics | None = None,
    round_limit: int = 200,
    full: bool = False,
    chunk: float | None = None,
    keep: str | None = None,
    progress: Progress | None = None,
) -> dict[str, Any]:
    """Plays `n` fights and says what came of them, as `Fight.sim` does.

    >>> sim(fight, 1_000_000, seed=7, keep="s3://bucket/cyclops")    # doctest: +SKIP
    """
    began = perf_counter()
    inquiry = Inquiry(fight, ("full",) if full else ("sim",), n, seed, tactics, round_limit)
    report = cast(dict[str, Any], answer(inquiry, n, chunk, keep, progress))
    seconds = perf_counter() - began
    return report | {"threads": cpus(), "seconds": seconds, "fights_per_second": n / seconds}


def compare(
    fight: Fight,
    other: Fight | str | Sequence[str],
    n: int = 10_000,
    seed: int = 1,
    *,
    tactics: Tactics | None = None,
    round_limit: int = 200,
    chunk: float | None = None,
    keep: str | None = None,
    progress: Progress | None = None,
) -> Rows:
    """Plays another encounter, or this one with knobs turned, under the same numbers, as `Fight.compare` does.

    >>> compare(fight, "Althea.armor=3", 10_000_000).to_dicts()[0]    # doctest: +SKIP
    """
    inquiry = Inquiry(fight, ("compare", other), n, seed, tactics, round_limit)
    return cast(Rows, answer(inquiry, n, chunk, keep, progress))


def sweep(
    fight: Fight,
    knobs: str | Sequence[str],
    n: int = 10_000,
    seed: int = 1,
    *,
    tactics: Tactics | None = None,
    round_limit: int = 200,
    chunk: float | None = None,
    keep: str | None = None,
    progress: Progress | None = None,
) -> Rows:
    """A run for every setting of some knobs, as `Fight.sweep` has it; all settings are shared out at once.

    >>> sweep(fight, ["Althea.armor=0..3", "Althea.sta=10..60"], 1_000_000)    # doctest: +SKIP
    """
    inquiry = Inquiry(fight, ("sweep", knobs), n, seed, tactics, round_limit)
    return cast(Rows, answer(inquiry, n, chunk, keep, progress))


def tune(
    fight: Fight,
    target: str,
    knobs: str | Sequence[str],
    n: int = 10_000,
    seed: int = 1,
    *,
    tactics: Tactics | None = None,
    round_limit: int = 200,
    chunk: float | None = None,
    keep: str | None = None,
    progress: Progress | None = None,
) -> Rows:
    """The settings of knobs that come nearest to a target, as `Fight.tune` finds them.

    Halving asks for one setting after another, but for every setting of the other knobs at once.

    >>> tune(fight, "heroes win 60%", "Althea.sta=5..60", 1_000_000)    # doctest: +SKIP
    """
    inquiry = Inquiry(fight, ("tune", target, knobs), n, seed, tactics, round_limit)
    return cast(Rows, answer(inquiry, n, chunk, keep, progress))


def matter(
    fight: Fight,
    n: int = 2_000,
    seed: int = 1,
    *,
    tactics: Tactics | None = None,
    round_limit: int = 200,
    chunk: float | None = None,
    keep: str | None = None,
    progress: Progress | None = None,
) -> Rows:
    """What matters: everything changed by one step, one change at a time, as `Fight.matter` does; all changes at once.

    >>> matter(fight, 100_000).to_dicts()[0]    # doctest: +SKIP
    """
    inquiry = Inquiry(fight, ("matter",), n, seed, tactics, round_limit)
    return cast(Rows, answer(inquiry, n, chunk, keep, progress))


def ladder(
    fight: Fight,
    rungs: Sequence[str] | None = None,
    n: int = 1_000,
    seed: int = 1,
    *,
    round_limit: int = 200,
    chunk: float | None = None,
    keep: str | None = None,
    progress: Progress | None = None,
) -> Rows:
    """One way to play against the next, as `Fight.ladder` has it; all steps at once.

    >>> ladder(fight, ["random", "sensible", "search:200"])    # doctest: +SKIP
    """
    inquiry = Inquiry(fight, ("ladder", rungs or []), n, seed, None, round_limit)
    return cast(Rows, answer(inquiry, n, chunk, keep, progress))
