"""An analysis as plain data, and in sentences: nothing that its intervals do not carry."""

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from threedown.games.setting import Setting
from threedown.games.words import called
from threedown.lab.analysis.analysis import GameAnalysis, Turn, WeighedChoice
from threedown.language import ENGLISH, counting, figure, say, speaking

Show = Callable[[WeighedChoice, int], str]
"""Of a choice that was weighed and the place of one in its menu: that in words."""


def notation(weighed: WeighedChoice, place: int) -> str:
    """A choice as its notation has it."""
    return (weighed.asked.question.choices or [])[place]


def in_words_of(weighed: WeighedChoice, place: int) -> str:
    """A choice in words, as the table's menu has it; cards in notation."""
    return called((weighed.asked.question.parts or [])[place])


def mistakes(found: GameAnalysis) -> list[WeighedChoice]:
    """The choices that are certain to have given something away, the dearest first."""
    return sorted((each for each in found.choices if each.is_mistake), key=lambda each: -each.cost.value)


def sentence(found: GameAnalysis, each: WeighedChoice, names: Sequence[str], show: Show = notation) -> str:
    """A mistake in a sentence."""
    low, high = (number(found, value) for value in (each.cost.low, each.cost.high))
    parts = {"made": show(each, each.asked.made), "best": show(each, each.best), "low": low, "high": high}
    return say(
        "Turn {turn}, {name}: {made} gave away {low} to {high} of the game; better was {best}."
        if found.worlds.whole
        else "Turn {turn}, {name}: {made} gave away {low} to {high}; better was {best}.",
        turn=each.turn,
        name=names[each.asked.seat],
        **parts,
    )


def number(found: GameAnalysis, value: float, signed: bool = False) -> str:
    """Return a value as text: a share of the game in percent, or the game's own unit."""
    sign = "+" if signed else ""
    if found.worlds.whole:
        return figure(f"{value:{sign}.1%}")
    return counting(f"{value:{sign},.1f}")


def sentences(found: GameAnalysis, names: Sequence[str], show: Show = notation) -> list[str]:
    """Return the analysis of a game in sentences."""
    if not found.choices:
        if found.eyes is not None:
            own = (
                "{name} had nothing to choose: all is luck."
                if found.over
                else "{name} had nothing to choose so far: all is luck."
            )
            return [say(own, name=names[found.eyes])]
        return [say("Nobody had anything to choose: all is luck.")]
    told = [sentence(found, each, names, show) for each in mistakes(found)]
    return told or [say("No mistake can be told from chance in {n} worlds.", n=counting(f"{found.n:,}"))]


def account(found: GameAnalysis, seat: int) -> dict[str, float]:
    """A seat's result and what it is made of; the parts make it exactly."""
    return {
        "expected": found.scaled(found.start[seat]),
        "luck": found.scaled(found.luck[seat]),
        "choices": found.scaled(found.own(seat)),
        "others": found.scaled(found.others(seat)),
        "result": found.scaled(found.result[seat]),
    }


def analysis_facts(found: GameAnalysis, names: Sequence[str]) -> dict[str, Any]:
    """Return the output of ``threedown analyse --json`` (docs/analyse.md)."""
    setting = found.worlds.setting
    with speaking(ENGLISH):
        told = sentences(found, names)
    return {
        "game": setting.game.name,
        "options": msgspec.structs.asdict(setting.options),
        "seats": setting.seats,
        "names": list(names),
        "eyes": found.eyes,
        "over": found.over,
        "level": found.worlds.level,
        "worlds": found.n,
        "seed": found.worlds.seed,
        "unit": "share of the game" if found.worlds.whole else "smallest unit",
        "accounts": [
            account(found, seat)
            | {
                "expected_around": found.around(float(found.start_variance[seat])),
                "choices_around": found.around(found.variance(seat, True)),
                "others_around": found.around(found.variance(seat, False)),
            }
            for seat in range(setting.seats)
        ],
        "turns": [_turn(found, turn, setting) for turn in found.turns],
        "choices": [_choice(each) for each in found.choices],
        "sentences": told,
    }


def _turn(found: GameAnalysis, turn: Turn, setting: Setting) -> dict[str, Any]:
    gained = sum((each.gain for each in turn.choices), 0 * turn.luck)
    return {
        "turn": turn.turn,
        "values": [found.scaled(value) for value in turn.values],
        "luck": [found.scaled(luck) for luck in turn.luck],
        "choices": [found.scaled(gain) for gain in gained],
        "events": [
            event.open(setting) if found.over and found.eyes is None else event.shown(setting, found.eyes)
            for step in turn.steps
            for event in step.events
        ],
    }


def _choice(each: WeighedChoice) -> dict[str, Any]:
    return {
        "turn": each.turn,
        "seat": each.asked.seat,
        "question": each.asked.question.question,
        "made": notation(each, each.asked.made),
        "best": notation(each, each.best),
        "cost": each.cost.value,
        "low": each.cost.low,
        "high": each.cost.high,
        "p": each.p,
        "mistake": each.is_mistake,
        "compared": {notation(each, place): value for place, value in each.means.items()},
    }
