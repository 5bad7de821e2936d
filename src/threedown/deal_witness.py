"""A player's own check of the deal on a server: their part, and everything that the server has shown them of it.

A server that knows all parts could try secrets, parts or names until the cards suit it. So a player sends the hash of
their part first. The part follows when the header stands, which has the server's commitment and the hashes of all
parts. Whatever the server changes after that, the player notices.
"""

import hashlib
import io
from typing import Any

import msgspec

from threedown.session.fairness import part_hash, random_part
from threedown.session.record import Header, RecordError, chance_of, examine, record_in
from threedown.session.session import Session
from threedown.session.views import look

Message = dict[str, Any]


class UnfairDeal(Exception):
    """The deal does not fit what the server showed before; the message says how."""


class DealWitness:
    """One player's witness of one deal. Each method raises :class:`UnfairDeal` if something does not fit."""

    def __init__(self, part: str | None = None) -> None:
        self.part = random_part().hex() if part is None else part
        """My part of the chance, in hexadecimal."""
        self.part_hash = part_hash(self.part)
        self.commitment: str | None = None
        self.frozen: Message | None = None
        """The header that I saw before I revealed my part."""
        self.settled: str | None = None
        """The hash of the header that was dealt."""
        self.late: list[int] = []
        """The seats whose parts did not come in time. A player who holds a part back chooses between two deals."""
        self._piles: tuple[int, Message] | None = None

    def sees(self, room: Message) -> str | None:
        """Check a room as the server shows it; return my part if it is time to reveal it."""
        if room["state"] == "waiting" and self.commitment is None:
            self.commitment = room["commitment"]
        if self.commitment is not None and room["commitment"] != self.commitment:
            raise UnfairDeal("The server has replaced its commitment.")
        if self.settled is not None and room.get("settled") not in (None, self.settled):
            raise UnfairDeal("The server has dealt this game again.")
        if (frozen := room.get("frozen")) is None:
            return None
        self._freeze(msgspec.json.decode(frozen["header"]), room)
        assert self.frozen is not None
        hashes = self.frozen["chance"]["part_hashes"]
        return self.part if any(hashes[seat] == self.part_hash for seat in frozen["waits"]) else None

    def _freeze(self, header: Message, room: Message) -> None:
        if self.frozen is not None and header != self.frozen:
            raise UnfairDeal("The server has changed the header after it was frozen.")
        seats = room["seats"]
        shown = {
            "game": room["game"],
            "options": room["options"],
            "seats": len(seats),
            "names": [seat["name"] for seat in seats],
            "chance": {
                "source": "sealed",
                "commitment": self.commitment,
                "contributions": None,
                "part_hashes": [seat.get("part_hash") or "" for seat in seats],
            },
        }
        for key, value in shown.items():
            if header.get(key) != value:
                raise UnfairDeal(f"The frozen header does not fit the room: {key}.")
        self.frozen = header

    def dealt(self, deal: Message, seat: int) -> None:
        """Check the header of the game that was dealt; I sit at ``seat``."""
        header, settled = msgspec.json.decode(deal["header"]), hashlib.sha256(deal["header"].encode()).hexdigest()
        if settled != deal["settled"]:
            raise UnfairDeal("The hash of the header is not the one that the server names.")
        chance = header["chance"]
        if self.part not in (chance.get("contributions") or [""] * len(header["names"]))[seat : seat + 1]:
            raise UnfairDeal("The cards were dealt without your part.")
        if self.frozen is None or {**header, "chance": {**chance, "contributions": None}} != self.frozen:
            raise UnfairDeal("The server has dealt from another header than the frozen one.")
        self.late = []
        for other, (part, promised) in enumerate(zip(chance["contributions"], chance["part_hashes"], strict=True)):
            if part and part_hash(part) != promised:
                raise UnfairDeal(f"The part of seat {other} is not the one whose hash was shown.")
            if promised and not part:
                self.late.append(other)
        self.settled = settled

    def sees_deal(self, view: Message) -> None:
        """Keep the cards that I was dealt, as the server first showed them."""
        if self._piles is None:
            self._piles = view["seat"], view["piles"]

    def over(self, record: bytes) -> None:
        """Check the record of the game: that of this deal, true, and with the cards that I was dealt."""
        try:
            read = record_in(io.BytesIO(record))
            if read.header.chain != self.settled:
                raise UnfairDeal("The record is not that of the game that was dealt.")
            wrong = examine(read, committed=self.commitment).wrong
        except RecordError as error:
            raise UnfairDeal(f"The record cannot be read: {error}") from error
        if wrong:
            raise UnfairDeal(f"The record is not true: {wrong[0]}")
        if self._piles is not None and self._piles[1] != _dealt_piles(read.header, self._piles[0]):
            raise UnfairDeal("You were shown other cards than those that were dealt.")


def _dealt_piles(header: Header, seat: int) -> Message:
    view, _ = look(Session(header.setting(), chance_of(header)), seat)
    piles: Message = msgspec.to_builtins(view.piles)
    return piles
