"""What a bot would choose, and why: what its search has weighed, in a sentence. It knows what its seat may know."""

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
"""So many other choices are told, the best first."""


def reason(
    session: Session, seat: int, level: str, choice: str, weighed: Sequence[WeighedCode], names: Sequence[str] = ()
) -> str:
    """What speaks for a level's choice; empty where it weighs nothing."""
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
    # What is far behind was given up after a few worlds: how well that is known decides nothing.
    error = max(chosen.error, others[0].error)
    return say(
        CLEAR if chosen.share - others[0].share > error else CLOSE,
        share=f"{100 * chosen.share:.0f}",
        worlds=str(chosen.worlds),
        others=", ".join(f"{called(acts[each.code])} {100 * each.share:.0f} %" for each in others[:TOLD]),
        error=f"{100 * error:.0f}",
    )


def advice(session: Session, seat: int, choice: str, speaks_for_it: Sequence[str], names: Sequence[str]) -> str:
    """What a bot would choose for a seat, and whatever speaks for it, in a sentence."""
    question, why = question_for(session, seat, names), ", ".join(filter(None, speaks_for_it))
    acts = [] if question is None else question.parts or []
    choice = next((called(act) for act in acts if act.text == choice), choice)
    told = "A bot would choose: {choice} ({why})." if why else "A bot would choose: {choice}."
    return say(told, choice=choice, why=why)
