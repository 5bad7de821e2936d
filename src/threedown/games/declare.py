"""The declarations of a game: everything that the program reads about it, except its rules.

A game's folder holds ``rules.py``, ``options.py``, ``rulebook.toml``, ``words.py`` and ``bots.py``; its ``__init__.py``
ties them together in one :class:`Game`.
"""

import enum
import types
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

import msgspec

from threedown.cards import Deck, show_card
from threedown.games.game_options import GameOptions, Preset
from threedown.games.page import PageSettings
from threedown.language import say
from threedown.table import verbs
from threedown.table.hands import packed_cards
from threedown.table.layout import NOBODY, Table


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
    """A kind of event: its name, and the numbers that it carries beside its seat, card and piles, in order."""

    name: str
    fields: Mapping[str, Field] = {}
    texts: Mapping[str, Callable[[Mapping[str, Any]], Any]] = {}
    """Further values for templates, made from the fields' values."""

    def told(self, options: GameOptions, numbers: Sequence[int]) -> dict[str, Any]:
        """The values of an event of this kind, as plain data."""
        told = {
            name: field.read(options, number)
            for (name, field), number in zip(self.fields.items(), numbers, strict=True)
        }
        return told | {name: text(told) for name, text in self.texts.items()}


class Act(msgspec.Struct, frozen=True, omit_defaults=True):
    """A choice in its parts, so that a page can point at them; ``text`` is its notation."""

    verb: str
    pile: str | None = None
    seat: int | None = None
    cards: tuple[str, ...] = ()
    states: tuple[str, ...] = ()
    """One state, or the origin and the target."""
    number: int | None = None
    tie: int | None = None
    label: str | None = None
    """Words for choices whose notation does not explain them, such as a stake or a card."""

    @property
    def text(self) -> str:
        """
        >>> Act("attack", states=("brazil", "peru"), number=3).text, Act("blitz", seat=2, cards=("TD-RUN",)).text
        ('attack brazil>peru 3', 'blitz 2 TD-RUN')
        """
        parts = [self.verb, self.pile, self.seat, *self.cards, ">".join(self.states), self.number]
        if self.tie is not None:
            parts += ["tie", self.tie]
        return " ".join(str(part) for part in parts if part is not None and part != "")


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


def winner_sentence(t: Table, kinds: Sequence[str]) -> str:
    """The default sentence for the result of a turn."""
    return say("{seat} wins the turn." if int(t.s.turn_winner) != NOBODY else "Nobody wins the turn.")


class Words(NamedTuple):
    """The words of a game. The tables passed to these functions show only what one seat may know.

    Sentences are templates with ``{seat}``, ``{card}``, ``{source}``, ``{target}``, ``{owner}`` (of the source),
    ``{other}`` (the owner of the target) and the values of the event's kind; an empty template is left out. ``{seat}``
    takes the third person; ``threedown.session.second_person`` addresses the seat itself.
    """

    sentences: Mapping[str, str]
    """Kind of event -> sentence; other kinds use the sentences of all games (threedown.games.words)."""
    reasons: Mapping[str, str]
    """Reason -> sentence, with ``{winner}``."""
    questions: Mapping[int, str]
    choices: Mapping[int, str]
    """Question -> the form of its choices."""
    counters: Mapping[str, str]
    """Descriptions of the state's counters and the tallies, for the contract and for help."""
    act: Callable[[Table, int, int, int], Act]
    """The choice of a table, seat, question and code."""
    progress: Callable[[Table], str]
    """The progress of the game, for the head of a screen."""
    turn_sentence: Callable[[Table, Sequence[str]], str] = winner_sentence
    """The result of a turn, from the kinds of its events: a template with ``{seat}``, its winner, and ``{names}``."""
    template: Callable[[Mapping[str, Any]], str | None] = lambda event: None
    """The sentence of an event that depends on more than its kind; None for the kind's own sentence."""
    clause: Callable[[Mapping[str, Any]], str] = lambda event: ""
    """The id of the first clause about an event; empty if there is none."""
    label: Callable[[Table, int, int, int], str] | None = None
    """The choice of a table, seat, question and code in words: a template with ``{names}``; empty if its notation is
    enough.
    """
    milestone: str = ""
    """The kind of event to which a player may skip."""
    milestone_name: str = ""
    """The name of a milestone, if it is not that of its kind."""
    milestone_names: str = ""
    """The plural of that name, if it does not simply end with an s."""
    nobody: str = "The table"
    """The subject of events without a seat."""
    race: str = ""
    """A notice for games in which people play as fast as they can."""
    holding: Callable[[Table, int], str] | None = None
    """A seat's line on the table; by default its number of cards."""
    arranged: Callable[[Table, Sequence[int]], tuple[list[int], str]] | None = None
    """A known hand in the order in which a player would hold it, and its value."""
    hint: Callable[[Table, int, int, int], str] = lambda t, seat, question, code: ""
    """Facts about a choice that help a player before choosing."""
    usual: Callable[[Table, int, int, Sequence[int]], int] = lambda t, seat, question, menu: menu[0]
    """The choice for Enter, from a table, seat, question and menu."""
    again: Callable[[str, Sequence[str]], str] = lambda last, menu: ""
    """The choice that repeats the last one, from that choice and a menu."""
    board: Callable[[Table, int], list[list[tuple[str, str]]]] | None = None
    """The board in a terminal of that width: lines of (text, style)."""
    chip: Callable[[str, bool], tuple[str, str]] | None = None
    """A card that is no playing card, in ASCII or not: its inscription and its style."""
    legend: Mapping[str, str] = {}
    """Cards that are no playing cards -> the effect of each, in a few words."""
    middle: Mapping[str, str] = {}
    """Kind of a shared pile -> its name on the table, if that is not the usual one."""
    scores: bool = False
    """True if captured cards only count and are not played again."""
    pauses: tuple[str, ...] = ()
    """Kinds of events after which the table pauses, however fast the players go on."""


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


class Game(NamedTuple):
    """One game: its facts, and the modules of its folder."""

    name: str
    title: str
    summary: str
    version: int
    """The rules version: raised when old records would replay differently."""
    fewest_seats: int
    most_seats: int
    options: type[GameOptions]
    presets: Mapping[str, Preset]
    deck: Callable[[Any], Deck]
    """All cards that these rules use, from the options."""
    piles_each: tuple[str, ...]
    piles_shared: tuple[str, ...]
    sight: Mapping[str, Sight]
    """Pile kind -> the part that a view shows; other kinds show only their number of cards."""
    state: tuple[str, ...]
    tallies: tuple[str, ...]
    public: tuple[str, ...]
    """The counters that every view shows."""
    rules: RulesModule
    words: Words
    bots: BotsModule
    revealing_events: tuple[str, ...] = ()
    """Kinds of events through which a secret may rightly change the course of a game (for the leak audit)."""
    remembers: Callable[[int], int] = lambda seats: 0
    """The number of piles that are remembered to detect a cycle, from the number of seats."""
    standing: Callable[[Table, int], int] = stayed
    """The standing of a seat among the winners, or among the others; more is better."""
    state_each: tuple[str, ...] = ()
    """Counters that every seat has; in states and views they are called ``NAME N``."""
    keyed: Callable[[Any], Mapping[str, tuple[str, ...]]] = lambda options: {}
    """The counters of ``state`` and ``tallies`` that have an entry for each key (a state of a map, a scenario), with
    their keys, from the options; they are called ``NAME KEY``.
    """
    menu: Callable[[Table, int, int, Any], int] | None = None
    """Writes the legal codes of a table, seat and question into an array, in order, and returns their number.

    For games with too many codes to try each; compiled as rules are.
    """
    lay: Callable[[Table], None] = lambda t: None
    """Fills in the unspecified parts of a table laid by hand."""
    mistake: Callable[[Table], str] = lambda t: ""
    """The reason why a table laid by hand cannot be played on; empty if it can."""
    share: str = ""
    """The counter of each seat that shows who is ahead; empty: the cards in the seat's piles."""
    world_questions: tuple[str, ...] = ()
    """Questions for the world, which no seat is asked."""
    seat_counters: tuple[str, ...] = ()
    """The counters of the state that are a seat's number."""
    seat_set_counters: tuple[str, ...] = ()
    """The counters of the state that are sets of seats, a bit each."""
    places: Mapping[str, int] = {}
    """Pile kind -> the number of its places that choices can name, if codes are places in a player's own pile."""
    resume: Callable[[Table, int, int, int], None] | None = None
    """Plays a turn from an answer to its end, given the table at the question, seat, question and code; for rules that
    can go on from the record alone. It makes environments faster; without it they play the turn again with one more
    answer.
    """
    bankroll: Callable[[Table, int], int] | None = None
    """A seat's holdings in the smallest unit, in games played for them and not to win; compiled as rules are."""
    counts_events: bool = False
    """True if compiled play counts announcements, in a tally ``events`` that the game then has."""
    scenarios: types.ModuleType | None = None
    """The table of what two cards trigger, in games whose battles have scenarios (see blitzkrieg)."""
    page: PageSettings = PageSettings()
    """Declarations for the page, which draws the game."""

    @property
    def default_preset(self) -> str:
        return next(name for name, preset in self.presets.items() if preset.default)

    @property
    def asking_presets(self) -> list[str]:
        """The presets whose options leave a question, the default one first."""
        asking = [name for name, preset in self.presets.items() if self.rules.QUESTIONS and preset.options.asks()]
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
    def has_hands(self) -> bool:
        """True if there are cards that one seat sees and others do not."""
        return self.sight.get("hand") is Sight.KNOWN

    @property
    def kinds(self) -> dict[str, Kind]:
        """All kinds of events by their names."""
        numbers = [*range(len(verbs.EVENTS)), *self.rules.EVENTS]
        return {kind.name: kind for kind in map(self.kind, numbers)}
