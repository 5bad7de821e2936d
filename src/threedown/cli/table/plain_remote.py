"""A room of a server as plain lines: for screen readers, logs and pipes."""

import asyncio
import sys

import click

from threedown.cli.table.drawing import narrator, open_piles, outlook_of
from threedown.cli.table.ending import in_the_end
from threedown.cli.table.faces import Look
from threedown.cli.table.feed import WAITS, FeedStep, GameFeed, WaitsFor
from threedown.cli.table.plain_choices import APART, PlainChoices
from threedown.cli.table.plain_help import rules_told
from threedown.cli.table.spelling import Spelling
from threedown.language import say
from threedown.limits import LONGEST_TEXT
from threedown.session.choice_text import parse_choice
from threedown.session.session import Refused
from threedown.session.views import Question, View

MINE = {WaitsFor.CHOICE, WaitsFor.NEXT, WaitsFor.RACE, WaitsFor.SEATS}
HELP = "Enter: the usual choice, or next; its number or its words: another; ? help; ! advice; u: undo; q: leave."


async def play_lines(source: GameFeed, in_ascii: bool) -> str:
    """Plays until the game is over or the player leaves, with a line for each event and each question."""
    look, spelling = Look(in_ascii), Spelling(source.setting.game, in_ascii)
    asked: tuple[WaitsFor, View | None, Question | None] | None = None
    async for heard in source.heard():
        if asked is None:
            click.echo(f"{source.setting.game.title}: {', '.join(source.names)}. {say(HELP)}")
        tells = narrator(source.setting.game, source.names, look, source.you, you=True)
        for line in [tells.tell(event) for event in heard.events] + list(heard.notes):
            if line:
                click.echo(line)
        if heard.game_clock is not None and heard.waits is not WaitsFor.OVER and (news := heard.game_clock.news()):
            click.echo(news)
        if heard.waits is WaitsFor.OVER:
            if heard.said:
                click.echo(heard.said)
                if heard.view is not None:
                    click.echo(in_the_end(source.names, heard.view, heard.view.shares))
                return "leave"
            continue
        asking = (heard.waits, heard.view, heard.question)
        if asking == asked or heard.waits not in MINE:
            asked = asked or (WaitsFor.OTHERS, None, None)
            continue
        asked = asking
        _ask(source, heard, look, spelling)
        if not await _answered(source, heard, spelling):
            return "leave"
    return "leave"


def _ask(source: GameFeed, heard: FeedStep, look: Look, spelling: Spelling) -> None:
    question = heard.question
    if heard.waits is WaitsFor.CHOICE and question is not None and heard.view is not None and heard.table is not None:
        if chance := outlook_of(heard.view, source.you):
            click.echo(chance)
        lying = open_piles(source.setting, heard.view, heard.table, source.names, look, source.you)
        if lying:
            click.echo(say("You see: {cards}.", cards="; ".join(lying)))
        choices = _choices(source, heard, spelling)
        usual = say("(Enter: {choice}).", choice=choices.named(question.usual or ""))
        click.echo(f"{question.text} {APART.join(choices.first())} {usual}")
    elif heard.waits is WaitsFor.RACE:
        click.echo(f"{say(source.setting.game.words.table.speed_notice)} {say('Enter plays your card.')}")
    else:
        click.echo(heard.said or say("Enter: next turn."))


async def _answered(source: GameFeed, heard: FeedStep, spelling: Spelling) -> bool:
    """Reads lines until one of them does something; False to leave."""
    while True:
        sys.stdout.flush()
        line = await asyncio.to_thread(sys.stdin.readline)
        text = line.strip()[:LONGEST_TEXT]
        if not line or text.lower() in ("q", "quit"):
            return False
        try:
            if text == "!":
                click.echo(spelling.written(await source.hint()))
                continue
            if text == "?":
                told = _choices(source, heard, spelling).explained()
                click.echo("\n".join([*told, say(HELP), *rules_told(source.setting)]))
                continue
            if text.lower() in ("u", "undo"):
                await source.undo()
            elif heard.waits in (WaitsFor.NEXT, WaitsFor.SEATS):
                await source.go("turn")
            elif heard.waits is WaitsFor.RACE:
                await source.choose(f"seat {source.you}")
            else:
                if source.offline:
                    click.echo(say(WAITS))
                await source.choose(_choice(source, heard, text, spelling))
        except Refused as error:
            named = _choices(source, heard, spelling).named
            click.echo(spelling.refused(str(error), list(map(named, error.menu))))
        else:
            return True


def _choices(source: GameFeed, heard: FeedStep, spelling: Spelling) -> PlainChoices:
    menu = () if heard.question is None else heard.question.choices or ()
    return PlainChoices(source.setting.game, menu, heard.question, heard.table, source.names, spelling)


def _choice(source: GameFeed, heard: FeedStep, text: str, spelling: Spelling) -> str:
    """Return the choice that a line means; the line itself if it means none, so that the room explains the mistake."""
    assert heard.question is not None
    if not text:
        return heard.question.usual or ""
    meant = _choices(source, heard, spelling).meant(text)
    return parse_choice(meant, heard.question.choices or (), source.setting.deck.names.values()) or meant
