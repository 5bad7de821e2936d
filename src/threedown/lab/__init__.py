"""What a rule does, and what happened in a game."""
