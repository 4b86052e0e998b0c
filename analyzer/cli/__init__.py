"""The command `reef`: one module per command, each cheap to import."""
