"""Records declared once: frozen, writable through drafts, with types that a type checker tells apart.

For example::

    @record
    class Player:
        goods: Field[Goods] = field(Amounts(GOODS), "goods", "what lies before the player")

    class PlayerDraft(Draft, Player):
        __slots__ = ()

To a type checker `Field` is a descriptor that can be read everywhere but assigned only in a `Draft`, so a draft repeats
no fields. At run time the annotation is ignored: fields are the plain slots of an attrs class.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import (
    TYPE_CHECKING,
    Any,
    Generic,
    NamedTuple,
    Protocol,
    TypeVar,
    cast,
    dataclass_transform,
    overload,
)

import attrs

from era_of_inventions.tabletop.law.clause import Clause
from era_of_inventions.tabletop.law.law import Law
from era_of_inventions.tabletop.law.verdict import Audience

if TYPE_CHECKING:
    from dataclasses import replace as replace  # typed by every checker, keyword by keyword

    from era_of_inventions.tabletop.fields.domains import Domain
else:
    replace = attrs.evolve

T = TypeVar("T")
C = TypeVar("C", bound=type[Any])
F = TypeVar("F")
D = TypeVar("D")
S = TypeVar("S")
FREE_THREADED = "free-threading" in sys.version
"""Whether this Python was built to run threads in parallel."""


# --- Declarations -----------------------------------------------------------------------------------------------------


class Field(Generic[T]):
    """The type of a declared field to a type checker: readable everywhere, assignable only in drafts."""

    if TYPE_CHECKING:

        @overload
        def __get__(self, part: None, owner: Any, /) -> Field[T]: ...
        @overload
        def __get__(self, part: object, owner: Any, /) -> T: ...
        def __get__(self, part: object, owner: Any, /) -> Any: ...
        def __set__(self, part: Draft, value: T, /) -> None: ...


class Sealed(NamedTuple):
    """Who may know a part of a move that is decided in secret, such as a plan: only its owner, as long as it lies so.

    ``lies`` is asked about a position after the move and a seat. In the first position where it no longer holds,
    everybody knows the part if ``opened`` holds of that position, the seat and the move; otherwise nobody else ever
    does.
    """

    lies: Callable[[Any, int], bool]
    opened: Callable[[Any, int, Any], bool] = lambda position, seat, move: True


class Spec(NamedTuple):
    """The declaration of a field apart from its name and default; see `field`."""

    holds: Domain[Any]
    words: str
    about: str
    seen: Audience | Sealed
    phrase: str
    reported: bool
    also: tuple[str, ...]


def field(
    holds: Domain[T],
    words: str,
    about: str = "",
    *,
    default: Any = attrs.NOTHING,
    seen: Audience | Sealed = "all",
    phrase: str = "",
    reported: bool = True,
    also: str = "",
) -> Field[T]:
    """Declare a field: what it holds, its words in text, a description (``about``), and who may see it.

    The owner of a field of a position is the player that it belongs to, and of a part of a move whoever makes it or,
    where chance does, whoever is served.

    ``phrase`` is the template for the names of its quantities, such as ``"marker on {}"``; by default a quantity is
    named by its own noun, or by the words of the field. A field that is not ``reported`` is bookkeeping: its changes
    are not events. ``also`` are other words for it, with commas between, that are understood and never written.
    """
    others = tuple(word.strip() for word in also.split(",") if also)
    spec = Spec(holds, words, about, seen, phrase, reported, others)
    return cast("Field[T]", attrs.field(default=default, metadata={"spec": spec}, repr=holds.repr))


def carried(*, repr: Callable[[Any], str] | bool = True) -> Any:  # noqa: A002
    """Declare a field that a position carries but that is no part of it: its setting. Such fields come first."""
    return attrs.field(repr=repr)


@dataclass_transform(field_specifiers=(field, carried), eq_default=False)
def record(cls: C) -> C:
    """Turn a class into a frozen, hashable attrs class."""
    return attrs.frozen(weakref_slot=False)(cls)


# --- Drafts -----------------------------------------------------------------------------------------------------------


class Draft:
    """A record that can be changed. A draft of ``Player`` is ``class PlayerDraft(Draft, Player)`` with empty slots."""

    __slots__ = ()
    if not TYPE_CHECKING:
        __setattr__ = object.__setattr__
        __delattr__ = object.__delattr__


class Observer(Protocol):
    """What a draft needs from an object that takes the place of the law to observe it."""

    def apply(self, draft: Any, clause: Clause[..., Any], *args: object) -> None:
        """Apply an effect or trigger."""

    def allows(self, draft: Any, occasion: object) -> bool:
        """Whether the law lets an occasion take effect."""


class Position:
    """The common base of states and their drafts. Only drafts use the slot, but both need the same slots."""

    __slots__ = ("law",)


class RootDraft(Draft, Generic[S]):
    """A draft of a whole position. Its parts stay frozen until they are edited.

    ``law`` carries out the consequences of a move: the law itself, or a tracer in its place.
    """

    __slots__ = ()
    if TYPE_CHECKING:
        law: Law | Observer

        def seal(self) -> S:
            """The finished position. The draft must not be used afterwards."""

        def snapshot(self) -> S:
            """The current position. The draft and its parts remain usable."""

    def apply(self, clause: Clause[..., Any], *args: object) -> None:
        """Apply an effect or trigger; a tracer records what it changes."""
        law = self.law
        if isinstance(law, Law):
            clause.function(self, *args)
        else:
            law.apply(self, clause, *args)

    def happens(self, occasion: object) -> bool:
        """Whether the law lets an occasion take effect; a tracer records every finding."""
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


def _compiled(source: str, **scope: Any) -> Any:
    exec(source, scope)  # compiled once per class, as attrs does for __init__
    return scope["made"]


def _frozen(draft: type[Any]) -> type[Any]:
    """Return the record class of a draft class."""
    return next(base for base in draft.__mro__ if "__attrs_attrs__" in vars(base))


def _names(draft: type[Any]) -> list[str]:
    return [field.name for field in attrs.fields(_frozen(draft))]


def copier(draft: type[D], *more: str) -> Callable[..., D]:
    """Compile a function that copies a record into a draft; ``more`` are further slots, passed as arguments."""
    lines = [*(f" twin.{name} = value.{name}" for name in _names(draft)), *(f" twin.{name} = {name}" for name in more)]
    source = "\n".join([f"def made({', '.join(['value', *more])}):", " twin = new(Draft)", *lines, " return twin"])
    return cast("Callable[..., D]", _compiled(source, new=object.__new__, Draft=draft))


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
    """Return a method of a root draft: the part in that field, to be edited."""
    return cast("Callable[[Any], D]", _edits(_PART, of, draft, each=False))


def each(of: Field[tuple[F, ...]], draft: type[D]) -> Callable[[Any, int], D]:
    """Return a method of a root draft: the part of a seat, to be edited."""
    return cast("Callable[[Any, int], D]", _edits(_EACH, of, draft, each=True))


def kept(of: Field[F], draft: type[Any]) -> Callable[[Any], F]:
    """Return a method of a root draft: the part in that field as it stands, which further edits do not change."""
    name, freeze = cast("Any", of).__name__, _freezer(draft)
    method: Callable[[Any], F] = lambda root: freeze(getattr(root, name))  # noqa: E731
    method.__doc__ = f"The part in ``{name}`` as it stands, which further edits do not change."
    return method


def _edits(source: str, of: Any, draft: type[Any], *, each: bool) -> Any:
    name = of.__name__
    method = _compiled(source.format(name=name), Draft=draft, copy=copier(draft))
    method.__doc__ = f"The part in ``{name}``{' of a seat' if each else ''}, to be edited."
    method.editor = _Editor(name, draft, each)
    return method


def drafts(root: type[D]) -> Callable[[Any, Law | Observer], D]:
    """Return a function that makes drafts of a position, and add ``seal`` and ``snapshot`` to the draft class.

    Sealing switches the classes of the edited parts, which is much cheaper than building new ones. On free-threaded
    Python it copies them, because switching a class stops all threads there. A snapshot copies them too, so that a
    clause sees the same draft whether it is traced or not.
    """
    editors = [method.editor for method in vars(root).values() if hasattr(method, "editor")]
    kind: Any = root
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
            lines += [f" parts = draft.{name}", " if type(parts) is list:", "  for part in parts:", f"   {switch}"]
            lines += [f"  draft.{name} = tuple(parts)"]
        else:
            lines += [f" part = draft.{name}", f" {switch}"]
    lines += [" draft.law = None", " draft.__class__ = Frozen", " return draft"]
    return cast("Callable[[Any], Any]", _compiled("\n".join(lines), **scope))


def _freezer(draft: type[Any]) -> Callable[[Any], Any]:
    """Compile a function that copies a draft of a part into its record, and returns anything else as it is."""
    copied = ", ".join(f"part.{field}" for field in _names(draft))
    source = f"def made(part): return Frozen({copied}) if type(part) is Draft else part"
    return cast("Callable[[Any], Any]", _compiled(source, Draft=draft, Frozen=_frozen(draft)))


def _snapshot(root: type[Any], editors: list[_Editor]) -> Callable[[Any], Any]:
    scope: dict[str, Any] = {"Frozen": _frozen(root)}
    values = {name: f"draft.{name}" for name in _names(root)}
    for number, (name, draft, each) in enumerate(editors):
        scope[f"freeze{number}"] = _freezer(draft)
        parts = f"tuple(map(freeze{number}, draft.{name})) if type(draft.{name}) is list else draft.{name}"
        values[name] = parts if each else f"freeze{number}(draft.{name})"
    return cast(
        "Callable[[Any], Any]", _compiled(f"def made(draft): return Frozen({', '.join(values.values())})", **scope)
    )
