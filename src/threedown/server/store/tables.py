"""The tables of the database. Every change here needs a migration (``migrations/versions``).

The rows of a game's log lie in the order of their keys (``sqlite_with_rowid``), those of one room together: a damaged
page takes few rooms with it, and the others can still be written.
"""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    Text,
)

metadata = MetaData()

guests = Table(
    "guests",
    metadata,
    Column("player", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("came", BigInteger, comment="milliseconds since 1970, as all that follows; null: before this was noted"),
    Column("shows_profile", Boolean, comment="true: everybody may see their ratings; null: nobody else may"),
)

devices = Table(
    "devices",
    metadata,
    Column("device", Text, primary_key=True, comment="its public id"),
    Column("player", Text, ForeignKey("guests.player", ondelete="CASCADE"), nullable=False),
    Column("token", LargeBinary, nullable=False, unique=True, comment="SHA-256 of the token; the token itself nowhere"),
    Column("browser", Text, comment="its name, from the User-Agent header; null for programs"),
    Column("system", Text),
    Column("came", BigInteger),
    Column("seen", BigInteger, comment="written at most once an hour"),
    Index("devices_of_player", "player"),
)

passkeys = Table(
    "passkeys",
    metadata,
    Column("passkey", Text, primary_key=True, comment="its public id"),
    Column("player", Text, ForeignKey("guests.player", ondelete="CASCADE"), nullable=False),
    Column("credential", LargeBinary, nullable=False, unique=True, comment="what its authenticator calls it"),
    Column("key", LargeBinary, nullable=False, comment="its public key (COSE)"),
    Column("uses", BigInteger, nullable=False, comment="as its authenticator counts them; many always say 0"),
    Column("came", BigInteger, nullable=False),
    Index("passkeys_of_player", "player"),
)

tournaments = Table(
    "tournaments",
    metadata,
    Column("tournament", Text, primary_key=True),
    Column("phase", Text, nullable=False),
    Column("host", Text, nullable=False, comment="the player who opened it"),
    Column("version", Integer, nullable=False, comment="counts its changes"),
    Column("body", LargeBinary, nullable=False, comment="JSON (server.model.tournament.Tournament)"),
    Column("opened", BigInteger, nullable=False),
    Column("changed", BigInteger, nullable=False),
    Index("tournaments_by_phase", "phase"),
)

rooms = Table(
    "rooms",
    metadata,
    Column("room", Text, primary_key=True),
    Column("state", Text, nullable=False),
    Column("plan", LargeBinary, nullable=False, comment="JSON: what the room was opened with, who sits there"),
    Column("secret", Text, nullable=False, comment="hexadecimal; revealed when the game is over"),
    Column("header", LargeBinary, comment="the record's first line, from the deal on, without the secret"),
    Column("footer", LargeBinary, comment="its last line, once the game is over"),
    Column("opened", BigInteger, nullable=False),
    Column("dealt", BigInteger),
    Column("changed", BigInteger, comment="by anything but an entry of its log; or looked at while it waited"),
    Column("checksum", BigInteger, comment="of room, state and plan (server.store.checksums)"),
)

seated = Table(
    "seated",
    metadata,
    Column("room", Text, ForeignKey("rooms.room", ondelete="CASCADE"), nullable=False),
    Column("player", Text, nullable=False, comment="who sits there, as the plan has it"),
    PrimaryKeyConstraint("player", "room"),
    Index("seated_by_room", "room"),
)

entries = Table(
    "entries",
    metadata,
    Column("game", Text, ForeignKey("rooms.room", ondelete="CASCADE"), nullable=False),
    Column("seq", Integer, nullable=False),
    Column("line", LargeBinary, nullable=False, comment="a line of the record, with its chain"),
    Column("written", BigInteger),
    PrimaryKeyConstraint("game", "seq"),
    sqlite_with_rowid=False,
)

commands = Table(
    "commands",
    metadata,
    Column("game", Text, ForeignKey("rooms.room", ondelete="CASCADE"), nullable=False),
    Column("player", Text, nullable=False),
    Column("command", Text, nullable=False, comment="the client's own id"),
    Column("seq", Integer, comment="the entry that it became; null for an answer that was held"),
    Column("checksum", BigInteger, comment="of the columns before it"),
    PrimaryKeyConstraint("game", "player", "command"),
    sqlite_with_rowid=False,
)

held = Table(
    "held",
    metadata,
    Column("game", Text, ForeignKey("rooms.room", ondelete="CASCADE"), nullable=False),
    Column("place", Integer, nullable=False, comment="in the order of receipt"),
    Column("seat", Integer, nullable=False),
    Column("choice", Text, nullable=False),
    Column("checksum", BigInteger, comment="of the columns before it"),
    PrimaryKeyConstraint("game", "seat"),
    sqlite_with_rowid=False,
)

analyses = Table(
    "analyses",
    metadata,
    Column("room", Text, ForeignKey("rooms.room", ondelete="CASCADE"), nullable=False),
    Column("language", Text, nullable=False),
    Column("told", LargeBinary, nullable=False, comment="JSON: what decided the game (server.findings.Decided)"),
    PrimaryKeyConstraint("room", "language"),
)

snapshots = Table(
    "snapshots",
    metadata,
    Column("game", Text, ForeignKey("rooms.room", ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, nullable=False, comment="the last entry that is in it"),
    Column("chain", Text, nullable=False, comment="the log's chain at that entry, in hexadecimal"),
    Column("game_then", LargeBinary, nullable=False, comment="msgpack: the game (play.session.Snapshot)"),
    Column("shares", LargeBinary, nullable=False, comment="who was ahead until then"),
    Column("checksum", BigInteger, comment="of the columns before it"),
)

disk_probe = Table("disk_probe", metadata, Column("bytes", LargeBinary, nullable=False))

commits = Table(
    "commits",
    metadata,
    Column("writer", Text, primary_key=True, comment="a process that writes"),
    Column("token", Text, nullable=False, comment="the name of its last transaction that wrote anything"),
    Column("written", BigInteger, nullable=False, comment="by the database's clock"),
)

workers = Table(
    "workers",
    metadata,
    Column("worker", Text, primary_key=True),
    Column("address", Text, nullable=False, comment="host and port at which other workers reach it"),
    Column("secret", Text, nullable=False, comment="the password of calls from other workers"),
    Column("rules", Text, nullable=False, comment="a hash of the versions of all its rules"),
    Column("until", BigInteger, nullable=False, comment="by the database's clock: after it, it is taken for dead"),
)

leases = Table(
    "leases",
    metadata,
    Column("room", Text, primary_key=True),
    Column("worker", Text, nullable=False, comment="the worker that holds the room"),
    Index("leases_of_worker", "worker"),
)

jobs = Table(
    "jobs",
    metadata,
    Column("job", Text, primary_key=True),
    Column("queue", Text, nullable=False),
    Column("task", LargeBinary, nullable=False, comment="msgpack (server.model.findings.Task)"),
    Column("by", Text, nullable=False, comment="a salted hash of the address that asked; the address itself nowhere"),
    Column("asked", BigInteger, nullable=False, comment="by the database's clock"),
    Column("worker", Text, comment="the worker that does it; null: it waits"),
    Column("phase", Text, nullable=False, comment="of its progress, or failed"),
    Column("done", Integer, nullable=False),
    Column("of", Integer, nullable=False),
    Column("found", LargeBinary, comment="msgpack: its result so far (server.model.findings.Answer)"),
)

watchers = Table(
    "watchers",
    metadata,
    Column("job", Text, ForeignKey("jobs.job", ondelete="CASCADE"), nullable=False),
    Column("player", Text, nullable=False, comment="who wants to know the result"),
    Column("until", BigInteger, nullable=False, comment="by the database's clock"),
    PrimaryKeyConstraint("job", "player"),
)

findings = Table(
    "findings",
    metadata,
    Column("kind", Text, nullable=False),
    Column("key", Text, nullable=False),
    Column("body", LargeBinary, nullable=False, comment="JSON: the result of a job about rules, of no person"),
    Column("stored", BigInteger, nullable=False),
    PrimaryKeyConstraint("kind", "key"),
)

results = Table(
    "results",
    metadata,
    Column("room", Text, nullable=False, comment="the room of the game; it may have been deleted since"),
    Column("seat", Integer, nullable=False),
    Column("game", Text, nullable=False),
    Column("preset", Text, comment="null: house rules that are no preset"),
    Column("seats", Integer, nullable=False),
    Column("ended", BigInteger, nullable=False, comment="milliseconds since 1970"),
    Column("rated", Boolean, nullable=False),
    Column("player", Text, ForeignKey("guests.player", ondelete="SET NULL"), comment="null: a bot, or a deleted guest"),
    Column("level", Text, comment="a bot's level; null for a person"),
    Column("place", Integer, nullable=False, comment="1 for the best; equal seats share the better place"),
    Column("score", BigInteger, nullable=False, comment="the game's own standing, by which the places are found"),
    PrimaryKeyConstraint("room", "seat"),
    Index("results_of_player", "player", "game"),
    Index("results_of_game", "game", "rated", "ended"),
)

measures = Table(
    "measures",
    metadata,
    Column("room", Text, nullable=False, comment="as in the results"),
    Column("seat", Integer, nullable=False),
    Column("game", Text, nullable=False),
    Column("measured", BigInteger, nullable=False, comment="milliseconds since 1970"),
    Column("share", Float, comment="of the game, without the luck; null: it could not be measured"),
    Column(
        "kinds", LargeBinary, nullable=False, comment="JSON: points lost by choices (server.model.measure.QuestionCost)"
    ),
    PrimaryKeyConstraint("room", "seat"),
    Index("measures_of_game", "game", "measured"),
)

places = Table(
    "places",
    metadata,
    Column("player", Text, ForeignKey("guests.player", ondelete="CASCADE"), primary_key=True),
    Column("game", Text, nullable=False),
    Column("seats", Integer, comment="the table size that the player wants; null: any that the game allows"),
    Column("rated", Boolean, nullable=False),
    Column("rating", Integer, nullable=False, comment="when the player came"),
    Column("came", BigInteger, nullable=False),
    Column("until", BigInteger, nullable=False, comment="the player is here until then; the place is kept for longer"),
    Column("bots", Boolean, nullable=False, comment="true if bots may take the free seats"),
    Column("room", Text, comment="the room to which the player was matched; null: the player waits"),
    Column("matched", BigInteger, comment="when that was"),
)

reports = Table(
    "reports",
    metadata,
    Column("room", Text, nullable=False, comment="it may have been deleted since"),
    Column("player", Text, ForeignKey("guests.player", ondelete="CASCADE"), nullable=False, comment="who is reported"),
    Column("reporter", Text, ForeignKey("guests.player", ondelete="CASCADE"), nullable=False),
    Column("game", Text, nullable=False),
    Column("name", Text, nullable=False, comment="of the reported player, as the room showed it"),
    Column("reason", Text, nullable=False),
    Column("word", Text, nullable=False, comment="what happened, in the reporter's words"),
    Column("sent", BigInteger, nullable=False),
    PrimaryKeyConstraint("room", "player", "reporter"),
    Index("reports_about_player", "player"),
    Index("reports_by_reporter", "reporter"),
)

rule_sets = Table(
    "rule_sets",
    metadata,
    Column("rule_set", Text, primary_key=True, comment="the key to it: nobody guesses it"),
    Column("owner", Text, ForeignKey("guests.player", ondelete="CASCADE"), nullable=False),
    Column("game", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("preset", Text, nullable=False),
    Column("options", LargeBinary, nullable=False, comment="all of them, as JSON"),
    Column("seats", Integer, comment="null: any number of players"),
    Column("listed", Boolean, nullable=False, comment="true: everybody finds it"),
    Column("copy_of", Text, comment="the one that it was made from, which may have been deleted since"),
    Column("changed", BigInteger, nullable=False),
    Index("rule_sets_of_owner", "owner"),
    Index("rule_sets_listed", "listed", "changed"),
)

moves_due = Table(
    "moves_due",
    metadata,
    Column("room", Text, ForeignKey("rooms.room", ondelete="CASCADE"), nullable=False),
    Column("player", Text, nullable=False, comment="of whom a game with days a move asks a choice"),
    Column("seq", Integer, nullable=False, comment="the entry that asked: the row counts while it is the last one"),
    Column("asked", BigInteger, nullable=False),
    Column("allowed", BigInteger, nullable=False, comment="milliseconds"),
    Column("due", BigInteger, nullable=False),
    Column("tell", BigInteger, comment="when the player is to be told; null: they have been told"),
    Column("remind", BigInteger, comment="the same of the reminder"),
    PrimaryKeyConstraint("room", "player"),
    Index("moves_due_of_player", "player"),
)

OF_A_ROOM = {rooms: "room", seated: "room", entries: "game", commands: "game", held: "game", snapshots: "game",
             analyses: "room"}  # fmt: skip
"""The tables with rows of a room, each with the column that names it."""

daily_deals = Table(
    "daily_deals",
    metadata,
    Column("day", Text, nullable=False, comment="a date of UTC"),
    Column("game", Text, nullable=False),
    Column("secret", Text, nullable=False, comment="hexadecimal; told to nobody until the day is over"),
    PrimaryKeyConstraint("day", "game"),
)

daily_tries = Table(
    "daily_tries",
    metadata,
    Column("day", Text, nullable=False),
    Column("game", Text, nullable=False),
    Column("player", Text, ForeignKey("guests.player", ondelete="CASCADE"), nullable=False),
    Column("room", Text, nullable=False, comment="it may have been deleted since"),
    Column("began", BigInteger, nullable=False),
    Column("bet", LargeBinary, comment="JSON"),
    Column("finished", BigInteger, comment="when; null until the outcome has been read from the game's record"),
    Column("place", Integer),
    Column("score", Integer),
    Column("rounds", Integer),
    PrimaryKeyConstraint("day", "game", "player"),
    Index("daily_tries_of_player", "player"),
)

daily_levels = Table(
    "daily_levels",
    metadata,
    Column("day", Text, nullable=False),
    Column("game", Text, nullable=False),
    Column("level", Text, nullable=False),
    Column("place", Integer, nullable=False),
    Column("score", Integer, nullable=False),
    Column("rounds", Integer, nullable=False),
    PrimaryKeyConstraint("day", "game", "level"),
)

push_keys = Table(
    "push_keys",
    metadata,
    Column("name", Text, primary_key=True),
    Column("key", Text, nullable=False, comment="the private key that signs push messages (PEM)"),
)

call_wishes = Table(
    "call_wishes",
    metadata,
    Column("player", Text, ForeignKey("guests.player", ondelete="CASCADE"), primary_key=True),
    Column("zone", Text, nullable=False, comment="a time zone, such as Europe/Rome"),
    Column("quiet_start", Integer, comment="minutes of the day; null: no quiet hours"),
    Column("quiet_end", Integer),
)

holidays = Table(
    "holidays",
    metadata,
    Column("player", Text, ForeignKey("guests.player", ondelete="CASCADE"), nullable=False),
    Column("first", Text, nullable=False, comment="a date of the player's time zone"),
    Column("last", Text, nullable=False),
    PrimaryKeyConstraint("player", "first"),
)

subscriptions = Table(
    "subscriptions",
    metadata,
    Column("device", Text, ForeignKey("devices.device", ondelete="CASCADE"), primary_key=True),
    Column("player", Text, ForeignKey("guests.player", ondelete="CASCADE"), nullable=False),
    Column("endpoint", Text, nullable=False, unique=True, comment="where the browser's push service takes messages"),
    Column("p256dh", Text, nullable=False, comment="the browser's public key"),
    Column("auth", Text, nullable=False),
    Column("language", Text, nullable=False),
    Column("site", Text, nullable=False, comment="the origin of the page that subscribed"),
    Index("subscriptions_of_player", "player"),
)

push_messages = Table(
    "push_messages",
    metadata,
    Column("device", Text, ForeignKey("subscriptions.device", ondelete="CASCADE"), nullable=False),
    Column("room", Text, ForeignKey("rooms.room", ondelete="CASCADE"), nullable=False),
    Column("seq", Integer, nullable=False, comment="the entry that asked, as in moves_due"),
    Column("kind", Text, nullable=False, comment="turn or reminder"),
    Column("after", BigInteger, nullable=False, comment="not to be sent before"),
    Column("tries", Integer, nullable=False),
    PrimaryKeyConstraint("device", "room"),
)
