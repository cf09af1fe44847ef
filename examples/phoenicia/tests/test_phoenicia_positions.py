"""Positions in words: what follows from the rest is left out, and in disputes what does not matter."""

from __future__ import annotations

from pathlib import Path

import pytest
from phoenicia.moves import Move
from phoenicia.position import Purpose, Stage, State
from phoenicia.rulebook import PHOENICIA
from phoenicia_tables import Has, hand, named, reached, table, values

from era_of_inventions.tabletop.disputes import judge_dispute, read_dispute
from era_of_inventions.tabletop.errors import FileError
from era_of_inventions.tabletop.play.game import Game
from era_of_inventions.tabletop.records import Record, parse_game, show_game
from era_of_inventions.tabletop.records.position_text import show_position
from era_of_inventions.tabletop.values import members

NAMES = ("Anne", "Marc", "Bo")
CLAIM = '[[claim]]\nmoves = ["pass"]\n'


def position(tmp_path: Path, text: str, claim: str = CLAIM, names: tuple[str, ...] = NAMES) -> State:
    """The position of a dispute, which says this of it."""
    path = tmp_path / "quarrel.toml"
    told = ", ".join(f'"{name}"' for name in names)
    path.write_text(f'game = "phoenicia"\n[position]\nplayers = [{told}]\n{text}\n{claim}', encoding="utf-8")
    state: State = read_dispute(path, PHOENICIA).state
    assert Game.from_state(state).check(state) == ()
    return state


def refused(tmp_path: Path, text: str) -> dict[str, str]:
    with pytest.raises(FileError) as error:
        position(tmp_path, text)
    return {problem.place: problem.message for problem in error.value.problems}


# --- Texts ----------------------------------------------------------------------------


def test_positions_are_read_as_they_are_written() -> None:
    for state in reached(*Stage, most=40):
        record: Record[State, Move] = Record(state)
        assert parse_game(show_game(record), (PHOENICIA,)) == record


def test_a_view_is_written_in_a_few_lines() -> None:
    for state in reached(Stage.OFFER, most=60):
        game: Game[State, Move] = Game.from_state(state)
        if not any(player.hand.size for player in state.players[1:]):
            continue
        names = tuple(f"P{seat}" for seat in range(len(state.players)))
        text = "\n".join(show_position(game.view(state, 0), None, names))
        assert "preset" not in text or state.ruleset.first_hand == "preset-five"
        assert text.count("?") == sum(player.hand.size for player in state.players[1:])
        record: Record[State, Move] = Record(game.view(state, 0))
        assert parse_game(show_game(record), (PHOENICIA,)) == record


# --- Disputes -------------------------------------------------------------------------


def test_what_is_not_said_is_as_at_the_beginning(tmp_path: Path) -> None:
    state = position(tmp_path, "")
    turn = state.turn
    assert (turn.stage, turn.round, turn.seat, turn.active, turn.overlord) == (Stage.OFFER, 1, 0, 0, 0)
    for player in state.players:
        assert (player.disks, player.storehouses, player.untrained, player.workers) == (2, 2, 1, (1, 1, 0, 0))
        assert (player.pp, player.vp, player.hand.size) == (3, 2, 0)
    assert sum(state.table.deck) == 10 * 2 + 9  # with three players two copies of each A kind, and one of each B kind
    assert len(members(state.table.pile.known)) == 40
    assert values(state.table.gone) == [5] * 5


def test_points_follow_from_workers_and_cards(tmp_path: Path) -> None:
    state = position(tmp_path, '[player.Anne]\ncards = "dyer, glassmaking"\nworkers = { hunting = 3 }\n')
    assert (state.players[0].pp, state.players[0].vp) == (3 + 2 + 1, 3 + 1 + 1 + 1)
    assert "dyer" in named(state.table.deck)
    assert named(state.table.deck)["dyer"] == 1


def test_cards_can_be_told_by_their_values(tmp_path: Path) -> None:
    hands = '[player.Anne]\nhand = "six, 5, six-1"\nstorehouses = 3\n[player.Marc]\nhand = ["six", "five"]\n'
    state = position(tmp_path, f'{hands}[position.table]\ndiscard_pile = "four, 4"\n')
    assert hand(state) == [5, 6, 6]
    assert hand(state, 1) == [5, 6]
    assert values(state.table.discards.known) == [4, 4]
    assert len(members(state.table.pile.known)) == 40 - 7
    assert values(state.table.gone) == [5] * 5


def test_copies_are_counted_wherever_cards_are_named(tmp_path: Path) -> None:
    hands = """[player.Anne]
        hand = "2 x six, five"
        cards = "2 x dyer"
        storehouses = 3
        [player.Marc]
        hand = ["3 {}", "2 ?"]
        storehouses = 5
        [position.table]
        discard_pile = "12 four, 2 six"
        """
    state = position(tmp_path, hands.format("six"))
    assert (hand(state), hand(state, 1), state.players[1].hand.unknown) == ([5, 6, 6], [6, 6, 6], 2)
    assert named(state.players[0].cards) == {"dyer": 2}
    assert values(state.table.discards.known) == [4] * 12 + [6, 6]
    # Of two numbers the second is no face: between them a comma may be missing.
    assert [*refused(tmp_path, hands.format("6"))] == ["player.Marc.hand[1]"]


@pytest.mark.parametrize("pile", ['"2 ?"', '["?", "?"]', '"six, four"', '"six-1, 6"'])
def test_a_pile_can_be_named_without_the_other_cards(tmp_path: Path, pile: str) -> None:
    """All others lie among the discards, which are unknown if the pile is."""
    state = position(tmp_path, f'[position.table]\npile = {pile}\n[player.Anne]\nhand = "six"\n')
    assert (state.table.pile.size, state.table.discards.size) == (2, 37)
    assert bool(state.table.discards.unknown) is bool(state.table.pile.unknown)
    assert values(state.table.gone) == [5] * 5


def test_a_card_of_an_unknown_pile_may_be_any_that_lies_nowhere_else(tmp_path: Path) -> None:
    text = """stage = "income"
        [position.table]
        pile = "2 ?"
        [player.Anne]
        hand = "12 six"
        storehouses = 12
        workers = "3 hunting, 3 farming"
        """
    claims = "".join(f'[[claim]]\nmoves = ["deal {card}"]\n' for card in ("four", "five", "six"))
    position(tmp_path, text, claims)
    judgements = judge_dispute(read_dispute(tmp_path / "quarrel.toml", PHOENICIA))
    assert [one.holds for one in judgements] == [True, True, False]


def test_a_game_may_begin_with_cards_told_by_their_values() -> None:
    start: Record[State, Move] = Record(table(Has(), Has(), stage=Stage.OFFER))
    hands = "Position\nPlayer 1: hand six, five-1\nPlayer 2: hand 2 five\n"
    record: Record[State, Move] = parse_game(show_game(start).replace("Position\n", hands), (PHOENICIA,))
    assert (hand(record.start), hand(record.start, 1)) == ([5, 6], [5, 5])
    assert parse_game(show_game(record), (PHOENICIA,)) == record


def test_an_auction_needs_little(tmp_path: Path) -> None:
    text = 'stage = "bidding"\nplayer = "Marc"\nactive_player = "Anne"\nput_up = "fort"\nbid = 20\n'
    state = position(tmp_path, text)
    assert members(state.turn.bidders) == (0, 1, 2)
    assert named(state.table.display) == {"fort": 1}
    assert state.turn.overlord == 0
    second = position(tmp_path, text.replace('"Anne"', '"Marc"') + 'Overlord = "Anne"\nbidders = "Marc, Bo"\n')
    assert second.turn.overlord == 0
    assert sum(hand(second, 2)) + 2 >= 20
    opening = position(tmp_path, 'stage = "opening"\nput_up = "dyer"\n')
    assert (opening.turn.bid, members(opening.turn.bidders)) == (0, (0, 1, 2))


def test_a_payment_is_of_the_price(tmp_path: Path) -> None:
    rich = '[player.Anne]\nhand = "six, 6"\ncards = "dyer, prospector"\nstorehouses = 3\n'
    state = position(tmp_path, f'stage = "payment"\nput_up = "dye-house"\nbid = 16\n{rich}')
    assert (state.turn.purpose, state.turn.owed, members(state.turn.bidders)) == (Purpose.CARD, 12, (0,))
    move = position(tmp_path, f'stage = "payment"\npaying_for = "move"\nplace = "mining"\nfrom = "hunting"\n{rich}')
    assert move.turn.owed == 8


def test_cards_are_due_as_the_stage_says(tmp_path: Path) -> None:
    over = '[player.Anne]\nhand = "six, 6, 4, 4"\n'
    assert position(tmp_path, f'stage = "limits"\n{over}').turn.due == 2
    assert position(tmp_path, 'stage = "income"\n[player.Anne]\nworkers = "3 hunting, 3 farming"\n').turn.due == 2
    assert position(tmp_path, 'stage = "refill"\n').turn.due == 3
    assert position(tmp_path, 'stage = "refill"\n[position.table]\ndeck = "port"\n').turn.due == 1


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ('[player.Anne]\nhand = "seven"\n', "player.Anne.hand"),
        ('[player.Anne]\nhand = ["six", "ten"]\n', "player.Anne.hand[2]"),
        ("[player.Anne]\nhand = 6\n", "player.Anne.hand"),
        ('[player.Anne]\nhand = "six-1"\n[player.Marc]\nhand = "six-1"\n', "position"),
        ('[player.Anne]\nhand = "six, 6, 6"\nstorehouses = 2\n', "player.Anne.hand"),
        ('[player.Anne]\nhand = "13 six"\n', "player.Anne.hand"),
        ('[player.Anne]\nhand = "12 six, six-3"\n', "player.Anne.hand"),
        ('[player.Anne]\nhand = ["2 six", "2 ten"]\n', "player.Anne.hand[2]"),
        ('[player.Anne]\nhand = "12 six"\n[player.Marc]\nhand = "six"\n', "position"),
        ('[player.Anne]\ncards = "3 dyer"\n', "position"),
        ('[player.Anne]\nworkers = "mining"\n', "player.Anne.workers"),
        ("[player.Anne]\nPP = 12\n", "player.Anne.PP"),
        ('stage = "payment"\n', "position.owed"),
        ('put_up = "palace"\n', "position.put_up"),
        ('stage = "bidding"\nput_up = "fort"\nactive_player = "Marc"\nOverlord = "Anne"\n', "position.bidders"),
        ('[position.table]\ndisplay = "3 fort"\n', "position"),
        ("[position.table]\nshelf = 1\n", "position.table.shelf"),
    ],
)
def test_what_is_wrong_has_a_place(tmp_path: Path, text: str, place: str) -> None:
    found = refused(tmp_path, text)
    assert place in found or any(other.startswith(f"{place},") for other in found)


# --- Hidden hands ---------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(
    ("hand_", "disks", "results"),
    [
        ('"?"', 2, {6: "holds", 7: "open", 8: "open", 9: "fails"}),
        ('"?", "six"', 0, {10: "holds", 11: "open", 12: "open", 13: "fails"}),
        ('"?", "?"', 1, {9: "holds", 10: "open", 13: "open", 14: "fails"}),
        ('"six", "four"', 1, {11: "holds", 12: "fails"}),
    ],
)
def test_whether_a_bid_can_be_paid_from_a_hidden_hand(
    tmp_path: Path, hand_: str, disks: int, results: dict[int, str]
) -> None:
    """Cards are worth 4, 5 or 6 each: what all hands can pay is sure, what none can is impossible."""
    auction = 'stage = "bidding"\nplayer = "Anne"\nactive_player = "Marc"\nput_up = "dyer"\n'
    claims = "".join(f'[[claim]]\nmoves = ["bid {amount}"]\n' for amount in results)
    text = f"{auction}[player.Anne]\nhand = [{hand_}]\ndisks = {disks}\n"
    position(tmp_path, text, claims)
    judgements = judge_dispute(read_dispute(tmp_path / "quarrel.toml", PHOENICIA))
    found = {amount: one.result for amount, one in zip(results, judgements, strict=True)}
    assert found == results


def test_a_discount_counts_for_a_hidden_hand_too(tmp_path: Path) -> None:
    auction = 'stage = "bidding"\nplayer = "Anne"\nactive_player = "Marc"\nput_up = "dye-house"\n'
    text = f'{auction}[player.Anne]\nhand = ["?", "?"]\ndisks = 3\ncards = "dyer"\n'
    claims = "".join(f'[[claim]]\nmoves = ["bid {amount}"]\n' for amount in (15, 16, 19, 20))
    position(tmp_path, text, claims)
    judgements = judge_dispute(read_dispute(tmp_path / "quarrel.toml", PHOENICIA))
    assert [one.result for one in judgements] == ["holds", "open", "open", "fails"]


def test_hidden_hands_are_laid_out_as_told() -> None:
    state = table(Has("6"), stage=Stage.OFFER)
    assert Game.from_state(state).view(state, 1).players[0].hand.unknown == 1
