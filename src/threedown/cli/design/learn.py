"""``threedown learn``: the lesson of a game. Each step is the example of a clause, in which the learner chooses."""

import sys

import click

from threedown.cli.common import game_of, language_flag
from threedown.cli.completion import complete_games
from threedown.cli.table.plain_choices import PlainChoices
from threedown.cli.table.spelling import Spelling
from threedown.games.declare import Game
from threedown.games.rulebook import Clause, LessonStep, Rulebook, spoken_rulebook
from threedown.games.words import PILE
from threedown.language import say, say_as
from threedown.limits import LONGEST_TEXT
from threedown.session.match import Match
from threedown.session.narrator import Narrator, symbolic_name
from threedown.session.scenario import Scenario, next_choice, scenario_of, stops
from threedown.session.session import Session
from threedown.session.views import question_for

BACK, LEAVE = "u", "q"
BESIDE = 3
"""The most choices that are offered beside the right one."""


class LessonLeft(Exception):
    """Raised when the learner leaves, or wants to go back a step."""


@click.command()
@click.argument("game", shell_complete=complete_games)
@language_flag
def learn(game: str) -> None:
    """Learn GAME by playing: five to eight steps, each the example of a clause.

    Choose by number or in words; Enter goes on, u steps back, q leaves.
    """
    declared = game_of(game)
    book = spoken_rulebook(declared.name)
    nth = 0
    while nth < len(book.lesson):
        try:
            _play(declared, book, nth)
        except LessonLeft as left:
            if str(left) == LEAVE:
                return
            nth = max(0, nth - 1)
        else:
            nth += 1
    click.echo(f"\n{say('That is {game}. Now a game:', game=declared.title)} threedown play {declared.name}")


def _play(game: Game, book: Rulebook, nth: int) -> None:
    """Play a step of the lesson. Raises LessonLeft."""
    step = book.lesson[nth]
    clause = book.find(step.clause)
    assert isinstance(clause, Clause)
    example = {key: value for key, value in clause.example[step.example - 1].items() if key != "note"}
    scenario = scenario_of({"game": game.name, **example})
    head = f"{nth + 1}/{len(book.lesson)}  {step.title}"
    click.echo(f"\n{click.style(head, bold=True)}  {click.style(step.clause, dim=True)}\n{step.line}\n")
    narrator: Narrator | None = None
    for session, events in stops(scenario):
        if narrator is None:
            names = _names(session.setting.seats, step.seat)
            narrator = Narrator(game, names, step.seat, symbolic_name, you=True)
            for line in _table(session, step.seat, names):
                click.echo(f"  {line}")
            if not scenario.choices:
                _line(say("Enter: go on; u: a step back; q: leave"))
        else:
            for line in narrator.tell_all(session, events):
                click.echo(f"  {line}")
        if (right := _right(session, scenario, step)) is not None:
            _ask(session, step, names, right)
    if step.done:
        click.echo(f"\n{step.done}")
    _line(say("Enter: next step; u: a step back; q: leave"))


def _table(session: Session, learner: int, names: list[str]) -> list[str]:
    """The piles with cards, a line each; the hands of others are counted."""
    called, lines = session.setting.game.words.table.pile_names, list[str]()
    for name, pile in Match(session).view(learner).piles.items():
        kind, _, seat = name.partition(" ")
        whose = f"{names[int(seat)]}, " if seat else ""
        is_seen = pile.cards and not (kind == "hand" and seat != str(learner)) and "??" not in pile.cards
        cards = " ".join(map(symbolic_name, pile.cards or ())) if is_seen else say("{n} {n:card|cards}", n=pile.count)
        if pile.count:
            lines.append(f"{whose}{say_as(PILE, called.get(kind, kind))}: {cards}")
    return lines


def _names(seats: int, learner: int) -> list[str]:
    """The names at the table: everybody but the learner is a bot."""
    return [say("You") if seat == learner else say("Bot {n}", n=seat + (seat < learner)) for seat in range(seats)]


def _right(session: Session, scenario: Scenario, step: LessonStep) -> str | None:
    """The choice that the learner is to make now, if they are asked."""
    is_asked = session.pending is not None and session.asked == step.seat
    return next_choice(scenario, session) if is_asked else None


def _ask(session: Session, step: LessonStep, names: list[str], right: str) -> None:
    """Offer a few choices until the learner makes the right one. Raises LessonLeft."""
    question = question_for(session, step.seat, names)
    menu = (question.choices if question else None) or [right]
    reaction = question.reaction if question else None
    if reaction is None:
        others = [choice for choice in menu if choice != right][:BESIDE]
    else:  # of answers that differ in their time alone, one is enough
        others = [next(choice for choice in menu if not reaction.is_alike(choice, right))]
    offered = [choice for choice in menu if choice == right or choice in others]
    game, table = session.setting.game, session.redacted_for(step.seat).table
    choices = PlainChoices(game, menu, question, table, names, Spelling(game, False))
    for number, choice in enumerate(offered, start=1):
        click.echo(f"  {number} {choices.named(choice)}")
    while True:
        line = _line("")
        chosen = offered[int(line) - 1] if line.isdecimal() and 0 < int(line) <= len(offered) else choices.meant(line)
        if chosen.lower() == right.lower() or (reaction and chosen in menu and reaction.is_alike(chosen, right)):
            return
        click.echo(say("Not here. This step is about: {rule}", rule=step.rule))


def _line(prompt: str) -> str:
    """Read a line. Raises LessonLeft."""
    if prompt:
        click.echo(click.style(prompt, dim=True))
    click.echo("> ", nl=False)
    sys.stdout.flush()
    line = sys.stdin.readline()
    text = line.strip().lower()[:LONGEST_TEXT]
    if not line or text in (BACK, LEAVE):
        raise LessonLeft(text or LEAVE)
    return text
