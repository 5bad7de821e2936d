"""The games that have a deal of the day: their rules, their bots, and what counts as a result."""

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import msgspec

from threedown.games import find_game
from threedown.games.setting import Setting, settle
from threedown.server.model.daily import DailyGroup, Outcome
from threedown.server.model.errors import Unknown
from threedown.server.model.plan import Chair, RoomPlan
from threedown.server.rooms.growing import coloured
from threedown.server.rooms.room_request import DEFAULT_PACE

YOU = 0
"""The seat of the person."""
PERSON = "Player"
"""The person's name in the game: names are part of what cards are dealt from, so everybody has the same."""
Read = Callable[[dict[str, Any]], int]
"""A function that reads a number from a game's result."""


def _counter(name: str) -> Read:
    return lambda result: int(result["state"][name])


def _turns(result: dict[str, Any]) -> int:
    return int(result["turns"])


def _nothing(result: dict[str, Any]) -> int:
    return 0


def _cards(result: dict[str, Any]) -> int:
    """Return the cards that the person has in the end."""
    own = (result["piles"].get(f"{pile} {YOU}", "") for pile in ("deck", "won", "hand"))
    return sum(len(cards.split()) for cards in own)


class DailyGame(NamedTuple):
    """A game that has a deal of the day. The person has seat 0, and the bots play at one ``level``."""

    game: str
    preset: str
    seats: int
    level: str
    compared: tuple[str, ...]
    """The levels that play the same seat before the day."""
    has_place: bool
    """True if the place counts before the score."""
    score: Read
    rounds: Read
    won: tuple[tuple[int, int], ...] = ()
    """The groups of the winners by their score, from and to, the best first."""
    scores: tuple[tuple[int, int], ...] = ()
    """The same where no place counts."""
    counts_rounds: str = ""
    """The counter of rounds, for people on the way."""

    @property
    def setting(self) -> Setting:
        """The game and its rules."""
        return settle(find_game(self.game), self.preset, {}, self.seats)

    def plan(self, player: str) -> RoomPlan:
        """Return the plan of a room for one person (empty: for a level), without a day."""
        person = Chair(player=player, name=PERSON, arrived=True)
        bots = [Chair(name=f"Bot {seat}", level=self.level) for seat in range(1, self.seats)]
        return RoomPlan(
            game=self.game,
            preset=self.preset,
            options=msgspec.structs.asdict(self.setting.options),
            chairs=coloured([person, *bots]),
            host=player,
            commitment="",
            pace=DEFAULT_PACE,
            watch="nobody",
            talk=False,
        )

    def outcome(self, result: dict[str, Any]) -> Outcome:
        """Return what the person's seat has made of a game that is over."""
        ranking = result["ranking"]
        place = 1 + sum(len(group) for group in ranking[: next(n for n, group in enumerate(ranking) if YOU in group)])
        if place == 1 and YOU not in result["winners"]:
            place = 2  # nobody has won
        return Outcome(place if self.has_place else 0, self.score(result), self.rounds(result))

    def groups(self) -> list[DailyGroup]:
        """Return the empty groups of the histogram, the best first."""
        lost = [DailyGroup("lost", place, place, 0) for place in range(2, self.seats + 1)] if self.has_place else []
        kinds = [("won", *of) for of in self.won] + [("score", *of) for of in self.scores]
        return [DailyGroup(kind, first, last, 0) for kind, first, last in kinds] + lost  # type: ignore[arg-type]

    def group_of(self, outcome: Outcome) -> int:
        """Return the number of the group of an outcome."""
        groups = self.groups()
        kind = "score" if not self.has_place else "won" if outcome.place == 1 else "lost"
        value = outcome.place if kind == "lost" else outcome.score
        those = [number for number, group in enumerate(groups) if group.kind == kind]
        fits = (number for number in those if groups[number].first <= value <= groups[number].last)
        return next(fits, those[-1])


def _bet_points(result: dict[str, Any]) -> int:
    """Return 0: the points of a bet depend on the bet too (``bets.py``)."""
    return 0


CARDS = ((44, 52), (35, 43), (27, 34), (18, 26), (9, 17), (0, 8))
DAILY_GAMES = {
    of.game: of
    for of in (
        DailyGame(
            "war", "three-down", 2, "random", (), False, _bet_points, _nothing,
            scores=((80, 100), (60, 79), (40, 59), (20, 39), (0, 19)),
        ),
        DailyGame(
            "blitzkrieg", "seed", 2, "sensible", ("sensible", "keen"), False, _cards, _turns, scores=CARDS,
        ),
        DailyGame(
            "blitz31", "seed", 4, "steady", ("steady", "keen"), True, _counter(f"lives {YOU}"), _counter("rounds"),
            won=((4, 4), (3, 3), (2, 2), (1, 1)), counts_rounds="rounds",
        ),
        DailyGame(
            "champz", "four-players", 4, "simple", ("simple", "keen"), True, _counter(f"points {YOU}"), _turns,
            won=((0, 1_000_000),),
        ),
        DailyGame(
            "blitzwar", "duel", 3, "keen", ("keen", "fierce"), True, _counter(f"score {YOU}"), _counter("round_number"),
            won=((60, 1_000_000), (40, 59), (20, 39), (0, 19)), counts_rounds="round_number",
        ),
        DailyGame(
            "steal-war", "seed", 2, "sensible", ("sensible", "keen"), False, _cards, _turns, scores=CARDS,
        ),
        DailyGame(
            "casino-war", "seed", 1, "sensible", ("sensible", "bold"), False,
            lambda result: 100 + int(result["state"][f"gain {YOU}"]), _nothing,
            scores=((150, 1_000_000), (120, 149), (100, 119), (80, 99), (50, 79), (0, 49)),
        ),
    )
}  # fmt: skip
"""By name, in the order in which they are shown."""


def daily_game(name: str) -> DailyGame:
    """Return a game that has a deal of the day; raises Unknown."""
    if name not in DAILY_GAMES:
        raise Unknown("This game has no deal of the day.", list(DAILY_GAMES))
    return DAILY_GAMES[name]


@cache
def title_of(name: str) -> str:
    """Return the title of a game."""
    return find_game(name).title
