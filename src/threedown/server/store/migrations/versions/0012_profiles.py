"""Add to each guest whether everybody may see their profile."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("guests", sa.Column("shows_profile", sa.Boolean))


def downgrade() -> None:
    op.drop_column("guests", "shows_profile")
