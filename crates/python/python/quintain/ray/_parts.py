"""Rows of fights as parts of Parquet, on any filesystem of Arrow."""

from __future__ import annotations

import re
from time import perf_counter, process_time
from typing import TYPE_CHECKING, Any

import ray

from .._native import Fight, Inquiry
from ._bell import Bell
from ._keep import filesystem, put
from ._tasks import RETRIES, begun
from ._work import Done, Span, Work, start_ray

if TYPE_CHECKING:
    from .._native import Progress, Tactics

#: The most rows of a part, so that a worker can hold them.
MOST_ROWS = 1_000_000

#: The name of a part: whether it has a row for each fight or each combatant, what tells its fights from any others, and their
#: numbers, from and to.
NAME = re.compile(r"(fights|combatants)-([0-9a-f]{16})-(\d+)-(\d+)\.parquet")


@ray.remote(num_cpus=1, max_retries=RETRIES)
def timed(inquiry: Inquiry, span: Span, seconds: float, bell: Bell) -> list[Done]:
    """How long fights last. They are played again as rows."""
    _, done = begun(inquiry, span, seconds, bell.listen())
    return [Done(span.start, done.pace, done.busy)]


@ray.remote(num_cpus=1, max_retries=RETRIES)
def part(fight: Fight, asked: dict[str, Any], span: Span, uri: str, name: str, bell: Bell) -> list[Done]:
    """Plays a span and writes its part."""
    import pyarrow
    from pyarrow import parquet

    ear = bell.listen()
    began, busy = perf_counter(), process_time()
    where, root = filesystem(uri)
    table = pyarrow.table(fight.rows(span.count, start=span.start, threads=1, progress=ear, **asked))
    put(where, f"{root}/{name}", lambda out: parquet.write_table(table, out, compression="zstd"))
    return [Done(span.stop, (perf_counter() - began) / span.count, process_time() - busy)]


@ray.remote(num_cpus=1, max_retries=RETRIES)
def checked(span: Span, uri: str, rows: int) -> list[Done]:
    """Makes sure that a part that stands already can be read and has its rows."""
    from pyarrow import ArrowException, parquet

    where, _ = filesystem(uri)
    again = "delete it, and its fights are played again"
    try:
        found = parquet.read_metadata(span.kept, filesystem=where).num_rows
    except (OSError, ValueError, ArrowException) as wrong:
        raise ValueError(f"`{span.kept}` cannot be read ({wrong}); {again}") from None
    if found != rows:
        raise ValueError(f"`{span.kept}` has {found:,} rows instead of {rows:,}; {again}")
    return [Done(span.stop)]


class Parts(Work):
    """Parts under way."""

    together = 1

    def __init__(
        self, fight: Fight, uri: str, n: int, asked: dict[str, Any], chunk: float, progress: Progress | None
    ) -> None:
        super().__init__(chunk, progress)
        inquiry = Inquiry(fight, ("sim",), n, asked["seed"], asked["tactics"], asked["round_limit"])
        self.uri, self.asked, self.all = uri, asked, n
        self.rows_each = len(fight.roster) if asked["combatants"] else 1
        self.longest = max(1, MOST_ROWS // self.rows_each)
        kind = "combatants" if asked["combatants"] else "fights"
        self.series = f"{kind}-{inquiry.series(0)[0]}"
        self.paths: list[str] = []
        self.waiting.extend(self.spans(n))
        self.inquiry, self.fight = ray.put(inquiry), ray.put(fight)

    def spans(self, n: int) -> list[Span]:
        """The parts that stand there already, and the gaps between."""
        spans, at = [], 0
        for start, stop, path in self.standing():
            if start < at or stop > n or start >= stop:
                raise ValueError(f"`{path}` holds fights that another part holds as well, or that were not asked for")
            if at < start:
                spans.append(Span(0, at, start))
            spans.append(Span(0, start, stop, path))
            at = stop
        return [*spans, Span(0, at, n)] if at < n else spans

    def standing(self) -> list[tuple[int, int, str]]:
        """The parts in the folder, from, to and path, in ascending order."""
        from pyarrow.fs import FileSelector, FileType

        where, root = filesystem(self.uri)
        if where.get_file_info(root).type == FileType.File:
            raise ValueError(f"`{self.uri}` is a file; parts are written into a folder")
        found = []
        for info in where.get_file_info(FileSelector(root, allow_not_found=True)):
            if info.extension != "parquet" or info.base_name.startswith("."):
                continue
            name = NAME.fullmatch(info.base_name)
            if name is None or f"{name[1]}-{name[2]}" != self.series:
                raise ValueError(f"`{info.path}` holds rows of other fights; take another folder")
            found.append((int(name[3]), int(name[4]), info.path))
        return sorted(found)

    def submit(self, spans: list[Span], seconds: float | None) -> tuple[Any, list[Any]]:
        span = spans[0]
        if seconds is not None:
            return timed.remote(self.inquiry, span, seconds, self.bell), [None]
        if span.kept is not None:
            return checked.remote(span, self.uri, span.count * self.rows_each), [span.kept]
        name = f"{self.series}-{span.start:012}-{span.stop:012}.parquet"
        _, root = filesystem(self.uri)
        return part.remote(self.fight, self.asked, span, self.uri, name, self.bell), [f"{root}/{name}"]

    def settle(self, span: Span, made: Any) -> None:
        if made is not None:
            self.paths.append(made)

    def sweep_up(self) -> None:
        """Deletes what workers that died have left unfinished, and makes sure that nobody else has been at work here."""
        from pyarrow.fs import FileSelector

        where, root = filesystem(self.uri)
        for info in where.get_file_info(FileSelector(root, allow_not_found=True)):
            if info.base_name.startswith(f".{self.series}-"):
                where.delete_file(info.path)
        if sorted(path for _, _, path in self.standing()) != sorted(self.paths):
            raise ValueError(f"another run has written into `{self.uri}` meanwhile; take another folder")


def rows_to(
    fight: Fight,
    uri: str,
    n: int,
    seed: int = 1,
    *,
    combatants: bool = False,
    tactics: Tactics | None = None,
    round_limit: int = 200,
    chunk: float = 5.0,
    progress: Progress | None = None,
) -> list[str]:
    """Writes the rows of `Fight.rows` as parts of Parquet into a folder or an address of Arrow, and returns their paths.

    >>> rows_to(fight, "s3://bucket/cyclops", 1_000_000_000)    # doctest: +SKIP

    A part has the fights that its name says, a million rows at most. It is written under another name first, so that it is
    whole or not there at all. Parts of the same fights that stand there already are taken as they are; where the folder holds
    rows of other fights, nothing is played. The rows within a part are in order; sort by `fight` to have all so.
    """
    start_ray()
    uri = uri if "://" in uri else filesystem(uri)[1]
    asked = {"seed": seed, "combatants": combatants, "tactics": tactics, "round_limit": round_limit}
    parts = Parts(fight, uri, n, asked, chunk, progress)
    parts.run()
    parts.sweep_up()
    return sorted(parts.paths)
