"""Controls for a form that edits a dispute: every field that it can state, with what it can hold, and every move.

They follow from the declarations: the words of a field label its control, and its
domain determines the kind of control and the options. Values are as in a dispute file;
`rewritten` writes a value into the text of a dispute.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import product
from typing import Any

from era_of_inventions.tabletop.disputes.claim import Claim, ClaimedMove
from era_of_inventions.tabletop.disputes.evaluation import UnreachableError, evaluate_in
from era_of_inventions.tabletop.disputes.facts import facts_read
from era_of_inventions.tabletop.disputes.file import Dispute
from era_of_inventions.tabletop.disputes.moments import keys_stating, scenes
from era_of_inventions.tabletop.disputes.premise import Premise
from era_of_inventions.tabletop.disputes.statements import (
    POSITION,
    Stated,
    Statement,
    faces_in_file,
    known_key,
    place_in_file,
    table_at,
    tables_of,
    value_in_file,
)
from era_of_inventions.tabletop.errors import KeyPath
from era_of_inventions.tabletop.law.clause import Kind
from era_of_inventions.tabletop.law.violation import Violation
from era_of_inventions.tabletop.play.checking import is_possible, problems_of
from era_of_inventions.tabletop.play.game import AnyGame, Game
from era_of_inventions.tabletop.play.grammar import PLAYERS, in_words
from era_of_inventions.tabletop.play.setting import (
    AnyPosition,
    AnySetting,
    described,
    kept_in_setting,
)
from era_of_inventions.tabletop.play.worlds import lacking
from era_of_inventions.tabletop.text.toml import parse_toml, toml_text
from era_of_inventions.tabletop.values import (
    Count,
    Field,
    Flag,
    Shape,
    Text,
    evolve,
    field,
    record,
)
from era_of_inventions.tabletop.values.declared import BoundField, keys_of
from era_of_inventions.tabletop.values.domains import (
    QUESTION_MARK,
    PlainForm,
)
from era_of_inventions.tabletop.values.json_schema import sentence
from era_of_inventions.tabletop.values.layout import layout_of
from era_of_inventions.tabletop.values.outline import PartialPosition
from era_of_inventions.tabletop.values.packed import COUNT_MAX
from era_of_inventions.tabletop.values.plain import Inside, Many, OrNone, word

TEXTS = Many(Text())
KINDS = ("number", "flag", "one", "several", "row", "counts", "stacks")


@record
class Control:
    """The form control of a field that a dispute can state: its kind of input, bounds, options and current values."""

    key: Field[str] = field(Text(), "its key in a table of a dispute file")
    also: Field[tuple[str, ...]] = field(TEXTS, "other keys that state the same")
    words: Field[str] = field(Text(), "its words")
    about: Field[str] = field(Text(), "what it means")
    control: Field[str] = field(
        word(KINDS),
        "what it holds: a number; true or false; one, several or a row of the options; the number of each;"
        " or stacks, the number of cards on each",
    )
    low: Field[int] = field(Count(-COUNT_MAX), "the least that each number can be")
    high: Field[int] = field(Count(), "the greatest that each number can be")
    options: Field[tuple[str, ...]] = field(TEXTS, "what can be chosen")
    alike: Field[tuple[str, ...]] = field(TEXTS, "the options that there can be several of")
    places: Field[int] = field(Count(), "the length of a row")
    enough: Field[bool] = field(Flag(), "whether a file can say that there is enough")
    values: Field[tuple[Any, ...]] = field(
        Many(Stated()), "what it holds in each of the tables of its part"
    )


@record
class Part:
    """A part of the position, such as the board, or the players, with the controls of its fields."""

    words: Field[str] = field(Text(), "the words for the part")
    tables: Field[tuple[tuple[str, ...], ...]] = field(
        Many(TEXTS), "the tables of a dispute file that state it: one, or one for each player"
    )
    fields: Field[tuple[Control, ...]] = field(
        Many(Inside(Control)), "the fields that each of these tables can state"
    )


@record
class MomentOfMoves:
    """A moment of the game at which a kind of moves can be made."""

    words: Field[str] = field(Text(), "the moment in words")
    states: Field[tuple[Statement, ...]] = field(
        Many(Inside(Statement)), "what a dispute states to be at this moment"
    )


@record
class MovesOfKind:
    """The moves of a kind, and the parts by which they differ."""

    words: Field[str] = field(Text(), "the words with which they begin")
    sentence: Field[str] = field(
        Text(),
        "what a player does, with numbers in braces for the parts; brackets enclose what is left out if the part"
        " in them is nothing",
    )
    about: Field[str] = field(Text(), "what they do")
    parts: Field[tuple[str, ...]] = field(TEXTS, "what each part is")
    moves: Field[tuple[tuple[str, ...], ...]] = field(
        Many(TEXTS), "each move as it is written, then its parts in words"
    )
    moments: Field[tuple[MomentOfMoves, ...]] = field(
        Many(Inside(MomentOfMoves)), "when they can be made", default=()
    )


@record
class Controls:
    """All that a form for a dispute needs: the controls of the position, the moves, and the move asked about."""

    players: Field[tuple[str, ...]] = field(TEXTS, "the names of the players")
    to_move: Field[str | None] = field(
        OrNone(Text()), "the player to move; null if chance decides"
    )
    parts: Field[tuple[Part, ...]] = field(
        Many(Inside(Part)), "the parts of the position, the players first"
    )
    moves: Field[tuple[MovesOfKind, ...]] = field(
        Many(Inside(MovesOfKind)), "what players can do, by kind"
    )
    captions: Field[tuple[tuple[str, ...], ...]] = field(
        Many(TEXTS), "the names of things, each with what people see on it"
    )
    asked: Field[tuple[str, ...]] = field(
        TEXTS, "who makes the last move of the first claim, and that move; empty without one"
    )
    legal: Field[tuple[tuple[str, ...], ...]] = field(
        Many(TEXTS),
        "the moves that are legal now: each as it is written, then what a player does with it",
    )
    read: Field[tuple[tuple[str, ...], ...]] = field(
        Many(TEXTS),
        "the tables and keys that the clauses read for the first claim, those that decide first;"
        " also those that state its moment, which come before all others if it is unclear",
    )
    stated: Field[tuple[tuple[str, ...], ...]] = field(
        Many(TEXTS),
        "the tables and keys that the dispute states; all others are taken for granted",
        default=(),
    )


def dispute_controls(dispute: Dispute) -> Controls:
    """Return the controls of the position of a dispute, at the moment of its first claim that can be judged."""
    claim, found = _asked(dispute)
    state, steps = state_asked(dispute), () if claim is None else claim.moves[-1:]
    fields = sorted(state.setting.rulebook.law.moment_fields)
    moment: list[KeyPath] = [tuple(path.split(".")) for path in fields]
    wrong = [path for one in problems_of(state) for path in _about(one, state)]
    read = list[KeyPath]()
    if wrong or claim is None:
        read = [*wrong, *moment] if wrong else []
    else:
        with suppress(UnreachableError):
            read = [*facts_read(evaluate_in(dispute, claim, state))]
        read = [*read, *moment] if found else [*moment, *read]
    every = controls(state, dispute.names, read, steps)
    return evolve(every, stated=(*_stated(dispute.premise, every),))


def _stated(premise: Premise, every: Controls) -> Iterator[tuple[str, ...]]:
    """Yield the tables and keys of the controls whose values the file of a premise states."""
    for part in every.parts:
        for table, one in product(part.tables, part.fields):
            place = (*table, one.key)
            if premise.says(Statement(place, None, one.also)):
                yield place


def _about(problem: Violation, state: AnyPosition) -> Iterator[KeyPath]:
    """Yield the paths of the fields that a problem of a position is about: of the players it names, or of all."""
    *part, name = problem.about.split(".")
    if part == [PLAYERS]:
        seats = problem.seats or range(state.setting.players)
        yield from ((PLAYERS, seat, name) for seat in seats)
    else:
        yield (*part, name)


def state_asked(dispute: Dispute) -> Any:
    """Return the position in which the first claim of a dispute is judged."""
    _, found = _asked(dispute)
    return found[0].state if found else dispute.state


def _asked(dispute: Dispute) -> tuple[Claim | None, list[Premise]]:
    """Return the first claim without problems, or None, and the scenes in which it can be judged."""
    claim = next((claim for claim in dispute.claims if not claim.problems), None)
    return claim, [] if claim is None else scenes(dispute.premise, claim)


def rewritten(
    text: str, place: Sequence[str | int], value: Any, also: Sequence[str] = ()
) -> str:
    """Return the text of a dispute with a value at a place, which is given by tables and key; None removes the value.

    The keys in ``also`` state the same field, and are removed. Raises `FileError` for a
    text that is not TOML.
    """
    contents: dict[str, Any] = parse_toml(text.encode(), "dispute")
    table = table_at(contents, place[:-1], adding=True)
    for key in (place[-1], *also):
        table.pop(known_key(str(key), table), None)
    if value is not None:
        table[place[-1]] = value
    return toml_text(contents)


# --- What a position holds ------------------------------------------------------------


def controls(
    state: AnyPosition,
    names: Sequence[str] = (),
    read: Sequence[KeyPath] = (),
    steps: Sequence[ClaimedMove] = (),
) -> Controls:
    """Return the controls of a position, for players with these names.

    ``read`` are the paths of the fields that were read for a claim, and ``steps`` its
    last move, if it is asked about one.
    """
    rulebook = state.setting.rulebook
    game: AnyGame = Game.from_state(state)
    names = tuple(names) or rulebook.grammar.seat_names(state.setting.players)
    position = described(state, names)
    seat = rulebook.seat_to_move(state)
    show, say = state.setting.vocabulary.show, state.setting.vocabulary.say
    to_move = None if seat is None else names[seat]
    known = seat is not None and not any(lacking(state, seat))
    decides = known and is_possible(state)
    legal = game.legal_moves(state) if decides else ()
    asked = [
        (to_move or "" if step.seat is None else names[step.seat], show(step.move))
        for step in steps
    ]
    places = (place_in_file(path, position) for path in read)
    return Controls(
        players=names,
        to_move=to_move,
        parts=(*_parts(position, state.setting),),
        moves=_moves(state.setting.without_readings),
        captions=(*rulebook.grammar.captions(state.setting).items(),),
        asked=next(iter(asked), ()),
        legal=tuple((show(move), say(move)) for move in legal),
        read=(*dict.fromkeys(filter(None, places)),),
    )


def _parts(position: PartialPosition, setting: AnySetting) -> Iterator[Part]:
    """Yield the parts of a position, each with the fields that do not follow from others."""
    for name, part in position.outline.parts.items():
        tables = tables_of(name, position.outline)
        values = position.of[name][: len(tables)]
        fields = (
            _control(one, name, [of[one.name] for of in values], setting)
            for one in part.lines.fields
            if all(one.name in of for of in values)
        )
        yield Part(part.words, tables, (*fields,))


def _control(
    one: BoundField, part: str, values: Sequence[Any], setting: AnySetting
) -> Control:
    """Return the control with which a field of a part is edited: input kind, bounds, options and current values."""
    shape, spec, form = one.shape, one.spec, setting.rulebook.disputes
    key, *also = keys_of(spec)
    options = [*dict.fromkeys((*faces_in_file(one, setting), *_labels(shape)))]
    low, high = _bounds(shape)
    kind = "one" if shape.form is PlainForm.WORD else shape.form.value
    if shape.form is PlainForm.LIST:
        kind = "row" if shape.places else "several"
    return Control(
        key=key,
        also=(*also,),
        words=spec.words,
        about=sentence(spec.about) if spec.about else "",
        control=kind,
        low=low,
        high=min(high, form.most),
        options=(*options,),
        alike=(*(options if not shape.cells else filter(shape.named.__contains__, options)),),
        places=shape.places,
        enough=f"{part}.{one.name}" in form.supplied,
        values=tuple(value_in_file(one, value, setting) for value in values),
    )


def _bounds(shape: Shape[Any]) -> tuple[int, int]:
    """Return the least and the greatest number that a field can hold; two zeros if it holds no numbers."""
    if shape.form is PlainForm.NUMBER:
        return shape.options[0], shape.options[-1]
    counted = shape.form is PlainForm.COUNTS and shape.cells
    return (shape.cells[0].low, shape.cells[0].high) if counted else (0, 0)


def _labels(shape: Shape[Any]) -> Iterator[str]:
    """Yield the options of a field. Copies of a card are left out: the faces of the cards are options instead."""
    if not shape.named or {*shape.named} == {QUESTION_MARK}:
        yield from shape.labels.values()
    elif QUESTION_MARK in shape.named:
        yield QUESTION_MARK


# --- Moves ----------------------------------------------------------------------------


@kept_in_setting
def _moves(setting: AnySetting) -> tuple[MovesOfKind, ...]:
    """Return the moves of players by kind."""
    grammar, by_kind = setting.rulebook.grammar, dict[type[Any], list[Any]]()
    found = list[MovesOfKind]()
    for move in setting.moves:
        if type(move) not in grammar.chance:
            by_kind.setdefault(type(move), []).append(move)
    for kind, moves in by_kind.items():
        texts = [setting.vocabulary.show(move) for move in moves]
        fields, words = layout_of(kind, setting.layout.terms).fields, grammar.words_of(kind)
        names = [one.spec.about or one.spec.words for one in fields]
        written = grammar.sentence_of(kind, [one.name for one in fields])
        parts = [
            [in_words(one.shape, getattr(move, one.name)) for one in fields] for move in moves
        ]
        if len({*map(tuple, parts)}) < len(moves):  # not declared by their parts
            names, parts = [words], [[text.removeprefix(words).strip()] for text in texts]
            written = f"{words} {{1}}"
        listed = ((text, *rest) for text, rest in zip(texts, parts, strict=True))
        about = (kind.__doc__ or "").strip().partition(".")[0]
        found.append(
            MovesOfKind(
                words,
                written,
                sentence(about) if about else "",
                (*names,),
                (*listed,),
                _moments(kind, setting),
            )
        )
    return (*found,)


def _moments(kind: type[Any], setting: AnySetting) -> tuple[MomentOfMoves, ...]:
    """Return the moments at which grants permit a kind of moves, each in the first way to state it, and once."""
    found: dict[str, MomentOfMoves] = {}
    grants = setting.rulebook.law.of_kind(Kind.GRANT)
    for moment in (one.when for one in grants if issubclass(kind, one.on)):
        for stated in (keys_stating(setting, sets) for sets in moment.sets[:1]):
            states = (Statement((POSITION, key), raw, ()) for key, raw in stated.items())
            found.setdefault(repr(stated), MomentOfMoves(moment.words, (*states,)))
    return (*found.values(),)
