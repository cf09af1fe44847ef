"""Examples in the help of each command, with the names of the game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, islice
from string import Formatter

from era_of_inventions.tabletop.cli.command import Parser, subcommands
from era_of_inventions.tabletop.law.clause import Kind
from era_of_inventions.tabletop.play.game import AnyGame, Game
from era_of_inventions.tabletop.play.rulebook import RANDOM, AnyRulebook
from era_of_inventions.tabletop.records.notation import show_move

NAMES = ("Ann", "Bo", "Cem", "Dee", "Eve", "Flo")
EXAMPLES = {
    "judge": ("dispute.toml", "--brief disputes", "game.era --at 57 --move '{move}'"),
    "dispute new": ("dispute.toml", "dispute.toml --about {chapter}"),
    "play": ("game.era --names {names} --bots Bo={bot}", "game.era", "--by-hand"),
    "replay": ("game.era --events", "game.era --to 57"),
    "convert": ("game.era game.json",),
    "show": ("game.era --at 57", "dispute.toml --svg table.svg"),
    "clause": ("{clause}", "{clause} --rulebooks ~/rulebooks"),
    "clauses": ("--chapter {chapter}", "--search {words}"),
    "rulings": ("", "{ruling}"),
    "coverage": ("--rulebooks ~/rulebooks",),
    "components new": ("mine.toml",),
    "components check": ("mine.toml", "{set}"),
    "components show": ("", "mine.toml"),
    "simulate": ("-n 20 --bots {bot},random", "--workers 2", "--clauses"),
    "games": ("",),
    "completion": (
        "bash >> ~/.bashrc",
        "zsh >> ~/.zshrc",
        "fish > ~/.config/fish/completions/era.fish",
    ),
}
"""The arguments in the examples of each command. The names in braces are filled in."""


def add_examples(parser: Parser, start: str, name: str, rulebook: AnyRulebook) -> None:
    """Add examples, which begin with ``start``, to the help of a command and of its subcommands."""
    parser.examples = lambda: _filled_in(f"{start} {name}", EXAMPLES.get(name, ()), rulebook)
    for word, part in subcommands(parser).items():
        add_examples(part, start, f"{name} {word}".strip(), rulebook)


def _filled_in(command: str, texts: Sequence[str], rulebook: AnyRulebook) -> Iterator[str]:
    """Yield the examples of a command that need no word that the rulebook lacks."""
    words = _words(rulebook)
    for text in texts:
        if all(word in words for _, word, *_ in Formatter().parse(text) if word):
            yield f"{command} {text}".rstrip().format(**words)


def _words(rulebook: AnyRulebook) -> dict[str, str]:
    law, chance = rulebook.law, rulebook.grammar.chance
    clause = next(chain(law.of_kind(Kind.LIMIT), law))
    game: AnyGame = Game(rulebook, rulebook.player_counts()[0])
    names, bots = NAMES[: game.setting.players], [RANDOM, *rulebook.bots]
    decisions = (move for move in game.moves if type(move) not in chance)
    any_of = {
        "bot": bots[-1:] if len(names) > 1 else [],
        "move": [show_move(move, game.setting) for move in islice(decisions, 1)],
        "ruling": [ruling.id for ruling in rulebook.ruleset.rulings()],
    }
    return {
        "names": ",".join(names),
        "clause": clause.id,
        "chapter": clause.chapter,
        "words": clause.id.partition(".")[2].replace("-", " "),
        "set": rulebook.components.default,
        **{word: found[0] for word, found in any_of.items() if found},
    }
