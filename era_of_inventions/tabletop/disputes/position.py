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
from era_of_inventions.tabletop.fields.outline import Description, Outline, Part, Values
from era_of_inventions.tabletop.files.stretch import fold
from era_of_inventions.tabletop.files.toml import Reader
from era_of_inventions.tabletop.law.verdict import Problem
from era_of_inventions.tabletop.play.dispute_form import DisputeForm
from era_of_inventions.tabletop.play.game import Game
from era_of_inventions.tabletop.play.rulebook import AnyPosition
from era_of_inventions.tabletop.record.positions import described

S = TypeVar("S", bound=AnyPosition)


def read_position(reader: Reader, players: Reader, game: Game[S, Any], names: tuple[str, ...]) -> S:
    """The position described by the tables ``[position]`` and ``[player]``; problems are noted in the readers."""
    base = game.new(read_seat(reader, "start", names))
    form = game.rulebook.disputes
    return completed(reader, base, read_description(reader, players, described(base, names), names, form))


def read_seat(reader: Reader, key: str, names: Sequence[str], default: int = 0) -> int:
    """The seat of a player who is named; by default another one."""
    return names.index(reader.choice(key, names, names[default]))


def read_description(
    reader: Reader, players: Reader, usual: Description, names: Sequence[str], form: DisputeForm[Any, Any]
) -> Description:
    """What the tables ``[position]`` and ``[player]`` say of each part; ``usual`` is what they begin from."""
    outline, entries = usual.outline, dict[str, list[Values]]()
    for name in dict.fromkeys((outline.turn, outline.players, *outline.parts)):
        part, base = outline.parts[name], usual.of[name]
        if name == outline.turn:
            entries[name] = [part.lines.read_table(reader, base[0])]
        elif name == outline.players:
            tables = zip(_player_tables(players, names), base, strict=True)
            entries[name] = [_read(table, part.lines, held, form) for table, held in tables]
        else:
            entries[name] = [_read(reader.table(_key(part.words)), part.lines, base[0], form)]
        entries[name] += _read_earlier(reader, part, form)
    return Description(outline, entries)


def _player_tables(players: Reader, names: Sequence[str]) -> list[Reader]:
    """The tables of the players by seat; names are known in small and capital letters."""
    written: dict[str, list[str]] = {fold(name): [] for name in names}
    for key in players:
        if fold(key) in written:
            written[fold(key)].append(key)
        else:
            players.note(key, Code.UNKNOWN_KEY, unknown(key, names))
            players.get(key)
    return [players.table(players.one_of(name, *written[fold(name)]) or name) for name in names]


def completed(reader: Reader, base: S, description: Description) -> S:
    """The position of a description; what contradicts itself is noted in the reader of ``[position]``."""
    positions = base.setting.rulebook.positions
    position: S = positions.fill_in(base, description)
    for problem in positions.contradictions(position, description):
        name, _, field = problem.about.rpartition(".")
        table = reader.table(_key(description.outline.parts[name].words)) if name else reader
        table.note(_key(field), Code.IMPOSSIBLE, str(problem))
    return position


def place_of(problem: Problem, outline: Outline, names: Sequence[str]) -> str:
    """The key of the file that a problem of a position is about, or ``position`` if it is not about a single one."""
    name, _, field = problem.about.rpartition(".")
    part = outline.parts.get(name or outline.turn)
    if part is None or field not in part.lines.names or (name == outline.players and not problem.seats):
        return "position"
    key = _key(part.lines.words[part.lines.names.index(field)])
    if name == outline.players:
        return f"player.{names[problem.seats[0]]}.{key}"
    return f"position.{key}" if name in ("", outline.turn) else f"position.{_key(part.words)}.{key}"


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
