"""The rules of Oh My Goods! (Alexander Pfister): immutable states, legal moves, verdicts with reasons."""
