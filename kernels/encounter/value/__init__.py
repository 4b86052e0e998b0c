"""Strategies whose judgement is learned: features of a position, a network's odds of a win."""
