"""A bot's advice and the reason for it, in a sentence made from its search. The bot knows what its seat may know."""

from collections.abc import Sequence
from typing import NamedTuple

from threedown.games.declare import Game
from threedown.games.search import WeighedCode
from threedown.games.setting import Setting
from threedown.games.wording import Act
from threedown.games.words import menu_line
from threedown.language import say
from threedown.session.session import Session
from threedown.session.views import question_for

RANDOM, ADVISER = "random", "keen"
CLEAR = "it wins {share} % of {worlds} imagined games, ± {error}; {others}"
CLOSE = "it wins {share} % of {worlds} imagined games, ± {error}, about as many as the next best; {others}"
BRIEF = "{choice}: wins {share} % of {worlds} imagined games, {second} {next} %, ± {error}."
BRIEF_CLOSE = "{choice}: wins {share} % of {worlds} imagined games, {second} {next} %: about as good (± {error})."
TOLD = 3
"""The number of other choices that a reason mentions, best first."""


class ComparedChoice(NamedTuple):
    """A choice that a bot's search compared."""

    part: Act
    """The choice in its parts."""
    line: str
    """The choice as a line of a menu."""
    weighed: WeighedCode


def adviser_of(game: Game) -> str:
    """Return the level that gives advice: the one called keen, else the strongest."""
    return ADVISER if ADVISER in game.bots.LEVELS else game.bots.LADDER[-1]


def player_on(setting: Setting) -> str:
    """Return the level that plays games on for an analysis: the adviser, or the one with which it imagines."""
    adviser = adviser_of(setting.game)
    return setting.imagined_level(adviser) or adviser


def compared(
    session: Session, seat: int, choice: str, weighed: Sequence[WeighedCode], names: Sequence[str] = ()
) -> list[ComparedChoice]:
    """Return what a search compared, the chosen one first and the others by share; empty if it compared nothing."""
    question, pending = question_for(session, seat, names), session.pending
    assert question is not None
    assert pending is not None
    acts = dict(zip(pending.menus[seat], question.parts or (), strict=True))
    table = session.redacted_for(seat).table
    found = [
        ComparedChoice(acts[each.code], menu_line(session.setting.game, table, seat, acts[each.code], names), each)
        for each in weighed
        if each.code in acts
    ]
    found.sort(key=lambda each: (each.part.text != choice, -each.weighed.share))
    return found if len(found) > 1 and found[0].part.text == choice else []


def reason(level: str, found: Sequence[ComparedChoice]) -> str:
    """Return the reason for a level's choice, from what it compared; empty if the level does not search."""
    if level == RANDOM:
        return say("chosen at random")
    if not found:
        return ""
    chosen, *others = found
    error, is_clear = _distance(found)
    return say(
        CLEAR if is_clear else CLOSE,
        share=f"{100 * chosen.weighed.share:.0f}",
        worlds=str(chosen.weighed.worlds),
        others=", ".join(
            say("{share} % for {choice}", share=f"{100 * each.weighed.share:.0f}", choice=each.line)
            for each in others[:TOLD]
        ),
        error=f"{100 * error:.0f}",
    )


def _distance(found: Sequence[ComparedChoice]) -> tuple[float, bool]:
    """Return the error of the chosen share, and True if it is further than that from the next best.

    The search gives up choices that are far behind after a few worlds, so their error does not matter.
    """
    chosen, second = found[0].weighed, found[1].weighed
    error = max(chosen.error, second.error)
    return error, chosen.share - second.share > error


def brief(choice: str, found: Sequence[ComparedChoice], gain: str = "") -> str:
    """Return an advice in one short sentence, for a screen without room for the reasons.

    ``gain`` is what speaks for the choice in plain words, where nothing has been compared.
    """
    if not found:
        return f"{choice}: {gain}." if gain else f"{choice}."
    error, is_clear = _distance(found)
    return say(
        BRIEF if is_clear else BRIEF_CLOSE,
        choice=choice,
        share=f"{100 * found[0].weighed.share:.0f}",
        error=f"{100 * error:.0f}",
        worlds=str(found[0].weighed.worlds),
        second=found[1].line,
        next=f"{100 * found[1].weighed.share:.0f}",
    )


def advice(choice: str, reasons: Sequence[str]) -> str:
    """Return a bot's advice, a choice in the words of the menu, with the reasons, as a sentence."""
    why = "; ".join(filter(None, reasons))
    told = "A bot would choose: {choice} ({why})." if why else "A bot would choose: {choice}."
    return say(told, choice=choice, why=why)


def in_menu_words(session: Session, seat: int, choice: str, names: Sequence[str]) -> str:
    """Return a choice as a line of a seat's menu; as it is written if the seat isn't asked for it."""
    question = question_for(session, seat, names)
    acts = [] if question is None else question.parts or []
    game, table = session.setting.game, session.redacted_for(seat).table
    return next((menu_line(game, table, seat, act, names) for act in acts if act.text == choice), choice)
