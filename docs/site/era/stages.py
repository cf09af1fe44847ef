"""The stages of a game as a state diagram, derived from simulated games."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping
from html import escape
from itertools import product

from era_of_inventions.moves import Move
from era_of_inventions.position import Phase
from era_of_inventions.rulebook import Game
from era_of_inventions.rulings import Ruleset

GAMES_EACH = 10
"""The number of games for each number of players with the default ruleset; one with every other ruleset."""
WIDTH, HEIGHT = 132, 44
PLACES: Mapping[Phase, tuple[int, int]] = {
    Phase.SETUP_FACTORIES: (76, 40),
    Phase.SETUP_CARDS: (76, 140),
    Phase.PLACEMENT: (76, 240),
    Phase.CHOICE: (76, 370),
    Phase.ACTION: (76, 500),
    Phase.BONUS_OFFER: (246, 500),
    Phase.BONUS_ACTION: (246, 620),
    Phase.REFRESH_CARDS: (416, 370),
    Phase.REFRESH_FACTORIES: (416, 240),
    Phase.FINAL_MARKET: (416, 500),
    Phase.GAME_OVER: (416, 620),
}
"""The center of each stage in the diagram."""


def transitions() -> dict[tuple[Phase, Phase], list[str]]:
    """Return the transitions between stages in random games, with the kinds of moves that cause them."""
    edges: dict[tuple[Phase, Phase], set[str]] = {}
    for ruleset, players in product(rulesets(), (3, 4, 5)):
        game = Game(players, ruleset)
        for seed in range(1 if ruleset != Ruleset() else GAMES_EACH):
            for before, move, after in _played(game, random.Random(seed)):
                edges.setdefault((before, after), set()).add(words(move))
    return {edge: sorted(moves) for edge, moves in edges.items()}


def rulesets() -> list[Ruleset]:
    """Return the default, the presets, and the default with every other reading of one ruling."""
    others = ((ruling.field, reading.name) for ruling in Ruleset.rulings() for reading in ruling.readings)
    rulesets = (
        *map(Ruleset.preset, Ruleset.presets),
        *(Ruleset().with_reading(field, reading) for field, reading in others),
    )
    return list(dict.fromkeys(rulesets))


def _played(game: Game, rng: random.Random) -> Iterator[tuple[Phase, Move, Phase]]:
    state = game.new()
    while moves := game.legal_moves(state):
        move = rng.choice(moves)
        before, state = state.turn.phase, game.play_unchecked(state, move)
        yield before, move, state.turn.phase


def words(move: Move) -> str:
    """Return the kind of a move in words."""
    return re.sub(r"(?<!^)(?=[A-Z])", " ", type(move).__name__).lower()


def diagram() -> Iterator[str]:
    """Yield the diagram as SVG, and the same content as a table."""
    edges = transitions()
    yield '<figure class="stages">'
    yield (
        '<svg viewBox="0 0 492 660" role="img" aria-labelledby="stages-title" '
        'style="max-width:36rem;width:100%;font-family:inherit">'
    )
    yield '<title id="stages-title">The stages of a game; the table below says the same in words.</title>'
    yield (
        '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" '
        'orient="auto-start-reverse"><path d="M0 0 L8 4 L0 8 z" fill="currentColor"/></marker></defs>'
    )
    yield from (
        _arrow(before, after, shift=5 * ((after, before) in edges)) for before, after in edges if before != after
    )
    yield from (_box(phase, loops=(phase, phase) in edges) for phase in PLACES)
    yield "</svg>"
    yield "<figcaption>The stages of a game. A sign ↻ marks a stage that can follow itself.</figcaption>"
    yield "</figure>\n"
    yield "| stage | next stage | by the moves |"
    yield "|---|---|---|"
    order = list(PLACES)
    for before, after in sorted(edges, key=lambda edge: (order.index(edge[0]), order.index(edge[1]))):
        yield f"| {before.value} | {after.value} | {', '.join(edges[before, after])} |"


def _box(phase: Phase, *, loops: bool) -> str:
    x, y = PLACES[phase]
    label = escape(phase.value.replace("-", " ")) + (" ↻" if loops else "")
    return (
        f'<rect x="{x - WIDTH / 2}" y="{y - HEIGHT / 2}" width="{WIDTH}" height="{HEIGHT}" rx="8" '
        f'fill="var(--card-ground)" stroke="currentColor"/>'
        f'<text x="{x}" y="{y + 5}" text-anchor="middle" font-size="14" '
        f'fill="currentColor">{label}</text>'
    )


def _arrow(before: Phase, after: Phase, shift: float) -> str:
    """Return an arrow between two boxes, shifted to its left to leave room for one in the other direction."""
    (x1, y1), (x2, y2) = PLACES[before], PLACES[after]
    dx, dy = x2 - x1, y2 - y1
    length = (dx * dx + dy * dy) ** 0.5
    sx, sy = shift * dy / length, -shift * dx / length
    inside = min(*(size / 2 / abs(part) for size, part in ((WIDTH, dx), (HEIGHT, dy)) if part), 1.0)
    near = x1 + dx * inside + sx, y1 + dy * inside + sy
    far = x2 - dx * inside + sx, y2 - dy * inside + sy
    line = " L".join(f"{x:.1f} {y:.1f}" for x, y in (near, far))
    return f'<path d="M{line}" fill="none" stroke="currentColor" marker-end="url(#tip)"/>'
