"""The fast path: legal moves from tables and masks, and moves carried out without a witness."""
