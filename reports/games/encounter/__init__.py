"""Reef Encounter drawn: rocks, coral tiles, the open sea and what players hold."""
