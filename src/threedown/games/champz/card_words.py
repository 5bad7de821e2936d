"""The cards of Blitz Champz in words: inscriptions, names, and what each of them does."""

from threedown.games.champz import deck
from threedown.games.champz.deck import (
    BLITZ,
    BLOCKED_KICK,
    DRAWS,
    END_OF_QUARTER,
    FUMBLE,
    POINTS,
    STOPPED_BY,
)
from threedown.games.champz.options import AGAIN
from threedown.games.champz.rules import who_won
from threedown.language import say
from threedown.table.layout import NOBODY, Table
from threedown.table.verbs import options, seats

ICONS = {"run": "»", "pass": "●", "kick": "Y", "none": "★", "no": "×", "back": "↺"}
"""Our own icons: a run, a pass, a kick through the posts, a throw that nothing stops, a stop, the other way round."""
ASCII_ICONS = {"run": ">", "pass": "o", "kick": "Y", "none": "*", "no": "x", "back": "~"}
LABELS = {
    "TD-RUN": "TD 6{run}",
    "TD-PASS": "TD 6{pass}",
    "HAIL-MARY": "HM 8{none}",
    "CONVERSION": "CV 2{pass}{run}",
    "FIELD-GOAL": "FG 3{kick}",
    "EXTRA-POINT": "XP 1{kick}",
    "BLOCKED-KICK": "BK {no}{kick}",
    "TACKLE": "TK {no}{run}",
    "INTERCEPTION": "IN {no}{pass}",
    "BLITZ": "BLITZ",
    "FUMBLE": "FUMBLE",
    "FIRST-DOWN": "1D +2",
    "PASS-COMPLETION": "PC +1",
    "5-YARD-RUN": "5Y +1",
    "END-OF-QUARTER": "EQ {back}",
}
"""The inscription of a card where there is little room: initials, and points with the icon that a stop must cross out.
"""
CARD_EFFECTS = {
    "BLOCKED-KICK": "removes a kick that was just played",
    "TACKLE": "removes a run that was just played",
    "INTERCEPTION": "removes a pass that was just played",
    "BLITZ": "takes an Offensive Card out of another's area",
    "FUMBLE": "the next player is skipped",
    "FIRST-DOWN": "draw two cards",
    "PASS-COMPLETION": "draw a card",
    "5-YARD-RUN": "draw a card, as with a Pass Completion",
    "END-OF-QUARTER": "play goes the other way round",
}
"""The effect of each card that is used, in a few words."""
OF_TWO = {
    FUMBLE: "the other player is skipped: the next turn is yours too",
    END_OF_QUARTER: "with two players it only ends your turn",
}
"""The same where two play."""
CARDS = {
    "TD-RUN": "a Rushing Touchdown",
    "TD-PASS": "a Passing Touchdown",
    "HAIL-MARY": "a Hail Mary",
    "CONVERSION": "a Conversion",
    "FIELD-GOAL": "a Field Goal",
    "EXTRA-POINT": "an Extra Point",
    "BLOCKED-KICK": "a Blocked Kick",
    "TACKLE": "a Tackle",
    "INTERCEPTION": "an Interception",
    "BLITZ": "a Blitz",
    "FUMBLE": "a Fumble",
    "FIRST-DOWN": "a First Down",
    "PASS-COMPLETION": "a Pass Completion",
    "5-YARD-RUN": "a 5-Yard Run",
    "END-OF-QUARTER": "an End of Quarter",
}
"""The cards as sentences name them."""
CARD_CLAUSES = {
    "TD-RUN": "BC-010",
    "TD-PASS": "BC-011",
    "HAIL-MARY": "BC-012",
    "CONVERSION": "BC-013",
    "FIELD-GOAL": "BC-014",
    "EXTRA-POINT": "BC-015",
    "BLOCKED-KICK": "BC-023",
    "TACKLE": "BC-021",
    "INTERCEPTION": "BC-022",
    "BLITZ": "BC-037",
    "FUMBLE": "BC-035",
    "FIRST-DOWN": "BC-028",
    "PASS-COMPLETION": "BC-029",
    "5-YARD-RUN": "BC-030",
    "END-OF-QUARTER": "BC-036",
}
"""The clause about the effect of each card."""
OFFENCE, DEFENCE, CONTINUATION = "bold green", "bold red", "bold yellow"


def card_label(face: str, in_ascii: bool) -> tuple[str, str]:
    """A card on the screen: its inscription and its colour.

    >>> card_label("CONVERSION", True)
    ('CV 2o>', 'bold green')
    """
    kind = deck.CODES.index(face)
    style = OFFENCE if kind < BLOCKED_KICK else DEFENCE if kind < BLITZ else CONTINUATION
    return LABELS[face].format(**(ASCII_ICONS if in_ascii else ICONS)), style


def meaning(t: Table, kind: int, seat: int = NOBODY) -> str:
    """The use of a kind of card, in a line (BC-010..036), for a seat that may play it now or for nobody."""
    if kind < BLOCKED_KICK:
        stops, worth = named(STOPPED_BY[kind]), say("{n} {n:point|points}", n=POINTS[kind])
        if not stops:
            return say("{points}; only a Blitz takes it", points=worth)
        return say("{points}; {cards} removes it", points=worth, cards=stops)
    if kind < BLITZ:
        stopped = sum(1 << other for other in range(BLOCKED_KICK) if STOPPED_BY[other] >> kind & 1)
        return say("removes {cards} that was just played", cards=named(stopped))
    if DRAWS[kind]:
        then = say("the turn ends" if options(t).draw_ends_turn else "an Offensive or a Defensive Card may follow")
        return f"{say('draws a card' if DRAWS[kind] == 1 else 'draws 2 cards')}; {then}"
    return effect(t, kind, seat)


def effect(t: Table, kind: int, seat: int = NOBODY) -> str:
    """The effect of a card that is used (BC-021..037, ruling BC-R06), for a seat that may use it now or for nobody.

    The turn that answers the goal is the last, whoever would be next (BC-043, ruling BC-R05).
    """
    if kind in OF_TWO and seat != NOBODY and who_won(t, seat):
        return say("the leader wins all the same")
    if seats(t) == 2 and kind in OF_TWO:
        again = kind == END_OF_QUARTER and options(t).two_player_reverse == AGAIN
        return say("the next turn is yours too") if again else say(OF_TWO[kind])
    return say(CARD_EFFECTS[deck.CODES[kind]])


def card_effects(t: Table) -> dict[str, str]:
    """The use of each kind of card under the house rules."""
    return {code: meaning(t, kind) for kind, code in enumerate(deck.CODES)}


def named(kinds: int) -> str:
    """The names of a set of kinds."""
    return f" {say('or')} ".join(say(CARDS[code]) for kind, code in enumerate(deck.CODES) if kinds >> kind & 1)
