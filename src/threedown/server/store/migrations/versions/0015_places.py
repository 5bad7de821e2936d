"""Add the places of players who wait for others."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "places",
        sa.Column("player", sa.Text, sa.ForeignKey("guests.player", ondelete="CASCADE"), primary_key=True),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("seats", sa.Integer),
        sa.Column("rated", sa.Boolean, nullable=False),
        sa.Column("rating", sa.Integer, nullable=False),
        sa.Column("came", sa.BigInteger, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
        sa.Column("bots", sa.Boolean, nullable=False),
        sa.Column("room", sa.Text),
        sa.Column("matched", sa.BigInteger),
    )


def downgrade() -> None:
    op.drop_table("places")
