"""The proof that a finished game was dealt fairly: all that is needed to check it without this program."""

import msgspec

from threedown.language import say
from threedown.server.model.plan import StoredRoom
from threedown.server.model.story import Fairness
from threedown.session.record import Header, KnownChance, SealedChance
from threedown.table.chance import Sealed

SEALED = [
    "The commitment is the SHA-256 of the secret (32 bytes): it was shown before anybody added a part.",
    "The header holds all that was settled before the deal: game, rules version, options, names, commitment, parts."
    " Its SHA-256 is called settled here, and begins the chain of the record.",
    "The key is the secret followed by settled: 64 bytes.",
]
KNOWN = [
    "Nothing is sealed here: this game plays on from a point of another that was over, with that one's key, and whoever"
    " sat down could know the cards. The fairness of that other game tells what its key is made of.",
]
DRAWING = [
    "Block b (from 0) is the first 128 bytes of SHAKE-256 of the key followed by b in 8 bytes, big-endian; it has 32"
    " words of 4 bytes, big-endian.",
    "A draw of one among n takes the next word w. If w n mod 2^32 is below 2^32 mod n, that word is thrown away and the"
    " next is taken. The result is w n divided by 2^32, rounded down: 0 to n - 1.",
    "A shuffle of k cards draws one of k, k - 1, ... 2: the place, from the top, of the card that goes to place n - 1.",
]


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
        how=[say(text) for text in (*(SEALED if sealed else KNOWN), *DRAWING)],
    )
