"""How a game is written: the declarations of a rulebook about the texts of moves, games and positions."""

from __future__ import annotations

import enum
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import product
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

import attrs

from era_of_inventions.tabletop.errors import (
    LISTED_MAX,
    GameError,
    NotationError,
    Synonyms,
    describe,
    joined,
)
from era_of_inventions.tabletop.text.span import LONGEST_NAME, Span, fold
from era_of_inventions.tabletop.values.declared import fields_of
from era_of_inventions.tabletop.values.domains import QUESTION_MARK, PlainForm, Shape
from era_of_inventions.tabletop.values.json_schema import expected_of
from era_of_inventions.tabletop.values.layout import Memo, layout_of
from era_of_inventions.tabletop.values.moves import word_of
from era_of_inventions.tabletop.values.naming import DeclarationError, Terms
from era_of_inventions.tabletop.values.packed import UNKNOWN
from era_of_inventions.tabletop.values.views import as_seen, hides

S = TypeVar("S")
M = TypeVar("M")
ValueNames: TypeAlias = Mapping[Any, Sequence[str]]
"""The names of the values of a field of moves: the printed name, then its aliases."""
Names: TypeAlias = Mapping[str, ValueNames]


class ParsedVerb(NamedTuple):
    """A text of moves taken apart: the words that it begins with, the usual words for these, and the rest."""

    begun: Span
    words: str
    rest: Span

    @property
    def verb(self) -> str:
        """The first of the usual words."""
        return self.words.partition(" ")[0]


@attrs.frozen(kw_only=True)
class Verb:
    """How the moves of one verb are written, where this does not follow from the names of things.

    ``expected`` describes for errors what may follow the verb, by default in the words
    of the fields. Moves that are ``listed`` are written one after another, with the
    verb before the first and commas between, as long as each ``joins`` the move before
    it; ``split`` takes such a list apart. ``between`` is an optional word between the
    things that a move is about, such as the ``to`` in ``move farming to hunting``.
    ``then`` maps words that begin another move to the words for that move: with
    ``{"to": "place at"}``, ``move assistant from mill-1 to mill-2`` is two moves. Moves
    of the verbs ``meanwhile`` that are written next, such as those that pay, come
    between these two.

    ``show`` writes moves whose text is more than names; it has to write all moves of
    the verb. ``parse`` reads the text after the verb, for a seat if one is known; if it
    returns None, the text is looked up among the texts of the moves.
    """

    expected: str = ""
    listed: bool = False
    between: str = ""
    then: Mapping[str, str] = attrs.field(factory=dict)
    meanwhile: tuple[str, ...] = ()
    joins: Callable[[Any, Any], bool] = lambda before, move: True
    split: Callable[[Span], Sequence[Span]] = lambda text: text.split(",")
    show: Callable[[Any, Vocabulary[Any]], str] | None = None
    parse: Callable[[Span, Vocabulary[Any], int | None], Any | None] = (
        lambda text, vocabulary, seat: None
    )


_PLAIN = Verb()
NOTHING = "-"
"""What stands for a part of a move that names nothing."""
BLANK = re.compile(r"\{(\w+)\}")
"""A blank in a sentence, such as one for a part of a move."""
_OPTION = re.compile(r"\[([^]]*)\]")
_HYPHEN = re.compile(r"(?<=\w)-(?=\w)")
PLAYERS = "players"
"""The field of a position that holds the record of each player."""


@attrs.frozen(eq=False, kw_only=True)
class Grammar(Generic[S, M]):
    """How the moves and the games of a rulebook are written. Everything has a default.

    The text of a move is the words for its kind, the first of them the verb, then its
    fields. ``words`` are the words by kind; by default a kind ``PlaceDisc`` is ``place
    disc``. ``also`` maps other words with which people begin moves to the usual words:
    ``{"pass": "end turn"}``. ``sentences`` say by kind what a player does who makes a
    move, as it could stand after "may", with the fields in braces; brackets enclose
    what is left out if the field in them holds nothing: ``"register a patent[ on
    {space}]"``. The verb ``unspoken`` may be left out. The names of values are declared
    with the fields; ``names`` returns, for a setting, other names for fields that moves
    call otherwise. ``verbs`` holds the special rules for some verbs.

    In the text of a game the moves of one player stand on a line until a move of a kind
    that ``ends_line``. ``chance`` are the kinds of moves that chance makes, each with
    the singular and plural nouns for the things turned over. ``section`` returns the
    heading under which the next move stands. It is one of the ``headings``, in which
    ``#`` stands for any number. ``seats`` are names for players who have none.
    ``captions`` returns, for a setting, what people see on things that their names do
    not say.
    """

    words: Mapping[type, str] = attrs.field(factory=dict)
    also: Mapping[str, str] = attrs.field(factory=dict)
    sentences: Mapping[type, str] = attrs.field(factory=dict)
    unspoken: str = ""
    names: Callable[[Any], Names] = lambda setting: {}
    verbs: Mapping[str, Verb] = attrs.field(factory=dict)
    ends_line: tuple[type, ...] = ()
    chance: Mapping[type, tuple[str, str]] = attrs.field(factory=dict)
    headings: tuple[str, ...] = ("Moves",)
    section: Callable[[S], str] = lambda state: "Moves"
    seats: tuple[str, ...] = ()
    captions: Callable[[Any], Mapping[str, str]] = lambda setting: {}

    def words_of(self, kind: type) -> str:
        """Return the words that begin the texts of a kind of moves."""
        return self.words.get(kind) or word_of(kind).replace("-", " ")

    def sentence_of(self, kind: type, fields: Sequence[str]) -> str:
        """Return the sentence of a kind of moves, with numbers for its fields; by default the words and the fields."""
        plain = " ".join([self.words_of(kind), *(f"{{{name}}}" for name in fields)])
        numbers = {name: number for number, name in enumerate(fields, 1)}
        return BLANK.sub(
            lambda blank: f"{{{numbers[blank[1]]}}}", self.sentences.get(kind, plain)
        )

    def verb(self, word: str) -> Verb:
        """Return the special rules for a verb."""
        return self.verbs.get(word, _PLAIN)

    def head(self, text: Span) -> ParsedVerb:
        """Return the words with which a text begins: the longest of ``also``, or else the first word."""
        words = text.words()
        for number in range(min(len(words), LONGEST_NAME), 0, -1):
            begun = text.part(text.start, words[number - 1].stop)
            if begun.folded in self.also:
                return ParsedVerb(
                    begun, self.also[begun.folded], text.part(begun.stop, text.stop)
                )
        verb, rest = text.head_and_rest()
        return ParsedVerb(verb, verb.folded, rest)

    @property
    def chance_verbs(self) -> tuple[str, ...]:
        """The verbs of the moves of chance."""
        return tuple(dict.fromkeys(self.words_of(kind).split()[0] for kind in self.chance))

    def heading(self, text: str) -> str | None:
        """Return the heading that matches a folded text, or None."""
        for heading in self.headings:
            pattern = re.escape(fold(heading)).replace(r"\#", "([0-9]{1,9})")
            if match := re.fullmatch(pattern, text):
                return heading.replace("#", str(int(match[1]))) if match.groups() else heading
        return None

    def seat_names(self, players: int) -> tuple[str, ...]:
        """Return names for this number of players, for games whose players have no names."""
        return (
            *self.seats,
            *(f"Player {seat + 1}" for seat in range(len(self.seats), players)),
        )[:players]


@attrs.frozen(eq=False)
class Vocabulary(Generic[M]):
    """The texts of the moves of a setting, and the moves of each verb by their folded texts."""

    grammar: Grammar[Any, M]
    terms: Terms
    names: Names
    texts: Mapping[M, str]
    moves: Mapping[str, Mapping[str, M]]
    kinds: tuple[type, ...]
    """The kinds of all moves."""
    partly: Mapping[str, Mapping[str, M]]
    """Moves with a hidden part, written with a question mark, by verb."""

    def value(self, field: str, text: Span, expected: str) -> Any:
        """Return the value of a field that a text names. Raises `NotationError` if it names none."""
        named = [
            (fold(name), value, names[0])
            for value, names in self.names[field].items()
            for name in names
        ]
        shown = Synonyms((name, usual) for name, _, usual in named)
        return text.name({name: value for name, value, _ in named}, expected, shown)

    def show(self, move: M) -> str:
        """Return the text of a move.

        Raises `GameError` if it is not a move, and for a move about something that does
        not exist.
        """
        if not isinstance(move, self.kinds):
            kinds = ", ".join(kind.__name__ for kind in self.kinds)
            raise GameError(
                f"{describe(move)} is no move; expected one of {kinds}, or parse_move of a text"
            )
        show = self.grammar.verb(self.grammar.words_of(type(move)).split()[0]).show
        try:
            return show(move, self) if show else self.texts[move]
        except KeyError:
            name = self.terms.setting.components.name
            raise GameError(
                f"{move} is about something that is not among the components of {name!r}"
            ) from None

    def say(self, move: M) -> str:
        """Return what a player does with a move: its text as a sentence, if the grammar has one for its kind."""
        kind = type(move)
        if kind not in self.grammar.sentences:
            return self.show(move)
        fields = layout_of(kind, self.terms).fields
        parts = {one.name: in_words(one.shape, getattr(move, one.name)) for one in fields}

        def option(match: re.Match[str]) -> str:
            held = (parts[name] for name in BLANK.findall(match[1]))
            return "" if NOTHING in held else match[1]

        text = _OPTION.sub(option, self.grammar.sentences[kind])
        return BLANK.sub(lambda match: _HYPHEN.sub(" ", parts[match[1]]), text)

    def parse(
        self, head: ParsedVerb, text: Span, seat: int | None, *, partly: bool = False
    ) -> M:
        """Parse the text after a verb, and return the move.

        If ``partly`` is true, hidden parts of the move can be unknown. Raises
        `NotationError` if the text is not a move.
        """
        grammar, begun = self.grammar, head.words.removeprefix(head.verb).lstrip()
        known = self.moves.get(head.verb)
        if known is None:
            begins = (head.begun.start, text.start) if grammar.unspoken else ()
            for whole in (text.part(begin, text.stop) for begin in begins):
                with suppress(NotationError):
                    return self.parse(ParsedVerb(whole, grammar.unspoken, whole), whole, seat)
            candidates = Synonyms({**{verb: verb for verb in self.moves}, **grammar.also})
            raise head.begun.error(f"one of {', '.join(self.moves)}", candidates)
        if begun:
            known = {
                rest[len(begun) :].lstrip(): move
                for rest, move in known.items()
                if rest.startswith(begun)
            }
        elif partly and (seen := self.partly.get(head.verb, {}).get(text.folded)) is not None:
            return seen
        special: Verb = grammar.verb(head.verb)
        move: M | None = None if begun else special.parse(text, self, seat)
        if move is None:
            move = known.get(text.folded)
        if move is not None:
            return move
        if {*known} == {""}:
            several = (
                f"; several are written '2 x {head.words}'" if text.numbered()[0] else ""
            )
            raise text.error(f"nothing more: {head.words!r} is the whole move{several}")
        texts = {
            rest: self.texts[other].removeprefix(head.words).lstrip()
            for rest, other in known.items()
        }
        usual = tuple(dict.fromkeys(texts.values()))
        expected = (not begun and special.expected) or self._expected(usual, known, begun)
        return text.name(known, expected, Synonyms(texts))

    def _expected(self, usual: Sequence[str], known: Mapping[str, M], begun: str) -> str:
        """Describe the texts that can follow a verb: a list of all texts or, if they are many, the fields of each kind.

        ``begun`` are the words that already stand after the verb. Kinds of moves with
        several fields get an example.
        """
        if len(usual) <= LISTED_MAX:
            return joined(map(repr, filter(None, usual))) if any(usual) else "nothing more"
        about = []
        for kind, example in self.examples(known.values()).items():
            words = (
                " ".join(self.grammar.words_of(kind).split()[1:]).removeprefix(begun).lstrip()
            )
            fields = [expected_of(spec, self.terms) for _, spec in fields_of(kind)]
            things = " and ".join([*([repr(words)] if words else []), *_twice(fields)])
            about.append(f"{things}, such as {example!r}" if len(fields) > 1 else things)
        return ", or ".join(dict.fromkeys(about))

    def examples(self, moves: Iterable[M]) -> Mapping[type, str]:
        """Return for each kind among these moves an example, the text with the most different words."""
        texts: dict[type, list[str]] = {kind: [] for kind in self.kinds}
        for move in moves:
            texts[type(move)].append(self.show(move))
        return {
            kind: max(of, key=lambda text: len({*text.split()}))
            for kind, of in texts.items()
            if of
        }


def vocabulary(
    grammar: Grammar[Any, M],
    kinds: Iterable[type],
    terms: Terms,
    table: Iterable[M],
    masked: Iterable[M],
) -> Vocabulary[M]:
    """Return the vocabulary: the texts of all moves in ``table``, and of the moves with a hidden part in ``masked``."""
    names = _declared_names(kinds, terms)
    for field, special_names in grammar.names(terms.setting).items():
        names[field] = {**names.get(field, {}), **special_names}

    def of_kind(kind: type) -> tuple[str, Callable[[M], Iterator[str]]]:
        """Return the verb of a kind of moves, and a function that yields the texts of such a move after it.

        The usual text comes first.
        """
        verb, *words = grammar.words_of(kind).split()
        between = grammar.verb(verb).between
        joints = (" ", f" {between} ") if between else (" ",)
        fields = [(field.name, names.get(field.name, {})) for field in attrs.fields(kind)]

        def written(move: M) -> Iterator[str]:
            values = [_names_of(getattr(move, name), known) for name, known in fields]
            for joint, of in product(joints, product(*values)):
                yield " ".join(filter(None, (*words, joint.join(of))))

        return verb, written

    by_kind = Memo(of_kind)
    texts: dict[M, str] = {}
    moves: dict[str, dict[str, M]] = {}
    also: dict[str, dict[str, M]] = {}
    partly: dict[str, dict[str, M]] = {}
    for move in table:
        verb, written = by_kind[type(move)]
        known = moves.setdefault(verb, {})
        if grammar.verb(verb).show is None:
            rest, *others = written(move)
            if (other := known.get(fold(rest))) is not None:
                raise DeclarationError(
                    [f"{other!r} and {move!r} are both written '{verb} {rest}'"]
                )
            texts[move] = f"{verb} {rest}".rstrip()
            known[fold(rest)] = move
            also.setdefault(verb, {}).update((fold(other), move) for other in others)
    for move in masked:
        verb, written = by_kind[type(move)]
        rest = next(written(move))
        texts[move] = f"{verb} {rest}"
        partly.setdefault(verb, {})[fold(rest)] = move
    moves = {verb: {**also.get(verb, {}), **known} for verb, known in moves.items()}
    return Vocabulary(
        grammar, terms, names, texts, moves, tuple(dict.fromkeys(map(type, table))), partly
    )


def _declared_names(
    kinds: Iterable[type], terms: Terms
) -> dict[str, dict[Any, Sequence[str]]]:
    """Return the names and aliases of the possible values of the fields of moves, by field name."""
    found: dict[str, dict[Any, Sequence[str]]] = {}
    for kind in kinds:
        for field in layout_of(kind, terms).fields:
            if field.shape.form is PlainForm.WORD:
                of_field = found.setdefault(field.name, {})
                for value in field.shape.options:
                    item = field.shape.write(value)
                    # a seat is a number in data, which has no text of its own
                    name = field.shape.labels.get(item, item)
                    of_field[value] = (name, *field.aliases.get(item, ()))
    return found


def masked_moves(
    kinds: Iterable[type[Any]], terms: Terms, table: Iterable[Any]
) -> Mapping[Any, Sequence[Any]]:
    """Return every masked move (a move as others see it), with the moves of the table that it may stand for."""
    found = dict[Any, list[Any]]()
    hiding = {kind for kind in kinds if kind.looks_like or hides(layout_of(kind, terms))}
    for move in table:
        if type(move) in hiding:
            for seen in dict.fromkeys(
                (as_seen(move, terms, None, 0), as_seen(move, terms, 0, 0))
            ):
                if seen is not move:
                    found.setdefault(seen, []).append(move)
    return found


def in_words(shape: Shape[Any], value: Any) -> str:
    """Return a part of a move in words."""
    if value == UNKNOWN:
        return QUESTION_MARK
    plain = shape.write(value)
    if isinstance(plain, dict):
        nouns = {cell.key: cell.noun for cell in shape.cells}
        held = (f"{n} {name if n == 1 else nouns[name]}" for name, n in plain.items())
        return ", ".join(held) or NOTHING
    return shape.labels.get(plain, str(plain))


def _names_of(value: object, names: Mapping[Any, Sequence[str]]) -> Sequence[str]:
    """Return the names of a value of a field, or else the value itself in words."""
    if value == UNKNOWN:
        return (QUESTION_MARK,)
    if value in names:
        return names[value]
    word = value.name.replace("_", "-") if isinstance(value, enum.Enum) else str(value)
    return (word.lower(),)


def _twice(fields: list[str]) -> list[str]:
    """Merge two equal descriptions: 'two of a, b' for 'one of a, b' and 'one of a, b'."""
    first, *others = fields or [""]
    return (
        [f"two {first.removeprefix('one ')}"]
        if others == [first] and first.startswith("one of ")
        else fields
    )
