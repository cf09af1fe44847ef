"""Disputes about Era of Inventions: what most of their files begin with, and how tests read and judge them."""

from __future__ import annotations

from collections.abc import Callable

from era_of_inventions.rulebook import Game
from era_of_inventions.tabletop.disputes import Dispute, Judgement, judge_dispute, parse_dispute

SET = Game().setting.components
CARDS = [card.id for card in SET.cards]
FACTORIES = [factory.id for factory in SET.factories]
START_CARDS = [card.id for card in SET.cards if card.invention is None]
NAMES = ("Orange", "Brown", "Green", "Yellow", "Red")
FOUR = '[position]\nplayers = ["Orange", "Brown", "Green", "Yellow"]\n'
THREE = '[position]\nplayers = ["Orange", "Brown", "Green"]\n'
CLAIM = '[[claim]]\nhappens = ["round = 1"]\n'
MARKET = f'{FOUR}phase = "action"\narea = "market"\n[player.Orange]\ngoods = "4 coins"\n'
AT_PRODUCE = FOUR + 'area = "produce"\n[position.board]\ndisplay = ["light-bulb-1", "pocket-watch-1"]\n'
RICH = '[player.Orange]\ngoods = "9 metal, 9 technology, 9 tools, 9 coal, 9 coins"\n'
COIN_FOR_COIN = f"""{FOUR}phase = "action"
area = "market"
[[claim]]
moves = ["exchange coin, wood > coin"]"""
FREE_COG = f"""{FOUR}phase = "action"
area = "market"
[[claim]]
after = ["take cog"]
moves = ["use bonus disc"]"""
Read = Callable[..., Dispute]
Judged = Callable[..., tuple[Judgement, ...]]
Problems = Callable[[str], list[str]]


def judged_claim(game: str, stated: str, claim: str, *, players: str = "Anna, Bob, Cem") -> Judgement:
    """Return the judgement of a claim in a file that states this of the position of a game."""
    text = f'game = "{game}"\n[position]\nplayers = "{players}"\n{stated}\n[[claim]]\n{claim}\n'
    (judgement,) = judge_dispute(parse_dispute(text))
    return judgement
