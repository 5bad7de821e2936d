"""Where the lab's findings are kept: a folder for each kind of them, a file for each question."""

import hashlib
from pathlib import Path
from typing import Generic, TypeVar

import msgspec

from threedown.durable import write_whole
from threedown.server.model.findings import RulesTask, StudyTask

T = TypeVar("T")


def key_of(version: int, task: RulesTask | StudyTask) -> str:
    """The name of a question, put to a game whose rules have this version."""
    return hashlib.sha256(msgspec.json.encode((version, task), order="deterministic")).hexdigest()[:32]


class FileCache(Generic[T]):
    """Findings of one kind: the newest ``most``."""

    def __init__(self, folder: Path, kind: type[T], most: int) -> None:
        self._folder, self._kind, self._most = folder, kind, most

    def read(self, key: str) -> T | None:
        """What is there; None also where an older program has kept it otherwise: then it is found anew."""
        try:
            return msgspec.json.decode((self._folder / f"{key}.json").read_bytes(), type=self._kind)
        except (FileNotFoundError, msgspec.MsgspecError):
            return None

    def keep(self, key: str, found: T) -> None:
        self._folder.mkdir(exist_ok=True)
        write_whole(self._folder / f"{key}.json", msgspec.json.encode(found))
        kept = sorted(self._folder.glob("*.json"), key=lambda file: file.stat().st_mtime)
        for old in kept[: -self._most]:
            old.unlink()
