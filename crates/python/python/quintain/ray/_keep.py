"""Stints in a folder, on any filesystem of Arrow, for another run to take up."""

import re
from typing import Any
from uuid import uuid4

from .._native import stint_of_what

#: The name of a stint: its numbers, from and to.
NAME = re.compile(r"(\d+)-(\d+)\.stint")

#: The name of a folder: what tells the fights of its stints from any others.
FOLDER = re.compile(r"[0-9a-f]{16}")


def filesystem(uri: str) -> tuple[Any, str]:
    """The filesystem of an address or a path, and the path within it."""
    try:
        from pyarrow import fs
    except ImportError as missing:
        raise ImportError("files of quintain.ray need PyArrow: pip install 'quintain[ray]'") from missing
    where, path = fs.FileSystem.from_uri(uri) if "://" in uri else (fs.LocalFileSystem(), absolute(uri))
    return where, path.rstrip("/")


def absolute(path: str) -> str:
    """A local path as every worker of this machine reads it, wherever it stands."""
    from pathlib import Path

    return Path(path).expanduser().absolute().as_posix()


def put(where: Any, path: str, write: Any) -> None:
    """Makes a file: under another name first, so that it is whole or not there at all."""
    folder, name = path.rsplit("/", 1)
    unfinished = f"{folder}/.{name}.{uuid4().hex}"
    where.create_dir(folder, recursive=True)
    try:
        with where.open_output_stream(unfinished) as out:
            write(out)
        where.move(unfinished, path)
    except BaseException:
        # What was raised tells more than that nothing is left to delete.
        try:
            where.delete_file(unfinished)
        except OSError:
            pass
        raise


class Keep:
    """A folder with a folder for each series, with a file for each stint."""

    def __init__(self, uri: str) -> None:
        self.uri = uri
        self._opened: tuple[Any, str] | None = None

    def __reduce__(self) -> tuple[type["Keep"], tuple[str]]:
        return Keep, (self.uri if "://" in self.uri else absolute(self.uri),)

    @property
    def opened(self) -> tuple[Any, str]:
        """The filesystem and the path."""
        if self._opened is None:
            self._opened = filesystem(self.uri)
        return self._opened

    def all(self) -> dict[str, list[tuple[int, int, str]]]:
        """The stints of each series, from, to and path, in ascending order."""
        from pyarrow.fs import FileSelector, FileType

        where, root = self.opened
        if where.get_file_info(root).type == FileType.File:
            raise ValueError(f"`{self.uri}` is a file; stints are kept in a folder")
        found: dict[str, list[tuple[int, int, str]]] = {}
        for info in where.get_file_info(FileSelector(root, recursive=True, allow_not_found=True)):
            series = info.path.rsplit("/", 2)[-2]
            if info.type != FileType.File or info.base_name.startswith(".") or not FOLDER.fullmatch(series):
                continue
            name = NAME.fullmatch(info.base_name)
            if name is None:
                raise ValueError(f"`{info.path}` stands among stints and is none; take it away, or keep them elsewhere")
            found.setdefault(series, []).append((int(name[1]), int(name[2]), info.path))
        return {series: sorted(stints) for series, stints in found.items()}

    def read(self, path: str, series: str, start: int, stop: int) -> bytes:
        """A stint, once it is sure that it is the one."""
        where, _ = self.opened
        with where.open_input_stream(path) as file:
            stint = bytes(file.read())
        try:
            of, numbers = stint_of_what(stint)
        except ValueError as wrong:
            raise ValueError(f"`{path}`: {wrong}; delete it, and its fights are played again") from None
        if of != series or numbers != [(start, stop)]:
            raise ValueError(f"`{path}` holds other fights than its name says; delete it, and they are played again")
        return stint

    def write(self, stint: bytes, series: str, start: int, stop: int) -> None:
        """Keeps a stint."""
        where, root = self.opened
        put(where, f"{root}/{series}/{start:012}-{stop:012}.stint", lambda out: out.write(stint))
