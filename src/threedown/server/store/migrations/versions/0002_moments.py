"""When a guest came, when a room was changed, when an entry was written."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("guests", sa.Column("came", sa.BigInteger))
    op.add_column("rooms", sa.Column("changed", sa.BigInteger))
    op.add_column("entries", sa.Column("written", sa.BigInteger))
    op.execute("UPDATE rooms SET changed = coalesce(dealt, opened)")


def downgrade() -> None:
    op.drop_column("entries", "written")
    op.drop_column("rooms", "changed")
    op.drop_column("guests", "came")
