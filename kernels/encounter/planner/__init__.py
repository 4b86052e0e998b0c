"""Strategies that look ahead: `planner` searches whole turns, `search` plays games on."""
