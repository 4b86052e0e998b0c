"""Experiments, statistics and records on top of the compiled games."""

__version__ = "0.1.0"
