"""A bot of somebody else's: it takes a seat in a room of a server and plays over the wire, as people do.

    threedown serve --no-open
    python examples/remote_bot.py http://127.0.0.1:8765            opens a room of Blitz (31) against a house bot
    python examples/remote_bot.py http://127.0.0.1:8765 ROOM       joins a room that waits for players

It knocks with 27 or more, keeps the suit that is worth most, and in any other game chooses what is usual.
"""

import asyncio
import sys

from threedown.client import GuestClient, Message, play

WORTH = {"A": 11, "K": 10, "Q": 10, "J": 10, "T": 10}
ENOUGH = 27


def worth(cards: list[str]) -> int:
    """Points of the suit of a hand that has most."""
    suits = {card[1] for card in cards}
    return max(sum(WORTH.get(card[0]) or int(card[0]) for card in cards if card[1] == suit) for suit in suits)


def choose(message: Message) -> str:
    """A choice for a question: ``message`` is the last table or step, as this seat may see it."""
    view, question = message["view"], message["question"]
    hand = view["piles"].get(f"hand {view['seat']}", {}).get("cards", [])
    if question["question"] == "discard":
        return max(question["choices"], key=lambda choice: worth([card for card in hand if card not in choice.split()]))
    if "knock" in question["choices"] and worth(hand) >= ENOUGH:
        return "knock"
    return str(question["usual"])


async def main(url: str, room: str | None) -> None:
    """Plays one game."""
    async with await GuestClient.guest(url, "Remote bot") as player:
        if room is None:
            opened = await player.call("POST", "/api/rooms", {"game": "blitz31", "bots": {"1": "simple"}})
            room = opened["room"]
            await player.sit(room, program=True)
            await player.call("POST", f"/api/rooms/{room}/start")
        else:
            await player.sit(room, program=True)
        over = await play(player.live(room), choose)
        print(f"winners: {over['result']['winners']}; the record: {url}{over['record']}")


if __name__ == "__main__":
    if len(sys.argv) < 2 or not sys.argv[1].startswith("http"):
        sys.exit("give the address of a server, as in http://127.0.0.1:8765, and a room if it is one that waits")
    asyncio.run(main(sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else None))
