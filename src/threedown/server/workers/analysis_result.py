"""Turn the analysis of a game into its form on the wire."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from threedown.games.words import UNIT, menu_line
from threedown.lab.analysis.analysis import GameAnalysis, WeighedChoice
from threedown.lab.analysis.consequences import Consequences
from threedown.lab.analysis.course import AskedChoice
from threedown.lab.analysis.verdict import account, mistakes, place_called, sentence, sentences
from threedown.lab.analysis.worlds import Worlds
from threedown.language import filled, say_as
from threedown.server.model.findings import (
    Account,
    ChoiceDecided,
    Decided,
    LedTo,
    PlaceHeld,
    TurnDecided,
    TurningPoint,
    TurnValued,
    ValuesSoFar,
)
from threedown.session.narrator import symbolic_name

DIGITS = 5
MOST_POINTS = 6


def values_so_far(worlds: Worlds, start: Any, turns: Mapping[int, Any]) -> ValuesSoFar:
    """Return the values of the first turns of a game."""
    return ValuesSoFar(
        bool(worlds.whole),
        [_rounded(value) for value in start],
        [TurnValued(turn, [_rounded(value) for value in values]) for turn, values in turns.items()],
    )


def analysis_result(found: GameAnalysis, names: Sequence[str], advice: tuple[str, Sequence[int]] | None) -> Decided:
    """Return an analysis in the language that is spoken; ``advice`` is a level with the place of its choice at each
    question."""
    in_words = partial(_in_words, names)
    told = {id(each): sentence(found, each, names, in_words) for each in mistakes(found)}
    return Decided(
        level=found.worlds.level,
        adviser=None if advice is None else advice[0],
        worlds=found.n,
        seed=found.worlds.seed,
        share=bool(found.worlds.whole),
        accounts=[_parts(found, seat) for seat in range(len(names))],
        start=[_rounded(found.scaled(value)) for value in found.start],
        turns=[
            TurnDecided(
                turn.turn,
                [_rounded(found.scaled(value)) for value in turn.values],
                [_rounded(found.scaled(luck)) for luck in turn.luck],
                [_rounded(found.scaled(sum(each.gain[seat] for each in turn.choices))) for seat in range(len(names))],
            )
            for turn in found.turns
        ],
        points=[
            TurningPoint(turn.turn, seat, _rounded(found.scaled(before)), _rounded(found.scaled(turn.values[seat])))
            for turn, seat, before in found.turning_points(MOST_POINTS)
        ],
        choices=[
            _choice(each, names, told.get(id(each)), None if advice is None else advice[1][place])
            for place, each in enumerate(found.choices)
        ],
        sentences=list(told.values()) or sentences(found, names, in_words),
    )


def _parts(found: GameAnalysis, seat: int) -> Account:
    around = {
        "expected_around": found.margin(float(found.start_variance[seat])),
        "choices_around": found.margin(found.variance(seat, True)),
        "others_around": found.margin(found.variance(seat, False)),
    }
    return Account(**account(found, seat), **around)


def _choice(each: WeighedChoice, names: Sequence[str], mistake: str | None, advised: int | None) -> ChoiceDecided:
    in_words = partial(_in_words, names)
    by_worth = sorted(each.means.items(), key=lambda one: -one[1])
    return ChoiceDecided(
        turn=each.turn,
        seat=each.asked.seat,
        made=in_words(each, each.asked.made),
        best=in_words(each, each.best),
        cost=_rounded(each.cost.value),
        low=_rounded(each.cost.low),
        high=_rounded(each.cost.high),
        mistake=mistake,
        advice=None if advised is None else in_words(each, advised),
        compared={in_words(each, place): _rounded(value) for place, value in by_worth},
        question=each.asked.name,
        compared_around={in_words(each, place): _rounded(each.around[place]) for place, _ in by_worth},
        gains=gains_of(names, each.asked, each.best) if mistake is not None else {},
        led_to=each.led_to and _led_to(each.asked, each.led_to),
    )


def _led_to(asked: AskedChoice, led: Consequences) -> LedTo:
    made, best, won_made, won_best = (
        [_rounded(value) for value in values]
        for values in (led.shares.made, led.shares.best, led.won.made, led.won.best)
    )
    unit = say_as(UNIT, asked.setting.game.scoring.unit)
    held = [
        PlaceHeld(place_called(asked, place), _rounded(led.held.made[place]), _rounded(led.held.best[place]))
        for place in led.told_held
    ]
    return LedTo(led.turns, unit, made, best, led.told, led.helped, won_made, won_best, led.told_won, held)


def gains_of(names: Sequence[str], asked: AskedChoice, best: int) -> dict[str, str]:
    """Return what a hint tells of the choice made and of the best one, by the choice: its gain, or else its facts."""
    words = asked.setting.game.words.choices
    found = {}
    for place in (asked.made, best):
        about = (asked.table, asked.seat, asked.question, asked.codes[place])
        found[_line(names, asked, place)] = filled(words.gain(*about), {"names": names}) or words.hint(*about)
    return {choice: told for choice, told in found.items() if told}


def _in_words(names: Sequence[str], each: WeighedChoice, place: int) -> str:
    return _line(names, each.asked, place)


def _line(names: Sequence[str], asked: AskedChoice, place: int) -> str:
    """Return a choice as a line of the table's menu, its cards with the symbols of their suits."""
    line = menu_line(asked.setting.game, asked.table, asked.seat, asked.act(place, names), names)
    return " ".join(symbolic_name(word) for word in line.split(" "))


def _rounded(value: Any) -> float:
    return round(float(value), DIGITS)
