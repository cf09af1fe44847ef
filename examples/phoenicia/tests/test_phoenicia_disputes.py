"""The disputes that come with the game, and what is told of them."""

from __future__ import annotations

import json
import re
import tomllib
from functools import cache
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator
from phoenicia.position import Stage, State
from phoenicia.rulebook import PHOENICIA
from phoenicia.rulings import Ruleset
from phoenicia_tables import Has, table

from era_of_inventions.tabletop import cli
from era_of_inventions.tabletop.disputes import Judgement, dispute_text, judge_dispute, read_dispute
from era_of_inventions.tabletop.disputes.asking import judge_alone
from era_of_inventions.tabletop.documents.schemas import every_schema
from era_of_inventions.tabletop.errors import Code, FileError
from tests.support.problems import place_and_code

FOLDER = Path(__file__).parents[1] / "disputes"
FILES = sorted(FOLDER.glob("*.toml"))
PRINTED = [path for path in FILES if path.stem.startswith("x")]
"""The examples that the rulebook prints."""
SCHEMA = every_schema(PHOENICIA)["dispute-file"]
HEAD = 'game = "phoenicia"\n[position]\nplayers = ["Anne", "Marc", "Bo"]\n'


@cache
def judgements_of(path: Path) -> tuple[Judgement, ...]:
    """What comes of the claims of a file."""
    return judge_dispute(read_dispute(path))


@pytest.mark.slow
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_dispute_is_judged_as_expected(path: Path) -> None:
    Draft202012Validator(SCHEMA).validate(tomllib.loads(path.read_text(encoding="utf-8")))
    dispute, judgements = read_dispute(path), judgements_of(path)
    assert [(judgement.claim.title, judgement.surprises) for judgement in judgements if not judgement.stands] == []
    assert all(judgement.claim.expect is not None for judgement in judgements)
    _, *lines = dispute_text(dispute, judgements, width=80).splitlines()
    assert [line for line in lines if len(line) > 80] == []
    assert any("  nl  " in line for line in lines) or not any(judgement.verdicts for judgement in judgements)


def test_each_printed_example_is_there() -> None:
    """Example 13 is the second claim of 12."""
    examples = {path.stem.partition("-")[0] for path in PRINTED}
    assert examples == {f"x{number:02}" for number in range(1, 21) if number != 13}
    assert len(FILES) >= 28


@pytest.mark.slow
@pytest.mark.parametrize("preset", Ruleset.presets)
def test_the_printed_examples_are_right_under_every_preset(preset: str) -> None:
    for path in PRINTED:
        dispute = read_dispute(path, ruleset=preset)
        judgements = [judge_alone(dispute, claim) for claim in dispute.claims]
        assert [(path.stem, one.claim.title) for one in judgements if one.result != one.claim.expect] == []


@pytest.mark.slow
def test_of_the_printed_examples_few_rest_on_a_ruling() -> None:
    """Those in which somebody wins twice, hands in a card where disks would do, or gives disks for a card."""
    resting = {
        (path.stem.partition("-")[0], number): set(judgement.rests_on.rulings)
        for path in PRINTED
        for number, judgement in enumerate(judgements_of(path), 1)
        if judgement.rests_on.rulings
    }
    assert resting == {
        ("x06", 2): {"wins-per-round"},
        ("x09", 2): {"wins-per-round"},
        ("x12", 2): {"wins-per-round", "overpay"},
        ("x14", 2): {"overpay"},
        ("x18", 1): {"disks-to-card"},
    }


def judged(tmp_path: Path, text: str) -> Judgement:
    path = tmp_path / "quarrel.toml"
    path.write_text(HEAD + text, encoding="utf-8")
    (judgement,) = judge_dispute(read_dispute(path, PHOENICIA))
    return judgement


@pytest.mark.parametrize("bid", ["221", "9999999"])
def test_a_bid_beyond_what_anybody_can_own_is_refused_with_the_bound(bid: str, tmp_path: Path) -> None:
    """All 40 production cards are worth 200; then a preset card, six disks, and the greatest discount, of 9."""
    judgement = judged(tmp_path, f'stage = "opening"\nput_up = "dyer"\n[[claim]]\nmoves = ["bid {bid}"]\n')
    (problem,) = judgement.problems
    assert not judgement.stands
    assert place_and_code(problem) == "claim[1].moves[1] malformed"
    assert str(200 + 5 + 6 + 9) in problem.message
    assert "did you mean" not in problem.message


@pytest.mark.parametrize(
    ("text", "clauses"),
    [
        (
            'stage = "bidding"\nput_up = "dyer"\nactive_player = "Anne"\nbidders = "Anne"\n',
            {"auction.not-finished-only"},
        ),
        ('stage = "bidding"\nput_up = "dyer"\nbid = 2\nbidders = []\n', {"auction.not-finished-only"}),
        ('stage = "opening"\nput_up = "dyer"\nbidders = []\n', {"auction.not-finished-only"}),
        ('stage = "offer"\n[player.Bo]\ndisks = 6\n', {"treasury.excess-lost"}),
        ('stage = "offer"\n[player.Bo]\nworkers = "mining"\n', {"workers.open-activity"}),
        ('stage = "offer"\n[player.Bo]\nworkers = "6 hunting"\n', {"workers.room"}),
        (
            'stage = "offer"\n[player.Bo]\ndisks = 6\nworkers = "clothmaking"\ntools = "mining"\n',
            {"treasury.excess-lost", "workers.open-activity", "treasury.own-tile"},
        ),
    ],
)
def test_a_position_that_cannot_be_is_refused_with_the_clauses(text: str, clauses: set[str], tmp_path: Path) -> None:
    with pytest.raises(FileError) as refused:
        judged(tmp_path, f'{text}[[claim]]\nwinners = ["Bo"]\n')
    assert {problem.code for problem in refused.value.problems} == {Code.IMPOSSIBLE}
    assert set(re.findall(r"\[([a-z.-]+)\]", str(refused.value))) == clauses


def test_points_that_are_not_those_of_the_settlement_are_refused_with_what_to_state(tmp_path: Path) -> None:
    path = tmp_path / "quarrel.toml"
    path.write_text(f'{HEAD}[player.Anne]\nVP = 33\n[[claim]]\nmoves = ["end auctions"]\n', encoding="utf-8")
    with pytest.raises(FileError) as caught:
        read_dispute(path)
    (problem,) = caught.value.problems
    assert (problem.place, problem.clause) == ("player.Anne.VP", "produce.victory")
    assert re.findall(r"'(\w+)'", problem.message) == ["points_bought", "cards", "workers"]


@pytest.mark.parametrize(("disks", "holds"), [(6, True), (7, False)])
def test_six_disks_are_allowed_with_a_granary(disks: int, holds: bool, tmp_path: Path) -> None:
    granary = f'stage = "offer"\n[player.Bo]\ndisks = {disks}\ncards = "granary"\n'
    text = f'{granary}[[claim]]\nmoves = ["end auctions"]\n'
    if holds:
        assert judged(tmp_path, text).holds
    else:
        with pytest.raises(FileError, match=r"treasury\.excess-lost"):
            judged(tmp_path, text)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("hand", "bid", "result"),
    [
        (["?", "?"], 9, "holds"),
        (["?", "?"], 10, "open"),
        (["?", "?"], 13, "open"),
        (["?", "?"], 14, "fails"),
        (["six-1", "?"], 11, "holds"),
        (["six-1", "?"], 12, "open"),
        (["six-1", "?"], 14, "fails"),
        (["six-1", "five-1"], 12, "holds"),
        (["six-1", "five-1"], 13, "fails"),
    ],
)
def test_whether_a_bid_can_be_paid_is_sure_impossible_or_open(
    hand: list[str], bid: int, result: str, tmp_path: Path
) -> None:
    """Hidden cards are worth 4 to 6 each, and Anne has a disk; what is known of the hand bounds it."""
    auction = 'stage = "bidding"\nput_up = "fort"\nbid = 8\nplayer = "Anne"\nactive_player = "Bo"\n'
    text = f"{auction}[player.Anne]\nhand = {hand}\ndisks = 1\n[[claim]]\nmoves = ['bid {bid}']\n"
    judgement = judged(tmp_path, text)
    assert judgement.result == result
    assert [(thing.seat, thing.what) for thing in judgement.open_on] == [(0, "hand")] * (result == "open")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "places"),
    [
        ('stage = "opening"\nput_up = "dyer"\n[[claim]]\nmoves = ["bid 2"]\n', {"card.dyer.minimum"}),
        (
            'stage = "opening"\nput_up = "caravan"\n[player.Anne]\nhand = "six, six"\ncards = "tracker"\n'
            '[[claim]]\nmoves = ["bid 9"]\n',
            {"card.caravan.minimum"},  # that a Tracker takes 2 off is stated
        ),
        ('stage = "workers"\n[[claim]]\nmoves = ["train"]\n', set()),
        (
            'stage = "workers"\n[player.Anne]\nhand = "six"\ntrained = 1\n[[claim]]\nmoves = ["employ farming"]\n',
            {"tile.farming.circles"},
        ),
        (
            'stage = "tools"\n[player.Anne]\nhand = "six"\ncards = "city-center"\n[[claim]]\nmoves = ["point"]\n',
            {"points_for_sale", "point_price", "card.city-center.sells_points"},
        ),
        (
            'stage = "payment"\nput_up = "smelter"\n[player.Anne]\nhand = "six"\n'
            '[[claim]]\nmoves = ["pay six"]\nhappens = ["Anne PP +1"]\n',
            {"card.smelter.minimum", "card.smelter.pp", "card.smelter.vp", "card.smelter.storehouses"},
        ),
        (
            'stage = "payment"\nput_up = "refugees"\n[player.Anne]\nhand = "six"\n'
            '[[claim]]\nmoves = ["pay six"]\nhappens = ["Anne untrained +3"]\n',
            {"card.refugees.minimum", "card.refugees.untrained"},
        ),
        (
            'stage = "payment"\nput_up = "indentured-worker"\n[player.Anne]\nhand = "four"\n'
            '[[claim]]\nmoves = ["pay four"]\nhappens = ["Anne trained +1"]\n',
            set(),
        ),
        (
            'stage = "payment"\npaying_for = "point"\n[player.Anne]\nhand = "six"\ncards = "city-center"\n'
            '[[claim]]\nmoves = ["pay six"]\nhappens = ["Anne disks +3"]\n',
            {"point_price"},  # whether a point is for sale is asked before
        ),
        (
            'stage = "bidding"\nput_up = "public-works"\nplayer = "Bo"\nactive_player = "Anne"\n'
            'bidders = "Anne, Bo"\n[player.Anne]\nhand = "six, six"\ncards = "city-center"\n'
            '[[claim]]\nmoves = ["pass"]\nhappens = ["owed = 10"]\n',
            {"card.public-works.minimum", "discount[4].first"},
        ),
        (
            'stage = "bidding"\nput_up = "public-works"\nplayer = "Bo"\nactive_player = "Anne"\n'
            '[player.Anne]\nhand = "six, six"\ncards = "city-center"\n'
            '[[claim]]\nmoves = ["pass"]\nhappens = ["Anne means = 16"]\n',
            {"discount[4].first"},
        ),
        (
            'stage = "workers"\n[player.Anne]\ntrained = 1\ncards = "dye-house"\nhand = "six, five"\n'
            '[[claim]]\nmoves = ["employ clothmaking"]\n',
            {"tile.clothmaking.circles", "card.dye-house.opens"},
        ),
        ('stage = "tools"\n[[claim]]\nmoves = ["tool hunting"]\n', set()),
        (
            'stage = "tools"\nOverlord = "Marc"\n[player.Bo]\ncards = "dyer"\n'
            '[[claim]]\nmoves = ["end turn"]\nhappens = ["Overlord = Bo"]\n',
            set(),  # without points Bo would come next too
        ),
        (
            'stage = "tools"\nOverlord = "Marc"\n[player.Anne]\ncards = "dyer"\n'
            '[[claim]]\nmoves = ["end turn"]\nhappens = ["Overlord = Anne"]\n',
            {"card.dyer.vp"},
        ),
        (
            'stage = "tools"\n[player.Bo]\ncards = "dyer"\n[[claim]]\nmoves = ["end turn"]\n',
            set(),  # the round goes on
        ),
        (
            'stage = "income"\nround = 2\n[player.Anne]\ncards = "ships, fort"\n'
            '[[claim]]\nmoves = ["deal five"]\nhappens = ["Anne hand cards = 1"]\n',
            {"card.ships.pp"},
        ),
        (
            'stage = "offer"\n[player.Anne]\ncards = "smelter, prospector"\nworkers = "hunting, mining"\n'
            '[[claim]]\nmoves = ["end auctions"]\nhappens = ["Anne PP = 7"]\n',
            {"card.smelter.pp", "tile.mining.improved_odd"},  # there is no second worker
        ),
    ],
)
def test_printed_values_that_no_rulebook_states_are_told(tmp_path: Path, text: str, places: set[str]) -> None:
    judgement = judged(tmp_path, text)
    assert judgement.holds
    assert {value.place for value in judgement.unstated} == places


def test_a_tile_without_workers_decides_nothing(tmp_path: Path) -> None:
    text = 'stage = "workers"\n[player.Anne]\nhand = "five"\nworkers = "hunting, farming"\n'
    text += '[rulings]\nmore-lucrative = "more-points"\n[[claim]]\nmoves = ["move farming to hunting"]\n'
    judgement = judged(tmp_path, text)
    assert [one.clause for one in judgement.decided_by] == ["workers.more-lucrative"]
    assert judgement.unstated == ()


@pytest.mark.parametrize(
    ("reading", "places"), [("unlimited", set()), ("as-printed", {"training_places", "card.fort.trained"})]
)
def test_the_places_for_training_are_told_where_they_limit_the_workers(
    tmp_path: Path, reading: str, places: set[str]
) -> None:
    text = 'stage = "payment"\nput_up = "fort"\n[player.Anne]\nhand = "four, four"\n'
    text += f'[rulings]\ntraining-room = "{reading}"\n[[claim]]\nmoves = ["pay four", "pay four"]\n'
    judgement = judged(tmp_path, f'{text}happens = ["Anne untrained = 4"]\n')
    assert judgement.holds
    assert {value.place for value in judgement.unstated} == {"card.fort.minimum"} | places


@pytest.mark.parametrize(
    ("what", "before", "after"),
    [
        ("wealth", 14, 12),
        ("means", 14, 12),
        ("hand cards", 2, 2),
        ("VP", 3, 3),
        ("PP", 3, 3),
        ("number of development cards", 1, 1),
    ],
)
def test_quantities_of_players_can_be_claimed(tmp_path: Path, what: str, before: int, after: int) -> None:
    player = '[player.Anne]\nhand = "six, six"\ncards = "dyer"\n'
    claim = f'[[claim]]\nmoves = ["train", "pay disks"]\nhappens = ["Anne {what} = {after}"]\n'
    judgement = judged(tmp_path, f'stage = "workers"\n{player}{claim}')
    assert judgement.holds
    assert [(one.before, one.after) for one in judgement.measured] == [(before, after)]


def test_means_count_the_discount_on_the_card_put_up() -> None:
    state: State = table(Has("6", cards="dyer"), stage=Stage.OPENING, display="dye-house", kind="dye-house")
    means = {one.name: one.measure(state, 0) for one in PHOENICIA.disputes.quantities}
    assert (means["wealth"], means["means"]) == (8, 12)


@pytest.mark.slow
def test_the_command_judges_them_for_people_and_programs(capsys: pytest.CaptureFixture[str]) -> None:
    some = [str(path) for path in FILES if path.stem.startswith(("x07", "tie"))]
    assert cli.main(PHOENICIA, ["judge", *some]) == cli.HOLDS
    assert "auction.must-afford" in capsys.readouterr().out
    assert cli.main(PHOENICIA, ["judge", "--json", *some]) == cli.HOLDS
    Draft202012Validator(every_schema(PHOENICIA)["report"]).validate(json.loads(capsys.readouterr().out))
