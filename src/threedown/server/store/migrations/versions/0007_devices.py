"""Give a guest several devices: each has a token of its own, and can be signed out."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.rename_table("guests", "guests_before")
    op.create_table(
        "guests",
        sa.Column("player", sa.Text, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("came", sa.BigInteger),
    )
    op.execute("INSERT INTO guests SELECT player, name, came FROM guests_before")
    op.create_table(
        "devices",
        sa.Column("device", sa.Text, primary_key=True),
        sa.Column("player", sa.Text, sa.ForeignKey("guests.player", ondelete="CASCADE"), nullable=False),
        sa.Column("token", sa.LargeBinary, nullable=False, unique=True),
        sa.Column("browser", sa.Text),
        sa.Column("system", sa.Text),
        sa.Column("came", sa.BigInteger),
        sa.Column("seen", sa.BigInteger),
    )
    op.create_index("devices_of_player", "devices", ["player"])
    op.execute(
        "INSERT INTO devices SELECT 'd' || lower(hex(randomblob(6))), player, token, NULL, NULL, came, came"
        " FROM guests_before"
    )
    op.drop_table("guests_before")


def downgrade() -> None:
    """Keep one device of each guest; guests without one would be nobody's."""
    op.create_table(
        "guests_before",
        sa.Column("player", sa.Text, primary_key=True),
        sa.Column("token", sa.LargeBinary, nullable=False, unique=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("came", sa.BigInteger),
    )
    op.execute(
        "INSERT INTO guests_before SELECT guests.player, min(devices.token), guests.name, guests.came"
        " FROM guests JOIN devices ON devices.player = guests.player GROUP BY guests.player"
    )
    op.drop_table("devices")
    op.drop_table("guests")
    op.rename_table("guests_before", "guests")
