"""Files that people hand in: read within bounds, with every problem and its place."""
