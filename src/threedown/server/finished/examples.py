"""The examples of a clause, played step by step: a table after each sentence, to be laid on a page."""

from typing import Any

from threedown.games.declare import Game
from threedown.server.model.moments import told_to
from threedown.server.model.story import Laid, RuleExample
from threedown.session.live import Event
from threedown.session.narrator import Narrator, story, symbolic_name
from threedown.session.scenario import play_scenario, scenario_of, stops
from threedown.session.views import View, look_open, open_view
from threedown.table.layout import MOST_SEATS, Table


def played(game: Game, example: dict[str, Any]) -> RuleExample:
    """An example with its result, its story, and its steps."""
    given = {key: value for key, value in example.items() if key != "note"}
    result = play_scenario(scenario_of({"game": game.name, **given}))
    return RuleExample(example["note"], given, result, story(game, result["events"]), steps_of(game, given))


def steps_of(game: Game, given: dict[str, Any]) -> list[Laid]:
    """The table as it was laid, then after each event that is told, with those about it that are not; all cards named.

    What is asked stands at the last step before the choice.
    """
    scenario = scenario_of({"game": game.name, **given})
    narrator = Narrator(game, [f"Seat {seat}" for seat in range(MOST_SEATS)], None, symbolic_name)
    views: list[View] = []
    steps: list[Laid] = []

    def look(t: Table, event: Event) -> None:
        views.append(open_view(session.setting, t.s))

    for session, events in stops(scenario, look):
        told = [told_to(narrator, event, event.open(session.setting)) for event in events]
        before, waiting = len(steps), list[dict[str, Any]]()
        for event, view in zip(told, views, strict=False):  # of the deal there are no views
            waiting.append(event)
            if "text" in event:
                steps.append(Laid(waiting, view, None))
                waiting = []
        view, question = look_open(session, narrator.names)
        if before < len(steps) or (steps and not told):  # what is not told at the end belongs to the last sentence
            steps[-1] = Laid([*steps[-1].events, *waiting], view, question)
        else:
            steps.append(Laid(waiting if steps else told, view, question))
        views.clear()
    return steps
