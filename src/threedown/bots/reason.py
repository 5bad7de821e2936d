"""Why a bot would choose so: what its search has weighed, in a sentence. It knows what its seat may know, no more."""

from collections.abc import Sequence

from threedown.games.search import Weighed
from threedown.language import say
from threedown.play.session import Session

RANDOM = "random"
TOLD = 3
"""So many other choices are told, the best first."""


def reason(session: Session, seat: int, level: str, choice: str, weighed: Sequence[Weighed]) -> str:
    """What speaks for a level's choice; empty where it weighs nothing."""
    if level == RANDOM:
        return say("chosen at random")
    pending = session.pending
    assert pending is not None
    written = dict(zip(pending.menus[seat], session.menu(seat), strict=True))
    by_choice = {written[each.code]: each for each in weighed if each.code in written}
    chosen = by_choice.pop(choice, None)
    if chosen is None or not by_choice:
        return ""
    others = sorted(by_choice.items(), key=lambda item: -item[1].share)[:TOLD]
    return say(
        "{share} % of the game in {worlds} worlds that I can imagine; {others}; ± {error}",
        share=f"{100 * chosen.share:.0f}",
        worlds=str(chosen.worlds),
        others=", ".join(f"{text} {100 * each.share:.0f} %" for text, each in others),
        error=f"{100 * max(each.error for each in weighed):.0f}",
    )
