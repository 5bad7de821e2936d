"""The table in a terminal: what it hears, how it is drawn, and who plays at it by keys, mouse or lines."""
