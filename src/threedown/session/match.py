"""A game played from Python: it shows itself, tells what happened, and asks bots."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from threedown.cards import Card
from threedown.games.setting import Setting
from threedown.session.asked import LegalChoices, NothingAsked
from threedown.session.bot_answers import bots_answer
from threedown.session.game_event import GameEvent, named_event, named_events
from threedown.session.narrator import Narrator
from threedown.session.notebook import table_html
from threedown.session.record import Header
from threedown.session.result import Result, result_of
from threedown.session.saving import header_of, save
from threedown.session.session import Refused, Session
from threedown.session.state import Choice, Go
from threedown.session.views import Question, View, question_for, view_of
from threedown.table.layout import NOBODY

if TYPE_CHECKING:
    import os

Bot = str | Callable[["Match", int], str]
"""A level's name, or a function of (match, seat) that returns a choice."""


class Match:
    """A game in progress, as ``threedown.new``, ``play`` and ``replay`` return it.

    Whatever it shows without a seat is what a spectator sees. ``session`` is the game underneath; its events are ints.

    >>> import threedown
    >>> game = threedown.new("blitz31", seed=4)
    >>> game
    <Match of blitz31 for 2, turn 0. Nothing is asked now: call go().>
    >>> events = game.go()
    >>> game.question.text, game.legal_choices
    ('Draw from the stock, take the discard, or knock?', LegalChoices(['draw stock', 'draw discard', 'knock']))
    >>> print(game)
    Blitz (31), turn 1: round 1, turn 1; stock 45, discards 1
      hand 0     ?? ?? ??
      hand 1     ?? ?? ??
      stock      45 cards
      discard    2S
    Seat 0: Draw from the stock, take the discard, or knock? (draw)
    >>> game.hand(0)
    [Card('9C'), Card('8S'), Card('9H')]
    >>> twin = game.copy()
    >>> game.choose(game.ask_bot("simple"))[0].card
    Card('2S')
    >>> game.tell(), game == twin, twin.turns
    (['Seat 0 takes 2S from the discard.'], False, 1)

    Matches are pickled, so that other processes can play them:

    >>> import pickle
    >>> pickle.loads(pickle.dumps(game)) == game
    True

    In a notebook, a match, a view and a card are drawn:

    >>> all("<svg" in shown._repr_html_() for shown in (game, game.view(0), game.hand(0)[0]))
    True
    """

    def __init__(self, session: Session, viewer: int | None = None, header: Header | None = None) -> None:
        self.session, self.viewer, self._header = session, viewer, header

    @property
    def setting(self) -> Setting:
        """The game with its house rules and seats."""
        return self.session.setting

    @property
    def turns(self) -> int:
        """The number of turns begun."""
        return self.session.turns

    @property
    def over(self) -> bool:
        """True once the game has ended."""
        return self.session.over

    @property
    def history(self) -> tuple[Go | Choice, ...]:
        """Every input so far, without what was undone."""
        return self.session.history

    @property
    def result(self) -> Result | None:
        """The result, with every card by name; None while the game goes on.

        >>> import threedown
        >>> threedown.new("war").result is None
        True
        >>> result = threedown.play("war", seed=1).result
        >>> result.reason, result.winners, result.piles["deck 1"]
        ('short', [0], '')
        """
        return msgspec.convert(result_of(self.session), Result) if self.over else None

    def __repr__(self) -> str:
        return f"<Match of {self.setting.game.name} for {self.setting.seats}, turn {self.turns}. {self._advice()}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Match):
            return NotImplemented
        return self._identity() == other._identity()

    __hash__ = None  # type: ignore[assignment]

    def copy(self) -> "Match":
        """Return the same game, to go its own way from here."""
        return Match(self.session.fork(), self.viewer, self._header)

    fork = __copy__ = copy

    def __deepcopy__(self, memo: Any) -> "Match":
        return self.copy()

    def redacted_for(self, seat: int) -> "Match":
        """Return the game as a seat may know it, to look at but not to play on. Bots get such a match."""
        return Match(self.session.redacted_for(seat), seat)

    def go(self, turns: int = 1, until: Callable[[list[GameEvent]], bool] | None = None) -> list[GameEvent]:
        """Play up to ``turns`` turns and return their events.

        Play stops early at a question, at the end, and after a turn whose events satisfy ``until``.

        >>> import threedown
        >>> game = threedown.new("war", preset="pagat", seed=7)
        >>> [(event.card, event.source, event.target) for event in game.go()][:2]
        [(Card('QH'), 'deck 0', 'pot'), (Card('TC'), 'deck 1', 'pot')]
        """
        if self.session.pending is not None:
            raise Refused(self._advice())
        stop = None if until is None else lambda events: until(self._named(events))
        return self._named(self.session.go(turns, stop))

    def choose(self, choice: str, seat: int | None = None) -> list[GameEvent]:
        """Answer the question and return the events that follow. ``seat`` is needed where several are asked at once.

        Raises :class:`Refused` and changes nothing for a choice that isn't legal.

        >>> import threedown
        >>> game = threedown.new("blitz31", seed=4)
        >>> game.choose("knock")
        Traceback (most recent call last):
        threedown.session.session.Refused: Nothing is asked now: call go().
        >>> events = game.go() + game.choose("draw stock")
        >>> events[-1].card, game.events == events[-1:]
        (Card('??'), True)
        """
        pending = self.session.pending
        if pending is None:
            raise Refused(self._advice())
        if seat is None and len(pending.menus) > 1:
            raise Refused(f"{self._advice()} Say for which seat: choose({choice!r}, seat={pending.seat}).")
        asked = pending.seat if seat is None else seat
        return self._named(self.session.choose(choice, None if asked == NOBODY else asked))

    def undo(self, inputs: int = 1) -> None:
        """Take back the last ``inputs`` turns or choices.

        >>> import threedown
        >>> game = threedown.new("war", seed=1)
        >>> start, events = game.copy(), game.go()
        >>> game.undo()
        >>> game.turns == start.turns
        True
        """
        self.session.undo(inputs)

    @property
    def asked(self) -> int | None:
        """The first seat that is asked; None if no seat is."""
        return self.session.asked

    @property
    def question(self) -> Question | NothingAsked:
        """The open question, with the choices of the seat asked first.

        >>> import threedown
        >>> game = threedown.new("blitz31", seed=4)
        >>> game.question
        <Nothing is asked now: call go().>
        >>> events = game.go()
        >>> game.question.seat, game.question.usual
        (0, 'draw stock')
        """
        return self.question_for(self.session.asked if self.viewer is None else self.viewer)

    def question_for(self, seat: int | None = None) -> Question | NothingAsked:
        """Return the open question as a seat (None: a spectator) may know it; only the seat asked sees its choices."""
        return question_for(self.session, seat) or NothingAsked(self._advice())

    @property
    def legal_choices(self) -> LegalChoices:
        """The legal choices of the seat asked first.

        >>> import threedown
        >>> game = threedown.new("blitz31", seed=4)
        >>> game.legal_choices
        <no choices: Nothing is asked now: call go().>
        >>> events = game.go()
        >>> list(game.legal_choices), "Knock" in game.legal_choices
        (['draw stock', 'draw discard', 'knock'], True)
        """
        question = self.question
        choices = question.choices or () if isinstance(question, Question) else ()
        return LegalChoices(choices, frozenset(self.setting.deck.names.values()), self._advice())

    def ask_bot(self, level: str | None = None) -> str:
        """Return what a bot (None: the game's first level) would choose for the seat asked first, in notation.

        The bot sees what the seat sees. Raises :class:`Refused` if nothing is asked, LevelError for an unknown level.

        >>> import threedown
        >>> game = threedown.new("casino-war", seed=1)
        >>> events = game.go()
        >>> game.ask_bot(), game.ask_bot("sensible")
        ('bet 1', 'bet 1')
        >>> game.ask_bot("lucky")  # doctest: +ELLIPSIS
        Traceback (most recent call last):
        threedown.games.levels.UnknownLevel: there is no bot 'lucky': choose one of sensible, ...
        """
        pending = self.session.pending
        if pending is None:
            raise Refused(self._advice())
        code = bots_answer(self.session, pending.seat, level or self.setting.game.first_level[0])
        return self.session.menu(pending.seat)[pending.menu.index(code)]

    def view(self, seat: int | None = None) -> View:
        """Return the table as a seat (None: a spectator) may see it.

        >>> import threedown
        >>> game = threedown.new("blitz31", seed=4)
        >>> game.view().piles["hand 0"].cards, game.view(0).piles["discard"].cards
        (['??', '??', '??'], ['2S'])
        """
        return view_of(self.setting, self.session.table_state, self.viewer if seat is None else seat)

    def hand(self, seat: int) -> list[Card]:
        """Return a seat's hand. In a redacted match, other seats' cards are ``??``.

        >>> import threedown
        >>> threedown.new("blitz31", seed=4).hand(1)
        [Card('JD'), Card('4S'), Card('JS')]
        >>> threedown.new("war").hand(0)
        Traceback (most recent call last):
        ValueError: There is no pile 'hand 0' here: the piles are deck 0, deck 1, won 0, won 1, pot, stock, removed.
        """
        return self.pile(f"hand {seat}", seat)

    def pile(self, name: str, seat: int | None = None) -> list[Card]:
        """Return a pile's cards, top first, as a seat (None: a spectator) may know them; ``??`` hides a card."""
        piles = self.view(seat if self.viewer is None else self.viewer).piles
        if name not in piles:
            raise ValueError(f"There is no pile {name!r} here: the piles are {', '.join(piles)}.")
        pile = piles[name]
        cards = ["??"] * pile.count if pile.cards is None else pile.cards
        return [Card.named(card) for card in cards]

    @property
    def events(self) -> list[GameEvent]:
        """The events of the last step."""
        return self._named(self.session.events)

    def __iter__(self) -> Iterator[GameEvent]:
        """Replay the game and yield its events from the deal to now; in a redacted match, those of the last turn.

        >>> import threedown
        >>> game = threedown.play("war", preset="pagat", seed=7)
        >>> events = list(game)
        >>> events[0].kind, events[-1].kind, events[-1] == game.events[-1]
        ('shuffle', 'end', True)
        """
        if self.viewer is not None:
            yield from self._named(self.session.last_turn)
            return
        again = Session(self.setting, self.session.chance)
        yield from self._named(again.events)
        for given in self.history:
            for event in again.apply(given):
                yield named_event(self.setting, event, None)

    def tell(self, seat: int | None = None) -> list[str]:
        """Return the last step's events as sentences, as a seat (None: a spectator) may know them.

        >>> import threedown
        >>> game = threedown.new("blitz31", seed=4)
        >>> events = game.go() + game.choose("draw stock")
        >>> game.tell(0), game.tell(1)
        (['Seat 0 takes 2C from the stock.'], ['Seat 0 takes a card from the stock.'])
        """
        return self._narrator(seat).tell_all(self.session, self.session.events)

    def __str__(self) -> str:
        return self.shown()

    def shown(self, seat: int | None = None) -> str:
        """Return the table as text, as a seat (None: a spectator) may see it: one line for each pile with cards.

        >>> import threedown
        >>> print(threedown.new("blitz31", seed=4).shown(0))
        Blitz (31), turn 0: round 1, turn 0; stock 45, discards 1
          hand 0     9C 8S 9H
          hand 1     ?? ?? ??
          stock      45 cards
          discard    2S
        """
        view = self.view(seat)
        lines = [self._title(view)]
        for name, pile in view.piles.items():
            if pile.count:
                number = "1 card" if pile.count == 1 else f"{pile.count} cards"
                lines.append(f"  {name:<10} {' '.join(pile.cards) if pile.cards else number}")
        below = self._below(seat)
        return "\n".join([*lines, below] if below else lines)

    def _repr_html_(self) -> str:
        view = self.view()
        return table_html(self._title(view), view.piles, self._below(None))

    def save(self, path: "str | os.PathLike[str]", names: Sequence[str] = ()) -> None:
        """Write the game's record, which ``threedown.replay`` and ``threedown replay`` read.

        ``names`` are the players'. An answer that still waits for other seats' answers is not saved. Raises OSError if
        the file can't be written, RecordError for a redacted match.

        >>> import pathlib, tempfile, threedown
        >>> game = threedown.play("war", seed=1)
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     path = pathlib.Path(folder) / "evening.3d"
        ...     game.save(path, ["Ann", "Ben"])
        ...     threedown.replay(path) == game, threedown.verify(path)
        (True, [])
        """
        save(self.session, Path(path), self.header(names))

    def header(self, names: Sequence[str] = ()) -> Header:
        """Return the header of the game's record, with the players' ``names``; RecordError for a redacted match."""
        if self._header is not None and not names:
            return self._header
        return header_of(self.session, names or [f"Seat {seat}" for seat in range(self.setting.seats)])

    def _named(self, events: Sequence[Any]) -> list[GameEvent]:
        return named_events(self.setting, events, self.viewer)

    def _identity(self) -> tuple[Any, ...]:
        state = self.session.state
        return self.setting, self.viewer, state.log, dict(state.unseen), state.table_state.tobytes()

    def _advice(self) -> str:
        pending = self.session.pending
        if self.over:
            return "The game is over: see result."
        if pending is None:
            return "Nothing is asked now: call go()."
        asked = " and ".join("the table" if seat == NOBODY else f"seat {seat}" for seat in pending.menus)
        return f"{asked.capitalize()} {'is' if len(pending.menus) == 1 else 'are'} asked: call choose()."

    def _title(self, view: View) -> str:
        return f"{self.setting.game.title}, turn {self.turns}: {view.told['progress']}"

    def _below(self, seat: int | None) -> str:
        """Return the open question or, at the end, the result, as one line."""
        question = self.question_for(self.viewer if seat is None else seat)
        if isinstance(question, Question):
            who = "The table" if question.seat is None else f"Seat {question.seat}"
            choices = f": {', '.join(question.choices)}" if question.choices else ""
            return f"{who}: {question.text} ({question.question}{choices})"
        return self._narrator(seat).verdict(self.session, self.session.last_turn) if self.over else ""

    def _narrator(self, seat: int | None) -> Narrator:
        return Narrator(self.setting.game, [f"Seat {other}" for other in range(self.setting.seats)], seat)


def played(match: Match, bots: Sequence[Bot]) -> Match:
    """Play to the end with one bot for each seat.

    >>> import threedown
    >>> played(threedown.new("casino-war", seed=1, rounds=3), ["sensible"]).turns
    3
    """
    while not match.over:
        if match.session.pending is None:
            match.go()
            continue
        seat = match.asked
        bot = None if seat is None else bots[seat]
        if seat is None or bot is None or isinstance(bot, str):
            match.choose(match.ask_bot(bot if isinstance(bot, str) else None), seat)
        else:
            match.choose(bot(match.redacted_for(seat), seat), seat)
    return match
