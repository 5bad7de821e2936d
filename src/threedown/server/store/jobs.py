"""The queries about background jobs that workers share: functions of a connection to PostgreSQL, run by the writer.

Any worker adds a job, and each takes those that wait: ``FOR UPDATE SKIP LOCKED`` gives two workers different ones. The
jobs of a worker that has died wait again. A job that no player watches any more is deleted.
"""

from collections.abc import Collection, Iterable
from typing import Any, NamedTuple

from sqlalchemy import Connection, delete, func, or_, select, update
from sqlalchemy.dialects.postgresql import insert

from threedown.server.store.leases import NOW
from threedown.server.store.tables import findings, jobs, watchers, workers

FAILED = "failed"
FAILED_FOR = 3_600_000
"""Milliseconds after which a job that failed may be tried again."""


class StoredJob(NamedTuple):
    """A job as it is on disk."""

    job: str
    task: bytes
    by: str
    phase: str
    done: int
    of: int
    """The progress; for a job that waits, ``of`` is the number of jobs before it."""
    found: bytes | None


COLUMNS = [jobs.c[name] for name in StoredJob._fields]


def look(connection: Connection, job: str, player: str, watch: int) -> StoredJob | None:
    """Return a job, and note that a player watches it for so many milliseconds; None if there is none."""
    wanted = select(*COLUMNS, jobs.c.queue, jobs.c.asked).where(jobs.c.job == job)
    row = connection.execute(wanted.with_for_update(read=True, key_share=True)).first()
    if row is None:
        return None
    _watch(connection, job, player, watch)
    found = StoredJob(*row[: len(COLUMNS)])
    if found.phase != "waiting":
        return found
    earlier = (jobs.c.queue == row.queue) & (jobs.c.asked < row.asked) & (jobs.c.phase != FAILED)
    return found._replace(of=connection.execute(select(func.count()).select_from(jobs).where(earlier)).scalar_one())


def has_failed(connection: Connection, job: str) -> bool:
    """True if a job failed lately."""
    return connection.execute(select(jobs.c.phase).where(jobs.c.job == job)).scalar() == FAILED


def add(connection: Connection, job: str, queue: str, task: bytes, by: str, player: str, watch: int) -> None:
    """Add a job to a queue for a player, unless it is there already."""
    values = {"queue": queue, "task": task, "by": by, "asked": NOW, "phase": "waiting", "done": 0, "of": 0}
    connection.execute(insert(jobs).values(job=job, **values).on_conflict_do_nothing())
    _watch(connection, job, player, watch)


def counted(connection: Connection, queue: str, by: str) -> tuple[int, int]:
    """Return the number of jobs of a queue that wait or run: in all, and for one address."""
    there = select(func.count(), func.count().filter(jobs.c.by == by)).select_from(jobs)
    row = connection.execute(there.where(jobs.c.queue == queue, jobs.c.phase != FAILED)).one()
    return row[0], row[1]


def leave(connection: Connection, job: str, player: str) -> None:
    """Note that a player no longer watches a job."""
    connection.execute(delete(watchers).where(watchers.c.job == job, watchers.c.player == player))


def take(connection: Connection, queue: str, worker: str, running: Collection[str]) -> StoredJob | None:
    """Give a worker the oldest job that waits in a queue, of another address than those of its ``running`` jobs."""
    alive = select(workers.c.worker).where(workers.c.until > NOW)
    wanted = select(watchers.c.job).where(watchers.c.until > NOW)
    waits = (
        select(*COLUMNS)
        .where(jobs.c.queue == queue, jobs.c.phase != FAILED, jobs.c.by.not_in(running), jobs.c.job.in_(wanted))
        .where(or_(jobs.c.worker.is_(None), jobs.c.worker.not_in(alive)))
        .order_by(jobs.c.asked)
        .limit(1)
        .with_for_update(of=jobs, skip_locked=True)
    )
    row = connection.execute(waits).first()
    if row is None:
        return None
    connection.execute(update(jobs).where(jobs.c.job == row.job).values(worker=worker))
    return StoredJob(*row)


def store_progress(connection: Connection, worker: str, seen: Iterable[tuple[str, dict[str, Any]]]) -> set[str]:
    """Store the progress of a worker's jobs, and return those that are still its own and wanted by a player."""
    wanted = select(watchers.c.job).where(watchers.c.until > NOW)
    kept = set()
    for job, values in seen:
        own = update(jobs).where(jobs.c.job == job, jobs.c.worker == worker, jobs.c.job.in_(wanted))
        if connection.execute(own.values(**values)).rowcount:
            kept.add(job)
    return kept


def end(connection: Connection, worker: str, job: str, failed: bool) -> None:
    """Delete a worker's job that has ended, or note that it has failed."""
    own = (jobs.c.job == job) & (jobs.c.worker == worker)
    connection.execute(update(jobs).where(own).values(phase=FAILED) if failed else delete(jobs).where(own))


def clean_up(connection: Connection) -> None:
    """Delete the jobs that no player watches and no live worker does, and those that failed some time ago."""
    alive = select(workers.c.worker).where(workers.c.until > NOW)
    wanted = select(watchers.c.job).where(watchers.c.until > NOW)
    idle = or_(jobs.c.worker.is_(None), jobs.c.worker.not_in(alive))
    connection.execute(delete(jobs).where(jobs.c.phase != FAILED, idle, jobs.c.job.not_in(wanted)))
    connection.execute(delete(jobs).where(jobs.c.phase == FAILED, jobs.c.asked < NOW - FAILED_FOR))


def _watch(connection: Connection, job: str, player: str, watch: int) -> None:
    until = NOW + watch
    row = insert(watchers).values(job=job, player=player, until=until)
    connection.execute(row.on_conflict_do_update(index_elements=["job", "player"], set_={"until": until}))


def read_finding(connection: Connection, kind: str, key: str) -> bytes | None:
    """Return a stored result; None if there is none."""
    wanted = select(findings.c.body).where(findings.c.kind == kind, findings.c.key == key)
    found = connection.execute(wanted).scalar()
    return None if found is None else bytes(found)


def store_finding(connection: Connection, kind: str, key: str, body: bytes, most: int) -> None:
    """Store a result, and delete the oldest of its kind above ``most``."""
    values = {"body": body, "stored": NOW}
    row = insert(findings).values(kind=kind, key=key, **values)
    connection.execute(row.on_conflict_do_update(index_elements=["kind", "key"], set_=values))
    newest = select(findings.c.key).where(findings.c.kind == kind).order_by(findings.c.stored.desc()).limit(most)
    connection.execute(delete(findings).where(findings.c.kind == kind, findings.c.key.not_in(newest)))
