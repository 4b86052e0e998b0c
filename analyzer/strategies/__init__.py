"""What all games share of strategies: how they are named, stored, measured and rated."""
