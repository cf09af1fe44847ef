"""Nobody learns of Oh My Goods! what they may not know: hands, sealed plans, goods, and the cards of both piles.

``SECRECY=2500 pytest examples/oh_my_goods/tests/test_goods_knowledge.py -k alike`` looks at so many pairs of games that
look alike, each in up to four positions, instead of a few.
"""

from __future__ import annotations

import os
import pickle
import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import cache
from itertools import islice
from operator import le, sub
from typing import Any

import attrs
import pytest
from goods_shuffled import games, positions, shuffled
from goods_tables import Has, table
from oh_my_goods.bots import merchant
from oh_my_goods.box import ANY
from oh_my_goods.moves import Build, Cover, Deal, Move, Pass, PlanBuilding, PlanNothing, Produce, Work
from oh_my_goods.position import SEALED_PLANS, Mode, Stage, State
from oh_my_goods.rulebook import OH_MY_GOODS
from oh_my_goods.rules.hand import exchange_all
from oh_my_goods.rules.hire import on_offer
from oh_my_goods.rulings import Ruleset

from era_of_inventions.tabletop.disputes.asking import judge_claim
from era_of_inventions.tabletop.disputes.claim import Claim, ClaimedMove
from era_of_inventions.tabletop.disputes.file import Dispute
from era_of_inventions.tabletop.disputes.judgement import Judgement
from era_of_inventions.tabletop.disputes.premise import Premise
from era_of_inventions.tabletop.documents import to_json
from era_of_inventions.tabletop.errors import Code, DocumentError
from era_of_inventions.tabletop.law.verdict import OpenOn, Outcome
from era_of_inventions.tabletop.play.bots import at_random
from era_of_inventions.tabletop.play.calls import completions_of
from era_of_inventions.tabletop.play.checking import is_possible
from era_of_inventions.tabletop.play.game import Game
from era_of_inventions.tabletop.play.grammar import Grammar
from era_of_inventions.tabletop.play.knowledge import IllegalMoveError, UnclearError, evaluate_known, judge_known
from era_of_inventions.tabletop.play.rulebook import CHANCE, OVER, Rulebook
from era_of_inventions.tabletop.records import Record, RecordError, parse_game, show_game, show_move
from era_of_inventions.tabletop.testing import leaks
from era_of_inventions.tabletop.testing.leaks import leak
from era_of_inventions.tabletop.values import NO_THINGS, UNKNOWN, Cards, Stack, evolve, members, plus
from era_of_inventions.tabletop.values import changes as field_changes
from era_of_inventions.tabletop.values.features import Observer

PARTS = 4
PAIRS = int(os.environ.get("SECRECY", "12"))
"""How many pairs of games are compared."""
TWO: Game[State, Move] = Game(OH_MY_GOODS, 2)


def pairs(
    rulebook: Rulebook[State, Move] = OH_MY_GOODS, first: int = 0, share: float = 0.004
) -> Iterator[tuple[State, State, int | None, random.Random]]:
    """Pairs of positions that a seat may not tell apart, of every so many-th game."""
    for number, (game, rng) in enumerate(games(rulebook)):
        if number % PARTS == first:
            for state in positions(game, rng, share, 4 * share):
                seat = rng.choice([*range(len(state.players)), state.turn.seat, None])
                yield state, shuffled(state, seat, rng), seat, rng


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_games_that_look_alike_to_a_seat_are_told_alike(part: int) -> None:
    found = pairs(first=part)
    for _ in range(-(-PAIRS // PARTS)):
        state, other, seat, rng = next(found)
        assert leak(state, other, seat, rng) == ""


@pytest.mark.slow
def test_what_is_certain_of_a_move_is_so_however_the_hidden_cards_lie() -> None:
    """Of moves of all players, in the views of all: a finding that is not open is the same in every other world."""
    found = 0
    for state, _, seat, rng in islice(pairs(share=0.02), 40):
        game: Game[State, Move] = Game.from_state(state)
        kind = type(rng.choice(game.legal_moves(state)))
        view, alike = game.view(state, seat), [one for one in game.moves if type(one) is kind]
        for move in rng.sample(alike, min(3, len(alike))):
            sure = [one for one in game.judge(view, move).findings if one.outcome is not Outcome.OPEN]
            for _ in range(12):
                other = game.judge(shuffled(state, seat, rng), move).findings
                assert {(one.clause, one.outcome) for one in sure} <= {(one.clause, one.outcome) for one in other}
            found += len(sure)
    assert found > 100


# --- Leaks ----------------------------------------------------------------------------


@cache
def at(stage: Stage, rulebook: Rulebook[State, Move] = OH_MY_GOODS, *, turn: int = 0) -> State:
    """A position of two players in a stage, in which everybody holds some cards; of the last to decide for turn 1."""
    for seed in range(100):
        rng = random.Random(seed)
        game = Game(rulebook, 2)
        state = game.new(seed % 2)
        for _ in range(400):
            asked = (state.turn.seat - state.active) % 2 == turn
            if state.turn.stage is stage and asked and state.round > 1 and all(p.hand.size for p in state.players):
                return state
            move = game.chance_move(state, rng) if game.to_move(state) is CHANCE else _any(game, state, rng)
            state = game.play_unchecked(state, move)
    raise AssertionError(stage)


def _any(game: Game[State, Move], state: State, rng: random.Random) -> Move:
    return at_random(game, state, game.legal_moves(state), rng)


def noticed(rulebook: Rulebook[State, Move], stage: Stage, turn: int = 0) -> set[str]:
    """What is found out, by whoever is not to move, a spectator and whoever is, of several shufflings."""
    state, rng = at(stage, rulebook, turn=turn), random.Random(1)
    seats = (state.turn.seat, 1 - state.turn.seat, None)
    found = {leak(state, shuffled(state, seat, rng), seat, rng, plies=1) for seat in seats for _ in range(3)}
    return found - {""}


def hands(position: State) -> int:
    """A number that tells the hands apart."""
    return sum(sum(members(player.hand.known)) for player in position.players)


def with_view(change: Callable[[State, State], State]) -> Rulebook[State, Move]:
    def view(state: State, seat: int | None) -> State:
        return change(OH_MY_GOODS.view(state, seat), state)

    return attrs.evolve(OH_MY_GOODS, view=view)


def test_nothing_is_noticed_where_nothing_leaks() -> None:
    assert noticed(OH_MY_GOODS, Stage.EXCHANGE) == set()


def test_a_fact_that_counts_another_hand_is_kept_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exchange_all, "facts", lambda p, _: {"all hands": hands(p)})
    assert noticed(OH_MY_GOODS, Stage.EXCHANGE) == set()


def test_a_phrase_in_a_reason_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A limit that looks into hands appears in a reason or not."""
    monkeypatch.setattr(on_offer, "function", lambda p, move: hands(p) % 2 == 0)
    state, rng = at(Stage.EXCHANGE), random.Random(3)
    hire = next(move for move in TWO.moves if type(move).__name__ == "Hire")
    seat = state.turn.seat
    told = {TWO.judge(shuffled(state, seat, rng), hire, seat=seat).reason for _ in range(20)}
    assert len(told) > 1
    monkeypatch.undo()
    assert len({TWO.judge(shuffled(state, seat, rng), hire, seat=seat).reason for _ in range(20)}) == 1


def test_a_plan_that_is_not_sealed_is_noticed() -> None:
    def unsealed(view: State, state: State) -> State:
        players = zip(view.players, state.players, strict=True)
        return evolve(view, players=tuple(evolve(v, sealed_plan=s.sealed_plan) for v, s in players))

    assert "the view" in noticed(with_view(unsealed), Stage.WORK, turn=1)


def test_the_cards_of_the_discard_pile_are_noticed() -> None:
    def searched(view: State, state: State) -> State:
        return evolve(view, table=evolve(view.table, discards=state.table.discards))

    assert "the view" in noticed(with_view(searched), Stage.EXCHANGE)


def test_what_a_good_is_is_noticed() -> None:
    def turned(view: State, state: State) -> State:
        players = zip(view.players, state.players, strict=True)
        return evolve(view, players=tuple(evolve(v, buildings=s.buildings) for v, s in players))

    assert "the view" in noticed(with_view(turned), Stage.EXCHANGE)


def test_an_event_for_all_that_only_one_may_know_is_noticed() -> None:
    def changes(before: State, after: State) -> Iterator[Any]:
        layout = before.setting.layout
        return (change._replace(seen="all") for change in field_changes.changes(layout, before, after))

    found = noticed(attrs.evolve(OH_MY_GOODS, changes=changes), Stage.PLAN)
    assert any("events of" in what for what in found)


def test_a_legal_move_that_depends_on_another_hand_is_noticed() -> None:
    def generator(setting: Any) -> Callable[[State], tuple[Move, ...]]:
        legal = attrs.evolve(setting, rulebook=OH_MY_GOODS).engine.legal_moves
        return lambda state: legal(state)[hands(state) % 2 :]

    assert "the legal moves" in noticed(attrs.evolve(OH_MY_GOODS, generator=generator), Stage.EXCHANGE)


class Spy:
    """Remembers the last position that a view was made of, and tells of it in the wrong place."""

    last: State

    def rulebook(self) -> Rulebook[State, Move]:
        def remember(view: State, state: State) -> State:
            self.last = state
            return view

        return with_view(remember)


def test_json_that_tells_more_than_the_view_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    spy = Spy()
    monkeypatch.setattr(
        leaks, "to_json", lambda *args, **kwargs: f"{to_json(*args, **kwargs)} {spy.last.table.draw.known}"
    )
    assert "the JSON of the view" in noticed(spy.rulebook(), Stage.EXCHANGE)


def test_a_cell_of_an_observation_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    spy, observe = Spy(), Observer.observe

    def leaking(self: Observer, value: Any) -> bytes:
        row = observe(self, value)
        return row if not isinstance(value, State) else bytes([hands(spy.last) % 251]) + row[1:]

    monkeypatch.setattr(Observer, "observe", leaking)
    assert "the observation" in noticed(spy.rulebook(), Stage.EXCHANGE)


def test_a_line_of_a_record_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The move itself is recorded where the seat was told of a card that it does not see."""
    monkeypatch.setattr("era_of_inventions.tabletop.records.game_record.move_seen_by", lambda state, move, *_: move)
    assert "the record" in noticed(OH_MY_GOODS, Stage.NEW_CARDS)


def test_a_clause_that_acts_only_on_one_of_two_plans_that_look_alike_is_noticed() -> None:
    """Whether a card is planned is not told; so who plans one and who plans none cause the same public events."""
    state = at(Stage.PLAN)
    plans: list[Move] = [PlanBuilding(members(state.me.hand.known)[0]), PlanNothing()]
    for seat in (1 - state.turn.seat, None):
        assert len({TWO.move_seen_by(state, plan, seat) for plan in plans}) == 1
        one, other = ([e for e in TWO.events(state, plan) if e.is_seen_by(seat)] for plan in plans)
        assert one == other


def test_the_last_to_decide_is_not_told_beforehand_what_the_others_have_sealed() -> None:
    """A verdict is asked for before the move, of which it would open everything."""
    state = at(Stage.PLAN, turn=1)
    seat, plan = state.turn.seat, PlanNothing()
    fields = {(event.field, event.seat) for event in TWO.judge(state, plan, seat=seat).events}
    assert ("players.craftsman", seat) in fields
    assert ("players.mode", 1 - seat) not in fields
    assert ("players.mode", 1 - seat) in {(event.field, event.seat) for event in TWO.events(state, plan)}


def test_what_is_sealed_is_guessed_to_be_possible_and_not_the_same_for_all() -> None:
    view = TWO.view(at(Stage.PLAN, turn=1), None)
    guesses = [*completions_of(view)]
    assert all(map(is_possible, guesses))
    assert {player.sealed_mode for player in view.players} == {UNKNOWN}
    assert len({tuple(player.sealed_mode for player in whole.players) for whole in guesses}) == 4


# --- Moves ----------------------------------------------------------------------------


def test_who_is_told_of_what() -> None:
    deal, work = at(Stage.NEW_CARDS), at(Stage.WORK)
    for state, kind, hidden in ((deal, Deal, Deal(UNKNOWN)), (work, Work, Work(UNKNOWN, UNKNOWN))):
        move = next(move for move in TWO.legal_moves(state) if isinstance(move, kind))
        seat = state.turn.seat
        assert [TWO.move_seen_by(state, move, who) for who in (seat, 1 - seat, None)] == [move, hidden, hidden]
    in_order = Game(OH_MY_GOODS, 2, Ruleset().with_reading("planning", "in-order"))
    state = evolve(work, setting=in_order.setting)
    open_work = in_order.legal_moves(state)[0]
    assert in_order.move_seen_by(state, open_work, None) is open_work
    cover = at(Stage.GOODS)
    good = TWO.legal_moves(cover)[0]
    assert [TWO.move_seen_by(cover, good, who) for who in (0, 1, None)] == [Cover(UNKNOWN)] * 3


# --- Records --------------------------------------------------------------------------

CHANCES = dict.fromkeys({type(move) for move in TWO.moves[: TWO.move_number(Cover(93)) + 95]}, ("card", "cards"))
WRITTEN: Rulebook[State, Move] = (
    OH_MY_GOODS if OH_MY_GOODS.grammar.chance else attrs.evolve(OH_MY_GOODS, grammar=Grammar(chance=CHANCES))
)


@pytest.mark.slow
def test_a_spectator_need_not_know_which_cards_of_large_hands_are_planned() -> None:
    game: Game[State, Move] = Game(OH_MY_GOODS, 3)
    rng, state, record = random.Random(7), game.new(), Record[State, Move](game.new(), [])
    for _ in range(136):
        if len(SEALED_PLANS.undecided(state)) == 3:
            record = Record(state, [])
        move = game.chance_move(state, rng) if game.to_move(state) is CHANCE else rng.choice(game.legal_moves(state))
        record, state = record.then(move), game.play(state, move)
    seen = record.seen_by(None)
    assert [move for move in seen.moves if not isinstance(move, Work)] == [PlanBuilding(UNKNOWN)] * 3
    assert min(player.hand.size for player in record.start.players) >= 6
    assert seen.end() == game.view(state, None)


@pytest.fixture(scope="module")
def record() -> Record[State, Move]:
    """A game of which the first rounds are recorded, with buildings built."""
    game = Game(WRITTEN, 2)
    rng = random.Random(4)
    start = state = game.new(0)
    moves: list[Move] = []
    while sum(len(player.buildings) for player in state.players) < 5 or state.turn.stage is not Stage.EXCHANGE:
        move = game.chance_move(state, rng) if game.to_move(state) is CHANCE else _any(game, state, rng)
        moves.append(move)
        state = game.play(state, move)
    return Record(start, moves)


@pytest.mark.slow
@pytest.mark.parametrize("seat", [0, 1, None])
def test_a_record_for_a_seat_leads_to_what_it_sees(record: Record[State, Move], seat: int | None) -> None:
    game: Game[State, Move] = Game.from_state(record.start)
    told = record.seen_by(seat)
    for known, step in zip(told.replay(), record.replay(), strict=True):
        assert game.view(known.state, seat) == game.view(step.state, seat)
    for step, move in zip(record.replay(), told.moves, strict=True):
        owner = step.before.turn.seat
        if isinstance(step.move, Cover) or (isinstance(step.move, Deal) and owner != seat):
            assert move == type(step.move)(UNKNOWN)
        elif isinstance(step.move, Work | Deal):
            assert move is step.move
    built = [move.card for move in told.moves if isinstance(move, PlanBuilding) and move.card != UNKNOWN]
    assert {stack.base for player in record.end().players for stack in player.buildings[1:]} <= {*built}
    assert told.seen_by(seat) == told


@pytest.mark.slow
def test_a_record_for_a_seat_is_written_and_read(record: Record[State, Move]) -> None:
    told = record.seen_by(0)
    text = show_game(told)
    assert "deal ?" in text
    assert "cover ?" in text
    assert parse_game(text, (WRITTEN,)) == told
    read = parse_game(show_game(record), (WRITTEN,))
    assert read.places
    assert read.seen_by(0).places == ()  # columns would tell how long the names of hidden cards are


@pytest.mark.slow
def test_a_card_that_lies_elsewhere_is_refused_where_it_stands(record: Record[State, Move]) -> None:
    """A card of the own hand is dealt again, which is not among those that could be in the pile."""
    told = record.seen_by(0)
    step = next(s for s in told.replay() if s.number > 100 and isinstance(s.move, Deal) and s.move.card != UNKNOWN)
    held = Deal(members(step.before.players[0].hand.known)[0])
    moves = (*told.moves[: step.number], held, *told.moves[step.number + 1 :])
    with pytest.raises(RecordError) as refused:
        evolve(told, moves=moves).end()
    assert refused.value.number == step.number
    text = show_game(told.until(step.number))
    line = show_move(held, record.setting)
    with pytest.raises(RecordError) as placed:
        parse_game(f"{text}{line}\n", (WRITTEN,))
    assert placed.value.line == len(text.splitlines()) + 1
    with pytest.raises(DocumentError) as wrong:
        parse_game(f"{text}{line}\nreveal ?\n", (WRITTEN,))
    assert Code.IMPOSSIBLE in {problem.code for problem in wrong.value.problems}


def test_a_verdict_on_a_move_that_is_known_in_part_names_no_card() -> None:
    verdict = TWO.judge(TWO.view(at(Stage.NEW_CARDS), None), Deal(UNKNOWN))
    assert verdict.legal
    assert {finding.subject for finding in verdict.findings} == {Deal(UNKNOWN)}


@pytest.mark.covers
def test_a_move_that_is_known_in_part_is_not_played() -> None:
    state = at(Stage.NEW_CARDS)
    with pytest.raises(Exception, match=r"deal \?. leaves") as refused:
        TWO.play(state, Deal(UNKNOWN))
    assert not isinstance(refused.value, IllegalMoveError)
    assert TWO.judge(state, Deal(UNKNOWN)).legal
    after = TWO.follow(TWO.view(state, 1 - state.turn.seat), Deal(UNKNOWN))
    assert after.me.hand == Cards(state.me.hand.known & 0, state.me.hand.size + 1)


# --- Verdicts and disputes ------------------------------------------------------------


def test_a_verdict_in_a_view_has_the_events_that_are_certain() -> None:
    """What a seat sees happen does not depend on goods and piles that nobody looks at."""
    for number, (state, _, _, _) in enumerate(pairs(share=0.02)):
        game: Game[State, Move] = Game.from_state(state)
        seat = game.to_move(state)
        if not isinstance(seat, int) or state.turn.stage is Stage.PLAN:
            continue
        view = game.view(state, seat)
        for move in game.legal_moves(state)[:4]:
            verdict = game.judge(view, move)
            assert verdict.legal
            assert verdict.open_on == ()
            assert [*verdict.events] == [event for event in game.events(state, move) if event.is_seen_by(seat)]
        if number > 25:
            break


def test_a_verdict_without_effects_differs_in_nothing_else() -> None:
    """Legal or not, in turn or not, and with the hidden cards of others unknown."""
    compared = set[bool]()
    for state, _, _, _ in islice(pairs(share=0.05), 40):
        game: Game[State, Move] = Game.from_state(state)
        seat = game.to_move(state)
        if not isinstance(seat, int):
            continue
        view = game.view(state, seat)
        for move in (*game.legal_moves(state)[:3], *game.moves[::97]):
            for speaker in (seat, 1 - seat):
                full = judge_known(view, move, seat=speaker, referee=True)
                brief = evaluate_known(view, move, seat=speaker)
                assert brief == evolve(full, occasions=(), events=(), nearest=None, outstanding=())
                compared.add(brief.legal)
    assert compared == {True, False}


def claimed(state: State, moves: Sequence[Move], *happens: str, winners: tuple[int, ...] | None = None) -> Judgement:
    """The judgement of a claim about what somebody sees of a position."""
    game: Game[State, Move] = Game.from_state(state)
    names = ("Anna", "Bob")
    steps = tuple(ClaimedMove(show_move(move, state.setting), move, None) for move in moves)
    effects = tuple(map(state.setting.for_players(names).quantities.parse, happens))
    claim = Claim("claim[1]", "a claim", moves=steps, happens=effects, winners=winners)
    return judge_claim(Dispute("", "", names, game, Premise(state, names), (claim,)), claim)


@pytest.mark.slow
def test_goods_are_counted_though_nobody_knows_which_cards_they_are() -> None:
    state = at(Stage.PRODUCTION)
    seat, name = state.turn.seat, ("Anna", "Bob")[state.turn.seat]
    produce = next(move for move in TWO.legal_moves(state) if isinstance(move, Produce))
    after = TWO.play(state, produce)
    assert after.turn.stage is Stage.GOODS
    number, building = after.turn.due, state.components.buildings[produce.building].id
    view = TWO.view(state, seat)
    moves: list[Move] = [produce, *[Cover(UNKNOWN)] * number]
    judgement = claimed(view, moves, f"{name} goods on {building} +{number}", f"draw pile -{number}")
    assert judgement.result == "holds"
    assert "produce.laid-face-down" in judgement.clauses
    assert claimed(view, moves, f"{name} goods on {building} +{number + 1}").result == "fails"


@pytest.mark.slow
def test_what_depends_on_a_hidden_hand_is_open_and_what_does_not_is_not() -> None:
    state = at(Stage.BUILDING)
    seat, other = state.turn.seat, 1 - state.turn.seat
    view = TWO.view(state, seat)
    name = ("Anna", "Bob")[other]
    card = state.components.buildings[members(state.players[other].hand.known)[0]].id
    judgement = claimed(view, [Pass()], f"{name} hand {card} = 1")
    assert (judgement.result, judgement.open_on) == ("open", (OpenOn(other, "hand"),))
    winners = TWO.score(state).winners
    assert claimed(view, [], winners=winners).result == "holds"
    assert claimed(view, [], winners=tuple({0, 1} - {*winners}) or (0,)).result == "fails"
    points = TWO.score(state).totals[other]
    assert claimed(view, [Pass()], f"{name} score = {points}").result == "holds"


@pytest.mark.slow
@pytest.mark.parametrize("unseen", [2, 3, 5, 8, 12])
def test_whether_unknown_cards_are_the_ones_needed_is_open_if_they_can_be(unseen: int) -> None:
    """They can be if there are enough unknown cards, and of each raw material enough that lie nowhere else."""
    empty = table(Has(), Has(), stage=Stage.PRODUCTION)
    box = empty.components
    unseen_pile = evolve(empty.table, draw=Cards(NO_THINGS, empty.table.draw.size - 1 - unseen))
    left = box.resources(box.deck)
    for building in members(box.productive)[: -len(box.charburners)]:
        me = evolve(empty.me, buildings=(*empty.me.buildings, Stack(building, ())), hand=Cards(NO_THINGS, unseen))
        me = evolve(me, craftsman=building, mode=Mode.NEAT)
        state = evolve(empty, players=(me, empty.players[1]), table=unseen_pile)
        needed = box.buildings[building].inputs
        taken = box.resources(plus(NO_THINGS, building))
        can_be = sum(needed) <= unseen and all(map(le, needed, map(sub, left, taken)))
        expected = ("open" if any(needed[:ANY]) else "yes") if can_be else "no"
        verdict = TWO.judge(state, Produce(building))
        told = "open" if verdict.open_on else "yes" if verdict.legal else "no"
        assert told == expected, box.buildings[building].id


@pytest.mark.slow
def test_what_a_hidden_plan_costs_is_not_made_up() -> None:
    """Not even where many other cards would cost the same."""
    followed = 0
    for seed in range(4):
        rng, state = random.Random(seed), TWO.new()
        while (mover := TWO.to_move(state)) is not OVER and state.round < 12:
            chance = mover is CHANCE
            move = TWO.chance_move(state, rng) if chance else merchant(TWO, state, TWO.legal_moves(state), rng)
            if isinstance(move, Build) and isinstance(mover, int):
                after = TWO.play(state, move)
                with suppress(UnclearError):
                    told = TWO.follow(TWO.view(state, 1 - mover), TWO.move_seen_by(state, move, 1 - mover))
                    assert told.turn.owed == after.turn.owed
                followed += 1
            state = TWO.play(state, move)
    assert followed > 20


def test_whether_a_hidden_plan_can_be_built_is_open() -> None:
    """Nobody but its owner can tell whether the goods are worth what the planned building costs."""
    state = next(s for s in map(_planned, range(200)) if s is not None)
    verdict = TWO.judge(TWO.view(state, None), Build())
    assert OpenOn(state.turn.seat, "planned") in verdict.open_on
    with pytest.raises(UnclearError, match=r"^what 'build' does depends on what is unknown: .*planned") as caught:
        TWO.follow(TWO.view(state, None), Build())
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)


def _planned(seed: int) -> State | None:
    reached = positions(TWO, random.Random(seed), 0.2)
    return next((state for state in reached if state.turn.stage is Stage.BUILDING and state.me.planned.size), None)


@pytest.mark.parametrize("seat", [None, 1])
def test_nobody_else_is_sure_how_a_sealed_craftsman_works(seat: int | None) -> None:
    game: Game[State, Move] = Game(OH_MY_GOODS, 2)
    rng = random.Random(0)
    state = game.new(rng=rng)
    while state.turn.stage is not Stage.WORK:
        state = game.deal(game.play(state, game.legal_moves(state)[-1]), rng)
    works = [move for move in game.legal_moves(state) if isinstance(move, Work)]
    assert {move.mode for move in works} == {*Mode}
    for move in works:
        verdict = game.judge(game.view(state, seat), game.move_seen_by(state, move, seat))
        assert "mode" not in " ".join(event.field for event in verdict.events)
