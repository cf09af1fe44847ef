"""``era completion``: what a shell can complete."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import Any

from era_of_inventions.tabletop.cli.command import HOLDS, Commands, command, subcommands
from era_of_inventions.tabletop.play import registry
from era_of_inventions.tabletop.play.rulebook import Rulebook

SCRIPTS = {
    "bash": """\
_era() {
    local IFS=$'\\n'
    COMPREPLY=($(era completion words -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _era era
""",
    "zsh": """\
_era() {
    local -a found
    found=(${(f)"$(era completion words -- "${(@)words[2,CURRENT]}" 2>/dev/null)"})
    if (( $#found )); then compadd -a found; else _files; fi
}
compdef _era era
""",
    "fish": """\
complete -c era -a '(era completion words -- (commandline -opc)[2..] (commandline -ct))'
""",
}
"""The script of each shell. It asks the command itself, so that it knows every game that is installed."""
WORDS = "words"
Parsers = Callable[[Rulebook[Any, Any]], argparse.ArgumentParser]


def add_to(commands: Commands, rulebook: Rulebook[Any, Any], parsers: Parsers) -> None:
    """Add the command. ``parsers`` makes the parser of all commands for a rulebook."""
    added = command(commands, "completion", _completion, "print the script with which a shell completes this command")
    added.add_argument("shell", choices=(*SCRIPTS, WORDS), metavar="SHELL", help=f"{', '.join(SCRIPTS)}")
    added.add_argument("words", nargs=argparse.REMAINDER, help=argparse.SUPPRESS)
    added.set_defaults(parsers=parsers)


def _completion(options: argparse.Namespace) -> int:
    if options.shell == WORDS:
        typed = options.words[1:] if options.words[:1] == ["--"] else options.words
        print("".join(f"{word}\n" for word in completions(typed or [""], options.rulebook, options.parsers)), end="")
    else:
        print(SCRIPTS[options.shell], end="")
    return HOLDS


def completions(typed: Sequence[str], rulebook: Rulebook[Any, Any], parsers: Parsers) -> list[str]:
    """What the last of the words after ``era`` can be; nothing where it is anything, such as the name of a file."""
    *before, last = typed
    for option, name in pairwise(before):
        if option == "--game" and name in registry.names():
            rulebook = registry.rulebook_named(name)
    parser, place = parsers(rulebook), 0
    awaited: argparse.Action | None = None
    for word in before:
        commands, named = subcommands(parser), _option(parser, word)
        if awaited is not None:
            awaited = None
        elif named is not None:
            awaited = named if named.nargs != 0 else None
        elif word in commands:
            parser, place = commands[word], 0
        else:
            place += 1
    action = awaited or _argument(parser, place)
    found: Iterable[str] = ()
    if last.startswith("-") and awaited is None:
        found = (text for action in parser._actions for text in action.option_strings if text.startswith("--"))
    elif action is not None:
        found = _values(parser, action, rulebook)
    return sorted(word for word in found if word.startswith(last))


def _argument(parser: argparse.ArgumentParser, place: int) -> argparse.Action | None:
    """The argument at a place; the last one may be there several times."""
    places = [action for action in parser._actions if not action.option_strings]
    return places[min(place, len(places) - 1)] if places else None


def _values(parser: argparse.ArgumentParser, action: argparse.Action, rulebook: Rulebook[Any, Any]) -> Iterable[str]:
    """The values of an option or argument, as far as they are words of the game."""
    if action.choices is not None:
        return [str(choice) for choice in action.choices if choice != WORDS]
    known: dict[str, Callable[[], Iterable[str]]] = {
        "game": registry.names,
        "components": rulebook.components.shipped,
        "set": rulebook.components.shipped,
        "check file": rulebook.components.shipped,
        "chapter": lambda: [chapter.name for chapter in rulebook.law.chapters],
        "about": lambda: [chapter.name for chapter in rulebook.law.chapters],
        "clause id": lambda: [clause.id for clause in rulebook.law.clauses],
        "rulings id": lambda: [ruling.id for ruling in rulebook.ruleset.rulings()],
    }
    named = known.get(action.dest) or known.get(f"{parser.prog.split()[-1]} {action.dest}")
    return named() if named else ()


def _option(parser: argparse.ArgumentParser, word: str) -> argparse.Action | None:
    return next((action for action in parser._actions if word in action.option_strings), None)
