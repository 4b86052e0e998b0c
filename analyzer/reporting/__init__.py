"""What a report of a run is made of: sums over its games, and tidy tables computed from them.

The sums of a cell are small whatever the number of games, are stored beside the run and are only
computed again when its games change. Drawing is not done here but in `reports`.
"""
