"""Regatta, a guest at the floor that knows no game: it has what Era of Inventions lacks.

Hands are secret, pledges sealed, boats auctioned (whoever decides need not be whoever's turn it is) and paid for in a
second step, chance has weights, and nobody knows which round will be the last. Its rulebook is made up.
"""

from tests.regatta.rulebook import REGATTA

__all__ = ["REGATTA"]
