"""Files that are there whole or not at all, stay there, and are written by one process at a time."""

import contextlib
import errno
import os
from pathlib import Path
from typing import Any

import msgspec
from filelock import FileLock, Timeout

UNFINISHED = ".part"
"""What a name ends with whose writing was interrupted; the next writing of the same file takes its place."""
LOCKED = ".lock"
"""What the name of a lock's file ends with; one that a killed process has left behind locks nothing."""


def write_whole(path: Path, data: bytes, mode: int = 0o644) -> None:
    """Puts ``data`` on disk under ``path`` in one step; raises OSError and leaves what was there if that fails."""
    part = path.with_name(path.name + UNFINISHED)
    try:
        with open(part, "wb", opener=lambda name, flags: os.open(name, flags, mode)) as file:
            file.write(data)
        put_in_place(part, path)
    finally:
        part.unlink(missing_ok=True)


def write_json(path: Path, data: Any) -> None:
    """Puts ``data`` on disk as JSON that people can read; raises what :func:`write_whole` raises."""
    write_whole(path, msgspec.json.format(msgspec.json.encode(data), indent=2) + b"\n")


def put_in_place(part: Path, path: Path) -> None:
    """Gives a file that is written whole its name, on disk: it takes the place of what was there."""
    with open(part, "r+b") as file:
        os.fsync(file.fileno())
    os.replace(part, path)
    _settle(path.parent)


def _settle(folder: Path) -> None:
    """Puts a folder's names on disk: before that a power cut may still undo a renaming."""
    if os.name == "nt":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno != errno.EINVAL:  # a file system whose folders need no such thing
            raise
    finally:
        os.close(descriptor)


def append(path: Path, data: bytes, after: int) -> int:
    """Puts ``data`` on disk at the end of a file of ``after`` bytes; returns how many it has then.

    Raises OSError if that fails, if the file is not there any more, or if somebody else has written to it; nothing of
    ``data`` stays in the file then, so that what is appended next does not follow half a line.
    """
    with open(path, "r+b", buffering=0) as file:
        if file.seek(0, os.SEEK_END) != after:
            raise OSError(errno.EBUSY, "somebody else has written to it")
        try:
            left = memoryview(data)
            while left:
                left = left[file.write(left) :]
            os.fsync(file.fileno())
        except OSError:
            file.truncate(after)
            raise
    return after + len(data)


class Lock:
    """A name that one process at a time holds, until :meth:`release` or its end.

    Raises :class:`BlockingIOError` at once if another holds it, other OSErrors if nothing can be locked there.
    """

    def __init__(self, path: Path, busy: str) -> None:
        if not path.parent.is_dir():
            raise FileNotFoundError(errno.ENOENT, f"there is no folder {path.parent}")
        self._file = path.with_name(path.name + LOCKED)
        self._lock = FileLock(self._file, blocking=False, thread_local=False)
        try:
            self._lock.acquire()
        except Timeout:
            raise BlockingIOError(errno.EAGAIN, busy) from None

    def release(self) -> None:
        """Gives the name back; its file goes first, while nobody else can hold it (Windows keeps it)."""
        if self._lock.is_locked:
            with contextlib.suppress(OSError):
                self._file.unlink()
            self._lock.release()


class FolderError(ValueError):
    """A folder that holds nothing of its kind, something else, or what is damaged, or that another process works in."""


def own_folder(manifest: Path, kind: str, busy: str) -> Lock:
    """A lock on a folder that is new, or holds this ``manifest``; a new one is made.

    Raises :class:`FolderError` if there is something else, or another process has the lock; and OSError.
    """
    folder = manifest.parent
    left_over = (UNFINISHED, LOCKED)
    if not manifest.exists() and folder.exists() and any(found.suffix not in left_over for found in folder.iterdir()):
        raise FolderError(f"{folder} is not empty and holds no {kind}; give a new folder")
    folder.mkdir(parents=True, exist_ok=True)
    try:
        return Lock(manifest, busy)
    except BlockingIOError as error:
        raise FolderError(f"{folder}: {error.strerror}; wait for it, or give another folder") from error
