"""The laboratory: studies of rules over many games, and analyses of single games."""
