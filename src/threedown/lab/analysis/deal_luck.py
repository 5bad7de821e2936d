"""The luck of a deal: the share of games won by a seat that is dealt so many cards of the best rank.

A game without such a rank has the luck of its seats: the share of games that each one wins.

Whole games of the same rules are played. A run's games are numbered, so each deal is repeated by itself to count the
cards, and the result of the same game comes from the run. The counts of the presets ship with the package
(``docs/make_deals.py``).
"""

import threading
from collections.abc import Callable, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec

from threedown.bots.ladder import parts
from threedown.bulk.report import share_interval
from threedown.bulk.run import RowSink, simulate
from threedown.bulk.run_spec import run_spec
from threedown.bulk.worker_pool import RunProgress, WorkerPool
from threedown.games.setting import Setting
from threedown.lab.analysis.choices import has_no_choices
from threedown.language import counting, figure, say
from threedown.session.session import Session
from threedown.session.views import View, open_view
from threedown.table.chance import Generator

GAMES, SEED = 4000, 1
FEWEST = 60
"""The fewest games with a deal for a sentence about it."""
DEALT_TO = ("deck", "hand")
"""The kinds of piles that a deal fills."""
WINNERS = 2
"""The column of a run's rows."""
RANKS = {"A": "aces", "K": "kings", "Q": "queens", "J": "jacks"}
NUMBERS = {0: "none", 1: "one", 2: "two", 3: "three", 4: "four"}
PLACES = ("first", "second", "third", "fourth", "fifth", "sixth")
"""The places of seats in the order of play."""


class DealtCount(msgspec.Struct, frozen=True):
    """The games in which a seat was dealt so many cards of the rank, and those it won; a shared win counts in part."""

    games: int = 0
    won: float = 0.0


class DealLuck(msgspec.Struct, frozen=True):
    """The results of ``games`` games by seat and number of cards of the rank."""

    rank: str
    games: int
    seed: int
    counts: list[list[DealtCount]]
    bots: bool = False
    """True if the players had choices, which bots of one level made."""
    house: bool = False
    """True if each seat plays against the house: it wins a game that it ends with a gain."""

    def of(self, seat: int, dealt: int) -> DealtCount:
        """Return the games with a deal; empty if there was none."""
        own = self.counts[seat]
        return own[dealt] if dealt < len(own) else DealtCount()


SHIPPED = "deals.json"


class ShippedDeals(msgspec.Struct, frozen=True):
    """The luck of the deals of one preset at its number of seats."""

    game: str
    version: int
    preset: str
    seats: int
    options: dict[str, Any]
    luck: DealLuck


@cache
def shipped_deals() -> list[ShippedDeals]:
    """Return the counts that ship with the package."""
    return msgspec.json.decode((files(__package__) / SHIPPED).read_bytes(), type=list[ShippedDeals])


def shipped_luck(setting: Setting) -> DealLuck | None:
    """Return the shipped luck of a setting's deals; None for house rules that are no preset."""
    wanted = (setting.game.name, setting.game.version, setting.seats, msgspec.structs.asdict(setting.options))
    found = (one.luck for one in shipped_deals() if (one.game, one.version, one.seats, one.options) == wanted)
    return next(found, None)


def dealt_cards(view: View, seats: int, rank: str) -> list[int]:
    """Return the number of cards of a rank that each seat has, in a view with every card open after the deal.

    Without a rank no card counts.
    """
    if not rank:
        return [0] * seats
    return [
        sum(
            card.startswith(rank)
            for kind in DEALT_TO
            if (pile := view.piles.get(f"{kind} {seat}")) is not None
            for card in pile.cards or ()
        )
        for seat in range(seats)
    ]


class _Winners(RowSink):
    """Keeps the winners of each game, as a set of seats."""

    def __init__(self, games: int) -> None:
        self.winners = [0] * games
        self._lock = threading.Lock()

    def save(self, first: int, packed: Any) -> None:
        with self._lock:
            for place, winners in enumerate(packed[:, WINNERS].tolist(), first):
                self.winners[place] = winners


def deal_luck(
    setting: Setting,
    rank: str,
    games: int = GAMES,
    pool: WorkerPool | None = None,
    progress: Callable[[RunProgress], None] | None = None,
    compiled: bool | None = None,
) -> DealLuck:
    """Play ``games`` games with the game's first level at every seat; the same games each time.

    Winners share a game. Against the house each seat that ends with a gain wins it alone.
    """
    sink = _Winners(games)
    simulate(run_spec(setting, games, SEED), pool, compiled, folded=False, progress=progress, sink=sink)
    whole, house = parts(setting.seats), setting.game.scoring.bankroll is not None
    tallies: list[dict[int, tuple[int, int]]] = [{} for _ in range(setting.seats)]
    for number, winners in enumerate(sink.winners):
        dealt = dealt_cards(
            open_view(setting, Session(setting, Generator(SEED, number)).table_state), setting.seats, rank
        )
        sharing = 1 if house else winners.bit_count() or setting.seats
        for seat, count in enumerate(dealt):
            played, won = tallies[seat].get(count, (0, 0))
            part = whole // sharing if winners >> seat & 1 or (winners == 0 and not house) else 0
            tallies[seat][count] = played + 1, won + part
    counts = [
        [DealtCount(played, won / whole) for played, won in (own.get(n, (0, 0)) for n in range(max(own) + 1))]
        for own in tallies
    ]
    return DealLuck(rank, games, SEED, counts, bots=not has_no_choices(setting), house=house)


def luck_sentence(luck: DealLuck, seat: int, dealt: Sequence[int], name: str | None) -> str:
    """Return the sentence about a seat's deal (``name`` None: "You"); empty if too few games had such a deal."""
    count, of = luck.of(seat, dealt[seat]), sum(dealt)
    if count.games < FEWEST or (luck.rank and luck.rank not in RANKS):
        return ""
    low, _ = share_interval(int(count.won), count.games)
    _, high = share_interval(-int(-count.won // 1), count.games)
    values: dict[str, Any] = {
        "name": name,
        "share": figure(f"{100 * count.won / count.games:.0f}"),
        "low": figure(f"{100 * low:.0f}"),
        "high": figure(f"{100 * high:.0f}"),
        "games": counting(f"{count.games:,}"),
    }
    if luck.house:
        return say(
            "Luck alone beats the house: bots end {share} % of such games with a gain ({low} to {high} %, from {games}"
            " games).",
            **values,
        )
    if not luck.rank:
        values |= {"nth": say(PLACES[seat]) if seat < len(PLACES) else figure(str(seat + 1)), "of": len(luck.counts)}
        values["begin"] = say("You went {nth} of {of}" if name is None else "{name} went {nth} of {of}", **values)
        return say(
            "{begin}: between equal bots, that wins {share} of 100 games ({low} to {high} with 95% certainty, from"
            " {games} games).",
            **values,
        )
    values |= {"of": say(NUMBERS[of]) if of in NUMBERS else of, "rank": say(RANKS[luck.rank])}
    n = dealt[seat]
    if n == of:
        begin = "You were dealt all {of} {rank}" if name is None else "{name} was dealt all {of} {rank}"
    else:
        begin = "You were dealt {n} of the {of} {rank}" if name is None else "{name} was dealt {n} of the {of} {rank}"
        values["n"] = say(NUMBERS[n]) if n in NUMBERS else n
    values["begin"] = say(begin, **values)
    if luck.bots:
        return say(
            "{begin}: among equal bots, such a deal wins {share} % of games ({low} to {high} %, from {games} games).",
            **values,
        )
    return say("{begin}: such a deal wins {share} % of games ({low} to {high} %, from {games} games).", **values)
