"""The proof that a finished game was dealt fairly: all that is needed to check it without this program."""

import msgspec

from threedown.language import say
from threedown.server.model.plan import StoredRoom
from threedown.server.model.story import Fairness
from threedown.session.record import Header, KnownChance, RecordError, SealedChance
from threedown.table.chance import Sealed

SEALED = [
    "The commitment is the SHA-256 hash of the secret (32 bytes). It was published before any player added a part.",
    "Each player first sent the SHA-256 hash of their part (part_hashes in the header), and the part itself when"
    " nothing else in the header could change. A part is empty if it did not come in time. Without part_hashes, the"
    " parts were sent openly, and the last player to send one could choose it.",
    "The header holds everything fixed before the deal: game, rules version, options, names, commitment and"
    " parts. Its SHA-256 hash is called settled here; it also starts the hash chain of the record.",
    "The key is the secret followed by settled: 64 bytes.",
]
KNOWN = [
    "Nothing is sealed here: this game continues a finished game with the same key, so every player could know"
    " the cards. The fairness proof of that game shows how the key was made.",
]
DRAWING = [
    "Block b (counted from 0) is the first 128 bytes of SHAKE-256 over the key followed by b as 8 big-endian"
    " bytes. It holds 32 big-endian words of 4 bytes.",
    "A draw of one of n cards or numbers takes the next word w. If w n mod 2^32 is less than 2^32 mod n,"
    " discard that word and take the next. The result is w n divided by 2^32, rounded down: a number from 0 to n"
    " - 1.",
    "A shuffle of k cards draws one of k, then one of k - 1, and so on down to one of 2. A draw of one of n"
    " gives the position, counted from the top, of the card that moves to position n - 1.",
    "Before its first shuffle, the pack lies in the order that is given here as pack, top card first.",
]


def pack_of(header: Header) -> list[str]:
    """Return the cards as they lie before the first shuffle, the top card first.

    None for a table laid by hand, and under rules that this program doesn't know.
    """
    try:
        setting = header.setting()
    except RecordError:
        return []
    return [] if setting.laid is not None else [setting.deck.names[number] for number in sorted(setting.deck.names)]


def fairness_of(stored: StoredRoom) -> Fairness:
    """Return the proof for a finished game."""
    assert stored.header is not None
    assert stored.footer is not None
    header = msgspec.json.decode(stored.header, type=Header)
    draws = msgspec.json.decode(stored.footer)["draws"]
    sealed = isinstance(header.chance, SealedChance)
    key = header.chance.key if isinstance(header.chance, KnownChance) else (stored.secret + header.settled()).hex()
    parts = list((header.chance.contributions or ()) if isinstance(header.chance, SealedChance) else ())
    return Fairness(
        room=stored.room,
        sealed=sealed,
        commitment=stored.plan.commitment,
        secret=stored.secret.hex(),
        names=list(header.names),
        parts=parts,
        options=header.options,
        header=header.text().decode(),
        settled=header.settled().hex(),
        key=key,
        block=Sealed.BLOCK,
        draws=None if draws is None else [(n, result) for n, result in draws],
        pack=pack_of(header),
        how=[say(text) for text in (*(SEALED if sealed else KNOWN), *DRAWING)],
    )
