"""Activities: the worth of workers, and their places."""

from __future__ import annotations

from era_of_inventions.tabletop import Cite, definition
from phoenicia.box import Activity
from phoenicia.position import Player, State, owned

FIRST = (Activity.HUNTING, Activity.FARMING)


def _copies(position: State, player: Player, gives: str, activity: int) -> int:
    """Return how many cards of a player give something to an activity."""
    return sum(copies for card, copies in owned(position, player) if getattr(card, gives) == activity)


@definition(
    "produce.tiles",
    rulings=("second_tile", "smelter_without_mine"),
    nl=Cite("Kaarten veilen", "arbeiders in de mijnbouw kan inzetten"),
)
def tiles(position: State, player: Player, activity: int) -> int:
    """Everybody can hunt and farm; for mining and for clothmaking one needs a card that brings the tile."""
    if activity in FIRST:
        return 1
    owned = _copies(position, player, "opens", activity)
    if position.ruleset.smelter_without_mine == "opens-mine":
        owned = owned or min(1, _copies(position, player, "improves", activity))
    return owned if position.ruleset.second_tile == "yes" else min(1, owned)


@definition("produce.improved-only-two", nl=Cite("Kaarten veilen", "alleen voor de jacht en de"))
def improved_only_two(position: State, player: Player, activity: int) -> int:
    """Only hunting and mining can be improved, by a first card and again by a second; the workers there stay."""
    levels = len(position.components.tiles[activity].levels)
    return min(levels - 1, _copies(position, player, "improves", activity))


@definition("produce.points", nl=Cite("Kaarten veilen", "haar productie nu tot 4"))
def points(position: State, player: Player, activity: int) -> int:
    """The production of an activity depends on its level and its number of workers; odd and even ones can differ."""
    odd, even = position.components.tiles[activity].levels[improved_only_two(position, player, activity)]
    workers = player.workers[activity]
    return odd * ((workers + 1) // 2) + even * (workers // 2)


@definition(
    "produce.circles",
    rulings=("second_tile", "smelter_without_mine"),
    nl=Cite("Spelmateriaal en andere beperkingen", "dan er plaats is voorzien"),
)
def circles(position: State, player: Player, activity: int) -> int:
    """A tile holds as many workers as it has circles."""
    return position.components.tiles[activity].circles * tiles(position, player, activity)


@definition("produce.total", nl=Cite("Overzicht en doel van het spel", "onder de vorm van productiepunten"))
def total(position: State, player: Player) -> int:
    """A settlement has the production points of its workers and of its cards."""
    of_cards = sum(card.pp * n for card, n in owned(position, player))
    return sum(points(position, player, activity) for activity in Activity if player.workers[activity]) + of_cards


@definition("produce.victory", nl=Cite("Overzicht en doel van het spel", "en zegepunten (ZP) die op"))
def victory(position: State, player: Player) -> int:
    """A settlement has the victory points of its workers and cards, and the points that were bought."""
    of_cards = sum(card.vp * n for card, n in owned(position, player))
    return victory_of_workers(position, player) + of_cards + player.bought


def victory_of_workers(position: State, player: Player) -> int:
    """Return the victory points of a player's workers."""
    pairs = zip(position.components.tiles, player.workers, strict=True)
    return sum(tile.vp * n for tile, n in pairs if n)  # a tile without workers is not looked at: nothing depends on it
