"""Durable files: written atomically, flushed to disk, by one process at a time."""

import contextlib
import errno
import os
import sys
from pathlib import Path
from typing import Any, BinaryIO

import msgspec

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

UNFINISHED = ".part"
"""The suffix of a half-written file; the next write of the same file replaces it."""
LOCKED = ".lock"
"""The suffix of a lock file; one that a killed process left behind locks nothing."""


def write_whole(path: Path, data: bytes, mode: int = 0o644) -> None:
    """Write ``data`` to ``path`` in one step; if that fails, raise OSError and leave the old file as it was."""
    part = path.with_name(path.name + UNFINISHED)
    try:
        with open(part, "wb", opener=lambda name, flags: os.open(name, flags, mode)) as file:
            file.write(data)
        put_in_place(part, path)
    finally:
        part.unlink(missing_ok=True)


def indented(data: Any) -> bytes:
    """Return ``data`` as the text of an indented JSON file."""
    return msgspec.json.format(msgspec.json.encode(data), indent=2) + b"\n"


def write_json(path: Path, data: Any) -> None:
    """Write ``data`` as indented JSON, as :func:`write_whole` does."""
    write_whole(path, indented(data))


def put_in_place(part: Path, path: Path) -> None:
    """Rename a completely written file to its final name, replacing the old one, and flush that to disk."""
    with open(part, "r+b") as file:
        os.fsync(file.fileno())
    os.replace(part, path)
    _settle(path.parent)


def _settle(folder: Path) -> None:
    """Flush a folder's entries to disk: until then a power cut can undo a rename."""
    if os.name == "nt":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno != errno.EINVAL:  # a file system whose folders need no flush
            raise
    finally:
        os.close(descriptor)


def append(path: Path, data: bytes, after: int) -> int:
    """Append ``data`` to a file of ``after`` bytes, flush it to disk, and return the new size.

    Raises OSError if that fails, if the file is missing, or if another process has written to it. Then none of ``data``
    stays in the file, so that the next append does not follow half a line.
    """
    with open(path, "r+b", buffering=0) as file:
        if file.seek(0, os.SEEK_END) != after:
            raise OSError(errno.EBUSY, "another process has written to it")
        try:
            left = memoryview(data)
            while left:
                left = left[file.write(left) :]
            os.fsync(file.fileno())
        except OSError:
            file.truncate(after)
            raise
    return after + len(data)


def file_identity(path: Path) -> tuple[int, int] | None:
    """Return the device and number of the file at ``path``; None if there is none.

    They differ once the file is deleted or replaced, also while this process still has the old one open.
    """
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


class Lock:
    """A lock that one process at a time holds, until :meth:`release` or until it ends.

    Raises :class:`BlockingIOError` at once if another process, or another lock of this one, holds it; other OSErrors if
    locking fails.
    """

    def __init__(self, path: Path, busy: str) -> None:
        if not path.parent.is_dir():
            raise FileNotFoundError(errno.ENOENT, f"there is no folder {path.parent}")
        self._file, self._busy = path.with_name(path.name + LOCKED), busy
        self._held: BinaryIO | None = None
        """The locked file, open for as long as the lock is held."""
        self._acquire()

    def _acquire(self) -> None:
        while not self._is_in_place():  # a file that its holder removed before letting go of it locks nothing
            self._let_go()
            try:
                held = open(self._file, "ab")  # noqa: SIM115  it stays open with the lock
            except FileNotFoundError:
                raise FileNotFoundError(errno.ENOENT, f"no file can be made in {self._file.parent}") from None
            try:
                _lock_file(held)
                self._held = held
            except BlockingIOError:
                raise BlockingIOError(errno.EAGAIN, self._busy) from None
            finally:
                if self._held is None:
                    held.close()

    def _is_in_place(self) -> bool:
        """True if this holds the lock, and its file is still the one that other processes find."""
        if self._held is None:
            return False
        held = os.fstat(self._held.fileno())
        return (held.st_dev, held.st_ino) == file_identity(self._file)

    def confirm(self) -> None:
        """Make sure that no other process has the lock: take it again if its file was deleted.

        Raises :class:`BlockingIOError` if another process has taken it since.
        """
        self._acquire()

    def release(self) -> None:
        """Release the lock; its file is removed first, while no other process can hold it (Windows keeps the file)."""
        if self._is_in_place():
            with contextlib.suppress(OSError):
                self._file.unlink()
        self._let_go()

    def _let_go(self) -> None:
        if self._held is not None:
            _unlock_file(self._held)  # closing would leave it locked if a forked process has it open too
            self._held.close()
            self._held = None


if sys.platform == "win32":

    def _lock_file(file: BinaryIO) -> None:
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except PermissionError as error:
            raise BlockingIOError(errno.EAGAIN, "locked") from error

    def _unlock_file(file: BinaryIO) -> None:
        msvcrt.locking(file.fileno(), msvcrt.LK_UNLCK, 1)

else:

    def _lock_file(file: BinaryIO) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def _unlock_file(file: BinaryIO) -> None:
        fcntl.flock(file, fcntl.LOCK_UN)


class FolderError(ValueError):
    """A folder with other or damaged contents, or one that another process is using."""


def own_folder(manifest: Path, kind: str, busy: str) -> Lock:
    """Lock a folder that is new or holds this ``manifest``; a missing folder is created.

    Raises :class:`FolderError` if it holds something else or another process has the lock; and OSError.
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
