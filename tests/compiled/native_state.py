"""`model/state.py` and `model/draft.py` as mypyc needs them: positions whose fields lie in a C struct.

Everything is taken over from the sources but how a position is edited and sealed. There a draft switches its class,
which compiled classes cannot; here a draft copies a part of the position before it changes it. A part can be written to
by compiled code alone: for everybody else attrs freezes it, as it does in the sources.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

import attrs

PARTS = ("Player", "Board", "Turn", "State")
DRAFTS = ("PlayerDraft", "BoardDraft", "TurnDraft")
AREA = "Area | int"
"""The type of a field that mypyc would keep as a number, though it may be a member of an enum."""
COPYING = ("_copier", "_edit_player", "_edit_board", "_edit_turn")
SEALING = ("_freezer", "_freeze_player", "_freeze_board", "_freeze_turn", "_sealed_by_copying")
REPLACED = ("draft_of", "_Writable", *COPYING, *SEALING)

DRAFT = """
    def __init__(self, position: Position, law: Law | Watcher) -> None:
        self.setting = position.setting
        self.players = position.players
        self.board = position.board
        self.round = position.round
        self.start = position.start
        self.turn = position.turn
        self.law = law
        self._players: list[Player] | None = None
        self._edited_players = 0
        self._edited_board = False
        self._edited_turn: Turn | None = None

    def edit_player(self, seat: int) -> Player:
        players = self._players
        if players is None:
            players = self._players = list(self.players)
            self.players = players
        player = players[seat]
        if not self._edited_players >> seat & 1:
            self._edited_players |= 1 << seat
            player = players[seat] = player._copy()
        return player

    def edit_board(self) -> Board:
        if not self._edited_board:
            self._edited_board = True
            self.board = self.board._copy()
        return self.board

    def edit_turn(self) -> Turn:
        if self._edited_turn is not self.turn:
            self.turn = self._edited_turn = self.turn._copy()
        return self.turn

    def seal(self) -> State:
        return State(self.setting, tuple(self.players), self.board, self.round, self.start, self.turn)

    def snapshot(self) -> State:
        players = tuple([player._copy() for player in self.players])
        return State(self.setting, players, self.board._copy(), self.round, self.start, self.turn._copy())
"""
AFTER_DRAFT = """
def draft_of(position: Position, law: Law | Watcher) -> Draft:
    return Draft(position, law)
"""
FREEZE = """
_field: Any = attrs.field  # typed as what it declares


def _freeze(part: Any, fields: dict[str, Any]) -> None:
    attrs.define(part, these=fields, init=False, slots=False, frozen=True)
"""


@attrs.frozen
class Field:
    """A field of a part: its name and type, the expression of its default, and that of its attrs field."""

    name: str
    type: str
    default: str | None
    declared: str

    @classmethod
    def of(cls, node: ast.AnnAssign) -> Field:
        """Read a field from the line that declares it."""
        name, value = ast.unparse(node.target), node.value
        typed = ast.unparse(node.annotation).replace(AREA, "Any")
        if isinstance(value, ast.Call):
            return cls(name, typed, None, ast.unparse(value).replace("attrs.field", "_field"))
        default = ast.unparse(value) if value else None
        declared = f"_field(default={default})" if default else "_field()"
        return cls(name, typed, default, declared)

    @property
    def parameter(self) -> str:
        """The field as a parameter."""
        return f"{self.name}: {self.type}" + (f" = {self.default}" if self.default else "")


def native(source: str) -> str:
    """The source of a native module."""
    return "\n".join(_blocks(ast.parse(source)))


def _blocks(module: ast.Module) -> Iterator[str]:
    for node in module.body:
        match node:
            case ast.ClassDef(name=name) if name in PARTS:
                yield from _part(node)
            case ast.ClassDef(name=name) if name in DRAFTS:
                yield f"{name} = {name.removesuffix('Draft')}"
            case ast.ClassDef(name="Position"):
                yield _without(node, "__slots__")
            case ast.ClassDef(name="Draft"):
                replaced = _methods(ast.parse(f"class Draft:{DRAFT}"))
                yield f"@final\n{_without(node, '__slots__', '__repr__', 'players', *replaced)}\n{DRAFT}{AFTER_DRAFT}"
            case (
                ast.ClassDef(name=name)
                | ast.FunctionDef(name=name)
                | ast.Assign(targets=[ast.Name(id=name)])
                | ast.AnnAssign(target=ast.Name(id=name))
            ) if name in REPLACED:
                pass
            case ast.If(test=ast.Name(id="FREE_THREADED")):
                pass
            case ast.ImportFrom(module="typing"):
                yield f"{ast.unparse(node)}, final"
            case _:
                yield ast.unparse(node)


def _part(node: ast.ClassDef) -> Iterator[str]:
    """A part of a position as a plain class, and the call that makes it one of attrs."""
    name = node.name
    fields = [Field.of(line) for line in node.body if isinstance(line, ast.AnnAssign)]
    values = ", ".join(f"self.{field.name}" for field in fields)
    yield f"@final\nclass {name}{'(Position)' if node.bases else ''}:\n    {ast.get_docstring(node)!r}"
    if not node.bases:
        yield from (f"    {field.name}: {field.type}" for field in fields)
        yield f"    def _copy(self) -> {name}:\n        return {name}({values})"
    yield f"    def __init__(self, {', '.join(field.parameter for field in fields)}) -> None:"
    yield from (f"        self.{field.name} = {field.name}" for field in fields)
    if "__reduce__" not in _methods(node):
        yield f"    def __reduce__(self) -> Any:\n        return {name}, ({values})"
    yield from (_indented(line) for line in node.body if isinstance(line, ast.FunctionDef))
    declared = ", ".join(f"{field.name!r}: {field.declared}" for field in fields)
    if name == PARTS[0]:
        yield FREEZE
    yield f"_freeze({name}, {{{declared}}})"


def _without(node: ast.ClassDef, *names: str) -> str:
    """A class without the fields and methods of these names."""
    gone = {*names}
    node.body = [line for line in node.body if not gone & {*_names(line)}]
    return ast.unparse(node)


def _names(line: ast.stmt) -> Iterator[str]:
    match line:
        case ast.FunctionDef(name=name) | ast.AnnAssign(target=ast.Name(id=name)):
            yield name
        case ast.Assign(targets=[ast.Name(id=name)]):
            yield name


def _methods(node: ast.AST) -> list[str]:
    return [line.name for line in ast.walk(node) if isinstance(line, ast.FunctionDef)]


def _indented(line: ast.stmt) -> str:
    return "\n".join(f"    {text}" for text in ast.unparse(line).splitlines())
