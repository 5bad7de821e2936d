"""A cache of the lab's results in the data folder: a folder for each kind, a file for each task."""

import hashlib
from pathlib import Path
from typing import Generic, TypeVar

import msgspec

from threedown.durable import write_whole
from threedown.server.model.findings import DealTask, RulesTask, StudyTask

T = TypeVar("T")


def key_of(version: int, task: RulesTask | StudyTask | DealTask) -> str:
    """Return the cache key of a task for a rules version."""
    return hashlib.sha256(msgspec.json.encode((version, task), order="deterministic")).hexdigest()[:32]


class FileCache(Generic[T]):
    """The newest ``most`` results of one kind."""

    def __init__(self, folder: Path, kind: type[T], most: int) -> None:
        self._folder, self._kind, self._most = folder, kind, most

    def read(self, key: str) -> T | None:
        """Return a cached result; None if there is none, or an older program stored it in another form."""
        try:
            return msgspec.json.decode((self._folder / f"{key}.json").read_bytes(), type=self._kind)
        except (FileNotFoundError, msgspec.MsgspecError):
            return None

    def store(self, key: str, result: T) -> None:
        """Store a result, and delete the oldest ones."""
        self._folder.mkdir(exist_ok=True)
        write_whole(self._folder / f"{key}.json", msgspec.json.encode(result))
        files = sorted(self._folder.glob("*.json"), key=lambda file: file.stat().st_mtime)
        for old in files[: -self._most]:
            old.unlink()
