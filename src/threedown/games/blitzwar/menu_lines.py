"""The choices of BlitzWar as lines of a menu, with the states by their titles."""

from threedown.games.blitzwar.board import end_of, goal
from threedown.games.blitzwar.board_text import map_of_table, title
from threedown.games.wording import Act
from threedown.language import say
from threedown.table.layout import Table

ENDS = {
    "keep": "Keep the cards",
    "stop": "Stop attacking",
    "end": "End the turn",
    "on": "The clock goes on",
    "time up": "Time is up",
}
"""Choices without a state, by verb."""
STEPS = {
    "claim": "Choose a state",
    "place": "Place tanks",
    "trade": "Trade three cards",
    "attack": "Attack",
    "bomb": "Drop the nuclear bomb",
    "move": "Move tanks",
    "occupy": "Move tanks in",
    "send": "Send tanks",
}
"""Choices whose states or numbers are not chosen yet, by verb."""
FROM = {
    "claim": "Choose {origin}",
    "place": "Place tanks in {origin}",
    "attack": "Attack from {origin}",
    "bomb": "Drop the nuclear bomb from {origin}",
    "move": "Move tanks from {origin}",
}
"""The same with the state where they begin."""


def sentence(t: Table, seat: int, act: Act) -> str:
    """A choice, or its beginning, as a line of a menu."""
    if act.verb in ENDS:
        return say(ENDS[act.verb])
    titles = {state.name.lower(): say(state.title) for state in map_of_table(t).states}
    if act.cards:
        cards = ", ".join(titles.get(card.lower(), say("a joker")) for card in act.cards)
        return say("Trade {cards}", cards=cards)
    origin, target = ([titles.get(name, name) for name in act.states] + ["", ""])[:2]
    into, to = int(t.s.conquest) - 1, int(t.s.route) - 1
    if act.verb == "occupy" and act.number is not None:
        if into < 0:
            return say("Move {n} {n:tank|tanks} in", n=act.number)
        return say("Move {n} {n:tank|tanks} into {target}", n=act.number, target=title(t, goal(t, into)))
    if act.verb == "send" and act.number is not None:
        if to < 0:
            return say("Send {n} {n:tank|tanks}", n=act.number)
        return say("Move {n} {n:tank|tanks} to {target}", n=act.number, target=title(t, end_of(to)))
    if act.verb == "place" and act.number is not None:
        return say("Place {n} {n:tank|tanks} in {origin}", n=act.number, origin=origin)
    if not target:
        return say(FROM[act.verb], origin=origin) if origin else say(STEPS[act.verb])
    if act.verb == "bomb":
        return say("Drop the nuclear bomb on {target} from {origin}", target=target, origin=origin)
    if act.verb == "attack" and act.number is None:
        return say("Attack {target} from {origin}", target=target, origin=origin)
    if act.verb == "attack":
        told = "Attack {target} from {origin} with {n} {n:die|dice}"
        return say(told, target=target, origin=origin, n=act.number)
    if act.number is None:
        return say("Move tanks from {origin} to {target}", target=target, origin=origin)
    told = "Move {n} {n:tank|tanks} from {origin} to {target}"
    return say(told, target=target, origin=origin, n=act.number)
