"""Inputs that nobody should write, by the million: what is fed in must be read, or refused with a documented error."""
