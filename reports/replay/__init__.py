"""Drawings of a replay document: in the terminal, as a self-contained page, as a picture.

The document is what a game's `replay` makes; how its positions look is told by `reports.games`.
"""
