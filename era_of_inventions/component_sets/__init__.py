"""Component sets of the game: their files, what form they must have, and tables of them for people."""
