"""How a game is written: what a rulebook declares about the texts of its moves, its games and its positions."""

from __future__ import annotations

import enum
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from itertools import product
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

import attrs

from era_of_inventions.tabletop.errors import LISTED_MAX, GameError, NotationError, Synonyms, describe
from era_of_inventions.tabletop.fields.domains import QUESTION_MARK, DeclarationError, Form
from era_of_inventions.tabletop.fields.layout import expected_of, fields_of, layout_of
from era_of_inventions.tabletop.fields.moves import word_of
from era_of_inventions.tabletop.fields.outline import Description, Values
from era_of_inventions.tabletop.fields.records import replace
from era_of_inventions.tabletop.fields.values import UNKNOWN
from era_of_inventions.tabletop.fields.views import hides, told
from era_of_inventions.tabletop.files.stretch import LONGEST_NAME, Stretch, fold
from era_of_inventions.tabletop.law.verdict import Problem
from era_of_inventions.tabletop.play.setting import Setting, terms_of

S = TypeVar("S")
M = TypeVar("M")
ValueNames: TypeAlias = Mapping[Any, Sequence[str]]
"""The names of the values of a field of moves: the one that is printed, then others that are understood."""
Names: TypeAlias = Mapping[str, ValueNames]


class Saying(NamedTuple):
    """A text of moves taken apart: the words it begins with, those they stand for, and what follows."""

    said: Stretch
    words: str
    rest: Stretch

    @property
    def verb(self) -> str:
        """The verb."""
        return self.words.partition(" ")[0]


@attrs.frozen(kw_only=True)
class Verb:
    """How the moves of one verb are written, where it does not follow from the names of things.

    ``expected`` is what may follow the verb, for errors; by default it is told in the words of the fields. Moves that
    are ``listed`` are written one after another, with the verb before the first and commas between, as far as one
    ``joins`` the one before it; ``split`` takes such a list apart. ``between`` is a word that is understood between the
    things that a move is about, such as the ``to`` in ``move farming to hunting``.

    ``show`` writes moves whose text is more than names; no other moves of the verb then have a text. ``parse`` reads
    what follows the verb, for a seat if one is known; where it returns None, a name is read.
    """

    expected: str = ""
    listed: bool = False
    between: str = ""
    joins: Callable[[Any, Any], bool] = lambda before, move: True
    split: Callable[[Stretch], Sequence[Stretch]] = lambda text: text.split(",")
    show: Callable[[Any, Vocabulary[Any]], str] | None = None
    parse: Callable[[Stretch, Vocabulary[Any], int | None], Any | None] = lambda text, vocabulary, seat: None


_PLAIN = Verb()
PLAYERS = "players"
"""The field of a position that holds what the players have."""


@attrs.frozen(eq=False, kw_only=True)
class Grammar(Generic[S, M]):
    """How the moves and the games of a rulebook are written. Everything has a default.

    A move is a verb and what it is about: the words for its kind, then its fields. ``words`` are those of each kind,
    of which the first is the verb; by default a kind ``PlaceDisc`` is ``place disc``. ``also`` maps other words with
    which people begin moves to these: ``{"pass": "end turn"}``. The verb ``unspoken`` may be left out. Values of fields
    are called as the fields declare; ``names`` are those of fields in a setting that moves call otherwise. ``verbs``
    holds what is special about some.

    In the text of a game the moves of one player stand on a line until a move of a kind that ``ends_line``. ``chance``
    are the kinds of moves that chance makes, each with the nouns for one and for several of what is turned over.
    ``section`` is the heading under which the next move stands, one of ``headings``, in which ``#`` is any number.
    ``seats`` are the names of players who have not been named.
    """

    words: Mapping[type, str] = attrs.field(factory=dict)
    also: Mapping[str, str] = attrs.field(factory=dict)
    unspoken: str = ""
    names: Callable[[Setting[Any, Any]], Names] = lambda setting: {}
    verbs: Mapping[str, Verb] = attrs.field(factory=dict)
    ends_line: tuple[type, ...] = ()
    chance: Mapping[type, tuple[str, str]] = attrs.field(factory=dict)
    headings: tuple[str, ...] = ("Moves",)
    section: Callable[[S], str] = lambda state: "Moves"
    seats: tuple[str, ...] = ()

    def words_of(self, kind: type) -> str:
        """The words with which the texts of a kind of moves begin."""
        return self.words.get(kind) or word_of(kind).replace("-", " ")

    def verb(self, word: str) -> Verb:
        """What is special about a verb."""
        return self.verbs.get(word, _PLAIN)

    def head(self, text: Stretch) -> Saying:
        """The words with which a text begins: the longest of ``also``, or else the first word."""
        words = text.words()
        for number in range(min(len(words), LONGEST_NAME), 0, -1):
            said = text.part(text.start, words[number - 1].stop)
            if said.folded in self.also:
                return Saying(said, self.also[said.folded], text.part(said.stop, text.stop))
        verb, rest = text.head_and_rest()
        return Saying(verb, verb.folded, rest)

    @property
    def chance_verbs(self) -> tuple[str, ...]:
        """The verbs of what chance does."""
        return tuple(dict.fromkeys(self.words_of(kind).split()[0] for kind in self.chance))

    def heading(self, text: str) -> str | None:
        """The heading that a folded text is, None if it is none."""
        for heading in self.headings:
            pattern = re.escape(fold(heading)).replace(r"\#", "([0-9]{1,9})")
            if match := re.fullmatch(pattern, text):
                return heading.replace("#", str(int(match[1]))) if match.groups() else heading
        return None

    def seat_names(self, players: int) -> tuple[str, ...]:
        """The names of so many players who have not been named."""
        return (*self.seats, *(f"Player {seat + 1}" for seat in range(len(self.seats), players)))[:players]


@attrs.frozen(eq=False)
class Vocabulary(Generic[M]):
    """The texts of the moves of a setting, and what can follow each verb, in folded form."""

    setting: Setting[Any, Any]
    names: Names
    texts: Mapping[M, str]
    moves: Mapping[str, Mapping[str, M]]
    kinds: tuple[type, ...]
    """The kinds of moves there are."""
    partly: Mapping[str, Mapping[str, M]]
    """By their verbs, the moves of which a part is unknown to somebody, with a question mark in its place."""

    def value(self, field: str, text: Stretch, expected: str) -> Any:
        """The value of a field that a text names. Raises `NotationError`."""
        named = [(fold(name), value, names[0]) for value, names in self.names[field].items() for name in names]
        shown = Synonyms((name, usual) for name, _, usual in named)
        return text.name({name: value for name, value, _ in named}, expected, shown)

    def show(self, move: M) -> str:
        """The text of a move. Raises `GameError` for what is no move, or is about something that does not exist."""
        grammar = self.setting.rulebook.grammar
        if not isinstance(move, self.kinds):
            kinds = ", ".join(kind.__name__ for kind in self.kinds)
            raise GameError(f"{describe(move)} is no move; expected one of {kinds}, or parse_move of a text")
        show = grammar.verb(grammar.words_of(type(move)).split()[0]).show
        try:
            return show(move, self) if show else self.texts[move]
        except KeyError:
            name = self.setting.components.name
            raise GameError(f"{move} is about something that is not among the components of {name!r}") from None

    def parse(self, saying: Saying, text: Stretch, seat: int | None, *, partly: bool = False) -> M:
        """The move of a verb and of what follows it, of which a part may be unknown if it is known only ``partly``.

        Raises `NotationError`.
        """
        grammar, begun = self.setting.rulebook.grammar, saying.words.removeprefix(saying.verb).lstrip()
        known = self.moves.get(saying.verb)
        if known is None:
            if grammar.unspoken:
                with suppress(NotationError):
                    whole = text.part(saying.said.start, text.stop)
                    return self.parse(Saying(whole, grammar.unspoken, whole), whole, seat)
            candidates = Synonyms({**{verb: verb for verb in self.moves}, **grammar.also})
            raise saying.said.error(f"one of {', '.join(self.moves)}", candidates)
        if begun:
            known = {rest[len(begun) :].lstrip(): move for rest, move in known.items() if rest.startswith(begun)}
        elif partly and (seen := self.partly.get(saying.verb, {}).get(text.folded)) is not None:
            return seen
        special: Verb = grammar.verb(saying.verb)
        move: M | None = None if begun else special.parse(text, self, seat)
        if move is None:
            move = known.get(text.folded)
        if move is not None:
            return move
        if {*known} == {""}:
            raise text.error(f"nothing more: {saying.words!r} is the whole move")
        texts = {rest: self.texts[other].removeprefix(saying.words).lstrip() for rest, other in known.items()}
        usual = tuple(dict.fromkeys(texts.values()))
        expected = (not begun and special.expected) or _expected(usual, self._examples(known), self.setting, begun)
        return text.name(known, expected, Synonyms(texts))

    def _examples(self, known: Mapping[str, M]) -> Mapping[type, str]:
        """The text of one move of each kind among these, with as many different words as there are."""
        texts: dict[type, list[str]] = {kind: [] for kind in self.kinds}
        for move in known.values():
            texts[type(move)].append(self.texts[move])
        return {kind: max(of, key=lambda text: len({*text.split()})) for kind, of in texts.items() if of}


@lru_cache(maxsize=32)
def vocabulary_of(setting: Setting[Any, Any]) -> Vocabulary[Any]:
    """The vocabulary of a setting. Raises `GameError` for anything else, such as a game."""
    if not isinstance(setting, Setting):
        raise GameError(f"setting is {describe(setting)}; expected a setting such as Game(4).setting")
    grammar: Grammar[Any, Any] = setting.rulebook.grammar
    table = setting.rulebook.moves(setting)
    names = _declared_names(setting)
    for field, special_names in grammar.names(setting).items():
        names[field] = {**names.get(field, {}), **special_names}
    texts: dict[Any, str] = {}
    moves: dict[str, dict[str, Any]] = {}
    also: dict[str, dict[str, Any]] = {}
    for move in table:
        verb, *words = grammar.words_of(type(move)).split()
        known, form = moves.setdefault(verb, {}), grammar.verb(verb)
        if form.show is None:
            joints = (" ", f" {form.between} ") if form.between else (" ",)
            chosen = product(joints, product(*_names_in(move, names)))
            rest, *others = (" ".join(filter(None, (*words, joint.join(of)))) for joint, of in chosen)
            if (other := known.get(fold(rest))) is not None:
                raise DeclarationError([f"{other!r} and {move!r} are both written '{verb} {rest}'"])
            texts[move] = f"{verb} {rest}".rstrip()
            known[fold(rest)] = move
            also.setdefault(verb, {}).update((fold(other), move) for other in others)
    moves = {verb: {**also.get(verb, {}), **known} for verb, known in moves.items()}
    partly: dict[str, dict[str, Any]] = {}
    for move in told_moves(setting):
        verb, *words = grammar.words_of(type(move)).split()
        rest = " ".join((*words, *(chosen[0] for chosen in _names_in(move, names))))
        texts[move] = f"{verb} {rest}"
        partly.setdefault(verb, {})[fold(rest)] = move
    return Vocabulary(setting, names, texts, moves, tuple(dict.fromkeys(map(type, table))), partly)


def _declared_names(setting: Setting[Any, Any]) -> dict[str, dict[Any, Sequence[str]]]:
    """The names and aliases of what the fields of moves are chosen from, by the names of the fields."""
    found: dict[str, dict[Any, Sequence[str]]] = {}
    for kind in setting.rulebook.kinds:
        for field in layout_of(kind, terms_of(setting)).fields:
            if field.shape.form is Form.WORD:
                aliases: dict[str, list[str]] = {}
                for alias, name in field.shape.also.items():
                    aliases.setdefault(name, []).append(alias)
                named = ((value, field.shape.write(value)) for value in field.shape.options)
                of_field = {value: (name, *aliases.get(name, ())) for value, name in named}
                found.setdefault(field.name, {}).update(of_field)
    return found


def _names_in(move: Any, names: Names) -> list[Sequence[str]]:
    """The names of what each field of a move holds, the one that is printed first."""
    fields = (field.name for field in attrs.fields(type(move)))
    return [_names_of(getattr(move, name), names.get(name, {})) for name in fields]


@lru_cache(maxsize=32)
def told_moves(setting: Setting[Any, Any]) -> Mapping[Any, Sequence[Any]]:
    """The moves of which a part is unknown to somebody, each with those of the table that it can be."""
    terms, found = terms_of(setting), dict[Any, list[Any]]()
    hiding = {kind for kind in setting.rulebook.kinds if kind.looks_like or hides(layout_of(kind, terms))}
    for move in setting.rulebook.moves(setting):
        if type(move) in hiding:
            for seen in dict.fromkeys((told(move, terms, None, 0), told(move, terms, 0, 0))):
                if seen is not move:
                    found.setdefault(seen, []).append(move)
    return found


def _names_of(value: object, names: Mapping[Any, Sequence[str]]) -> Sequence[str]:
    """The names of a value of a field: those it has, or the value itself in words."""
    if value == UNKNOWN:
        return (QUESTION_MARK,)
    if value in names:
        return names[value]
    return (value.name.lower().replace("_", "-") if isinstance(value, enum.Enum) else str(value).lower(),)


def _expected(known: Sequence[str], kinds: Mapping[type, str], setting: Setting[Any, Any], begun: str) -> str:
    """What can follow a verb, and with what it has ``begun``: all if that is little, otherwise what kinds are about.

    ``kinds`` have an example each, which is told of moves about several things.
    """
    if len(known) <= LISTED_MAX:
        return " or ".join(map(repr, filter(None, known))) or "nothing more"
    grammar, terms = setting.rulebook.grammar, terms_of(setting)
    about = []
    for kind, example in kinds.items():
        words = " ".join(grammar.words_of(kind).split()[1:]).removeprefix(begun).lstrip()
        fields = [expected_of(spec, terms) for _, spec in fields_of(kind)]
        things = " and ".join([*([repr(words)] if words else []), *_twice(fields)])
        about.append(f"{things}, such as {example!r}" if len(fields) > 1 else things)
    return ", or ".join(about)


def _twice(fields: list[str]) -> list[str]:
    """What fields can hold, told once of two that can hold the same."""
    first, *others = fields or [""]
    return [f"two {first.removeprefix('one ')}"] if others == [first] and first.startswith("one of ") else fields


@attrs.frozen(eq=False, kw_only=True)
class Positions(Generic[S]):
    """How the positions of a rulebook are written. Everything has a default.

    A position is written as what is not as in a base, the position with which a game begins that has the same start
    player, at the seat that ``start`` finds; without it, at the first seat unless a game begins with the position. It
    is described by all declared fields of its parts, those of its own that are not ``unsaid``, and the fields of the
    records ``besides``, which no position holds, each along with the part of that name.

    ``follows`` are the fields, such as ``table.deck``, that need not be described, with the functions that find what
    they hold by the rest of the position: a value, or of players one for each seat. They are filled in in this order.
    ``describe`` corrects the description of a position; what it takes away is left out. ``complete`` makes a position
    of its base and its description, and ``contradictions`` are what cannot be in that though no position shows it.
    """

    start: Callable[[S], int] | None = None
    unsaid: tuple[str, ...] = ()
    besides: Mapping[str, type[Any]] = attrs.field(factory=dict)
    follows: Mapping[str, Callable[[S], Any]] = attrs.field(factory=dict)
    describe: Callable[[S, Description], None] = lambda position, description: None
    complete: Callable[[S, Description], S] = lambda base, description: description.on(base)
    contradictions: Callable[[S, Description], Iterable[Problem]] = lambda position, description: ()

    def leave_out(self, position: S, description: Description) -> None:
        """Take away from the whole description of a position what need not be told."""
        self.describe(position, description)
        for path, follows in self.follows.items():
            name, _, field = path.partition(".")
            found = follows(position)
            for values, value in zip(description.of[name], found if name == PLAYERS else [found], strict=False):
                if values.get(field) == value:
                    del values[field]

    def fill_in(self, base: S, description: Description) -> S:
        """The position of a description, with what follows from the rest of it."""
        position = self.complete(base, description)
        for path, follows in self.follows.items():
            name, _, field = path.partition(".")
            told, found, held = description.of[name], follows(position), getattr(position, name)
            if name == PLAYERS:
                filled = tuple(_filled(*each, field) for each in zip(held, told, found, strict=True))
            else:
                filled = _filled(held, told[0], found, field)
            position = _filled(position, {}, filled, name)
        return position


def _filled(record: Any, told: Values, value: Any, field: str) -> Any:
    return record if field in told else replace(record, **{field: value})
