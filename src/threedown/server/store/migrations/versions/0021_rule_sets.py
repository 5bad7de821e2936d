"""Add the rule sets that people keep."""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "rule_sets",
        sa.Column("rule_set", sa.Text, primary_key=True),
        sa.Column("owner", sa.Text, sa.ForeignKey("guests.player", ondelete="CASCADE"), nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("preset", sa.Text, nullable=False),
        sa.Column("options", sa.LargeBinary, nullable=False),
        sa.Column("seats", sa.Integer),
        sa.Column("listed", sa.Boolean, nullable=False),
        sa.Column("copy_of", sa.Text),
        sa.Column("changed", sa.BigInteger, nullable=False),
    )
    op.create_index("rule_sets_of_owner", "rule_sets", ["owner"])
    op.create_index("rule_sets_listed", "rule_sets", ["listed", "changed"])


def downgrade() -> None:
    op.drop_table("rule_sets")
