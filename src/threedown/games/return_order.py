"""The order in which won cards go under a packet: an option of several games.

In rules a value is one of the numbers ``RANDOM`` to ``TURNED_PILE`` of :mod:`threedown.table.packets`.
"""

from typing import Literal

from msgspec import Meta

ReturnOrder = Literal["random", "winner_first", "loser_first", "as_played", "pile", "turned_pile"]


def won_card_order(
    description: str = "how won cards go under the packet; in a win pile they lie apart until the packet is empty, and"
    " are then shuffled or only turned over",
    common: bool = False,
) -> Meta:
    """The texts of the option, and the names of its values."""
    values = {
        "random": "in random order",
        "winner_first": "the winner’s first",
        "loser_first": "the loser’s first",
        "as_played": "as played",
        "pile": "a win pile, shuffled",
        "turned_pile": "a win pile, turned over",
    }
    return Meta(title="Order of won cards", description=description, extra={"values": values, "common": common})
