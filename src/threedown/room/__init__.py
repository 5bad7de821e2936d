"""People and bots at a table: who sits where, what may be done, and where it is kept."""
