"""Limit what a damaged page takes with it: checksums of what no chain covers, and logs whose rooms lie apart.

The rows of ``entries``, ``commands`` and ``held`` lie in the order of their primary key, which begins with the room. A
choice is then written to pages of its own room, and no longer to one page at the end of the table.
"""

import zlib

import msgspec
import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

SUMMED = {
    "rooms": ("room", "state", "plan"),
    "commands": ("game", "player", "command", "seq"),
    "held": ("game", "place", "seat", "choice"),
    "snapshots": ("game", "seq", "chain", "game_then", "shares"),
}


def upgrade() -> None:
    connection = op.get_bind()
    for table, fields in SUMMED.items():
        op.add_column(table, sa.Column("checksum", sa.BigInteger))
        for row, *values in connection.execute(sa.text(f"SELECT rowid, {', '.join(fields)} FROM {table}")).all():
            checksum = zlib.crc32(msgspec.msgpack.encode(tuple(values)))
            set_it = sa.text(f"UPDATE {table} SET checksum = :checksum WHERE rowid = :row")
            connection.execute(set_it, {"checksum": checksum, "row": row})
    for table in ("entries", "commands", "held"):
        rebuild(table, with_rowid=False)
    op.create_table("disk_probe", sa.Column("bytes", sa.LargeBinary, nullable=False))


def downgrade() -> None:
    op.drop_table("disk_probe")
    for table in ("entries", "commands", "held"):
        rebuild(table, with_rowid=True)
    for table in SUMMED:
        op.drop_column(table, "checksum")


def rebuild(name: str, with_rowid: bool) -> None:
    """Copy a table into one that is stored with or without row ids."""
    old = sa.Table(name, sa.MetaData(), autoload_with=op.get_bind(), resolve_fks=False)
    keys = [sa.PrimaryKeyConstraint(*(column.name for column in old.primary_key))]
    room = sa.ForeignKeyConstraint(["game"], ["rooms.room"], ondelete="CASCADE")
    columns = [sa.Column(column.name, column.type, nullable=column.nullable) for column in old.columns]
    op.create_table(f"{name}_new", *columns, *keys, room, sqlite_with_rowid=with_rowid)
    op.execute(f"INSERT INTO {name}_new SELECT * FROM {name}")
    op.drop_table(name)
    op.rename_table(f"{name}_new", name)
