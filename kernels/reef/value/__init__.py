"""Strategies that judge positions by a learned network."""
