"""A table in the terminal: as a screen that is drawn anew, or as plain lines."""

import time
from collections.abc import Sequence

import click
from rich.console import Console

from threedown.cli.keys import Keyboard
from threedown.cli.screen import Look, board_lines, draw, has_big_cards, teller
from threedown.games.declare import Words
from threedown.play.live import Event
from threedown.play.session import Refused, Session
from threedown.play.telling import Teller
from threedown.room.room import WHOLE_GAME, Room
from threedown.room.seating import Seating
from threedown.table.layout import NOBODY

AGAIN, TO_THE_END = "again", "to the end"
SHORT_MENU = 12
"""So many choices are printed whole; of more the first few, and the rest on request."""
EXPLAINED = 24
"""So many choices are explained at a time."""
MENU_ROWS = 6
"""So many choices are on the screen at once."""
RUN_SECONDS = 0.35
RACE_SECONDS = 0.9


def playing_keys(milestone: str) -> str:
    """What the keys do between turns."""
    to_milestone = f"w to the next {milestone}   " if milestone else ""
    return f" space next   r run   {to_milestone}f finish   u undo   q leave "


class Table:
    """What both tables do with a room: steps, answers, and who has the keyboard."""

    def __init__(self, room: Room, in_ascii: bool) -> None:
        self.room, self.ascii = room, in_ascii
        self.at_keyboard: int | None = None
        """Who was the last of several people to take the keyboard."""
        self._announced: set[str] = set()

    @property
    def session(self) -> Session:
        return self.room.session

    @property
    def events(self) -> list[Event]:
        """The events of this turn so far."""
        return self.session.last_turn

    @property
    def seating(self) -> Seating:
        return self.room.seating

    @property
    def words(self) -> Words:
        return self.session.setting.game.words

    def answer(self, text: str) -> list[Event]:
        """The answer of the person who is asked first, or what somebody says for the world."""
        return self.room.choose(self.asked(), text)

    def undo(self) -> None:
        """Takes back to where a person had something to do: the answers of bots go with what came before them.

        Between turns the keyboard is nobody's: who takes back to his question must say that it is his.
        """
        asked = self.asked()
        if asked is None:
            self.at_keyboard = None
        people = self.seating.people
        self.room.undo(asked if asked is not None else people[0] if people else None)

    def asked(self) -> int | None:
        """The person who is asked, None if it is nobody's turn to choose, a bot's or the world's."""
        people = self.room.asked_people()
        return people[0] if people else None

    def bot_is_asked(self) -> bool:
        """Whether it is a bot's turn to choose: where people are asked with it, they choose first."""
        return not self.room.asked_people() and bool(self.room.asked_bots())

    def question(self) -> str:
        """What is asked, in words."""
        assert self.session.pending is not None
        return self.words.questions[self.session.pending.question]

    def viewer(self) -> int | None:
        """Whose cards may be shown: those of the only person here; of several, of the one who is asked and has the
        keyboard."""
        people = self.seating.people
        if len(people) == 1:
            return people[0]
        return None if self.must_pass() else self.asked()

    def teller(self, look: Look) -> Teller:
        """Who tells the game to those who may look now."""
        return teller(self.session.setting.game, self.seating.names, look, self.viewer())

    def must_pass(self) -> bool:
        """Whether the keyboard must change hands before the question: who is asked sees what not everybody may."""
        asked = self.asked()
        if asked in (None, self.at_keyboard) or len(self.seating.people) == 1:
            return False
        return self.room.has_secrets(asked) or len(self.room.asked_people()) > 1

    def pass_on(self) -> str:
        """What to say when the keyboard changes hands."""
        asked = self.asked()
        assert asked is not None
        return f"Pass the keyboard to {self.seating.names[asked]}, then press Enter"

    def menu(self) -> list[str]:
        """What may be chosen by the person who is asked, or for the world."""
        return self.session.menu(self.asked())

    def repeated(self) -> str:
        """The choice that does once more what was chosen last; empty if there is none."""
        asked = self.asked()
        return "" if asked is None else self.room.again(asked)

    def repeat(self, command: str) -> list[Event]:
        """``again``: the last choice once more; ``to the end``: until it can be made no more."""
        happened: list[Event] = []
        while choice := self.repeated():
            happened += self.answer(choice)
            if command == AGAIN:
                break
        return happened

    def hint(self, choice: str) -> str:
        """What there is to know about a choice before it is made."""
        return self.room.about(self.asked(), choice)

    def usual(self) -> str:
        """The choice that Enter makes."""
        question = self.room.seen(self.asked()).question
        assert question is not None
        return question.usual or ""

    def how_to_answer(self) -> str:
        """How the choices of a question are written."""
        assert self.session.pending is not None
        return self.words.choices[self.session.pending.question].replace("`", "")

    def stand_ins(self) -> list[str]:
        """What there is to say, for the first time, of levels that a cheaper one plays for."""
        stood_in = self.room.bots.stood_in
        new = [level for level in stood_in if level not in self._announced]
        self._announced.update(new)
        said = "{} is being compiled (once); until it is there, {} plays for it."
        return [said.format(level, stood_in[level]) for level in new]

    def bot_answer(self) -> list[Event]:
        """Lets the bot answer that is asked, or the world."""
        if self.room.world_is_asked():
            return self.room.answer_for_world()
        return self.room.answer_for_bot(self.room.asked_bots()[0])


class ScreenTable(Table):
    """The table drawn on the screen, played by single keys."""

    RUNNING = " any key stops "
    OVER = " the game is over: u undo   any other key leaves "

    def play(self) -> None:
        self._console = Console(highlight=False)
        self._keyboard = Keyboard()
        self._log: list[str] = []
        with self._console.screen(hide_cursor=True), self._keyboard.listening():
            while self._turn_or_refusal():
                pass
        if self.session.over:
            turns = "1 turn" if self.session.turns == 1 else f"{self.session.turns} turns"
            click.echo(f"After {turns}: {self.teller(self._look()).verdict(self.session, self.events)}")

    def _turn_or_refusal(self) -> bool:
        """One key and what it does, or why it does nothing; False to leave."""
        try:
            return self._turn()
        except Refused as error:
            self._log = [str(error)]
            return True

    def _turn(self) -> bool:
        if self.session.pending is not None:
            if self.session.pending.seat == NOBODY:
                racing = all(choice.startswith("seat ") for choice in self.menu())
                return self._race() if racing else self._world()
            if self.must_pass():
                return self._take_keyboard()
            if not self.bot_is_asked():
                return self._choose()
            self._note(self.bot_answer(), add=True)
            self._log += self.stand_ins()
            return True
        if self.session.over:
            self._draw(self.OVER)
            if self._keyboard.read() != "u":
                return False
            self.undo()
            return True
        self._draw(playing_keys(self.words.milestone))
        key = self._keyboard.read()
        if key in ("q", "escape"):
            return False
        if key in (" ", "enter", "n"):
            self._note(self.room.go())
        elif key == "w" and self.words.milestone:
            self._note(self.room.to_milestone())
        elif key == "r":
            self._run()
        elif key == "f":
            self._finish()
        elif key == "u":
            self.undo()
            self._log = []
        return True

    def _run(self) -> None:
        while not self.session.over and self.session.pending is None:
            self._note(self.room.go())
            self._draw(self.RUNNING)
            if self._keyboard.read(RUN_SECONDS) is not None:
                return

    def _take_keyboard(self) -> bool:
        """The keyboard changes hands: nothing is on the screen that only one may see. False to leave."""
        self.at_keyboard = None
        self._draw(f" {self.pass_on()} or space   u undo   q leave ")
        key = self._keyboard.read()
        if key in ("enter", " "):
            self.at_keyboard = self.asked()
        elif key == "u":
            self.undo()
            self._log = []
        return key not in ("q", "escape")

    def _choose(self) -> bool:
        """A person's choice: by arrows, or by typing a part of it; False to leave."""
        self.at_keyboard = self.asked()
        repeats = [f"{command}: {self.repeated()}" for command in (AGAIN, TO_THE_END) if self.repeated()]
        told, typed = list(self._log), ""
        picked = 0 if repeats else self.menu().index(self.usual())
        rows = max(1, min(MENU_ROWS, self._log_rows() - 1))
        while True:
            menu = [choice for choice in repeats + self.menu() if typed.lower() in choice.lower()]
            picked = max(0, min(picked, len(menu) - 1))
            first = max(0, min(picked - rows // 2, len(menu) - rows))
            lines = [
                f"{'>' if place == picked else ' '} {menu[place]}"
                for place in range(first, min(first + rows, len(menu)))
            ]
            chosen = menu[picked].partition(": ")[2] or menu[picked] if menu else ""
            known = [self.hint(chosen)] if menu and self.hint(chosen) and self._log_rows() > 1 else []
            self._log = told[-3:] + (lines + known or [f"There is no choice with {typed!r}."])
            self._draw(f" arrows or text: {typed}_   enter chooses   ? help   u undo   q leave ")
            key = self._keyboard.read()
            if key in ("up", "left", "down", "right"):
                picked, typed = picked + (1 if key in ("down", "right") else -1), ""
            elif key == "backspace":
                typed = typed[:-1]
            elif key == "enter" and menu:
                self._log = []
                command, repeats_last, _ = menu[picked].partition(": ")
                self._note(self.repeat(command) if repeats_last else self.answer(menu[picked]))
                return True
            elif key == "escape" or (key == "q" and not typed):
                return False
            elif key == "u" and not typed:
                self.undo()
                self._log = []
                return True
            elif key == "?":
                told = [f"Choices are written {self.how_to_answer()}."]
            elif key is not None and len(key) == 1 and key.isprintable() and (typed or key != " "):
                typed, picked = typed + key, 0

    def _finish(self) -> None:
        """Plays on to the end, or until a person must choose."""
        while not self.session.over and self.asked() is None:
            self._note(self.room.go(WHOLE_GAME) if self.session.pending is None else self.bot_answer())

    def _world(self) -> bool:
        """What the table is asked: as it comes, or as somebody here says. False to leave."""
        menu = self.menu()
        told = "   ".join(f"{place} {choice}" for place, choice in enumerate(menu, start=1))
        self._draw(f" {self.question()} {told}   space as it comes   q leave ")
        key = self._keyboard.read()
        if key in ("q", "escape"):
            return False
        if key in (" ", "enter"):
            self._note(self.bot_answer(), add=True)
        elif key is not None and key.isdecimal() and 1 <= int(key) <= len(menu):
            self._note(self.answer(menu[int(key) - 1]), add=True)
        return True

    def _race(self) -> bool:
        """The next card of a race: a person's, if the key comes before the bots' next card. False to leave."""
        menu = self.menu()
        people = [seat for seat in self.seating.people if f"seat {seat}" in menu]
        bots = [choice for choice in menu if int(choice.split()[1]) not in people]
        keys = {str(seat): f"seat {seat}" for seat in people}
        if len(people) == 1:
            keys[" "] = f"seat {people[0]}"
        how = "space plays your card" if len(people) == 1 else "play your card with " + ", ".join(keys)
        race = self.words.race or self.question()
        self._draw(f" {race} {how if people else 'the bots race'}   q leave ")
        ends = time.monotonic() + RACE_SECONDS
        while True:
            key = self._keyboard.read(max(0.0, ends - time.monotonic()) if bots else None)
            if key in ("q", "escape"):
                return False
            if key in keys:
                self._note(self.answer(keys[key]))
                return True
            if key is None:
                first = self.room.worlds_choice()
                self._note(self.answer(first if first in bots else bots[0]))
                return True

    def _note(self, events: Sequence[Event], add: bool = False) -> None:
        told = self.teller(self._look()).tell_all(self.session, events[-40:])
        self._log = (self._log if add else []) + told

    def _look(self) -> Look:
        return Look(self.ascii, self._console.width, self._console.height)

    def _log_rows(self) -> int:
        """How many lines of the log there is room for; always one, for what is chosen from."""
        look, seats = self._look(), self.session.setting.seats
        big = has_big_cards(self.session.setting, look)
        board = len(board_lines(self.session, look))
        return max(1, look.height - 7 - (board + seats if board else seats * (6 if big else 2)))

    def _draw(self, keys: str) -> None:
        look, log = self._look(), self._log[-self._log_rows() :]
        screen = draw(self.session, self.events, self.seating.names, look, log, keys, self.viewer())
        self._console.print("\x1b[H\x1b[2J", end="")
        self._console.print(screen)
