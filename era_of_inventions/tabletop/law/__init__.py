"""What a rulebook is made of, whatever the game: clauses, citations, rulings, the law they form, verdicts.

Nothing in this package knows a game. It is generic over a position (what the players see at the table) and the
subjects clauses speak about: moves, and occasions that a move brings about.
"""
