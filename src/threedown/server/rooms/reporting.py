"""A report about the player at a seat, to the owner of the server."""

from threedown.server.model import clock
from threedown.server.model.errors import Invalid, NotNow, NotYours
from threedown.server.model.person_name import is_showable
from threedown.server.model.report import Report, StoredReport
from threedown.server.rooms.hosting import person_at
from threedown.server.rooms.served_room import ServedRoom


def report_of(room: ServedRoom, reporter: str, report: Report) -> StoredReport:
    """Return the report of a person who sits in a room or may watch it; raises a RequestError."""
    if not room.may_watch(reporter):
        raise NotYours("Only the players at this table can watch it.")
    if report.word and not is_showable(report.word):
        raise Invalid("This message can't be shown.")
    reported = person_at(room.plan, report.seat)
    if reported.player == reporter:
        raise NotNow("You can't report yourself.")
    return StoredReport(
        room.name,
        reported.player,
        reporter,
        room.plan.game,
        reported.name,
        report.reason,
        report.word.strip(),
        clock.now(),
    )
