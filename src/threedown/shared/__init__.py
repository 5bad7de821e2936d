"""Shared games: people and bots at the seats of one game, their acts, and where the game is kept."""
