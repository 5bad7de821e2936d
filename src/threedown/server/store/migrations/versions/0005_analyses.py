"""Add the stored analyses of games."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "analyses",
        sa.Column("room", sa.Text, sa.ForeignKey("rooms.room", ondelete="CASCADE"), nullable=False),
        sa.Column("language", sa.Text, nullable=False),
        sa.Column("told", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("room", "language"),
    )


def downgrade() -> None:
    op.drop_table("analyses")
