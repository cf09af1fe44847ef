"""Tools for testing rulebooks: strategies for Hypothesis, perft, a search for leaks."""
