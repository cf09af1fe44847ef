"""Drafts: positions and their parts while the law changes them, sealed into frozen records at the end."""

from __future__ import annotations

import sys
from collections.abc import Callable
from itertools import repeat
from operator import is_
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol, TypeVar, cast

import attrs

from era_of_inventions.tabletop.law.clause import Clause
from era_of_inventions.tabletop.law.law import Law
from era_of_inventions.tabletop.values.declared import fields_of
from era_of_inventions.tabletop.values.naming import DeclarationError
from era_of_inventions.tabletop.values.nested import Earlier, Nested, PerPlayer
from era_of_inventions.tabletop.values.records import Draft, Field, Position

F = TypeVar("F")
D = TypeVar("D")
S = TypeVar("S")
FREE_THREADED = "free-threading" in sys.version
"""Whether this Python was built to run threads in parallel."""


class LawObserver(Protocol):
    """An object that a draft uses in place of the law, so that it can observe what happens."""

    def apply(self, draft: Any, clause: Clause[..., Any], *args: object) -> None:
        """Apply an effect or trigger."""

    def allows(self, draft: Any, occasion: object) -> bool:
        """Return whether the law lets an occasion take effect."""


class RootDraft(Draft, Generic[S]):
    """A draft of a whole position. Its parts stay frozen until they are edited.

    ``law`` carries out the consequences of a move: the law itself, or a tracer in its
    place.
    """

    __slots__ = ()
    if TYPE_CHECKING:
        law: Law | LawObserver

        def seal(self) -> S:
            """Return the finished position. The draft must not be used afterwards."""

        def snapshot(self, last: S | None = None) -> S:
            """Return the current position; the draft and its parts remain usable.

            Parts that have not changed since the ``last`` snapshot are the same records.
            """

    def apply(self, clause: Clause[..., Any], *args: object) -> None:
        """Apply an effect or trigger; a tracer records what it changes."""
        law = self.law
        if isinstance(law, Law):
            clause.function(self, *args)
        else:
            law.apply(self, clause, *args)

    def happens(self, occasion: object) -> bool:
        """Return whether the law allows an occasion; a tracer records the finding of every clause."""
        return self.law.allows(self, occasion)

    @property
    def watched(self) -> bool:
        """Whether a tracer observes the draft, so that occasions without effect matter too."""
        return not isinstance(self.law, Law)


class _Editor(NamedTuple):
    """Describes a method that edits a part of a position: the field, and the class of its draft."""

    name: str
    draft: type[Any]
    each: bool


def _compiled(source: str, **scope: Any) -> Callable[..., Any]:
    exec(source, scope)  # compiled once per class, as attrs does for __init__
    made: Callable[..., Any] = scope["made"]
    return made


def _frozen(draft: type[Any]) -> type[Any]:
    """Return the record class of a draft class."""
    return next(base for base in draft.__mro__ if "__attrs_attrs__" in vars(base))


def _names(draft: type[Any]) -> list[str]:
    return [field.name for field in attrs.fields(_frozen(draft))]


def _copied(draft: type[Any]) -> str:
    return "\n".join(f" twin.{name} = value.{name}" for name in _names(draft))


def copier(draft: type[D], *more: str) -> Callable[..., D]:
    """Compile a function that copies a record into a draft; ``more`` are further slots, passed as arguments."""
    source = "\n".join(
        [
            f"def made({', '.join(['value', *more])}):",
            " twin = new(Draft)",
            _copied(draft),
            *(f" twin.{name} = {name}" for name in more),
            " return twin",
        ]
    )
    return _compiled(source, new=object.__new__, Draft=draft)


_PART = """
def made(root):
    part = root.{name}
    if type(part) is not Draft:
        part = root.{name} = copy(part)
    return part
"""
_EACH = """
def made(root, seat):
    parts = root.{name}
    if type(parts) is tuple:
        parts = root.{name} = list(parts)
    part = parts[seat]
    if type(part) is not Draft:
        part = parts[seat] = copy(part)
    return part
"""


def part(of: Field[F], draft: type[D]) -> Callable[[Any], D]:
    """Return a method of a root draft that returns the part in a field as a draft, to be edited.

    Raises `DeclarationError` if the field holds no record that ``draft`` is a draft of.
    """
    return cast("Callable[[Any], D]", _edits(_PART, of, draft, each=False))


def each(of: Field[tuple[F, ...]], draft: type[D]) -> Callable[[Any, int], D]:
    """Return a method of a root draft that takes a seat and returns its part in a field as a draft, to be edited.

    Raises `DeclarationError` if the field holds no records of players that ``draft`` is
    a draft of.
    """
    return cast("Callable[[Any, int], D]", _edits(_EACH, of, draft, each=True))


def steps(
    of: Field[F], draft: type[Any]
) -> tuple[Callable[[Any, F], None], Callable[[Any], None]]:
    """Return two methods of a root draft, ``interrupt`` and ``resume``, for a part that is a step of the game.

    ``interrupt`` begins another step, and saves the current step in the new one, in its
    field for an `Earlier` record. ``resume`` restores the saved step. Both edit the
    draft of the part in place.

    Raises `DeclarationError` if the record of the step has no such field.
    """
    edit: Any = part(of, draft)
    name, freeze = edit.editor.name, _freezer(draft)
    become, kind = _compiled(f"def made(twin, value):\n{_copied(draft)}"), _frozen(draft)
    earlier, most = _earlier(kind)

    def interrupt(root: Any, step: F) -> None:
        """Begin another step, after which the current step can go on."""
        before = last = freeze(getattr(root, name))
        for _ in range(most):
            last = last and getattr(last, earlier)
        if last is not None:
            raise DeclarationError(
                [f"{kind.__name__}: more than {most} steps are interrupted"]
            )
        now = edit(root)
        become(now, step)
        setattr(now, earlier, before)

    def resume(root: Any) -> None:
        """Go on with the step that was interrupted."""
        before = getattr(getattr(root, name), earlier)
        if before is None:
            raise DeclarationError(
                [f"{kind.__name__}: no step was interrupted that can go on"]
            )
        become(edit(root), before)

    method: Any = interrupt
    method.editor, method.resumed_by = edit.editor, resume
    return interrupt, resume


def passing(of: Field[F], draft: type[D], seat: Field[int]) -> Callable[[Any], bool]:
    """Return a method of a root draft that passes the decision on, in the order of the rulebook.

    ``seat`` is the field of the part that holds the seat of the player who decides. The
    method returns whether there was another player left in this round; if not, the
    first player in the order decides.
    """
    edit: Any = part(of, draft)
    name = cast("Any", seat).__name__

    def pass_on(root: Any) -> bool:
        """Let the next player decide; return whether another player was left in this round."""
        turn = edit(root)
        following = root.following(getattr(turn, name))
        setattr(
            turn,
            name,
            root.setting.rulebook.order(root)[0] if following is None else following,
        )
        return following is not None

    return pass_on


def _earlier(kind: type[Any]) -> tuple[str, int]:
    """Return the name of the field that holds the previous record, and how long a chain of such records can be.

    Raises `DeclarationError` if there is no such field.
    """
    for field, spec in fields_of(kind):
        if isinstance(spec.holds, Earlier):
            return field.name, spec.holds.most
    raise DeclarationError(
        [f"{kind.__name__}: no field holds an Earlier record; expected one"]
    )


def _require_part(of: Any, draft: type[Any], *, each: bool) -> None:
    """Raise `DeclarationError` unless a field holds records that this class drafts, for each player or one alone."""
    owner, name = getattr(of, "__objclass__", None), getattr(of, "__name__", str(of))
    known = {field.name: spec.holds for field, spec in fields_of(owner)} if owner else {}
    kind, holds = PerPlayer if each else Nested, known.get(name)
    if not isinstance(holds, kind):
        raise DeclarationError(
            [f"{draft.__name__}: edits {name!r}; expected a field that holds {kind.__name__}"]
        )
    if not issubclass(draft, Draft) or not issubclass(draft, holds.records()):
        (record,) = holds.records()
        raise DeclarationError(
            [
                f"{draft.__name__}: edits {name!r}; expected a class derived from Draft and {record.__name__}"
            ]
        )


def _edits(source: str, of: Any, draft: type[Any], *, each: bool) -> Any:
    _require_part(of, draft, each=each)
    name = of.__name__
    method: Any = _compiled(source.format(name=name), Draft=draft, copy=copier(draft))
    method.__doc__ = f"The part in ``{name}``{' of a seat' if each else ''}, to be edited."
    method.editor = _Editor(name, draft, each)
    return method


def drafts(root: type[D]) -> Callable[[Any, Law | LawObserver], D]:
    """Return a function that makes a draft of a position; add ``seal`` and ``snapshot`` to the draft class ``root``.

    Raises `DeclarationError` if ``root`` is no draft of a position.

    Sealing switches the classes of the edited parts, which is much cheaper than
    building new ones. On free-threaded Python it copies them, because switching a class
    stops all threads there. A snapshot copies them too, so that a clause sees the same
    draft whether it is traced or not.
    """
    kind: Any = root
    if not issubclass(kind, RootDraft) or not issubclass(kind, Position):
        raise DeclarationError(
            [
                f"{root.__name__} is no draft of a position; expected a class derived from RootDraft and a position"
            ]
        )
    methods = [method for method in vars(root).values() if hasattr(method, "editor")]
    editors = [*dict.fromkeys(method.editor for method in methods)]
    kind.snapshot = _snapshot(root, editors)
    kind.seal = kind.snapshot if FREE_THREADED else _seal(root, editors)
    return copier(root, "law")


def _seal(root: type[Any], editors: list[_Editor]) -> Callable[[Any], Any]:
    scope: dict[str, Any] = {"Frozen": _frozen(root)}
    lines = ["def made(draft):"]
    for number, (name, draft, each) in enumerate(editors):
        scope |= {f"Draft{number}": draft, f"Frozen{number}": _frozen(draft)}
        switch = f"if type(part) is Draft{number}: part.__class__ = Frozen{number}"
        if each:
            lines += [
                f" parts = draft.{name}",
                " if type(parts) is list:",
                "  for part in parts:",
                f"   {switch}",
                f"  draft.{name} = tuple(parts)",
            ]
        else:
            lines += [f" part = draft.{name}", f" {switch}"]
    lines += [" draft.law = None", " draft.__class__ = Frozen", " return draft"]
    return _compiled("\n".join(lines), **scope)


_FREEZE = """
def made(part, last=None):
    if type(part) is not Draft:
        return part
    if last is not None and {unchanged}:
        return last
    return Frozen({copied})
"""


def _freezer(draft: type[Any]) -> Callable[..., Any]:
    """Compile a function that copies a draft of a part into a record, and returns anything else unchanged.

    If nothing has changed since the ``last`` record was made, it returns that one.
    """
    names = _names(draft)
    source = _FREEZE.format(
        unchanged=" and ".join(f"part.{name} is last.{name}" for name in names) or True,
        copied=", ".join(f"part.{name}" for name in names),
    )
    return _compiled(source, Draft=draft, Frozen=_frozen(draft))


def _freeze_each(freeze: Callable[..., Any], parts: Any, last: Any) -> Any:
    if type(parts) is tuple:
        return parts
    now = tuple(map(freeze, parts, last or repeat(None)))
    return last if last and all(map(is_, now, last)) else now


def _snapshot(root: type[Any], editors: list[_Editor]) -> Callable[..., Any]:
    scope: dict[str, Any] = {"Frozen": _frozen(root), "freeze_each": _freeze_each}
    values = {name: f"draft.{name}" for name in _names(root)}
    for number, (name, draft, each) in enumerate(editors):
        scope[f"freeze{number}"] = _freezer(draft)
        freeze = f"freeze_each(freeze{number}, " if each else f"freeze{number}("
        values[name] = f"{freeze}draft.{name}, None if last is None else last.{name})"
    source = f"def made(draft, last=None): return Frozen({', '.join(values.values())})"
    return _compiled(source, **scope)
