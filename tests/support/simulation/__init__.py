"""A whole server in one thread, with every delay, order and fault drawn from a seed."""
