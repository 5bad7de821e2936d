"""War written once more, without the table: deques of heights. It draws the same words in the same order."""

from collections import deque
from collections.abc import Iterator

from threedown.table.chance import keys

MASK = (1 << 64) - 1


def words_of(seed: int, game: int) -> Iterator[int]:
    """PCG32 (XSH-RR 64/32) from the key of this game."""
    state, increment = (int(part) & MASK for part in keys(seed, game, 1)[0][:2])
    while True:
        shifted, turn = ((state >> 18) ^ state) >> 27 & 0xFFFFFFFF, state >> 59
        yield (shifted >> turn | shifted << (-turn & 31)) & 0xFFFFFFFF
        state = (state * 6364136223846793005 + increment) & MASK


def below(words: Iterator[int], n: int) -> int:
    while True:
        product = next(words) * n
        if product % (1 << 32) >= (1 << 32) % n:
            return product >> 32


def shuffled(cards: list[int], words: Iterator[int]) -> list[int]:
    """Top first: the draw among n says which card, counted from the top, goes to place n-1."""
    for n in range(len(cards), 1, -1):
        there = below(words, n)
        cards[n - 1], cards[there] = cards[there], cards[n - 1]
    return cards


def returned(pot: list[int], words: Iterator[int]) -> list[int]:
    """A pot (card laid last first) under a packet: the card that a draw picks goes under first."""
    under = []
    for n in range(len(pot), 1, -1):
        there = below(words, n)
        under.append(pot[there])
        pot[there] = pot[n - 1]
    return under + pot[:1]


def play(seed: int, game: int, down: int = 1, cap: int = 10_000) -> tuple[int | None, int]:
    """The winner (None: a draw or the cap) and the turns of one game with ``down`` cards face down, short loses."""
    words = words_of(seed, game)
    pack = shuffled([rank for rank in range(2, 15) for _ in range(4)], words)
    packets = deque(pack[0::2][::-1]), deque(pack[1::2][::-1])  # each card is dealt onto the one before
    for turn in range(1, cap + 1):
        pot: list[int] = []
        up = lay(packets, pot)
        while up[0] == up[1]:
            for _ in range(down + 1):
                if not packets[0] or not packets[1]:
                    return (0 if packets[0] else 1 if packets[1] else None), turn
                up = lay(packets, pot)
        winner = int(up[1] > up[0])
        packets[winner].extend(returned(pot[::-1], words))
        if not packets[1 - winner]:
            return winner, turn
    return None, cap


def lay(packets: tuple[deque[int], deque[int]], pot: list[int]) -> tuple[int, int]:
    """A card of each onto the pot, seat 0 first."""
    up = packets[0].popleft(), packets[1].popleft()
    pot.extend(up)
    return up
