"""Everything that leaves a table: views, questions, events. Public is the default; functions that show all say "open".

All but the open ones are made from ``Setting.redacted``, the table redacted for one seat: a card that the seat does not
know isn't there to leak.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

import msgspec

from threedown.cards import HIDDEN
from threedown.games.declare import Sight
from threedown.games.reaction import Reaction
from threedown.games.setting import Setting
from threedown.games.wording import Act, WhyNot
from threedown.language import filled, say, spoken
from threedown.session.notebook import table_html
from threedown.session.result import result_of, state_of
from threedown.session.session import Session
from threedown.table.layout import EVERYBODY_SEES, NOBODY, Table, TableState
from threedown.table.sight import cards_in, lie_alike, named_cards


class PileSeen(msgspec.Struct, frozen=True, omit_defaults=True):
    """A pile as one seat or a spectator sees it."""

    count: int
    cards: list[str] | None = None
    """Top first, if the pile shows its cards; ``??`` for an unknown one. Another seat's hand is sorted."""


class View(msgspec.Struct, frozen=True):
    """The table as ``seat`` (None: a spectator) may see it."""

    seat: int | None
    turns: int
    over: bool
    piles: dict[str, PileSeen]
    state: dict[str, int]
    """The public counters."""
    told: dict[str, Any] = {}
    """In words: ``progress``, and ``holding`` and ``outlook``, one line for each seat. In numbers: ``goal``, the share
    that wins, ``teams``, the seats that play together, and the game's own figures; each only if the game has it.
    """
    shares: list[int] = []
    """Each seat's share of the stakes, as everyone may know it: it shows the leader."""

    def _repr_html_(self) -> str:
        return table_html(self.told.get("progress", ""), self.piles)


class Question(msgspec.Struct, frozen=True, omit_defaults=True):
    """The open question. Only the seat asked sees the choices; everyone sees them if the world is asked."""

    seat: int | None
    """The first seat that still has to answer; None if the world is asked."""
    question: str
    text: str = ""
    seats: list[int] = []
    """All seats that still have to answer, if several are asked at once."""
    choices: list[str] | None = None
    parts: list[Act] | None = None
    """The choices in their parts."""
    usual: str | None = None
    lead: str = ""
    """The facts of this question, for the seat asked (see :class:`threedown.games.wording.Briefing`)."""
    rule: str = ""
    """The way on from here, for the seat asked."""
    reaction: Reaction | None = None
    """The times of an answer, if the quickest decides."""
    why_not: Sequence[WhyNot] = ()
    """The reasons why cards of the hand, or states of the map, can't be played now, for the seat asked."""


class Looks:
    """One moment of a session as several seats (None: spectators) may know it: its table is redacted once for all.

    What is the same for everybody is made once too, from the table as a spectator may know it: the counters, the
    shares, and the lines in words. The looks of the moment ``before`` in the same game save time if no card moved.
    """

    def __init__(self, session: Session, seats: Iterable[int | None], before: "Looks | None" = None) -> None:
        self._session = session
        viewers, alike = tuple(dict.fromkeys((None, *seats))), list[TableState]()
        self._piles: dict[int | None, dict[str, PileSeen]] = {}
        if before is not None and lie_alike(session.table_state, before._session.table_state):
            alike = [before._tables[viewer] for viewer in viewers if viewer in before._tables]
            self._piles = before._piles
        tables = session.redacted_tables(viewers, alike if len(alike) == len(viewers) else ())
        self._tables: dict[int | None, TableState] = dict(zip(viewers, tables, strict=True))
        self._public: dict[str, _Public] = {}

    def of(self, seat: int | None, names: Sequence[str] = ()) -> tuple[View, Question | None]:
        """Return view and question of one of the seats, in the language that is spoken."""
        setting, redacted = self._session.setting, self._tables[seat]
        if (public := self._public.get(spoken())) is None:
            public = self._public[spoken()] = _public(setting, self._tables[None])
        if (piles := self._piles.get(seat)) is None:
            piles = self._piles[seat] = _piles(setting, redacted, seat)
        return _view(redacted, seat, piles, public), _question(self._session, redacted, seat, names)


def view_of(setting: Setting, table_state: TableState, seat: int | None) -> View:
    """Return the table as a seat (None: a spectator) may see it."""
    public, redacted = setting.redacted_for_each(table_state, (None, seat))
    return _view(redacted, seat, _piles(setting, redacted, seat), _public(setting, public))


def question_for(session: Session, seat: int | None, names: Sequence[str] = ()) -> Question | None:
    """Return the open question as a seat (None: a spectator) may know it; ``names`` appear in its texts."""
    return None if session.pending is None else _question(session, session.redacted_table(seat), seat, names)


def look(session: Session, seat: int | None, names: Sequence[str] = ()) -> tuple[View, Question | None]:
    """Return view and question of a seat (None: of a spectator)."""
    return Looks(session, (seat,)).of(seat, names)


def progress_of(session: Session, seat: int | None) -> str:
    """Return the progress of the game in words, as a seat may know it: one line of the view."""
    return session.setting.game.words.table.progress(Table(session.redacted_table(seat), session.setting.option_codes))


def look_open(session: Session, names: Sequence[str] = ()) -> tuple[View, Question | None]:
    """Return view and question with every card by name, for finished games and examples."""
    asked = None if session.pending is None or session.pending.seat == NOBODY else session.pending.seat
    return open_view(session.setting, session.table_state), _question(session, session.table_state, asked, names)


def open_view(setting: Setting, table_state: TableState) -> View:
    """Return the table with every card by name, and all counters."""
    cards = [[setting.deck.show(card) for card in cards_in(table_state, pile)] for pile in range(len(setting.piles))]
    piles = {name: PileSeen(len(shown), shown) for name, shown in zip(setting.piles, cards, strict=True)}
    view = _view(table_state, None, piles, _public(setting, table_state))
    return msgspec.structs.replace(view, state=state_of(setting, table_state))


def shares_of(setting: Setting, table_state: TableState) -> list[int]:
    """Return each seat's share of the stakes: a public counter, or the number of cards in its piles."""
    if setting.game.scoring.share:
        shares: list[int] = getattr(table_state, setting.game.scoring.share).tolist()
        return shares
    cards = table_state.end - table_state.top
    return [sum(int(cards[first + seat]) for first in setting.own_piles) for seat in range(setting.seats)]


class _Public(NamedTuple):
    """The part of a view that is the same for everybody."""

    state: dict[str, int]
    told: dict[str, Any]
    shares: list[int]


def _public(setting: Setting, redacted: TableState) -> _Public:
    """Return the public part of a view, given the table as a spectator may know it."""
    counted, words = state_of(setting, redacted), setting.game.words.table
    table = Table(redacted, setting.option_codes)
    told: dict[str, Any] = {"progress": words.progress(table)}
    if words.head is not None and (head := words.head(table)):
        told["head"] = head
    if words.seat_line is not None:
        told["holding"] = [words.seat_line(table, seat) for seat in range(setting.seats)]
    if words.outlook is not None:
        told["outlook"] = [words.outlook(table, seat) for seat in range(setting.seats)]
    if words.figures is not None:
        told |= words.figures(table)
    scoring = setting.game.scoring
    if scoring.goal is not None:
        told["goal"] = scoring.goal(setting.options)
    if teams := scoring.teams(setting.options, setting.seats):
        told["teams"] = [list(team) for team in teams]
    return _Public({name: counted[name] for name in setting.public}, told, shares_of(setting, redacted))


def _view(redacted: TableState, seat: int | None, piles: dict[str, PileSeen], public: _Public) -> View:
    """Return the view of a table that is redacted already."""
    return View(seat, int(redacted.turns), bool(redacted.over), piles, *public)


def _piles(setting: Setting, redacted: TableState, seat: int | None) -> dict[str, PileSeen]:
    """Return the piles of a table that is redacted for a seat."""
    eyes = range(setting.seats) if seat is None else (seat,)
    tops, ends, names = redacted.top.tolist(), redacted.end.tolist(), setting.deck.names
    piles = {}
    for pile, (name, sight) in enumerate(setting.sights.items()):
        cards = None
        if sight is not Sight.COUNT:
            known = named_cards(redacted, pile, eyes, 1 if sight is Sight.TOP else None)
            cards = [HIDDEN if card is None else names[card] for card in known]
        piles[name] = PileSeen(ends[pile] - tops[pile], cards)
    return piles


def record_of(setting: Setting, view: View) -> TableState:
    """Return a table state with what a view shows, for the game's words: the reverse of :func:`view_of`.

    Unknown cards become any that are not seen elsewhere; everything else that the view lacks is as on an empty table.
    Raises ValueError for a view of another setting.
    """
    table_state, deck = setting.new_table_state(), setting.deck
    named = {name: [card for card in shown.cards or () if card != HIDDEN] for name, shown in view.piles.items()}
    numbers = deck.parse(" ".join(card for cards in named.values() for card in cards))
    unseen = iter(sorted(set(deck.names) - set(numbers)))
    known = iter(numbers)
    for name, shown in view.piles.items():
        pile, cards = setting.piles.index(name), shown.cards or []
        for place in range(shown.count):
            is_named = place < len(cards) and cards[place] != HIDDEN
            table_state.cards[pile, place] = next(known) | EVERYBODY_SEES if is_named else next(unseen)
        table_state.end[pile] = table_state.top[pile] + shown.count
    table_state.turns, table_state.over = view.turns, view.over
    for label, value in view.state.items():
        counter, _, entry = label.partition(" ")
        if entry:
            getattr(table_state, counter)[setting.labels(counter).index(label)] = value
        else:
            setattr(table_state, counter, value)
    return table_state


def _question(session: Session, redacted: TableState, seat: int | None, names: Sequence[str]) -> Question | None:
    """Return the open question of a session, given the table redacted for the seat."""
    pending, setting = session.pending, session.setting
    if pending is None:
        return None
    words = setting.game.words
    asked = pending.seat if seat is None or seat not in pending.menus else seat
    whose, question = None if asked == NOBODY else asked, setting.game.rules.QUESTIONS[pending.question]
    seats = [other for other in pending.menus if other != NOBODY]
    if asked not in (NOBODY, seat):
        text, reaction = say(words.choices.questions[pending.question]), setting.reactions.get(question)
        return Question(whose, question, text, seats, reaction=reaction)
    table, menu = Table(redacted, setting.option_codes), pending.menus[asked]
    called = list(names or seats_numbered(setting.seats))
    if asked == NOBODY and seat is not None:
        called[seat] = say("you")  # an answer of the world may be about any seat
    acts = [act_of(setting, table, asked, pending.question, code, called) for code in menu]
    choices = [act.text for act in acts]
    usual = choices[menu.index(words.choices.default(table, asked, pending.question, menu))]
    text, lead, rule = say(words.choices.questions[pending.question]), "", ""
    if words.choices.briefing is not None:
        told = words.choices.briefing(table, asked, pending.question)
        lead, rule = (filled(each, {"names": called}) for each in (told.lead, told.rule))
        if told.answers:
            answers = (told.answers[min(code, len(told.answers) - 1)] for code in menu)
            acts = [
                msgspec.structs.replace(act, cost=filled(answer.cost, {"names": called}), outcome=answer.outcome)
                for act, answer in zip(acts, answers, strict=True)
            ]
    reaction, why_not = setting.reactions.get(question), words.choices.why_not(table, asked, pending.question)
    return Question(whose, question, text, seats, choices, acts, usual, lead, rule, reaction, why_not)


def seats_numbered(seats: int) -> list[str]:
    """Return what players are called who have no names."""
    return [say("Seat {n}", n=seat) for seat in range(seats)]


def act_of(setting: Setting, table: Table, seat: int, question: int, code: int, names: Sequence[str]) -> Act:
    """Return a choice in its parts, with its label, given the table redacted for the seat that is asked."""
    words = setting.game.words.choices
    act = words.act(table, seat, question, code)
    if words.label is None:
        return act
    label = filled(words.label(table, seat, question, code), {"names": names}) or None
    return msgspec.structs.replace(act, label=label)


def about(session: Session, seat: int | None, choice: str) -> str:
    """Return the hint about a seat's choice before it is made; empty if there is none, or the seat isn't asked."""
    return _told(session, seat, choice, session.setting.game.words.choices.hint)


def gained(session: Session, seat: int | None, choice: str, names: Sequence[str] = ()) -> str:
    """Return what speaks for a seat's choice, in plain words; empty if there is nothing, or the seat isn't asked."""
    told = _told(session, seat, choice, session.setting.game.words.choices.gain)
    return filled(told, {"names": names or seats_numbered(session.setting.seats)})


def _told(session: Session, seat: int | None, choice: str, tell: Callable[[Table, int, int, int], str]) -> str:
    """Tell something of a choice, from the table as its seat knows it."""
    pending, asked = session.pending, NOBODY if seat is None else seat
    menu = session.menu(asked)
    if pending is None or choice not in menu:
        return ""
    return tell(session.redacted_for(seat).table, asked, pending.question, pending.menus[asked][menu.index(choice)])


def public_result(session: Session) -> dict[str, Any]:
    """Return the result of an unfinished game, as a spectator may see it."""
    view = msgspec.to_builtins(view_of(session.setting, session.table_state, None))
    pending = msgspec.to_builtins(question_for(session, None))
    result = result_of(session.redacted_for(None))
    return {**result, "piles": view["piles"], "state": view["state"], "pending": pending}


class SeatMoment(msgspec.Struct, frozen=True):
    """Everything that a seat (None: a spectator) learns of a table at one moment."""

    view: View
    question: Question | None
    events: list[dict[str, Any]]
    """The latest events: the kind, seat, card and piles of each, and what its kind declares."""


def moment_for(session: Session, seat: int | None) -> SeatMoment:
    """Return everything that may reach a seat after the last step; nothing else leaves a table while a game goes on."""
    setting = session.setting
    events = [event.shown(setting, seat) for event in session.events]
    return SeatMoment(*look(session, seat), events)
