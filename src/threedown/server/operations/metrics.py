"""The metrics of a server, for Prometheus (``/metrics``). They contain no names, rooms or secrets."""

from collections.abc import Mapping

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest

registry = CollectorRegistry()
SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.04, 0.1, 0.25, 1.0, 2.5, 10.0)

_ROOMS = Gauge("threedown_rooms", "Rooms in memory, by state", ["state"], registry=registry)
_SOCKETS = Gauge("threedown_sockets", "Sockets that are open", registry=registry)
CHOICES = Counter("threedown_choices", "Entries that were put on disk, people's and bots'", registry=registry)
REFUSED = Counter("threedown_refused", "Commands on a socket that were refused", ["reason"], registry=registry)
DENIED = Counter("threedown_denied", "HTTP calls that were refused", ["reason"], registry=registry)
COMMITTING = Histogram("threedown_commit_seconds", "Of a transaction", buckets=SECONDS, registry=registry)
ANSWERING = Histogram(
    "threedown_answer_seconds", "From a command's receipt to its ack or refusal", buckets=SECONDS, registry=registry
)
THINKING = Histogram("threedown_thinking_seconds", "Of a bot, or for a hint", buckets=SECONDS, registry=registry)
ProcessCollector(registry=registry)


def exposition(rooms: Mapping[str, int], sockets: int) -> bytes:
    """Return all metrics in the format of Prometheus."""
    for state in ("waiting", "playing", "over", "stopped"):
        _ROOMS.labels(state).set(rooms.get(state, 0))
    _SOCKETS.set(sockets)
    return generate_latest(registry)
