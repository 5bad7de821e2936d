"""A bot that plays a tournament of a server to its end: it enters, goes to each table to which it is called, and plays.

    threedown serve --no-open
    python examples/tournament_bot.py http://127.0.0.1:8765                 opens an arena of Blitz (31) for two
    python examples/tournament_bot.py http://127.0.0.1:8765 knockout        opens a knockout of Blitz (31) for two
    python examples/tournament_bot.py http://127.0.0.1:8765 TOURNAMENT      enters that one, under another name

A tournament needs two players: start the bot twice, or play against it on the page. It chooses as `remote_bot.py` does.
"""

import asyncio
import sys

from remote_bot import choose

from threedown.client import GuestClient, play_tournament

KINDS = {
    "arena": {"game": "blitz31", "kind": "arena", "seats": 2, "minutes": 10, "in": 0},
    "knockout": {"game": "blitz31", "kind": "knockout", "seats": 2, "in": 0},
}


async def main(url: str, tournament: str) -> None:
    """Play one tournament, given by its id or opened as one of the kinds, and print the standings."""
    async with await GuestClient.guest(url, "Opening bot" if tournament in KINDS else "Entering bot") as player:
        if tournament in KINDS:
            tournament = (await player.call("POST", "/api/tournaments", KINDS[tournament]))["tournament"]
            print(f"{url}/t/{tournament}", flush=True)
        told = await play_tournament(player, tournament, choose)
        for line in told["tournament"]["standings"]:
            print(f"{line['place']}. {line['name']}: {line['points']} points in {line['games']} games")


if __name__ == "__main__":
    if len(sys.argv) < 2 or not sys.argv[1].startswith("http"):
        sys.exit("give the address of a server, as in http://127.0.0.1:8765, and a tournament if it is to enter one")
    asyncio.run(main(sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else "arena"))
