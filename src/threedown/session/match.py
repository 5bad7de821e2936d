"""A game played from Python: a session that shows itself, tells what happened, and asks bots."""

from typing import Any

import msgspec

from threedown.session.bot_answers import bots_answer
from threedown.session.narrator import Narrator
from threedown.session.result import Result, result_of
from threedown.session.session import Refused, Session
from threedown.session.views import Question, View, question_for, view_of


class Match(Session):
    """A session with what one wants at a prompt.

    >>> from threedown.games import find_game
    >>> from threedown.games.setting import settle
    >>> from threedown.table.chance import Generator
    >>> game = Match(settle(find_game("blitz31")), Generator(4))
    >>> _ = game.go()
    >>> print(game)
    Blitz (31), turn 1: round 1, turn 1; stock 45, discards 1
      hand 0     ?? ?? ??
      hand 1     ?? ?? ??
      stock      45 cards
      discard    2S
    Seat 0: Draw from the stock, take the discard, or knock? (draw)
    >>> game.question(0).choices
    ['draw stock', 'draw discard', 'knock']
    >>> game.ask_bot("simple")
    'draw discard'
    >>> _ = game.choose("draw discard", 0)
    >>> game.tell()
    ['Seat 0 takes 2S from the discard.']
    """

    def __str__(self) -> str:
        return self.shown()

    def shown(self, seat: int | None = None) -> str:
        """The table as ``seat`` may see it (None: as everybody may), a line each pile that has cards.

        >>> import threedown
        >>> print(threedown.new("blitz31", seed=4).shown(0))
        Blitz (31), turn 0: round 1, turn 1; stock 45, discards 1
          hand 0     9C 8S 9H
          hand 1     ?? ?? ??
          stock      45 cards
          discard    2S
        """
        view = self.view(seat)
        lines = [f"{self.setting.game.title}, turn {self.turns}: {view.told['progress']}"]
        for name, pile in view.piles.items():
            if pile.count:
                number = "1 card" if pile.count == 1 else f"{pile.count} cards"
                lines.append(f"  {name:<10} {' '.join(pile.cards) if pile.cards else number}")
        question = self.question(seat)
        if question is not None:
            who = "The table" if question.seat is None else f"Seat {question.seat}"
            choices = f": {', '.join(question.choices)}" if question.choices else ""
            lines.append(f"{who}: {question.text} ({question.question}{choices})")
        elif self.over:
            lines.append(self._teller(seat).verdict(self, self.last_turn))
        return "\n".join(lines)

    def view(self, seat: int | None = None) -> View:
        """The table as ``seat`` may see it (None: as everybody may).

        >>> import threedown
        >>> game = threedown.new("blitz31", seed=4)
        >>> game.view().piles["hand 0"].cards, game.view(0).piles["discard"].cards
        (['??', '??', '??'], ['2S'])
        """
        return view_of(self.setting, self.record, seat)

    def question(self, seat: int | None = None) -> Question | None:
        """Who is asked what; with the choices if it is ``seat``. None if nobody is.

        >>> import threedown
        >>> game = threedown.new("blitz31", seed=4)
        >>> game.question() is None
        True
        >>> events = game.go()
        >>> game.question(0).choices, game.question(1).choices
        (['draw stock', 'draw discard', 'knock'], None)
        """
        return question_for(self, seat)

    @property
    def result(self) -> Result | None:
        """How the game ended, with every card by name; None while it goes on.

        >>> import threedown
        >>> threedown.new("war").result is None
        True
        >>> result = threedown.play("war", seed=1).result
        >>> result.reason, result.winners, result.piles["deck 1"]
        ('short', [0], '')
        """
        return msgspec.convert(result_of(self), Result) if self.over else None

    def tell(self, seat: int | None = None) -> list[str]:
        """What the last step has brought, a sentence an event, as ``seat`` may know it (None: as everybody may).

        >>> import threedown
        >>> game = threedown.new("blitz31", seed=4)
        >>> events = game.go() + game.choose("draw stock", 0)
        >>> game.tell(0), game.tell(1)
        (['Seat 0 takes 2C from the stock.'], ['Seat 0 takes a card from the stock.'])
        """
        return self._teller(seat).tell_all(self, self.events)

    def ask_bot(self, level: str | None = None) -> str:
        """What a level of bots (None: the game's first) would choose for who is asked, in notation.

        It sees what the seat sees. Raises :class:`Refused` if nobody is asked, and LevelError for an unknown level.

        >>> import threedown
        >>> game = threedown.new("casino-war", seed=1)
        >>> events = game.go()
        >>> game.ask_bot(), game.ask_bot("sensible")
        ('bet 1', 'bet 1')
        >>> game.ask_bot("lucky")  # doctest: +ELLIPSIS
        Traceback (most recent call last):
        threedown.games.levels.UnknownLevel: there is no bot 'lucky': choose one of sensible, ...
        """
        if self.pending is None:
            raise Refused("No choice is asked for now.")
        asked = self.pending.seat
        code = bots_answer(self, asked, level or self.setting.game.first_level[0])
        return self.menu(asked)[self.pending.menus[asked].index(code)]

    def _teller(self, seat: int | None) -> Narrator:
        return Narrator(self.setting.game, [f"Seat {other}" for other in range(self.setting.seats)], seat)


def played(match: Match, bots: Any) -> Match:
    """Plays to the end: ``bots`` by seat, a level's name or a function of (sitting, seat) that gives a choice.

    >>> import threedown
    >>> played(threedown.new("casino-war", seed=1, rounds=3), ["sensible"]).turns
    3
    """
    while not match.over:
        if match.pending is None:
            match.go()
            continue
        seat = match.asked
        bot = None if seat is None else bots[seat]
        choice = bot(match.redacted_for(seat), seat) if callable(bot) else match.ask_bot(bot)
        match.choose(choice, seat)
    return match
