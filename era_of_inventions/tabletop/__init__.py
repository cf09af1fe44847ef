"""What any rulebook needs, whatever the game: law, fields of positions, play, records, disputes, documents.

Nothing in this package knows a game. A game hands in one `Rulebook`.
"""
