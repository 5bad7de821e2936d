"""Keep the record of a game on disk: every input is on disk before it is acknowledged.

One process at a time keeps a record. While the game goes on, its secret lies beside the record in ``NAME.secret``, and
hidden answers in ``NAME.held`` (both readable by their owner only). When the game is over and can no longer be undone,
the record is closed: its footer is written and the secret revealed in one step, and both files are removed.
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
    draws_of,
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

BUSY = "another process is playing this game"
OWNER_ONLY = 0o600


class Held(msgspec.Struct, forbid_unknown_fields=True):
    """Hidden answers by seat, and the chain of the record that they follow."""

    after: str
    answers: dict[int, str] = {}


class Keeper:
    """The record of one game; :meth:`start` and :meth:`resume` open it, :meth:`close` releases it.

    Methods that write raise OSError if they fail; then nothing is lost or half written.

    >>> import pathlib, tempfile, threedown
    >>> folder = tempfile.TemporaryDirectory()
    >>> path = pathlib.Path(folder.name) / "evening.3d"
    >>> keeper, session = threedown.Keeper.start(path, threedown.setting("war"), ["Ann", "Ben"], seed=7)
    >>> events = session.go(3)
    >>> keeper.keep(session)
    >>> keeper.close()
    >>> threedown.replay(path).turns
    3
    >>> folder.cleanup()
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
        """The commitment made before the deal; None if the cards come from a seed."""
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
        """Start a game and its record. Without a ``seed`` its chance is sealed.

        ``parts`` asks for the players' parts once the commitment is on disk; without it they are drawn at random.
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
        """Resume an unfinished game. A torn last line is cut off: it was never acknowledged.

        ``parts`` asks for the players' parts if the game stopped before they were given.
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
                raise RecordError("line 1: the secret is revealed: a game whose cards everyone knows can't go on")
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
        """Write inputs to disk; they count once this returns. Answers held for them are dropped."""
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
        """Write a hidden answer to disk: it becomes an input only when it is committed."""
        answers = {**(self._held.answers if self._held.after == self._chain.hex() else {}), seat: choice}
        held = Held(self._chain.hex(), answers)
        write_whole(self.held_path(self.path), msgspec.json.encode(held) + b"\n", OWNER_ONLY)
        self._held = held

    def held(self) -> dict[int, str]:
        """Return the held answers by seat."""
        return dict(self._held.answers)

    def keep(self, session: Session) -> None:
        """Write the new entries of the session's log to disk."""
        self.commit(session.log[len(self._kept) :])

    def finish(self, session: Session) -> None:
        """Close the record of a finished game: write the footer and the secret. Nothing can be added afterwards.

        A closed record stays as it is.
        The record is replayed first: raises :class:`RecordError`, and keeps the secret, if it is not this game.
        """
        if self._closed:
            return
        chance = Draws(chance_of(self.header, self._secret))
        record = read_record(self.path)
        again, stopped = replay_into(Session(session.setting, chance), record)
        if stopped is not None or again.table_state.tobytes() != session.table_state.tobytes():
            raise RecordError(stopped or "the record is not that of this game; it stays as it is")
        if not again.over:
            raise RecordError("the game is not over")
        footer, _ = linked(record.chain, footer_of(again, draws_of(again, chance)))
        if isinstance(self.header.chance, SealedChance) and self._secret is not None:
            revealed = msgspec.structs.replace(self.header.chance, secret=self._secret.hex())
            self.header = msgspec.structs.replace(self.header, chance=revealed)
        self._write(self.path.read_bytes().partition(b"\n")[2] + footer)
        self._closed = True
        self.secret_path(self.path).unlink(missing_ok=True)
        self.held_path(self.path).unlink(missing_ok=True)

    def close(self) -> None:
        """Release the record, so that another process can go on with it."""
        self._lock.release()

    def _deal(self, parts: Parts | None) -> Session:
        """Ask for the parts, if there is a commitment, and deal. Nothing is written if the deal fails."""
        if isinstance(self.header.chance, SealedChance):
            given = parts(self.header.chance.commitment) if parts else [random_part() for _ in self.header.names]
            chance = msgspec.structs.replace(self.header.chance, contributions=tuple(part.hex() for part in given))
            self.header = msgspec.structs.replace(self.header, chance=chance).chained()
            self._chain = self.header.start()
        session = Session(self.header.setting(), chance_of(self.header, self._secret))
        if self.commitment is not None:
            self._write()
        return session

    def _write(self, lines: bytes = b"") -> None:
        """Write the whole record: the header and the lines chained to it."""
        data = msgspec.json.encode(self.header) + b"\n" + lines
        write_whole(self.path, data)
        self._size = len(data)

    def _read_held(self, session: Session) -> None:
        """Read the held answers and try them: they must answer the session's open question."""
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
            raise RecordError(f"{name}: every seat asked has answered, so no answer is left to hold")
        self._held = held


def _cut(path: Path, lines: int) -> Record:
    """Keep the first lines of a record; the rest was not written completely."""
    write_whole(path, b"\n".join(path.read_bytes().split(b"\n")[:lines]) + b"\n")
    return read_record(path)


def _lines(chain: bytes, entries: Sequence[Input]) -> tuple[bytes, bytes]:
    """Return inputs as lines, and the chain after them."""
    lines = []
    for entry in entries:
        line, chain = linked(chain, entry)
        lines.append(line)
    return b"".join(lines), chain


def secret_beside(path: Path) -> bytes | None:
    """Return the secret of an unfinished game, or None; raises :class:`RecordError` if the file holds no secret."""
    beside = Keeper.secret_path(path)
    try:
        return bytes.fromhex(read_within(beside).decode().strip())
    except FileNotFoundError:
        return None
    except OSError as error:
        raise RecordError(f"{beside.name}: cannot be read: {error.strerror}") from error
    except ValueError as error:
        raise RecordError(f"{beside.name}: not a secret in hexadecimal") from error
