"""The shape of all that leaves a table."""

import msgspec

from support import conformance
from threedown.games.setting import Setting
from threedown.session.result import Result, result_of
from threedown.session.schemas import event_types
from threedown.session.views import SeatMoment, moment_for


def check_shapes(setting: Setting) -> None:
    """Check that views, events and results of a game have the shape that the schema says."""
    session = conformance.dealt(setting, 7)
    kinds = event_types(setting.game)
    met = set()
    while not session.over and session.turns < 12:
        conformance.step(session)
        for seat in (0, None):
            seen = msgspec.json.decode(msgspec.json.encode(moment_for(session, seat)))
            assert msgspec.json.encode(msgspec.convert(seen, SeatMoment), order="sorted") == msgspec.json.encode(
                seen, order="sorted"
            )
        for event in session.events:
            shown = event.open(setting)
            met.add(event.kind)
            assert msgspec.to_builtins(msgspec.convert(shown, kinds[event.kind])) == shown, event.kind
        result = result_of(session)
        assert msgspec.to_builtins(msgspec.convert(result, Result)) == result
    assert met
