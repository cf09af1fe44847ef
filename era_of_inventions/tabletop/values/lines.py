"""Fields as people write them: entries such as ``goods 2 coins, wood``, or keys of a TOML table.

The text becomes plain data, which is read like any other; every problem is reported with its place in the text.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import takewhile
from typing import Any, NamedTuple

from era_of_inventions.tabletop.errors import (
    MISSING,
    Code,
    NotationError,
    Phrase,
    Problem,
    Synonyms,
    Verbatim,
    describe,
    joined,
    one_of,
)
from era_of_inventions.tabletop.text.json import DuplicateKey
from era_of_inventions.tabletop.text.span import AND, Span, fold
from era_of_inventions.tabletop.values.ambiguities import ambiguities
from era_of_inventions.tabletop.values.arrays import History
from era_of_inventions.tabletop.values.copies import ByFace
from era_of_inventions.tabletop.values.declared import BoundField, key_of
from era_of_inventions.tabletop.values.domains import (
    NONE,
    UNDER,
    HoldsCards,
    PlainForm,
    Shape,
)
from era_of_inventions.tabletop.values.naming import DeclarationError
from era_of_inventions.tabletop.values.object_keys import KnownKey, SynonymousKeys
from era_of_inventions.tabletop.values.packed import COUNT_MAX
from era_of_inventions.tabletop.values.problems import InvalidDataError, invalid, read_all
from era_of_inventions.tabletop.values.toml_keys import key_line

Values = Mapping[str, Any]
"""The values of fields, by field name."""
Places = Mapping[tuple[Any, Code | None], Span]
"""Where the parts of a text stand, by the step to each part in plain data and the code of a problem, or None."""
DIGITS_MAX = 9


class Entry(NamedTuple):
    """An entry of a line that was parsed: the name of its field, or None if it has none; its value; its errors."""

    name: str | None
    value: Any
    errors: tuple[NotationError, ...] = ()


class Lines:
    """Writes and reads fields, as entries of a line and as keys of a TOML table."""

    def __init__(self, fields: Iterable[BoundField]) -> None:
        """Prepare the fields of one or several records; all their names must differ.

        Raises `DeclarationError`, with all reasons, if a written value would be read as another one.
        """
        fields = tuple(fields)
        if reasons := [
            f"{field.name}: {reason}"
            for field in fields
            for reason in (*ambiguities(field.shape), *_nameless(field))
        ]:
            raise DeclarationError(reasons)
        self.fields = fields
        self._fields = {field.name: _Field(field) for field in fields}
        self.names = tuple(self._fields)
        self.words = tuple(field.words for field in self._fields.values())
        holders = {field.name: field.spec.holds for field in fields}
        self.holders = {
            name: holds for name, holds in holders.items() if isinstance(holds, HoldsCards)
        }
        """The domains of the fields in which things lie, by name."""
        self._by_words = {
            fold(word): field for field in self._fields.values() for word in field.also
        }
        self._by_words |= {fold(field.words): field for field in self._fields.values()}

    def show(self, values: Values, base: Values) -> Iterator[str]:
        """Yield an entry of a line for each value that differs from the value in ``base``."""
        for name, value in values.items():
            if name not in base or value != base[name]:
                field = self._fields[name]
                yield f"{field.words} {field.show(value, base.get(name))}".rstrip()

    def show_keys(self, values: Values, stated: Collection[str]) -> Iterator[str]:
        """Yield a line of a TOML table for each value, with what it means; keys that are not stated are comments."""
        for name, field in self._fields.items():
            if name in values:
                text = field.show_value(values[name])
                yield key_line(
                    field.keys[0], text, field.about, stated=bool({*field.keys} & {*stated})
                )

    def read(self, entry: Span, base: Values) -> Entry:
        """Parse an entry of a line."""
        folded = f"{entry.folded} "
        fits = [words for words in self._by_words if folded.startswith(f"{words} ")]
        if not fits:
            head, _ = entry.head_and_rest()
            known = Synonyms({words: field.words for words, field in self._by_words.items()})
            return Entry(
                None,
                None,
                (entry.error(f"one of {', '.join(self.words)}", known, head.plain),),
            )
        words = max(fits, key=len)
        last = entry.words()[len(words.split()) - 1]
        field = self._by_words[words]
        value, errors = field.read(entry.part(last.stop, entry.stop), base.get(field.name))
        return Entry(field.name, value, errors)

    def read_table(
        self,
        raw: dict[str, Any],
        base: Values,
        *,
        most: int = COUNT_MAX,
        rules: Mapping[str, str] | None = None,
        besides: Iterable[str] = (),
    ) -> tuple[dict[str, Any], list[Problem]]:
        """Return the values of the fields that a TOML table names, and all problems.

        The keys are the words of the fields or their aliases, with underscores. No number may be greater than
        ``most``. ``rules`` maps the name of a field to the rule that is cited if a number in it is out of bounds. The
        keys ``besides`` are allowed too, and read elsewhere.
        """
        if not raw:
            return {}, []
        fields, rules = self._fields.values(), rules or {}
        keys = (
            field.key(base.get(field.name), most, rules.get(field.name, ""))
            for field in fields
        )
        also = {other: field.keys[0] for field in fields for other in field.keys[1:]}
        values, problems = SynonymousKeys(keys, also, besides).gather(raw)
        return {
            name: held
            for name, held in zip(self.names, values, strict=True)
            if held is not MISSING
        }, [self._with_hint(problem, raw) for problem in problems]

    def _with_hint(self, problem: Problem, raw: Mapping[str, Any]) -> Problem:
        """Suggest the right key if the problem is an unknown key that names a thing with its number.

        For ``wood = 2`` the message suggests ``goods = "2 wood"``. Any other problem is returned unchanged.
        """
        number = raw.get(str(problem.path[0]))
        if problem.code is not Code.UNKNOWN_KEY or type(number) is not int:
            return problem
        text = f"{number} {str(problem.path[0]).replace('_', ' ')}"
        fitting = [
            f"{field.keys[0]} = {json.dumps(text)}"
            for field in self._fields.values()
            if not field.read(Span.of(text), None)[1]
        ]
        found = Phrase(f"is not a known key; did you mean {joined(fitting)}?")
        return problem._replace(found=found) if fitting else problem


def _nameless(field: BoundField) -> Iterator[str]:
    if isinstance(field.spec.holds, History) and not field.shape.labels:
        yield "lists values that have no names; expected a History of a Choice or a Seat"


class _Field:
    """How people write one field."""

    def __init__(self, field: BoundField) -> None:
        self.name = field.name
        self.words = field.spec.words
        self.also = field.spec.also
        self.about = field.spec.about
        self.keys = (
            key_of(field.spec),
            *(words.replace(" ", "_") for words in field.spec.also),
        )
        self._shape: Shape[Any] = field.shape
        self._read = field.shape.read_named or field.shape.read
        self._plural = {cell.key: cell.noun for cell in field.shape.cells}

    @cached_property
    def _items(self) -> Mapping[str, Any]:
        """The items that the field can hold, by their names and synonyms."""
        others = {fold(text): item for text, item in self._shape.also.items()}
        labels = {fold(label): item for item, label in self._shape.labels.items()}
        return {**others, **self._named, **labels}

    @cached_property
    def _named(self) -> Mapping[str, Any]:
        """The items that may follow a number in a list (as in ``2 four``), by their folded names."""
        return {fold(word): item for word, item in self._shape.named.items()}

    @cached_property
    def _and_in_names(self) -> bool:
        return any(AND in name.split() for name in self._items)

    # Writing

    def show(self, value: Any, base: Any) -> str:
        """Return the text of a value, as people write it; counts equal to those in ``base`` may be left out."""
        plain, form, labels = self._shape.write(value), self._shape.form, self._shape.labels
        if form is PlainForm.COUNTS:
            return self._counts(
                plain, None if self._shape.whole or base is None else self._shape.write(base)
            )
        if form is PlainForm.STACKS:
            parts = (
                f"{base} {' '.join([UNDER, *on]) if isinstance(on, list) else on or ''}"
                for base, on in plain.items()
            )
            return ", ".join(map(str.rstrip, parts)) or NONE[0]
        if form is PlainForm.LIST:
            while self._shape.places and plain and plain[-1] is None:
                plain.pop()
            return ", ".join(labels[item] for item in plain) or NONE[0]
        flag = "" if plain else "no"
        return labels.get(plain, flag if form is PlainForm.FLAG else str(plain))

    def show_value(self, value: Any) -> str:
        """Return the text of a value in TOML."""
        plain = self._shape.write(value)
        number = isinstance(plain, int) and plain not in self._shape.labels
        return json.dumps(plain if number else self.show(value, None))

    def _counts(self, counts: dict[str, int], base: dict[str, int] | None) -> str:
        if base is not None:
            counts = {
                key: counts.get(key, 0)
                for key in self._shape.labels
                if counts.get(key, 0) != base.get(key, 0)
            }
        shown = [
            key if count == 1 else f"{count} {self._plural[key]}"
            for key, count in counts.items()
        ]
        return ", ".join(shown) or NONE[base is None]

    # Reading

    def read(self, text: Span, base: Any) -> tuple[Any, tuple[NotationError, ...]]:
        """Parse a text; return its value and all errors."""
        plain, places = self._parse(text, base)
        try:
            return self._read(plain), ()
        except InvalidDataError as error:
            return None, tuple(
                self._error(problem, places, text) for problem in error.problems
            )

    def _error(self, problem: Problem, places: Places, text: Span) -> NotationError:
        step = problem.path[0] if problem.path else None
        place = places.get((step, problem.code), places.get((step, None), text))
        if self._shape.form is PlainForm.FLAG:
            return place.error("';', 'no' or the end of the line")
        if problem.code is Code.TOO_LONG and self._shape.places:
            return place.error(f"at most {self._shape.places} places")
        gap = (
            ", or '-' for none"
            if None in self._shape.labels and problem.code is Code.UNKNOWN_WORD
            else ""
        )
        others = {
            word: str(of) for word, of in self._shape.also.items() if of in problem.known
        }
        shown = Synonyms(others | {fold(name): name for name in problem.known})
        return place.error(problem.expected + gap, shown)

    def key(self, base: Any, most: int, rule: str) -> KnownKey:
        """Return the key of this field in a TOML table; its value is a text as on a line, or plain data.

        No number may be greater than ``most``. A problem with a number cites the ``rule``.
        """

        def read(raw: Any) -> Any:
            try:
                found = self._read(self._plain(raw, base))
                value = found.value if isinstance(found, ByFace) else found
                if (number := max(self._shape.split(value), default=0)) > most:
                    raise invalid(Code.OUT_OF_RANGE, number, f"at most {most}")
                return found
            except InvalidDataError as error:
                problems = (self._in_toml(problem, raw) for problem in error.problems)
                raise InvalidDataError(
                    _citing(problem, rule) for problem in problems
                ) from None

        return KnownKey(self.keys[0], read, MISSING)

    def _in_toml(self, problem: Problem, value: Any) -> Problem:
        """Return the problem as reported for TOML, where parts of a text have no keys."""
        path = () if isinstance(value, str) or self._joined(value) else problem.path
        if self._named and isinstance(value, list) and path and isinstance(path[0], int):
            path = (self._listed(value)[path[0]][1], *path[1:])
        if problem.code is Code.UNKNOWN_WORD and (apart := self._apart(problem.found)):
            expected = f"commas between them: {apart!r}"
            return problem._replace(path=path, expected=expected, known=())
        if problem.code is not Code.WRONG_TYPE or path:
            return problem._replace(path=path)
        nouns = [*self._plural.values()]
        expected = {
            PlainForm.COUNTS: f"a text such as '2 {', 3 '.join(nouns[-2:])}', or a table of numbers",
            PlainForm.LIST: "a list of names, or a text in which they stand",
            PlainForm.STACKS: "a text such as 'one 3, two under three four', or a table of numbers and lists",
        }.get(self._shape.form, problem.expected)
        return problem._replace(path=path, found=Verbatim(describe(value)), expected=expected)

    def _joined(self, value: object) -> bool:
        """Whether a value is a list of texts that are read as one text."""
        several = self._shape.form in (PlainForm.COUNTS, PlainForm.STACKS)
        return (
            several and isinstance(value, list) and all(isinstance(one, str) for one in value)
        )

    def _apart(self, text: object) -> str:
        """Put commas into a text that names several things without commas; return an empty text for any other text."""
        things, words = list[str](), [word.plain for word in Span.of(str(text)).words()]
        while words:
            numbers = [*takewhile(str.isdigit, words)]
            rest = words[len(numbers) :]
            names = (rest[:end] for end in range(len(rest), 0, -1))
            name = next((name for name in names if fold(" ".join(name)) in self._items), [])
            if not name or len(numbers) > 1:
                return ""
            things.append(" ".join([*numbers, *name]))
            words = rest[len(name) :]
        return ", ".join(things) if len(things) > 1 else ""

    def _plain(self, value: Any, base: Any) -> Any:
        if isinstance(value, str):
            return self._parse(Span.of(value.strip() or NONE[0]), base)[0]
        if isinstance(value, list):
            if self._joined(value):
                return self._plain(", ".join(value), base)
            if self._named:
                return [item for item, _ in self._listed(value)]
            return self._padded(
                read_all((place, self._item, item) for place, item in enumerate(value))
            )
        if isinstance(value, dict):
            if self._shape.form is PlainForm.STACKS:
                return {self._item(key): on for key, on in value.items()}
            return self._on_base(
                {self._item(key): count for key, count in value.items()}, base
            )
        return self._item(value)

    def _parse(self, text: Span, base: Any) -> tuple[Any, Places]:
        """Return the plain data of a text, with unknown words as they are, and the places of its parts."""
        form = self._shape.form
        parts = (
            []
            if text.folded in NONE
            else text.split(",")
            if self._and_in_names
            else text.listed()
        )
        if form is PlainForm.LIST:
            items = self._listed([part.plain for part in parts])
            places: dict[Any, Span] = {
                (step, None): parts[number] for step, (_, number) in enumerate(items)
            }
            if self._shape.places < len(items):
                places[None, Code.TOO_LONG] = parts[items[self._shape.places][1]]
            return self._padded([item for item, _ in items]), places
        if form is PlainForm.COUNTS:
            return self._parse_counts(parts, base)
        if form is PlainForm.STACKS:
            return self._parse_stacks(parts)
        if form is PlainForm.FLAG:
            flags = {"": True, "yes": True, "no": False}
            return flags.get(text.folded, self._item(text.plain)), {}
        if form is PlainForm.NUMBER and self._item(text.plain) == text.plain:
            return _number(text), {}
        item = self._item(text.plain)
        labels = self._shape.labels
        absent = text.folded in NONE and None in labels and item not in labels
        return (None if absent else item), {}

    def _listed(self, words: Sequence[Any]) -> list[tuple[Any, int]]:
        """Return the items of a list, each with the index of the word that it comes from.

        A number before a face or a question mark, as in ``2 four``, makes one word several items.
        """
        items = list[tuple[Any, int]]()
        for place, word in enumerate(words):
            number, named = Span.of(word if isinstance(word, str) else "").counted()
            counted = named.folded in self._named
            item = self._named[named.folded] if counted else self._item(word)
            items += [(item, place)] * (number if counted else 1)
        return items

    def _parse_counts(self, parts: list[Span], base: Any) -> tuple[Any, Places]:
        counts: dict[Any, Any] = {}
        places: dict[Any, Span] = {}
        twice: str | None = None
        for part in parts:
            number, named = self._numbered(part)
            name = self._item(named.plain)
            if name in counts:
                twice = name
                places[None, Code.DUPLICATE] = named
            counts[name] = 1 if number is None else _number(number)
            places[name, None], places[name, Code.UNKNOWN_WORD] = number or named, named
        return (
            self._on_base(counts, base)
            if twice is None
            else DuplicateKey([*counts.items()], twice)
        ), places

    def _numbered(self, part: Span) -> tuple[Span | None, Span]:
        """Return the number before a thing, and the thing; None and the part if it begins with no number, or a name."""
        number, named = part.numbered()
        return (
            (number, named) if number and number.folded not in self._items else (None, part)
        )

    def _parse_stacks(self, parts: list[Span]) -> tuple[Any, Places]:
        """Return the things on each card: their number, or their names from the lowest up."""
        stacks = [(*self._stack(part), part) for part in parts]
        places: dict[Any, Span] = {(base, None): part for base, _, part in stacks}
        names = [base for base, _, _ in stacks]
        twice = next(
            (name for number, name in enumerate(names) if name in names[:number]), None
        )
        if twice is not None:
            places[None, Code.DUPLICATE] = next(
                p for base, _, p in reversed(stacks) if base == twice
            )
        plain = [(base, on) for base, on, _ in stacks]
        return (dict(plain) if twice is None else DuplicateKey(plain, twice)), places

    def _stack(self, part: Span) -> tuple[str, Any]:
        """Return a card and what lies on it, of a text such as ``mill 2``, ``2 mill`` or ``mill under inn bakery``."""
        number, named = self._numbered(part)
        before = number if number and named.folded else None
        head, rest = (named, before) if before else part.head_and_rest()
        under, upper = rest.head_and_rest()
        on: Any = _number(rest) if rest.folded else 0
        if under.folded == UNDER:
            on = [self._item(word.plain) for word in upper.words()]
        words = [head] if isinstance(on, int | list) else part.words()
        return " ".join(str(self._item(word.plain)) for word in words), on

    def _on_base(self, counts: dict[Any, Any], base: Any) -> dict[Any, Any]:
        """Add the counts in ``base`` for the kinds that a text leaves out, unless such kinds count as 0."""
        return (
            counts
            if self._shape.whole or base is None
            else {**self._shape.write(base), **counts}
        )

    def _padded(self, items: list[Any]) -> list[Any]:
        """Return the items of a list, and None for every open place that is left out at the end of a row."""
        return items + [None] * (self._shape.places - len(items))

    def _item(self, value: Any) -> Any:
        """Return the plain data of an item that people name; return an unknown word, or a number, as it is.

        Raises `InvalidDataError` for the number of a seat: people call a player by name.
        """
        if isinstance(value, str):
            return self._items.get(fold(value), value)
        if type(value) is int and value in self._shape.labels:
            names = tuple(self._shape.labels.values())
            raise invalid(Code.WRONG_TYPE, value, one_of(names), names)
        return value


def _citing(problem: Problem, rule: str) -> Problem:
    """Return the problem; if it is about a number, cite the rule that bounds the number."""
    cites = rule and problem.code in (Code.WRONG_TYPE, Code.OUT_OF_RANGE)
    return problem._replace(expected=f"{problem.expected} [{rule}]") if cites else problem


def _number(text: Span) -> int | str:
    found = text.folded
    return int(found) if re.fullmatch(rf"-?[0-9]{{1,{DIGITS_MAX}}}", found) else text.plain
