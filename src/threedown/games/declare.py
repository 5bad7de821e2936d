"""The declarations of a game: everything that the program reads about it, except its rules.

A game's folder holds ``rules.py``, ``options.py``, ``rulebook.toml``, ``words.py`` and ``bots.py``; its ``__init__.py``
ties them together in one :class:`Game`.
"""

import enum
import pickle
import types
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

import msgspec

from threedown.cards import Deck, show_card
from threedown.games.game_options import GameOptions, Preset
from threedown.games.page import PageSettings
from threedown.games.reaction import Reaction
from threedown.games.wording import Words
from threedown.table import verbs
from threedown.table.hands import packed_cards
from threedown.table.layout import Table

EVENT_COUNT = "events"
"""The tally in which compiled play counts announcements, if a game has it."""


class Field(NamedTuple):
    """A number that events of a kind carry, and the way to show it."""

    type: Any
    """The type of the shown value, for schemas."""
    read: Callable[[Any, int], Any]
    """The value to show, from the house rules and the number announced."""


NUMBER = Field(int, lambda options, number: number)
FLAG = Field(bool, lambda options, number: bool(number))
CARD = Field(str, lambda options, number: show_card(number))
CARDS = Field(str, lambda options, number: " ".join(map(show_card, packed_cards(number))))
"""Cards as :func:`threedown.table.hands.pack_cards` packs them."""


class Kind(NamedTuple):
    """A kind of event: its name, and the numbers that it carries in addition to its seat, card and piles, in order."""

    name: str
    fields: Mapping[str, Field] = {}
    texts: Mapping[str, Callable[[Mapping[str, Any]], Any]] = {}
    """Further values for templates, made from the fields' values."""
    reveals: bool = False
    """True if a secret may rightly change the course of a game through such an event (for the leak audit)."""

    def values(self, options: GameOptions, numbers: Sequence[int]) -> dict[str, Any]:
        """Return the values of an event of this kind, as plain data."""
        values = {
            name: field.read(options, number)
            for (name, field), number in zip(self.fields.items(), numbers, strict=True)
        }
        return values | {name: text(values) for name, text in self.texts.items()}


class RulesModule(Protocol):
    """The names that ``rules.py`` of every game must have."""

    @property
    def EVENTS(self) -> Mapping[int, "Kind | str"]:
        """The game's own kinds of events from ``verbs.OWN_EVENTS`` on; a kind without numbers may be just a name."""

    @property
    def REASONS(self) -> Mapping[int, str]: ...
    @property
    def QUESTIONS(self) -> Mapping[int, str]: ...
    @property
    def CODES(self) -> Mapping[int, int]:
        """Question -> the number of codes of its choices."""

    def deal(self, t: Table) -> None: ...
    def turn(self, t: Table) -> None: ...
    def legal(self, t: Table, seat: int, question: int, code: int) -> bool: ...


Policy = Callable[[Table, int, int], int]
"""A function of a table, seat and question that returns the code of its choice."""

Plans = Mapping[Callable[[Table], Any], Callable[[Any], Any]]
"""Function of the table that policies call -> the function that computes it once, from the house rules."""


class BotsModule(Protocol):
    """The names that ``bots.py`` of every game must have."""

    @property
    def LEVELS(self) -> Mapping[str, Policy]:
        """The bot levels; the first is the default."""

    @property
    def WORLD(self) -> Policy:
        """The policy that answers the questions that no seat is asked."""

    @property
    def IMAGINES(self) -> Mapping[str, str]:
        """Level that imagines -> the level that plays at every seat of its imagined tables."""

    @property
    def PLANS(self) -> Plans:
        """Functions that levels compute once for the house rules; in compiled play they are computed beforehand."""

    @property
    def LADDER(self) -> tuple[str, ...]:
        """The levels to be paired, weakest first."""


class Sight(enum.Enum):
    """The part of a pile that a view shows."""

    COUNT = "count"
    """The number of its cards."""
    TOP = "top"
    """The number, and the top card if the seat knows it."""
    KNOWN = "known"
    """Every card, by name if the seat knows it."""


def stayed(t: Table, seat: int) -> int:
    """A standing: the longer a seat stays in the game the better; best is a seat that has not dropped out."""
    return 1 << 62 if verbs.is_in(t, seat) else int(t.s.left[seat])


class SeatRange(NamedTuple):
    """The numbers of seats with which a game can be played."""

    fewest: int
    most: int

    @property
    def numbers(self) -> range:
        """All of them.

        >>> list(SeatRange(2, 4).numbers)
        [2, 3, 4]
        """
        return range(self.fewest, self.most + 1)


class PileKinds(NamedTuple):
    """The kinds of piles on a table, numbered in this order: first the piles of each seat, kind by kind; then the
    shared ones; then the piles of each seat that only some options have.
    """

    per_seat: tuple[str, ...] = ()
    """Kinds of which every seat has a pile, called ``KIND N``."""
    shared: tuple[str, ...] = ()
    sight: Mapping[str, Sight] = {}
    """Kind -> the part that a view shows; of other kinds it shows only the number of cards."""
    places: Mapping[str, int] = {}
    """Kind -> the number of its places that choices can name, if codes are places in a player's own pile."""
    private: tuple[str, ...] = ("hand",)
    """The kinds of piles of each seat whose cards only this seat sees, in a table laid by hand as well."""
    optional: Mapping[str, Callable[[Any], bool]] = {}
    """Kinds of ``per_seat`` that only some options have -> True for options that have them. All other piles have the
    same number under all options.
    """
    remembered: Callable[[int], int] = lambda seats: 0
    """The number of piles remembered from an earlier turn to detect a cycle, from the number of seats
    (``threedown.table.cycles``).
    """


class Counters(NamedTuple):
    """The names of a game's own counters. Views show all of them but the hidden ones."""

    per_seat: tuple[str, ...] = ()
    """Counters that every seat has; in states and views they are called ``NAME N``."""
    shared: tuple[str, ...] = ()
    tallies: tuple[str, ...] = ()
    """Counters that rules only add to; simulations report them."""
    hidden: tuple[str, ...] = ()
    """The counters that no view shows."""
    keys: Callable[[Any], Mapping[str, tuple[str, ...]]] = lambda options: {}
    """The shared counters and tallies with an entry for each key (a state of a map, a scenario) -> their keys, from the
    options; they are called ``NAME KEY``.
    """
    seat_numbers: tuple[str, ...] = ()
    """The shared counters that are a seat's number."""
    seat_sets: tuple[str, ...] = ()
    """The shared counters that are sets of seats, a bit each."""

    @property
    def state(self) -> tuple[str, ...]:
        """The counters that are no tallies."""
        return self.per_seat + self.shared

    @property
    def all(self) -> tuple[str, ...]:
        return self.state + self.tallies

    @property
    def counts_events(self) -> bool:
        """True if compiled play counts announcements, in the tally EVENT_COUNT."""
        return EVENT_COUNT in self.tallies


class Places(NamedTuple):
    """The places of a map, which players hold."""

    owners: str
    """The name of the array with the seat that owns each place."""
    title: Callable[[Table, int], str]
    """The name of a place, in the language that is spoken."""


class Scoring(NamedTuple):
    """The comparison of players, during a game and at its end."""

    standing: Callable[[Table, int], int] = stayed
    """The standing of a seat among the winners, or among the others; more is better."""
    share: str = ""
    """The counter of each seat that shows who is ahead; empty: the cards in the seat's piles."""
    unit: str = "cards"
    """The unit of that share, for people, in games without a bankroll: "lives"."""
    bankroll: Callable[[Table, int], int] | None = None
    """A seat's holdings in the smallest unit, in games played for them and not to win; compiled as rules are."""
    goal: Callable[[Any], int] | None = None
    """The share that wins, from the options, in games that are a race to it; the page draws its line."""
    teams: Callable[[Any, int], tuple[tuple[int, ...], ...]] = lambda options, seats: ()
    """The seats that play together and win together, from the options and the number of seats; empty if each seat plays
    alone.
    """
    places: Places | None = None
    """What players hold, in games that are played on a map."""


class Hooks(NamedTuple):
    """Functions of the rules that the program calls if a game has them."""

    menu: Callable[[Table, int, int, Any], int] | None = None
    """Writes the legal codes of a table, seat and question into an array, in order, and returns their number.

    For games with too many codes to try each; compiled as rules are.
    """
    resume: Callable[[Table, int, int, int], None] | None = None
    """Plays a turn from an answer to its end, given the table at the question, seat, question and code; for rules that
    can go on from the table state alone. It makes environments faster; without it they play the turn again with one
    more answer.
    """
    before_laying: Callable[[Table], None] = lambda t: None
    """Prepares a table to be laid by hand: sets the state that a laid table may leave out."""
    laying_error: Callable[[Table], str] = lambda t: ""
    """The reason why a table laid by hand cannot be played on; empty if it can."""
    after_laying: Callable[[Table], None] = lambda t: None
    """Completes a table that has been laid by hand: sets what follows from its cards and its state."""
    play_on: Callable[[Table, int, int], int | None] | None = None
    """Plays an imagined table on from a question to a seat until the battle is decided, with the seat's answer as the
    first that ``ask`` returns. Returns the winner, NOBODY for none or if the game is over, None if nothing can be said.
    """
    uncalled: Callable[[Any], tuple[Callable[..., None], ...]] = lambda options: ()
    """The rules without a result that no game under these options (codes) calls. Compiled play leaves them out, so that
    a game with many options stays small enough to be inlined whole. Only options that change the layout of the table
    may decide it: others share machine code.
    """
    policies: Callable[[Any, int], Mapping[Policy, Policy]] = lambda options, seats: {}
    """Option codes and number of seats -> policies of levels, each with one that makes the same choices there and takes
    less to compile.
    """


class ByClock(msgspec.Struct, frozen=True):
    """The option by which a game ends by the clock: at the end of a turn the world is asked whether time is up."""

    option: str
    value: int | bool
    """The option's value that means it."""
    minutes: int
    """The usual length of such a game."""


class Game(NamedTuple):
    """A game: its facts, and the modules of its folder."""

    name: str
    title: str
    summary: str
    version: int
    """The rules version: raised when old records would replay differently."""
    seats: SeatRange
    options: type[GameOptions]
    presets: Mapping[str, Preset]
    deck: Callable[[Any], Deck]
    """All cards that these rules use, from the options."""
    piles: PileKinds
    counters: Counters
    rules: RulesModule
    words: Words
    bots: BotsModule
    scoring: Scoring = Scoring()
    hooks: Hooks = Hooks()
    world_questions: tuple[str, ...] = ()
    """Questions for the world, which no seat is asked."""
    by_clock: ByClock | None = None
    """The way to end a game after some minutes: the world question ``time``, with the answers of ``table.clock``."""
    reactions: Mapping[str, Callable[[Any], Reaction | None]] = {}
    """Questions that the quickest answer decides -> their times, from the options; None if no time is measured."""
    scenarios: types.ModuleType | None = None
    """The table of what two cards trigger, in games whose battles have scenarios (see blitzkrieg)."""
    helper_levels: tuple[str, ...] = ()
    """The levels that play only in imagined games or in training, and are not offered to people."""
    page: PageSettings = PageSettings()
    """Declarations for the page, which draws the game."""

    def __reduce__(self) -> Any:
        """A pickled game is its name: the reader uses its own version of the rules."""
        from threedown.games import find_game, game_names

        if self.name not in game_names() or find_game(self.name) is not self:
            raise pickle.PicklingError(f"{self.name} exists only in this process")
        return find_game, (self.name,)

    @property
    def default_preset(self) -> str:
        return next(name for name, preset in self.presets.items() if preset.default)

    def asked_of_seats(self, options: GameOptions) -> tuple[str, ...]:
        """The questions that seats are asked under these options."""
        left_out = {*self.world_questions, *options.unasked()}
        return tuple(name for name in self.rules.QUESTIONS.values() if name not in left_out and options.asks())

    @property
    def asking_presets(self) -> list[str]:
        """The presets under which seats are asked questions, the default one first."""
        asking = [name for name, preset in self.presets.items() if self.asked_of_seats(preset.options)]
        return sorted(asking, key=lambda name: name != self.default_preset)

    @property
    def first_level(self) -> tuple[str]:
        """The default bot level."""
        return (next(iter(self.bots.LEVELS)),)

    def kind(self, number: int) -> Kind:
        """A kind of event by its number."""
        kind = self.rules.EVENTS[number] if number in self.rules.EVENTS else verbs.EVENTS[number]
        return Kind(kind) if isinstance(kind, str) else kind

    @property
    def revealing_events(self) -> frozenset[str]:
        """The kinds of events through which a secret may rightly change the course of a game."""
        return frozenset(name for name, kind in self.kinds.items() if kind.reveals)

    @property
    def kinds(self) -> dict[str, Kind]:
        """All kinds of events by their names."""
        numbers = [*range(len(verbs.EVENTS)), *self.rules.EVENTS]
        return {kind.name: kind for kind in map(self.kind, numbers)}
