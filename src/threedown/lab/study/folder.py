"""A study on disk: the same command continues it after any interruption.

A folder holds ``lab.json`` (what is studied), ``part-NNNNNN.json`` (the sums of some games, by the number of the first)
and, when it has ended, ``result.json``. A part is complete or missing, and nothing in it depends on time or workers.
"""

from pathlib import Path
from typing import Any

import msgspec

from threedown.durable import FolderError, own_folder, write_json, write_whole
from threedown.lab.study.study import StudyPlan
from threedown.lab.study.sums import PartialSums

FORMAT = 2


class StudyManifest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The subject of a study. Its precision is not part of it: a study can be continued to a higher one."""

    threedown_lab: int
    game: str
    version: int
    options: dict[str, Any]
    seats: int
    bots: tuple[str, ...]
    vary: tuple[str, ...]
    grid: bool
    most: int
    seed: int
    watched: bool = False
    luck: bool = False
    skill: tuple[str, ...] = ()


def manifest(plan: StudyPlan) -> StudyManifest:
    base = plan.base
    return StudyManifest(
        FORMAT,
        base.game.name,
        base.game.version,
        msgspec.structs.asdict(base.options),
        base.seats,
        plan.pilots,
        tuple(variation.text for variation in plan.variations),
        plan.grid,
        plan.most,
        plan.seed,
        plan.watched,
        plan.luck,
        plan.skill,
    )


class StudyFolder:
    """A study's folder: the ``store`` of :func:`threedown.lab.study.study.study`."""

    def __init__(self, folder: Path, plan: StudyPlan) -> None:
        """Open the folder of a plan, new or begun, for this process alone until :meth:`close`. Raises
        :class:`FolderError` and OSError."""
        self.folder = folder
        path = folder / "lab.json"
        self._lock = own_folder(path, "study", "another process works on it")
        try:
            wanted = manifest(plan)
            if not path.exists():
                write_json(path, wanted)
            if _read(path, StudyManifest) != wanted:
                raise FolderError(f"{folder} holds another study: {path} says which; give another folder")
        except BaseException:
            self._lock.release()
            raise

    def close(self) -> None:
        """Release the folder to other processes."""
        self._lock.release()

    def load(self, first: int, n: int) -> PartialSums | None:
        path = self._path(first)
        if not path.exists():
            return None
        part: PartialSums = _read(path, PartialSums)
        if (part.first, part.n) != (first, n):
            raise FolderError(f"{path} is damaged: remove it, and the same command plays its games again")
        return part

    def save(self, part: PartialSums) -> None:
        write_whole(self._path(part.first), msgspec.json.encode(part) + b"\n")

    def finish(self, facts: dict[str, Any]) -> None:
        """Write ``result.json``."""
        write_json(self.folder / "result.json", facts)

    def _path(self, first: int) -> Path:
        return self.folder / f"part-{first:09d}.json"


def _read(path: Path, kind: Any) -> Any:
    try:
        return msgspec.json.decode(path.read_bytes(), type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise FolderError(f"{path} is damaged: {error}") from error
