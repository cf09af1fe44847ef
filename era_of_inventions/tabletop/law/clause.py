"""A clause: one sentence of a rulebook as one visible unit of statement, citations and code.

A clause is written as a decorated function whose docstring is the rule in the project's
own words::

    @limit("market.five-max", nl=Cite("De ruilmarkt", "maximaal 5 handelingen"))
    def five_max(position: Position, move: Exchange) -> bool:
        '''At most five exchanges are made in one market action.'''
        return sum(position.turn.exchanges) < 5

Grants, limits and effects are about the kinds of moves or occasions that annotate the
second argument, as ``Exchange`` does here. Other clauses name them: ``on=Exchange``.

A chapter about one section names it once: ``SECTION = "De ruilmarkt"``. Its clauses can
then cite by the anchor alone, ``nl="maximaal 5 handelingen"``.

The decorators differ only in the kind of the clause and the type of function that they
accept.
"""

from __future__ import annotations

import enum
import importlib
import inspect
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from operator import attrgetter
from types import ModuleType
from typing import (
    TYPE_CHECKING,
    Any,
    Generic,
    NamedTuple,
    ParamSpec,
    Protocol,
    TypeAlias,
    TypeVar,
    cast,
    get_args,
)

import attrs

from era_of_inventions.tabletop.law.citation import Cite
from era_of_inventions.tabletop.values.layout import numbers_at
from era_of_inventions.tabletop.values.naming import DeclarationError
from era_of_inventions.tabletop.values.records import Seal

P = ParamSpec("P")
R = TypeVar("R")
Facts: TypeAlias = Mapping[str, object]
"""The facts behind the result of a clause, by the words for them."""


class Kind(enum.Enum):
    """What a clause does, which determines how the law uses its function."""

    GRANT = "grant"
    """Makes something possible at a `Moment`: ``(position, subject) -> bool``. Grants are OR-ed."""
    LIMIT = "limit"
    """Forbids something: ``(position, subject) -> bool``, false where it forbids. Limits are AND-ed."""
    COST = "cost"
    """What must be paid: ``(position, subject) -> amount``."""
    EFFECT = "effect"
    """What a move changes: ``(draft, subject) -> None``. Effects are carried out in rulebook order, at their `Moment`.

    An effect on `Move` itself is carried out with every move, after all effects on the
    move's own kind.
    """
    TRIGGER = "trigger"
    """What an occasion changes at a `Moment`, without anyone choosing it: ``(draft, occasion) -> None``."""
    SCORING = "scoring"
    """Points by seat: ``(position, *columns) -> points``. Each fact is a column, with one value for each seat."""
    COMPONENT = "component"
    """A fact about the components in the box: ``(components) -> problems``, none if they agree with it."""
    DEFINITION = "definition"
    """A number or term that other clauses use: any signature."""


WITH_SUBJECT = (Kind.GRANT, Kind.LIMIT, Kind.EFFECT)
"""The kinds of clauses that are about moves or occasions."""
NEUTRAL: Mapping[Kind, Callable[..., Any]] = {
    Kind.GRANT: lambda *_, **__: False,
    Kind.LIMIT: lambda *_, **__: True,
    Kind.COST: lambda *_, **__: 0,
    Kind.EFFECT: lambda *_, **__: None,
    Kind.TRIGGER: lambda *_, **__: None,
    Kind.SCORING: lambda position, *_: (0,) * position.setting.players,
    Kind.COMPONENT: lambda *_, **__: iter(()),
}
"""The replacement for the function of a suspended clause, by kind, except for `Kind.DEFINITION`."""


def _nothing(value: Any) -> Any:
    """Return the empty value of the same type: 0, false, or a tuple of these."""
    return tuple(map(_nothing, value)) if isinstance(value, tuple) else type(value)()


@attrs.frozen(eq=False)
class Moment:
    """A moment of a game, at which clauses apply: ``words`` name it, such as ``at any time``.

    ``holds(position)`` is whether a position is at this moment. If that depends only on
    the stage of the game, ``of`` returns the stage of a position, and the moment holds
    in ``stages``; `moments_of` makes such moments. ``sets`` are the ways to state the
    moment: each gives the values of some fields of a position, by paths such as
    ``turn.stage``. If there is a field that a file states where it means this moment,
    ``meant_by`` is its path; without it, the moment counts only for a move that no
    clause permits at another.
    """

    words: str
    holds: Callable[[Any], bool]
    of: Callable[[Any], object] | None = None
    stages: frozenset[object] = frozenset()
    sets: tuple[Mapping[str, object], ...] = ()
    meant_by: str = ""


def moments_of(path: str) -> Callable[..., Moment]:
    """Return a function that makes moments from their words and the stages of the game in which they hold.

    ``path`` is the place of the stage in a position: ``turn.stage``.
    """
    stage = attrgetter(path)

    def during(words: str, *stages: object) -> Moment:
        those = frozenset(stages)
        sets = tuple({path: stage} for stage in stages)
        return Moment(words, lambda position: stage(position) in those, stage, those, sets)

    return during


ALWAYS = Moment("at any time", lambda _: True)


class Tally(NamedTuple):
    """How much a move uses up of a limit: ``number`` of at most ``most``; ``words`` name what is counted."""

    number: int
    most: int
    words: str


@attrs.define(eq=False)
class Clause(Generic[P, R]):
    """One rule: its permanent id, its statement, its citations by edition, and the code that implements it.

    ``on`` holds the types of the subjects it applies to: those that annotate its second
    argument, unless they are named. ``rulings`` holds the names of the rulings its code
    consults. ``facts`` is an optional function that returns the facts behind its
    result; its arguments are a position and the subject. The facts of a scoring clause
    are computed once, from a position: each is a column with a value for each seat, and
    the columns are passed to the clause. ``when`` is the moment at which a grant, an
    effect or a trigger applies. The moment of an effect is tested when its turn comes,
    after the effects before it. If an effect or trigger opens sealed decisions,
    ``opens`` is their `Seal`. A limit that counts something, and forbids going above a
    maximum, has a ``count``: a function of a position and the subject that returns a
    `Tally`, or None where nothing is limited.
    """

    id: str
    kind: Kind
    statement: str
    cites: Mapping[str, Cite]
    function: Callable[P, R]
    on: tuple[type, ...] = ()
    rulings: tuple[str, ...] = ()
    facts: Callable[..., Facts] | None = None
    when: Moment = attrs.field(default=ALWAYS, kw_only=True)
    opens: Seal | None = attrs.field(default=None, kw_only=True)
    count: Callable[..., Tally | None] | None = attrs.field(default=None, kw_only=True)
    source: Callable[..., Any] = attrs.field(default=None, kw_only=True)

    if TYPE_CHECKING:

        def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
            """Call the function of the clause."""

    @property
    def chapter(self) -> str:
        """Its chapter: the part of the id before the dot."""
        return self.id.partition(".")[0]

    @property
    def place(self) -> str:
        """The file and line of its code, relative to the folder that contains the package."""
        line = inspect.unwrap(self.source).__code__.co_firstlineno
        return f"{self.source.__module__.replace('.', '/')}.py:{line}"

    def __reduce__(self) -> tuple[Callable[[str, str], Any], tuple[str, str]]:
        """Pickle by reference, so that unpickling returns the same object."""
        return declared, (self.source.__module__, self.source.__name__)

    def __repr__(self) -> str:
        """Show the kind and the id."""
        return f"<{self.kind.value} {self.id}>"

    def permits(self, position: Any, subject: object) -> bool:
        """Return whether this grant applies at this moment and permits the subject."""
        function: Callable[..., Any] = self.function
        return self.when.holds(position) and bool(function(position, subject))

    @contextmanager
    def suspended(self) -> Iterator[None]:
        """Disable the clause: a limit permits everything, an effect does nothing, a score or a number is 0.

        For tests that show that the clause is needed. Engines made before or during the
        suspension keep their tables.
        """
        function = self.function

        def valueless(*args: Any, **named: Any) -> Any:
            return _nothing(function(*args, **named))

        self.function = valueless if self.kind is Kind.DEFINITION else NEUTRAL[self.kind]
        try:
            yield
        finally:
            self.function = function


# Calling a clause calls its function directly, without another call in between.
Clause.__call__ = Clause.function  # type: ignore[method-assign, misc]


def declared(module: str, name: str) -> Any:
    """Return the object that a module declares under a name."""
    return getattr(importlib.import_module(module), name)


Sentence: TypeAlias = str | tuple[str | int, ...]
"""The message of a check: a text, or a sequence of texts and the seats that they refer to."""
Sentences: TypeAlias = Iterator[Sentence]
"""What a check yields: a sentence for each problem."""


@attrs.frozen(eq=False)
class Check:
    """A check of a whole position on behalf of a clause. It yields one sentence per problem."""

    clause: Clause[..., Any]
    function: Callable[[Any], Sentences]
    shape: bool = False
    """Whether a position that fails this check is malformed, so that no game could continue from it."""
    about: str = ""
    """The field of the position that it checks, such as ``board`` or ``board.row``; empty if it checks several."""
    total: Total | None = None
    """The total that it checks, which limits what unknown numbers can be."""
    of_places: bool = False
    """Whether it only checks that each thing lies in one place. Completions need not be checked for that."""

    def problems(self, position: Any) -> tuple[Sentence, ...]:
        """Return a sentence for each problem of a position."""
        return tuple(self.function(position))


class Total(NamedTuple):
    """What the numbers in some fields, by path, add up to: a function returns it for a setting."""

    of: tuple[str, ...]
    amount: Callable[[Any], int]


class _Decorator(Protocol):
    def __call__(
        self,
        id: str,  # noqa: A002
        *,
        on: type | tuple[type, ...] = (),
        rulings: str | tuple[str, ...] = (),
        facts: Callable[..., Facts] | None = None,
        **cites: Cite | str,
    ) -> Callable[[Callable[P, R]], Clause[P, R]]: ...


class _GrantDecorator(Protocol):
    def __call__(
        self,
        id: str,  # noqa: A002
        *,
        on: type | tuple[type, ...] = (),
        when: Moment = ALWAYS,
        rulings: str | tuple[str, ...] = (),
        facts: Callable[..., Facts] | None = None,
        **cites: Cite | str,
    ) -> Callable[[Callable[P, R]], Clause[P, R]]: ...


class _LimitDecorator(Protocol):
    def __call__(
        self,
        id: str,  # noqa: A002
        *,
        on: type | tuple[type, ...] = (),
        rulings: str | tuple[str, ...] = (),
        facts: Callable[..., Facts] | None = None,
        count: Callable[..., Tally | None] | None = None,
        **cites: Cite | str,
    ) -> Callable[[Callable[P, R]], Clause[P, R]]: ...


class _EffectDecorator(Protocol):
    def __call__(
        self,
        id: str,  # noqa: A002
        *,
        on: type | tuple[type, ...] = (),
        when: Moment = ALWAYS,
        opens: Seal | None = None,
        rulings: str | tuple[str, ...] = (),
        facts: Callable[..., Facts] | None = None,
        **cites: Cite | str,
    ) -> Callable[[Callable[P, R]], Clause[P, R]]: ...


def _opening(seal: Seal, function: Callable[P, R]) -> Callable[P, R]:
    """Return an effect that also opens the seal at its end; its first argument is the draft."""

    def opened(draft: Any, *args: Any) -> Any:
        function(draft, *args)  # type: ignore[call-arg]
        seal.break_open(draft)

    return cast("Callable[P, R]", opened)


def _only_at(when: Moment, function: Callable[P, R]) -> Callable[P, R]:
    """Return an effect that is carried out only at the moment ``when``; its first argument is the draft."""
    stage, stages = (when.of, when.stages) if when.of else (when.holds, frozenset({True}))

    def at_its_moment(draft: Any, *args: Any) -> Any:
        return function(draft, *args) if stage(draft) in stages else None  # type: ignore[call-arg]

    return cast("Callable[P, R]", at_its_moment)


def _placed(cite: Cite | str, clause: Any) -> Cite:
    """Return a citation. A text is an anchor in the ``SECTION`` of the module of the clause."""
    if not isinstance(cite, str):
        return cite
    section = clause.__globals__.get("SECTION")
    if section is None:
        expected = "a SECTION in its module, or Cite(section, anchor)"
        raise DeclarationError(
            [f"{clause.__name__} cites {cite!r} alone; expected {expected}"]
        )
    return Cite(section, cite)


def _subjects(function: Callable[..., Any]) -> tuple[type, ...]:
    """Return the classes that annotate the second argument of a function; none if they are not known."""
    try:
        _, subject, *_ = inspect.signature(function, eval_str=True).parameters.values()
    except (NameError, ValueError):  # an unknown class, or no second argument
        return ()
    kinds = get_args(subject.annotation) or (subject.annotation,)
    return tuple(kind for kind in kinds if kind not in (Any, subject.empty))


def _decorator(kind: Kind) -> Any:
    def clause(
        id: str,  # noqa: A002
        *,
        on: type | tuple[type, ...] = (),
        when: Moment = ALWAYS,
        opens: Seal | None = None,
        rulings: str | tuple[str, ...] = (),
        facts: Callable[..., Facts] | None = None,
        count: Callable[..., Tally | None] | None = None,
        **cites: Cite | str,
    ) -> Callable[[Callable[P, R]], Clause[P, R]]:
        types = tuple(on) if isinstance(on, tuple | list) else (on,)
        named = (rulings,) if isinstance(rulings, str) else rulings

        def bind(function: Callable[P, R]) -> Clause[P, R]:
            about = types or (_subjects(function) if kind in WITH_SUBJECT else ())
            statement = " ".join(inspect.cleandoc(function.__doc__ or id).split())
            run = _opening(opens, function) if opens else function
            if kind is not Kind.GRANT and when is not ALWAYS and isinstance(when, Moment):
                run = _only_at(when, run)
            return Clause(
                id,
                kind,
                statement,
                {edition: _placed(cite, function) for edition, cite in cites.items()},
                run,
                about,
                named,
                facts,
                when=when,
                opens=opens,
                count=count,
                source=function,
            )

        return bind

    clause.__doc__ = f"Declare a clause of kind {kind.value!r}; see `Kind.{kind.name}` for the function it takes."
    return clause


grant: _GrantDecorator = _decorator(Kind.GRANT)
limit: _LimitDecorator = _decorator(Kind.LIMIT)
cost: _Decorator = _decorator(Kind.COST)
effect: _EffectDecorator = _decorator(Kind.EFFECT)
trigger: _EffectDecorator = _decorator(Kind.TRIGGER)
scoring: _Decorator = _decorator(Kind.SCORING)
component: _Decorator = _decorator(Kind.COMPONENT)
definition: _Decorator = _decorator(Kind.DEFINITION)


def check(
    clause: Clause[..., Any], *, about: str = "", shape: bool = False
) -> Callable[[Callable[[Any], Sentences]], Check]:
    """Declare a check of whole positions on behalf of a clause; see `Check.about` and `Check.shape`.

    A problem of a player is yielded as ``yield seat, "has no stones"``; rendering
    replaces the seat by the name.
    """
    return lambda function: Check(clause, function, shape, about)


def check_each(
    clause: Clause[..., Any], *, about: str = "", shape: bool = False
) -> Callable[[Callable[[Any, int, Any], Sentences]], Check]:
    """Declare a check of each player's record: it is called with a position, a seat, and the record.

    The function yields sentences without their subject, such as ``yield "has no
    stones"``; the player's name is put before each.
    """

    def bind(function: Callable[[Any, int, Any], Sentences]) -> Check:
        def problems(position: Any) -> Sentences:
            for seat, player in enumerate(position.players):
                for rest in function(position, seat, player):
                    yield (seat, rest) if isinstance(rest, str) else (seat, *rest)

        return Check(clause, problems, shape, about)

    return bind


def check_total(
    clause: Clause[..., Any], *, of: tuple[str, ...]
) -> Callable[[Callable[[Any], int]], Check]:
    """Declare what the numbers in the fields ``of`` add up to in every position, on behalf of a clause.

    Fields are given by path; those of players, such as ``players.coins``, are added up
    for all players. The function returns the total for a setting. Numbers that are
    unknown can then only be what is left of it.
    """

    def bind(amount: Callable[[Any], int]) -> Check:
        def problems(position: Any) -> Iterator[str]:
            setting = position.setting
            numbers = [n for path in of for n in numbers_at(setting.layout, position, path)]
            found, expected = sum(number or 0 for number in numbers), amount(setting)
            if found > expected or (found < expected and None not in numbers):
                yield f"{' and '.join(of)} hold {found} altogether; expected {expected}"

        return Check(clause, problems, total=Total(of, amount))

    return bind


def checks_of(module: ModuleType) -> tuple[Check, ...]:
    """Return the checks of positions in a module, in source order."""
    return tuple(value for value in vars(module).values() if isinstance(value, Check))


@attrs.frozen(eq=False)
class Chapter:
    """The clauses of one module, in source order."""

    name: str
    title: str
    clauses: tuple[Clause[..., Any], ...]

    @classmethod
    def of(cls, module: ModuleType) -> Chapter:
        """Collect the clauses of a module; the first line of its docstring is the title."""
        own = list(vars(module).values())
        title = (module.__doc__ or module.__name__).partition("\n")[0].rstrip(".")
        clauses = tuple(
            o for o in own if isinstance(o, Clause) and o.source.__module__ == module.__name__
        )
        return cls(module.__name__.rpartition(".")[2], title, clauses)
