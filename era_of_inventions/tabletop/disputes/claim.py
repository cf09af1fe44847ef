"""Claims: the keys of ``[[claim]]`` in a dispute file.

A move is written in the rulebook's own words; ``Green:`` before it names the player who
makes it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain, groupby
from typing import Any

import attrs

from era_of_inventions.tabletop.errors import (
    Code,
    GameError,
    NotationError,
    Phrase,
    Problem,
    describe,
    joined,
    number_from,
    unknown,
)
from era_of_inventions.tabletop.law.clause import Clause, Kind
from era_of_inventions.tabletop.play.rulebook import AnyRulebook, ToMove
from era_of_inventions.tabletop.play.score import Score, score
from era_of_inventions.tabletop.play.setting import AnySetting, kept_in_setting
from era_of_inventions.tabletop.records.notation import parse_moves, show_move
from era_of_inventions.tabletop.text.span import Span, fold
from era_of_inventions.tabletop.text.toml import in_toml, reported
from era_of_inventions.tabletop.values import (
    COUNT_MAX,
    Count,
    Field,
    Flag,
    Names,
    Shape,
    Terms,
    Text,
    carried,
    evolve,
    field,
    record,
)
from era_of_inventions.tabletop.values.domains import Domain, plain_shape
from era_of_inventions.tabletop.values.file_domains import (
    AnyCase,
    OneOrMany,
    OrLeftOut,
    Parsed,
    check_length,
    in_any_case,
)
from era_of_inventions.tabletop.values.json_schema import TEXT
from era_of_inventions.tabletop.values.layout import Layout
from era_of_inventions.tabletop.values.naming import Schema
from era_of_inventions.tabletop.values.plain import PerRulebook
from era_of_inventions.tabletop.values.problems import invalid
from era_of_inventions.tabletop.values.quantities import Effect

RESULTS = ("holds", "fails", "open")
"""The possible results of a claim. It is open if the result depends on something unknown."""
STEPS_MAX = 300
"""The most moves in a list of a claim; nobody quarrels about a whole game."""
EFFECTS_MAX = 50
"""The most effects in a list of a claim."""


@attrs.frozen
class ClaimedMove:
    """A move of a claim, with its usual text. ``seat`` is the player who makes it, None for whoever is to move."""

    text: str
    move: Any
    seat: int | None


@attrs.frozen(eq=False)
class Table:
    """What is needed to read claims: a setting, the players' names, and who is to move.

    It takes the place of the setting in the terms with which claims are read.
    """

    setting: AnySetting
    names: tuple[str, ...]
    to_move: ToMove


def parse_steps(text: str, state: Any, names: Sequence[str]) -> list[ClaimedMove]:
    """Parse one or several moves, written as in the text of a game; a player's name may stand before a move.

    For example ``Green: take cog; end turn; Red: take cog``. A name counts for the
    moves after it too. Where it matters who makes a move and no name is given, it is
    whoever is to move in the position. A part of a move that not everybody sees can be
    left open: ``cover ?``. Raises `GameError` if the text cannot be read.
    """
    to_move = state.setting.rulebook.to_move(state)
    return _steps(text, Table(state.setting, tuple(names), to_move))


def _steps(text: str, table: Table) -> list[ClaimedMove]:
    setting, names, to_move = table.setting, table.names, table.to_move
    steps: list[ClaimedMove] = []
    for speaker, moves in _spoken(Span.of(text)):
        seat = None if speaker is None else _seat(speaker, names)
        mover = seat if seat is not None or not isinstance(to_move, int) else to_move
        for _, _, move in parse_moves(moves, setting, seat=mover, partly=True):
            if isinstance(move, NotationError):
                raise move
            shown = show_move(move, setting)
            by = None if type(move) in setting.rulebook.grammar.chance else seat
            line = shown if by is None else f"{names[by]}: {shown}"
            steps.append(ClaimedMove(line, move, by))
    return steps


def _spoken(text: Span) -> Iterator[tuple[Span | None, Span]]:
    """Yield the names of the players before colons, each with the moves after it; None if no name is before them."""
    speaker, start, stop = None, text.start, text.start
    for phrase in text.phrases():
        head, *others = phrase.split(":")
        if others:
            if stop > start:
                yield speaker, text.part(start, stop)
            speaker, start = head, head.stop + 1
        stop = phrase.stop
    yield speaker, text.part(start, stop)


def _seat(name: Span, names: Sequence[str]) -> int:
    seats = {fold(other): seat for seat, other in enumerate(names)}
    if name.folded not in seats:
        raise GameError(unknown(name.plain, names))
    return seats[name.folded]


# --- What the keys hold ---------------------------------------------------------------


class Steps(OneOrMany[Any]):
    """A list of texts, or a single text; each text states one or several moves."""

    listed = False

    def bind(self, terms: Terms) -> Shape[tuple[Any, ...]]:
        """Return how values are read and written; see `Domain.bind`."""
        texts = super().bind(terms)

        def read(raw: Any) -> tuple[ClaimedMove, ...]:
            steps = tuple(chain.from_iterable(texts.read(raw)))
            check_length(steps, self.most)
            return steps

        return plain_shape(read, texts.write)


def _effect(text: str, terms: Terms) -> Effect:
    table: Table = terms.setting
    effect: Effect = table.setting.for_players(table.names).quantities.parse(text)
    return effect


STEPS = Steps(Parsed(lambda text, terms: _steps(text, terms.setting)), STEPS_MAX)
EFFECTS = OneOrMany(Parsed(_effect), EFFECTS_MAX)


class ClauseId(Domain[str]):
    """The id of a clause."""

    def schema(self, terms: Terms) -> Schema:
        """Return the schema of any text."""
        return TEXT

    def bind(self, terms: Terms) -> Shape[str]:
        """Return how values are read and written; see `Domain.bind`."""
        return _clause_id(terms.rulebook)


@lru_cache(maxsize=16)
def _clause_id(rulebook: AnyRulebook) -> Shape[str]:
    return in_any_case([clause.id for clause in rulebook.law.clauses]).bind(Terms())


class ForbiddingClause(ClauseId):
    """The id of a clause that can forbid a move."""

    def bind(self, terms: Terms) -> Shape[str]:
        """Return how values are read and written; see `Domain.bind`."""
        one, law = super().bind(terms), terms.rulebook.law

        def read(raw: Any) -> str:
            clause: Clause[..., Any] = law.clause(one.read(raw))
            if clause.kind not in (Kind.GRANT, Kind.LIMIT):
                found = Phrase(
                    f"{clause.id} is a {clause.kind.value}, which forbids nothing itself"
                )
                raise invalid(
                    Code.INCONSISTENT, found, "a clause that permits or forbids moves"
                )
            return clause.id

        return plain_shape(read, one.write)


class Scores(OneOrMany[Any]):
    """The score of every player, in texts such as ``Ann 33``; read as numbers by seat."""

    def bind(self, terms: Terms) -> Shape[tuple[Any, ...]]:
        """Return how values are read and written; see `Domain.bind`."""
        texts, names = super().bind(terms), terms.setting.names

        def read(raw: Any) -> tuple[int, ...]:
            stated = sorted(texts.read(raw))
            if [seat for seat, _ in stated] != [*range(len(names))]:
                found = Phrase(
                    f"has scores of {joined([names[seat] for seat, _ in stated], 'and')}"
                )
                raise invalid(
                    Code.INCONSISTENT, found, f"one of each of {joined(names, 'and')}"
                )
            return tuple(score for _, score in stated)

        return plain_shape(read, list)


def _score(text: str, terms: Terms) -> tuple[int, int]:
    name, _, number = " ".join(text.split()).rpartition(" ")
    if not _NUMBER.fullmatch(number) or abs(int(number)) > COUNT_MAX:
        message = (
            f"{describe(text)} is no score; expected a name and a number, such as 'Ann 33'"
        )
        raise ValueError(message)
    return _seat(Span.of(name.removesuffix("=")), terms.setting.names), int(number)


_NUMBER = re.compile("-?[0-9]{1,9}")
SCORES = Scores(Parsed(_score))
CLAUSES = OneOrMany(ClauseId())
RULINGS = PerRulebook(
    lambda rulebook: OneOrMany(
        in_any_case([ruling.id for ruling in rulebook.ruleset.rulings()])
    )
)
PLAYER = AnyCase(Names.indexed(int, lambda table: table.names))


@record
class Claim:
    """What somebody claims: moves, whether they are legal, what they cause, scores, winners.

    ``place`` is its key path in the file. A claim that has ``problems`` cannot be
    judged. If ``legal`` is false, one of the moves is claimed not to be legal: the move
    with the number ``fails_at``, if this is stated.
    """

    place: str = carried()
    problems: tuple[Problem, ...] = carried(default=(), kw_only=True)
    title: Field[str] = field(
        Text(most=None), "what is claimed, in words", words="claim", default=""
    )
    after: Field[tuple[ClaimedMove, ...]] = field(
        STEPS, "moves that were made before", default=()
    )
    moves: Field[tuple[ClaimedMove, ...]] = field(
        STEPS, "the moves that are judged", default=()
    )
    fails_at: Field[int | None] = field(
        OrLeftOut(Count(1, STEPS_MAX)),
        "the number of the move that is claimed not to be legal",
        default=None,
    )
    forbidden_by: Field[tuple[str, ...] | None] = field(
        OrLeftOut(OneOrMany(ForbiddingClause())),
        "the clauses, and no others, that are claimed to forbid a move",
        default=None,
    )
    happens: Field[tuple[Effect, ...]] = field(
        EFFECTS, "what is claimed to happen", default=()
    )
    happens_not: Field[tuple[Effect, ...]] = field(
        EFFECTS, "what is claimed not to happen", default=()
    )
    winners: Field[tuple[int, ...] | None] = field(
        OrLeftOut(OneOrMany(PLAYER, least=1)), "who is claimed to win", default=None
    )
    scores: Field[tuple[int, ...] | None] = field(
        OrLeftOut(SCORES),
        "the score of each player, such as `Ann 33`, if it is not to be counted",
        default=None,
    )
    legal: Field[bool] = field(
        Flag(), "whether the moves are claimed to be legal", default=True
    )
    expect: Field[str | None] = field(
        OrLeftOut(in_any_case(RESULTS)),
        "whether the claim is expected to hold, to fail or to be open",
        default=None,
    )
    expect_clauses: Field[tuple[str, ...]] = field(
        CLAUSES, "clauses that are expected to decide", default=()
    )
    expect_rulings: Field[tuple[str, ...] | None] = field(
        OrLeftOut(RULINGS), "rulings on which it is expected to rest", default=None
    )
    about: Field[tuple[str, ...]] = field(CLAUSES, "the clauses that it is about", default=())

    def score(self, position: Any) -> Score:
        """Return the score of a position, with the scores that the claim states."""
        return score(position, self.scores)

    @property
    def steps(self) -> tuple[ClaimedMove, ...]:
        """All its moves: those made before, then those that are judged."""
        return (*self.after, *self.moves)

    @property
    def of_several(self) -> bool:
        """Whether several players make the moves, so that it matters who begins."""
        return len({step.seat for step in self.steps} - {None}) > 1

    @property
    def is_about_effects(self) -> bool:
        """Whether it is about what the moves come to, and not only about whether they are legal."""
        return bool(self.happens or self.happens_not or self.winners)

    @property
    def names_refusal(self) -> bool:
        """Whether the claim states which move is not legal, or which clauses forbid it."""
        return self.fails_at is not None or self.forbidden_by is not None


@kept_in_setting
def claims_layout(
    setting: AnySetting, names: tuple[str, ...], to_move: ToMove
) -> Layout[Claim]:
    """Return the layout that reads the claims of a dispute with these players, in which ``to_move`` moves next."""
    return Layout(Claim, Terms(Table(setting, names, to_move), rulebook=setting.rulebook))


def read_claim(raw: dict[str, Any], place: str, layout: Layout[Claim]) -> Claim:
    """Read the claim at a place of a file. The reasons why it cannot be judged, if any, are its ``problems``."""
    values, problems = layout.table.gather(raw)
    claim = Claim(place, *values)
    legal, winners = raw.get("legal"), claim.winners
    after, moves = claim.after, claim.moves
    if not claim.names_refusal:
        order = layout.terms.rulebook.disputes.order
        after, moves = (_as_made(steps, order) for steps in (after, moves))
    described = "; ".join(step.text for step in moves)
    claim = evolve(
        claim,
        after=after,
        moves=moves,
        title=" ".join(claim.title.split())
        or described
        or ("its moves" if "moves" in raw else "the position"),
        legal=legal
        if isinstance(legal, bool)
        else not {"fails_at", "forbidden_by"} & raw.keys(),
        winners=None if winners is None else tuple(sorted({*winners})),
    )
    most, unread = max(1, len(moves)), {problem.path[0] for problem in problems}
    if unread.isdisjoint(("after", "moves")) and (claim.fails_at or 0) > most:
        expected = number_from(1, most)
        problems.append(Problem(("fails_at",), Code.OUT_OF_RANGE, claim.fails_at, expected))
    problems += _contradictions(claim, raw)
    return evolve(claim, problems=reported([in_toml(problem, place) for problem in problems]))


def _as_made(
    steps: Sequence[ClaimedMove], order: Mapping[type, int]
) -> tuple[ClaimedMove, ...]:
    """Return moves in the order in which they are made. Moves that a player decides on at once are sorted.

    ``order`` maps the kinds of such moves to their places. If two of these moves have
    the same place, all stay as written.
    """
    made: list[ClaimedMove] = []
    for (at_once, _), run in groupby(
        steps, lambda step: (type(step.move) in order, step.seat)
    ):
        named = [*run]
        if at_once and len({order[type(step.move)] for step in named}) == len(named):
            named.sort(key=lambda step: order[type(step.move)])
        made += named
    return tuple(made)


def _contradictions(claim: Claim, raw: Mapping[str, Any]) -> Iterator[Problem]:
    """Yield a problem for each key that contradicts another key of the claim, or lacks a key that it needs."""
    if not any(raw.get(key) for key in ("moves", "happens", "happens_not", "winners")):
        expected = "moves, happens, happens_not or winners"
        yield Problem((), Code.MISSING, Phrase("claims nothing"), expected)
    if "scores" in raw and not raw.get("winners"):
        yield Problem(
            ("scores",), Code.INCONSISTENT, Phrase("is about no winners"), "winners too"
        )
    for key in ("legal", "fails_at", "forbidden_by"):
        if key in raw and not raw.get("moves"):
            yield Problem((key,), Code.INCONSISTENT, Phrase("is about no moves"), "moves too")
    if claim.legal and {"fails_at", "forbidden_by"} & raw.keys():
        found = Phrase(
            "does not go with fails_at and forbidden_by, which claim that the moves are not legal"
        )
        yield Problem(("legal",), Code.INCONSISTENT, found)
    for key in ("happens", "happens_not", "winners"):
        if key in raw and not claim.legal:
            found = Phrase(
                "does not go with moves that are not legal, for these have no effects"
            )
            yield Problem((key,), Code.INCONSISTENT, found)
