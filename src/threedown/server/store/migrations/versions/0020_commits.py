"""Add the names of the last transactions, by which a commit without an answer is found."""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "commits",
        sa.Column("writer", sa.Text, primary_key=True),
        sa.Column("token", sa.Text, nullable=False),
        sa.Column("written", sa.BigInteger, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("commits")
