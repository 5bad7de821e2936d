"""How War is told."""
