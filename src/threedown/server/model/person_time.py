"""Times of a person: their quiet hours, the days on which their clocks stand, and the dates of their time zone."""

from collections.abc import Iterable
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

DAY_MINUTES = 1440


def is_zone(name: str) -> bool:
    """True if there is a time zone of this name.

    >>> is_zone("Europe/Rome"), is_zone("Europe/Atlantis"), is_zone("../etc/passwd")
    (True, False, False)
    """
    try:
        ZoneInfo(name)
    except (KeyError, ValueError, OSError):  # ZoneInfoNotFoundError is a KeyError
        return False
    return True


def date_at(at: int, zone: str) -> date:
    """Return the date in a time zone at a time in milliseconds since 1970."""
    return datetime.fromtimestamp(at / 1000, ZoneInfo(zone)).date()


def after_quiet(at: int, zone: str, quiet: tuple[int, int] | None) -> int:
    """Return ``at``, or the end of the quiet hours in which it lies; both in milliseconds since 1970.

    ``quiet`` is their beginning and their end, in minutes of the day.

    >>> night, hour = (22 * 60, 8 * 60), 3_600_000
    >>> [after_quiet(hours * hour, "UTC", night) // hour for hours in (3, 8, 12, 23)]
    [8, 8, 12, 32]
    """
    if quiet is None or quiet[0] == quiet[1]:
        return at
    start, end = quiet
    local = datetime.fromtimestamp(at / 1000, ZoneInfo(zone))
    minute = local.hour * 60 + local.minute
    is_quiet = start <= minute < end if start < end else minute >= start or minute < end
    if not is_quiet:
        return at
    day = local.date() + timedelta(days=minute >= end)
    return _milliseconds(datetime.combine(day, time(end // 60, end % 60), ZoneInfo(zone)))


def due_of(asked: int, allowed: int, zone: str, holidays: Iterable[tuple[str, str]]) -> int:
    """Return when the time for a choice is up, in milliseconds since 1970: holidays, from a date to another, stop it.

    >>> day = 86_400_000
    >>> due_of(day // 2, day, "UTC", [("1970-01-02", "1970-01-03")]) / day
    3.5
    """
    at, left = asked, allowed
    for first, last in sorted(holidays):
        begins = _milliseconds(datetime.combine(date.fromisoformat(first), time(), ZoneInfo(zone)))
        ends = _milliseconds(datetime.combine(date.fromisoformat(last) + timedelta(1), time(), ZoneInfo(zone)))
        if ends > at and begins < at + left:
            left -= max(0, begins - at)
            at = ends
    return at + left


def days_of(holidays: Iterable[tuple[str, str]], year: int) -> int:
    """Return how many days of holidays lie in a year.

    >>> days_of([("2026-12-30", "2027-01-02")], 2026)
    2
    """
    first, last = date(year, 1, 1), date(year, 12, 31)
    spans = ((max(date.fromisoformat(a), first), min(date.fromisoformat(b), last)) for a, b in holidays)
    return sum(max(0, (end - begin).days + 1) for begin, end in spans)


def _milliseconds(moment: datetime) -> int:
    return int(moment.timestamp() * 1000)
