"""A debt of cards that its player can't pay: an option of Beggar-My-Neighbour and its relatives."""

from typing import Annotated, Literal

from msgspec import Meta

NEXT_PAYS = 1
"""Place of the word among the values of the option."""

UnpaidDebt = Annotated[
    Literal["creditor_takes", "next_pays"],
    Meta(
        title="A debt left unpaid",
        description="three or more play, and a player runs out of cards before the debt is paid: the creditor"
        " takes the pile, or the next player pays the rest",
        extra={
            "values": {
                "creditor_takes": "the creditor takes the pile",
                "next_pays": "the next player pays the rest",
            }
        },
    ),
]
