"""Whoever quarrels about a rule can usually pay: a claim that fails for want of what the file does not say tells so."""

from __future__ import annotations

import attrs
import pytest

from era_of_inventions.tabletop.disputes import judge_dispute, parse_dispute, with_facts
from era_of_inventions.tabletop.disputes.report import qualified
from era_of_inventions.tabletop.errors import FileError
from era_of_inventions.tabletop.law.verdict import OpenOn
from tests.support.disputes import judged_claim as judged

RICH = '[player.Anna]\ngoods = "5 coins"'
PATENT = 'phase = "action"\narea = "develop"\n[player.Anna]\ndeveloped = "car"\npatents = 5\n'


@pytest.mark.repeats
@pytest.mark.parametrize(
    ("game", "position", "moves", "seat", "what"),
    [
        ("era-of-inventions", PATENT, "patent car", 0, ["goods"]),
        ("phoenicia", "", "Bob: tool farming", 1, ["disks"]),
        ("phoenicia", "[player.bob]\nstorehouses = 4", "Bob: tool farming", 1, ["disks"]),
        ("oh-my-goods", "", "Cem: plan weaving-mill-3", 2, ["hand"]),
        ("oh-my-goods", '[player.Bob]\nplanned = "cooperage-1"', "Bob: build", 1, ["buildings"]),
    ],
)
def test_a_claim_that_fails_for_want_of_what_nobody_stated_says_so(
    game: str, position: str, moves: str, seat: int, what: list[str]
) -> None:
    judgement = judged(game, position, f'moves = "{moves}"')
    assert judgement.result == "fails"
    assert [(one.seat, one.what) for one in judgement.unsaid] == [(seat, one) for one in what]


CLOSE = """phase = "game-over"
[player.Anna]
influence = 32
patents = 1
developed = "car"
[player.Bob]
influence = 30
patents = 1
developed = "car technical"
[player.Cem]
influence = 10
patents = 1
developed = "camera"
[space]
car.cogs = 4
"car technical".cogs = 4
camera.cogs = 4
"""
AT_MARKET = 'phase = "action"\narea = "market"\nround = 5\n'
TO_BUY = 'phase = "choice"\nround = 4\n'
LOAD = 'moves = "resolve buy; buy coal-house-1"\nhappens = '


@pytest.mark.repeats
@pytest.mark.parametrize(
    ("game", "position", "claim", "things"),
    [
        ("era-of-inventions", CLOSE, 'winners = "Anna"', {(1, "factories")}),
        ("era-of-inventions", CLOSE, 'happens = "Cem score = 10"', {(seat, "factories") for seat in range(3)}),
        ("era-of-inventions", CLOSE.replace("32", "50"), 'winners = "Anna"', set()),
        (
            "era-of-inventions",
            AT_MARKET,
            'moves = "exchange cog > 2 coins"\nhappens = "Anna coins = 4"',
            {(0, "goods")},
        ),
        ("era-of-inventions", AT_MARKET, 'moves = "exchange cog > 2 coins"\nhappens = "Anna coins +2"', set()),
        ("era-of-inventions", TO_BUY, f'{LOAD}"Anna coal +2"', {(None, "loads")}),
        ("era-of-inventions", f'{TO_BUY}board.loads = "2 coal-house-1"\n', f'{LOAD}"Anna coal +2"', set()),
        (
            "phoenicia",
            "[player.Bob]\ndisks = 1\n",
            'moves = "Anna: train"\nhappens = "Anna untrained = 1"',
            {(0, "untrained")},
        ),
    ],
)
def test_what_a_claimed_value_is_counted_from_is_named_if_nothing_is_said_about_it(
    game: str, position: str, claim: str, things: set[tuple[int | None, str]]
) -> None:
    judgement = judged(game, position, claim)
    assert judgement.result in {"holds", "fails"}
    assert {(one.seat, one.what) for one in judgement.unsaid} == things


@pytest.mark.repeats
@pytest.mark.parametrize("goods", ["", "1 coin", "3 coins"])
def test_what_the_file_states_is_not_doubted(goods: str) -> None:
    judgement = judged("era-of-inventions", f'{PATENT}goods = "{goods}"', 'moves = "patent car"')
    assert (judgement.result, judgement.unsaid) == ("fails", ())


def test_a_rule_that_no_stock_would_satisfy_is_not_excused() -> None:
    stated = PATENT.replace('developed = "car"', 'developed = "camera"')
    judgement = judged("era-of-inventions", stated, 'moves = "patent car"')
    assert (judgement.result, judgement.unsaid) == ("fails", ())


@pytest.mark.parametrize("goods", ["", 'goods = "1 coin"\n'])
def test_a_claim_that_the_move_is_forbidden_rests_on_what_nobody_stated_too(goods: str) -> None:
    judgement = judged("era-of-inventions", f"{PATENT}{goods}", 'moves = "patent car"\nlegal = false')
    assert judgement.result == "holds"
    assert [(one.seat, one.what, one.enough) for one in judgement.unsaid] == ([] if goods else [(0, "goods", True)])


@pytest.mark.parametrize(
    ("game", "position", "moves", "lacking"),
    [
        ("phoenicia", "", "put up dyer", ["the display"]),
        ("phoenicia", "", "Bob: put up fort", ["Bob's hand", "the display"]),
        ("phoenicia", "table.display = 'tracker'", "put up dyer", []),
        ("era-of-inventions", "board.row = 'mint-1'\n[player.Anna]\ngoods = 'enough'", "build sawmill-3", []),
        ("era-of-inventions", "[player.Anna]\ngoods = 'enough'\ndeveloped = 'car'", "produce car-1", ["the display"]),
        (
            "oh-my-goods",
            "[player.Anna]\nbuildings = 'charburner-grain 9, sawmill-1, tannery-1'",
            "hire assistant-6a",
            ["the offer"],
        ),
    ],
)
def test_what_is_laid_out_is_not_doubted_where_the_file_says_it(
    game: str, position: str, moves: str, lacking: list[str]
) -> None:
    judgement = judged(game, position, f'moves = "{moves}"')
    assert judgement.result == "fails"
    assert [one.render(("Anna", "Bob", "Cem")) for one in judgement.unsaid] == lacking


# --- Enough as a value ----------------------------------------------------------------

PAYMENT = 'stage = "payment"\npurpose = "training"\n[player.Anna]\nuntrained = 1\n'


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "position", "moves"),
    [
        ("era-of-inventions", f'{PATENT}goods = "enough"', "patent car"),
        (
            "era-of-inventions",
            'phase = "action"\narea = "goods"\n[player.Anna]\nbonus_discs = "enough"',
            "run all; use bonus disc",
        ),
        ("phoenicia", '[player.Bob]\ndisks = "Enough"', "Bob: tool farming"),
        (
            "phoenicia",
            'stage = "offer"\n[position.table]\ndisplay = "fort"\n[player.Anna]\nhand = "enough"',
            "put up fort",
        ),
        ("phoenicia", 'stage = "bidding"\nput_up = "fort"\nbid = 9\n[player.Anna]\nhand = "enough"', "bid 12"),
        ("phoenicia", 'table.display = "enough"\n[player.Anna]\nhand = "enough"', "put up city-center"),
        ("oh-my-goods", 'stage = "exchange"\n[player.Anna]\nhand = "enough"', "lay aside mill-3"),
        ("oh-my-goods", '[player.Anna]\nplanned = "cooperage-1"\nbuildings = "enough"', "build"),
    ],
)
def test_who_has_enough_can_pay(game: str, position: str, moves: str) -> None:
    judgement = judged(game, position, f'moves = "{moves}"')
    assert judgement.result == "holds", judgement


def test_enough_is_no_more_than_the_rest_of_the_file_allows() -> None:
    """Goods that are limited to those in the box: 40 pieces of a kind, of which Bob has 20."""
    text = """game = "era-of-inventions"
[rulings]
goods-supply = "limited"
[box]
supply.coal = 40
[position]
players = "Anna, Bob, Cem"
[player.anna]
goods = "enough"
[player.Bob]
goods = "20 coal"
[[claim]]
happens = "Bob coal = 20"
"""
    dispute = parse_dispute(text)
    goods = dispute.game.setting.for_players(dispute.names).quantities
    assert goods.measure(goods.parse("Anna coal = 9"), dispute.state) == 9


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "claim", "result"),
    [
        ("era-of-inventions", 'happens = "Anna coins = 20"', "open"),
        ("era-of-inventions", 'happens = "Anna coins = 17"', "open"),
        ("era-of-inventions", 'happens_not = "Anna coins = 20"', "open"),
        ("era-of-inventions", 'happens = "Bob coins = 20"', "fails"),
        ("era-of-inventions", 'moves = "patent car"\nhappens = "Anna coins -1"', "fails"),
        ("era-of-inventions", 'moves = "patent car"', "holds"),
        ("phoenicia", 'happens = "Anna hand cards = 20"', "open"),
        ("phoenicia", 'happens = "Anna disks +1"', "fails"),
        ("oh-my-goods", 'happens = "Anna hand cards = 20"', "open"),
    ],
)
def test_how_much_is_enough_is_nothing_to_quarrel_about(game: str, claim: str, result: str) -> None:
    position = {
        "era-of-inventions": f'{PATENT}goods = "enough"',
        "phoenicia": '[player.Anna]\nhand = "enough"\ndisks = "enough"',
        "oh-my-goods": '[player.Anna]\nhand = "enough"',
    }
    assert judged(game, position[game], claim).result == result


OMG_TURN = 'stage = "building"\nplayer = "Cem"\nactive_player = "Anna"\nround = 5\n'
OMG_RICH = '[player.Anna]\nbuildings = "charburner-grain 3, mill-1 7"\n[player.Cem]\nbuildings = "enough"\n'
BUILT = 'moves = "build; pay from charburner-clay, charburner-clay, charburner-clay"\n'
CHAIN = 'moves = "chain bakery-1; shift from mill-1; shift from charburner-grain"'


@pytest.mark.slow
@pytest.mark.parametrize(
    ("position", "claim", "result"),
    [
        # Whoever can pay need not have eight buildings, and so the round need not be the last.
        (OMG_TURN + OMG_RICH, 'moves = "pass"\nhappens = "stage = over"', "fails"),
        (OMG_TURN + OMG_RICH, 'moves = "pass"\nhappens = "round = 6"', "holds"),
        (f'stage = "production"\n{OMG_RICH.replace("Cem", "Bob")}', f"{CHAIN}\nlegal = false", "holds"),
        # It may be the eighth.
        (f'{OMG_TURN}{OMG_RICH}planned = "mill-2"', f'{BUILT}happens = "last round = 6"', "open"),
        (f'{OMG_TURN}{OMG_RICH}planned = "mill-2"', f'{BUILT}happens = "last round = 5"', "open"),
        (f'{OMG_TURN}{OMG_RICH}planned = "mill-2"', f'{BUILT}happens = "Cem number of buildings +1"', "holds"),
        (OMG_TURN + OMG_RICH, 'winners = "Cem"', "open"),
        (OMG_TURN + OMG_RICH, 'winners = "Anna"', "open"),
        (OMG_TURN + OMG_RICH, 'scores = "Anna 20, Bob 9, Cem 20"\nwinners = "Cem"', "open"),
        (OMG_TURN + OMG_RICH, 'scores = "Anna 20, Bob 9, Cem 21"\nwinners = "Cem"', "holds"),
    ],
)
def test_enough_decides_nothing_but_that_it_is_enough(position: str, claim: str, result: str) -> None:
    assert judged("oh-my-goods", position, claim).result == result


@pytest.mark.repeats
def test_enough_disks_need_not_be_three() -> None:
    enough = '[player.Anna]\ndisks = "enough"\nuntrained = 0\n'
    for number in (0, 1, 3):
        claim = f'moves = "Anna: end turn"\nhappens = "Anna disks = {number}"'
        assert judged("phoenicia", enough, claim).result == "open"


@pytest.mark.slow
@pytest.mark.parametrize("side", ["1a", "4a", "5b", "8b"])
def test_who_has_enough_buildings_has_the_colors_that_an_assistant_asks_for(side: str) -> None:
    position = f'{OMG_TURN}[position.table]\noffer = "enough"\n[player.Cem]\nbuildings = "enough"\n'
    judgement = judged("oh-my-goods", position, f'moves = "hire assistant-{side}"')
    assert (judgement.result, judgement.numbers) == ("holds", ())
    two = f'{position}assistants = "assistant-3a, assistant-7a"'
    refused = judged("oh-my-goods", two, f'moves = "hire assistant-{side}"')
    assert [(refused.result, [clause.id for clause in refused.forbidden_by])] == [("fails", ["hire.two-at-most"])]


@pytest.mark.slow
@pytest.mark.parametrize("bid", [20, 22, 25])
def test_moves_before_that_less_would_not_allow_are_no_doubt(bid: int) -> None:
    """Five storehouses hold at most five cards; four cards do not come to a bid of 22."""
    position = 'stage = "bidding"\nput_up = "fort"\nplayer = "Anna"\nactive_player = "Cem"\nbid = 7\n'
    enough = '[player.Anna]\nhand = "enough"\nstorehouses = 5\ndisks = 0'
    judgement = judged("phoenicia", position + enough, f'after = "Anna: bid {bid}"\nmoves = "Bob: pass"')
    assert judgement.result == "holds"


@pytest.mark.slow
def test_all_who_have_enough_have_the_same() -> None:
    text = """game = "phoenicia"
[position]
players = "Anna, Bob, Cem"
table.display = "fort"
[player]
Anna.hand = "enough"
Bob.hand = "enough"
Cem.hand = "enough"
[[claim]]
after = ["Anna: put up fort; bid 7", "Bob: bid 20", "Cem: bid 30", "Anna: bid 40", "Bob: pass"]
moves = "Cem: bid 41"
"""
    dispute = parse_dispute(text)
    assert len({player.hand.size for player in dispute.state.players}) == 1
    (judgement,) = judge_dispute(dispute)
    assert judgement.result == "holds", judgement.problems


def test_only_what_is_paid_with_can_be_enough() -> None:
    with pytest.raises(FileError) as refused:
        judged("phoenicia", '[player.Anna]\nuntrained = "enough"', 'moves = "train"')
    (problem,) = refused.value.problems
    assert problem.place == "player.Anna.untrained"


# --- Taken as after the setup ---------------------------------------------------------

ANNA = 0


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "position", "claim", "unsaid"),
    [
        ("era-of-inventions", "", 'moves = "Anna: develop car technical"', [(ANNA, "developed"), (ANNA, "goods")]),
        ("phoenicia", "[player.Anna]\ndisks = 20", 'moves = "Anna: tool mining"', [(ANNA, "cards")]),
        (
            "oh-my-goods",
            "table.first_row = 'mill-3, mill-4, sawmill-1'",
            'moves = "produce charburner-grain"',
            [(ANNA, "craftsman"), (ANNA, "posts")],
        ),
        ("phoenicia", "[player.Bob]\ndisks = 3", 'happens = "Anna hand cards = 0"', [(ANNA, "hand")]),
        (
            "oh-my-goods",
            "[player.Bob]\nhand = ['?']",
            'happens = "Anna number of buildings = 1"',
            [(ANNA, "buildings")],
        ),
        ("era-of-inventions", "round = 2", 'happens = "Anna influence = 0"', [(ANNA, "influence")]),
    ],
)
def test_a_result_that_stands_on_the_setup_alone_says_so(
    game: str, position: str, claim: str, unsaid: list[tuple[int | None, str]]
) -> None:
    judgement = judged(game, position, claim)
    assert [(one.seat, one.what) for one in judgement.unsaid] == unsaid
    assert not any(one.enough for one in judgement.unsaid)
    assert {*judgement.unsaid} <= {*judgement.as_set_up}


@pytest.mark.parametrize(
    ("happens", "sources"),
    [("VP = 5", ["points bought", "cards", "workers"]), ("PP = 8", ["cards", "workers"]), ("wealth = 9", ["hand"])],
)
def test_what_follows_from_other_facts_rests_on_these(happens: str, sources: list[str]) -> None:
    judgement = judged("phoenicia", "[player.Bob]\ndisks = 3", f'happens = "Anna {happens}"')
    assert {(one.seat, one.what) for one in judgement.unsaid} >= {(ANNA, what) for what in sources}
    assert {one.seat for one in judgement.unsaid} == {ANNA}


@pytest.mark.parametrize(
    ("game", "key", "named"),
    [
        ("era-of-inventions", "capacity", ["factories"]),
        ("era-of-inventions", "action_discs", ["discs"]),
        ("oh-my-goods", "number_of_buildings", ["buildings"]),
        ("phoenicia", "wealth", ["disks", "hand"]),
        ("phoenicia", "VP", ["cards", "workers"]),
    ],
)
def test_a_quantity_that_is_counted_is_refused_with_the_keys_that_decide_it(
    game: str, key: str, named: list[str]
) -> None:
    with pytest.raises(FileError) as refused:
        judged(game, f"[player.Anna]\n{key} = 33", 'happens = "Bob score = 0"')
    (problem,) = refused.value.problems
    assert problem.place == f"player.Anna.{key}"
    assert all(repr(one) in problem.message for one in named)


@pytest.mark.repeats
@pytest.mark.parametrize(
    ("game", "position", "claim"),
    [
        ("phoenicia", '[player.Anna]\ncards = "fort"\ndisks = 20', 'moves = "Anna: tool mining"'),
        ("phoenicia", "", 'happens = "Anna trained = 1"'),
        (
            "oh-my-goods",
            '[player.Anna]\nbuildings = "charburner-grain, mill-1"',
            'happens = "Anna number of buildings = 1"',
        ),
        ("era-of-inventions", "[player.Anna]\ninfluence = 7", 'happens = "Anna influence = 0"'),
    ],
)
def test_what_the_file_says_or_a_claim_about_the_setup_is_not_doubted(game: str, position: str, claim: str) -> None:
    assert judged(game, position, claim).unsaid == ()


def test_stock_that_is_not_mentioned_and_an_assumed_number_are_named_together() -> None:
    board = 'board.display = "telephone-fake"\n[player.Anna]\ndeveloped = "telephone"'
    judgement = judged("era-of-inventions", board, 'moves = "Bob: produce telephone-fake with 2 metal"')
    assert judgement.result == "fails"
    assert [(one.seat, one.what) for one in judgement.unsaid] == [(1, "goods")]
    assert [one.number.place for one in judgement.numbers] == ["card.telephone-fake.question_marks"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("moves", "holds"),
    [("work mill-1 neat", True), ("work office-wood-1 neat", False), ("work bakery-2 sloppy", True)],
)
def test_who_has_enough_buildings_has_those_that_are_named(moves: str, holds: bool) -> None:
    judgement = judged("oh-my-goods", '[player.Anna]\nbuildings = "enough"', f'moves = "{moves}"')
    assert judgement.holds is holds


@pytest.mark.repeats
@pytest.mark.parametrize(
    ("game", "position", "moves", "paid"),
    [
        ("phoenicia", "", "train", [("disks", -2)]),
        ("era-of-inventions", "", "Bob: exchange 2 coins > cog", [("coins", -2)]),
        ("era-of-inventions", "", "Cem: take cog", []),
        # What comes back later has to be there at first.
        ("era-of-inventions", "", "exchange cog > 2 coins; exchange 2 coins > cog", [("cogs", -1)]),
        ("era-of-inventions", RICH, "exchange 2 coins > cog; exchange 2 coins > cog", [("coins", -4)]),
    ],
)
def test_a_claim_that_moves_are_legal_says_what_they_take(
    game: str, position: str, moves: str, paid: list[tuple[str, int]]
) -> None:
    assert [(one.what, one.change) for one in judged(game, position, f'moves = "{moves}"').paid] == paid


@pytest.mark.repeats
def test_a_card_that_cannot_be_laid_out_spoils_no_other_claim() -> None:
    stated = "[position]\nplayers = 'Anna, Bob, Cem'\nboard.display = 'enough'\n[player.Anna]\ndeveloped = 'car'\n"
    claims = "goods = 'enough'\n[[claim]]\nmoves = 'produce car-1'\n[[claim]]\nmoves = 'produce telephone-1'\n"
    dispute = parse_dispute(f"game = 'era-of-inventions'\n{stated}{claims}")
    assert [judgement.result for judgement in judge_dispute(dispute)] == ["holds", "fails"]


def test_enough_promises_nothing_where_the_result_is_open() -> None:
    judgement = judged("era-of-inventions", PATENT, 'moves = "patent car"')
    assert [one.enough for one in judgement.unsaid] == [True]
    unclear = attrs.evolve(judgement, unclear=(OpenOn(None, "something"),))
    notes = [*qualified(unclear, ("Anna", "Bob", "Cem"))]
    assert notes[:2] == ["it depends on something", "nothing is said about Anna's goods"]


@pytest.mark.repeats
def test_players_who_have_enough_do_not_empty_the_supply() -> None:
    both = "\n".join(f'[player.{name}]\ngoods = "enough"\nbonus_discs = "enough"' for name in ("Anna", "Bob"))
    position = f'phase = "action"\narea = "market"\nplayer = "Anna"\n{both}\n[player.Cem]\nbonus_discs = 2'
    assert judged("era-of-inventions", position, 'moves = "Anna: exchange 2 coins > bonus disc"').holds


@pytest.mark.slow
def test_a_limit_of_each_player_is_no_want_of_supply() -> None:
    both = "\n".join(f'[player.{name}]\nhand = "enough"\ndisks = "enough"' for name in ("Anna", "Bob"))
    position = f'[position.table]\ndisplay = "dyer"\n{both}'
    judgement = judged("phoenicia", position, 'moves = "Anna: put up dyer; bid 3"')
    assert judgement.premise is not None
    assert [player.disks for player in judgement.premise.state.players[:2]] == [3, 3]


@pytest.mark.repeats
def test_enough_hand_cards_are_those_that_their_player_names() -> None:
    both = "\n".join(f'[player.{name}]\nhand = "enough"' for name in ("Anna", "Bob", "Cem"))
    moves = "; ".join(
        f"{name}: work charburner-{kind} neat; plan bakery-{number}"
        for number, (name, kind) in enumerate({"Anna": "clay", "Bob": "wool", "Cem": "grain"}.items(), 1)
    )
    fires = both.replace('hand = "enough"', 'hand = "enough"\nbuildings = "charburner-{} 7"').format(
        "clay", "wool", "grain"
    )
    assert judged("oh-my-goods", f'stage = "work"\n{fires}', f'moves = "{moves}"').holds


TIED = 'scores = "Anna 20, Bob 9, Cem 20"\nwinners = "{}"'


@pytest.mark.repeats
@pytest.mark.parametrize("winners", ["Anna", "Cem", "Anna, Cem"])
@pytest.mark.parametrize(
    ("game", "what", "stated"),
    [
        ("era-of-inventions", "developed", '[player.Cem]\ndeveloped = "car"\n'),
        ("oh-my-goods", "buildings", '[player.Cem]\nbuildings = "charburner-wool 3"\n'),
    ],
)
def test_what_breaks_a_tie_of_stated_scores_is_named_if_nobody_states_it(
    game: str, what: str, stated: str, winners: str
) -> None:
    claim = TIED.format(winners)
    assert [(one.seat, one.what) for one in judged(game, "", claim).unsaid] == [(0, what), (2, what)]
    assert [(one.seat, one.what) for one in judged(game, stated, claim).unsaid] == [(0, what)]
    both = f"{stated}{stated.replace('Cem', 'Anna').replace('wool', 'clay').replace('car', 'camera')}"
    assert judged(game, both, claim).unsaid == ()


@pytest.mark.repeats
@pytest.mark.parametrize(("start", "unsaid"), [("", ["start player"]), ('start = "Anna"', [])])
def test_who_begins_the_next_round_rests_on_who_began_this_one(start: str, unsaid: list[str]) -> None:
    judgement = judged("era-of-inventions", start, 'moves = "Bob: end turn"\nhappens = "start player = Cem"')
    assert (judgement.result, [one.what for one in judgement.unsaid]) == ("fails", unsaid)


@pytest.mark.parametrize(
    ("stated", "unsaid"), [("", ["start player"]), ('Overlord = "Cem"', []), ('start = "Cem"', [])]
)
def test_whether_a_turn_is_the_last_of_the_round_rests_on_who_began(stated: str, unsaid: list[str]) -> None:
    judgement = judged("phoenicia", f"round = 2\n{stated}", 'moves = "Cem: end turn"\nhappens = "round = 3"')
    assert (judgement.result, [one.what for one in judgement.unsaid]) == ("fails", unsaid)


def test_whoever_is_not_named_is_not_doubted() -> None:
    judgement = judged("era-of-inventions", RICH, 'moves = "buy tool ship, metal ship"\nhappens = "Anna coins -2"')
    assert (judgement.result, judgement.unsaid) == ("holds", ())


@pytest.mark.parametrize("place", ["row", "factory deck", "Bob factories"])
def test_where_a_thing_lies_rests_on_the_place_where_it_is(place: str) -> None:
    judgement = judged("era-of-inventions", "round = 2", f'happens = "place of sawmill-1 = {place}"')
    assert [(one.seat, one.what) for one in judgement.unsaid] == [(None, "row")]


@pytest.mark.repeats
@pytest.mark.parametrize(
    ("stated", "before", "result", "unsaid"),
    [
        ("", "Bob: end turn", "holds", [(2, "discs")]),
        ("", "Bob: resolve market; exchange 2 coins > cog; end turn", "holds", [(2, "discs")]),
        ("[player.Cem]\ndiscs = []", "Bob: end turn", "holds", []),
        ("[player.Cem]\ndiscs = 'build'", "Bob: end turn", "fails", []),
        # Bob cannot have had a disc, or Cem would not have been next
        ("[player.Anna]\ndiscs = 'buy'", "Anna: end turn; Cem: withdraw market; Cem: end turn", "holds", []),
    ],
)
def test_who_is_next_rests_on_the_discs_of_those_between(
    stated: str, before: str, result: str, unsaid: list[tuple[int, str]]
) -> None:
    position = f'to_move = "{before.partition(":")[0]}"\n{stated}'
    judgement = judged("era-of-inventions", position, f'after = "{before}"\nmoves = "Anna: resolve buy"')
    assert (judgement.result, [(one.seat, one.what) for one in judgement.unsaid]) == (result, unsaid)


@pytest.mark.parametrize(
    ("happens", "result"), [("factories on display = 4", "open"), ("factories on display -1", "holds")]
)
def test_how_many_things_are_laid_out_is_not_settled_by_enough_of_them(happens: str, result: str) -> None:
    moves = 'moves = "Anna: resolve build; build sawmill-1"'
    stated = 'board.row = "enough"\n[player.Anna]\ngoods = "enough"'
    judgement = judged("era-of-inventions", stated, f'{moves}\nhappens = "{happens}"')
    assert judgement.result == result


@pytest.mark.guest
@pytest.mark.parametrize(("office", "result"), [("", "fails"), ('"office-clay-1" = 0', "holds")])
def test_who_has_enough_buildings_has_no_advantage_that_nobody_mentions(office: str, result: str) -> None:
    """A market office would add the clay that is missing."""
    position = """stage = "production"
[position.table]
first_row = "weaving-mill-2, weaving-mill-3"
second_row = "weaving-mill-4"
[player.Anna]
hand = []
mode = "neat"
craftsman = "sawmill-1"
"""
    position += (
        f'buildings = {{ "charburner-wool" = 0, "sawmill-1" = 0, {office} }}' if office else 'buildings = "enough"'
    )
    assert judged("oh-my-goods", position, 'moves = "Anna: produce sawmill-1"').result == result


def test_chance_can_be_left_as_it_came() -> None:
    """Another factory could have been turned over, but the claim says which one it was."""
    claim = 'moves = "reveal factory coal-mine-2"\nhappens = "load of wood-ship = 2"'
    board = 'row = "sawmill-1, sawmill-2, mint-1, mint-2"\nloads = { wood-ship = 1 }'
    stated = f'phase = "refresh-factories"\n[position.board]\n{board}'
    text = f'game = "era-of-inventions"\n[position]\nplayers = "Anna, Bob, Cem"\n{stated}\n[[claim]]\n{claim}'
    dispute = parse_dispute(text)
    (judgement,) = (with_facts(dispute, one) for one in judge_dispute(dispute))
    assert judgement.facts is not None
    assert [one.about for one in judgement.facts.turning] == ["board.loads"]


def test_what_is_too_little_to_pay_is_not_enough_for_a_claim_about_the_clause_that_forbids() -> None:
    position = """phase = "action"
area = "produce"
to_move = "Bob"
board.display = "camera-fake"
[player.Anna]
developed = "camera"
[player.Bob]
goods = "enough"
developed = "camera technical"
"""
    claim = 'moves = "produce camera-fake with 3 tools"\nforbidden_by = "fakes.own-technical"'
    assert judged("era-of-inventions", position, claim).result == "holds"
