"""The lobby: the changes that players and the host may make before the deal.

Each function returns the changed plan of a room, or raises a RequestError.
"""

from collections.abc import Collection, Sequence

import msgspec

from threedown.games import find_game
from threedown.games.setting import Setting, settle
from threedown.server.model.errors import Invalid, NotNow, NotYours, Unknown
from threedown.server.model.person_name import distinct, of_person
from threedown.server.model.plan import Chair, RoomPlan
from threedown.server.model.wire import COLOURS, Guest, Join
from threedown.server.rooms.growing import coloured, with_new_seat, with_seat_for_guest, without_unused_seats
from threedown.session.fairness import PartError, part_of_hex

KEPT = (
    "host", "commitment", "point", "grows", "code", "locked", "kicked", "hints", "talk", "evening",
)  # fmt: skip
"""The parts of a plan that stay if the rules or the game change."""


def setting_of(plan: RoomPlan) -> Setting:
    """Return the game and the rules of a room."""
    setting = settle(find_game(plan.game), plan.preset, plan.options, len(plan.chairs), kept=True)
    return setting if plan.laid is None else setting.laid_by_hand(plan.laid)


def with_player(plan: RoomPlan, guest: Guest, request: Join) -> RoomPlan:
    """Seat a guest, or change their seat, name, colour or contribution to the shuffle, which a table with the same
    cards as others does not take."""
    current = plan.seat_of(guest.player)
    check_welcome(plan, guest.player)
    if plan.locked and current is None:
        raise NotYours("This room is locked.")
    if plan.grows and current is None and request.seat is None:
        plan = with_seat_for_guest(plan)
    chairs = [msgspec.structs.replace(chair) for chair in plan.chairs]
    free = [seat for seat, chair in enumerate(chairs) if chair.is_open]
    seat = request.seat if request.seat is not None else current if current is not None else next(iter(free), None)
    if seat is None or (seat != current and seat not in free):
        raise NotNow("That seat isn't free.", [str(other) for other in free])
    if current is not None and current != seat:
        chairs[seat], chairs[current] = chairs[current], Chair()
    chair = chairs[seat]
    taken = {other.colour for number, other in enumerate(chairs) if number != seat and other.colour}
    free_colours = [colour for colour in COLOURS if colour not in taken]
    if request.colour in taken:
        raise NotNow("That colour isn't free.", free_colours)
    if request.colour is not None and request.colour not in COLOURS:
        raise Invalid("That colour isn't free.", free_colours)
    if request.part is not None:
        raise Invalid("Send the SHA-256 of your part as part_hash: a part in the clear proves nothing.")
    chair.player, chair.arrived = guest.player, True
    others = [other.name for other in chairs if other is not chair]
    chair.name = distinct(of_person(request.name or chair.name or guest.name), others)
    chair.colour = request.colour or chair.colour
    chair.program = request.program or chair.program
    if request.part_hash is not None and not plan.is_duplicate:
        chair.part, chair.part_hash = "", request.part_hash
    return _trimmed(msgspec.structs.replace(plan, chairs=chairs))


def check_part(part: str) -> None:
    """Raise Invalid if a text is not a part."""
    try:
        part_of_hex(part)
    except PartError as error:
        raise Invalid(str(error)) from error


def without_player(plan: RoomPlan, seat: int) -> RoomPlan:
    """Open the seat of a player who leaves; the next player becomes host, or nobody if all have left."""
    player = plan.chairs[seat].player
    if plan.tournament:
        raise NotNow("You are called to this table: pause in the tournament if you don't want to play.")
    chairs = [Chair() if number == seat else chair for number, chair in enumerate(plan.chairs)]
    host = plan.host if plan.host != player else next((chair.player for chair in chairs if chair.player), "")
    return _trimmed(msgspec.structs.replace(plan, chairs=chairs, host=host))


def with_bot(plan: RoomPlan, player: str, seat: int, level: str | None) -> RoomPlan:
    """Put a bot on a seat for the host, or open the seat; its player has to go. A room that grows has one more seat."""
    check_host(plan, player)
    check_unmatched(plan)
    if plan.grows and level is not None and seat == len(plan.chairs):
        plan = with_new_seat(plan)
    if not 0 <= seat < len(plan.chairs):
        raise Unknown("There is no such seat.", [str(number) for number in range(len(plan.chairs))])
    if plan.chairs[seat].player == player:
        raise NotNow("This is your own seat: leave it if you want to go.")
    chairs = list(plan.chairs)
    colour = chairs[seat].colour if chairs[seat].level else ""
    chairs[seat] = Chair() if level is None else seated_bot(setting_of(plan), chairs, seat, level)
    chairs[seat].colour = colour if level else ""
    return _trimmed(msgspec.structs.replace(plan, chairs=chairs))


def check_stand_in(plan: RoomPlan, player: str, seat: int, level: str, here: Collection[int]) -> None:
    """Check that the host may have a bot play for the player at a seat; ``here`` are the seats that are connected."""
    check_host(plan, player)
    if plan.rated:
        raise NotNow("In a rated game no bot takes a player's seat before their time is up.")
    people = [str(number) for number, chair in enumerate(plan.chairs) if chair.player]
    if str(seat) not in people:
        raise Unknown("There is no such seat.", people)
    if seat in here:
        raise NotNow("This player is here: a bot can play only for players who have gone.")
    bot_chair(setting_of(plan), seat, level)


def with_rules(old: RoomPlan, player: str, plan: RoomPlan) -> RoomPlan:
    """Change the rules for the host; players and bots stay, on the first seats if there are fewer now."""
    check_host(old, player)
    check_unmatched(old)
    seats = len(plan.chairs)
    people = [chair for chair in old.chairs[seats:] if chair.player]
    chairs = [*old.chairs[:seats], *(Chair() for _ in range(seats - len(old.chairs)))]
    for seat, chair in enumerate(chairs):
        if people and not chair.player:
            chairs[seat] = people.pop(0)
    if people:
        raise NotNow("{n} players sit here, so {seats} seats are too few.", n=seats + len(people), seats=seats)
    is_another = plan.game != old.game
    same_length = (plan.minutes, plan.options.get("rounds")) == (old.minutes, old.options.get("rounds"))
    if not (is_another or old.grows or same_length) and any(chair.colour for chair in chairs):
        raise NotNow("The length of the game can't change once a player has chosen a colour.")
    if is_another:
        chairs = [_of_other_game(plan, chair) for chair in chairs]
    kept = {name: getattr(old, name) for name in KEPT}
    return _trimmed(msgspec.structs.replace(plan, chairs=chairs, **kept))


def ready_to_deal(plan: RoomPlan, player: str) -> RoomPlan:
    """Check that the host may deal, and give everybody a colour."""
    check_host(plan, player)
    free = [str(seat) for seat, chair in enumerate(plan.chairs) if chair.is_open]
    if free:
        raise NotNow(
            "This game needs {n} players: wait for others, or put bots on the free seats.", free, n=len(plan.chairs)
        )
    return msgspec.structs.replace(plan, chairs=coloured(plan.chairs))


def bot_chair(setting: Setting, seat: int, level: str) -> Chair:
    """Return a bot's seat. Only the game's own levels may sit here, never a bot from a file."""
    levels = list(setting.game.bots.LEVELS)
    if level not in levels:
        raise Invalid("{game} has no such bot.", levels, game=setting.game.name)
    return Chair(name=f"Bot {seat}", level=level)


def seated_bot(setting: Setting, chairs: Sequence[Chair], seat: int, level: str) -> Chair:
    """Return a bot's seat among others. It is named by its seat, or by the first number that is free: a rematch moves
    bots, and they keep their names."""
    bot = bot_chair(setting, seat, level)
    taken = {chair.name for other, chair in enumerate(chairs) if other != seat}
    names = [bot.name, *(f"Bot {number}" for number in range(1, len(chairs) + 1))]
    return msgspec.structs.replace(bot, name=next(name for name in names if name not in taken))


def usual_level(name: str) -> str:
    """Return the level of the bots that take seats of people, by the name of the game."""
    game = find_game(name)
    return "keen" if "keen" in game.bots.LEVELS else game.first_level[0]


def check_host(plan: RoomPlan, player: str) -> None:
    """Raise NotYours for anybody but the host."""
    if plan.host != player:
        raise NotYours("Only the host can do that.")


def check_unmatched(plan: RoomPlan) -> None:
    """Raise NotNow for a game for which players have been matched."""
    if plan.begins_by is not None:
        raise NotNow("These players were matched for this table, so it can't change.")


def check_welcome(plan: RoomPlan, player: str) -> None:
    """Raise NotYours, with the host's word, for a player who has been asked to leave."""
    if player not in plan.kicked:
        return
    if word := plan.kicked[player]:
        raise NotYours("The host has asked you to leave this room: {word}", word=word)
    raise NotYours("The host has asked you to leave this room.")


def _of_other_game(plan: RoomPlan, chair: Chair) -> Chair:
    """Return a chair after another game was chosen: its bot plays that game."""
    game = find_game(plan.game)
    if not chair.level or chair.level in game.bots.LEVELS:
        return chair
    return msgspec.structs.replace(chair, level=game.first_level[0])


def _trimmed(plan: RoomPlan) -> RoomPlan:
    return without_unused_seats(plan) if plan.grows else plan
