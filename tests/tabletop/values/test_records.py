"""Records and their drafts: what is edited, what is shared, what a watched draft shows, and bad declarations."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable, Iterator
from typing import Any

import attrs
import pytest

from era_of_inventions.tabletop.law import drafts as law_drafts
from era_of_inventions.tabletop.law.clause import Clause, Kind
from era_of_inventions.tabletop.law.drafts import RootDraft, drafts, steps
from era_of_inventions.tabletop.law.law import Law
from era_of_inventions.tabletop.values import (
    ABSENT,
    UNKNOWN,
    Amounts,
    Cards,
    CardSet,
    Choice,
    Count,
    DeclarationError,
    Domain,
    Draft,
    Earlier,
    Field,
    Hidden,
    History,
    Maybe,
    Names,
    Nested,
    PerPlayer,
    Position,
    Row,
    Shape,
    Terms,
    Things,
    bag,
    carried,
    evolve,
    field,
    layout_of,
    mask,
    members,
    record,
)
from tests.support.harbor import (
    CARGO,
    SETTING,
    TERMS,
    WARES,
    Cargo,
    Player,
    PlayerDraft,
    Stage,
    State,
    StateDraft,
    Table,
    TableDraft,
    Turn,
    TurnDraft,
    Ware,
    dealt,
    draft_of,
)

STATE = dealt([[0, 1], [2], []])
LAW = Law([])


def clause(function: Callable[..., None]) -> Clause[..., None]:
    return Clause("test.clause", Kind.EFFECT, "For a test.", {}, function, source=function)


def edited(draft: StateDraft) -> StateDraft:
    draft.edit_player(1).coins += 3
    draft.edit_turn().bid = 4
    draft.round += 1
    return draft


EXPECTED = evolve(
    STATE,
    players=(STATE.players[0], evolve(STATE.players[1], coins=3), STATE.players[2]),
    turn=evolve(STATE.turn, bid=4),
    round=2,
)


@pytest.fixture(params=["switched", "copied"])
def seal(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[StateDraft], State]]:
    """How drafts are sealed: as usual, and as where threads run free."""
    with monkeypatch.context() as patched:
        patched.setattr(law_drafts, "FREE_THREADED", request.param == "copied")
        drafts(StateDraft)
        yield StateDraft.seal
    drafts(StateDraft)


def test_what_is_edited_is_new_and_the_rest_is_shared(seal: Callable[[StateDraft], State]) -> None:
    after = seal(edited(draft_of(STATE, LAW)))
    assert after == EXPECTED
    assert dealt([[0, 1], [2], []]) == STATE
    assert after.players[0] is STATE.players[0]
    assert after.table is STATE.table
    assert after.setting is SETTING
    assert hash(after) == hash(EXPECTED)


def test_what_is_sealed_is_frozen_throughout(seal: Callable[[StateDraft], State]) -> None:
    after: Any = seal(edited(draft_of(STATE, LAW)))
    assert type(after) is State
    assert type(after.players) is tuple
    assert [type(part) for part in (*after.players, after.table, after.turn)] == [Player] * 3 + [Table, Turn]
    for part, name in ((after, "round"), (after.players[1], "coins"), (after.turn, "bid")):
        with pytest.raises(attrs.exceptions.FrozenInstanceError):
            setattr(part, name, 9)
        with pytest.raises(attrs.exceptions.FrozenInstanceError):
            delattr(part, name)


def test_a_draft_that_edits_nothing_gives_the_same_position(seal: Callable[[StateDraft], State]) -> None:
    after = seal(draft_of(STATE, LAW))
    assert after == STATE
    assert after.players is STATE.players


def test_a_part_is_edited_in_one_place() -> None:
    draft = draft_of(STATE, LAW)
    assert draft.edit_player(2) is draft.edit_player(2)
    assert draft.edit_turn() is draft.turn
    assert isinstance(draft.players[2], PlayerDraft)
    assert not isinstance(draft.players[0], PlayerDraft)


def test_a_snapshot_leaves_the_draft_as_it_is() -> None:
    draft = edited(draft_of(STATE, LAW))
    player, turn = draft.edit_player(1), draft.edit_turn()
    shot = draft.snapshot()
    assert shot == EXPECTED
    assert [type(part) for part in (shot, *shot.players, shot.turn)] == [State, Player, Player, Player, Turn]
    player.coins += 5
    turn.bid = 9
    assert shot == EXPECTED
    after = draft.seal()
    assert (after.players[1].coins, after.turn.bid) == (8, 9)


def test_a_snapshot_shares_with_the_last_one_what_has_not_changed() -> None:
    draft = edited(draft_of(STATE, LAW))
    last = draft.snapshot()
    draft.edit_player(0)
    assert draft.snapshot(last).players is last.players
    draft.edit_player(0).coins += 1
    now = draft.snapshot(last)
    assert now.turn is last.turn
    assert now.players[1:] == last.players[1:]
    assert all(one is other for one, other in zip(now.players[1:], last.players[1:], strict=True))
    assert now.players[0] == evolve(STATE.players[0], coins=STATE.players[0].coins + 1)
    assert last == EXPECTED


def test_a_part_without_fields_can_be_edited() -> None:
    @record
    class Nothing:
        """Nothing yet."""

    @record
    class Game(Position):
        table: Field[Nothing] = field(Nested(lambda: Nothing))

    class NothingDraft(Draft, Nothing):
        __slots__ = ()

    class GameDraft(RootDraft[Game], Game):
        __slots__ = ()
        edit_table = law_drafts.part(Game.table, NothingDraft)

    draft = drafts(GameDraft)(Game(Nothing()), LAW)
    draft.edit_table()
    assert draft.snapshot(draft.snapshot()) == Game(Nothing())


class Watcher:
    """Takes a picture of every step, as a tracer does."""

    def __init__(self) -> None:
        self.seen: list[State] = []

    def apply(self, draft: StateDraft, clause: Clause[..., Any], *args: object) -> None:
        self.seen.append(draft.snapshot())
        clause.function(draft, *args)
        self.seen.append(draft.snapshot())

    def allows(self, draft: StateDraft, occasion: object) -> bool:
        return occasion == "rain"


def test_a_clause_goes_on_with_its_draft_whether_it_is_watched_or_not() -> None:
    def pays(draft: StateDraft, coins: int) -> None:
        draft.edit_player(0).coins += coins

    def buys(draft: StateDraft) -> None:
        turn = draft.edit_turn()
        draft.apply(clause(pays), 2)
        turn.bid = 7
        draft.edit_player(0).coins += 1

    watcher = Watcher()
    ends = []
    for law in (LAW, watcher):
        draft = draft_of(STATE, law)
        draft.apply(clause(buys))
        ends.append(draft.seal())
    assert ends[0] == ends[1]
    assert [(state.players[0].coins, state.turn.bid) for state in watcher.seen] == [(0, 0), (0, 0), (2, 0), (3, 7)]


def test_a_step_that_is_interrupted_goes_on(seal: Callable[[StateDraft], State]) -> None:
    draft = draft_of(STATE, LAW)
    turn = draft.edit_turn()
    turn.bid = 4
    draft.interrupt(Turn(Stage.PAYMENT, 1))
    turn.paid = (2,)
    shot = draft.snapshot()
    draft.interrupt(Turn(Stage.DEAL, 2))
    draft.resume()
    bidding = Turn(Stage.AUCTION, 0, bid=4)
    assert shot.turn == draft.snapshot().turn == Turn(Stage.PAYMENT, 1, paid=(2,), before=bidding)
    draft.resume()
    turn.passed = True
    assert seal(draft).turn == evolve(bidding, passed=True)
    assert shot.turn.before == bidding


def test_a_step_that_nobody_edited_is_interrupted_and_goes_on() -> None:
    draft = draft_of(STATE, LAW)
    draft.interrupt(Turn(Stage.PAYMENT, 1))
    assert draft.turn.before is STATE.turn
    draft = draft_of(draft.seal(), LAW)
    draft.resume()
    assert draft.seal() == STATE


def test_steps_are_sealed_though_nothing_else_edits_them() -> None:
    class Bare(RootDraft["State"], State):
        __slots__ = ()
        interrupt, resume = steps(State.turn, TurnDraft)

    draft = drafts(Bare)(STATE, LAW)
    draft.interrupt(Turn(Stage.PAYMENT, 1))
    assert [type(part) for part in (draft.snapshot().turn, draft.seal().turn)] == [Turn, Turn]


def test_only_what_was_interrupted_is_resumed() -> None:
    with pytest.raises(DeclarationError, match=r"Turn: .* interrupted"):
        draft_of(STATE, LAW).resume()


def test_no_more_steps_are_interrupted_than_a_position_holds() -> None:
    draft = draft_of(STATE, LAW)
    for seat in (1, 2, 1, 2):
        draft.interrupt(Turn(Stage.PAYMENT, seat))
    full, layout = draft.snapshot(), layout_of(State, TERMS)
    assert layout.read(layout.write(full), SETTING) == full
    with pytest.raises(DeclarationError, match="Turn: more than 4"):
        draft.interrupt(Turn(Stage.PAYMENT, 0))


def test_steps_need_a_field_for_the_one_before() -> None:
    with pytest.raises(DeclarationError, match=r"Table: .* Earlier"):
        steps(State.table, TableDraft)


def test_occasions_are_asked_of_whoever_carries_out_the_move() -> None:
    watched, alone = draft_of(STATE, Watcher()), draft_of(STATE, LAW)
    assert (watched.watched, watched.happens("rain"), watched.happens("snow")) == (True, True, False)
    assert (alone.watched, alone.happens("rain")) == (False, False)


def test_records_pickle_and_copy() -> None:
    assert pickle.loads(pickle.dumps(STATE)) == STATE


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy])
def test_what_is_frozen_is_its_own_copy_and_a_draft_is_not(copied: Callable[[Any], Any]) -> None:
    for frozen in (STATE, STATE.players[0], STATE.turn):
        assert copied(frozen) is frozen
    draft = draft_of(STATE, LAW)
    other = copied(draft)
    other.round = STATE.round + 1
    assert (draft.round, other.round) == (STATE.round, STATE.round + 1)
    assert type(other) is type(draft)


def test_drafts_have_no_room_of_their_own() -> None:
    draft: Any = draft_of(STATE, LAW)
    with pytest.raises(AttributeError):
        draft.hats = 1
    with pytest.raises(AttributeError):
        draft.edit_turn().hats = 1


def test_values_show_what_they_hold() -> None:
    shown = repr(Player(Cards(mask(Cargo)), bag(Ware, [1, 0, 5]), piers=mask(Cargo, [0, 2])))  # type: ignore[arg-type]
    assert "wares=1 silk, 5 salt" in shown
    assert "piers=(0, 2)" in shown
    assert Cards(mask(Cargo, [1, 4]), 3).size == 5
    assert members(mask(Cargo, [4, 1])) == (1, 4)


# --- Bad declarations -----------------------------------------------------------------


class Rope:
    """A kind of things."""


def declared(**fields: Any) -> type[Any]:
    return record(type("Declared", (), {"__annotations__": dict.fromkeys(fields, "Any"), **fields}))


@attrs.define
class Writable:
    coins: Field[int] = field(Count())  # noqa: RUF009


@record
class Late(Position):
    coins: Field[int] = field(Count())
    setting: Field[Any] = carried()


@record
class Pocket:
    coins: Field[int] = field(Hidden(Count(0, 9)), seen="nobody")


@record
class Step:
    secret: Field[int] = field(Hidden(Count(0, 9)), seen="nobody")
    pocket: Field[Pocket] = field(Nested(lambda: Pocket))
    before: Field[Any] = field(Earlier(lambda: Step, 2), default=None)


@record
class Offer:
    offered: Field[Any] = field(CardSet(CARGO))
    guess: Field[int] = field(Hidden(Count(0, 9)))
    before: Field[Any] = field(Earlier(lambda: Offer, 2), default=None)


@attrs.frozen
class FaceDown(Row):
    """A row of one's own, in which things lie face down."""

    def bind(self, terms: Terms) -> Shape[tuple[int, ...]]:
        return attrs.evolve(super().bind(terms), hide=lambda things: (UNKNOWN,) * len(things))


TWICE = Names.indexed(Rope, ("long", "short", "long"))
UNLIKE = Names.indexed(Rope, ("short", "Long"), pattern="[a-z]+")
BROKEN = Names.indexed(Rope, ("short", "long"), pattern="[")
TWO_NAMES = Names[Rope, int](Rope, ("a", "b"), values=(1, 1))
BAD: dict[str, tuple[type[Any], list[str]]] = {
    "no words": (declared(coins=field(Count(), words=" ")), ["Declared.coins: has no words"]),
    "words twice": (
        declared(coins=field(Count(), words="silver"), money=field(Count(), words="silver")),
        ["Declared: two fields are called 'silver'"],
    ),
    "not frozen": (Writable, ["Writable is not frozen; expected a class declared with @record or @move"]),
    "no record": (int, ["int is not frozen; expected a class declared with @record or @move"]),
    "a name unlike its pattern": (
        declared(ropes=field(Things(UNLIKE))),
        ["Declared.ropes: the Rope Long is not like [a-z]+"],
    ),
    "a pattern that is none": (
        declared(ropes=field(Things(BROKEN))),
        [
            "Declared.ropes: the pattern '[' of a Rope is no regular expression: "
            "unterminated character set at position 0"
        ],
    ),
    "a name twice": (declared(ropes=field(Things(TWICE))), ["Declared.ropes: the Rope long is named twice"]),
    "two names of one": (declared(rope=field(Choice(TWO_NAMES))), ["Declared.rope: a Rope has two names"]),
    "no number": (declared(coins=field(Count(5, 3))), ["Declared.coins: no number is from 5 to 3"]),
    "a number that is too large": (
        declared(coins=field(Count(0, 1 << 15))),
        ["Declared.coins: holds numbers from 0 to 32768; expected numbers from -32767 to 32767"],
    ),
    "a default that is not held": (
        declared(coins=field(Count(0, 9), default=10)),
        ["Declared.coins: does not hold its default 10"],
    ),
    "a default of another kind": (
        declared(cards=field(Things(CARGO), default="none")),
        ["Declared.cards: does not hold its default 'none'"],
    ),
    "what cannot be hidden": (
        declared(cards=field(Things(CARGO), seen="owner")),
        ["Declared.cards: cannot be hidden; expected CardSet, Stacks or Hidden"],
    ),
    "nothing of several": (
        declared(wares=field(Maybe(Amounts(WARES), None))),
        ["Declared.wares: only what is one number may be nothing"],
    ),
    "nothing of a list": (
        declared(wares=field(Maybe(History(Choice(CARGO), 3)))),
        ["Declared.wares: only what is one number may be nothing"],
    ),
    "what is hidden in a chain of records": (
        Step,
        [
            "Step.before: Pocket.coins can be unknown; expected what everybody knows",
            "Step.before: Step.secret can be unknown; expected what everybody knows",
        ],
    ),
    "places and what may be unknown in a chain of records": (
        Offer,
        [
            "Offer.before: Offer.guess can be unknown; expected what everybody knows",
            "Offer.before: Offer.offered can be unknown; expected what everybody knows",
        ],
    ),
    "hidden in a list": (
        declared(known=field(History(Hidden(Choice(CARGO)), 3))),
        ["Declared.known: holds Hidden(…) within another domain; expected Hidden around that"],
    ),
    "hidden or nothing": (
        declared(known=field(Maybe(Hidden(Choice(CARGO))), default=ABSENT)),
        ["Declared.known: holds Hidden(…) within another domain; expected Hidden around that"],
    ),
    "hidden in a way of one's own": (
        declared(row=field(FaceDown(CARGO, 2), seen="owner")),
        ["Declared.row: is hidden by a domain from elsewhere; expected CardSet, Stacks or Hidden"],
    ),
    "carried last": (Late, ["Late: fields that are carried must come before the declared ones"]),
    "all of it": (
        declared(
            coins=field(Count(5, 3), words=" "), money=field(Count(), words=" "), paid=field(History(Choice(TWICE), 3))
        ),
        [
            "Declared.coins: no number is from 5 to 3",
            "Declared.money: has no words",
            "Declared.paid: the Rope long is named twice",
        ],
    ),
    "in a part": (
        declared(part=field(Nested(lambda: declared(coins=field(Count(), words=" "))))),
        ["Declared.part: Declared.coins: has no words"],
    ),
    "in the part of a player": (
        declared(parts=field(PerPlayer(lambda: declared(coins=field(Count(), words=" "))))),
        ["Declared.parts: Declared.coins: has no words"],
    ),
}


@pytest.mark.parametrize(("kind", "reasons"), BAD.values(), ids=BAD)
def test_bad_declarations_fail_when_they_are_bound(kind: type[Any], reasons: list[str]) -> None:
    with pytest.raises(DeclarationError) as caught:
        layout_of(kind, TERMS)
    assert list(caught.value.reasons) == reasons


def test_a_domain_of_ones_own_needs_both_of_its_methods() -> None:
    class Half(Domain[int]):
        def schema(self, terms: Terms) -> dict[str, Any]:
            return {}

    with pytest.raises(TypeError, match="bind"):
        Half()  # type: ignore[abstract]


def test_a_good_declaration_is_bound_once() -> None:
    assert layout_of(Player, TERMS) is layout_of(Player, TERMS)
    assert layout_of(Player, Terms.of(SETTING)) is not layout_of(Player, TERMS)


@pytest.mark.parametrize("holds", [int, None, 5, Count])
def test_a_field_holds_a_domain(holds: Any) -> None:
    with pytest.raises(DeclarationError, match="a field holds "):
        field(holds, words="coins")
