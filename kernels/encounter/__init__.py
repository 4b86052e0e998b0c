"""Reef Encounter (Richard Breese, 2004) on bitboards.

Importing this package is cheap: numba is only loaded with the modules inside it.
"""
