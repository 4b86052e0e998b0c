"""One module for each command of `reef`."""
