"""A game in sentences: what happened, what a turn has come to, whose choice it is. Made of what one seat sees."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from threedown.cards import HIDDEN, RANKS, SUIT_SYMBOLS, SUITS
from threedown.games.declare import Game
from threedown.games.words import cards_laid, reason_sentence, sentence
from threedown.language import ENGLISH, figure, filled, listed, say, spoken
from threedown.session.live import Event
from threedown.session.result import winners_of
from threedown.session.second_person import second_person
from threedown.session.session import Session
from threedown.table.layout import MOST_SEATS, NOBODY

INDENT = "   "
"""Before what happens in a nested battle, for each battle that it nests in."""


LEADS = "{name} leads."


def plain_name(card: str) -> str:
    """A card as its notation has it."""
    return card


def symbolic_name(card: str) -> str:
    """A card with the symbol of its suit: ``10♥``; cards that are no playing cards as their notation has them."""
    if len(card) != 2 or card[0] not in RANKS or card[1] not in SUITS:
        return card
    return ("10" if card[0] == "T" else card[0]) + SUIT_SYMBOLS[SUITS.index(card[1])]


class Narrator:
    """Tells a game to one seat (None: to everybody), with these names, and cards as ``card_name`` writes them.

    With ``you`` the seat itself is told what it does: "You turn up 7♠." ``language`` is for those who speak for it
    (threedown.language.speaking); sentences are in what is spoken.
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
        """An event (plain data, as the seat sees it) as a sentence; empty if it is not worth one."""
        text = sentence(self.game, event)
        if not text:
            return ""
        who = {"seat": event.get("seat"), "owner": _owner(event.get("from", "")), "other": _owner(event.get("to", ""))}
        if self._you and self.seat is not None:
            for name in [name for name, seat in who.items() if seat == self.seat]:
                text = second_person(text, name)
        text = say(text)
        card = event.get("card", HIDDEN)
        named = [key for key in ("first", "second") if isinstance(event.get(key), str)]  # of dice they are numbers
        cards = {key: self._card_name(event[key]) for key in named}
        if isinstance(event.get("cards"), str):
            cards["cards"] = " ".join(map(self._card_name, event["cards"].split()))
        known = {
            **event,
            **{key: figure(value) for key, value in event.items() if isinstance(value, float)},
            **cards,
            **{name: "" if seat is None else self.names[seat] for name, seat in who.items()},
            "seat": self.names[event["seat"]] if "seat" in event else say(self.game.words.nobody),
            "card": say("a card") if card == HIDDEN else self._card_name(card),
            "source": pile_name(event.get("from", "")),
            "target": pile_name(event.get("to", "")),
        }
        return INDENT * int(event.get("depth", 0)) + filled(text, known)

    def tell_all(self, session: Session, events: Sequence[Event]) -> list[str]:
        """Those of the events that are worth a sentence."""
        told = (self.tell(event.shown(session.setting, self.seat)) for event in events)
        return [line for line in told if line]

    def verdict(self, session: Session, events: Sequence[Event]) -> str:
        """What the turn of these events has come to, in one sentence."""
        session = session.redacted_for(self.seat)
        setting, words, pending = session.setting, self.game.words, session.pending
        kinds = [event.kind for event in events]
        if session.over:
            reason = self.game.rules.REASONS[int(session.record.reason)]
            return self.ended(reason, winners_of(setting, session.record))
        if pending is not None and pending.seat != NOBODY:
            asked = listed([self.names[seat] for seat in pending.menus])
            return f"{asked}: {say(words.questions[pending.question])}"
        if pending is not None and not cards_laid(kinds):
            return say(words.questions[pending.question])
        if pending is not None:
            leader = leading(session, events)
            ahead = "" if leader is None else " " + self._about("name", leader, LEADS)
            return say("The stake is {cards} {cards:card|cards}.", cards=cards_laid(kinds)) + ahead
        if session.turns == 0:
            return say("The cards are dealt.")
        winner = int(session.record.turn_winner)
        told = words.turn_sentence(session.table, kinds)
        if spoken() == ENGLISH:  # what has numbers in it is no text of the catalogue: there the seat is named
            told = self._addressed("seat", winner, told)
        return filled(told, {"seat": "" if winner == NOBODY else self.names[winner], "names": self.names})

    def ended(self, reason: str, winners: Sequence[int]) -> str:
        """Why the game ended, and who has won it."""
        if len(winners) == 1:
            return self._about("winner", winners[0], self.game.words.reasons[reason])
        return reason_sentence(self.game, reason, [self.names[seat] for seat in winners])

    def _about(self, who: str, seat: int, template: str) -> str:
        """A template about a seat."""
        return say(self._addressed(who, seat, template), **{who: self.names[seat]})

    def _addressed(self, who: str, seat: int, template: str) -> str:
        return second_person(template, who) if self._you and seat == self.seat else template


def with_clause(game: Game, event: Event, shown: dict[str, Any]) -> dict[str, Any]:
    """An event as somebody may see it (``shown``) with the ``clause`` of the rulebook behind it, where one is known:
    the one with which the game begins to tell of it, or else that of the rule by which it happened."""
    clause = game.words.clause(shown) or event.clause
    return {**shown, "clause": clause} if clause else shown


def pile_name(pile: str) -> str:
    """A pile as a sentence names it: ``stock``, ``deck 1``."""
    kind, space, seat = pile.partition(" ")
    return say(kind) + space + seat


def _owner(pile: str) -> int | None:
    """Whose pile it is: the seat that a pile's name ends with."""
    seat = pile.rpartition(" ")[2]
    return int(seat) if seat.isdecimal() else None


def story(game: Game, events: Sequence[Mapping[str, Any]]) -> list[str]:
    """The events of a scenario's result as sentences, the seats by number and every card by its notation."""
    narrator = Narrator(game, [f"Seat {seat}" for seat in range(MOST_SEATS)])
    return [line for line in map(narrator.tell, events) if line]


def leading(session: Session, events: Sequence[Event]) -> int | None:
    """The seat whose last card turned up is the highest; None for a tie."""
    shown = {event.seat: int(session.record.shown[event.seat]) for event in events if event.kind == "turn_up"}
    best = [seat for seat, high in shown.items() if high == max(shown.values())]
    return best[0] if len(best) == 1 else None
