"""Short messages and emotes that the people of a room send to each other; they are not stored."""

from threedown.server.model.messages import Emote, Refusal, Say, ShowEmote, Talked
from threedown.server.model.person_name import is_showable
from threedown.server.model.wire import EMOTES
from threedown.server.rooms.game_host import GameHost
from threedown.server.rooms.subscriber import Subscriber


def pass_on(room: GameHost, subscriber: Subscriber, message: Say) -> None:
    """Send a player's message to everybody in the room, or refuse it."""
    seat, text = room.seat_of(subscriber.player), " ".join(message.text.split())
    if seat is None:
        reason = "Spectators can't write here."
    elif room.plan.listed:
        reason = "Nobody can write in a room that strangers may enter."
    elif not room.plan.talk:
        reason = "The host has switched messages off."
    elif not is_showable(text):
        reason = "This message can't be shown."
    else:
        for other in room.greeted():
            other.send(Talked(seat, room.plan.chairs[seat].name, text))
        return
    subscriber.refuse(Refusal(message.id, reason, None))


def show_emote(room: GameHost, subscriber: Subscriber, message: ShowEmote, seq: int | None) -> None:
    """Send a player's emote to everybody in the room, or refuse it; ``seq`` is the last entry of the game."""
    seat = room.seat_of(subscriber.player)
    if seat is None or message.emote not in EMOTES:
        reason = "Spectators can't send emotes." if seat is None else f"choose one of: {', '.join(EMOTES)}"
        subscriber.refuse(Refusal(message.id, reason, seq))
        return
    for other in room.greeted():
        other.send(Emote(seat, message.emote))
