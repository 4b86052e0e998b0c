"""Rows become tallies by any columns: sums over deals that add, and that estimates follow from."""
