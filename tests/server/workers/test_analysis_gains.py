"""An analysis tells of a choice that cost something what a hint would have told of it, and of the best one."""

from threedown.lab.analysis.course import asked_choice
from threedown.server.finished.told_analysis import places_for_names
from threedown.server.workers.analysis_result import gains_of
from threedown.session.scenario import scenario_of, stops


def test_the_choice_made_and_the_best_one_say_what_they_bring() -> None:
    piles = {"hand 0": "TACKLE FUMBLE END-OF-QUARTER", "field 1": "TD-RUN CONVERSION", "stock": "EXTRA-POINT"}
    scenario = {"game": "champz", "seats": 3, "piles": piles, "state": {"just_played 1": 1}}
    *_, (session, _) = stops(scenario_of(scenario))
    asked = asked_choice(session, 0, "use FUMBLE")
    best = session.menu(0).index("defend TACKLE")
    assert gains_of(places_for_names(3), asked, best) == {
        "Play a Fumble: the next player is skipped": "{names[1]} (8 of 21) is next",
        "Play a Tackle: it removes a run that was just played": "it takes 6 points from {names[1]} (8 down to 2)",
    }
