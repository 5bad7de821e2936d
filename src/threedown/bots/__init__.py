"""Bots: who answers at a live table, and how strong each level is."""
