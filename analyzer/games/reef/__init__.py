"""Reef (2018) for the analyzer: rule parameters, cards, records and the judge."""
