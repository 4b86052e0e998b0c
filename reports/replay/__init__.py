"""Drawings of a replay document: in the terminal, as a self-contained page, as a picture.

The document is what `analyzer.games.encounter.replay.replay_document` describes.
"""
