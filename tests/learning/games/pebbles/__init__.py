"""Pebbles: two players take one to three of a heap in turn; who takes the last one wins."""
