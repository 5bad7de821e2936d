"""Guests, rooms, their logs, the commands that they came from, and answers that are held."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def of_room() -> sa.Column[str]:
    return sa.Column("game", sa.Text, sa.ForeignKey("rooms.room", ondelete="CASCADE"), nullable=False)


def upgrade() -> None:
    op.create_table(
        "guests",
        sa.Column("player", sa.Text, primary_key=True),
        sa.Column("token", sa.LargeBinary, nullable=False, unique=True),
        sa.Column("name", sa.Text, nullable=False),
    )
    op.create_table(
        "rooms",
        sa.Column("room", sa.Text, primary_key=True),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("plan", sa.LargeBinary, nullable=False),
        sa.Column("secret", sa.Text, nullable=False),
        sa.Column("header", sa.LargeBinary),
        sa.Column("footer", sa.LargeBinary),
        sa.Column("opened", sa.BigInteger, nullable=False),
        sa.Column("dealt", sa.BigInteger),
    )
    op.create_table(
        "entries",
        of_room(),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("line", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("game", "seq"),
    )
    op.create_table(
        "commands",
        of_room(),
        sa.Column("player", sa.Text, nullable=False),
        sa.Column("command", sa.Text, nullable=False),
        sa.Column("seq", sa.Integer),
        sa.PrimaryKeyConstraint("game", "player", "command"),
    )
    op.create_table(
        "held",
        of_room(),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("choice", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("game", "seat"),
    )


def downgrade() -> None:
    for name in ("held", "commands", "entries", "rooms", "guests"):
        op.drop_table(name)
