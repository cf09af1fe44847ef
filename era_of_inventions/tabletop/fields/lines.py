"""Fields as people write them: an entry of a line, such as ``goods 2 coins, wood``, or a key of a table in TOML.

What stands there becomes plain data, which is read as any other. So there is one spelling and one validation, and
whatever is wrong is told with its place in the text.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from era_of_inventions.tabletop.errors import Code, Literal, NotationError, Synonyms, describe
from era_of_inventions.tabletop.fields.domains import Form, Schema, Seat, Shape, Terms
from era_of_inventions.tabletop.fields.layout import Bound, described, fields_of
from era_of_inventions.tabletop.fields.problems import DataProblem, InvalidDataError, invalid
from era_of_inventions.tabletop.fields.records import Spec
from era_of_inventions.tabletop.fields.stacks import Stacks
from era_of_inventions.tabletop.fields.values import COUNT_MAX
from era_of_inventions.tabletop.files.json import DuplicateKey
from era_of_inventions.tabletop.files.stretch import AND, Stretch, fold
from era_of_inventions.tabletop.files.toml import Reader

Values = Mapping[str, Any]
"""What fields hold, by their names."""
Places = Mapping[tuple[Any, Code | None], Stretch]
"""Where parts of a text stand, by the step to the part in plain data, and by what can be wrong with it."""
NONE = ("none", "nothing")
"""What people write for no things at all."""
DIGITS_MAX = 9


class Entry(NamedTuple):
    """An entry of a line: the field it is about, None if that is not known, what it holds, and what is wrong."""

    name: str | None
    value: Any
    errors: tuple[NotationError, ...] = ()


class Lines:
    """The entries by which fields are written on a line, and the keys by which they stand in a table of TOML."""

    def __init__(self, fields: Iterable[Bound]) -> None:
        """Know fields of one or of several records, of which no two are called the same."""
        self._fields = {field.name: _Field(field) for field in fields}
        self.names = tuple(self._fields)
        self.words = tuple(field.words for field in self._fields.values())
        self._by_words = {fold(word): field for field in self._fields.values() for word in field.also}
        self._by_words |= {fold(field.words): field for field in self._fields.values()}

    def show(self, values: Values, base: Values) -> Iterator[str]:
        """The entries of what there is that is not as in a base."""
        for name, value in values.items():
            if name not in base or value != base[name]:
                field = self._fields[name]
                yield f"{field.words} {field.show(value, base.get(name))}".rstrip()

    def show_table(self, values: Values, base: Values) -> Iterator[str]:
        """The lines of a table of TOML with what there is that is not as in a base."""
        for name, value in values.items():
            if name not in base or value != base[name]:
                field = self._fields[name]
                yield f"{field.keys[0]} = {field.show_value(value, base.get(name))}"

    def show_keys(self, values: Values, base: Values) -> Iterator[str]:
        """The same with all other keys as comments, and what each is about."""
        for name, field in self._fields.items():
            value = values.get(name, base.get(name))
            usual = name in base and value == base[name]
            if name in values or name in base:
                line = f"{'# ' if usual else ''}{field.keys[0]} = {field.show_value(value, None)}"
                yield f"{line:<27} # {field.about}" if field.about else line

    def read(self, entry: Stretch, base: Values) -> Entry:
        """What an entry says."""
        folded = f"{entry.folded} "
        fits = [words for words in self._by_words if folded.startswith(f"{words} ")]
        if not fits:
            head, _ = entry.head_and_rest()
            known = Synonyms({words: field.words for words, field in self._by_words.items()})
            return Entry(None, None, (entry.error(f"one of {', '.join(self.words)}", known, head.plain),))
        words = max(fits, key=len)
        last = entry.words()[len(words.split()) - 1]
        field = self._by_words[words]
        value, errors = field.read(entry.part(last.stop, entry.stop), base.get(field.name))
        return Entry(field.name, value, errors)

    def read_table(
        self, table: Reader, base: Values, *, most: int = COUNT_MAX, rules: Mapping[str, str] | None = None
    ) -> dict[str, Any]:
        """What a table of TOML says of the fields it names; problems are noted.

        The keys are the words of the fields, or others for them, with underscores, and no number is greater than
        ``most``. ``rules`` are those that bound fields, by their names.
        """
        found: dict[str, Any] = {}
        for field in self._fields.values():
            key = table.one_of(*field.keys)
            if key is not None:
                try:
                    found[field.name] = field.read_value(table.get(key), base.get(field.name), most)
                except InvalidDataError as error:
                    rule = (rules or {}).get(field.name)
                    table.problems += error.at(table.at(key), first=1, rule=rule or "")
        return found


def table_schema(kind: type[Any], terms: Terms, most: int = COUNT_MAX) -> dict[str, Schema]:
    """The schema of each key of a table of TOML about a record; see `Lines.read_table`."""
    found = {}
    for _, spec in fields_of(kind):
        named = isinstance(getattr(spec.holds, "one", spec.holds), Seat)
        plain = {"type": "string"} if named else spec.holds.schema(terms)
        if plain.get("type") == "array":
            unique = {"uniqueItems": True} if plain.get("uniqueItems") else {}
            items = plain["items"] if "enum" in plain["items"] else {"type": "string"}
            plain = {"anyOf": [{"type": "string"}, {"type": "array", "items": items, **unique}]}
        elif plain.get("type") == "object":
            numbers = {"type": "integer", "minimum": 0, "maximum": most}
            lying = plain["additionalProperties"] if isinstance(spec.holds, Stacks) else None
            plain = {"anyOf": [{"type": "string"}, {"type": "object", "additionalProperties": lying or numbers}]}
        elif plain.get("type") == "integer":
            plain = {**plain, "maximum": min(plain["maximum"], most)}
        usual, *others = keys_of(spec)
        found[usual] = {**plain, **described(spec)}
        found |= {other: {**plain, "description": f"The same as {usual}."} for other in others}
    return found


def key_of(spec: Spec) -> str:
    """The key of a field in a table of TOML: its words with underscores."""
    return spec.words.replace(" ", "_")


def keys_of(spec: Spec) -> tuple[str, ...]:
    """The key of a field in a table of TOML, and others that are understood."""
    return tuple(words.replace(" ", "_") for words in (spec.words, *spec.also))


class _Field:
    """How people write one field."""

    def __init__(self, field: Bound) -> None:
        self.name = field.name
        self.words = field.spec.words
        self.also = field.spec.also
        self.about = field.spec.about
        self.keys = keys_of(field.spec)
        self._shape: Shape[Any] = field.shape
        self._items = {fold(text): item for text, item in field.shape.also.items()}
        self._items |= {fold(label): item for item, label in field.shape.labels.items()}
        self._and_in_names = any(AND in name.split() for name in self._items)
        self._plural = {cell.key: cell.noun for cell in field.shape.cells} if field.shape.form is Form.COUNTS else {}

    # Writing

    def show(self, value: Any, base: Any) -> str:
        """The value as people write it."""
        plain, form, labels = self._shape.write(value), self._shape.form, self._shape.labels
        if form is Form.COUNTS:
            return self._counts(plain, None if self._shape.whole or base is None else self._shape.write(base))
        if form is Form.STACKS:
            parts = (f"{base} {' '.join(on) if isinstance(on, list) else on or ''}" for base, on in plain.items())
            return ", ".join(map(str.rstrip, parts)) or NONE[0]
        if form is Form.LIST:
            while self._shape.places and plain and plain[-1] is None:
                plain.pop()
            return ", ".join(labels[item] for item in plain) or NONE[0]
        if form is Form.FLAG:
            return "" if plain else "no"
        return labels.get(plain, str(plain))

    def show_value(self, value: Any, base: Any) -> str:
        """The value in TOML."""
        plain = self._shape.write(value)
        number = isinstance(plain, int) and plain not in self._shape.labels
        return json.dumps(plain if number else self.show(value, base))

    def _counts(self, counts: dict[str, int], base: dict[str, int] | None) -> str:
        if base is not None:
            counts = {key: counts.get(key, 0) for key in self._shape.labels if counts.get(key, 0) != base.get(key, 0)}
        shown = [key if count == 1 else f"{count} {self._plural[key]}" for key, count in counts.items()]
        return ", ".join(shown) or NONE[base is None]

    # Reading

    def read(self, text: Stretch, base: Any) -> tuple[Any, tuple[NotationError, ...]]:
        """What stands in a text, and what is wrong with it."""
        plain, places = self._parse(text, base)
        try:
            return self._shape.read(plain), ()
        except InvalidDataError as error:
            return None, tuple(self._error(problem, places, text) for problem in error.problems)

    def _error(self, problem: DataProblem, places: Places, text: Stretch) -> NotationError:
        step = problem.path[0] if problem.path else None
        place = places.get((step, problem.code), places.get((step, None), text))
        if self._shape.form is Form.FLAG:
            return place.error("';', 'no' or the end of the line")
        if problem.code is Code.TOO_LONG and self._shape.places:
            return place.error(f"at most {self._shape.places} places")
        gap = ", or '-' for none" if None in self._shape.labels and problem.code is Code.UNKNOWN_WORD else ""
        others = {word: str(of) for word, of in self._shape.also.items() if of in problem.known}
        shown = Synonyms(others | {fold(name): name for name in problem.known})
        return place.error(problem.expected + gap, shown)

    def read_value(self, value: Any, base: Any, most: int) -> Any:
        """What stands in TOML: a text as on a line, or the plain data. Raises `InvalidDataError`."""
        try:
            found = self._shape.read(self._plain(value, base))
        except InvalidDataError as error:
            raise InvalidDataError(self._in_toml(problem, value) for problem in error.problems) from None
        if (number := max(self._shape.split(found), default=0)) > most:
            raise invalid(Code.OUT_OF_RANGE, number, f"at most {most}")
        return found

    def _in_toml(self, problem: DataProblem, value: Any) -> DataProblem:
        """The problem as it is told of a value in TOML: parts of a text have no keys."""
        path = () if isinstance(value, str) else problem.path
        if problem.code is not Code.WRONG_TYPE or path:
            return problem._replace(path=path)
        nouns = [*self._plural.values()]
        expected = {
            Form.COUNTS: f"a text such as '2 {', 3 '.join(nouns[-2:])}', or a table of numbers",
            Form.LIST: "a list of names, or a text in which they stand",
            Form.STACKS: "a text such as 'one 3, two', or a table of numbers and lists",
        }.get(self._shape.form, problem.expected)
        return problem._replace(path=path, found=Literal(describe(value)), expected=expected)

    def _plain(self, value: Any, base: Any) -> Any:
        if isinstance(value, str):
            return self._parse(Stretch.of(value.strip() or NONE[0]), base)[0]
        if isinstance(value, list):
            return self._padded([self._item(item) if isinstance(item, str) else item for item in value])
        if isinstance(value, dict):
            if self._shape.form is Form.STACKS:
                return {self._item(key): on for key, on in value.items()}
            return self._on_base({self._item(key): count for key, count in value.items()}, base)
        return value

    def _parse(self, text: Stretch, base: Any) -> tuple[Any, Places]:
        """The plain data of a text, in which what is not understood stays as it is, and where its parts stand."""
        form = self._shape.form
        parts = [] if text.folded in NONE else text.split(",") if self._and_in_names else text.listed()
        if form is Form.LIST:
            places: dict[Any, Stretch] = {(place, None): part for place, part in enumerate(parts)}
            if self._shape.places < len(parts):
                places[None, Code.TOO_LONG] = parts[self._shape.places]
            return self._padded([self._item(part.plain) for part in parts]), places
        if form is Form.COUNTS:
            return self._parse_counts(parts, base)
        if form is Form.STACKS:
            return self._parse_stacks(parts)
        if form is Form.FLAG:
            return {"": True, "yes": True, "no": False}.get(text.folded, text.plain), {}
        if form is Form.NUMBER and self._item(text.plain) == text.plain:
            return _number(text), {}
        return self._item(text.plain), {}

    def _parse_counts(self, parts: list[Stretch], base: Any) -> tuple[Any, Places]:
        counts: dict[Any, Any] = {}
        places: dict[Any, Stretch] = {}
        twice: str | None = None
        for part in parts:
            head, rest = part.head_and_rest()
            counted = head.folded[:1].isdigit() and head.folded not in self._items
            named = rest if counted else part
            name = self._item(named.plain)
            if name in counts:
                twice = name
                places[None, Code.DUPLICATE] = named
            counts[name] = _number(head) if counted else 1
            places[name, None], places[name, Code.UNKNOWN_WORD] = head, named
        return (self._on_base(counts, base) if twice is None else DuplicateKey([*counts.items()], twice)), places

    def _parse_stacks(self, parts: list[Stretch]) -> tuple[Any, Places]:
        """What lies on each card: a number, or names from the lowest on."""
        stacks = []
        for part in parts:
            head, rest = part.head_and_rest()
            number = _number(rest) if rest.folded else 0
            on = number if isinstance(number, int) else [self._item(word.plain) for word in rest.words()]
            stacks.append((self._item(head.plain), on, part))
        places: dict[Any, Stretch] = {(base, None): part for base, _, part in stacks}
        names = [base for base, _, _ in stacks]
        twice = next((name for number, name in enumerate(names) if name in names[:number]), None)
        if twice is not None:
            places[None, Code.DUPLICATE] = next(p for base, _, p in reversed(stacks) if base == twice)
        plain = [(base, on) for base, on, _ in stacks]
        return (dict(plain) if twice is None else DuplicateKey(plain, twice)), places

    def _on_base(self, counts: dict[Any, Any], base: Any) -> dict[Any, Any]:
        """Counts of which those that are not named stay as they were, unless the field is a whole."""
        return counts if self._shape.whole or base is None else {**self._shape.write(base), **counts}

    def _padded(self, items: list[Any]) -> list[Any]:
        """The items of a list; open places at the end of a row need not be named."""
        return items + [None] * (self._shape.places - len(items))

    def _item(self, text: str) -> Any:
        """An item in plain data; what is not understood stays as it is."""
        return self._items.get(fold(text), text)


def _number(text: Stretch) -> int | str:
    found = text.folded
    return int(found) if found.isascii() and found.isdigit() and len(found) <= DIGITS_MAX else text.plain
