"""Strategies that look further: all placements, the next turn, games played on in thought."""
