"""Strategies that choose by a weighted sum of features: the fast policies."""
