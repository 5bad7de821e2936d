"""Add the passkeys of guests."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "passkeys",
        sa.Column("passkey", sa.Text, primary_key=True),
        sa.Column("player", sa.Text, sa.ForeignKey("guests.player", ondelete="CASCADE"), nullable=False),
        sa.Column("credential", sa.LargeBinary, nullable=False, unique=True),
        sa.Column("key", sa.LargeBinary, nullable=False),
        sa.Column("uses", sa.BigInteger, nullable=False),
        sa.Column("came", sa.BigInteger, nullable=False),
    )
    op.create_index("passkeys_of_player", "passkeys", ["player"])


def downgrade() -> None:
    op.drop_table("passkeys")
