"""Reef (Emerson Matsuuchi, 2018) on bit masks of 4 × 4 cells.

Importing this package is cheap: numba is only loaded with the modules inside it.
"""
