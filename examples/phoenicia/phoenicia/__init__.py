"""The rules of Phoenicia (Tom Lehmann): immutable states, legal moves, verdicts with reasons."""
