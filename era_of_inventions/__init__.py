"""The rules of the board game Era of Inventions as software."""
