"""A bot's advice and the reason for it, in a sentence made from its search. The bot knows what its seat may know."""

from collections.abc import Sequence

from threedown.games.search import WeighedCode
from threedown.games.words import called
from threedown.language import say
from threedown.session.session import Session
from threedown.session.views import question_for

RANDOM = "random"
CLEAR = "{share} % of the game in {worlds} worlds that I can imagine; {others}; ± {error}"
CLOSE = "{share} % of the game in {worlds} worlds that I can imagine; {others}; ± {error}, too close to tell"
TOLD = 3
"""The number of other choices that a reason mentions, best first."""


def reason(
    session: Session, seat: int, level: str, choice: str, weighed: Sequence[WeighedCode], names: Sequence[str] = ()
) -> str:
    """Return the reason for a level's choice; empty if the level does not search."""
    if level == RANDOM:
        return say("chosen at random")
    question, pending = question_for(session, seat, names), session.pending
    assert question is not None
    assert pending is not None
    acts = dict(zip(pending.menus[seat], question.parts or (), strict=True))
    by_code = {each.code: each for each in weighed if each.code in acts}
    chosen = next((each for each in by_code.values() if acts[each.code].text == choice), None)
    others = sorted((each for each in by_code.values() if each is not chosen), key=lambda each: -each.share)
    if chosen is None or not others:
        return ""
    # The search gives up choices that are far behind after a few worlds, so their error does not matter.
    error = max(chosen.error, others[0].error)
    return say(
        CLEAR if chosen.share - others[0].share > error else CLOSE,
        share=f"{100 * chosen.share:.0f}",
        worlds=str(chosen.worlds),
        others=", ".join(f"{called(acts[each.code])} {100 * each.share:.0f} %" for each in others[:TOLD]),
        error=f"{100 * error:.0f}",
    )


def advice(session: Session, seat: int, choice: str, reasons: Sequence[str], names: Sequence[str]) -> str:
    """Return a bot's advice for a seat, with the reasons, as a sentence."""
    question, why = question_for(session, seat, names), ", ".join(filter(None, reasons))
    acts = [] if question is None else question.parts or []
    choice = next((called(act) for act in acts if act.text == choice), choice)
    told = "A bot would choose: {choice} ({why})." if why else "A bot would choose: {choice}."
    return say(told, choice=choice, why=why)
