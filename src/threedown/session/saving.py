"""A game that was played without a record, saved as one."""

from collections.abc import Sequence
from pathlib import Path

import msgspec

from threedown.durable import write_whole
from threedown.session.record import (
    Header,
    KnownChance,
    RecordError,
    SeededChance,
    draws_of,
    footer_of,
    linked,
    new_header,
)
from threedown.session.session import Session
from threedown.table.chance import Draws, Generator, Sealed


def header_of(session: Session, names: Sequence[str]) -> Header:
    """Return the header of a game's record; raises :class:`RecordError` for a game that cannot be replayed."""
    chance = session.chance
    if isinstance(chance, Generator):
        return new_header(session.setting, tuple(names), SeededChance(chance.seed, chance.game))
    if isinstance(chance, Sealed):
        return new_header(session.setting, tuple(names), KnownChance(chance.key.hex()))
    raise RecordError("This game can't be saved: only part of it is known here.")


def save(session: Session, path: Path, header: Header) -> None:
    """Write the record of a game, with its result if it is over; raises OSError if that fails."""
    lines, chain = [msgspec.json.encode(header) + b"\n"], header.start()
    for entry in session.log:
        line, chain = linked(chain, entry)
        lines.append(line)
    if session.over and isinstance(session.chance, Generator | Sealed):
        chance = Draws(session.chance)
        again = Session(session.setting, chance)
        for entry in session.log:
            again.apply(entry)
        lines.append(linked(chain, footer_of(again, draws_of(again, chance)))[0])
    write_whole(path, b"".join(lines))
