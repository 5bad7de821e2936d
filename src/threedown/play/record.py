"""Records (``*.3d``): a header, a line for each input, a footer. Options plus inputs are the whole game.

Reading replays. A damaged file yields its valid prefix and says where and why it stopped.
"""

import errno
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from threedown.durable import append, write_whole
from threedown.games import UnknownGame, find_game
from threedown.games.houserules import OptionError
from threedown.games.setting import Setting, settle
from threedown.play.fairness import commitment, new_secret, sealed
from threedown.play.outcome import canonical, result_of, table_hash
from threedown.play.session import Choice, Go, Input, Refused, Session, Undo, Watch
from threedown.table.chance import Generator

FORMAT = 1


class RecordError(ValueError):
    """A record that cannot be read or played on: says where, why, and what would be right."""


class SealedChance(msgspec.Struct, frozen=True, tag_field="source", tag="sealed"):
    """The chance of a real table: committed before the deal; ``secret`` (hex) stands here once it is revealed."""

    commitment: str
    contributions: tuple[str, ...] = ()
    secret: str | None = None


class SeededChance(msgspec.Struct, frozen=True, tag_field="source", tag="seed"):
    """The chance of game ``game`` of the run ``seed``: the same cards as in ``threedown sim --seed``."""

    seed: int
    game: int = 0


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What was settled before the deal."""

    threedown: int
    """The format's version."""
    game: str
    version: int
    """The rules version."""
    options: dict[str, Any]
    seats: int
    names: tuple[str, ...]
    chance: SealedChance | SeededChance

    def setting(self) -> Setting:
        """The setting that these options make; raises :class:`RecordError` if this program does not know it."""
        if self.threedown != FORMAT:
            raise RecordError(f"line 1: format {self.threedown}: this program reads format {FORMAT}")
        try:
            setting = settle(find_game(self.game), None, self.options, self.seats)
        except (UnknownGame, OptionError) as error:
            raise RecordError(f"line 1: {error}") from error
        if setting.game.version != self.version:
            raise RecordError(
                f"line 1: {self.game} was played under rules version {self.version}, and this program has version"
                f" {setting.game.version}: a game is never replayed or continued under other rules"
            )
        if len(self.names) != self.seats:
            raise RecordError(f"line 1: {len(self.names)} names for {self.seats} seats")
        if not all(name.isprintable() for name in self.names):
            raise RecordError("line 1: names: give them in printable characters")
        if isinstance(self.chance, SealedChance) and self.chance.contributions != self.names:
            raise RecordError("line 1: the names are not those that the cards were dealt to (contributions)")
        return setting


class Footer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the game ended: the result, and the hash of piles and state."""

    result: dict[str, Any]
    hash: str


class Record(msgspec.Struct, frozen=True):
    """A record as far as it could be read; ``damage`` says where and why reading stopped, if it did."""

    header: Header
    inputs: tuple[Input, ...]
    footer: Footer | None = None
    damage: str | None = None
    torn: bool = False
    """Whether the damage is only that the last line breaks off: it was never acknowledged."""


def new_header(setting: Setting, names: Sequence[str], chance: SealedChance | SeededChance) -> Header:
    """The header of a game that is about to be dealt."""
    options = msgspec.structs.asdict(setting.options)
    return Header(FORMAT, setting.game.name, setting.game.version, options, setting.seats, tuple(names), chance)


def read_record(path: Path) -> Record:
    """Reads a record; raises :class:`RecordError` if not even its header is there."""
    try:
        lines = path.read_bytes().split(b"\n")
    except OSError as error:
        raise RecordError(f"cannot be read: {error.strerror}") from error
    try:
        header = msgspec.json.decode(lines[0], type=Header)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise RecordError(f"line 1: not the header of a threedown record: {_reason(error)}") from error
    inputs: list[Input] = []
    footer = None
    for number, line in enumerate(lines[1:], start=2):
        if not line and number == len(lines):
            break
        if footer is not None:
            return Record(header, tuple(inputs), footer, f"line {number}: something follows the footer")
        if number == len(lines):
            damage = f"line {number}: the file breaks off in the middle of a line"
            return Record(header, tuple(inputs), None, damage, torn=True)
        try:
            kind = _kind(line)
            if kind is Footer:
                footer = msgspec.json.decode(line, type=Footer)
            else:
                inputs.append(msgspec.json.decode(line, type=kind))
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            return Record(header, tuple(inputs), None, f"line {number}: {_reason(error)}")
    return Record(header, tuple(inputs), footer)


def _kind(line: bytes) -> type[Any]:
    keys = msgspec.json.decode(line, type=dict[str, Any]).keys()
    return Go if "go" in keys else Choice if "choice" in keys else Undo if "undo" in keys else Footer


def _reason(error: Exception) -> str:
    return str(error).removesuffix(".")


def replay(record: Record, secret: bytes | None = None, watch: Watch | None = None) -> tuple[Session, str | None]:
    """Plays a record again, as far as it is valid: the session, and where and why it stopped, if it did.

    ``secret`` is needed where the record does not reveal it (a game that is not over).
    """
    setting = record.header.setting()
    session = Session(setting, chance_of(record.header, secret), watch=watch)
    for place, given in enumerate(record.inputs):
        try:
            session.put_in(given)
        except Refused as error:
            return session, f"line {place + 2}: {error}"
    return session, record.damage


def chance_of(header: Header, secret: bytes | None = None) -> Any:
    """The source of chance that a header describes."""
    if isinstance(header.chance, SeededChance):
        for name, value in (("seed", header.chance.seed), ("game", header.chance.game)):
            if not 0 <= value < 1 << 63:
                raise RecordError(f"line 1: {name} {value}: allowed is 0 to 2**63 - 1")
        return Generator(header.chance.seed, header.chance.game)
    if secret is None and header.chance.secret is not None:
        try:
            secret = bytes.fromhex(header.chance.secret)
        except ValueError as error:
            raise RecordError("line 1: the secret is not hexadecimal") from error
    if secret is None:
        raise RecordError("line 1: the secret is not revealed: the game is not over, and its .secret file is missing")
    if commitment(secret) != header.chance.commitment:
        raise RecordError("line 1: the secret is not the one that was committed to before the deal")
    return sealed(secret, header.chance.contributions)


def verify(record: Record, secret: bytes | None = None) -> list[str]:
    """What is wrong with a record, a line each: empty if every input is legal and the result is what it says.

    ``secret`` is that of a game that is not over, if it is known.
    """
    session, stopped = replay(record, secret)
    if stopped is not None:
        return [stopped]
    if record.footer is None:
        return ["the footer is missing: the game was not finished (what is there is true so far)"]
    wrong = []
    if record.footer.hash != table_hash(session.setting, session.record):
        wrong.append("footer: the hash is not that of the table that the inputs lead to")
    if canonical(record.footer.result) != canonical(result_of(session)):
        wrong.append("footer: the result is not the one that the inputs lead to")
    if not session.over:
        wrong.append("the game is not over")
    return wrong


class Keeper:
    """Keeps the record of a game on disk: an input is on disk before anybody is told that it counts.

    While the game goes on, its secret lies beside the record in ``NAME.secret`` (readable by its owner only); at the
    end the record is written whole, with the secret revealed, and that file goes.
    """

    def __init__(self, path: Path, header: Header, secret: bytes | None) -> None:
        self.path, self.header, self._secret = path, header, secret
        self._kept: list[Input] = []
        self._size: int | None = None
        """How long the file was when it was last written."""

    @property
    def commitment(self) -> str | None:
        """What the cards were committed to before the deal; None where they come from a seed."""
        return self.header.chance.commitment if isinstance(self.header.chance, SealedChance) else None

    @staticmethod
    def secret_path(path: Path) -> Path:
        return path.with_name(path.name + ".secret")

    @classmethod
    def start(cls, path: Path, setting: Setting, names: Sequence[str], seed: int | None) -> "tuple[Keeper, Session]":
        """A new game and its record. Without a ``seed`` its chance is sealed. Raises OSError if it cannot be kept."""
        secret = new_secret() if seed is None else None
        chance = SeededChance(seed or 0) if secret is None else SealedChance(commitment(secret), tuple(names))
        header = new_header(setting, names, chance)
        if secret is not None:
            if cls.secret_path(path).exists():
                raise FileExistsError(errno.EEXIST, f"{cls.secret_path(path).name} is there already")
            write_whole(cls.secret_path(path), secret.hex().encode() + b"\n", 0o600)
        try:
            write_whole(path, msgspec.json.encode(header) + b"\n")
        except OSError:
            cls.secret_path(path).unlink(missing_ok=True)
            raise
        keeper = cls(path, header, secret)
        keeper._size = path.stat().st_size
        return keeper, Session(setting, chance_of(header, secret))

    @classmethod
    def resume(cls, path: Path) -> "tuple[Keeper, Session]":
        """A game that was left. A line that broke off is cut away: it was never acknowledged."""
        record = read_record(path)
        if record.footer is not None:
            raise RecordError(f"{path.name}: the game is over; `threedown replay {path}` shows it")
        secret_file = cls.secret_path(path)
        try:
            secret = bytes.fromhex(secret_file.read_text().strip()) if secret_file.exists() else None
        except ValueError as error:
            raise RecordError(f"{secret_file.name}: not a secret in hexadecimal") from error
        session, stopped = replay(record, secret)
        if stopped is not None and not (record.torn and stopped == record.damage):
            raise RecordError(stopped)
        keeper = cls(path, record.header, secret)
        keeper.keep(session, whole=True)
        return keeper, session

    def keep(self, session: Session, whole: bool = False) -> None:
        """Puts what is new in the session's log on disk; all of it anew after an undo and at the end.

        Raises OSError if it cannot, or if somebody else has written there meanwhile: nobody's choice is overwritten.
        """
        log = session.log
        if self._size is not None and self.path.exists() and self.path.stat().st_size != self._size:
            raise OSError(errno.EBUSY, "somebody else goes on with this game")
        if session.over or whole or log[: len(self._kept)] != self._kept:
            header, footer = self.header, b""
            if session.over:
                footer = msgspec.json.encode(Footer(result_of(session), table_hash(session.setting, session.record)))
                footer += b"\n"
                if isinstance(header.chance, SealedChance) and self._secret is not None:
                    chance = msgspec.structs.replace(header.chance, secret=self._secret.hex())
                    header = msgspec.structs.replace(header, chance=chance)
            lines = [msgspec.json.encode(entry) + b"\n" for entry in (header, *log)]
            write_whole(self.path, b"".join(lines) + footer)
            if session.over:
                self.secret_path(self.path).unlink(missing_ok=True)
        elif len(log) > len(self._kept):
            append(self.path, b"".join(msgspec.json.encode(entry) + b"\n" for entry in log[len(self._kept) :]))
        self._kept = list(log)
        self._size = self.path.stat().st_size
