"""Generates the recorded games of ``tests/era/games`` and their expected results.

    python -m tests.tools.make_games

Each game is a text ``NAME.era``, with the fingerprints of all its positions in ``NAME.states``, one per line;
``expected.json`` has the scores. ``playthroughs`` has the legal moves, refusals and events of a few stretches of these
games. After a change of the rules, the diff of these files shows its effects.
"""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Callable, Iterator
from typing import Any

import attrs

from era_of_inventions import Components, Game, Move, Record, Ruleset, State, save_game
from era_of_inventions.bots import inventor
from era_of_inventions.box.files import SETS, load_shipped
from era_of_inventions.position import REVEALS
from era_of_inventions.tabletop.text.fingerprint import fingerprint
from era_of_inventions.testing import busy_choice, enriched, generated_components
from tests import ROOT
from tests.support.playthroughs import STRETCHES, playthrough

FOLDER = ROOT / "tests" / "era" / "games"
EXPECTED = FOLDER / "expected.json"
PLAYTHROUGHS = FOLDER / "playthroughs"
NAMES = ("Orange", "Brown", "Green", "Yellow", "Blue")
STYLES = ("random", "busy", "greedy", "mixed")
"""The kinds of players: random, random but rarely passing, greedy for points, or one of each."""
READINGS = (
    ("bonus_disc_wait", "next-round"),
    ("bonus_after_withdrawal", "yes"),
    ("zero_steps", "carried-out"),
    ("action_caps", "together"),
    ("reshuffle", "eager"),
    ("goods_supply", "limited"),
    ("tie_break", "kinds"),
    ("marker_limit", "unlimited"),
)
LETTERS = {
    "default": Ruleset(),
    "nl": Ruleset(
        build_cap="turn",
        coin_costs="cubes-only",
        market_cap="round",
        lower_same_kind="coins",
        technical_needs="any-original",
        patent_cap="turn",
        patent_same_turn="later-turn",
        capacity="cubes-only",
    ),
    "de": Ruleset(
        bonus_disc_wait="next-round",
        bonus_cap_three_players="two",
        bonus_timing="within-round",
        bonus_after_withdrawal="yes",
        factory_influence="ignored",
        coin_costs="cubes-only",
        market_cap="round",
        lower_same_kind="any",
        technical_needs="any-original",
        patent_steps="lump",
        signs_on_income="any-award",
        reshuffle="eager",
        final_market_disc="allowed",
        capacity="cubes-only",
    ),
    "en": Ruleset(
        build_cap="round",
        factory_influence="ignored",
        goods_choice="chosen",
        produce_order="batch",
        lower_same_kind="coins",
        free_cog_ends="turn",
        develop_or_patent="turn",
        patent_placing="must",
        reshuffle="merge",
        final_tie="two-only",
    ),
}
"""The default, and each edition to its letter, further from the default than the presets."""
Choose = Callable[[State, tuple[Move, ...]], Move]


@attrs.frozen
class Plan:
    """A game to play."""

    name: str
    players: int
    ruleset: Ruleset
    components: Components
    style: str
    seed: int
    rich: bool = False


def plans() -> Iterator[Plan]:
    """The games: all editions for all numbers of players, then single readings, other components and rich deals."""
    shipped = load_shipped("reconstructed")
    styles = itertools.cycle(STYLES)
    seeds = itertools.count(1)
    for (letter, ruleset), players in itertools.product(LETTERS.items(), (3, 4, 5)):
        style = next(styles)
        yield Plan(f"{letter}-{players}-{style}", players, ruleset, shipped, style, next(seeds))
    for (field, reading), players in zip(READINGS, itertools.cycle((3, 4, 5)), strict=False):
        ruleset = Ruleset().with_reading(field, reading)
        name = f"{field.replace('_', '-')}-{reading}-{players}-busy"
        yield Plan(name, players, ruleset, shipped, "busy", next(seeds))
    for players, style in itertools.product((3, 4, 5), ("busy", "mixed")):
        seed = next(seeds)
        letter = [*LETTERS][seed % len(LETTERS)]
        name = f"generated-{seed}-{letter}-{players}-{style}"
        yield Plan(name, players, LETTERS[letter], generated_components(seed), style, seed)
    for letter, players in itertools.product(("default", "de"), (3, 4, 5)):
        yield Plan(f"rich-{letter}-{players}-busy", players, LETTERS[letter], shipped, "busy", next(seeds), True)


def play(plan: Plan) -> Record:
    """Play a game to its end."""
    game, rng = Game(plan.players, plan.ruleset, plan.components), random.Random(plan.seed)
    start = state = game.new(plan.seed % plan.players)
    if plan.rich:
        start = state = enriched(game.deal(state, rng), rng)
    choosers = _choosers(plan, game, rng)
    moves = []
    while legal := game.legal_moves(state):
        choose = choosers[0] if state.turn.phase in REVEALS else choosers[state.turn.seat]
        moves.append(rng.choice(legal) if state.turn.phase in REVEALS else choose(state, legal))
        state = game.play(state, moves[-1])
    about = (("Title", plan.name.replace("-", " ").capitalize()), ("Author", f"{plan.style} players"))
    return Record(start, tuple(moves), NAMES[: plan.players], about)


def _choosers(plan: Plan, game: Game, rng: random.Random) -> list[Choose]:
    players: dict[str, Choose] = {
        "random": lambda state, legal: rng.choice(legal),
        "busy": lambda state, legal: busy_choice(legal, rng),
        "greedy": lambda state, legal: inventor(game, state, legal, rng),
    }
    styles = [plan.style] if plan.style in players else list(players)
    return [players[styles[seat % len(styles)]] for seat in range(plan.players)]


def expectation(record: Record) -> dict[str, Any]:
    """The expected results of a game: its number of moves, scores and winners."""
    score = Game.from_state(record.start).score(record.end())
    winners = [record.names[seat] for seat in score.winners]
    return {"moves": len(record.moves), "scores": list(score.totals), "winners": winners}


def state_fingerprint(state: State) -> str:
    """The fingerprint of a position without its setting."""
    return fingerprint((state.players, state.board, state.round, state.start, state.turn), SETS.words)


def states(record: Record) -> str:
    """The fingerprints of all positions of a game, one per line."""
    positions = [record.start, *(step.state for step in record.replay())]
    return "".join(f"{state_fingerprint(state)}\n" for state in positions)


def main() -> None:
    """Play all games and write all files."""
    PLAYTHROUGHS.mkdir(parents=True, exist_ok=True)
    for path in [*FOLDER.glob("*.era"), *FOLDER.glob("*.states"), *PLAYTHROUGHS.glob("*.txt")]:
        path.unlink()
    expected = {}
    for plan in plans():
        record = play(plan)
        save_game(FOLDER / f"{plan.name}.era", record)
        (FOLDER / f"{plan.name}.states").write_text(states(record), encoding="ascii")
        expected[plan.name] = expectation(record)
        for stretch in STRETCHES:
            if stretch.game == plan.name:
                (PLAYTHROUGHS / f"{stretch.name}.txt").write_text(playthrough(record, stretch), encoding="utf-8")
    lines = [f"{json.dumps(name)}: {json.dumps(what)}" for name, what in sorted(expected.items())]
    EXPECTED.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
