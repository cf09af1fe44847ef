"""The end of a round: the invention cards; the rest is in ``test_refresh_board``.

Positions are made without dealing, and cards turned over a limited number of times, so that no test runs on for ever
when a clause is switched off.
"""

from __future__ import annotations

import itertools
import random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from era_of_inventions.box.components import CardKind, FactoryCard, InventionCard, Space
from era_of_inventions.moves import EndTurn, RevealCard
from era_of_inventions.position import EMPTY, REVEALS, Phase, State, Turn
from era_of_inventions.rulebook import Game
from era_of_inventions.tabletop.values import Mask, evolve, mask, members
from era_of_inventions.testing import reachable_states
from tests.era.rules.support import against, allowed, changed, clause, play
from tests.support.positions import SHIPPED, cards

ROUNDS = {3: 9, 4: 8, 5: 10}
START = set(cards(CardKind.START))
CARDS = range(len(SHIPPED.cards))
FACTORIES = range(len(SHIPPED.factories))
CARD_PHASES = (Phase.SETUP_CARDS, Phase.REFRESH_CARDS)
FACTORY_PHASES = (Phase.SETUP_FACTORIES, Phase.REFRESH_FACTORIES)

Course = list[State]


def pile(things: Mask[Any]) -> set[int]:
    """What is in a pile."""
    return set(members(things))


def lying(path: tuple[int, ...]) -> list[int]:
    """What lies on a path, in order."""
    return [card for card in path if card != EMPTY]


def slid(path: tuple[int, ...]) -> tuple[int, ...]:
    """The path after what lies on it has moved up to the exit."""
    return (EMPTY,) * path.count(EMPTY) + tuple(lying(path))


def restocked(deck: set[int], discard: set[int], open_spaces: int) -> tuple[set[int], set[int]]:
    """Deck and discards: an empty deck is renewed if something is still to be laid out."""
    return (discard, set()) if not deck and open_spaces else (deck, discard)


@st.composite
def ends(draw: st.DrawFn, *, new: bool | None = None, deck: tuple[int, int] = (0, 14), last: bool = False) -> State:
    """The last turn of a round is as good as over. ``new`` says whether an original was developed in it."""
    players = draw(st.sampled_from([3, 4, 5]))
    rng = random.Random(draw(st.integers(0, 9999)))
    filled = draw(st.sampled_from([0.0, 0.4, 0.8, 1.0]))
    fresh = Game(players).new(draw(st.integers(0, players - 1)))
    stages = [rng.choice(["none", "none", "old"] if new is False else ["none", "old", "new"]) for _ in range(9)]
    if new:
        stages[rng.randrange(9)] = "new"
    originals = [2 * i for i, stage in enumerate(stages) if stage != "none"]
    technicals = [space + 1 for space in originals if rng.random() < 0.3]
    this_round = [space for space in originals if stages[space // 2] == "new"]
    this_round += [space for space in technicals if space - 1 in this_round or rng.random() < 0.5]

    left = [i for i, card in enumerate(SHIPPED.cards) if card.invention is None or stages[card.invention] == "old"]
    rng.shuffle(left)
    display = tuple(left.pop() if rng.random() < filled else EMPTY for _ in range(7))
    size = draw(st.integers(*deck))
    discard = [card for card in left[size:] if card not in START or rng.random() < 0.5]

    factories = list(FACTORIES)
    rng.shuffle(factories)
    row = tuple(factories.pop() if rng.random() < filled else EMPTY for _ in range(5))
    built = [factories.pop() for _ in range(rng.randint(0, len(factories)))]
    few = draw(st.integers(0, 8))

    bought = [rng.randint(0, 1) for _ in fresh.players]
    owners = [
        evolve(
            player,
            developed=mask(Space, [space for space in originals + technicals if space // 2 % players == seat]),
            factories=player.factories | mask(FactoryCard, built[seat::players]),
            built_this_round=rng.randint(0, min(3, len(built[seat::players]))),
            exchanges_this_round=(*[rng.choice([0, 0, 1]) for _ in range(4)], 0, bought[seat]),
            discs_bought_this_round=bought[seat],
            discs_used_this_round=rng.randint(0, 2),
        )
        for seat, player in enumerate(fresh.players)
    ]
    number = ROUNDS[players] if last else rng.randint(1, ROUNDS[players] - 1)
    board = evolve(
        fresh.board,
        loads=tuple(rng.choice([0, dealt, dealt + number - 1]) for dealt in fresh.board.loads),
        display=display,
        deck=mask(InventionCard, left[:size]),
        discards=mask(InventionCard, discard),
        row=row,
        factory_deck=mask(FactoryCard, factories[:few]),
        factory_discards=mask(FactoryCard, factories[few:]),
        developed_this_round=mask(Space, this_round),
    )
    turn = Turn(Phase.BONUS_OFFER, rng.randrange(players))
    state = evolve(fresh, players=tuple(owners), board=board, round=number, turn=turn)
    assert not Game.from_state(state).check(state)
    return state


def dealt(state: State, seed: int) -> Course:
    """The position and those that follow while cards are turned over; there are never more than twelve."""
    rng = random.Random(seed)
    course = [state]
    while course[-1].turn.phase in REVEALS and len(course) < 20:
        course.append(play(course[-1], rng.choice(Game.from_state(state).legal_moves(course[-1]))))
    return course


def courses(new: bool | None = None, deck: tuple[int, int] = (0, 14)) -> st.SearchStrategy[Course]:
    """From the end of a round to the beginning of the next one, position by position."""
    return st.builds(
        lambda state, seed: [state, *dealt(play(state, EndTurn()), seed)],
        ends(new=new, deck=deck),
        st.integers(0, 999),
    )


@st.composite
def setups(draw: st.DrawFn) -> Course:
    """From an empty board to the first placement, position by position."""
    players = draw(st.sampled_from([3, 4, 5]))
    return dealt(Game(players).new(draw(st.integers(0, players - 1))), draw(st.integers(0, 999)))


def reveals(course: Course, phases: tuple[Phase, ...]) -> list[tuple[State, State]]:
    """The positions before and after each card that is turned over in these phases."""
    return [(before, after) for before, after in itertools.pairwise(course) if before.turn.phase in phases]


def after_cards(course: Course) -> tuple[State, State]:
    """The positions before and after the step with which the last invention card lies."""
    return next(
        (before, after)
        for before, after in itertools.pairwise(course)
        if after.turn.phase not in (Phase.BONUS_OFFER, *CARD_PHASES)
    )


@clause("refresh.start-cards-removed")
class TestStartCardsRemoved:
    """Start cards on display leave the game; those in deck and discards stay in it."""

    @given(ends())
    def test_those_on_display_are_gone(self, state: State) -> None:
        board = play(state, EndTurn()).board
        left = set(lying(board.display)) | pile(board.deck) | pile(board.discards)
        assert not left & START & set(lying(state.board.display))

    @given(ends())
    def test_no_other_card_leaves(self, state: State) -> None:
        def around(board_of: State) -> set[int]:
            board = board_of.board
            return set(lying(board.display)) | pile(board.deck) | pile(board.discards)

        kept = around(state) - (START & set(lying(state.board.display)))
        assert kept <= around(play(state, EndTurn()))
        assert (pile(state.board.deck) | pile(state.board.discards)) & START == around(play(state, EndTurn())) & START


@clause("refresh.last-three-discarded")
class TestLastThreeDiscarded:
    """Cards on the last three spaces go to the discards, and no others."""

    @given(ends(new=False, deck=(1, 14)))
    def test_three_go(self, state: State) -> None:
        board = play(state, EndTurn()).board
        assert pile(board.discards) - pile(state.board.discards) == set(lying(state.board.display[4:])) - START
        assert board.deck == state.board.deck

    @given(ends())
    def test_the_last_three_are_open_to_others(self, state: State) -> None:
        display = play(state, EndTurn()).board.display
        assert set(lying(display)) == set(lying(state.board.display[:4])) - START


@clause("refresh.slide-inventions")
class TestSlideInventions:
    """What is left slides to the end of the path in its order; it is not shuffled."""

    @given(ends())
    def test_slides(self, state: State) -> None:
        staying = [card for card in lying(state.board.display[:4]) if card not in START]
        display = play(state, EndTurn()).board.display
        assert display == (EMPTY,) * (7 - len(staying)) + tuple(staying)


@clause("refresh.new-cards-shuffled")
class TestNewShuffleAll:
    """If an original was developed, deck, discards and its cards become one deck."""

    @given(ends(new=True))
    def test_new_cards_come_in(self, state: State) -> None:
        before, after = state.board, play(state, EndTurn()).board
        spaces = pile(before.developed_this_round)
        new = {i for i, card in enumerate(SHIPPED.cards) if card.invention is not None and 2 * card.invention in spaces}
        discarded = set(lying(before.display[4:])) - START
        assert new
        assert pile(after.deck) == pile(before.deck) | pile(before.discards) | discarded | new
        assert after.discards == 0

    @given(ends(new=False, deck=(1, 14)))
    def test_otherwise_deck_and_discards_stay_apart(self, state: State) -> None:
        before, after = state.board, play(state, EndTurn()).board
        assert after.deck == before.deck
        assert pile(before.discards) <= pile(after.discards)

    @given(ends())
    def test_only_what_the_next_round_develops_is_new_again(self, state: State) -> None:
        assert play(state, EndTurn()).board.developed_this_round == 0


@clause("refresh.cards-reshuffled")
class TestReshuffleShort:
    """When the deck is empty and a space open, the discards become the deck; before that they are left alone."""

    @given(courses(deck=(0, 5)))
    def test_only_an_empty_deck_is_renewed(self, course: Course) -> None:
        for before, after in reveals(course, CARD_PHASES):
            turned = set(lying(after.board.display)) - set(lying(before.board.display))
            expected = restocked(
                pile(before.board.deck) - turned, pile(before.board.discards), after.board.display.count(EMPTY)
            )
            assert (pile(after.board.deck), pile(after.board.discards)) == expected

    @given(ends(new=False, deck=(0, 0)))
    def test_renewed_before_the_first_card(self, state: State) -> None:
        after = play(state, EndTurn()).board
        assert pile(after.deck) == pile(state.board.discards) | set(lying(state.board.display[4:])) - START
        assert after.discards == 0


@clause("refresh.fill-seven")
class TestFillSeven:
    """Cards of the deck are turned over between rounds until seven lie there or none is left."""

    @given(courses() | setups())
    def test_every_card_of_the_deck_may_come(self, course: Course) -> None:
        for state, _ in reveals(course, CARD_PHASES):
            assert all(allowed(state, RevealCard(card)) for card in members(state.board.deck))

    @given(reachable_states(), st.sampled_from(CARDS))
    def test_at_no_other_time(self, state: State, card: int) -> None:
        if state.turn.phase not in CARD_PHASES:
            assert not allowed(state, RevealCard(card))

    @given(courses())
    def test_to_seven_or_as_far_as_cards_go(self, course: Course) -> None:
        board = course[1].board
        available = len(lying(board.display)) + len(pile(board.deck)) + len(pile(board.discards))
        assert len(lying(course[-1].board.display)) == min(7, available)


@clause("refresh.from-deck")
class TestFromDeck:
    """Only what lies in the face-down deck is turned over."""

    @given(courses() | setups())
    def test_forbids_all_others(self, course: Course) -> None:
        for state, _ in reveals(course, CARD_PHASES):
            for card in CARDS:
                expected = set() if card in pile(state.board.deck) else {"refresh.from-deck"}
                assert against(state, RevealCard(card)) == expected
                assert allowed(state, RevealCard(card)) == (not expected)


@clause("refresh.card-laid-out")
class TestStartFillOrder:
    """A card that is turned over lies on the first open space of the path, and in the deck no more."""

    @given(setups())
    def test_in_the_setup_from_the_first_space_to_the_seventh(self, course: Course) -> None:
        steps = reveals(course, CARD_PHASES)
        assert [after.board.display.index(EMPTY) for _, after in steps[:-1]] == [1, 2, 3, 4, 5, 6]
        assert EMPTY not in steps[-1][1].board.display

    @given(courses(deck=(8, 14)))
    def test_the_card_and_nothing_else(self, course: Course) -> None:
        for before, after in reveals(course, CARD_PHASES):
            old, new = before.board, after.board
            first = old.display.index(EMPTY)
            card = new.display[first]
            assert card in pile(old.deck)
            assert new.display == (*old.display[:first], card, *old.display[first + 1 :])
            if len(pile(old.deck)) > 1 and after.turn.phase is Phase.REFRESH_CARDS:
                assert changed(before, after) == {
                    "display": (old.display, new.display),
                    "deck": (old.deck, old.deck & ~(1 << card)),
                }


@clause("refresh.next-card")
class TestNextCard:
    """One card after another, until the display is full or no card is left."""

    @given(courses() | setups())
    def test_goes_on_only_while_needed(self, course: Course) -> None:
        for _, after in reveals(course, CARD_PHASES):
            needed = EMPTY in after.board.display and after.board.deck | after.board.discards
            assert (after.turn.phase in CARD_PHASES) == bool(needed)

    @given(setups())
    def test_seven_in_the_setup_and_then_placement(self, course: Course) -> None:
        assert len(reveals(course, CARD_PHASES)) == 7
        assert course[-1].turn == Turn(Phase.PLACEMENT, course[0].start)
        assert len(pile(course[-1].board.deck)) == 5
