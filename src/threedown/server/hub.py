"""The parts of a running server, put together: guests, rooms, finished games, job queues and rate limits."""

import asyncio
import contextlib
import itertools
from functools import partial

from threedown.server.daily.deals import Daily
from threedown.server.finished.archive import Archive
from threedown.server.limits.limiter import Limiter
from threedown.server.matching.play_now import PlayNow
from threedown.server.push.calls import PlayerCalls
from threedown.server.ratings.ratings import Ratings
from threedown.server.rooms.cluster import Shared
from threedown.server.rooms.deleting import Deleter
from threedown.server.rooms.due_moves import DueMoves
from threedown.server.rooms.findings import Findings
from threedown.server.rooms.guests import Guests
from threedown.server.rooms.jobs import Jobs, SharedJobs, jobs_of
from threedown.server.rooms.opening import RoomOpener
from threedown.server.rooms.passkeys import Passkeys
from threedown.server.rooms.registry import RoomRegistry
from threedown.server.rooms.services import Services
from threedown.server.rooms.subscriber import SIGNED_OUT, Subscriber
from threedown.server.store import devices
from threedown.server.store.errors import NotSaved
from threedown.server.tournaments.tournaments import Tournaments
from threedown.server.workers.job_queue import JobQueue

FOLLOW_EVERY = 2.0
"""Seconds after which a worker notices what others have changed of a guest."""
COUNT_AFTER = 30
"""Times that it looks for changes until it counts the guests again, whom others have added too."""


class Hub:
    """One of each part; :meth:`open` restores what was there before the server started."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self.limiter = Limiter()
        self.guests = Guests(services)
        self.passkeys = Passkeys(services)
        self.rooms = RoomRegistry(services)
        self.archive = Archive(services.writer, services.replays)
        self.ratings = Ratings(services)
        self.opener = RoomOpener(services, self.rooms, self.archive)
        self.daily = Daily(services, self.rooms, self.opener)
        self.play_now = PlayNow(services, self.rooms, self.opener, self.ratings)
        self.opener.with_joining = self.play_now.with_joining
        self.tournaments = Tournaments(services, self.rooms)
        self.deleter = Deleter(services, self.rooms, self.guests)
        self.due_moves = DueMoves(services, self.rooms)
        self.calls = PlayerCalls(services, self.rooms)
        self.analysis_jobs = JobQueue(services.bot_pool.precedence)
        self.study_jobs = JobQueue(services.bot_pool.precedence)
        """Studies of the lab page. They have a queue of their own, because they take longer than anything that players
        wait for beside a game."""
        self.findings = Findings(services)
        cluster = services.cluster
        worker = cluster.own.worker if isinstance(cluster, Shared) else None
        queues = {"analyses": self.analysis_jobs, "studies": self.study_jobs}
        self._jobs = jobs_of(queues, self.findings, services.writer, worker)
        self.analyses: Jobs = self._jobs["analyses"]
        """The analyses and measurements that players ask for, wherever they run."""
        self.studies: Jobs = self._jobs["studies"]
        self.subscribers: set[Subscriber] = set()
        """Every open socket."""
        self.stopping = False

    async def open(self) -> None:
        """Load the guests, restore the rooms that may go on, and start the background work."""
        await self.guests.open()
        await self.rooms.open()
        await self.play_now.open()
        self.services.spawn(self.rooms.clean_up_regularly(self.guests.clean_up))
        self.services.spawn(self.rooms.keep_to_memory())
        self.services.spawn(self.tournaments.run())
        self.services.spawn(self.due_moves.run())
        self.services.spawn(self.calls.run())
        self.services.spawn(self.analysis_jobs.run())
        self.services.spawn(self.study_jobs.run())
        for jobs in self._jobs.values():
            if isinstance(jobs, SharedJobs):
                self.services.spawn(jobs.run())
        if self.services.cluster.is_shared:
            self.services.spawn(self._follow_other_workers())

    async def _follow_other_workers(self) -> None:
        """Forget names and devices regularly, and close the sockets of devices that are signed out elsewhere."""
        for looks in itertools.count(1):
            await asyncio.sleep(FOLLOW_EVERY)
            self.guests.forget_cached()
            by_device = {subscriber.device: subscriber for subscriber in self.subscribers if subscriber.device}
            with contextlib.suppress(NotSaved):
                known = await self.services.writer.do(partial(devices.known_of, names=list(by_device)))
                for subscriber in list(self.subscribers):
                    if subscriber.device in by_device.keys() - known:
                        subscriber.end(SIGNED_OUT)
                if looks % COUNT_AFTER == 0:
                    await self.guests.open()
