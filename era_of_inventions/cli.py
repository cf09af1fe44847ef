"""The command ``era``: judge disputes, look up clauses and rulings, check component sets, simulate games."""

from __future__ import annotations

import argparse
import io
import json
import os
import sys
import textwrap
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from era_of_inventions import output
from era_of_inventions.codec import plain
from era_of_inventions.component_files import (
    check_components,
    describe,
    load_shipped,
    read_components,
    shipped,
    template,
)
from era_of_inventions.disputes import judge_dispute, read_dispute
from era_of_inventions.disputes.report import dispute_data, dispute_text
from era_of_inventions.errors import EraError, FileError
from era_of_inventions.kernel.citation import Cite, Edition, passage
from era_of_inventions.model.components import Components
from era_of_inventions.rulebook import LAW
from era_of_inventions.rulebook.editions import EDITIONS
from era_of_inventions.rulebook.setup import player_counts
from era_of_inventions.rulings import PRESETS, Ruleset, rulings
from era_of_inventions.simulation import Summary, simulate
from era_of_inventions.toml_reader import hint

HOLDS, FAILS, UNUSABLE = 0, 1, 2
"""Exit statuses: all is as expected (or the claims hold), it is not, the input cannot be used."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; the exit status is returned."""
    options = parser().parse_args(arguments)
    if sys.stdout is None:
        return UNUSABLE
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # not every terminal can show every sign
    try:
        status = int(options.run(options))
        sys.stdout.flush()
        return status
    except EraError as error:
        print(error, file=sys.stderr)
        return UNUSABLE
    except BrokenPipeError:
        # The reader of a pipe went away. There is nobody to tell, and at exit Python must not try again.
        _give_up_output()
        return UNUSABLE
    except OSError as error:
        print(f"the output cannot be written: {error.strerror}", file=sys.stderr)
        _give_up_output()
        return UNUSABLE
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return UNUSABLE


def _give_up_output() -> None:
    """Send what is still to be written nowhere, so that Python does not try once more at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def parser() -> argparse.ArgumentParser:
    """The command-line parser."""
    top = argparse.ArgumentParser(prog="era", description="The rules of Era of Inventions.")
    commands = top.add_subparsers(required=True, metavar="COMMAND")

    judge = _command(commands, "judge", _judge, "judge the claims of dispute files")
    judge.add_argument("files", nargs="+", type=Path, metavar="FILE", help="a dispute file, or a folder of them")
    judge.add_argument("--json", action="store_true", help="print the judgements as JSON")
    judge.add_argument("--brief", action="store_true", help="print one line for each claim")
    judge.add_argument("--ruleset", choices=PRESETS, help="judge by this preset, whatever the file says")
    judge.add_argument("--components", metavar="SET", help="use this shipped set or file, whatever the file says")

    clause = _command(commands, "clause", _clause, "show a clause")
    clause.add_argument("id", help="its id, such as market.three-per-box")
    clause.add_argument("--json", action="store_true", help="print it as JSON")
    clause.add_argument(
        "--rulebooks",
        type=Path,
        metavar="FOLDER",
        help="show the places in your own rulebooks: era_nl.txt, era_de.txt and era_en.txt in this folder",
    )

    clauses = _command(commands, "clauses", _clauses, "list clauses")
    clauses.add_argument("--search", nargs="+", metavar="WORD", default=[], help="only those with all of these words")
    clauses.add_argument("--chapter", help="only those of one chapter")

    _command(commands, "rulings", _rulings, "list the open questions, their readings and the presets").add_argument(
        "id", nargs="?", help="show only this ruling"
    )

    components = commands.add_parser("components", help="make, check and show component sets").add_subparsers(
        required=True, metavar="COMMAND"
    )
    new = _command(components, "new", _components_new, "write a template to fill in")
    new.add_argument("file", type=Path, metavar="FILE", help="where to write it; must not exist")
    check = _command(components, "check", _components_check, "compare a set with what the rulebooks state")
    check.add_argument("file", type=Path, metavar="FILE", help="a component file")
    show = _command(components, "show", _components_show, "show a set, with the source of each value")
    show.add_argument("set", nargs="?", default="reconstructed", help="a shipped set or a component file")

    games = _command(commands, "simulate", _simulate, "play random games and tell what happened in them")
    games.add_argument("-n", "--games", type=_positive, default=100, metavar="N", help="how many (default 100)")
    games.add_argument(
        "-p", "--players", type=int, default=4, choices=player_counts(), help="how many play (default 4)"
    )
    games.add_argument("-s", "--seed", type=int, default=0, help="of the first game (default 0)")
    games.add_argument(
        "-w", "--workers", type=_positive, default=1, metavar="N", help="how many processes share the games (default 1)"
    )
    games.add_argument("--ruleset", choices=PRESETS, default="default")
    games.add_argument("--components", default="reconstructed", metavar="SET", help="a shipped set or a file")
    return top


def _command(
    commands: argparse._SubParsersAction[argparse.ArgumentParser],
    name: str,
    run: Callable[[argparse.Namespace], int],
    text: str,
) -> argparse.ArgumentParser:
    command = commands.add_parser(name, help=text, description=text[0].upper() + text[1:] + ".")
    command.set_defaults(run=run)
    return command


def _positive(text: str) -> int:
    number = int(text) if text.isdecimal() else 0
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text!r} cannot be used; expected a whole number, 1 or more")
    return number


def _judge(options: argparse.Namespace) -> int:
    status = HOLDS
    reports = []
    components = None if options.components is None else _set(options.components)
    for path in _files(options.files):
        try:
            if path.is_dir():
                raise FileError(str(path), ["is a folder without dispute files; expected some *.toml"])
            dispute = read_dispute(path, ruleset=options.ruleset, components=components)
            judgements = judge_dispute(dispute)
        except EraError as error:
            print(error, file=sys.stderr)
            status = UNUSABLE
            continue
        if not all(judgement.stands for judgement in judgements):
            status = max(status, FAILS)
        if options.json:
            reports.append(dispute_data(dispute, judgements))
        elif options.brief:
            for judgement in judgements:
                surprise = f"; {'; '.join(judgement.surprises)}" if judgement.surprises else ""
                result = "holds" if judgement.holds else "fails"
                print(
                    f"{'ok ' if judgement.stands else 'NOT'} {path.name}: {judgement.claim.title}: {result}{surprise}"
                )
        else:
            print(dispute_text(dispute, judgements), end="\n\n")
    if options.json:
        print(json.dumps(reports, indent=2, ensure_ascii=True))
    return status


def _files(paths: Iterable[Path]) -> list[Path]:
    """The files named, with the dispute files of folders in their place; a folder without any is left for itself."""
    return [file for path in paths for file in (sorted(path.glob("*.toml")) if path.is_dir() else ()) or (path,)]


def _clause(options: argparse.Namespace) -> int:
    if options.id not in LAW:
        near = hint(options.id, [clause.id for clause in LAW.clauses]) or "; `era clauses` lists them"
        raise EraError(f"there is no clause {options.id!r}{near}")
    clause = LAW.clause(options.id)
    if options.json:
        print(json.dumps(plain(clause), indent=2, ensure_ascii=True))
        return HOLDS
    print(f"{clause.id}  ({clause.kind.value})")
    print(f"  {clause.statement}")
    for edition in EDITIONS:
        cite = clause.cites.get(edition.code)
        print(f"  {edition.name}: {f'{cite.section}, “{cite.anchor}”' if cite else 'silent'}")
        if cite and options.rulebooks:
            print(_own_copy(options.rulebooks / f"era_{edition.code}.txt", edition, cite))
    print(f"  Code: {clause.place}")
    for ruling in rulings():
        if ruling.field in clause.rulings:
            print(f"  Ruling {ruling.id}: {ruling.question}")
    return HOLDS


def _own_copy(path: Path, edition: Edition, cite: Cite) -> str:
    """The lines around a citation in the text of somebody's own rulebook."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise FileError(str(path), [f"cannot be read: {getattr(error, 'strerror', None) or 'not UTF-8'}"]) from None
    found = passage(edition, text, cite, lines=1)
    return "    (not found in this copy)" if found is None else textwrap.indent(found.strip("\n"), "    | ")


def _clauses(options: argparse.Namespace) -> int:
    chapters = {chapter.name: chapter for chapter in LAW.chapters}
    if options.chapter and options.chapter not in chapters:
        known = ", ".join(chapters)
        raise EraError(f"there is no chapter {options.chapter!r}{hint(options.chapter, chapters)}; known are {known}")
    words = [word.lower() for word in options.search]
    rows = [
        (clause.id, clause.kind.value, clause.statement)
        for chapter in LAW.chapters
        if options.chapter in (None, chapter.name)
        for clause in chapter.clauses
        if all(word in f"{clause.id} {clause.statement}".lower() for word in words)
    ]
    if not rows:
        where = f" of the chapter {options.chapter!r}" if options.chapter else ""
        print(f"no clause{where} has all of these words: {' '.join(options.search)}", file=sys.stderr)
        return FAILS
    output.table(("clause", "kind", "rule"), rows)
    return HOLDS


def _rulings(options: argparse.Namespace) -> int:
    known = {ruling.id: ruling for ruling in rulings()}
    if options.id and options.id not in known:
        near = hint(options.id, known) or "; `era rulings` lists them"
        raise EraError(f"there is no ruling {options.id!r}{near}")
    if not options.id:
        presets = {name: Ruleset.preset(name) for name in PRESETS}
        rows = [
            (ruling.id, ruling.sureness, *(getattr(presets[name], ruling.field) for name in PRESETS))
            for ruling in known.values()
        ]
        output.table(("ruling", "sureness", *PRESETS), rows)
        return HOLDS
    ruling = known[options.id]
    print(f"{ruling.id}  (sureness {ruling.sureness})")
    print(f"  {ruling.question}")
    for reading in ruling.readings:
        literal = [code for code, name in ruling.editions if name == reading.name]
        marks = (["default"] if reading.name == ruling.default else []) + [f"literal reading of {c}" for c in literal]
        print(f"  {reading.name}  [{', '.join(marks)}]" if marks else f"  {reading.name}")
        print(f"    {reading.text}")
        print(f"    For it: {reading.argument}")
    consulting = [clause.id for clause in LAW.clauses if ruling.field in clause.rulings]
    print(f"  Clauses that consult it: {', '.join(consulting)}")
    return HOLDS


def _components_new(options: argparse.Namespace) -> int:
    text = template()
    try:
        with options.file.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        raise FileError(str(options.file), ["exists already; nothing was written"]) from None
    except OSError as error:
        raise FileError(str(options.file), [f"cannot be written: {error.strerror}"]) from None
    print(f'{options.file}: written; fill in what stands as "?" and run `era components check {options.file}`')
    return HOLDS


def _components_check(options: argparse.Namespace) -> int:
    problems = check_components(read_components(options.file))
    for problem in problems:
        print(f"{options.file}: {problem}")
        for edition, cite in LAW.clause(problem.clause).cites.items():
            print(f"    {edition} {cite.section}, “{cite.anchor}”")
    if not problems:
        print(f"{options.file}: agrees with everything the rulebooks state")
    return FAILS if problems else HOLDS


def _set(name: str) -> Components:
    if name in shipped():
        return load_shipped(name)
    if not name.endswith(".toml"):
        raise EraError(f"there is no set {name!r}; expected {', '.join(shipped())} or a file that ends in .toml")
    return read_components(Path(name))


def _components_show(options: argparse.Namespace) -> int:
    output.table(("value", "printed", "source"), describe(_set(options.set)))
    return HOLDS


def _simulate(options: argparse.Namespace) -> int:
    bar = output.progress(range(options.games), options.games, "games")
    summary = simulate(
        options.games,
        players=options.players,
        seed=options.seed,
        ruleset=options.ruleset,
        components=_set(options.components),
        clauses=True,
        workers=options.workers,
        batch=1,  # with the clauses a game takes long enough, and the bar counts single games
        progress=lambda *_: next(bar, None),
    )
    _print_summary(summary)
    return HOLDS


def _print_summary(summary: Summary) -> None:
    output.table(("of a game", "mean"), [(name, f"{value:.1f}") for name, value in summary.means().items()])
    output.table(("seat", "wins"), [(str(seat), str(wins)) for seat, wins in enumerate(summary.wins) if wins])
    never = summary.never_exercised()
    print(f"clauses never exercised: {len(never)}")
    print("(a limit is exercised when it forbids a move tried, an effect when it changes what lies on the table)")
    for clause in never:
        print(f"  {clause.id}: {clause.statement}")


if __name__ == "__main__":
    sys.exit(main())
