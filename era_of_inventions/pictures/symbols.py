"""The symbols of the pictures: goods, pieces and things of the board, each in a square of 12 units.

A piece takes the color of its player; every other symbol has its own. All outlines
differ, so that nothing depends on seeing colors.
"""

from __future__ import annotations

from era_of_inventions.box.components import CardKind, Reward
from era_of_inventions.box.goods import Good, Goods, unpack
from era_of_inventions.tabletop.pictures.canvas import Amount, Symbols

_INK = 'stroke="var(--ink)" stroke-linejoin="round"'
_DARK = 'fill="none" stroke="#26282a"'
_LIGHT = 'fill="none" stroke="#fff"'

GOOD_SYMBOLS = {good: "cog" if good is Good.COG else good.word for good in Good}
"""The symbol of each kind of goods."""

THINGS: dict[str, str] = {
    "wood": f'<path fill="#d9ab72" {_INK} d="M1 2h10v8H1z"/><path {_DARK} d="M1 4.7h7M4 7.3h7"/>',
    "coal": f'<path fill="#2e2e30" {_INK} d="M3 11 .8 6.5 3.6 1.5 8.8 1l2.4 5L8.6 11z"/>'
    f'<path {_LIGHT} d="M4 7l1-3 3-.5"/>',
    "metal": f'<path fill="#a4afb7" {_INK} d="M3 3h6l2.5 7H.5z"/><path {_DARK} d="M3.4 5.2h5.2"/>',
    "technology": f'<path fill="#7f4fae" {_INK} d="M6 .6 11.4 6 6 11.4.6 6z"/>'
    f'<path {_LIGHT} d="M6.8 3 4.7 6.2h2.6L5.2 9.2"/>',
    "tool": f'<path fill="#ffffff" {_INK} d="M1 1h10v10H1z"/>'
    '<path fill="#26282a" d="M2.8 3h5.6l1.2 2H6.8v4.6H5.2V5.4H2.8z"/>',
    "coin": f'<circle fill="#f2c230" {_INK} cx="6" cy="6" r="5.3"/><circle {_DARK} cx="6" cy="6" r="3"/>',
    "cog": f'<path fill="#3f86cc" {_INK} d="M4.3.7h3.4l.4 1.6 1.5-.5 1.8 2.2-1 1.3 1.1 1.5-1.6 2.5-1.7-.5-.4 1.9H4.4'
    'L4 8.8l-1.9.6L.5 6.9l1.2-1.5-1-1.4 1.7-2.2 1.5.5z"/>'
    '<circle cx="6" cy="5.7" r="1.8" fill="#fff" stroke="#26282a"/>',
    "influence": '<path fill="var(--glory)" d="M6 .3l1.7 3.8 4.1.4-3.1 2.7.9 4L6 9.1l-3.6 2.1.9-4L.2 4.5l4.1-.4z"/>',
    "cube": f'<path fill="none" {_INK} stroke-dasharray="2 1.4" d="M1.5 1.5h9v9h-9z"/>',
    "choice": f'<path fill="none" {_INK} stroke-dasharray="2 1.4" d="M.8.8h10.4v10.4H.8z"/>'
    '<path fill="none" stroke="var(--ink)" stroke-width="1.3" '
    'd="M4 4.6c0-2.8 4-2.6 4-.2 0 1.6-2 1.5-2 3.1M6 8.7v1.2"/>',
    "bonus": '<circle cx="6" cy="6" r="5.3" fill="#26282a" stroke="var(--ink)"/>'
    '<path fill="none" stroke="#fff" stroke-width="1.6" d="M6 3.2v5.6M3.2 6h5.6"/>',
    "scroll": '<path fill="#f3e3bd" stroke="#6b5526" stroke-linejoin="round" d="M2.5 1h7.7v8.2c0 2.4-2.4 1.8-2.4 0'
    'H1c0 2.4 1 1.8 1.5 1.8h6"/><path fill="none" stroke="#6b5526" d="M4.3 3.6h4M4.3 6h4"/>',
    "hand": '<circle cx="6" cy="6" r="5.3" fill="none" stroke="var(--ink)"/>'
    '<circle cx="6" cy="6" r="2.6" fill="var(--ink)"/>',
    "box": f'<path fill="none" {_INK} d="M1 3h10v6H1z"/><path fill="none" stroke="var(--ink)" d="M4.3 3v6M7.7 3v6"/>',
    "start": '<path fill="#26282a" stroke="var(--ink)" '
    'd="M6 .7a2.5 2.5 0 0 1 1.4 4.5L9.6 11H2.4l2.2-5.8A2.5 2.5 0 0 1 6 .7z"/>',
}
"""The drawings of the symbols, by name."""

WORDS = {
    "cog": "development cog",
    "cube": "cube of any kind",
    "choice": "cube of choice",
    "bonus": "bonus disc",
    "scroll": "patent",
    "hand": "action disc in hand",
    "box": "invention marker left",
    "start": "start player",
    "disc": "action disc",
    "marker": "invention marker",
    "patent": "patent marker",
}
"""The words for symbols and pieces, where they differ from the name."""

KINDS = {kind: kind.value[0].upper() for kind in CardKind}
"""The letters in the corners of invention cards, by kind."""
PIECES = {
    "disc": f'<circle {_INK} r="10"/>',
    "marker": f'<path {_INK} d="M-9-9H9V9H-9z"/>',
    "pawn": f'<path {_INK} d="M0-8C9-8 8 3 4 4.5L5.6 8h-11.2L-4 4.5C-8 3-9-8 0-8z"/>',
    "patent": f'<path {_INK} d="M-5-9H5L10 0 5 9H-5L-10 0z"/>',
}
"""The outlines of the players' pieces, around their center; they take the player's color."""
SYMBOLS = Symbols(
    things=THINGS,
    words=WORDS,
    pieces=PIECES,
    letters={letter: f"{kind.value} card" for kind, letter in KINDS.items()},
)
"""All symbols and pieces, with the words and letters that the legend explains."""


def amounts_of(goods: Goods, influence: int = 0, choice: int = 0) -> list[Amount]:
    """Return the amounts to draw for goods, influence and cubes of choice."""
    amounts = [(choice, "choice")] if choice else []
    amounts += [(number, GOOD_SYMBOLS[good]) for good, number in unpack(goods)]
    return amounts + ([(influence, "influence")] if influence else [])


def amounts_of_reward(reward: Reward) -> list[Amount]:
    """Return the amounts to draw for a reward."""
    return amounts_of(reward.goods, reward.influence)
