"""The parts of any rulebook: clauses, citations, rulings, the law that they form, and verdicts.

Nothing in this package knows a game. It is generic over a position and the subjects
that clauses are about: moves, and occasions, which are events that moves bring about.
"""
