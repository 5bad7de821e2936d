"""Records (``*.3d``): a header, a line for each input, a footer. Options plus inputs are the whole game.

Every line is chained to the one before it. Reading a record replays it. A damaged file yields its valid prefix, and
says where and why it stopped.
"""

import hashlib
from pathlib import Path
from re import fullmatch
from typing import Any, BinaryIO, NamedTuple

import msgspec
from msgspec import UNSET, UnsetType

from threedown.games import UnknownGame, find_game
from threedown.games.game_options import OptionError
from threedown.games.laying import LaidTable, LayingError
from threedown.games.setting import Setting, settle
from threedown.limits import LONGEST_TEXT, MOST_TURNS, shortened
from threedown.session.fairness import PartError, commitment, part_hash, part_of_hex, sealed
from threedown.session.result import canonical, result_of, table_hash
from threedown.session.session import Refused, Session, Watch
from threedown.session.state import Choice, Go, Input, Undo
from threedown.table.chance import Draws, Generator, Sealed

FORMAT = 2
LONGEST_LINE = 1 << 22
"""The most bytes in a line: there is room for a footer with all its draws."""
MOST_DRAWS = 100_000
"""The most draws that a footer lists; it lists none of a game with more."""


class RecordError(ValueError):
    """A record that cannot be read or played on; the message says where, why, and what would be right."""

    def __init__(self, message: str) -> None:
        super().__init__(shortened(message))


class FalseHeader(RecordError):
    """A header that no true record has: it was edited, or its secret is not the committed one."""


class SealedChance(msgspec.Struct, frozen=True, tag_field="source", tag="sealed"):
    """The chance of a real table: ``commitment`` before the parts, ``secret`` (hex) once it is revealed."""

    commitment: str
    contributions: tuple[str, ...] | None = None
    """Each seat's part in hex, empty for none; null until they are asked for."""
    part_hashes: tuple[str, ...] | UnsetType = UNSET
    """Each seat's part hash, empty for none, if the players sent them before their parts."""
    secret: str | None = None


class SeededChance(msgspec.Struct, frozen=True, tag_field="source", tag="seed"):
    """The chance of game ``game`` of the run ``seed``: the same cards as in ``threedown sim --seed``."""

    seed: int
    game: int = 0


class KnownChance(msgspec.Struct, frozen=True, tag_field="source", tag="known"):
    """The chance of a game that plays on from a point of another game whose secret is out: nothing is sealed here."""

    key: str
    """The other game's key in hex: its secret, followed by the hash of everything settled there."""


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything settled before the deal."""

    threedown: int
    """The format's version."""
    game: str
    version: int
    """The rules version."""
    options: dict[str, Any]
    seats: int
    names: tuple[str, ...]
    chance: SealedChance | SeededChance | KnownChance
    chain: str = ""
    laid: LaidTable | UnsetType = UNSET
    """A table laid by hand, with which the game begins instead of the deal."""

    def settled(self) -> bytes:
        """Return the SHA-256 of everything settled: the header without its chain and secret. The cards depend on it."""
        return hashlib.sha256(self.text()).digest()

    def text(self) -> bytes:
        """Return the canonical JSON of the header without its chain and secret."""
        plain = msgspec.to_builtins(self)
        del plain["chain"]
        plain["chance"].pop("secret", None)
        return canonical(plain)

    def chained(self) -> "Header":
        """Return the header with the start of its chain: the hash of everything settled."""
        return msgspec.structs.replace(self, chain=self.settled().hex())

    def start(self) -> bytes:
        """Return the start of the chain of inputs; raises :class:`RecordError` if it is no hash."""
        try:
            return bytes.fromhex(self.chain)
        except ValueError as error:
            raise RecordError("line 1: chain: not a hash in hexadecimal") from error

    def setting(self) -> Setting:
        """Return the setting with these options; raises :class:`RecordError` if this program does not know it."""
        try:
            setting = settle(find_game(self.game), None, self.options, self.seats, kept=True)
            if self.laid is not UNSET:
                setting = setting.laid_by_hand(self.laid)
        except (UnknownGame, OptionError, LayingError) as error:
            raise RecordError(f"line 1: {error}") from error
        if setting.game.version != self.version:
            raise RecordError(
                f"line 1: {self.game} was played under rules version {self.version}, and this program has version"
                f" {setting.game.version}: a game is never replayed or continued under other rules"
            )
        if len(self.names) != self.seats:
            raise RecordError(f"line 1: {len(self.names)} names for {self.seats} seats")
        if not all(name.isprintable() and len(name) <= LONGEST_TEXT for name in self.names):
            raise RecordError(f"line 1: names: give them in printable characters, {LONGEST_TEXT} at most")
        if self.chain != self.settled().hex():
            raise FalseHeader("line 1: the header was edited: its chain is not the hash of what it says")
        return setting


class Footer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The result, the hash of piles and state, and the draws as (n, result)."""

    result: dict[str, Any]
    hash: str
    draws: tuple[tuple[int, int], ...] | None = None


class Record(msgspec.Struct, frozen=True):
    """A record as far as it could be read; ``damage`` says where and why reading stopped, if it did."""

    header: Header
    inputs: tuple[Input, ...]
    footer: Footer | None
    chain: bytes
    """The chain up to the last valid line."""
    size: int
    """Bytes up to the end of that line."""
    damage: str | None = None
    torn: bool = False
    """True if the only damage is a torn last line, which was never acknowledged."""


def new_header(setting: Setting, names: tuple[str, ...], chance: SealedChance | SeededChance | KnownChance) -> Header:
    """Return the header of a game that is about to be dealt."""
    options = msgspec.structs.asdict(setting.options)
    laid = UNSET if setting.laid is None else setting.laid
    return Header(
        FORMAT, setting.game.name, setting.game.version, options, setting.seats, names, chance, laid=laid
    ).chained()


def linked(chain: bytes, entry: Input | Footer) -> tuple[bytes, bytes]:
    """Return an entry as a line, and the chain after it: SHA-256 of the chain so far and the entry's canonical JSON."""
    chain = hashlib.sha256(chain + canonical(entry)).digest()
    return msgspec.json.encode({**msgspec.to_builtins(entry), "chain": chain.hex()}) + b"\n", chain


def read_record(path: Path) -> Record:
    """Read a record; raises :class:`RecordError` if not even its header can be read."""
    try:
        with open(path, "rb") as file:
            return record_in(file)
    except OSError as error:
        raise RecordError(f"cannot be read: {error.strerror}") from error


def record_in(file: BinaryIO) -> Record:
    """Read the record in an open file."""
    line = file.readline(LONGEST_LINE)
    header = _header(line)
    if not line.endswith(b"\n"):
        raise RecordError("line 1: the file breaks off in the header")
    chain, size = header.start(), len(line)
    inputs: list[Input] = []
    footer = damage = None
    number = 1
    while damage is None and (line := file.readline(LONGEST_LINE)):
        number += 1
        if footer is not None:
            damage = f"line {number}: something follows the footer"
        elif not line.endswith(b"\n"):
            long = len(line) == LONGEST_LINE
            damage = f"line {number}: {'is too long' if long else 'the file breaks off in the middle of a line'}"
            return Record(header, tuple(inputs), None, chain, size, damage, torn=not long)
        else:
            try:
                entry, written = _entry(line)
                _, after = linked(chain, entry)
                if written != after.hex():
                    raise RecordError(
                        f"the chain breaks: this is not the line that was written after line {number - 1} (one of them"
                        " was edited or moved, or something between them is missing)"
                    )
            except (msgspec.DecodeError, UnicodeDecodeError, RecursionError, RecordError) as error:
                damage = shortened(f"line {number}: {_reason(error)}")
                continue
            chain, size = after, size + len(line)
            if isinstance(entry, Footer):
                footer = entry
            else:
                inputs.append(entry)
    return Record(header, tuple(inputs), footer, chain, size, damage)


class _Format(msgspec.Struct):
    threedown: int


def _header(line: bytes) -> Header:
    try:
        if (written := msgspec.json.decode(line, type=_Format).threedown) != FORMAT:
            raise RecordError(f"line 1: format {written}: this program reads format {FORMAT}")
        return msgspec.json.decode(line, type=Header)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise RecordError(f"line 1: not the header of a threedown record: {_reason(error)}") from error


def _entry(line: bytes) -> tuple[Input | Footer, Any]:
    """Return the entry of a line, and its chain."""
    data = msgspec.json.decode(line, type=dict[str, Any])
    chain = data.pop("chain", None)
    kind: Any = Go if "go" in data else Choice if "choice" in data else Undo if "undo" in data else Footer
    entry: Input | Footer = msgspec.convert(data, kind)
    if isinstance(entry, Go) and entry.go > MOST_TURNS:
        raise RecordError(f"go {entry.go}: allowed is {MOST_TURNS:,} at a time")
    if isinstance(entry, Choice) and entry.seat is not None and entry.seat < 0:
        raise RecordError(f"seat {entry.seat}: allowed are 0 and more, and null for the world")
    if isinstance(entry, Choice) and len(entry.choice) > LONGEST_TEXT:
        raise RecordError(f"a choice of {len(entry.choice):,} characters: {LONGEST_TEXT} are allowed")
    return entry, chain


def _reason(error: Exception) -> str:
    return str(error).removesuffix(".")


def replay(record: Record, secret: bytes | None = None, watch: Watch | None = None) -> tuple[Session, str | None]:
    """Replay a record as far as it is valid; return the session, and where and why it stopped, if it did.

    ``secret`` is needed if the record does not reveal it (an unfinished game).
    """
    setting = record.header.setting()
    session, stopped = replay_into(Session(setting, chance_of(record.header, secret)), record)
    if watch is not None:
        counts = Session(setting, chance_of(record.header, secret), watch=watch)
        for given in session.history:
            counts.apply(given)
    return session, stopped


def replay_into(session: Session, record: Record) -> tuple[Session, str | None]:
    """Replay a record's inputs in a game just dealt; return that game, and where and why it stopped, if it did."""
    for place, given in enumerate(record.inputs):
        try:
            session.apply(given)
        except Refused as error:
            return session, shortened(f"line {place + 2}: {error}")
    return session, record.damage


def chance_of(header: Header, secret: bytes | None = None) -> Generator | Sealed:
    """Return the source of chance that a header describes; every secret given must be the committed one."""
    chance = header.chance
    if isinstance(chance, SeededChance):
        for name, value in (("seed", chance.seed), ("game", chance.game)):
            if not 0 <= value < 1 << 63:
                raise RecordError(f"line 1: {name} {value}: allowed is 0 to 2**63 - 1")
        return Generator(chance.seed, chance.game)
    if isinstance(chance, KnownChance):
        if not fullmatch("[0-9a-f]{128}", chance.key):
            raise FalseHeader("line 1: the key is not 64 bytes in small hexadecimal")
        return Sealed(bytes.fromhex(chance.key))
    _check_parts(chance.contributions, header.seats)
    _check_part_hashes(chance)
    return sealed(secret_of(chance, secret), header.settled())


def known_chance(header: Header, secret: bytes) -> KnownChance:
    """Return the chance for a game that plays on from a point of a game with this header, whose secret is out."""
    if isinstance(header.chance, KnownChance):
        return header.chance
    return KnownChance((secret + header.settled()).hex())


def secret_of(chance: SealedChance, secret: bytes | None) -> bytes:
    """Return the secret of a sealed game: the revealed one, or else ``secret``; each must be the committed one.

    Raises :class:`RecordError` if there is none.
    """
    try:
        revealed = None if chance.secret is None else bytes.fromhex(chance.secret)
    except ValueError as error:
        raise FalseHeader("line 1: the secret is not hexadecimal") from error
    secrets = [known for known in (revealed, secret) if known is not None]
    if not secrets:
        raise RecordError("line 1: the secret is not revealed: the game is not over, and its .secret file is missing")
    if any(commitment(known) != chance.commitment for known in secrets):
        raise FalseHeader("line 1: the secret is not the one that was committed to before the deal")
    return secrets[0]


def _check_parts(parts: tuple[str, ...] | None, seats: int) -> None:
    if parts is None:
        raise RecordError(
            "line 1: the cards were never dealt: the players were not asked for their parts (contributions)"
        )
    if len(parts) != seats:
        raise FalseHeader(f"line 1: contributions: {len(parts)} parts for {seats} seats")
    try:
        for part in parts:
            part_of_hex(part)
    except PartError as error:
        raise FalseHeader(f"line 1: contributions: {error}") from error


def _check_part_hashes(chance: SealedChance) -> None:
    """Check that every part has the hash that its player sent before; a part that did not come in time is empty."""
    if chance.part_hashes is UNSET:
        return
    parts = chance.contributions or ()
    if len(chance.part_hashes) != len(parts):
        raise FalseHeader(f"line 1: part_hashes: {len(chance.part_hashes)} for {len(parts)} seats")
    for seat, (part, promised) in enumerate(zip(parts, chance.part_hashes, strict=True)):
        if part and part_hash(part) != promised:
            raise FalseHeader(
                f"line 1: part_hashes: the part of seat {seat} is not the one that its player committed to"
            )


class Verdict(NamedTuple):
    """The verdict on a record: one line for each thing wrong, and the draws if the game has finished."""

    wrong: list[str]
    finished: bool
    draws: list[tuple[int, int]] | None


def examine(record: Record, secret: bytes | None = None, committed: str | None = None) -> Verdict:
    """Check that a record is a true game, as far as it goes: legal inputs, and the result and draws that it claims.

    ``secret`` is that of an unfinished game, if it is known; ``committed`` is the commitment shown to a player.
    """
    wrong = []
    if committed is not None and getattr(record.header.chance, "commitment", None) != committed:
        wrong.append("line 1: the cards were not dealt from what the given commitment promised")
    try:
        setting = record.header.setting()
        chance = Draws(chance_of(record.header, secret))
    except FalseHeader as error:
        return Verdict([*wrong, str(error)], False, None)
    session, stopped = replay_into(Session(setting, chance), record)
    if stopped is not None:
        return Verdict([*wrong, stopped], False, None)
    if record.footer is None:
        return Verdict(wrong, False, None)
    # The chain has no key: anyone can add a footer, or inputs and a footer. So an unfinished game reveals no draws.
    if not session.over:
        return Verdict([*wrong, "the game is not over"], False, None)
    if isinstance(record.header.chance, SealedChance) and record.header.chance.secret is None:
        return Verdict([*wrong, "line 1: the secret is not revealed, and the game has its footer"], False, None)
    draws = draws_of(session, chance)
    footer = footer_of(session, draws)
    if record.footer.hash != footer.hash:
        wrong.append("footer: the hash is not that of the table that the inputs lead to")
    if canonical(record.footer.result) != canonical(footer.result):
        wrong.append("footer: the result is not the one that the inputs lead to")
    if record.footer.draws != footer.draws:
        wrong.append("footer: the draws are not those that the inputs lead to")
    return Verdict(wrong, True, draws)


def draws_of(session: Session, chance: Draws) -> list[tuple[int, int]]:
    """Return the draws of a game whose ``chance`` notes them, without those that were undone."""
    if len(session.history) < len(session.log):
        chance = Draws(chance.source)
        again = Session(session.setting, chance)
        for given in session.history:
            again.apply(given)
    return chance.listed()


def footer_of(session: Session, draws: list[tuple[int, int]]) -> Footer:
    """Return the footer of a finished game."""
    listed = tuple(draws) if len(draws) <= MOST_DRAWS else None
    return Footer(result_of(session), table_hash(session.setting, session.table_state), listed)


def verify(record: Record, secret: bytes | None = None) -> list[str]:
    """Return one line for each thing that is wrong with a record; none if it is true so far."""
    return examine(record, secret).wrong
