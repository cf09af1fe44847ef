"""Drawing positions of any game: as SVG in panels, and as text in columns."""
