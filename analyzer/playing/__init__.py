"""Games become rows: in memory, or part by part into a folder (a run) that can be continued.

Import names from the modules: importing this package loads nothing.
"""
