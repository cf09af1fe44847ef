"""Other words for the things of the game, from the rulebook and from players: understood, and never printed."""

from __future__ import annotations

from typing import Final

from era_of_inventions.tabletop import other_words

FOR_CARDS: Final = other_words(
    {
        "dyer": "textielverver",
        "dye-house": "textielververij, textielweverij",
        "granary": "graanschuur",
        "glassmaking": "glasbereiding, glass",
        "indentured-worker": "contractarbeider",
        "tracker": "spoorzoeker",
        "caravan": "karavaan",
        "smelter": "hoogoven",
        "shipyard": "haven",
        "ships": "schip, ship",
        "public-works": "openbare opdrachten",
    }
)
FOR_WORK: Final = other_words(
    {
        "hunting": "jacht, hunt",
        "farming": "landbouw, farm, farms",
        "mining": "mijnbouw, mine, mines",
        "clothmaking": "textiel, cloth",
    }
)
FOR_STAGES: Final = other_words(
    {
        "first-display": "setup, spelvoorbereiding",
        "offer": "auctions, kaarten veilen",
        "tools": "werktuigen kopen, treasury, vermogen aanpassen",
        "income": "productiekaarten uitdelen",
        "over": "game over, end of the game",
    }
)
FOR_MOVES: Final = other_words(
    {
        "put up": "auction, offer, put up for auction, veilen",
        "bid": "raise, bieden",
        "pass": "passen, stop bidding",
        "end auctions": "end auction, done with auctions, no auction",
        "train": "train worker, train a worker, opleiden",
        "employ": "employ worker in, employ in, assign",
        "move": "move worker from, move from",
        "end workers": "done with workers",
        "tool": "buy tool, buy tool for, buy a tool for, tool for",
        "point": "buy point, buy a point, buy victory point",
        "convert": "convert card, change",
        "end turn": "done, finish turn",
        "pay": "pay card, pay with, hand in",
        "give up": "discard, drop",
    }
)
