"""Files that are there whole or not at all, and stay there."""

import os
from pathlib import Path

UNFINISHED = ".part"
"""What a name ends with whose writing was interrupted; the next writing of the same file takes its place."""


def write_whole(path: Path, data: bytes, mode: int = 0o644) -> None:
    """Puts ``data`` on disk under ``path`` in one step; raises OSError and leaves what was there if that fails."""
    part = path.with_name(path.name + UNFINISHED)
    try:
        with open(part, "wb", opener=lambda name, flags: os.open(name, flags, mode)) as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, path)
    finally:
        part.unlink(missing_ok=True)


def append(path: Path, data: bytes) -> None:
    """Puts ``data`` on disk at the end of a file; raises OSError if the file is not there any more."""
    with open(path, "ab", opener=lambda name, flags: os.open(name, flags & ~os.O_CREAT)) as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
