"""What mutation testing can be asked for: rooms of the project, each with the tests that are run against its mutants.

A file belongs to the room with the longest path that leads to it, so that every file belongs to one.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import attrs

from tests import ROOT

PACKAGE = "era_of_inventions"
GAMES = ("examples/oh_my_goods", "examples/phoenicia")
"""The folders of the further games, each with a package and its tests."""


@attrs.frozen
class Room:
    """Folders or files whose mutants are made, and the tests that are run against them."""

    paths: tuple[str, ...]
    tests: tuple[str, ...]


LAW = (
    "tests/era/rules",
    "tests/era/test_agreement.py::test_law_and_engine_agree_in_positions_no_game_leads_to",
    "tests/era/test_agreement.py::test_law_and_engine_agree_on_every_move",
    "tests/era/test_agreement.py::test_other_limits_hold_where_no_bonus_disc_is_left",
    "tests/era/test_agreement.py::test_table_of_moves_is_closed_and_numbered",
    "tests/era/test_changes.py",
    "tests/era/box/test_component_files.py",
    "tests/era/box/test_component_sets.py",
    "tests/era/test_examples.py::test_every_claim_comes_out_as_expected",
    "tests/era/rules/test_display.py",
    "tests/tabletop/disputes",
    "tests/era/test_facts.py",
    "tests/era/test_games.py",
    "tests/era/test_model.py",
    "tests/era/test_perft.py",
    "tests/era/test_pickling.py",
    "tests/era/test_position_checks.py",
    "tests/era/test_reached_positions.py",
    "tests/tabletop/records/test_record.py",
    "tests/era/test_recorded_games.py",
    "tests/era/test_rulings.py",
    "tests/era/test_witness.py",
)
SMALL = ("tests/regatta", "tests/tabletop", "tests/tabletop/values/test_limits.py")
"""The tests of small games, and of limits, which are run in every room of the floor."""
FLOOR = (
    *SMALL,
    "tests/era/test_changes.py",
    "tests/era/box/test_component_files.py",
    "tests/era/box/test_component_sets.py",
    "tests/tabletop/documents/test_documents.py",
    "tests/tabletop/documents/test_documents_refusals.py",
    "tests/tabletop/documents/test_documents_schemas.py",
    "tests/tabletop/law",
    "tests/era/test_model.py",
    "tests/era/test_position_checks.py",
    "tests/era/test_strategies.py",
    "tests/tabletop/text/test_toml.py",
    "tests/tabletop/play/test_verdict_text.py",
    "examples/oh_my_goods/tests/test_goods_unknown.py",
)
DISPUTES = (
    *SMALL,
    "tests/era/test_examples.py::test_every_claim_comes_out_as_expected",
    "examples/oh_my_goods/tests/test_goods_disputes.py",
    "examples/oh_my_goods/tests/test_goods_unknown.py",
    "examples/phoenicia/tests/test_phoenicia_disputes.py",
)
RECORD = (
    *SMALL,
    "tests/era/test_notation.py",
    "tests/tabletop/records/test_notation_games.py",
    "tests/tabletop/records/test_notation_grammar.py",
    "tests/tabletop/records/test_notation_positions.py",
    "tests/tabletop/records/test_record.py",
    "tests/era/test_recorded_games.py",
    "tests/tabletop/records/test_saved_files.py",
)
COMMAND_LINE = (
    *SMALL,
    "tests/tabletop/cli/test_cli.py",
    "tests/tabletop/cli/test_cli_json.py",
    "tests/tabletop/cli/test_command_line.py",
    "tests/tabletop/cli/test_menus.py",
    "tests/tabletop/cli/test_play.py",
    "tests/tabletop/cli/test_recorded_files.py",
)
DRAWING = (
    "tests/tabletop/pictures/test_drawn_values.py",
    "tests/tabletop/pictures/test_legends.py",
    "tests/tabletop/values/test_limits.py",
    "tests/era/test_render.py",
    "examples/oh_my_goods/tests/test_goods_pictures.py",
    "examples/phoenicia/tests/test_phoenicia_pictures.py",
)
ROOMS = {
    "law": Room(
        (f"{PACKAGE}/rules", f"{PACKAGE}/box", *(f"{PACKAGE}/{name}.py" for name in ("fast", "moves", "position"))), LAW
    ),
    "floor": Room((PACKAGE,), FLOOR),
    "disputes": Room((f"{PACKAGE}/tabletop/disputes", f"{PACKAGE}/disputes.py"), DISPUTES),
    "record": Room((f"{PACKAGE}/tabletop/records", f"{PACKAGE}/notation.py"), RECORD),
    "command-line": Room((f"{PACKAGE}/tabletop/cli", f"{PACKAGE}/cli.py"), COMMAND_LINE),
    "drawing": Room((f"{PACKAGE}/tabletop/pictures", f"{PACKAGE}/pictures"), DRAWING),
    "oh-my-goods": Room(("examples/oh_my_goods/oh_my_goods",), ("examples/oh_my_goods/tests",)),
    "phoenicia": Room(("examples/phoenicia/phoenicia",), ("examples/phoenicia/tests",)),
}


def files_of(room: str, root: Path = ROOT) -> Iterator[Path]:
    """The modules of a room, in order."""
    for path in ROOMS[room].paths:
        found = [root / path] if path.endswith(".py") else sorted((root / path).rglob("*.py"))
        yield from (file for file in found if room_of(file, root) == room)


def room_of(file: Path, root: Path = ROOT) -> str | None:
    """The room of a file; None if it belongs to none."""
    paths = {path: room for room, rooms in ROOMS.items() for path in rooms.paths}
    parents = [file, *file.parents]
    return next((paths[at] for parent in parents if (at := _relative(parent, root)) in paths), None)


def _relative(path: Path, root: Path) -> str:
    return path.relative_to(root).as_posix() if path.is_relative_to(root) else ""
