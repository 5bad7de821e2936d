"""The declarations of a game's words: sentences, questions and choices as people read them."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, NamedTuple

import msgspec

from threedown.language import say
from threedown.table.layout import NOBODY, Table

TURN_CAP_REACHED = "The turn cap is reached: a draw."
ALL_CARDS_WON = "{winner} has all the cards."
"""The reasons why a game ends that several games share."""


def named_later(seat: int) -> str:
    """Return the place of a seat's name in a text that names are filled into when it is told.

    >>> named_later(2)
    '{names[2]}'
    """
    return f"{{names[{seat}]}}"


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
    cost: str = ""
    """The gain and the price of the choice, in a sentence (see :class:`Briefing`)."""
    outcome: str = ""
    """The result of the choice, if it is certain (see :class:`Outcome`)."""
    effect: str = ""
    """The effect of the card that is used now, in a few words."""
    idle: bool = False
    """True if the player does nothing by it, as by a pass: where it is the only choice, there is time to read why."""

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


Outcome = Literal["win", "lose", "nobody", "chance"]
"""The certain result of a choice for its seat, in the battle that is being fought; ``chance``: it is open."""


class Answer(NamedTuple):
    """The gain and the price of a choice, in a sentence to the player, and its result."""

    cost: str
    outcome: Outcome


class Briefing(NamedTuple):
    """Everything that players should know before they answer a question; ``{names}`` are filled in."""

    lead: str
    """The facts of this question: "Your five is the smaller." """
    rule: str
    """The way on from here, in a sentence or two."""
    answers: tuple[Answer, ...] = ()
    """The answers by code; a code beyond them has the last one. Empty where no answer says what it costs."""


def winner_sentence(t: Table, kinds: Sequence[str]) -> str:
    """The default sentence for the result of a turn."""
    return say("{seat} wins the turn." if int(t.s.turn_winner) != NOBODY else "Nobody wins the turn.")


class DigestLine(NamedTuple):
    """The line of a turn: a template with ``{seat}``; a value that is a card is a text in ``cards``."""

    template: str
    values: Mapping[str, Any] = {}
    cards: Mapping[str, str] = {}


class Digest(NamedTuple):
    """A turn in one line of the log, which opens to its events."""

    begins: frozenset[str]
    """The kinds of events that begin such a turn."""
    within: frozenset[str]
    """The kinds of the other events that the line summarizes."""
    line: Callable[[Any, Sequence[Mapping[str, Any]], int | None], DigestLine | None]
    """The line for a reader, from the facts before the turn (None: unknown) and the events so far; None as long as
    the events are told one by one.
    """
    templates: tuple[str, ...]
    """The templates of its lines (for translation)."""
    before: Callable[[Table], Any] | None = None
    """The public facts of a table that the line of the next turn needs; None if it needs none."""


class WhyNot(msgspec.Struct, frozen=True, omit_defaults=True):
    """A reason why cards of a hand, or states of a map, can't be played now."""

    clause: str
    """The id of the clause or ruling that bars them."""
    text: str
    """A sentence to the player."""
    cards: Sequence[str] = ()
    states: Sequence[str] = ()
    """``>peru`` is a state as the target of another one."""


class Narration(NamedTuple):
    """The sentences about events, turns and the end of a game.

    They are templates with ``{seat}``, ``{card}``, ``{source}``, ``{target}``, ``{owner}`` (of the source), ``{other}``
    (the owner of the target) and the values of the event's kind; an empty template is left out. ``{seat}`` takes the
    third person; ``threedown.session.second_person`` addresses the seat itself.
    """

    sentences: Mapping[str, str]
    """Kind of event -> sentence; other kinds use the sentences of all games (threedown.games.words)."""
    reasons: Mapping[str, str]
    """Reason -> sentence, with ``{winner}``."""
    turn_sentence: Callable[[Table, Sequence[str]], str] = winner_sentence
    """The result of a turn, from the kinds of its events: a template with ``{seat}``, its winner, and ``{names}``."""
    event_sentence: Callable[[Mapping[str, Any]], str | None] = lambda event: None
    """The sentence of an event that depends on more than its kind; None for the kind's own sentence."""
    clause: Callable[[Mapping[str, Any], Any, int], str] = lambda event, options, seats: ""
    """The id of the first clause about an event (with the ``clause`` of the rule that announces it) under these options
    (codes, as rules see them) and with so many seats; empty where the kind alone decides it.
    """
    clauses: Mapping[str, str] = {}
    """Kind of event, alone or with the clause of the rule that announces it (``deal CW-06``) -> the id of the first
    clause about it, where that is another one than the rule's.
    """
    subject_without_seat: str = "The table"
    """The subject of events without a seat."""
    digest: Digest | None = None
    """None in games whose turns are short."""


class ChoiceWords(NamedTuple):
    """Questions and their choices, in notation and in words."""

    questions: Mapping[int, str]
    notations: Mapping[int, str]
    """Question -> the forms of its choices."""
    act: Callable[[Table, int, int, int], Act]
    """The choice of a table, seat, question and code."""
    label: Callable[[Table, int, int, int], str] | None = None
    """The choice of a table, seat, question and code in words: a template with ``{names}``; empty if its notation is
    enough.
    """
    sentence: Callable[[Table, int, Act], str] = lambda t, seat, act: ""
    """A seat's choice as a line of a menu: a template with ``{names}``; empty if its label is enough. An act without
    its last parts is a step of a menu and stands for all choices that begin so.
    """
    hint: Callable[[Table, int, int, int], str] = lambda t, seat, question, code: ""
    """Facts about a choice that help a player before choosing."""
    gain: Callable[[Table, int, int, int], str] = lambda t, seat, question, code: ""
    """The reason for a choice of a table, seat, question and code, in plain words, as a template with ``{names}``;
    empty if the facts say enough."""
    why_not: Callable[[Table, int, int], Sequence[WhyNot]] = lambda t, seat, question: ()
    """The reasons why a seat asked a question can't play some cards or states; none where the question says enough."""
    briefing: Callable[[Table, int, int], Briefing] | None = None
    """The facts that a seat should know before it answers a question."""
    default: Callable[[Table, int, int, Sequence[int]], int] = lambda t, seat, question, menu: menu[0]
    """The choice for Enter, from a table, seat, question and menu."""
    repeat: Callable[[str, Sequence[str]], str] = lambda last, menu: ""
    """The choice that repeats the last one, from that choice and a menu."""


ROOMY = 30
"""The fewest lines of a terminal with room for gaps in a board and for the score beside it."""
SCROLL_BAR = 2
"""The columns of the scroll bar that may stand beside the table there."""


class BoardLook(NamedTuple):
    """The size of a terminal, and the parts of a board that are marked in it."""

    width: int = 80
    height: int = 24
    in_ascii: bool = False
    marked: Sequence[str] = ()

    @property
    def is_low(self) -> bool:
        return self.height < ROOMY


class TableWords(NamedTuple):
    """The inscriptions of a table: its head, seats, piles and cards."""

    progress: Callable[[Table], str]
    """The progress of the game, for the head of a screen; of the table as everybody may know it."""
    head: Callable[[Table], str] | None = None
    """The progress in two or three words, for the head of the page; by default and if empty, the turn's number."""
    seat_line: Callable[[Table, int], str] | None = None
    """A seat's line on the table; by default its number of cards."""
    outlook: Callable[[Table, int], str] | None = None
    """A seat's chance to win, in a sentence, where it is known exactly; empty while it is not."""
    figures: Callable[[Table], Mapping[str, Any]] | None = None
    """Numbers that follow from the counters of a table as everybody may know it, for who draws the table: added to what
    is ``told`` of it."""
    sorted_hand: Callable[[Table, Sequence[int]], tuple[list[int], str]] | None = None
    """A known hand in the order in which a player would hold it, and its value."""
    pile_names: Mapping[str, str] = {}
    """Kind of a shared pile -> its name on the table, if that is not the usual one."""
    captures_score: bool = False
    """True if captured cards only count and are not played again."""
    card_label: Callable[[str, bool], tuple[str, str]] | None = None
    """A card that is no playing card, in ASCII or not: its inscription and its style."""
    card_effects: Callable[[Table], Mapping[str, str]] = lambda t: {}
    """Cards that are no playing cards -> the effect of each under the house rules of a table, in a few words."""
    titles: Mapping[str, str] = {}
    """Parts of the board, and cards that are no playing cards -> their names in the sentences of a terminal."""
    board: Callable[[Table, BoardLook], list[list[tuple[str, str]]]] | None = None
    """The board in a terminal: lines of (text, style)."""
    speed_notice: str = ""
    """A notice for games in which people play as fast as they can."""
    pauses: tuple[str, ...] = ()
    """Kinds of events after which the table pauses, however fast the players go on."""


class MilestoneWords(NamedTuple):
    """The kind of event to which a player may skip, and its name."""

    kind: str
    one: str
    """Its name, such as "pair of equal cards"."""
    many: str
    """The plural of its name."""


class Words(NamedTuple):
    """The words of a game. The tables passed to its functions show only the cards that one seat may know."""

    narration: Narration
    choices: ChoiceWords
    table: TableWords
    counters: Mapping[str, str]
    """Descriptions of the state's counters and the tallies, for the contract and for help."""
    milestone: MilestoneWords = MilestoneWords("", "", "")
    """Empty in games without milestones."""
