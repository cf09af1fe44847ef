"""Positions in dispute files. What a file leaves out is as in the position with which a game begins.

The keys of ``[position]`` are ``players`` and ``start`` (see `PositionHead`), the keys
of the turn, and those of the fields that the position itself holds. Each other part has
a table of its own, such as ``[position.board]``. What came before in the turn is an
array of tables, the last step first. Each player has a table ``[player.NAME]``.

The keys are the words of the declared fields, with underscores for blanks. A value is a
text as in the text of a game, or a number, a list of names, or a table of numbers by
name.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypeVar

import attrs

from era_of_inventions.tabletop.disputes.claim import PLAYER
from era_of_inventions.tabletop.disputes.wording import Mentions, Wording
from era_of_inventions.tabletop.errors import MISSING, Code, Phrase, Problem, describe, joined
from era_of_inventions.tabletop.law.violation import Violation
from era_of_inventions.tabletop.play.game import Game
from era_of_inventions.tabletop.play.grammar import PLAYERS
from era_of_inventions.tabletop.play.rulebook import AnyRulebook
from era_of_inventions.tabletop.play.setting import AnyPosition, described
from era_of_inventions.tabletop.text.span import fold
from era_of_inventions.tabletop.values import (
    Field,
    InvalidDataError,
    Shape,
    Terms,
    field,
    record,
)
from era_of_inventions.tabletop.values.declared import fields_of, key_of, keys_of
from era_of_inventions.tabletop.values.domains import (
    NONE,
    QUESTION_MARK,
    Domain,
    plain_shape,
)
from era_of_inventions.tabletop.values.file_domains import (
    Later,
    OrLeftOut,
    Tables,
    record_table,
    table_of,
)
from era_of_inventions.tabletop.values.json_schema import TEXT, described as titled
from era_of_inventions.tabletop.values.lines import Lines
from era_of_inventions.tabletop.values.naming import Schema
from era_of_inventions.tabletop.values.nested import Earlier, Nested, PerPlayer
from era_of_inventions.tabletop.values.object_keys import KnownKey, SynonymousKeys
from era_of_inventions.tabletop.values.outline import (
    TURN,
    PartialPosition,
    PositionSchema,
    Values,
)
from era_of_inventions.tabletop.values.problems import invalid
from era_of_inventions.tabletop.values.toml_keys import text_keys

S = TypeVar("S", bound=AnyPosition)
ENOUGH = "enough"
"""The word by which a file states that there is as much of something as the moves need."""
FOLLOWS = "Left out, it follows from the rest."
A_TABLE = Later(lambda _: {"type": "object"})


# --- Players --------------------------------------------------------------------------


class PlayerNames(Domain[tuple[str, ...]]):
    """The names of the players: a list, or a text with commas."""

    def schema(self, terms: Terms) -> Schema:
        """Return the schema of the list and of the text."""
        least, most = terms.seats
        return {
            "anyOf": [
                TEXT,
                {
                    "type": "array",
                    "items": TEXT,
                    "minItems": least,
                    "maxItems": most,
                    "uniqueItems": True,
                },
            ]
        }

    def bind(self, terms: Terms) -> Shape[tuple[str, ...]]:
        """Return how values are read and written; see `Domain.bind`."""
        player_counts = terms.rulebook.player_counts
        counts, clause = joined(player_counts()), getattr(player_counts, "id", "")

        def read(raw: Any) -> tuple[str, ...]:
            names = _listed(raw)
            if not isinstance(names, list):
                raise invalid(
                    Code.WRONG_TYPE, raw, f"the names of {counts} players, clockwise"
                )
            problems = [*_misnamed(names)]
            if len(names) not in player_counts():
                code = Code.TOO_SHORT if len(names) < min(player_counts()) else Code.TOO_LONG
                found = Phrase(f"the number of names is {len(names)}")
                apart = " ".join(name for name in names if isinstance(name, str)).split()
                commas = f"; commas between them: {', '.join(apart)!r}?"
                expected = f"{counts}{clause and f' [{clause}]'}"
                if len(names) == 1 and len(apart) in player_counts():
                    expected += commas
                problems.append(Problem((), code, found, expected))
            if problems:
                raise InvalidDataError(problems)
            return tuple(names)

        return plain_shape(read, list)


def _listed(raw: Any) -> Any:
    return (
        [name.strip() for name in raw.split(",")]
        if isinstance(raw, str) and raw is not MISSING
        else raw
    )


def _misnamed(names: Sequence[Any]) -> Iterator[Problem]:
    known = set[str]()
    for place, name in enumerate(names):
        if not isinstance(name, str):
            yield Problem((place,), Code.WRONG_TYPE, name, "a text")
            continue
        if not _is_name(name):
            expected = "a name on one line, without blanks around it, and not the word none or nothing"
            yield Problem((place,), Code.MALFORMED, name, expected)
        elif name.casefold() in known:
            yield Problem(
                (place,), Code.DUPLICATE, Phrase(f"{describe(name)} is named twice")
            )
        known.add(name.casefold())


def _is_name(name: object) -> bool:
    return (
        isinstance(name, str)
        and name.isprintable()
        and name.strip() == name != ""
        and fold(name) not in NONE
    )


@record
class PositionHead:
    """The keys of ``[position]`` that state who plays and who begins."""

    players: Field[tuple[str, ...]] = field(PlayerNames(), "the players' names, clockwise")
    start: Field[int | None] = field(
        OrLeftOut(PLAYER),
        "the start player",
        default=None,
        also="start player, first player, starting player",
    )


HEAD = [key_of(spec) for _, spec in fields_of(PositionHead)]
"""The keys of ``[position]`` that say who plays and who begins."""


# --- Reading --------------------------------------------------------------------------


class StatedPosition:
    """What the tables ``[position]`` and ``[player]`` of a file state. Mistakes in them are added to ``problems``.

    ``names`` are the players' names. If the file states no usable names, the players
    are not ``named``: other names stand in, so that further problems are reported too.
    ``start`` is the seat of the start player. ``moves`` are the moves that are claimed.
    """

    def __init__(
        self,
        position: dict[str, Any],
        players: dict[str, Any],
        rulebook: AnyRulebook,
        problems: list[Problem],
        moves: Wording | None = None,
    ) -> None:
        """Read who plays, and who begins."""
        self._terms, self._form = (
            attrs.evolve(rulebook.terms, setting=self),
            rulebook.disputes,
        )
        self.position, self.players, self.problems = position, players, problems
        self.moves = Wording() if moves is None else moves
        raw = position.get("players", MISSING)
        names = self._read(PlayerNames(), raw, (), "position", "players")
        self.named = bool(names)
        self.names: tuple[str, ...] = names or self._stand_ins(raw, rulebook.player_counts())
        self.start: int = self._read(
            PLAYER, position.get("start", self.names[0]), 0, "position", "start"
        )

    def _read(self, domain: Domain[Any], raw: Any, otherwise: Any, *place: str | int) -> Any:
        """Return the value at a place of the file. If it cannot be read, note its problems and return ``otherwise``."""
        try:
            return domain.bind(self._terms).read(raw)
        except InvalidDataError as error:
            self._place(error.problems, *place)
            return otherwise

    def _place(self, problems: Iterable[Problem], *place: str | int) -> None:
        """Note the problems of the value at a place, with their paths in the file."""
        self.problems += (
            problem._replace(path=(*place, *problem.path)) for problem in problems
        )

    def _stand_ins(self, raw: Any, counts: tuple[int, ...]) -> tuple[str, ...]:
        listed = _listed(raw)
        names = (*(listed if isinstance(listed, list) else ()), *self.players)
        usable = tuple(dict.fromkeys(filter(_is_name, names)))
        fewest = min((count for count in counts if count >= len(usable)), default=max(counts))
        return usable[:fewest] + tuple(
            f"player {seat + 1}" for seat in range(len(usable), fewest)
        )

    def mentions(self, name: str) -> bool:
        """Return whether the moves that are claimed name a thing."""
        return bool(self.mentioned_by(name))

    def mentioned_by(self, name: str) -> Mentions:
        """Return who makes each claimed move that names a thing; None where no player stands before it."""
        return self.moves.mentioned_by(fold(name), self.names)

    def note(self, key: str, code: Code, found: str, expected: str = "") -> None:
        """Note a problem with a key of ``[position]``."""
        self.problems.append(Problem(("position", key), code, Phrase(found), expected))

    def describe(self, usual: PartialPosition) -> PartialPosition:
        """Return what the tables state of each part of the position; what they leave out is as in ``usual``."""
        outline, described = usual.outline, dict[str, list[Values]]()
        for name in dict.fromkeys((outline.turn, outline.players, *outline.parts)):
            part, bases = outline.parts[name], usual.of[name]
            if name == outline.players:
                described[name] = [*self._describe_players(part.lines, bases)]
            elif name == outline.turn:
                besides, base = _keys_besides(outline), bases[0]
                described[name] = [
                    self._read_part(
                        part.lines, base, self.position, "position", besides=besides
                    )
                ]
            else:
                raw = self.position.get(part.key, {})
                described[name] = [
                    self._read_part(part.lines, bases[0], raw, "position", part.key)
                ]
            if before := part.before:
                key, domain = before.key, Tables(A_TABLE, before.most)
                tables = self._read(domain, self.position.get(key, []), (), "position", key)
                described[name] += (
                    self._read_part(before.lines, part.fresh, raw, "position", key, number)
                    for number, raw in enumerate(tables)
                )
        description = PartialPosition(outline, described)
        description.choose_copies()
        return description

    def _describe_players(self, lines: Lines, bases: Sequence[Values]) -> Iterator[Values]:
        """Yield what is stated of each player, by seat. The tables may write names in small or capital letters."""
        names = {fold(name): name for name in self.names}
        also = {
            key: names[fold(key)]
            for key in self.players
            if key not in self.names and fold(key) in names
        }
        written = {name: key for key, name in reversed(also.items())} | {
            name: name for name in self.players
        }
        known = SynonymousKeys((KnownKey(name, lambda raw: raw) for name in self.names), also)
        self._place(known.gather(self.players)[1], "player")
        for name, base in zip(self.names, bases, strict=True):
            key = written.get(name, name)
            yield self._read_part(lines, base, self.players.get(key, {}), "player", key)

    def _read_part(
        self,
        lines: Lines,
        base: Values,
        raw: Any,
        *place: str | int,
        besides: Sequence[str] = (),
    ) -> Values:
        table, form = self._read(A_TABLE, raw, {}, *place), self._form
        values, problems = lines.read_table(
            table, base, most=form.most, rules=form.rules, besides=besides
        )
        self._place(map(_nobody_knows, problems), *place)
        return values

    def complete(self, base: S, description: PartialPosition) -> S:
        """Return the position that a description gives; contradictions in it are noted as problems."""
        positions = base.setting.rulebook.positions
        position: S = positions.fill_in(base, description)
        for problem in positions.contradicted(position, description):
            name, _, field = problem.about.rpartition(".")
            part = [description.outline.parts[name].key] if name else []
            path = ("position", *part, field)
            self.problems.append(Problem(path, Code.IMPOSSIBLE, Phrase(problem)))
        return position


def _nobody_knows(problem: Problem) -> Problem:
    """Say of a ``?`` that stands where everybody sees what lies there how to do without."""
    unknown = problem.code is Code.UNKNOWN_WORD
    if not unknown or str(problem.found).split()[-1:] != [QUESTION_MARK]:
        return problem
    return problem._replace(expected=f"{problem.expected}; leave out what does not matter")


def read_position(stated: StatedPosition, game: Game[S, Any]) -> S:
    """Return the position that a file states; problems are added to those of ``stated``."""
    base = game.new(stated.start)
    return stated.complete(base, stated.describe(described(base, stated.names)))


def place_of(problem: Violation, outline: PositionSchema) -> str:
    """Return the key of the file that a problem of a position is about; ``position`` if it is about several keys."""
    name, _, field = problem.about.rpartition(".")
    part = outline.parts.get(name or outline.turn)
    if (
        part is None
        or field not in part.lines.names
        or (name == outline.players and not problem.seats)
    ):
        return "position"
    key = key_of(part.lines.fields[part.lines.names.index(field)].spec)
    if name == outline.players:
        return f"player.{outline.names[problem.seats[0]]}.{key}"
    return f"position.{key}" if name in ("", outline.turn) else f"position.{part.key}.{key}"


def _keys_besides(outline: PositionSchema) -> list[str]:
    """The keys of ``[position]`` that are not about fields of the turn."""
    tables: list[Any] = [
        part
        for name, part in outline.parts.items()
        if name not in (outline.turn, outline.players)
    ]
    tables += (part.before for part in outline.parts.values() if part.before)
    return [
        *HEAD,
        *(table.key for table in tables),
    ]


# --- Schemas --------------------------------------------------------------------------


def player_table(terms: Terms) -> Schema:
    """Return the schema of the tables of players. Some of their keys also accept the word "enough"."""
    kinds = [inner for _, spec in _parts(terms, PerPlayer) for inner in spec.holds.records()]
    keys = _of_part(terms, PLAYERS, kinds)
    return {"type": "object", "additionalProperties": table_of(keys)}


def _of_part(
    terms: Terms, part: str, kinds: Sequence[type[Any]], *besides: type[Any]
) -> dict[str, Schema]:
    """Return the schemas of the keys of a part.

    Fields that moves pay with or take also accept the word "enough". The schema of a
    field that follows from others says so.
    """
    supplied, follows = terms.rulebook.disputes.supplied, terms.rulebook.positions.follows
    keys = _keys(terms, *kinds, *besides)
    for declared, spec in (one for kind in kinds for one in fields_of(kind)):
        path, usual = f"{part}.{declared.name}", key_of(spec)
        if path in supplied:
            for key in keys_of(spec):
                keys[key] = _with_word(keys[key], ENOUGH)
        if path in follows and usual in keys:
            about = keys[usual].get("description", "")
            keys[usual] = {**keys[usual], "description": f"{about} {FOLLOWS}".lstrip()}
    return keys


def _with_word(schema: Schema, word: str) -> Schema:
    """Return a schema that also accepts a word."""
    about = {key: schema[key] for key in ("title", "description")}
    held = {key: value for key, value in schema.items() if key not in about}
    return {**about, "anyOf": [*held.get("anyOf", [held]), {"const": word}]}


def position_table(terms: Terms) -> Schema:
    """Return the schema of the table ``[position]``."""
    rulebook, head = terms.rulebook, record_table(PositionHead, terms)
    keys = _keys(terms, rulebook.state)
    for declared, spec in fields_of(rulebook.state):
        if declared.name in rulebook.positions.unsaid:
            keys.pop(key_of(spec), None)
    for name, spec in sorted(_parts(terms, Nested), key=lambda part: part[1].words != TURN):
        (inner,) = spec.holds.records()
        if spec.words == TURN:
            keys |= _keys(terms, inner)
        else:
            more = filter(None, [rulebook.positions.besides.get(name)])
            of_part = _of_part(terms, name, [inner], *more)
            keys[key_of(spec)] = {**titled(spec), **table_of(of_part)}
        for _, earlier in fields_of(inner):
            if isinstance(earlier.holds, Earlier):
                records = {"type": "array", "items": table_of(_keys(terms, inner))}
                keys[key_of(earlier)] = {**titled(earlier), **records}
    of_head = head["properties"]
    return {**head, "properties": {**of_head, **keys, **of_head}}


def _keys(terms: Terms, *kinds: type[Any]) -> dict[str, Schema]:
    most = terms.rulebook.disputes.most
    return {
        name: schema
        for kind in kinds
        for name, schema in text_keys(kind, terms, most).items()
    }


def _parts(terms: Terms, of: type[Any]) -> list[tuple[str, Any]]:
    """Return the fields of positions whose domain is of this class, such as `Nested`."""
    return [
        (field.name, spec)
        for field, spec in fields_of(terms.rulebook.state)
        if isinstance(spec.holds, of)
    ]
