"""War as written in an afternoon, with deques and ``random``: one card face down, random return, ``short=lose``."""

import random
from collections import deque

TURN_CAP = 10_000


def play(pick: random.Random) -> tuple[int | None, int]:
    """Play a game for two; return the winner (None for a draw or at the cap) and the number of turns."""
    pack = [rank for rank in range(2, 15) for _ in range(4)]
    pick.shuffle(pack)
    packets = deque(pack[:26]), deque(pack[26:])
    for turn in range(1, TURN_CAP + 1):
        a, b = packets[0].popleft(), packets[1].popleft()
        pot = [a, b]
        while a == b:
            for _ in range(2):
                if not packets[0] or not packets[1]:
                    return (0 if packets[0] else 1 if packets[1] else None), turn
                a, b = packets[0].popleft(), packets[1].popleft()
                pot += (a, b)
        pick.shuffle(pot)
        packets[a < b].extend(pot)
        if not packets[a > b]:
            return int(a < b), turn
    return None, TURN_CAP
