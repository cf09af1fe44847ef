"""Tests of the rules, of the engine against the rules, and of whole games."""
