"""A refused command that is sent again gets the same answer, however many commands of others were refused since."""

import asyncio

from support.server_rooms import heard, listener_of, say, sit_and_start

from threedown.server.model.messages import Choose, Hello


def test_a_spectator_cannot_push_out_a_players_refusal() -> None:
    """256 refusals were remembered for a whole room: a spectator's commands pushed out those of the players."""

    async def act() -> None:
        room, (ann, ben, _) = await sit_and_start("blitz31", 2, options={"lives": 1})
        assert room.game is not None
        seq = room.game.seq
        await say(room, ben, Choose("b", seq, "knock"))
        (first,) = heard(ben, "refused")
        eve = listener_of("eve")
        await room.handle(eve, Hello())
        for number in range(300):
            await say(room, eve, Choose(f"e{number}", seq, "knock"))
        await say(room, ann, Choose("a", seq, "draw stock"))
        await say(room, ben, Choose("b", seq, "knock"))
        assert heard(ben, "refused") == [first], "it would be stale if it were judged anew"

    asyncio.run(act())
