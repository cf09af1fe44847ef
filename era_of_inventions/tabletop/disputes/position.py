"""Positions in dispute files. What a file does not say of one is as in the position with which a game begins.

The keys of ``[position]``: ``players`` (names, clockwise), ``start`` (the start player), and those of the turn and of
what the position itself holds. Each other part has a table of its own, such as ``[position.board]``, what came before
in the turn an array of tables, the last one first, and each player a table ``[player.NAME]``.

The keys are the words of the declared fields with underscores. A value is a text as in the text of a game, or a number,
a list of names, or a table of numbers by name.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from era_of_inventions.tabletop.errors import Code, unknown
from era_of_inventions.tabletop.fields.lines import Lines
from era_of_inventions.tabletop.fields.outline import Description, Part, Values
from era_of_inventions.tabletop.files.toml import Reader
from era_of_inventions.tabletop.play.dispute_form import DisputeForm
from era_of_inventions.tabletop.play.game import Game
from era_of_inventions.tabletop.play.rulebook import AnyPosition
from era_of_inventions.tabletop.record.positions import described

S = TypeVar("S", bound=AnyPosition)


def read_position(reader: Reader, players: Reader, game: Game[S, Any], names: tuple[str, ...]) -> S:
    """The position described by the tables ``[position]`` and ``[player]``; problems are noted in the readers."""
    base = game.new(read_seat(reader, "start", names))
    usual = described(base, names)
    outline = usual.outline
    turn = outline.parts[outline.turn].lines.read_table(reader, usual.of[outline.turn][0])
    form = game.rulebook.disputes
    entries = {
        outline.turn: [turn],
        **read_parts(reader, usual, form),
        outline.players: read_players(players, names, usual, form),
    }
    for name, part in outline.parts.items():
        entries[name] += _read_earlier(reader, part, form)
    return completed(reader, base, Description(outline, entries))


def read_seat(reader: Reader, key: str, names: Sequence[str], default: int = 0) -> int:
    """The seat of a player who is named; by default another one."""
    return names.index(reader.choice(key, names, names[default]))


def read_players(
    players: Reader, names: Sequence[str], usual: Description, form: DisputeForm[Any, Any]
) -> list[Values]:
    """What the tables ``[player.NAME]`` say."""
    for name in players:
        if name not in names:
            players.note(name, Code.UNKNOWN_KEY, unknown(name, names))
            players.get(name)
    part, base = usual.outline.parts[usual.outline.players], usual.of[usual.outline.players]
    return [_read(players.table(name), part.lines, held, form) for name, held in zip(names, base, strict=True)]


def read_parts(reader: Reader, usual: Description, form: DisputeForm[Any, Any]) -> dict[str, list[Values]]:
    """What the tables of the parts say, other than the turn."""
    outline, entries = usual.outline, {}
    for name, part in outline.parts.items():
        if name not in (outline.turn, outline.players):
            entries[name] = [_read(reader.table(_key(part.words)), part.lines, usual.of[name][0], form)]
    return entries


def completed(reader: Reader, base: S, description: Description) -> S:
    """The position of a description; what contradicts itself is noted in the reader of ``[position]``."""
    positions = base.setting.rulebook.positions
    position: S = positions.fill_in(base, description)
    for problem in positions.contradictions(position, description):
        name, _, field = problem.about.rpartition(".")
        table = reader.table(_key(description.outline.parts[name].words)) if name else reader
        table.note(_key(field), Code.IMPOSSIBLE, str(problem))
    return position


def _read_earlier(reader: Reader, part: Part, form: DisputeForm[Any, Any]) -> list[Values]:
    if part.before is None:
        return []
    key, most = _key(part.before.words), part.before.most
    tables = reader.tables(key)
    if len(tables) > most:
        reader.note(key, Code.TOO_LONG, f"has {len(tables)} entries; expected at most {most}")
    return [_read(table, part.before.lines, part.fresh, form) for table in tables[:most]]


def _read(table: Reader, lines: Lines, usual: Values, form: DisputeForm[Any, Any]) -> Values:
    values = lines.read_table(table, usual, most=form.most, rules=form.rules)
    table.close()
    return values


def _key(words: str) -> str:
    return words.replace(" ", "_")
