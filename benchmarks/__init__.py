"""Benchmarks: speed beside War in C and plain Python, environments, bots' first choices, and the server under load."""
