"""Learning the value of a position by self-play, for any game that provides a learner."""
