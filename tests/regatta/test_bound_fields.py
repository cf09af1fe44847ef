"""Which fields a rulebook can have: each is written, read and kept within its bounds, or refused when it is bound."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

import attrs
import pytest

from era_of_inventions.tabletop import (
    ABSENT,
    UNKNOWN,
    Amounts,
    Cards,
    CardSet,
    Choice,
    Copies,
    Count,
    Counts,
    Earlier,
    Faces,
    Field,
    Flag,
    Hidden,
    History,
    Law,
    Maybe,
    Names,
    Nested,
    Record,
    RootDraft,
    Row,
    Seat,
    Stacks,
    Text,
    Things,
    check_total,
    drafts,
    each,
    effect,
    evolve,
    field,
    grant,
    mask,
    move,
    parse_game,
    part,
    record,
    show_game,
)
from era_of_inventions.tabletop.errors import GameError, RulebookError
from era_of_inventions.tabletop.play.calls import completions_of
from era_of_inventions.tabletop.play.game import Game
from era_of_inventions.tabletop.play.occasions import Occasion
from era_of_inventions.tabletop.play.rulebook import Rulebook
from era_of_inventions.tabletop.values import DeclarationError, Move
from era_of_inventions.tabletop.values.domains import HoldsCards
from tests.regatta.model import (
    PlayerDraft,
    State,
    Turn,
    TurnDraft,
)
from tests.regatta.rulebook import REGATTA
from tests.regatta.test_binding import anything, law_with, reasons
from tests.support.nim import NIM, Take
from tests.support.nim import PlayerDraft as NimPlayerDraft
from tests.support.nim import State as NimState


class Card:
    """A card."""


CARDS = Names.indexed(Card, ("sun", "moon", "12"))


def nim_with(holds: Any, kept: Any = None, **more: Any) -> tuple[Rulebook[Any, Any], type[Any]]:
    """Nim, with one more field of its positions, and with properties that they may keep."""
    spec = field(holds, words="mark", **more)
    body = {"__annotations__": {"mark": "Any"}, "mark": spec, **(kept or {})}
    kind: Any = record(type("Marked", (NimState,), body))
    draft = type("MarkedDraft", (RootDraft, kind), {"__slots__": (), "edit_player": each(kind.players, NimPlayerDraft)})

    def blank(setting: Any, seat: int) -> Any:
        first = NIM.blank(setting, seat)
        return kind(setting, first.players, first.stones, first.seat)

    return attrs.evolve(NIM, state=kind, blank=blank, draft=drafts(draft)), kind


def test_positions_keep_no_results_because_drafts_change() -> None:
    doubled = cached_property[int](lambda state: 2 * int(state.mark))
    rulebook, _ = nim_with(Count(), kept={"doubled": doubled}, default=0)
    with pytest.raises(RulebookError) as caught:
        Game(rulebook, 2)
    assert [reason for reason in caught.value.reasons if "Marked.doubled" in reason]


@pytest.mark.parametrize(
    ("holds", "value"),
    [
        (Hidden(Maybe(Choice(CARDS))), 1),
        (Hidden(Maybe(Choice(CARDS))), ABSENT),
        (Hidden(Maybe(Choice(CARDS), None)), 1),
        (Hidden(Maybe(Choice(CARDS), None)), None),
        (Maybe(Count(0, 5), None), 3),
        (Maybe(Text()), ABSENT),
        (Maybe(Text()), "sun"),
        (History(Choice(CARDS), 9), (0, 2, 0)),
        (History(Seat(), 9), (0, 1, 0)),
    ],
)
def test_a_field_is_written_and_read(holds: Any, value: Any) -> None:
    nothing = getattr(holds, "nothing", getattr(getattr(holds, "one", holds), "nothing", None))
    default = () if isinstance(holds, History) else nothing
    rulebook, _ = nim_with(holds, default=default)
    game: Game[Any, Any] = Game(rulebook, 2)
    state = evolve(game.new(), mark=value)
    assert len(game.observe(state)) == len(game.observe(game.new()))
    text = show_game(Record(state))
    assert parse_game(text, (rulebook,)).end().mark == value


@pytest.mark.parametrize(
    ("holds", "right", "wrong"),
    [
        (Hidden(Count(0, 99)), (0, 99), (-1, 100, UNKNOWN, -3, "3")),
        (Hidden(Flag()), (False, True), (UNKNOWN, 2, "x")),
        (Maybe(Count(0, 99)), (0, 99, ABSENT), (UNKNOWN, 100, None)),
        (Maybe(Count(0, 99), None), (0, 99, None), (ABSENT, 100)),
        (Hidden(Maybe(Count(2, 3))), (2, 3, ABSENT), (UNKNOWN, 0, 1, 4, -3)),
        (Seat(), (0, 1), (-1, 2)),
        (Maybe(Seat()), (0, 1, ABSENT), (UNKNOWN, 2)),
        (Hidden(Seat()), (0, 1), (UNKNOWN, ABSENT, 2)),
        (Choice(CARDS), (0, 2), (-1, 3, "sun")),
        (Hidden(Maybe(Choice(CARDS))), (0, 2, ABSENT), (UNKNOWN, -3, 3, [0])),
        (Count(-20_000, 20_000), (-20_000, 20_000), (-20_001, 20_001)),
        (Things(CARDS), (0, 7), (8, -1, None)),
        (
            CardSet(CARDS),
            (Cards(mask(Card)), Cards(mask(Card, [0, 1, 2]))),
            (Cards(mask(Card, [3])), Cards(mask(Card), 1), 0, None),
        ),
        (Counts(Names.indexed(Card, ("sun", "moon", "star")), 3), ((0, 0, 3),), ((0, 0, 4), (0, 0), (0, 0, 0, 0))),
    ],
)
def test_play_keeps_the_bounds_of_values_and_sets(holds: Any, right: tuple[Any, ...], wrong: tuple[Any, ...]) -> None:
    now: list[Any] = []

    def changes(draft: Any, _move: Any) -> None:
        """The mark changes."""
        draft.mark = now[0]

    rulebook, _ = nim_with(holds, default=right[0])
    (chapter,) = NIM.law.chapters
    clauses = (*chapter.clauses, effect("nim.marks", on=Take)(changes))
    law = Law([attrs.evolve(chapter, clauses=clauses)], NIM.law.checks)
    game: Game[Any, Any] = Game(attrs.evolve(rulebook, law=law), 2)
    for value in right:
        now[:] = [value]
        assert game.play(game.new(), Take(1)).mark == value
    for value in wrong:
        now[:] = [value]
        with pytest.raises(GameError, match="leaves the bounds of positions: mark"):
            game.play(game.new(), Take(1))


@pytest.mark.parametrize(
    ("holds", "default", "found"),
    [
        (Hidden(Count(-5, 5)), 5, "begins at -5; expected 0 or more"),
        (Hidden(Maybe(Count(-5, 5))), 5, "begins at -5; expected 0 or more"),
        (Maybe(Count(-1, 5)), 5, "begins at -1; expected 0 or more"),
        (Hidden(Choice(Names.indexed(Card, ()))), 0, "nothing that could be guessed"),
        (Choice(anything(None)), 0, "cannot hold Choice(names=None)"),
        (History(Things(CARDS), 9), (), "mark: lists values that have no names"),
        (History(Count(0, 9), 9), (), "mark: lists values that have no names"),
        (History(Flag(), 9), (), "mark: lists values that have no names"),
        (Hidden(Things(CARDS)), 0, "only what is one number may be unknown"),
        (Maybe(Counts(CARDS), None), None, "only what is one number may be nothing"),
        (Hidden(Choice(CARDS), among="hand"), 0, "is among 'hand', where no things lie"),
        (Maybe(Choice(CARDS), 0), 0, "holds 0, which stands for nothing"),
        (Count(0, 3), 4, "does not hold its default 4"),
    ],
)
def test_a_field_that_cannot_be_written_is_refused(holds: Any, default: Any, found: str) -> None:
    rulebook, _ = nim_with(holds, default=default)
    with pytest.raises(RulebookError) as refused:
        Game(rulebook, 2)
    assert any(found in reason for reason in refused.value.reasons), refused.value.reasons


@pytest.mark.parametrize("debt", [-1, -2, -3])
def test_a_total_counts_what_is_below_nothing(debt: int) -> None:
    """A public number can be what elsewhere stands for something absent or unknown."""
    rulebook, _ = nim_with(Count(-5, 5), default=0)
    clause = rulebook.law.clause("nim.heap")
    total = check_total(clause, of=("stones", "mark"))(lambda _: 15)
    game = Game(attrs.evolve(rulebook, law=Law(rulebook.law.chapters, [total])), 2)
    state = evolve(game.new(), mark=debt, stones=15 - debt)
    assert not game.check(state)
    assert game.check(evolve(state, stones=14 - debt))
    assert game.check(evolve(state, stones=15))


@pytest.mark.parametrize(
    ("words", "phrase"), [("a = b", ""), ("a\nb", ""), ("a; b", ""), ("mark", "{} of {}"), ("mark", "{who}")]
)
def test_words_and_phrases_of_a_field_stand_on_a_line(words: str, phrase: str) -> None:
    @record
    class Marked:
        mark: Field[int] = field(Count(), words=words, phrase=phrase)

    @record
    class Position(State):
        marked: Field[int] = field(Count(), words=words, phrase=phrase, default=0)

    (reason, *_) = reasons(state=Position)
    assert reason.startswith("Position.marked: ")


FACES = Faces.of_copies(Card, lambda _: Copies({"ace": 2, "bee": 1}))
COPIES = FACES.copied(Card)


def test_a_hidden_card_among_copies_is_a_face() -> None:
    """The copies of a face have numbers, which nobody sees."""

    @record
    class Position(State):
        held: Field[Cards[Card]] = field(CardSet(COPIES), "cards", seen="owner", default=Cards(mask(Card, ())))
        mark: Field[int] = field(Hidden(Choice(COPIES), among="held"), "one of them", seen="owner", default=0)

    (reason,) = [one for one in reasons(state=Position) if one.startswith("Position.mark: ")]
    assert "whose number nobody sees" in reason


class Pile(Things[Card]):
    """A domain of somebody else, whose copies cannot be replaced by others."""

    swapped = HoldsCards[Card].swapped


CHOSEN = "is a choice of copies that are alike; expected a choice of faces"
HELD = "does not hold copies that are alike; expected CardSet, or Things with pile=True"
COUNTED = "counts copies that are alike; expected counts of faces"
SOME = "holds some of the copies that are alike; expected all of them"


@pytest.mark.parametrize(
    ("holds", "default", "found"),
    [
        (Choice(COPIES), 0, CHOSEN),
        (Maybe(Choice(COPIES)), ABSENT, CHOSEN),
        (Hidden(Maybe(Choice(COPIES))), ABSENT, CHOSEN),
        (History(Choice(COPIES), 9), (), CHOSEN),
        (Choice(COPIES.some(lambda _: [0, 2])), 0, CHOSEN),
        (CardSet(COPIES.some(lambda _: [0, 2]), pile=True), Cards(mask(Card)), SOME),
        (History(CardSet(COPIES, pile=True), 9), (), f"History {HELD}"),
        (Stacks(COPIES), (), f"Stacks {HELD}"),
        (Row(COPIES, 2), (ABSENT, ABSENT), f"Row {HELD}"),
        (Pile(COPIES, pile=True), mask(Card), f"Pile {HELD}"),
        (Counts(COPIES), (0, 0, 0), COUNTED),
        (Amounts(COPIES), 0, COUNTED),
        (Things(COPIES), mask(Card), "distinguishes identical copies; expected pile=True, or CardSet"),
    ],
)
def test_a_field_that_would_tell_copies_apart_is_refused(holds: Any, default: Any, found: str) -> None:
    """The copies that somebody sees are renumbered where they lie, and nowhere else."""

    @record
    class Position(State):
        mark: Field[Any] = field(holds, "mark", default=default)
        other: Field[Any] = field(Choice(COPIES), "other", default=0)

    assert [one for one in reasons(state=Position) if one.startswith("Position.")] == [
        f"Position.mark: {found}",
        f"Position.other: {CHOSEN}",
    ]


@pytest.mark.parametrize(
    ("holds", "default"),
    [
        (CardSet(COPIES), Cards(mask(Card))),
        (CardSet(COPIES, pile=True), Cards(mask(Card))),
        (Things(COPIES, pile=True), mask(Card)),
        (Choice(FACES), 0),
        (Choice(FACES.some(lambda _: [1])), 1),
        (Hidden(Maybe(Choice(FACES))), ABSENT),
        (Counts(FACES), (0, 0)),
    ],
)
def test_copies_lie_in_sets_and_their_faces_are_chosen_and_counted(holds: Any, default: Any) -> None:
    rulebook, _ = nim_with(holds, default=default)
    game: Game[Any, Any] = Game(rulebook, 2)
    assert game.view(game.new(), 0).mark == default


def test_copies_that_lay_somewhere_earlier_are_refused() -> None:
    """A view does not renumber them there."""

    @record
    class Auction:
        paid: Field[Any] = field(Things(COPIES, pile=True), "paid", default=mask(Card))
        before: Field[Any] = field(Earlier(lambda: Auction, 9), "before", default=None)

    @record
    class Position(State):
        mark: Field[Any] = field(Nested(lambda: Auction), "mark", default=Auction())

    (reason,) = [one for one in reasons(state=Position) if "copies" in one]
    found = "Auction.paid holds copies that are alike; expected none in earlier records"
    assert reason == f"Position.mark: Auction.before: {found}"


@move
class Lay(Move):
    """A copy of a face is laid."""

    card: Field[int] = field(Choice(COPIES), "card")


@move
class LayHidden(Move):
    """A copy of a face is laid face down."""

    card: Field[int] = field(Hidden(Choice(COPIES)), "card", seen="owner")


@move
class LayAll(Move):
    """Copies are laid."""

    cards: Field[Any] = field(Things(COPIES, pile=True), "cards")


@record
class Laid(Occasion):
    """A copy lies there."""

    card: Field[int] = field(Choice(COPIES), "card")


@record
class LaidAll(Occasion):
    """Copies lie there."""

    cards: Field[Any] = field(CardSet(COPIES), "cards")


def may(_position: State, _subject: Any) -> bool:
    """It may be so."""
    return True


@pytest.mark.parametrize("own_table", [False, True])
def test_a_move_or_an_occasion_names_faces_and_no_copies(own_table: bool) -> None:
    """A view has other copies of a face than the position."""
    kinds: list[Any] = [Lay, LayHidden, LayAll, Laid, LaidAll]
    law = law_with(*[grant(f"rules.{kind.__name__.lower()}", on=kind)(may) for kind in kinds])
    moves = [*REGATTA.moves(Game(REGATTA, 3).setting), Lay(0), LayHidden(1), LayAll(mask(Card, [0]))]
    wrong = reasons(law=law, **({"moves": lambda _: moves} if own_table else {}))
    assert [reason for reason in wrong if "copies" in reason] == [
        f"Laid.card: {CHOSEN}",
        "LaidAll.cards: holds copies that are alike; expected faces",
        f"Lay.card: {CHOSEN}",
        f"LayHidden.card: {CHOSEN}",
        *(["LayAll.cards: holds copies that are alike; expected faces"] if own_table else []),
    ]


def test_a_field_that_is_refused_is_no_reason_against_the_fields_that_name_it() -> None:
    class Mine(CardSet[Card]):
        """A domain of somebody else."""

    @record
    class Position(State):
        held: Field[Cards[Card]] = field(Mine(CARDS), "cards", seen="owner", default=Cards(mask(Card, ())))
        mark: Field[int] = field(Hidden(Choice(CARDS), among="held"), "one of them", seen="owner", default=0)

    (reason,) = [one for one in reasons(state=Position) if one.startswith("Position.")]
    assert reason == "Position.held: is hidden by a domain from elsewhere; expected CardSet, Stacks or Hidden"


def test_a_field_without_a_declaration_is_refused() -> None:
    """No file or text would hold it."""

    @record
    class Position(State):
        spare: int = 3

    (reason,) = [one for one in reasons(state=Position) if "field()" in one]
    assert reason.startswith("Position.spare: ")


@pytest.mark.parametrize("name", ["after", "ruleset", "apply", "seal"])
def test_a_field_with_the_name_of_a_method_is_refused(name: str) -> None:
    body = {"__annotations__": {name: "Any"}, name: field(Count(), words="mark", default=0)}
    (reason, *_) = reasons(state=record(type("Position", (State,), body)))
    assert reason.startswith(f"Position.{name}: is the name of a method")


def test_play_keeps_one_record_for_each_player() -> None:
    def empties(draft: Any, _move: Any) -> None:
        """Nobody is left."""
        draft.players = ()

    (chapter,) = NIM.law.chapters
    clauses = (*chapter.clauses, effect("nim.emptied", on=Take)(empties))
    game: Game[Any, Any] = Game(attrs.evolve(NIM, law=Law([attrs.evolve(chapter, clauses=clauses)], NIM.law.checks)), 2)
    with pytest.raises(GameError, match="leaves the bounds of positions"):
        game.play(game.new(), Take(1))


@pytest.mark.parametrize("of", [CARDS.some(lambda _: [0, 2]), Names.indexed(Card, ("round", "flat"))])
def test_a_hidden_card_of_a_hand_can_be_each_card_that_may_lie_there(of: Names[Card, int]) -> None:
    @record
    class Position(State):
        held: Field[Cards[Card]] = field(CardSet(CARDS), "cards", seen="owner", default=Cards(mask(Card, ())))
        mark: Field[int] = field(Hidden(Choice(of), among="held"), "one of them", seen="owner", default=0)

    (reason,) = [one for one in reasons(state=Position) if one.startswith("Position.mark: ")]
    assert reason.endswith("expected all that can lie among 'held'")


@pytest.mark.parametrize("seen", ["onwer", "Owner", "others", "", None])
def test_somebody_there_is_sees_a_hidden_field(seen: Any) -> None:
    rulebook, _ = nim_with(Hidden(Count()), default=0, seen=seen)
    with pytest.raises(RulebookError, match=f"mark: is seen by {seen!r}; expected one of all, owner, nobody"):
        Game(rulebook, 2)


@pytest.mark.parametrize(
    ("holds", "value"), [(Hidden(Flag()), True), (Hidden(Maybe(Flag())), False), (Hidden(Maybe(Flag())), ABSENT)]
)
def test_a_hidden_flag_is_guessed_like_any_hidden_value(holds: Any, value: Any) -> None:
    rulebook, _ = nim_with(holds, default=ABSENT if isinstance(holds.one, Maybe) else False, seen="nobody")
    game: Game[Any, Any] = Game(rulebook, 2)
    state = evolve(game.new(), mark=value)
    view = game.view(state, 0)
    known = (value,) if value == ABSENT else (False, True)
    assert view.mark == (ABSENT if value == ABSENT else UNKNOWN)
    assert {whole.mark for whole in completions_of(view)} == {*known}
    assert game.judge(view, game.moves[0]).open_on == ()
    assert game.score(view).totals == game.score(state).totals
    assert parse_game(show_game(Record(view)), (rulebook,)).start == view


def test_a_draft_is_of_a_position_and_edits_its_parts() -> None:
    wrong: list[Callable[[], object]] = [
        lambda: drafts(State),
        lambda: drafts(PlayerDraft),
        lambda: part(State.players, TurnDraft),
        lambda: part(Turn.bid, TurnDraft),
        lambda: part(State.turn, PlayerDraft),
        lambda: part(State.turn, Turn),
        lambda: each(State.turn, PlayerDraft),  # type: ignore[arg-type]
    ]
    for make in wrong:
        with pytest.raises(DeclarationError, match="; expected "):
            make()
