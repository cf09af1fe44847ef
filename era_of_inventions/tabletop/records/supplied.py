"""Rulesets and component sets, to which JSON documents and the heads of game texts refer by name and fingerprint.

They come with the rulebook, or the caller supplies them. A ruleset is written as
``default``, as the name and fingerprint of another preset, or as the readings that are
not the default; the ruleset's own name is not stored.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any

import attrs

from era_of_inventions.tabletop.errors import Code, Phrase, Problem
from era_of_inventions.tabletop.law.ruleset import BaseRuleset
from era_of_inventions.tabletop.play.rulebook import AnyRulebook
from era_of_inventions.tabletop.records.names import is_line
from era_of_inventions.tabletop.text.fingerprint import LENGTH
from era_of_inventions.tabletop.text.span import Span
from era_of_inventions.tabletop.values import (
    Domain,
    Field,
    InvalidDataError,
    Shape,
    Terms,
    Text,
    field,
    record,
)
from era_of_inventions.tabletop.values.domains import plain_shape
from era_of_inventions.tabletop.values.json_schema import DEFINED, sentence
from era_of_inventions.tabletop.values.layout import layout_of
from era_of_inventions.tabletop.values.naming import Schema
from era_of_inventions.tabletop.values.plain import Inside, PerRulebook, all_of, word
from era_of_inventions.tabletop.values.problems import check_object, invalid, read_all
from era_of_inventions.tabletop.values.strings import LABEL_MAX

SETS_GIVEN = "`--components` on the command line, `components=` in Python"
"""How to pass a component set that does not come with its rulebook."""
UNNAMED = "unnamed"
"""The word that stands for the name of a component set if the name cannot stand on a line."""
_DIGITS = f"[0-9a-f]{{{LENGTH}}}"
_FINGERPRINT = Text(_DIGITS, f"a fingerprint of {LENGTH} hexadecimal digits", LABEL_MAX)


@attrs.frozen
class Supplied:
    """Component sets and rulesets that a document may refer to, in addition to those shipped with the rulebook."""

    components: tuple[Any, ...] = ()
    rulesets: tuple[Any, ...] = ()

    @classmethod
    def of(
        cls, rulebook: AnyRulebook, components: Iterable[Any], rulesets: Iterable[Any]
    ) -> Supplied:
        """Return what is supplied for a rulebook. Raises `GameError` if an object of another type is among it."""
        given = (
            ("components", all_of(rulebook.components.kind, "a component set"), components),
            ("rulesets", all_of(rulebook.ruleset, "a ruleset"), rulesets),
        )
        try:
            return cls(*read_all(given))
        except InvalidDataError as error:
            raise error.of_arguments() from None


# --- Rulesets -------------------------------------------------------------------------


@record
class Preset:
    """A preset and the fingerprint of its readings, to detect presets that have changed since."""

    preset: Field[str] = field(
        PerRulebook(lambda book: word(book.ruleset.presets)), "the name of the preset"
    )
    fingerprint: Field[str] = field(
        _FINGERPRINT, "the fingerprint of its readings when this was written"
    )


class Readings(Domain[BaseRuleset]):
    """How each ruling is read."""

    def schema(self, terms: Terms) -> Schema:
        """Return the schema: a preset, a preset with its fingerprint, or the readings other than the default."""
        properties = {
            ruling.id: {
                "enum": [*ruling.names],
                "title": ruling.id,
                "description": ruling.question,
            }
            for ruling in terms.rulebook.ruleset.rulings()
        }
        readings = {"type": "object", "properties": properties, "additionalProperties": False}
        return {
            DEFINED: "Readings",
            "description": sentence("a preset, or the readings that are not the default"),
            "anyOf": [
                {"enum": [*terms.rulebook.ruleset.presets]},
                Inside(Preset).schema(terms),
                readings,
            ],
        }

    def bind(self, terms: Terms) -> Shape[BaseRuleset]:
        """Return the shape. If a preset has changed since, its old readings are among the supplied rulesets."""
        kind: type[BaseRuleset] = terms.rulebook.ruleset
        rulings = {ruling.id: ruling for ruling in kind.rulings()}
        name, preset = word(kind.presets).bind(terms), layout_of(Preset, terms)

        def read(raw: Any) -> BaseRuleset:
            if not isinstance(raw, dict):
                return kind.preset(name.read(raw))
            return _of_preset(preset.read(raw), terms) if "preset" in raw else chosen(raw)

        def chosen(raw: Any) -> BaseRuleset:
            check_object(raw)
            names = read_all(
                (key, partial(reading_of, key), part) for key, part in raw.items()
            )
            return kind(
                **{
                    rulings[key].field: reading
                    for key, reading in zip(raw, names, strict=True)
                }
            )

        def reading_of(key: str, raw: Any) -> str:
            if key not in rulings:
                raise invalid(Code.UNKNOWN_WORD, key, "the id of a ruling", rulings)
            reading: str = word(rulings[key].names).bind(terms).read(raw)
            return reading

        def write(ruleset: BaseRuleset) -> Any:
            if one := _preset_of(ruleset):
                return (
                    one
                    if one == kind.presets[0]
                    else preset.write(Preset(one, ruleset.fingerprint))
                )
            return {
                id_: reading
                for id_, ruling in rulings.items()
                if (reading := getattr(ruleset, ruling.field)) != ruling.default
            }

        return plain_shape(
            read, write, parse=lambda text: _parse_ruleset(text, terms), show=_show_ruleset
        )


def _preset_of(ruleset: BaseRuleset) -> str | None:
    """Return the name of the preset that is equal to a ruleset; None if there is none."""
    return next((name for name in ruleset.presets if ruleset == ruleset.preset(name)), None)


def _with_fingerprint(
    current: BaseRuleset, fingerprint: str, terms: Terms
) -> BaseRuleset | None:
    """Return the current preset, or else a supplied ruleset, that has this fingerprint; None if none has it."""
    known = (current, *terms.supplied.rulesets)
    return next((ruleset for ruleset in known if ruleset.fingerprint == fingerprint), None)


def _of_preset(named: Preset, terms: Terms) -> BaseRuleset:
    current: BaseRuleset = terms.rulebook.ruleset.preset(named.preset)
    if ruleset := _with_fingerprint(current, named.fingerprint, terms):
        return ruleset
    expected = f"{current.fingerprint}, that of {named.preset!r} in this version"
    expected += ", or that of a ruleset passed in Python (rulesets=[…])"
    raise InvalidDataError(
        [Problem(("fingerprint",), Code.UNKNOWN_WORD, named.fingerprint, expected)]
    )


def _show_ruleset(ruleset: BaseRuleset) -> str:
    """Show a preset with its fingerprint, or the default with the readings that differ."""
    if name := _preset_of(ruleset):
        return name if name == ruleset.presets[0] else f"{name} {ruleset.fingerprint}"
    return attrs.evolve(ruleset, name="").name


def _parse_ruleset(text: Span, terms: Terms) -> BaseRuleset:
    """Parse a preset, with or without a fingerprint, and single readings after it."""
    first, *others = text.split(",")
    ruleset = _parse_preset(first, terms)
    known = {ruling.id: ruling for ruling in ruleset.rulings()}
    for part in others:
        left, *right = part.split("=")
        ruling = left.name(
            known, "the id of a ruling that was not named before, '=' and a reading"
        )
        del known[ruling.id]
        if len(right) != 1:
            raise part.error(f"'{ruling.id} =' and one of {', '.join(ruling.names)}")
        ruleset = ruleset.with_reading(ruling.id, _word_in(right[0], ruling.names))
    return ruleset


def _word_in(text: Span, words: Sequence[str]) -> str:
    """Return the one of the words that a text is. Raises `NotationError` if it is none."""
    return text.name({word: word for word in words}, f"one of {', '.join(words)}")


def _parse_preset(text: Span, terms: Terms) -> BaseRuleset:
    name, rest = text.head_and_rest()
    kind: type[BaseRuleset] = terms.rulebook.ruleset
    preset = kind.preset(_word_in(name, kind.presets))
    if not rest.folded:
        return preset
    if ruleset := _with_fingerprint(preset, rest.folded, terms):
        return ruleset
    raise rest.error(
        f"the fingerprint of {name.folded!r} as it is read in this version, {preset.fingerprint}, "
        "or that of a ruleset passed in Python (rulesets=[…])"
    )


# --- Component sets -------------------------------------------------------------------


@record
class NamedComponents:
    """The reference of a setting to its component set."""

    name: Field[str] = field(Text(), "the name of the set")
    fingerprint: Field[str] = field(_FINGERPRINT, "the fingerprint of its printed values")


class ByName(Domain[Any]):
    """A component set that is supplied or shipped with the rulebook, by name and fingerprint."""

    def schema(self, terms: Terms) -> Schema:
        """Return the schema of the reference."""
        return Inside(NamedComponents).schema(terms)

    def bind(self, terms: Terms) -> Shape[Any]:
        """Return how values are read and written; see `Domain.bind`."""
        sets, layout = terms.rulebook.components, layout_of(NamedComponents, terms)
        shipped = [sets.load(name) for name in sets.shipped()]
        by_fingerprint = {
            sets.fingerprint(one): one for one in (*shipped, *terms.supplied.components)
        }

        def read(raw: Any) -> Any:
            named = layout.read(raw)
            if named.fingerprint not in by_fingerprint:
                available = ", ".join(
                    f"{one.name!r} ({print_})" for print_, one in by_fingerprint.items()
                )
                found = f"the component set {named.name!r} with fingerprint {named.fingerprint} is not available"
                expected = f"one of {available}, or another one passed along ({SETS_GIVEN})"
                raise InvalidDataError(
                    [Problem((), Code.UNKNOWN_WORD, Phrase(found), expected)]
                )
            return by_fingerprint[named.fingerprint]

        def write(components: Any) -> Any:
            """Write the name and the fingerprint of a set; a copy of a shipped one gets its name."""
            name = next((one.name for one in shipped if one == components), components.name)
            return layout.write(NamedComponents(name, sets.fingerprint(components)))

        def show(components: Any) -> str:
            """Show the name, or `UNNAMED` if it cannot stand on a line, and the fingerprint."""
            name = " ".join(components.name.split())
            return f"{name if name and is_line(name) else UNNAMED} {sets.fingerprint(components)}"

        def parse(text: Span) -> Any:
            """Parse a fingerprint, before which anything may stand, or a name."""
            known = {show(one): one for one in (*terms.supplied.components, *shipped)}
            by_name = {one.name.casefold(): one for one in reversed(known.values())}
            *_, last = text.words() or [text]
            is_print = re.fullmatch(_DIGITS, last.folded)
            found = by_fingerprint.get(last.folded) if is_print else by_name.get(text.folded)
            if found is None:
                expected = f"a set that is shipped or given besides ({SETS_GIVEN}): {', '.join(known)}"
                raise text.error(expected, known)
            return found

        return plain_shape(read, write, parse=parse, show=show)
