"""Rooms over the wire: where nothing is lost and nothing leaks. ``app`` puts it together."""
