"""A game in sentences: events, the outcome of a turn, the open question. All are made from one seat's view."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from threedown.cards import HIDDEN, RANKS, SUIT_SYMBOLS, SUITS
from threedown.games.declare import Game
from threedown.games.setting import Setting
from threedown.games.words import PILE, cards_laid, reason_sentence, sentence
from threedown.language import ENGLISH, figure, filled, listed, say, say_as, spoken
from threedown.session.live import Event
from threedown.session.result import winners_of
from threedown.session.second_person import second_person
from threedown.session.session import Session
from threedown.table.layout import MOST_SEATS, NOBODY

INDENT = "   "
"""The indent of an event for each battle that it is nested in."""


LEADS = "{name} leads."


def plain_name(card: str) -> str:
    """Return a card in notation."""
    return card


def symbolic_name(card: str) -> str:
    """Return a card with the symbol of its suit (``10♥``); other cards than playing cards stay in notation."""
    if len(card) != 2 or card[0] not in RANKS or card[1] not in SUITS:
        return card
    return ("10" if card[0] == "T" else card[0]) + SUIT_SYMBOLS[SUITS.index(card[1])]


class DigestText(NamedTuple):
    """A turn in one line of the log."""

    seat: int
    text: str
    kinds: list[str]
    """The kinds of the turn's events that the line summarizes."""


class Narrator:
    """Tells a game to one seat (None: to spectators), with these names, and cards as ``card_name`` writes them.

    With ``you`` the seat is addressed: "You turn up 7♠." ``language`` is a note for callers that switch languages
    (threedown.language.speaking); sentences come in the current language.
    """

    def __init__(
        self,
        game: Game,
        names: Sequence[str],
        seat: int | None = None,
        card_name: Callable[[str], str] = plain_name,
        you: bool = False,
        language: str = ENGLISH,
    ) -> None:
        self.game, self.names, self.seat, self._card_name, self._you = game, names, seat, card_name, you
        self.language = language

    def tell(self, event: Mapping[str, Any]) -> str:
        """Return an event (plain data, as the seat sees it) as a sentence; empty if it has none."""
        text = sentence(self.game, event)
        if not text:
            return ""
        who = {"seat": event.get("seat"), "owner": _owner(event.get("from", "")), "other": _owner(event.get("to", ""))}
        if self._you and self.seat is not None:
            for name in [name for name, seat in who.items() if seat == self.seat]:
                text = second_person(text, name)
        text = say(text)
        card = event.get("card", HIDDEN)
        codes = ("first", "second", "state", "origin")
        named = [key for key in codes if isinstance(event.get(key), str)]  # of dice they are numbers
        cards = {key: self._card_name(event[key]) for key in named}
        for key in ("cards", "given"):
            if isinstance(event.get(key), str):
                cards[key] = " ".join(map(self._card_name, event[key].split()))
        known = {
            **event,
            **{key: figure(value) for key, value in event.items() if isinstance(value, float)},
            **cards,
            **{name: "" if seat is None else self.names[seat] for name, seat in who.items()},
            "seat": self.names[event["seat"]]
            if "seat" in event
            else say(self.game.words.narration.subject_without_seat),
            "card": say("a card") if card == HIDDEN else self._card_name(card),
            "source": pile_name(event.get("from", "")),
            "target": pile_name(event.get("to", "")),
        }
        return INDENT * int(event.get("depth", 0)) + filled(text, known)

    def tell_all(self, session: Session, events: Sequence[Event]) -> list[str]:
        """Return the sentences of some events; not every event has one."""
        sentences = (self.tell(event.shown(session.setting, self.seat)) for event in events)
        return [line for line in sentences if line]

    def digest(self, before: Any, events: Sequence[Mapping[str, Any]]) -> DigestText | None:
        """Return a turn in one line, from the facts before it and its events so far (plain data, as the seat sees
        them); None if its events are told one by one."""
        digest = self.game.words.narration.digest
        if digest is None:
            return None
        own = [event for event in events if event["kind"] in digest.begins or event["kind"] in digest.within]
        seat = next((event["seat"] for event in own if event["kind"] in digest.begins and "seat" in event), None)
        line = None if seat is None else digest.line(before, own, self.seat)
        if seat is None or line is None:
            return None
        cards = {key: self._card_name(card) for key, card in line.cards.items()}
        text = say(self._addressed("seat", seat, line.template), seat=self.names[seat], **line.values, **cards)
        return DigestText(seat, text, sorted({event["kind"] for event in own}))

    def verdict(self, session: Session, events: Sequence[Event]) -> str:
        """Return the outcome of the turn with these events, in one sentence."""
        session = session.redacted_for(self.seat)
        setting, words, pending = session.setting, self.game.words, session.pending
        kinds = [event.kind for event in events]
        if session.over:
            reason = self.game.rules.REASONS[int(session.table_state.reason)]
            return self.ended(reason, winners_of(setting, session.table_state))
        if pending is not None and pending.seat != NOBODY:
            asked = listed([self.names[seat] for seat in pending.menus])
            return f"{asked}: {say(words.choices.questions[pending.question])}"
        if pending is not None and not cards_laid(kinds):
            return say(words.choices.questions[pending.question])
        if pending is not None:
            leader = leading(session, events)
            ahead = "" if leader is None else " " + self._about("name", leader, LEADS)
            return say("The stake is {cards} {cards:card|cards}.", cards=cards_laid(kinds)) + ahead
        if session.turns == 0:
            return say("The cards are dealt.")
        winner = int(session.table_state.turn_winner)
        text = words.narration.turn_sentence(session.table, kinds)
        if spoken() == ENGLISH:  # texts with numbers are not in the catalogue: other languages name the seat
            text = self._addressed("seat", winner, text)
            text = text if self.seat is None else self._addressed(f"names[{self.seat}]", self.seat, text)
        return filled(text, {"seat": "" if winner == NOBODY else self.names[winner], "names": self.names})

    def ended(self, reason: str, winners: Sequence[int]) -> str:
        """Return the reason for the end and the winners, as a sentence."""
        if len(winners) == 1:
            return self._about("winner", winners[0], self.game.words.narration.reasons[reason])
        return reason_sentence(self.game, reason, [self.names[seat] for seat in winners])

    def _about(self, who: str, seat: int, template: str) -> str:
        """Fill a template about a seat."""
        return say(self._addressed(who, seat, template), **{who: self.names[seat]})

    def _addressed(self, who: str, seat: int, template: str) -> str:
        return second_person(template, who) if self._you and seat == self.seat else template


def with_clause(setting: Setting, event: Event, shown: dict[str, Any]) -> dict[str, Any]:
    """Return an event as one seat sees it (``shown``) with the rulebook's ``clause`` behind it, if one is known: the
    clause that the game's words name, or else that of the rule that announced it."""
    narration, kind = setting.game.words.narration, shown["kind"]
    named = narration.clauses.get(f"{kind} {event.clause}") or narration.clauses.get(kind)
    special = narration.clause({**shown, "clause": event.clause}, setting.option_codes, setting.seats)
    clause = special or named or event.clause
    return {**shown, "clause": clause} if clause else shown


def pile_name(pile: str) -> str:
    """Return a pile as a sentence names it: ``stock``, ``deck 1``."""
    kind, space, seat = pile.partition(" ")
    return say_as(PILE, kind) + space + seat


def _owner(pile: str) -> int | None:
    """Return the owner of a pile: the seat that its name ends with."""
    seat = pile.rpartition(" ")[2]
    return int(seat) if seat.isdecimal() else None


def story(game: Game, events: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return the events of a scenario's result as sentences, with seats by number and cards in notation."""
    narrator = Narrator(game, [f"Seat {seat}" for seat in range(MOST_SEATS)])
    return [line for line in map(narrator.tell, events) if line]


def leading(session: Session, events: Sequence[Event]) -> int | None:
    """Return the seat that has turned up the highest card; None for a tie."""
    shown = {event.seat: int(session.table_state.shown[event.seat]) for event in events if event.kind == "turn_up"}
    best = [seat for seat, high in shown.items() if high == max(shown.values())]
    return best[0] if len(best) == 1 else None
