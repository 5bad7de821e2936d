"""The head of the page at the addresses of rooms, which a link sent to somebody shows as its preview."""

from pathlib import Path

import pytest
from support.hubs import ANN, in_a_house, opened, over

from threedown.server.http.head import head_of
from threedown.server.hub import Hub
from threedown.server.model.tournament import NewTournament
from threedown.server.model.wire import NewRoom


def test_a_link_says_what_it_leads_to(tmp_path: Path) -> None:
    async def act(hub: Hub) -> None:
        waiting = (await hub.opener.open(ANN, NewRoom("war", bots={}))).room
        head = await head_of(f"/r/{waiting}", "", hub, "en")
        assert head.title == "Ann’s War: join · Threedown"
        assert head.description.startswith("1 of 2 seats is free. ")
        assert (head.picture, head.status) == (f"/preview/{waiting}.png", 200)
        playing = await opened(hub)
        head = await head_of(f"/r/{playing.name}", "", hub, "en")
        assert (head.title, head.description) == ("Blitz (31) · Threedown", "At the table: Ann, Bot 1.")
        ended = (await over(hub)).name
        head = await head_of(f"/r/{ended}/story", "", hub, "it")
        assert head.title == "War: storia di una partita · Threedown"
        assert head.description == "Partita di Ann, Bot 1. Rivedila turno per turno."
        assert (await head_of("/r/nowhere", "", hub, "en")).status == 404
        assert (await head_of(f"/r/{ended}/tale", "", hub, "en")).status == 404

    in_a_house(tmp_path, act)


def test_a_link_to_a_tournament_names_its_game(tmp_path: Path) -> None:
    async def act(hub: Hub) -> None:
        tournament = await hub.tournaments.open(ANN, NewTournament("blitz31"))
        head = await head_of(f"/t/{tournament}", "", hub, "it")
        assert (head.title, head.status) == ("Arena, Blitz (31) · Threedown", 200)
        assert head.picture == "/preview/blitz31.png"
        assert (await head_of(f"/t/{tournament}/results", "", hub, "en")).status == 404
        knockout = await hub.tournaments.open(ANN, NewTournament("blitz31", kind="knockout"))
        assert (await head_of(f"/t/{knockout}", "", hub, "it")).title == "Eliminazione, Blitz (31) · Threedown"

    in_a_house(tmp_path, act)


@pytest.mark.parametrize(
    ("path", "title"),
    [
        ("/people/p1", "Profile"),
        ("/ratings/blitz31", "Blitz (31): ratings"),
        ("/daily/champz", "Blitz Champz, deal of the day"),
        ("/daily/champz/2026-11-25", "Blitz Champz, deal of the day"),
        ("/daily/champz/2026-11-31", "This page doesn't exist."),
        ("/daily/beggar", "This page doesn't exist."),
        ("/daily/champz/2026-11-25/cards", "This page doesn't exist."),
        ("/find/blitz31", "Blitz (31): find players"),
        ("/find/beggar", "This page doesn't exist."),
        ("/find/blitz31/2", "This page doesn't exist."),
        ("/rulesets", "Rule sets"),
        ("/rulesets/nothing", "This page doesn't exist."),
        ("/tournaments", "Tournaments"),
        ("/t/nowhere", "This page doesn't exist."),
    ],
)
def test_pages_whose_texts_load_late_have_heads(path: str, title: str, tmp_path: Path) -> None:
    async def act(hub: Hub) -> None:
        head = await head_of(path, "", hub, "en")
        assert head.title == f"{title} · Threedown"
        assert head.status == (404 if title == "This page doesn't exist." else 200)

    in_a_house(tmp_path, act)
