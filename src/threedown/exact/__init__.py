"""Exact mathematics: probabilities as fractions, by enumeration."""
