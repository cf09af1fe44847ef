"""Records of games of Era of Inventions: how their positions are written."""
