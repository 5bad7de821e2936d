"""Add the background jobs and the lab's results that worker processes share."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "jobs",
        sa.Column("job", sa.Text, primary_key=True),
        sa.Column("queue", sa.Text, nullable=False),
        sa.Column("task", sa.LargeBinary, nullable=False),
        sa.Column("by", sa.Text, nullable=False),
        sa.Column("asked", sa.BigInteger, nullable=False),
        sa.Column("worker", sa.Text),
        sa.Column("phase", sa.Text, nullable=False),
        sa.Column("done", sa.Integer, nullable=False),
        sa.Column("of", sa.Integer, nullable=False),
        sa.Column("found", sa.LargeBinary),
    )
    op.create_table(
        "watchers",
        sa.Column("job", sa.Text, sa.ForeignKey("jobs.job", ondelete="CASCADE"), nullable=False),
        sa.Column("player", sa.Text, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("job", "player"),
    )
    op.create_table(
        "findings",
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.Column("stored", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("kind", "key"),
    )


def downgrade() -> None:
    op.drop_table("findings")
    op.drop_table("watchers")
    op.drop_table("jobs")
