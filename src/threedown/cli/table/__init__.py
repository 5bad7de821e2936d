"""The table in a terminal: its feed, its drawing, and the people who play at it by keys, mouse or lines."""
