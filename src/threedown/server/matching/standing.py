"""The queue at one moment: who waits, the tables that form, and each place as its player sees it."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence

from threedown.server.matching import pairing
from threedown.server.matching.pairing import FormingTable
from threedown.server.matching.tables_offered import CHOICE_MS, sizes_of, sizes_wanted
from threedown.server.model.matching import PlaceSeen, SitterSeen
from threedown.server.rooms.lobby import usual_level
from threedown.server.store.places import Place

MOST_OTHERS = 40
"""Ratings of others that a player is told."""


class Standing:
    """The places of ``everybody`` at the time ``now``, in milliseconds since 1970.

    Players who are not here now keep their place, but no table counts on them.
    """

    def __init__(self, everybody: Iterable[Place], now: int) -> None:
        self._now = now
        self.places = {place.player: place for place in everybody}
        self._kinds: dict[tuple[str, bool], list[Place]] = {}
        """The players who wait and are here, by game and by rated or not: those of different kinds never meet."""
        for place in self.places.values():
            if place.room is None and place.until > now:
                self._kinds.setdefault((place.game, place.rated), []).append(place)
        self._tables: dict[str, FormingTable] = {}
        for waiting in self._kinds.values():
            for table in pairing.forming_tables(waiting, sizes_wanted, now):
                self._tables |= {place.player: table for place in table.players}

    def ready_tables(self) -> list[FormingTable]:
        """Return the tables that can begin now: those that are full, and those whose players agree to bots."""
        ready = []
        for waiting in self._kinds.values():
            full, rest = pairing.full_tables(waiting, sizes_wanted, self._now)
            forming = pairing.forming_tables(rest, sizes_wanted, self._now)
            ready += [*full, *(table for table in forming if table.takes_bots(self._now))]
        return ready

    def joining(self, sitters: Sequence[Place], seats: int, unwanted: Collection[str]) -> list[Place]:
        """Return the players who can join a table with ``seats`` seats, at which the ``sitters`` stay, for its next
        game; none of the ``unwanted``."""
        excluded = {sitter.player for sitter in sitters} | set(unwanted)
        kind = self._kinds.get((sitters[0].game, sitters[0].rated), [])
        waiting = [place for place in kind if place.player not in excluded]
        return pairing.joining(sitters, waiting, seats, sizes_wanted, self._now)

    def waiting(self) -> Counter[str]:
        """Return the number of players who wait and are here, by game."""
        return Counter({game: len(waiting) for (game, _), waiting in self._kinds.items()})

    def seen(self, place: Place) -> PlaceSeen:
        """Return a place as its player sees it."""
        table = self._tables.get(place.player) or FormingTable(sizes_wanted(place)[0], (place,))
        waited, at_table = max(0, self._now - place.came), {sitter.player for sitter in table.players}
        sitters = sorted(table.players, key=lambda sitter: (sitter.came, sitter.player))
        others = [one for one in self._kinds.get((place.game, place.rated), []) if one.player not in at_table]
        return PlaceSeen(
            game=place.game,
            seats=place.seats,
            sizes=list(sizes_of(place.game)),
            rated=place.rated,
            rating=place.rating,
            waited=waited,
            window=pairing.window(waited),
            windows=list(pairing.WINDOWS),
            table=table.seats,
            players=[SitterSeen(one.name, one.rating, one.player == place.player, one.bots) for one in sitters],
            others=[other.rating for other in others][:MOST_OTHERS],
            waiting=len(others) + len(sitters),
            bots=place.bots,
            offered=waited >= pairing.BOTS_AFTER,
            votes=table.votes_needed,
            level=usual_level(place.game),
            clock=CHOICE_MS,
            room=place.room,
        )
