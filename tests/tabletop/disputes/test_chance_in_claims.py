"""What chance decides in a claim: cards that nobody sees, and moves that nobody makes."""

from __future__ import annotations

import pytest

from era_of_inventions.tabletop.disputes import Judgement, dispute_text, judge_dispute, parse_dispute
from era_of_inventions.tabletop.disputes.report import qualified

GOODS, PHOENICIA = "oh-my-goods", "phoenicia"


def judged(game: str, claim: str, stated: str = "") -> Judgement:
    """The judgement of a claim in a file of three players."""
    text = f'game = "{game}"\n[position]\nplayers = "Anna, Bob, Cem"\n{stated}\n[[claim]]\n{claim}\n'
    (judgement,) = judge_dispute(parse_dispute(text))
    return judgement


@pytest.mark.parametrize(
    "card", ["office-card-1", "office-stone-1", "office-clay-3", "office-wool-2", "mill-6", "tailor-1"]
)
def test_every_card_can_be_turned_over_whatever_lies_face_down(card: str) -> None:
    """Goods are cards that nobody sees; none of them is taken to be the one that is claimed to be turned over."""
    assert judged(GOODS, f'moves = "reveal {card}"').holds


@pytest.mark.slow
def test_a_name_before_moves_does_not_make_those_of_chance() -> None:
    deals = "; ".join(["deal ?"] * 6)
    moves = f'moves = "Anna: exchange; Bob: exchange; Cem: exchange; {deals}"\nhappens = "Bob hand cards +2"'
    assert judged(GOODS, moves).holds


@pytest.mark.parametrize(("stated", "unsaid"), [("", {"Overlord"}), ('Overlord = "Anna"', {"workers", "cards"})])
def test_a_tie_that_is_broken_by_where_players_sit_rests_on_who_is_first(stated: str, unsaid: set[str]) -> None:
    """A mere setup is meant as it is; who states more says nothing of what the other players have."""
    judgement = judged(PHOENICIA, 'winners = "Anna"', stated)
    assert judgement.result == "holds"
    assert {one.what for one in judgement.unsaid} == unsaid


@pytest.mark.slow
@pytest.mark.parametrize(
    ("happens", "result"),
    [
        ("start player = Bob", "holds"),
        ("load of wood-house = 3", "holds"),
        ("load of wood-ship = 0", "fails"),
        ("place of coal-mine-3 = row", "open"),
        ("cards on display = 5", "holds"),
        ("cards on display = 4", "fails"),
        ("place of mint-2 = factory deck", "open"),
    ],
)
def test_what_comes_whatever_chance_turns_over_is_certain(happens: str, result: str) -> None:
    """The round is over: loads are filled up, and the next player begins; which cards come is another matter."""
    judgement = judged("era-of-inventions", f'moves = "Cem: end turn"\nhappens = "{happens}"')
    assert judgement.result == result
    assert [one.by_chance for one in judgement.measured] == [result == "holds"]


@pytest.mark.repeats
@pytest.mark.parametrize(
    ("now", "later"),
    [("cards on display = 0", "start player = Bob"), ("start player = Anna", "load of wood-house = 3")],
)
def test_what_is_so_at_different_times_is_never_so_together(now: str, later: str) -> None:
    def result(happens: list[str]) -> str:
        return judged("era-of-inventions", f'moves = "Cem: end turn"\nhappens = {happens}').result

    assert [result([now]), result([later]), result([now, later])] == ["holds", "holds", "fails"]


ROW = 'board.row = "sawmill-1, sawmill-2, -, mint-1, mint-2"\nboard.factory_deck = "mint-3, {}"'
LAST_TURN = 'stage = "tools"\nplayer = "Cem"\nOverlord = "Anna"\n[position.table]\n'
DISPLAY = LAST_TURN + 'display = "fort"\ndeck = "{}"'
MARKET = 'stage = "sunset"\n[position.table]\ndraw_pile = "{}"'


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "moves", "stated", "happens", "result"),
    [
        # Three factories come, and the last three have gone.
        ("era-of-inventions", "Cem: end turn", ROW.format("smelter-1, smelter-2"), "place of mint-3 = row", "holds"),
        ("era-of-inventions", "Cem: end turn", ROW.format("smelter-1, smelter-2"), "factory deck = 0", "holds"),
        ("era-of-inventions", "Cem: end turn", ROW.format("smelter-1, smelter-2"), "place of smelter-3 = row", "fails"),
        ("era-of-inventions", "Cem: end turn", ROW.format("smelter-1"), "place of smelter-1 = row", "holds"),
        ("era-of-inventions", "Cem: end turn", ROW.format("smelter-1"), "place of mint-1 = row", "open"),
        ("era-of-inventions", "Cem: end turn", ROW.format("3 smelter"), "place of mint-3 = row", "open"),
        ("era-of-inventions", "Cem: end turn", ROW.format("3 smelter"), "factory deck = 1", "holds"),
        ("era-of-inventions", "Cem: end turn", ROW.format("3 smelter"), "factory deck = 0", "fails"),
        ("phoenicia", "Cem: end turn", DISPLAY.format("dyer, tracker"), "dyer displayed = 1", "holds"),
        ("phoenicia", "Cem: end turn", DISPLAY.format("2 granary, glassmaking"), "granary displayed = 2", "holds"),
        ("phoenicia", "Cem: end turn", DISPLAY.format("2 granary, 2 glassmaking"), "granary displayed = 2", "open"),
        ("phoenicia", "Cem: end turn", DISPLAY.format("2 granary, glassmaking"), "fort displayed = 1", "holds"),
        # Two half suns are needed; with one card more, the first card may be any of them.
        ("oh-my-goods", "", MARKET.format("mill-2, mill-3"), "place of mill-2 = second row", "holds"),
        ("oh-my-goods", "", MARKET.format("mill-1, mill-2, mill-3"), "place of mill-1 = second row", "open"),
    ],
)
def test_what_is_refilled_from_a_stated_supply_is_certain_where_it_decides(
    game: str, moves: str, stated: str, happens: str, result: str
) -> None:
    factories = ", ".join(f"smelter-{number}" for number in (1, 2, 3))
    claim = f'moves = {[moves] if moves else []}\nhappens = "{happens}"'
    assert judged(game, claim, stated.replace("3 smelter", factories)).result == result


SIXES = LAST_TURN + 'deck = "nothing"\ndisplay = "nothing"\ndiscard_pile = "{} six"'


@pytest.mark.parametrize("name", ["Anna", "Bob", "Cem"])
@pytest.mark.parametrize(("gone", "result"), [(10, "open"), (11, "open"), (12, "holds")])
def test_a_card_that_is_rarely_dealt_can_be_dealt_to_anybody(name: str, gone: int, result: str) -> None:
    claim = f'moves = "Cem: end turn"\nhappens = "{name} hand six = 0"'
    assert judged(PHOENICIA, claim, SIXES.format(gone)).result == result


def test_what_is_not_so_before_chance_acts_is_dated() -> None:
    claim = 'moves = "Cem: end turn"\nhappens = "start player = Bob"'
    dispute = parse_dispute(f'game = "era-of-inventions"\n[position]\nplayers = "Anna, Bob, Cem"\n[[claim]]\n{claim}\n')
    (judgement,) = judge_dispute(dispute)
    assert "only once 'reveal' is carried out" in qualified(judgement, dispute.names)
    assert "not counted" not in dispute_text(dispute, (judgement,))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("deals", "happens", "result"),
    [
        ("deal ?; deal six", "Bob hand four = 1", "open"),
        ("deal ?; deal six", "Bob hand four +1", "open"),
        ("deal ?; deal six", "Cem hand four +1", "fails"),
        ("deal ?; deal six", "Bob hand cards +1", "holds"),
        ("deal ?; deal ?; deal six", "Bob hand four = 0", "open"),
        ("deal ?; deal ?; deal six", "Bob hand four = 1", "open"),
        ("deal ?; deal ?; deal six", "Bob hand four = 2", "open"),
        ("deal ?; deal ?; deal six", "Bob hand four = 3", "fails"),
    ],
)
def test_a_card_that_is_dealt_unseen_can_be_any(deals: str, happens: str, result: str) -> None:
    """Bob has 3 production points and 2 disks, or 8 points; so one or two cards are dealt to him, then one to Cem."""
    workers = "workers = { hunting = 2, farming = 3 }" if deals.count("?") == 2 else ""
    stated = f"""stage = "tools"
player = "Cem"
Overlord = "Anna"
[position.table]
deck = "nothing"
[player.Bob]
disks = {0 if workers else 2}
storehouses = 9
{workers}"""
    assert judged(PHOENICIA, f'moves = "end turn; {deals}"\nhappens = "{happens}"', stated).result == result


@pytest.mark.slow
@pytest.mark.parametrize(
    ("claim", "result", "for_now"),
    [
        ('happens_not = "start player = Cem"', "holds", False),
        ('happens_not = "start player = Bob"', "holds", True),
        ('happens = "round = 1"', "holds", True),
        ('happens = "start player = Anna"', "holds", True),
        ('happens_not = "place of coal-mine-3 = row"', "open", False),
    ],
)
def test_what_is_so_before_chance_acts_and_not_after_is_so_for_now_alone(
    claim: str, result: str, for_now: bool
) -> None:
    """Anna began, and Cem's turn is the last of the round: whatever is turned over, Bob begins the next one."""
    judgement = judged("era-of-inventions", f'moves = "Cem: end turn"\n{claim}')
    assert (judgement.result, judgement.only_for_now) == (result, for_now)
