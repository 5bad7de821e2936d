"""A game at this keyboard: its steps, its answers, and the person at the keyboard."""

import contextlib

from threedown.bots.reason import advice, in_menu_words
from threedown.cli.table.drawing import narrator
from threedown.cli.table.faces import Look
from threedown.cli.table.game_clock import GameClock
from threedown.games.reaction import Reaction
from threedown.games.wording import Words
from threedown.language import say
from threedown.session.live import Event
from threedown.session.narrator import Narrator
from threedown.session.session import Refused, Session
from threedown.shared.seating import Seating
from threedown.shared.shared_game import SharedGame

AGAIN, TO_THE_END = "again", "to the end"
SHORT_MENU = 12
"""The most choices that are printed whole; of more, the first few, and the rest on request."""
LOADING = 1.0
"""Seconds in which machine code is loaded that was compiled before."""
EXPLAINED = 24
"""The number of choices that are explained at a time."""


class KeyboardGame:
    """A local game for both tables: its steps, answers, and the holder of the keyboard."""

    def __init__(self, shared_game: SharedGame, in_ascii: bool, game_clock: GameClock | None = None) -> None:
        self.shared_game, self.ascii, self.game_clock = shared_game, in_ascii, game_clock
        self._awaited = False
        """True if what the bots think with has been waited for."""
        self.at_keyboard: int | None = None
        """The last of several people to take the keyboard."""
        self._announced: set[str] = set()
        self.says_you = False
        """True if the only person here is addressed directly: "You turn up 7♠."."""

    @property
    def session(self) -> Session:
        return self.shared_game.session

    @property
    def events(self) -> list[Event]:
        """The events of this turn so far."""
        return self.session.last_turn

    @property
    def seating(self) -> Seating:
        return self.shared_game.seating

    @property
    def words(self) -> Words:
        return self.session.setting.game.words

    def answer(self, text: str) -> list[Event]:
        """The answer of the first person who is asked, or an answer for the world."""
        return self.shared_game.choose(self.asked(), text)

    def undo(self) -> None:
        """Take back to a person's last decision: later answers of bots go with it.

        Between turns nobody holds the keyboard: a person who takes back to their own question must confirm that they
        do.
        """
        asked = self.asked()
        if asked is None:
            self.at_keyboard = None
        people = self.seating.people
        self.shared_game.undo(asked if asked is not None else people[0] if people else None)
        with contextlib.suppress(Refused):
            while self.forced():
                self.shared_game.undo(self.asked())

    def asked(self) -> int | None:
        """The person who is asked; None if it is a bot's or the world's turn to choose, or no one's."""
        people = self.shared_game.asked_people()
        return people[0] if people else None

    def bot_is_asked(self) -> bool:
        """True if it is a bot's turn to choose; people who are asked at the same time choose first."""
        return not self.shared_game.asked_people() and bool(self.shared_game.asked_bots())

    def forced(self) -> str:
        """Return the only choice of the person at this keyboard, which needs no key; empty if there are more.

        People who share a keyboard press it themselves: a choice made for them would tell what they hold.
        """
        menu = self.menu() if self.asked() is not None and len(self.seating.people) == 1 else []
        return menu[0] if len(menu) == 1 else ""

    def reaction(self) -> Reaction | None:
        """Return the times of the open question, if the quickest answer decides it."""
        pending, setting = self.session.pending, self.session.setting
        return None if pending is None else setting.reactions.get(setting.game.rules.QUESTIONS[pending.question])

    def question(self) -> str:
        """Return the question in words."""
        assert self.session.pending is not None
        return say(self.words.choices.questions[self.session.pending.question])

    def viewer(self) -> int | None:
        """Return the seat whose cards may be shown: the only person's or, among several, the one asked who has the
        keyboard."""
        people = self.seating.people
        if len(people) == 1:
            return people[0]
        return None if self.must_pass() else self.asked()

    def narrator(self, look: Look) -> Narrator:
        """Return the narrator for the people who may see the screen now."""
        alone = len(self.seating.people) == 1
        return narrator(self.session.setting.game, self.seating.names, look, self.viewer(), self.says_you and alone)

    def must_pass(self) -> bool:
        """True if the keyboard must change hands before the question, because the asked seat sees secret cards."""
        asked = self.asked()
        if asked in (None, self.at_keyboard) or len(self.seating.people) == 1:
            return False
        return self.shared_game.has_secrets(asked) or len(self.shared_game.asked_people()) > 1

    def pass_on(self) -> str:
        """Return the notice shown when the keyboard changes hands."""
        asked = self.asked()
        assert asked is not None
        return say("Pass the keyboard to {name}, then press Enter", name=self.seating.names[asked])

    def menu(self) -> list[str]:
        """Return the legal choices of the person who is asked, or of the world."""
        return self.session.menu(self.asked())

    def repeated(self) -> str:
        """The choice that repeats the last one; empty if there is none."""
        asked = self.asked()
        return "" if asked is None else self.shared_game.again(asked)

    def repeat(self, command: str) -> list[Event]:
        """``again``: the last choice once more; ``to the end``: until it can be made no more."""
        happened: list[Event] = []
        while choice := self.repeated():
            happened += self.answer(choice)
            if command == AGAIN:
                break
        return happened

    def hint(self, choice: str) -> str:
        """Return a note on a choice before it is made."""
        return self.shared_game.about(self.asked(), choice)

    def advice(self) -> str:
        """Return a bot's choice for the seat that is asked and its reason, in a sentence."""
        seat = self.asked()
        if seat is None:
            raise Refused("there is nothing to choose right now")
        choice = self.shared_game.advice(seat) or ""
        game = self.shared_game
        speaks_for_it = (game.gained(seat, choice), game.reason(seat, choice), game.about(seat, choice))
        return advice(in_menu_words(self.session, seat, choice, self.seating.names), speaks_for_it)

    def usual(self) -> str:
        """The choice that Enter makes."""
        question = self.shared_game.moment_for(self.asked()).question
        assert question is not None
        return question.usual or ""

    def how_to_answer(self) -> str:
        """Return the syntax of a question's choices."""
        assert self.session.pending is not None
        return self.words.choices.notations[self.session.pending.question].replace("`", "")

    def compiling(self) -> str:
        """Return a notice, once, if a bot's first choice waits for its machine code; else an empty text."""
        if self._awaited or self.shared_game.bots.wait(LOADING):
            return ""
        self._awaited = True
        return say("What a bot thinks with is being compiled (once): its first choice waits for that.")

    def stand_ins(self) -> list[str]:
        """Return a notice, the first time, of levels that a cheaper one stands in for."""
        stood_in = self.shared_game.bots.stood_in
        new = [level for level in stood_in if level not in self._announced]
        self._announced.update(new)
        said = "{level} is being compiled (once); until it is there, {other} plays for it."
        return [say(said, level=level, other=stood_in[level]) for level in new]

    def bot_answer(self) -> list[Event]:
        """Lets the bot answer that is asked, or the world."""
        if self.shared_game.world_is_asked():
            return self.shared_game.answer_for_world()
        return self.shared_game.answer_for_bot(self.shared_game.asked_bots()[0])
