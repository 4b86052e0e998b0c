"""Reef Encounter for the analyzer: rulesets, line-ups, records and the judge."""
