"""An analysis as plain data and in sentences, limited to claims that its intervals support."""

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from threedown.games.setting import Setting
from threedown.games.words import UNIT, called
from threedown.lab.analysis.analysis import GameAnalysis, Turn, WeighedChoice
from threedown.lab.analysis.consequences import Changed, Consequences
from threedown.lab.analysis.course import AskedChoice
from threedown.language import ENGLISH, counting, figure, say, say_as, speaking

Show = Callable[[WeighedChoice, int], str]
"""Returns the text of a choice, by its place in the menu of a weighed choice."""


def notation(weighed: WeighedChoice, place: int) -> str:
    """Return a choice in notation."""
    return weighed.asked.notation(place)


def in_words_of(weighed: WeighedChoice, place: int, names: Sequence[str]) -> str:
    """Return a choice in words, as in the table's menu; cards in notation."""
    return called(weighed.asked.act(place, names))


def mistakes(analysis: GameAnalysis) -> list[WeighedChoice]:
    """Return the choices that certainly gave something away, the most expensive first."""
    return sorted((each for each in analysis.choices if each.is_mistake), key=lambda each: -each.cost.value)


def sentence(analysis: GameAnalysis, each: WeighedChoice, names: Sequence[str], show: Show = notation) -> str:
    """Return a sentence about a mistake."""
    low, high = (number(analysis, value) for value in (each.cost.low, each.cost.high))
    parts = {"made": show(each, each.asked.made), "best": show(each, each.best), "low": low, "high": high}
    return say(
        "Turn {turn}, {name}: {made} gave away {low} to {high} of the game; better was {best}."
        if analysis.worlds.whole
        else "Turn {turn}, {name}: {made} gave away {low} to {high}; better was {best}.",
        turn=each.turn,
        name=names[each.asked.seat],
        **parts,
    )


def why(analysis: GameAnalysis, each: WeighedChoice, names: Sequence[str]) -> str:
    """Return why the better choice is better, by what each led to; empty if nothing is certain."""
    led = each.led_to
    if led is None:
        return ""
    told = _won_by_then(led, names) or _places_by_then(each, led, names) or _shares_by_then(each, led, names)
    if led.helped is not None:
        told.append(say("The choice made helped {name} most.", name=names[led.helped]))
    return " ".join(told)


def _won_by_then(led: Consequences, names: Sequence[str]) -> list[str]:
    text = "That is better because, {n:a turn|{n} turns} later, {name} has won {best} of the games instead of {made}."
    share = {"made": led.won.made, "best": led.won.best}
    return [
        say(text, n=led.turns, name=names[seat], **{key: figure(f"{of[seat]:.0%}") for key, of in share.items()})
        for seat in led.told_won
    ]


def _places_by_then(each: WeighedChoice, led: Consequences, names: Sequence[str]) -> list[str]:
    first = (
        "That is better because, {n:a turn|{n} turns} later, {name} holds {place} in {best} of the games instead of"
        " {made}."
    )
    return [
        say(
            "And {place} in {best} instead of {made}." if told else first,
            n=led.turns,
            name=names[led.seat],
            place=place_called(each.asked, place),
            made=figure(f"{led.held.made[place]:.0%}"),
            best=figure(f"{led.held.best[place]:.0%}"),
        )
        for told, place in enumerate(led.told_held)
    ]


def place_called(asked: AskedChoice, place: int) -> str:
    """Return the name of a place of the game's map, in the language that is spoken."""
    places = asked.setting.game.scoring.places
    assert places is not None
    return places.title(asked.table, place)


def _shares_by_then(each: WeighedChoice, led: Consequences, names: Sequence[str]) -> list[str]:
    first = "That is better because, {n:a turn|{n} turns} later, {name} has {best} {unit} on average instead of {made}."
    return [
        say(
            "{name} has {best} instead of {made}." if told else first,
            n=led.turns,
            name=names[seat],
            unit=say_as(UNIT, each.asked.setting.game.scoring.unit),
            made=figure(f"{led.shares.made[seat]:.1f}"),
            best=figure(f"{led.shares.best[seat]:.1f}"),
        )
        for told, seat in enumerate(led.told)
    ]


def number(analysis: GameAnalysis, value: float, signed: bool = False) -> str:
    """Return a value as text: a share of the game in percent, or the game's own unit."""
    sign = "+" if signed else ""
    if analysis.worlds.whole:
        return figure(f"{value:{sign}.1%}")
    return counting(f"{value:{sign},.1f}")


def sentences(analysis: GameAnalysis, names: Sequence[str], show: Show = notation) -> list[str]:
    """Return the analysis of a game in sentences."""
    if not analysis.choices:
        if analysis.eyes is not None:
            own = (
                "{name} had nothing to choose: all is luck."
                if analysis.over
                else "{name} had nothing to choose so far: all is luck."
            )
            return [say(own, name=names[analysis.eyes])]
        return [say("Nobody had a choice: the result is all luck.")]
    lines = [sentence(analysis, each, names, show) for each in mistakes(analysis)]
    return lines or [say("No mistake can be told from chance in {n} worlds.", n=counting(f"{analysis.n:,}"))]


def account(analysis: GameAnalysis, seat: int) -> dict[str, float]:
    """Return a seat's result and its parts, which add up to it exactly."""
    return {
        "expected": analysis.scaled(analysis.start[seat]),
        "luck": analysis.scaled(analysis.luck[seat]),
        "choices": analysis.scaled(analysis.own(seat)),
        "others": analysis.scaled(analysis.others(seat)),
        "result": analysis.scaled(analysis.result[seat]),
    }


def analysis_facts(analysis: GameAnalysis, names: Sequence[str]) -> dict[str, Any]:
    """Return the output of ``threedown analyse --json`` (docs/analyse.md)."""
    setting = analysis.worlds.setting
    with speaking(ENGLISH):
        lines = sentences(analysis, names)
    return {
        "game": setting.game.name,
        "options": msgspec.structs.asdict(setting.options),
        "seats": setting.seats,
        "names": list(names),
        "eyes": analysis.eyes,
        "over": analysis.over,
        "level": analysis.worlds.level,
        "worlds": analysis.n,
        "seed": analysis.worlds.seed,
        "unit": "share of the game" if analysis.worlds.whole else "smallest unit",
        "accounts": [
            account(analysis, seat)
            | {
                "expected_around": analysis.margin(float(analysis.start_variance[seat])),
                "luck_around": analysis.margin(float(analysis.luck_variance[seat])),
                "choices_around": analysis.margin(analysis.variance(seat, True)),
                "others_around": analysis.margin(analysis.variance(seat, False)),
            }
            for seat in range(setting.seats)
        ],
        "turns": [_turn(analysis, turn, setting) for turn in analysis.turns],
        "choices": [_choice(each) for each in analysis.choices],
        "sentences": lines,
    }


def _turn(analysis: GameAnalysis, turn: Turn, setting: Setting) -> dict[str, Any]:
    return {
        "turn": turn.turn,
        "values": [analysis.scaled(value) for value in turn.values],
        "values_around": [analysis.margin(float(variance)) for variance in turn.variance],
        "luck": [analysis.scaled(luck) for luck in turn.luck],
        "luck_around": [analysis.margin(float(variance)) for variance in turn.luck_variance],
        "choices": [analysis.scaled(gain) for gain in turn.gained],
        "choices_around": [analysis.margin(float(variance)) for variance in turn.gained_variance],
        "events": [
            event.open(setting) if analysis.over and analysis.eyes is None else event.shown(setting, analysis.eyes)
            for step in turn.steps
            for event in step.events
        ],
    }


def _choice(each: WeighedChoice) -> dict[str, Any]:
    return {
        "turn": each.turn,
        "seat": each.asked.seat,
        "question": each.asked.name,
        "made": notation(each, each.asked.made),
        "best": notation(each, each.best),
        "cost": each.cost.value,
        "low": each.cost.low,
        "high": each.cost.high,
        "p": each.p,
        "mistake": each.is_mistake,
        "compared": {notation(each, place): value for place, value in each.means.items()},
        "compared_around": {notation(each, place): around for place, around in each.around.items()},
        "led_to": each.led_to and _led_to(each.led_to),
    }


def _led_to(led: Consequences) -> dict[str, Any]:
    return {
        "seat": led.seat,
        "turns": led.turns,
        **_changed(led.shares),
        "won": _changed(led.won),
        "held": {"places": led.told_held, **_changed(led.held)},
        "gained": led.gained.tolist(),
        "helped": led.helped,
    }


def _changed(changed: Changed) -> dict[str, list[Any]]:
    return {name: values.tolist() for name, values in changed._asdict().items()}
