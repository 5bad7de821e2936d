"""Add the deals of the day: their secrets, who has played them, and what the bots' levels made of them."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "daily_deals",
        sa.Column("day", sa.Text, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("secret", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("day", "game"),
    )
    op.create_table(
        "daily_tries",
        sa.Column("day", sa.Text, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("player", sa.Text, sa.ForeignKey("guests.player", ondelete="CASCADE"), nullable=False),
        sa.Column("room", sa.Text, nullable=False),
        sa.Column("began", sa.BigInteger, nullable=False),
        sa.Column("bet", sa.LargeBinary),
        sa.Column("finished", sa.BigInteger),
        sa.Column("place", sa.Integer),
        sa.Column("score", sa.Integer),
        sa.Column("rounds", sa.Integer),
        sa.PrimaryKeyConstraint("day", "game", "player"),
    )
    op.create_index("daily_tries_of_player", "daily_tries", ["player"])
    op.create_table(
        "daily_levels",
        sa.Column("day", sa.Text, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("level", sa.Text, nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("score", sa.Integer, nullable=False),
        sa.Column("rounds", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("day", "game", "level"),
    )


def downgrade() -> None:
    op.drop_table("daily_levels")
    op.drop_table("daily_tries")
    op.drop_table("daily_deals")
