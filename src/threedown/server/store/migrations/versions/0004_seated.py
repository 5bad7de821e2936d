"""Add the players' seats, to find a player's rooms, also those that are not in memory."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    seated = op.create_table(
        "seated",
        sa.Column("room", sa.Text, sa.ForeignKey("rooms.room", ondelete="CASCADE"), nullable=False),
        sa.Column("player", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("player", "room"),
    )
    op.create_index("seated_by_room", "seated", ["room"])
    connection = op.get_bind()
    for room, plan in connection.execute(sa.text("SELECT room, plan FROM rooms")).all():
        try:
            players = {chair["player"] for chair in json.loads(plan)["chairs"] if chair.get("player")}
        except (ValueError, TypeError, KeyError):  # a room that cannot be read stays as it is
            continue
        if players:
            op.bulk_insert(seated, [{"room": room, "player": player} for player in sorted(players)])


def downgrade() -> None:
    op.drop_index("seated_by_room", "seated")
    op.drop_table("seated")
