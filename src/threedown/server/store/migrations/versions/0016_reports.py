"""Add the reports about players, for the owner of the server."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "reports",
        sa.Column("room", sa.Text, nullable=False),
        sa.Column("player", sa.Text, sa.ForeignKey("guests.player", ondelete="CASCADE"), nullable=False),
        sa.Column("reporter", sa.Text, sa.ForeignKey("guests.player", ondelete="CASCADE"), nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("word", sa.Text, nullable=False),
        sa.Column("sent", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("room", "player", "reporter"),
    )
    op.create_index("reports_about_player", "reports", ["player"])
    op.create_index("reports_by_reporter", "reports", ["reporter"])


def downgrade() -> None:
    op.drop_table("reports")
