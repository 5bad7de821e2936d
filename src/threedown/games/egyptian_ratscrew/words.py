"""The words of Egyptian Ratscrew: choices in notation; sentences for questions, reasons and events."""

from collections.abc import Mapping, Sequence
from typing import Any

from threedown.games.egyptian_ratscrew.options import STEP, TIMED
from threedown.games.egyptian_ratscrew.piles import burnt, pot
from threedown.games.egyptian_ratscrew.slaps import PASS, SLAP
from threedown.games.wording import (
    ALL_CARDS_WON,
    TURN_CAP_REACHED,
    Act,
    ChoiceWords,
    MilestoneWords,
    Narration,
    TableWords,
    Words,
    named_later,
)
from threedown.language import say
from threedown.table.layout import Table
from threedown.table.verbs import held, options, seats

TIMED_SLAPS = {
    "double": "{seat} slaps a double after {ms} ms.",
    "sandwich": "{seat} slaps a sandwich after {ms} ms.",
    "top_and_bottom": "{seat} slaps top and bottom after {ms} ms.",
    "marriage": "{seat} slaps a marriage after {ms} ms.",
    "ten": "{seat} slaps a ten after {ms} ms.",
    "run": "{seat} slaps a run after {ms} ms.",
    "joker": "{seat} slaps a joker after {ms} ms.",
}
UNTIMED_SLAPS = {
    "double": "{seat} slaps a double.",
    "sandwich": "{seat} slaps a sandwich.",
    "top_and_bottom": "{seat} slaps top and bottom.",
    "marriage": "{seat} slaps a marriage.",
    "ten": "{seat} slaps a ten.",
    "run": "{seat} slaps a run.",
    "joker": "{seat} slaps a joker.",
}
UNTIMED_LATE = "{seat} slaps too, and comes later in turn."
NOTHING_TO_PAY = "{seat} slaps for nothing, and has no card to pay with."
SENTENCES = {
    "slap": "",
    "late": "{seat} slaps after {ms} ms, and is too late.",
    "false_slap": "{seat} slaps for nothing, and pays {cards} {cards:card|cards}.",
    "even": "{players} players slap in the same moment: the lot decides.",
    "demand": "{seat} demands {cards} {cards:card|cards}.",
    "short": "{seat} owes {cards} more, and has no card left.",
    "collect": "{seat} takes the pile: {cards} {cards:card|cards}.",
    "move": "",
}
CLAUSES = {
    "slap": "RS-09",
    "late": "RS-09",
    "even": "RS-09",
    "false_slap": "RS-10",
    "demand": "RS-04",
    "short": "RSH-10",
    "collect": "RS-05",
    "drop_out": "RS-11",
}
"""The clauses behind events, where the rule that announces them opens with another one."""
REASONS = {"all_cards": ALL_CARDS_WON, "turn_cap": TURN_CAP_REACHED}
QUESTIONS = {SLAP: "Do you slap the pile?"}
NOTATIONS = {SLAP: "`slap 450` (after 450 milliseconds; without a clock only `slap`), `pass` (let the card lie)"}
COUNTERS = {
    "spent": "the turn in which the player's last card went; 0 for a player with cards",
    "to_play": "the seat that plays or pays next",
    "creditor": "the seat that laid the last pay card, if any is owed",
    "owed": "cards still to be paid for it",
    "taken": "cards of the pile that was taken in this turn",
    "cards_played": "cards laid on the pile",
    "demands": "pay cards that demanded a payment",
    "passed_on": "those of them that were laid in a payment",
    "piles_taken": "piles taken",
    "largest_pile": "most cards in a pile that was taken",
    "slaps": "piles taken by a slap",
    "late_slaps": "right slaps that came too late",
    "even_slaps": "piles for which the quickest slaps were equally quick",
    "false_slaps": "slaps at the wrong time",
    "missed": "piles that could have been slapped and weren't",
    "slap_ins": "piles slapped by a player without cards",
}
"""State and tallies, for the contract and for help."""


def event_sentence(event: Mapping[str, Any]) -> str | None:
    """The sentence of a slap, by its cards and by whether it was timed."""
    kind, ms = event["kind"], event.get("ms", 0)
    if kind == "slap":
        return (TIMED_SLAPS if ms else UNTIMED_SLAPS)[event["pattern"]]
    if kind == "late" and not ms:
        return UNTIMED_LATE
    return NOTHING_TO_PAY if kind == "false_slap" and not event["cards"] else None


def turn_sentence(t: Table, kinds: Sequence[str]) -> str:
    """The result of a turn."""
    if "collect" in kinds:
        return say("{seat} takes the pile: {cards} {cards:card|cards}.", cards=int(t.s.taken))
    if int(t.s.owed) > 0:
        debtor = named_later(int(t.s.to_play) % seats(t))
        return say("{name} owes {cards} {cards:card|cards}.", name=debtor, cards=int(t.s.owed))
    return say("{n} {n:card lies|cards lie} on the pile.", n=held(t, pot(t)) + held(t, burnt(t)))


def act(t: Table, seat: int, question: int, code: int) -> Act:
    """A choice in its parts."""
    if code == PASS:
        return Act("pass", idle=True)
    return Act("slap", number=code * STEP) if options(t).slaps == TIMED else Act("slap")


def label(t: Table, seat: int, question: int, code: int) -> str:
    """A choice in words."""
    if code == PASS:
        return say("Let it lie")
    return say("Slap after {ms} ms", ms=code * STEP) if options(t).slaps == TIMED else say("Slap")


def progress(t: Table) -> str:
    """The progress of the game, for the head of a screen."""
    return say("turn {turn}, {piles} {piles:pile|piles} taken", turn=int(t.s.turns), piles=int(t.s.piles_taken))


WORDS = Words(
    narration=Narration(
        SENTENCES, REASONS, turn_sentence=turn_sentence, event_sentence=event_sentence, clauses=CLAUSES
    ),
    choices=ChoiceWords(QUESTIONS, NOTATIONS, act, label=label),
    table=TableWords(progress),
    counters=COUNTERS,
    milestone=MilestoneWords("slap", "slap", "slaps"),
)
