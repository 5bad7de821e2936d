"""Add the choices that players of games with days a move must make."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "moves_due",
        sa.Column("room", sa.Text, sa.ForeignKey("rooms.room", ondelete="CASCADE"), nullable=False),
        sa.Column("player", sa.Text, nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("asked", sa.BigInteger, nullable=False),
        sa.Column("allowed", sa.BigInteger, nullable=False),
        sa.Column("due", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("room", "player"),
    )
    op.create_index("moves_due_of_player", "moves_due", ["player"])


def downgrade() -> None:
    op.drop_table("moves_due")
