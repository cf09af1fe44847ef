"""Playing by a rulebook: the interface of a game, games, judgements, simulations."""
