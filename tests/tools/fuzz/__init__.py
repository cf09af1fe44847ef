"""Fuzzing of readers with mutated inputs, which must be read or refused with a documented error."""
