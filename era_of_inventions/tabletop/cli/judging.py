"""``era judge`` and ``era dispute new``: judge the claims of dispute files, or moves in a recorded game."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from era_of_inventions.tabletop.cli import output
from era_of_inventions.tabletop.cli.command import (
    FAILS,
    HOLDS,
    UNUSABLE,
    Commands,
    add_components,
    add_seat,
    chosen_sets,
    complete,
    ending,
    file_path,
    positive,
    print_json,
    query,
    text_width,
    write_new,
)
from era_of_inventions.tabletop.cli.converting import (
    DISPUTE,
    discreet,
    is_record,
    known_position,
    read_record,
)
from era_of_inventions.tabletop.disputes import (
    Dispute,
    Judgement,
    dispute_about,
    dispute_text,
    judge_dispute,
    parse_dispute,
    read_dispute,
    template,
    with_facts,
)
from era_of_inventions.tabletop.disputes.report import qualified
from era_of_inventions.tabletop.documents import dispute_data, report_data
from era_of_inventions.tabletop.errors import (
    Code,
    FileError,
    GameError,
    NotationError,
    describe,
    joined,
)
from era_of_inventions.tabletop.play.rulebook import AnyRulebook
from era_of_inventions.tabletop.text.toml import SIZE_MAX

STDIN = "-"
"""The name of the standard input."""


def add_to(commands: Commands, rulebook: AnyRulebook) -> None:
    """Add the commands."""
    disputes = commands.add_parser("dispute", help="make a dispute file").add_subparsers(
        required=True, metavar="COMMAND"
    )
    new = query(
        disputes,
        "new",
        _dispute_new,
        "write a dispute file for you to change, with every key and what it means",
    )
    new.add_file("file", "where to write it; must not exist")
    chapters = [chapter.name for chapter in rulebook.law.chapters]
    text = f"a clause, or one of {', '.join(chapters)}"
    about = new.add_argument("--about", metavar="CLAUSE", default=chapters[0], help=text)
    complete(about, lambda: [*chapters, *(clause.id for clause in rulebook.law.clauses)])
    judge = query(
        commands,
        "judge",
        _judge,
        "judge the claims of dispute files, or moves in a recorded game",
    )
    judge.add_file(
        "files",
        "a dispute file, a folder of them, '-' for the standard input, or a game (with --move)",
        nargs="+",
    )
    judge.add_argument(
        "--move",
        action="append",
        metavar="MOVE",
        help="in a game: judge this move, or these, one after another",
    )
    judge.add_argument(
        "--at",
        type=positive,
        metavar="N",
        help="judge it in place of move N of the game (default: after its last)",
    )
    add_seat(judge, "use")
    judge.add_flag("--brief", "print one line for each claim")
    judge.add_flag("--facts", "also say which facts of the position would turn the result")
    judge.add_argument(
        "--ruleset",
        choices=rulebook.ruleset.presets,
        help="judge by this preset, not the file's",
    )
    add_components(
        judge,
        rulebook,
        "--components",
        help="use this shipped set or file, whatever the file says",
    )


def _dispute_new(options: argparse.Namespace) -> int:
    text = template(options.rulebook, options.about)
    return write_new(
        options.file, text, options, f"; change it and run `era judge {options.file}`"
    )


def _judge(options: argparse.Namespace) -> int:
    status = HOLDS
    reports: list[dict[str, Any]] = []
    errors: list[GameError] = []
    sets = chosen_sets(options)
    for path in _files(options.files):
        try:
            dispute = _dispute(path, options, sets)
            judgements = judge_dispute(dispute)
            if options.facts:
                judgements = tuple(with_facts(dispute, one) for one in judgements)
        except GameError as error:
            errors.append(error)
            if not options.json:
                print(error, file=sys.stderr)
            continue
        if problems := [
            problem for judgement in judgements for problem in judgement.problems
        ]:
            status = UNUSABLE
            if options.brief and not options.json:  # a full report has them too
                print(FileError(dispute.path, problems), file=sys.stderr)
        elif not all(judgement.stands for judgement in judgements):
            status = max(status, FAILS)
        if options.json:
            reports.append(dispute_data(dispute, judgements))
        elif options.brief:
            for judgement in judgements:
                output.verdict(_brief(dispute, judgement))
        else:
            output.verdict(dispute_text(dispute, judgements, width=text_width()), end="\n\n")
    if options.json:
        print_json(report_data(options.rulebook, reports, errors))
    return UNUSABLE if errors else status


def _brief(dispute: Dispute, judgement: Judgement) -> str:
    """Return a judgement on one line."""
    mark = "ok " if judgement.stands else "NOT"
    several = judgement.fails_at and len(judgement.claim.moves) > 1
    at = [f"move {judgement.fails_at} is {judgement.failure}"] if several else []
    notes = (
        judgement.result,
        *at,
        *qualified(judgement, dispute.names),
        *judgement.surprises,
    )
    return f"{mark} {Path(dispute.path).name}: {judgement.claim.title}: {'; '.join(notes)}"


def _dispute(path: Path, options: argparse.Namespace, sets: Sequence[Any]) -> Dispute:
    rulebook, ruleset, components = options.rulebook, options.ruleset, next(iter(sets), None)
    file_path(str(path))  # files in a folder can have any name
    of_game = [f"--{name}" for name in ("move", "at", "seat") if getattr(options, name)]
    if str(path) == STDIN and not of_game:
        text = sys.stdin.buffer.read(SIZE_MAX + 1)
        return parse_dispute(
            text, rulebook, ruleset=ruleset, components=components, name="standard input"
        )
    if os.path.isdir(path):
        raise FileError.whole(path, Code.MISSING, _without_disputes(path))
    if not is_record(path):
        if of_game:
            message = f"is not a recorded game; leave out {joined(of_game, 'and')}"
            raise FileError.whole(path, Code.INCONSISTENT, message)
        return read_dispute(path, rulebook, ruleset=ruleset, components=components)
    with discreet(path, options.seat):
        record = read_record(path, rulebook, sets, until=options.at and options.at - 1)
    if not options.move:
        raise FileError.whole(
            path, Code.MISSING, "is a recorded game; expected --move with the move to judge"
        )
    if ruleset:
        raise FileError.whole(
            path,
            Code.INCONSISTENT,
            "is a recorded game with its own readings; leave out --ruleset",
        )
    try:
        with discreet(path, options.seat):
            return dispute_about(
                record,
                str(path),
                options.move,
                at=options.at,
                known=lambda state: known_position(state, options.seat, record.names),
            )
    except NotationError as error:
        raise GameError(f"--move {describe(error.text)}: {error}") from None


def _files(paths: Iterable[Path]) -> list[Path]:
    """Replace folders by the dispute files in them. A folder without any stays in the list, to be reported."""
    return [file for path in paths for file in _disputes_in(path) or (path,)]


def _disputes_in(path: Path) -> list[Path]:
    try:
        return sorted(file for file in path.iterdir() if ending(file) == DISPUTE)
    except (OSError, ValueError):  # not a folder, or unreadable, which is reported later
        return []


def _without_disputes(folder: Path) -> str:
    """Return the reason why a folder has no dispute files."""
    try:
        next(folder.iterdir(), None)
    except OSError as error:
        return f"cannot be read: {error.strerror}"
    return "is a folder without dispute files; expected at least one *.toml"
