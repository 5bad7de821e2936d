"""Add the worker processes of a server, and the rooms that each of them holds."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "workers",
        sa.Column("worker", sa.Text, primary_key=True),
        sa.Column("address", sa.Text, nullable=False),
        sa.Column("secret", sa.Text, nullable=False),
        sa.Column("rules", sa.Text, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "leases",
        sa.Column("room", sa.Text, primary_key=True),
        sa.Column("worker", sa.Text, nullable=False),
    )
    op.create_index("leases_of_worker", "leases", ["worker"])


def downgrade() -> None:
    op.drop_index("leases_of_worker", "leases")
    op.drop_table("leases")
    op.drop_table("workers")
