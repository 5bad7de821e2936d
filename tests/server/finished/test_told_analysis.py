"""An analysis is stored once and told to each reader: with names, and "you" in the choices."""

import msgspec

from threedown.language import speaking
from threedown.server.finished.told_analysis import places_for_names, told_to
from threedown.server.model.findings import ChoiceDecided, Decided

MADE, BEST = "Blitz: take a Hail Mary from {names[1]}", "Play a Hail Mary: 8 points"
CHOICE = ChoiceDecided(
    turn=3,
    seat=0,
    made=MADE,
    best=BEST,
    cost=0.2,
    low=0.1,
    high=0.3,
    mistake=f"Turn 3, {{names[0]}}: {MADE} gave away 10 % to 30 %; better was {BEST}.",
    advice=MADE,
    compared={BEST: 0.6, MADE: 0.4},
    compared_around={BEST: 0.01, MADE: 0.02},
    gains={MADE: "it takes 8 points from {names[1]} (9 of 21)"},
)
FOUND = Decided("simple", "keen", 8, 1, True, [], [], [], [], [CHOICE], [str(CHOICE.mistake)])


def told(you: int | None, language: str = "en") -> ChoiceDecided:
    with speaking(language):
        found = told_to(FOUND, ("Ann", "Ben {x}"), you)
    assert found.sentences == [found.choices[0].mistake]
    return found.choices[0]


def test_a_spectator_reads_everybodys_name() -> None:
    seen = told(None)
    assert seen.made == seen.advice == "Blitz: take a Hail Mary from Ben {x}"
    assert seen.best == BEST
    assert list(seen.compared) == list(seen.compared_around) == [BEST, seen.made]
    assert seen.mistake is not None
    assert seen.mistake.startswith("Turn 3, Ann: Blitz: take a Hail Mary from Ben {x} gave")
    assert seen.gains == {seen.made: "it takes 8 points from Ben {x} (9 of 21)"}


def test_a_player_is_called_you_in_choices_and_by_name_in_a_hint_to_another() -> None:
    seen = told(1)
    assert seen.made == seen.advice == "Blitz: take a Hail Mary from you"
    assert seen.gains == {seen.made: "it takes 8 points from Ben {x} (9 of 21)"}


def test_an_analysis_stored_with_names_stays_as_it_is() -> None:
    plain = msgspec.structs.replace(FOUND, choices=[msgspec.structs.replace(CHOICE, made="Pass", gains={})])
    assert told_to(plain, places_for_names(2), None) == plain
