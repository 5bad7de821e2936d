"""The results of background jobs: a game's lie beside its room, those about rules in files or in a table."""

from functools import partial
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec

from threedown.lab.analysis.deal_luck import DealLuck
from threedown.language import ENGLISH
from threedown.server.model.findings import Effects, FoundEffects, FoundGame, FoundStudy, FoundValues, StudyFound
from threedown.server.model.measure import measures_of
from threedown.server.rooms.services import Services
from threedown.server.store import jobs, queries
from threedown.server.store.file_cache import FileCache
from threedown.server.store.measures import store_measures

T = TypeVar("T")
OF_GAME = "game "
"""The beginning of the key of a game's analysis, which the name of the room follows."""

MEASURE = "measure "
"""The beginning of the key of a rated game's measures, which the name of the room follows."""


class FindingKind(NamedTuple, Generic[T]):
    """A kind of results about rules: the newest ``most`` are kept; ``name`` is also the folder of its files."""

    name: str
    type: type[T]
    most: int


STUDIES: FindingKind[StudyFound] = FindingKind("studied", StudyFound, 1000)
EFFECTS: FindingKind[Effects] = FindingKind("known", Effects, 2000)
DEALS: FindingKind[DealLuck] = FindingKind("deals", DealLuck, 2000)


class Findings:
    """The stored results: those of one process lie in its data folder, those of several workers in their database."""

    def __init__(self, services: Services) -> None:
        self._services = services

    async def read(self, kind: FindingKind[T], key: str) -> T | None:
        """Return a result; None if there is none, or an older program stored it in another form."""
        if not self._services.cluster.is_shared:
            return await self._services.in_thread(partial(self._cache(kind).read, key))
        body = await self._services.writer.do(partial(jobs.read_finding, kind=kind.name, key=key))
        try:
            return None if body is None else msgspec.json.decode(body, type=kind.type)
        except msgspec.MsgspecError:
            return None

    async def keep(self, key: str, result: Any) -> None:
        """Store the result of a job. The first values of a game that nobody waits for any more are none."""
        if isinstance(result, FoundValues):
            return
        if isinstance(result, FoundGame) and key.startswith(MEASURE):
            room = key.removeprefix(MEASURE)
            found = measures_of(room, result.told[ENGLISH])
            await self._services.writer.do(partial(store_measures, room=room, of_seats=found))
        elif isinstance(result, FoundGame):
            told = {language: msgspec.json.encode(each) for language, each in result.told.items()}
            room = key.removeprefix(OF_GAME)
            await self._services.writer.do(partial(queries.store_analysis, room=room, told=told))
        elif isinstance(result, FoundStudy):
            await self._store(STUDIES, key, result.study)
        elif isinstance(result, FoundEffects):
            await self._store(EFFECTS, key, result.effects)
        else:
            await self._store(DEALS, key, result.luck)

    async def _store(self, kind: FindingKind[T], key: str, found: T) -> None:
        if not self._services.cluster.is_shared:
            await self._services.in_thread(partial(self._cache(kind).store, key, found))
            return
        body = msgspec.json.encode(found)
        await self._services.writer.do(partial(jobs.store_finding, kind=kind.name, key=key, body=body, most=kind.most))

    def _cache(self, kind: FindingKind[T]) -> FileCache[T]:
        return FileCache(self._services.folder / kind.name, kind.type, kind.most)
