"""What a game declares about itself; everything that is not a rule is read from here.

A game's folder holds ``rules.py``, ``options.py``, ``rulebook.toml``, ``words.py`` and ``bots.py``; its
``__init__.py`` ties them together in one :class:`Game`.
"""

import enum
import types
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

import msgspec

from threedown.cards import Deck, show_card
from threedown.games.houserules import HouseRules, Preset
from threedown.games.page import PageSettings
from threedown.language import say
from threedown.table import verbs
from threedown.table.hands import packed_cards
from threedown.table.layout import NOBODY, Table


class Field(NamedTuple):
    """A number that events of a kind carry, and how it is told."""

    type: Any
    """Of what is told, for schemas."""
    read: Callable[[Any, int], Any]
    """Of the house rules and the number announced: what is told."""


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
    """What else is told of it, made of what the fields tell."""

    def told(self, options: HouseRules, numbers: Sequence[int]) -> dict[str, Any]:
        """What an event of this kind says, as plain data."""
        told = {
            name: field.read(options, number)
            for (name, field), number in zip(self.fields.items(), numbers, strict=True)
        }
        return told | {name: text(told) for name, text in self.texts.items()}


class Act(msgspec.Struct, frozen=True, omit_defaults=True):
    """A choice in its parts, so that a page can point at what it is about; ``text`` is its notation."""

    verb: str
    pile: str | None = None
    seat: int | None = None
    cards: tuple[str, ...] = ()
    states: tuple[str, ...] = ()
    """One, or from which to which."""
    number: int | None = None
    tie: int | None = None
    label: str | None = None
    """In words, where the notation does not say what it is about: what a stake is, or a card."""

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
    """What ``rules.py`` of every game has."""

    @property
    def EVENTS(self) -> Mapping[int, "Kind | str"]:
        """The game's own kinds of events from ``verbs.OWN_EVENTS`` on; a name alone where it carries no numbers."""

    @property
    def REASONS(self) -> Mapping[int, str]: ...
    @property
    def QUESTIONS(self) -> Mapping[int, str]: ...
    @property
    def CODES(self) -> Mapping[int, int]:
        """Question -> how many codes its choices have."""

    def deal(self, t: Table) -> None: ...
    def turn(self, t: Table) -> None: ...
    def legal(self, t: Table, seat: int, question: int, code: int) -> bool: ...


def won_or_not(t: Table, kinds: Sequence[str]) -> str:
    """What a turn has come to where a game says nothing else."""
    return say("{seat} wins the turn." if int(t.s.turn_winner) != NOBODY else "Nobody wins the turn.")


class Words(NamedTuple):
    """How a game is told. The tables its functions are given show what one seat may know, and nothing else.

    Sentences are templates: ``{seat}``, ``{card}``, ``{source}``, ``{target}``, ``{owner}`` (whose the source is),
    ``{other}`` (whose the target is) and what the event's kind declares; an empty one is not told. What
    ``{seat}`` does is said in the third person; ``threedown.session.second_person`` addresses the seat itself.
    """

    sentences: Mapping[str, str]
    """Kind of event -> sentence; of kinds that are not named, what all games say (threedown.games.words)."""
    reasons: Mapping[str, str]
    """Reason -> sentence, with ``{winner}``."""
    questions: Mapping[int, str]
    choices: Mapping[int, str]
    """Question -> how its choices are written."""
    counters: Mapping[str, str]
    """State and tallies, for the contract and for help."""
    act: Callable[[Table, int, int, int], Act]
    """Of a table, seat, question and code: the choice."""
    progress: Callable[[Table], str]
    """How far the game is, for the head of a screen."""
    turn_sentence: Callable[[Table, Sequence[str]], str] = won_or_not
    """What a turn has come to, of the kinds of its events: a template with ``{seat}``, its winner, and ``{names}``."""
    template: Callable[[Mapping[str, Any]], str | None] = lambda event: None
    """The sentence of an event that depends on more than its kind; None: that of its kind."""
    clause: Callable[[Mapping[str, Any]], str] = lambda event: ""
    """The id of the clause with which the rulebook begins to tell of an event; empty where none is named."""
    label: Callable[[Table, int, int, int], str] | None = None
    """Of a table, seat, question and code: the choice in words, a template with ``{names}``; an empty one says nothing
    that its notation does not."""
    milestone: str = ""
    """The kind of event that one may want to play on to."""
    milestone_name: str = ""
    """What that is called, where not by its kind."""
    milestone_names: str = ""
    """The plural of that, where it does not just end with an s."""
    nobody: str = "The table"
    """Who does what no seat does."""
    race: str = ""
    """What to say where people play as fast as they can."""
    holding: Callable[[Table, int], str] | None = None
    """What a seat's line says; else how many cards it has."""
    arranged: Callable[[Table, Sequence[int]], tuple[list[int], str]] | None = None
    """A known hand in the order in which a player would hold it, and what it is worth."""
    hint: Callable[[Table, int, int, int], str] = lambda t, seat, question, code: ""
    """What there is to know about a choice before it is made."""
    usual: Callable[[Table, int, int, Sequence[int]], int] = lambda t, seat, question, menu: menu[0]
    """Of a table, seat, question and menu: the choice that Enter makes."""
    again: Callable[[str, Sequence[str]], str] = lambda last, menu: ""
    """Of the choice made last and a menu: the choice that does once more what was done."""
    board: Callable[[Table, int], list[list[tuple[str, str]]]] | None = None
    """The board in a terminal of that width: lines of (text, style)."""
    chip: Callable[[str, bool], tuple[str, str]] | None = None
    """A card that is no playing card, in ASCII or not: what stands on it, and its style."""
    legend: Mapping[str, str] = {}
    """Cards that are no playing cards -> what each does, in a few words."""
    middle: Mapping[str, str] = {}
    """Kind of a pile that is nobody's -> what it is called on the table, where that is not what it usually is."""
    scores: bool = False
    """Whether cards that are won are only counted: nobody plays them again."""
    pauses: tuple[str, ...] = ()
    """Kinds of events after which there is something to look at, however fast one plays on."""


Policy = Callable[[Table, int, int], int]
"""Of a table, seat and question: the code of its choice."""

Plans = Mapping[Callable[[Table], Any], Callable[[Any], Any]]
"""Function of the table that policies call -> what works it out, once, of the house rules."""


class BotsModule(Protocol):
    """What ``bots.py`` of every game has: who decides where no person does."""

    @property
    def LEVELS(self) -> Mapping[str, Policy]:
        """The first one plays where nothing else is said."""

    @property
    def WORLD(self) -> Policy:
        """Answers what nobody at the table is asked."""

    @property
    def IMAGINES(self) -> Mapping[str, str]:
        """Level that imagines -> the level that plays at every seat there."""

    @property
    def PLANS(self) -> Plans:
        """What levels work out once for the house rules; compiled, it is worked out beforehand."""

    @property
    def LADDER(self) -> tuple[str, ...]:
        """The levels to be paired, weakest first."""


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
    rules: RulesModule
    words: Words
    bots: BotsModule
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
    menu: Callable[[Table, int, int, Any], int] | None = None
    """Of a table, seat, question and room: writes the legal codes there in order, and returns how many they are. For a
    game that has too many to try each; compiled as rules are."""
    lay: Callable[[Table], None] = lambda t: None
    """What lies on a table laid by hand where nothing is said."""
    mistake: Callable[[Table], str] = lambda t: ""
    """What makes a table laid by hand one that cannot be played on; empty if nothing does."""
    share: str = ""
    """The counter of each seat that says who is ahead; empty: the cards that lie in the seat's piles."""
    asked_of_world: tuple[str, ...] = ()
    """Questions that no seat is asked, only the world."""
    names_a_seat: tuple[str, ...] = ()
    """Those of the counters of the state that are a seat's number."""
    names_seats: tuple[str, ...] = ()
    """Those that are seats, a bit each."""
    places: Mapping[str, int] = {}
    """Pile kind -> how many of its places choices can name, where codes are places in one's own pile."""
    resume: Callable[[Table, int, int, int], None] | None = None
    """Of a table at a question, seat, question and code: the turn from this answer to its end, for rules that can go on
    from the record alone. Environments are faster by it; without it they run the turn again with one answer more."""
    holding: Callable[[Table, int], int] | None = None
    """What a seat has, in the smallest unit, where one plays for that and not to win; compiled as rules are."""
    counts_events: bool = False
    """Whether compiled play counts what is announced, in a tally ``events`` that the game then has."""
    scenarios: types.ModuleType | None = None
    """The table of what two cards call for, where battles have scenarios (see blitzkrieg)."""
    page: PageSettings = PageSettings()
    """What the page needs to draw the game."""

    @property
    def default_preset(self) -> str:
        return next(name for name, preset in self.presets.items() if preset.default)

    @property
    def first_level(self) -> tuple[str]:
        """The bot level that plays where nothing else is said."""
        return (next(iter(self.bots.LEVELS)),)

    def kind(self, number: int) -> Kind:
        """A kind of event by its number."""
        kind = self.rules.EVENTS[number] if number in self.rules.EVENTS else verbs.EVENTS[number]
        return Kind(kind) if isinstance(kind, str) else kind

    @property
    def has_hands(self) -> bool:
        """Whether there are cards that one seat sees and others do not."""
        return self.sight.get("hand") is Sight.KNOWN

    @property
    def kinds(self) -> dict[str, Kind]:
        """All kinds of events by their names."""
        numbers = [*range(len(verbs.EVENTS)), *self.rules.EVENTS]
        return {kind.name: kind for kind in map(self.kind, numbers)}
