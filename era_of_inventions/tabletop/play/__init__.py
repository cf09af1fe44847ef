"""Playing by a rulebook: the seam a game fits into, games, judgements, simulations."""
