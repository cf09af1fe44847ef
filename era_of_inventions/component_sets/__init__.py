"""Component sets of the game: their files, the form that they must have, and tables of their values."""
