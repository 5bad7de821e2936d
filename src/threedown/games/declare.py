"""What a game declares about itself; everything that is not a rule is read from here.

A game's folder holds ``rules.py``, ``options.py``, ``rulebook.toml``, ``words.py`` and ``bots.py``; its
``__init__.py`` ties them together in one :class:`Game`.
"""

import collections
import enum
import functools
import types
import typing
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from threedown.cards import Deck
from threedown.table import verbs
from threedown.table.layout import NOBODY, Piles, Record, Table, layout, new_record

LONGEST_SHOWN = 40
"""So many characters of a wrong value are shown."""


class OptionError(ValueError):
    """A preset, an option or a number of seats that the game does not have."""


class HouseRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The options of a game: a frozen struct whose fields are booleans, ranges of ints or literals.

    In rules an option is an int: a boolean 0 or 1, a number itself, a word its place among the values.
    """

    def conflict(self, seats: int) -> str | None:
        """What is wrong with these options together, or None."""
        return None


class OptionFacts(NamedTuple):
    """One option as its declaration gives it."""

    name: str
    default: Any
    help: str
    values: tuple[Any, ...]
    """All values, if they can be listed."""
    low: int
    high: int

    def code(self, value: Any) -> int:
        """The int that rules see."""
        return self.values.index(value) if isinstance(value, str) else int(value)

    @property
    def allowed(self) -> str:
        """The values in words: ``one of 0, 1, rank`` or ``1 to 100``."""
        if self.values:
            return "one of " + ", ".join(show_value(value) for value in self.values)
        return f"{self.low} to {self.high}"


def show_value(value: Any) -> str:
    """An option's value as ``--set`` takes it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


@functools.cache
def option_facts(options: type[HouseRules]) -> tuple[OptionFacts, ...]:
    """All options of a struct, in order."""
    facts = []
    for field in msgspec.inspect.type_info(options).fields:  # type: ignore[attr-defined]
        extra, inner = "", field.type
        if isinstance(inner, msgspec.inspect.Metadata):
            extra, inner = (inner.extra_json_schema or {}).get("description", ""), inner.type
        values: tuple[Any, ...] = ()
        low, high = 0, 0
        if isinstance(inner, msgspec.inspect.LiteralType):
            values = typing.get_args(_bare(typing.get_type_hints(options)[field.name]))
        elif isinstance(inner, msgspec.inspect.BoolType):
            values = (False, True)
        elif isinstance(inner, msgspec.inspect.IntType):
            low, high = inner.ge or 0, inner.le or 0
        facts.append(OptionFacts(field.name, field.default, extra, values, low, high))
    return tuple(facts)


def _bare(hint: Any) -> Any:
    return typing.get_args(hint)[0] if typing.get_origin(hint) is typing.Annotated else hint


class Preset(msgspec.Struct, frozen=True):
    """Named options, with the text that they come from."""

    options: HouseRules
    help: str
    seats: int = 0
    """The seats that its text speaks of; 0: as few as the game allows."""
    default: bool = False


class Sight(enum.Enum):
    """What a view shows of a pile."""

    COUNT = "count"
    """How many cards it has."""
    TOP = "top"
    """That, and the top card if the seat knows it."""
    KNOWN = "known"
    """Every card, those that the seat knows by name."""


def stayed(t: Table, seat: int) -> int:
    """The longer in the game the better; best who has not dropped out."""
    return 1 << 62 if verbs.is_in(t, seat) else int(t.s.left[seat])


class Game(NamedTuple):
    """One game: its facts, and the modules of its folder."""

    name: str
    title: str
    summary: str
    version: int
    """Rules version: raised when old records would replay differently."""
    fewest_seats: int
    most_seats: int
    options: type[HouseRules]
    presets: Mapping[str, Preset]
    deck: Callable[[Any], Deck]
    """Of the options: all the cards that these rules put on the table."""
    piles_each: tuple[str, ...]
    piles_shared: tuple[str, ...]
    sight: Mapping[str, Sight]
    """Pile kind -> what a view shows of it; a kind that is not named shows only its count."""
    state: tuple[str, ...]
    tallies: tuple[str, ...]
    public: tuple[str, ...]
    """The counters that every view shows."""
    rules: types.ModuleType
    words: types.ModuleType
    bots: types.ModuleType
    betrays: tuple[str, ...] = ()
    """Kinds of events by which a secret may rightly change the course of a game (the leak audit reads them)."""
    remembers: Callable[[int], int] = lambda seats: 0
    """Of the seats: how many piles are remembered to notice a cycle."""
    standing: Callable[[Table, int], int] = stayed
    """Of a seat: how well it stands among the winners, or among the others; more is better."""
    state_each: tuple[str, ...] = ()
    """Counters that every seat has one of; in states and views they are called ``NAME N``."""
    keyed: Callable[[Any], Mapping[str, tuple[str, ...]]] = lambda options: {}
    """Of the options: those counters of ``state`` and ``tallies`` that have an entry for each key (a state of a map, a
    scenario), with the keys; they are called ``NAME KEY``."""
    scenarios: types.ModuleType | None = None
    """The table of what two cards call for, where battles have scenarios (see blitzkrieg)."""

    @property
    def default_preset(self) -> str:
        return next(name for name, preset in self.presets.items() if preset.default)

    @property
    def first_level(self) -> tuple[str]:
        """The bot level that plays where nothing else is said."""
        return (next(iter(self.bots.LEVELS)),)

    def event(self, kind: int) -> str:
        """The name of an event's kind."""
        return verbs.EVENTS[kind] if kind < len(verbs.EVENTS) else str(self.rules.EVENTS[kind])


class Setting(msgspec.Struct, frozen=True):
    """A game with its house rules and its number of seats settled: all that a table needs before the deal."""

    game: Game
    options: HouseRules
    seats: int

    @property
    def house(self) -> Any:
        """The options as rules see them: a NamedTuple of ints."""
        return house_type(self.game.options)(
            *(fact.code(getattr(self.options, fact.name)) for fact in option_facts(self.game.options))
        )

    @property
    def piles(self) -> tuple[str, ...]:
        return Piles.of(self.seats, self.game.piles_each, self.game.piles_shared).names

    @property
    def tally_names(self) -> tuple[str, ...]:
        """The names of all tallies, as the last words of a record have them."""
        return tuple(label for name in self.game.tallies for label in self.labels(name))

    @property
    def keys(self) -> dict[str, tuple[str, ...]]:
        """The counters that have several entries, with their keys; of a counter that each has, the seats'."""
        seats = tuple(str(seat) for seat in range(self.seats))
        return dict.fromkeys(self.game.state_each, seats) | dict(self.game.keyed(self.options))

    def labels(self, counter: str) -> tuple[str, ...]:
        """What the entries of a counter are called; its own name if it is a single number."""
        keys = self.keys
        return tuple(f"{counter} {key}" for key in keys[counter]) if counter in keys else (counter,)

    @property
    def deck(self) -> Deck:
        """All the cards that these rules put on the table."""
        return self.game.deck(self.options)

    def new_record(self) -> Record:
        """A table on which nothing lies yet."""
        game = self.game
        sizes = {name: len(keys) for name, keys in self.keys.items()}
        dtype = layout(
            self.seats,
            len(self.piles),
            len(self.deck.names),
            game.state_each + game.state,
            game.tallies,
            game.remembers(self.seats),
            sizes,
        )
        return new_record(dtype, self.seats)

    def policy(self, seat: int, pilots: Sequence[str]) -> Any:
        """Who answers for a seat: its pilot's policy, or for NOBODY the world's."""
        bots = self.game.bots
        return bots.WORLD if seat == NOBODY else bots.LEVELS[pilots[seat]]

    def imagines_with(self, level: str) -> str | None:
        """The level that plays at every seat where ``level`` imagines; None if it does not imagine."""
        imagines = getattr(self.game.bots, "IMAGINES", {})
        cheaper: str | None = imagines.get(level)
        if cheaper in imagines:
            raise ValueError(
                f"{self.game.name}: {level} imagines with {cheaper}, which itself imagines: name one that does not"
            )
        return cheaper

    def menu(self, t: Table, seat: int, question: int) -> list[int]:
        """The codes that the rules let through, in order; a game with many codes may list them itself."""
        rules = self.game.rules
        if hasattr(rules, "menu"):
            return list(rules.menu(t, seat, question))
        return [code for code in range(rules.CODES[question]) if rules.legal(t, seat, question, code)]


@functools.cache
def house_type(options: type[HouseRules]) -> Any:
    """The NamedTuple of ints that stands for a struct of options in rules; one type per struct."""
    return collections.namedtuple("House", [fact.name for fact in option_facts(options)])


def settle(
    game: Game, preset: str | None = None, changes: Mapping[str, Any] | None = None, seats: int | None = None
) -> Setting:
    """A preset with some options changed; raises :class:`OptionError` for what the game does not have.

    Values may be given as text (``"true"``, ``"3"``), as a command line or a form has them.
    """
    name = preset or game.default_preset
    if name not in game.presets:
        raise OptionError(f"{game.name} has no preset {name!r}: choose one of {', '.join(game.presets)}")
    chosen = game.presets[name]
    facts = {fact.name: fact for fact in option_facts(game.options)}
    values = {}
    for key, value in (changes or {}).items():
        if key not in facts:
            raise OptionError(f"{game.name} has no option {key!r}: choose one of {', '.join(facts)}")
        values[key] = _valid(facts[key], value)
    options = msgspec.structs.replace(chosen.options, **values)
    seats = seats if seats is not None else chosen.seats or game.fewest_seats
    if not game.fewest_seats <= seats <= game.most_seats:
        by = f"{game.fewest_seats} to {game.most_seats}" if game.fewest_seats < game.most_seats else game.most_seats
        raise OptionError(f"{game.name} is played by {by}, not by {seats}")
    if conflict := options.conflict(seats):
        raise OptionError(f"{game.name}: {conflict}")
    return Setting(game, options, seats)


def _valid(fact: OptionFacts, value: Any) -> Any:
    for allowed in fact.values:
        if type(value) is type(allowed) and value == allowed:
            return allowed
        if isinstance(value, str) and value.lower() == show_value(allowed):
            return allowed
    if not fact.values and not isinstance(value, bool):
        try:
            number = int(value) if isinstance(value, (int, str)) else None
        except ValueError:
            number = None
        if number is not None and fact.low <= number <= fact.high:
            return number
    given = show_value(value) if isinstance(value, (bool, str)) or _is_short(value) else "…"
    if not given.isprintable() or len(given) > LONGEST_SHOWN:
        given = repr(given[:LONGEST_SHOWN])
    raise OptionError(f"{fact.name}={given}: allowed is {fact.allowed}")


def _is_short(value: Any) -> bool:
    return not isinstance(value, int) or abs(value) < 10**LONGEST_SHOWN
