"""Keeps the record of a game on disk: an input is on disk before anybody is told that it counts.

One process at a time keeps a record. While the game goes on, its secret lies beside the record in ``NAME.secret``, and
answers that are not to be known yet in ``NAME.held`` (readable by their owner only). When the game is over and nobody
wants to take anything back any more, the record is closed: its footer is written and the secret revealed in one step,
and those files go.
"""

import errno
from collections.abc import Sequence
from pathlib import Path

import msgspec

from threedown.durable import Lock, append, write_whole
from threedown.games.setting import Setting
from threedown.limits import TooLarge, read_within
from threedown.session.fairness import Parts, commitment, new_secret, random_part
from threedown.session.record import (
    Header,
    Record,
    RecordError,
    SealedChance,
    SeededChance,
    chance_of,
    drawn,
    footer_of,
    linked,
    new_header,
    read_record,
    replay,
    replay_into,
    secret_of,
)
from threedown.session.session import Refused, Session
from threedown.session.state import Input
from threedown.table.chance import Draws

BUSY = "another process plays this game"
OWNER_ONLY = 0o600


class Held(msgspec.Struct, forbid_unknown_fields=True):
    """Answers by seat that are not in the record yet, and the chain of the record that they follow."""

    after: str
    answers: dict[int, str] = {}


class Keeper:
    """The record of one game; made by :meth:`start` and :meth:`resume`, given back by :meth:`close`.

    Methods that write raise OSError if they cannot; nothing is lost or half written then.
    """

    def __init__(self, path: Path, header: Header, secret: bytes | None, lock: Lock) -> None:
        self.path, self.header = path, header
        self._secret, self._lock = secret, lock
        self._kept: list[Input] = []
        self._chain, self._size = header.start(), 0
        self._held = Held("")
        self._closed = False

    @property
    def commitment(self) -> str | None:
        """What the cards were committed to before the deal; None where they come from a seed."""
        return self.header.chance.commitment if isinstance(self.header.chance, SealedChance) else None

    @staticmethod
    def secret_path(path: Path) -> Path:
        return path.with_name(path.name + ".secret")

    @staticmethod
    def held_path(path: Path) -> Path:
        return path.with_name(path.name + ".held")

    @classmethod
    def start(
        cls, path: Path, setting: Setting, names: Sequence[str], seed: int | None, parts: Parts | None = None
    ) -> "tuple[Keeper, Session]":
        """A new game and its record. Without a ``seed`` its chance is sealed.

        ``parts`` is asked for the players' parts when the commitment is on disk; without it they are drawn then.
        """
        lock = Lock(path, BUSY)
        try:
            for there in (path, cls.secret_path(path)):
                if there.exists():
                    raise FileExistsError(errno.EEXIST, f"{there.name} is there already")
            secret = new_secret() if seed is None else None
            chance = SeededChance(seed or 0) if secret is None else SealedChance(commitment(secret))
            keeper = cls(path, new_header(setting, tuple(names), chance), secret, lock)
            try:
                if secret is not None:
                    write_whole(cls.secret_path(path), secret.hex().encode() + b"\n", OWNER_ONLY)
                keeper._write()
                return keeper, keeper._deal(parts)
            except BaseException:
                path.unlink(missing_ok=True)
                cls.secret_path(path).unlink(missing_ok=True)
                raise
        except BaseException:
            lock.release()
            raise

    @classmethod
    def resume(cls, path: Path, parts: Parts | None = None) -> "tuple[Keeper, Session]":
        """A game that was left. A line that broke off is cut away: it was never acknowledged.

        ``parts`` are asked for where the game was left before they were.
        """
        if not path.exists():
            raise RecordError("cannot be read: there is no such file")
        lock = Lock(path, BUSY)
        try:
            record = read_record(path)
            if record.footer is not None:
                raise RecordError(f"{path.name}: the game is over; `threedown replay {path}` shows it")
            if record.damage is not None and not record.torn:
                raise RecordError(record.damage)
            if isinstance(record.header.chance, SealedChance) and record.header.chance.secret is not None:
                raise RecordError("line 1: the secret is revealed: nobody goes on with cards that all may know")
            keeper = cls(path, record.header, secret_beside(path), lock)
            if isinstance(record.header.chance, SealedChance) and record.header.chance.contributions is None:
                record.header.setting()
                secret_of(record.header.chance, keeper._secret)
                if record.inputs:
                    raise RecordError("line 2: the game goes on, and the cards were never dealt")
                return keeper, keeper._deal(parts)
            session, stopped = replay(record, keeper._secret)
            if stopped != record.damage:
                raise RecordError(stopped or "")
            if record.torn or session.unseen:
                record = _cut(path, 1 + len(session.log))
                session, _ = replay(record, keeper._secret)
            keeper._kept, keeper._chain, keeper._size = list(record.inputs), record.chain, record.size
            keeper._read_held(session)
            return keeper, session
        except BaseException:
            lock.release()
            raise

    def commit(self, entries: Sequence[Input]) -> None:
        """Puts inputs on disk; they count when it returns. Answers that were held for them are let go."""
        if self._closed:
            raise RecordError("the game is over: its record is closed")
        if not entries:
            return
        lines, chain = _lines(self._chain, entries)
        self._size = append(self.path, lines, self._size)
        self._chain = chain
        self._kept += entries
        if self._held.answers:
            self._held = Held("")
            self.held_path(self.path).unlink(missing_ok=True)

    def hold(self, seat: int, choice: str) -> None:
        """Puts an answer on disk that nobody may know yet: it is no input until it is committed as one."""
        answers = {**(self._held.answers if self._held.after == self._chain.hex() else {}), seat: choice}
        held = Held(self._chain.hex(), answers)
        write_whole(self.held_path(self.path), msgspec.json.encode(held) + b"\n", OWNER_ONLY)
        self._held = held

    def held(self) -> dict[int, str]:
        """The answers that are held, by seat."""
        return dict(self._held.answers)

    def keep(self, session: Session) -> None:
        """Puts what is new in the session's log on disk."""
        self.commit(session.log[len(self._kept) :])

    def finish(self, session: Session) -> None:
        """Closes the record of a game that is over: footer and secret are written, and nothing can be added any more.

        The record is played again first: raises :class:`RecordError`, and keeps the secret, if it is not this game.
        """
        chance = Draws(chance_of(self.header, self._secret))
        record = read_record(self.path)
        again, stopped = replay_into(Session(session.setting, chance), record)
        if stopped is not None or again.record.tobytes() != session.record.tobytes():
            raise RecordError(stopped or "the record is not that of this game; it stays as it is")
        if not again.over:
            raise RecordError("the game is not over")
        footer, _ = linked(record.chain, footer_of(again, drawn(again, chance)))
        if isinstance(self.header.chance, SealedChance) and self._secret is not None:
            revealed = msgspec.structs.replace(self.header.chance, secret=self._secret.hex())
            self.header = msgspec.structs.replace(self.header, chance=revealed)
        self._write(self.path.read_bytes().partition(b"\n")[2] + footer)
        self._closed = True
        self.secret_path(self.path).unlink(missing_ok=True)
        self.held_path(self.path).unlink(missing_ok=True)

    def close(self) -> None:
        """Lets go of the record: another process may go on with it."""
        self._lock.release()

    def _deal(self, parts: Parts | None) -> Session:
        """Asks for the parts, where there is a commitment, and deals. What cannot be dealt is not written."""
        if isinstance(self.header.chance, SealedChance):
            asked = parts(self.header.chance.commitment) if parts else [random_part() for _ in self.header.names]
            chance = msgspec.structs.replace(self.header.chance, contributions=tuple(part.hex() for part in asked))
            self.header = msgspec.structs.replace(self.header, chance=chance).chained()
            self._chain = self.header.start()
        session = Session(self.header.setting(), chance_of(self.header, self._secret))
        if self.commitment is not None:
            self._write()
        return session

    def _write(self, lines: bytes = b"") -> None:
        """Writes the record anew: the header, and lines that are chained to it."""
        data = msgspec.json.encode(self.header) + b"\n" + lines
        write_whole(self.path, data)
        self._size = len(data)

    def _read_held(self, session: Session) -> None:
        """Reads the answers that are held, and tries them: they must be answers to the question of the session."""
        name = self.held_path(self.path).name
        try:
            held = msgspec.json.decode(read_within(self.held_path(self.path)), type=Held)
        except FileNotFoundError:
            return
        except (msgspec.DecodeError, TooLarge) as error:
            raise RecordError(f"{name}: {error}") from error
        if held.after != self._chain.hex():
            return
        twin = session.fork()
        try:
            for seat, choice in sorted(held.answers.items()):
                twin.choose(choice, seat)
        except Refused as error:
            raise RecordError(f"{name}: {error}") from error
        if len(twin.log) > len(session.log):
            raise RecordError(f"{name}: there are answers of all who are asked: none of them waits")
        self._held = held


def _cut(path: Path, lines: int) -> Record:
    """Leaves the first lines of a record: what follows was not whole, or not all that was to be written at once."""
    write_whole(path, b"\n".join(path.read_bytes().split(b"\n")[:lines]) + b"\n")
    return read_record(path)


def _lines(chain: bytes, entries: Sequence[Input]) -> tuple[bytes, bytes]:
    """Inputs as lines, and the chain with them."""
    lines = []
    for entry in entries:
        line, chain = linked(chain, entry)
        lines.append(line)
    return b"".join(lines), chain


def secret_beside(path: Path) -> bytes | None:
    """The secret of a game that is not over, None if there is none; raises :class:`RecordError` if it is no secret."""
    beside = Keeper.secret_path(path)
    try:
        return bytes.fromhex(read_within(beside).decode().strip())
    except FileNotFoundError:
        return None
    except OSError as error:
        raise RecordError(f"{beside.name}: cannot be read: {error.strerror}") from error
    except ValueError as error:
        raise RecordError(f"{beside.name}: not a secret in hexadecimal") from error
