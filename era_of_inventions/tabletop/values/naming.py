"""Names of things, and `Terms`: what must be known of a game before its values can be read and written."""

from __future__ import annotations

import enum
import re
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeAlias, TypeVar

import attrs

from era_of_inventions.tabletop.errors import GameError, one_of
from era_of_inventions.tabletop.text.span import fold
from era_of_inventions.tabletop.values.copies import Copies

if TYPE_CHECKING:
    from era_of_inventions.tabletop.values.layout import Layout

T = TypeVar("T")
K = TypeVar("K")
V = TypeVar("V", covariant=True)
E = TypeVar("E", bound=enum.Enum)
PerSetting: TypeAlias = T | Callable[[Any], T]
"""A value, or a function that computes it from the setting."""
Schema: TypeAlias = dict[str, Any]


class DeclarationError(GameError, TypeError):
    """Invalid declarations of fields, records or moves, with all reasons."""

    def __init__(self, reasons: Iterable[str]) -> None:
        """Store the reasons."""
        self.reasons = tuple(reasons)
        super().__init__("\n".join(self.reasons))


@attrs.frozen
class Terms:
    """What fields need to know of a game: its setting, the players' names if known, and the number of players.

    Which values exist depends on these. ``seats`` is the minimum and the maximum number
    of players. Without a setting the terms cover only the things common to all settings
    of a rulebook, which is enough for a schema. ``supplied`` holds further things that
    a document may refer to, besides the things of the rulebook.
    """

    setting: Any = None
    names: tuple[str, ...] = ()
    seats: tuple[int, int] = (1, 1)
    rulebook: Any = None
    supplied: Any = None
    layouts: dict[type, Layout[Any]] = attrs.field(
        factory=dict, init=False, eq=False, repr=False
    )
    """The layouts made so far for these terms, by record class; see `layout_of`."""
    begun: set[type] = attrs.field(factory=set, init=False, eq=False, repr=False)
    """The record classes whose layouts are being made."""
    resolved: dict[AnyNames, Known] = attrs.field(
        factory=dict, init=False, eq=False, repr=False
    )
    """The names resolved so far with these terms; see `Names.known`."""

    @property
    def words(self) -> Hashable:
        """All names resolved so far with these terms, with their nouns and aliases."""
        return tuple(
            (known.names, known.nouns, tuple(known.also.items()))
            for known in self.resolved.values()
        )

    @classmethod
    def of(cls, setting: Any, names: Sequence[str] = ()) -> Terms:
        """Return the terms of a setting, whose attribute ``players`` is the number of players."""
        return cls(
            setting,
            tuple(names),
            (setting.players, setting.players),
            getattr(setting, "rulebook", None),
        )

    def known(self, value: PerSetting[T]) -> T | None:
        """Resolve a value that may depend on the setting; return None if it does, but the setting is unknown."""
        if not callable(value):
            return value
        return None if self.setting is None else value(self.setting)

    def get(self, value: PerSetting[T]) -> T:
        """Resolve a value that may depend on the setting, which must then be known."""
        return value(self.setting) if callable(value) else value


class Known(NamedTuple):
    """The names of the things in a setting, with their nouns, values and aliases."""

    names: tuple[str, ...]
    nouns: tuple[str, ...]
    values: tuple[Any, ...]
    also: Mapping[str, str]


@attrs.frozen(eq=False)
class Names(Generic[K, V]):
    """Named things in order: the cards of a set, the areas of a board.

    ``of`` is a class that marks the kind for type checkers. ``names`` are the names, or
    a mapping from names to the nouns that sentences use. ``what`` describes the
    expected name in messages. ``pattern`` is a regular expression that every name
    matches; schemas use it where the names depend on the setting. Fields hold the
    ``values`` that belong to the names, by default their indexes. ``also`` maps
    aliases, accepted in text that people write, to names; an alias is ignored where its
    name does not exist in the setting. Nouns are accepted too, and so are names with
    blanks for hyphens or hyphens for blanks.

    If the things are indistinguishable copies, ``faces`` are the names of their faces.
    Moves and people then name a face and mean any of its copies, and hidden cards are
    counted by face. For other things, ``sort_of`` gives the sort of each thing, as an
    index. An answer about a hand of unknown cards is certain if it is the same for
    every mixture of faces or sorts that the hand may hold. ``only_enough`` is the
    promise that the clauses about a move, taken together, ask of hidden things only
    whether there are enough of one sort, or of two, or of all together, and that more
    of them never take away what fewer allow; then, of too many mixtures, those of few
    sorts are enough.
    """

    of: type[K]
    names: PerSetting[Sequence[str] | Mapping[str, str]]
    what: str = ""
    pattern: str = ""
    values: PerSetting[Sequence[V]] | None = None
    also: PerSetting[Mapping[str, str]] = attrs.field(factory=dict)
    faces: Faces[Any] | None = None
    sort_of: PerSetting[Sequence[int]] = ()
    only_enough: bool = False

    @classmethod
    def indexed(
        cls,
        of: type[T],
        names: PerSetting[Sequence[str] | Mapping[str, str]],
        what: str = "",
        pattern: str = "",
        also: PerSetting[Mapping[str, str]] | None = None,
        sort_of: PerSetting[Sequence[int]] = (),
        *,
        only_enough: bool = False,
    ) -> Names[T, int]:
        """Return names whose values are their indexes."""
        return Names[T, int](
            of, names, what, pattern, None, also or {}, None, sort_of, only_enough
        )

    @classmethod
    def members(
        cls,
        of: type[E],
        noun: Callable[[E], str] | None = None,
        also: Mapping[str, str] | None = None,
    ) -> Names[E, E]:
        """Return names for the members of an enum, in lower case with hyphens; ``noun`` returns the noun of each."""
        words = {member.name.lower().replace("_", "-"): member for member in of}
        nouns = {
            word: word if noun is None else noun(member) for word, member in words.items()
        }
        return Names[E, E](of, nouns, values=tuple(words.values()), also=also or {})

    def some(self, which: Callable[[Any], Iterable[int]]) -> Names[K, int]:
        """Return names for some of these things only; ``which`` returns their indexes in a setting."""

        def names(setting: Any) -> Sequence[str]:
            known = [*Terms(setting).get(self.names)]
            return [known[index] for index in which(setting)]

        return Names[K, int](
            self.of,
            names,
            self.what,
            self.pattern,
            lambda setting: [*which(setting)],
            self.also,
            self.faces,
        )

    def sorts(self, terms: Terms) -> Sequence[int]:
        """Return the face of each thing as an index, or else its sort; empty if there are neither faces nor sorts."""
        if self.faces is not None:
            return self.faces.copies(terms.setting).face_of
        return terms.get(self.sort_of)

    def mixed(self, things: Iterable[int], terms: Terms) -> list[int]:
        """Return these things in turns: one of every sort, then the next of every sort, and so on."""
        sorts, seen = self.sorts(terms), Counter[int]()
        turns = dict[int, int]()
        for thing in things:
            sort = sorts[thing] if sorts else 0
            turns[thing] = seen[sort]
            seen[sort] += 1
        return sorted(turns, key=turns.__getitem__)

    def known(self, terms: Terms) -> Known:
        """Return the names that exist with these terms; the terms keep them for the next call.

        Raises `DeclarationError` for a name that occurs twice or does not match the
        pattern.
        """
        if self not in terms.resolved:
            terms.resolved[self] = self._resolved(terms)
        return terms.resolved[self]

    def _resolved(self, terms: Terms) -> Known:
        names = terms.get(self.names)
        values = (
            tuple(range(len(names))) if self.values is None else tuple(terms.get(self.values))
        )
        if twice := sorted(name for name, number in Counter([*names]).items() if number > 1):
            raise DeclarationError(
                [f"the {self.of.__name__} {', '.join(twice)} is named twice"]
            )
        try:
            is_like = re.compile(self.pattern or ".*", re.DOTALL).fullmatch
        except re.error as error:
            found = f"the pattern {self.pattern!r} of a {self.of.__name__}"
            raise DeclarationError([f"{found} is no regular expression: {error}"]) from None
        if unlike := [name for name in names if not is_like(name)]:
            raise DeclarationError(
                [f"the {self.of.__name__} {', '.join(unlike)} is not like {self.pattern}"]
            )
        nouns = tuple(names.values() if isinstance(names, Mapping) else names)
        return Known(
            tuple(names),
            nouns,
            values,
            _also(tuple(names), nouns, tuple(terms.get(self.also).items())),
        )

    def schema(self, terms: Terms) -> Schema:
        """Return the schema of one name."""
        if (names := terms.known(self.names)) is not None:
            return {"enum": [*names]}
        return {
            "type": "string",
            **({"pattern": f"^(?:{self.pattern})$"} if self.pattern else {}),
        }

    def expected(self, names: Sequence[str]) -> str:
        """Describe the expected name for a message."""
        return self.what or one_of(names)


AnyNames: TypeAlias = Names[Any, Any]


@attrs.frozen(eq=False, kw_only=True)
class Faces(Names[K, int]):
    """The names of faces; ``copies`` returns the copies of each face in a setting."""

    copies: Callable[[Any], Copies[Any]]

    @classmethod
    def of_copies(
        cls,
        of: type[T],
        copies: Callable[[Any], Copies[Any]],
        what: str = "",
        pattern: str = "",
        also: PerSetting[Mapping[str, str]] | None = None,
    ) -> Faces[T]:
        """Return the names of the faces; ``copies`` returns the copies in a setting."""
        return Faces[T](
            of, lambda s: [*copies(s).numbers], what, pattern, also=also or {}, copies=copies
        )

    def copied(self, of: type[T], what: str = "") -> Names[T, int]:
        """Return names for the copies themselves, such as ``four-1``; the class ``of`` marks their kind."""
        pattern = self.pattern and f"({self.pattern})-[0-9]+"
        return Names[T, int](of, lambda s: self.copies(s).names, what, pattern, faces=self)


def other_words(words: Mapping[str, str]) -> dict[str, str]:
    """Return names by alias: ``{"coin": "gold, money"}`` declares ``gold`` and ``money`` as aliases of ``coin``."""
    return {
        word.strip(): name for name, others in words.items() for word in others.split(",")
    }


@lru_cache(maxsize=256)  # settings that differ in their rulings have the same names
def _also(
    names: tuple[str, ...], nouns: tuple[str, ...], declared: tuple[tuple[str, str], ...]
) -> Mapping[str, str]:
    """Return the names by alias; an alias that two names share stands for the first."""
    aliases = ((word, name) for word, name in declared if name in names)
    found: dict[str, str] = {}
    for word, name in (
        *zip(names, names, strict=True),
        *zip(nouns, names, strict=True),
        *aliases,
    ):
        for spelled in dict.fromkeys((word, word.replace("-", " "), word.replace(" ", "-"))):
            found.setdefault(fold(spelled), name)
    return MappingProxyType({word: name for word, name in found.items() if word not in names})
