"""Add the results of finished games."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "results",
        sa.Column("room", sa.Text, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("preset", sa.Text),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("ended", sa.BigInteger, nullable=False),
        sa.Column("rated", sa.Boolean, nullable=False),
        sa.Column("player", sa.Text, sa.ForeignKey("guests.player", ondelete="SET NULL")),
        sa.Column("level", sa.Text),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("score", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("room", "seat"),
    )
    op.create_index("results_of_player", "results", ["player", "game"])
    op.create_index("results_of_game", "results", ["game", "rated", "ended"])


def downgrade() -> None:
    op.drop_table("results")
