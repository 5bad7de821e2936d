"""Add push messages for players of games with days a move: subscriptions, quiet hours, holidays."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None


def upgrade() -> None:
    player = sa.ForeignKey("guests.player", ondelete="CASCADE")
    op.add_column("moves_due", sa.Column("tell", sa.BigInteger))
    op.add_column("moves_due", sa.Column("remind", sa.BigInteger))
    op.create_table(
        "push_keys",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("key", sa.Text, nullable=False),
    )
    op.create_table(
        "call_wishes",
        sa.Column("player", sa.Text, player, primary_key=True),
        sa.Column("zone", sa.Text, nullable=False),
        sa.Column("quiet_start", sa.Integer),
        sa.Column("quiet_end", sa.Integer),
    )
    op.create_table(
        "holidays",
        sa.Column("player", sa.Text, sa.ForeignKey("guests.player", ondelete="CASCADE"), nullable=False),
        sa.Column("first", sa.Text, nullable=False),
        sa.Column("last", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("player", "first"),
    )
    op.create_table(
        "subscriptions",
        sa.Column("device", sa.Text, sa.ForeignKey("devices.device", ondelete="CASCADE"), primary_key=True),
        sa.Column("player", sa.Text, sa.ForeignKey("guests.player", ondelete="CASCADE"), nullable=False),
        sa.Column("endpoint", sa.Text, nullable=False, unique=True),
        sa.Column("p256dh", sa.Text, nullable=False),
        sa.Column("auth", sa.Text, nullable=False),
        sa.Column("language", sa.Text, nullable=False),
        sa.Column("site", sa.Text, nullable=False),
    )
    op.create_index("subscriptions_of_player", "subscriptions", ["player"])
    op.create_table(
        "push_messages",
        sa.Column("device", sa.Text, sa.ForeignKey("subscriptions.device", ondelete="CASCADE"), nullable=False),
        sa.Column("room", sa.Text, sa.ForeignKey("rooms.room", ondelete="CASCADE"), nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("after", sa.BigInteger, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("device", "room"),
    )


def downgrade() -> None:
    for table in ("push_messages", "subscriptions", "holidays", "call_wishes", "push_keys"):
        op.drop_table(table)
    op.drop_column("moves_due", "remind")
    op.drop_column("moves_due", "tell")
