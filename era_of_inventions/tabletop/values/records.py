"""Records whose fields are declared once: the records are frozen, and drafts are their writable form.

For example::

    @record
    class Player:
        goods: Field[Goods] = field(Amounts(GOODS), "what lies before the player")

    class PlayerDraft(Draft, Player):
        __slots__ = ()

To a type checker `Field` is a descriptor that can be read everywhere but assigned only
in a `Draft`, so a draft class need not declare the fields again. At run time the
annotation is ignored: fields are the plain slots of an attrs class.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from operator import attrgetter
from types import MappingProxyType
from typing import (
    TYPE_CHECKING,
    Any,
    Generic,
    Literal,
    NamedTuple,
    TypeAlias,
    TypeVar,
    cast,
    dataclass_transform,
    overload,
)

import attrs

from era_of_inventions.tabletop.errors import describe
from era_of_inventions.tabletop.values.naming import DeclarationError

if TYPE_CHECKING:
    from dataclasses import replace as evolve  # typed by every checker, keyword by keyword

    from era_of_inventions.tabletop.values.domains import Domain
else:
    evolve = attrs.evolve

__all__ = ["evolve"]  # an import under another name is private without this
T = TypeVar("T")
C = TypeVar("C", bound=type[Any])


Audience: TypeAlias = Literal["all", "owner", "nobody"]
"""Who may know something: everybody, the player it belongs to, or nobody (the cards of a face-down pile)."""


# --- Declarations ---------------------------------------------------------------------


class Field(Generic[T]):
    """The type of a declared field to a type checker: readable everywhere, assignable only in drafts."""

    if TYPE_CHECKING:

        @overload
        def __get__(self, part: None, owner: Any, /) -> Field[T]: ...
        @overload
        def __get__(self, part: object, owner: Any, /) -> T: ...
        def __get__(self, part: object, owner: Any, /) -> Any: ...
        def __set__(self, part: Draft, value: T, /) -> None: ...


class Listed(Field[tuple[T, ...]]):
    """The type of a field that holds a tuple and can be given any list."""

    if TYPE_CHECKING:

        def __set__(self, part: Draft, value: Iterable[T], /) -> None: ...


@attrs.define(eq=False)
class Sealed:
    """The audience of a sealed part of a move, such as a plan: only its owner, until it is opened.

    ``lies(position, seat)`` is whether the part of the owner at ``seat`` is still
    sealed in a position after the move. In the first position where it is not,
    everybody learns the part if ``opened(position, seat, move)`` is true. If that is
    false, nobody ever learns it. All hidden parts of a move have the same seal.
    """

    lies: Callable[[Any, int], bool]
    opened: Callable[[Any, int, Any], bool] = lambda position, seat, move: True


class Seal(Sealed):
    """A secret decision of every player, kept in fields that only that player sees, until one event opens them all.

    A player has decided as soon as one of the fields does not hold its default. The
    seal is the audience of the moves by which players decide. The clause that opens the
    decisions names the seal: ``@trigger(…, opens=PLANS)``. After that clause the fields
    hold their defaults again.

    A seal that ``hides_only_things`` makes a promise: once it is opened, everybody sees
    what its fields held, except for things, by the moves that put it there. So what
    somebody cannot see then was a thing, and not, for instance, the decision to choose
    none.
    """

    def __init__(self, *fields: Field[Any], hides_only_things: bool = False) -> None:
        """Seal these fields of a player's record."""
        if not fields or not all(hasattr(one, "__objclass__") for one in fields):
            found = ", ".join(map(describe, fields)) or "nothing"
            expected = "one or more fields of a player's record, such as Player.plan"
            raise DeclarationError([f"Seal seals {found}; expected {expected}"])
        if hides_only_things not in (True, False):
            found = describe(hides_only_things)
            raise DeclarationError([f"hides_only_things is {found}; expected True or False"])
        super().__init__(self.holds)
        self.hides_only_things = hides_only_things
        names = [one.__name__ for one in cast("tuple[Any, ...]", fields)]
        defaults = {
            one.name: one.default for one in attrs.fields(cast("Any", fields[0]).__objclass__)
        }
        self._empty = {name: defaults[name] for name in names}

    @property
    def fields(self) -> tuple[str, ...]:
        """The names of the sealed fields of a player's record."""
        return tuple(self._empty)

    def holds(self, position: Any, seat: int) -> bool:
        """Return whether the player at a seat has made a decision that is still sealed."""
        player = position.players[seat]
        return any(getattr(player, name) != empty for name, empty in self._empty.items())

    def undecided(self, position: Any) -> tuple[int, ...]:
        """Return the seats whose players have not made this decision, in the order of the round."""
        order = position.setting.rulebook.order(position)
        return tuple(seat for seat in order if not self.holds(position, seat))

    def break_open(self, draft: Any) -> None:
        """Reset the sealed fields of all players to their defaults."""
        for player in map(draft.edit_player, draft.seats):
            for name, empty in self._empty.items():
                setattr(player, name, empty)


NO_VALUES: Mapping[str, Any] = MappingProxyType({})


class InFile(NamedTuple):
    """How a component file writes a field, and the ``template`` by which tables show it, such as ``"costs {}"``.

    The template may be a function of the thing and the value; without a template,
    tables leave the value out. ``key`` is by default the name of the field. If it is
    empty, the keys of the record in the field stand directly in the table around it.
    Files write values of the domain ``holds``, by default the domain of the field. They
    give the source of a value if it is ``sourced``, by default unless it is a text. An
    ``implied`` value has the source of its table even where it is the default and left
    out.

    Records are written as tables. A table may leave out values that have ``defaults``,
    here or in the record class. Disputes can replace single values of things: ``names``
    returns the names of the things there, by default their labels, or else their
    numbers. The key path of a thing begins with ``place``, which may be a function of
    the name, by default with the key.
    """

    template: str | Callable[[Any, Any], str] = ""
    key: str | None = None
    holds: Domain[Any] | None = None
    sourced: bool | None = None
    implied: bool = False
    defaults: Mapping[str, Any] = NO_VALUES
    names: Callable[[Any], Sequence[str]] | None = None
    place: str | Callable[[str], str] = ""


class Spec(NamedTuple):
    """The declaration of a field apart from its name and default; see `field`."""

    holds: Domain[Any]
    words: str
    about: str
    seen: Audience | Sealed = "all"
    phrase: str = ""
    reported: bool = True
    also: tuple[str, ...] = ()
    get: Callable[[Any], Any] | None = None
    file: InFile = InFile()


def field(
    holds: Domain[T],
    about: str = "",
    *,
    words: str = "",
    default: Any = attrs.NOTHING,
    seen: Audience | Sealed = "all",
    phrase: str = "",
    reported: bool = True,
    also: str = "",
    get: Callable[[Any], Any] | str | None = None,
    file: InFile | str | Callable[[Any, Any], str] = "",
    eq: bool = True,
) -> Field[T]:
    """Declare a field: what it holds, a description (``about``), its words in text, and who may see it.

    The owner of a field of a position is the player that it belongs to. The owner of a
    part of a move is the player who makes it or, for a move of chance, the player whom
    it is for.

    ``phrase`` is the template for the names of its quantities, such as ``"marker on
    {}"``; by default a quantity is named by its own noun, or by the words of the field.
    A field that is not ``reported`` is bookkeeping: its changes are not events.
    ``also`` are other words for it, with commas between, that are understood and never
    written. Without ``words`` it is called by its name. A ``default`` that is an
    `attrs.Factory` is for Python alone: documents always hold the field. A document
    that is only written takes the value of the field from the object it describes: the
    attribute of the same name, or the result of ``get``, which can also be the path of
    another attribute, such as ``"claim.title"``. ``file`` is how component files write
    the field, or the template that shows it. A field that is not ``eq`` does not count
    when records are compared. Raises `DeclarationError` if ``holds`` is no domain.
    """
    if isinstance(holds, type) or not hasattr(holds, "bind"):
        raise DeclarationError(
            [f"a field holds {describe(holds)}; expected what it can hold, such as Count()"]
        )
    others = tuple(word.strip() for word in also.split(",") if also)
    in_file = file if isinstance(file, InFile) else InFile(file)
    is_event = reported and holds.reported
    getter = attrgetter(get) if isinstance(get, str) else get
    spec = Spec(holds, words, about, seen, phrase, is_event, others, getter, in_file)
    return cast(
        "Field[T]",
        attrs.field(default=default, metadata={"spec": spec}, repr=holds.repr, eq=eq),
    )


def listed(holds: Domain[Any], about: str, *, default: Any = attrs.NOTHING) -> Any:
    """Declare a field of the type `Listed`. The record class must convert the list; see `Shape.accept`."""
    return field(holds, about, default=default)


def carried(
    *,
    default: Any = attrs.NOTHING,
    repr: Callable[[Any], str] | bool = True,  # noqa: A002
    eq: bool = True,
    kw_only: bool = False,
    converter: Callable[[Any], Any] | None = None,
) -> Any:
    """Declare a field that a record carries along but that is no part of its plain data, such as a setting.

    Carried fields stand before all declared fields; if they have a default, after them.
    """
    return attrs.field(
        default=default,
        repr=repr,
        eq=eq,
        kw_only=kw_only,
        converter=converter,
        metadata={"carried": True},
    )


class Shown(property):
    """A property that is written along with the fields of its record.

    When the record is read, the written value must agree with the fields. It need not
    if it is only a ``wording``.
    """

    spec: Spec
    wording: bool


def shown(
    holds: Domain[Any], about: str, *, wording: bool = False
) -> Callable[[Callable[[Any], T]], T]:
    """Declare a property that follows from the fields of a record and is written with them; see `Shown`."""

    def declare(get: Callable[[Any], Any]) -> Any:
        made = Shown(get)
        made.spec = Spec(holds, get.__name__.replace("_", " "), about, get=get)
        made.wording = wording
        return made

    return declare


@dataclass_transform(field_specifiers=(field, listed, carried), eq_default=False)
def record(cls: C) -> C:
    """Turn a class into a frozen, hashable attrs class; copying an instance returns itself."""
    cls.__copy__ = cls.__deepcopy__ = itself
    if "__repr__" not in vars(cls):
        cls.__repr__ = expression  # type: ignore[assignment]
    made = attrs.frozen(weakref_slot=False, repr=False)(cls)
    specs = {one.name: one.metadata.get("spec") for one in attrs.fields(made)}
    made.__slots__ = {  # which `help` shows
        name: specs[name].about if specs.get(name) else None for name in made.__slots__
    }
    return made


def replaced(value: T, changed: Mapping[str, Any]) -> T:
    """Return a record with other values, as `attrs.evolve` does, in a fraction of its time."""
    if not changed:
        return value
    kind: Any = type(value)
    places, values = _arguments(kind)
    arguments = [*values(value)]
    for name, other in changed.items():
        arguments[places[name]] = other
    return cast("T", kind(*arguments))


@cache
def _arguments(kind: type[Any]) -> tuple[Mapping[str, int], Callable[[Any], Sequence[Any]]]:
    """Return the place of each argument of a record class by its name, and a function that reads all of a record."""
    names = [field.name for field in attrs.fields(kind) if field.init]
    return {name: place for place, name in enumerate(names)}, values_of(names)


def values_of(names: Sequence[str]) -> Callable[[Any], Sequence[Any]]:
    """Return a function of a record that returns the values of its attributes with these names."""
    if len(names) < 2:
        return lambda value: [getattr(value, name) for name in names]
    return attrgetter(*names)


def expression(record: Any) -> str:
    """Return the Python expression that makes a record, as its ``repr``.

    All record classes share this function: compiling one for each would take a
    twentieth of the import time.
    """
    parts = (
        f"{field.name}={(repr if field.repr is True else field.repr)(getattr(record, field.name))}"
        for field in attrs.fields(type(record))
        if field.repr
    )
    return f"{type(record).__qualname__.rpartition('>.')[2]}({', '.join(parts)})"


def itself(record: T, memo: object = None) -> T:
    """Return the record itself as its copy, because it is frozen."""
    return record


class Draft:
    """A record that can be changed.

    A draft of ``Player`` is ``class PlayerDraft(Draft, Player)`` with empty slots.
    """

    __slots__ = ()
    if not TYPE_CHECKING:
        __setattr__ = object.__setattr__
        __delattr__ = object.__delattr__
        __copy__ = __deepcopy__ = None  # a draft is copied as any object


class Position:
    """The common base of states and their drafts.

    Only drafts use the slot ``law``, but both classes need the same slots.
    """

    __slots__ = ("law",)
