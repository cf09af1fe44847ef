"""The optional compiled build: the same sources, with the modules that play the game turned into C by mypyc."""
