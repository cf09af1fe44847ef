"""The nouns of the game: goods, components, moves, positions. No rule is decided here."""
