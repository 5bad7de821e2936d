"""Bots: seated at a live table, and measured against each other."""
