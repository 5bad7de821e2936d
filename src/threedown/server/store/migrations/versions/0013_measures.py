"""Add the luck and the points lost by choices that were measured of rated games."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "measures",
        sa.Column("room", sa.Text, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("measured", sa.BigInteger, nullable=False),
        sa.Column("share", sa.Float),
        sa.Column("kinds", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("room", "seat"),
    )
    op.create_index("measures_of_game", "measures", ["game", "measured"])


def downgrade() -> None:
    op.drop_table("measures")
