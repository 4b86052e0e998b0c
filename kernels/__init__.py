"""Compiled rules: the games themselves, with no knowledge of files, statistics or plots."""
