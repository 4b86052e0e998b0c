"""Reef drawn: stacks seen from above, the display, and hands of cards."""
