"""What greedy players do with a component set: whether every part of the game is worth something in it.

    python examples/economy.py --games 1000

Most numbers of the shipped set are assumed, and these figures are what they were chosen by: every area gets a share of
the actions, inventions are developed and patented, and official cards and fakes are made.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from pathlib import Path

from greedy import play

from era_of_inventions import Area, Game, Move, State, moves, read_components


def measure(game: Game, seed: int) -> Counter[str]:
    """What was done in one game, counted."""
    done: Counter[str] = Counter()
    box = game.setting.components
    last: Move | None = None

    def watch(state: State, move: Move) -> None:
        nonlocal last
        match move:
            case moves.Resolve(area=area):
                done[area.title] += 1
            case moves.EndAction() if isinstance(last, moves.Resolve):
                done["actions without a step"] += 1
            case moves.BuildFactory():
                done["factories built"] += 1
            case moves.ProduceInvention(card=card):
                done[f"{box.cards[card].kind.value} cards made"] += 1
            case moves.Develop(space=space):
                done["inventions developed"] += 1
                done[box.space_name(space)] += 1
            case moves.RegisterPatent():
                done["patents"] += 1
        last = move

    score = game.score(play(game, seed, watch))
    done["points of the winner"] = max(score.totals)
    done["points in all"] = sum(score.totals)
    return done


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the economy of a component set.")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--players", type=int, default=4, choices=(3, 4, 5))
    parser.add_argument("--seed", type=int, default=1, help="the seed of the first game; those of the others follow")
    parser.add_argument("--components", type=Path, help="a component file instead of the shipped set")
    options = parser.parse_args()
    components = read_components(options.components) if options.components else "reconstructed"
    game = Game(options.players, components=components)

    began = time.perf_counter()
    games = [measure(game, options.seed + number) for number in range(options.games)]
    took = (time.perf_counter() - began) / len(games)
    total = sum(games, Counter[str]())

    print(f"{len(games)} games of {options.players} greedy players, {1000 * took:.0f} ms each\n")
    actions = sum(total[area.title] for area in Area)
    for area in Area:
        unused = sum(not done[area.title] for done in games)
        print(f"{area.title:22}{total[area.title] / actions:7.1%} of the actions; not used in {unused} games")
    print()
    for name in ("actions without a step", "factories built", "inventions developed", "patents"):
        print(f"{name:22}{total[name] / len(games):6.1f} in a game")
    for kind in ("start", "official", "fake"):
        print(f"{kind + ' cards made':22}{total[f'{kind} cards made'] / len(games):6.1f} in a game")
    print(f"{'points of the winner':22}{total['points of the winner'] / len(games):6.1f}")
    print(f"{'points of all':22}{total['points in all'] / len(games) / options.players:6.1f}\n")
    for name, least in (("inventions developed", 5), ("patents", 1), ("fake cards made", 1)):
        enough = sum(done[name] >= least for done in games)
        print(f"at least {least} {name}: {enough / len(games):.1%} of the games")
    print("\nspaces, by the share of games in which they are developed")
    names = map(game.setting.components.space_name, range(len(game.setting.components.spaces)))
    for name in sorted(names, key=lambda name: -total[name]):
        print(f"  {name:28}{total[name] / len(games):7.1%}")


if __name__ == "__main__":
    main()
