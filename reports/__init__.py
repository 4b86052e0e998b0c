"""What people look at: replays, figures and pages, made from plain data.

Nothing here knows the rules of a game or runs one: frames, tables and texts come in, drawings go
out. Matplotlib is imported by the modules that draw with it.
"""
