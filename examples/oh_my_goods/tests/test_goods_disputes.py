"""The disputes that come with the game, what is told of them, and what is wrong in others."""

from __future__ import annotations

import json
import tomllib
from functools import partial
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator
from oh_my_goods.box import ANY
from oh_my_goods.position import Stage, goods_on
from oh_my_goods.rulebook import OH_MY_GOODS
from oh_my_goods.rules.setup import COAL

from era_of_inventions.tabletop import cli
from era_of_inventions.tabletop.disputes import Dispute, dispute_text, judge_dispute, read_dispute
from era_of_inventions.tabletop.documents.schemas import every_schema
from era_of_inventions.tabletop.values import UNKNOWN
from tests.support.problems import problems_in

FOLDER = Path(__file__).parents[1] / "disputes"
FILES = sorted(FOLDER.glob("*.toml"))
SCHEMA = every_schema(OH_MY_GOODS)["dispute-file"]
HEAD = 'game = "oh-my-goods"\n[position]\nplayers = ["Ann", "Ben"]\n'
CLAIM = '[[claim]]\nmoves = ["pass"]\n'


def read(tmp_path: Path, text: str) -> Dispute:
    path = tmp_path / "quarrel.toml"
    path.write_text(text, encoding="utf-8")
    return read_dispute(path, OH_MY_GOODS)


def refused(tmp_path: Path, text: str) -> dict[str, str]:
    return {problem.place: problem.message for problem in problems_in(partial(read, tmp_path), text)}


@pytest.mark.slow
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_dispute_is_judged_as_expected(path: Path) -> None:
    Draft202012Validator(SCHEMA).validate(tomllib.loads(path.read_text(encoding="utf-8")))
    dispute = read_dispute(path)
    judgements = judge_dispute(dispute)
    assert [(judgement.claim.title, judgement.surprises) for judgement in judgements if not judgement.stands] == []
    assert all(judgement.claim.expect is not None for judgement in judgements)
    _, *lines = dispute_text(dispute, judgements, width=80).splitlines()
    assert [line for line in lines if len(line) > 80] == []
    assert any("  nl  " in line for line in lines) or not any(judgement.verdicts for judgement in judgements)


def test_each_worked_example_is_there() -> None:
    examples = {path.stem.partition("-")[0] for path in FILES}
    assert {f"x{number:02}" for number in range(1, 17)} <= examples
    assert len(FILES) >= 20


@pytest.mark.parametrize("pile", ['"2 ?"', '"mill-2, bakery-1"'])
def test_a_draw_pile_can_be_named_without_the_other_cards(tmp_path: Path, pile: str) -> None:
    """All others lie in the discard pile, which is unknown if the draw pile is."""
    piles = f'[position.table]\ndraw_pile = {pile}\n[player.Ann]\nhand = "mill-1"\n'
    state = read(tmp_path, f'{HEAD}stage = "new-cards"\ndue = 2\n{piles}{CLAIM}').state
    table, deck = state.table, len(state.components.cards)
    goods = sum(len(on) for player in state.players for _, on in player.buildings)
    assert (table.draw.size, table.discards.size) == (2, deck - goods - 3)
    assert bool(table.discards.unknown) is bool(table.draw.unknown)


@pytest.mark.parametrize(
    "written", ["charburner-clay 3", "3 charburner-clay", "3 x charburner-clay", "3x charburner-clay"]
)
def test_the_number_of_goods_stands_before_or_behind_the_building(tmp_path: Path, written: str) -> None:
    dispute = read(tmp_path, f'{HEAD}[player.Ann]\nhand = "2 x ?"\nbuildings = "{written}, mill-1"\n{CLAIM}')
    ann = dispute.state.players[0]
    assert [len(cards) for _, cards in ann.buildings] == [3, 0]
    assert ann.hand.unknown == 2


def test_goods_need_not_be_named(tmp_path: Path) -> None:
    player = '[player.Ann]\nhand = ["mill-1"]\nbuildings = "charburner-grain 3, sawmill-1 2"\n'
    dispute = read(tmp_path, f'{HEAD}stage = "building"\n{player}{CLAIM}')
    ann, ben = dispute.state.players
    assert [goods_on(ann, base) for base, _ in ann.buildings] == [3, 2]
    assert sum(len(cards) for _, cards in ben.buildings) == 7
    assert not any(UNKNOWN in cards for player in (ann, ben) for _, cards in player.buildings)
    assert dispute.state.table.draw.size == 94 - 1 - 1 - 5 - 7
    assert dispute.game.check(dispute.state) == ()


def test_with_an_unknown_hand_the_answer_is_open(tmp_path: Path) -> None:
    position = f'{HEAD}stage = "production"\n[position.table]\nfirst_row = ["bakery-1", "bakery-2"]\n'
    player = '[player.Ann]\nbuildings = "charburner-grain 7"\ncraftsman = "charburner-grain"\nmode = "neat"\n'
    claim = '[[claim]]\nmoves = ["produce charburner-grain"]\n'
    results = {}
    for hand in ('["?"]', '["sawmill-1", "?"]', '["tailor-1"]', "[]"):
        (judgement,) = judge_dispute(read(tmp_path, f"{position}{player}hand = {hand}\n{claim}"))
        results[hand] = judgement.result
    assert results == {'["?"]': "open", '["sawmill-1", "?"]': "holds", '["tailor-1"]': "fails", "[]": "fails"}


def test_of_several_moves_one_may_be_open(tmp_path: Path) -> None:
    unknown = '[player.Ann]\nhand = ["?"]\n[[claim]]\nmoves = "work charburner-grain sloppy; plan mill-2"\n'
    dispute = read(tmp_path, f'{HEAD}stage = "work"\nplayer = "Ann"\n{unknown}')
    (judgement,) = judge_dispute(dispute)
    assert (judgement.fails_at, judgement.failure, judgement.result) == (2, "open", "open")
    assert "number 2 is open" in dispute_text(dispute, [judgement])


def test_extra_cards_follow_from_offices_and_hands(tmp_path: Path) -> None:
    three = '[player.Ann]\nhand = ["mill-1", "mill-2", "mill-3"]\nbuildings = "charburner-grain, office-card-1"\n'
    hand = '["bakery-1", "bakery-2", "bakery-3", "bakery-4"]'
    four = f'[player.Ben]\nhand = {hand}\nbuildings = "charburner-wool, office-card-2"\n'
    dispute = read(tmp_path, f"{HEAD}{three}{four}{CLAIM}")
    assert [player.extra for player in dispute.state.players] == [1, 0]


PAYS = f"""{HEAD}stage = "payment"
owed = 1
[player.Ann]
planned = "mill-1"
buildings = "charburner-grain 3"
[[claim]]
moves = ["pay from charburner-grain"]
happens = ["stage = production", "player to move = Ben", "Ann number of buildings +1"]
"""


def test_a_dispute_begins_in_the_middle_of_a_payment(tmp_path: Path) -> None:
    (judgement,) = judge_dispute(read(tmp_path, f'{PAYS}[[position.before]]\nstage = "building"\n'))
    assert judgement.result == "holds"


def test_a_payment_is_refused_if_nothing_goes_on_after_it(tmp_path: Path) -> None:
    assert list(refused(tmp_path, PAYS)) == ["position"]


@pytest.mark.parametrize("held", [2, 3, 4])
@pytest.mark.parametrize("gone", [0, 1, 2])
def test_extra_cards_follow_from_the_hand_with_which_the_phase_began(tmp_path: Path, held: int, gone: int) -> None:
    """Cards laid aside, and those for which as many are still to be drawn, were in the hand when it began."""
    cards = [f"mill-{number}" for number in range(1, held + 1)]
    away = [f"tailor-{number}" for number in range(1, gone + 1)]
    player = f'[player.Ann]\nhand = {cards[gone:]}\nbuildings = "charburner-grain, office-card-1"\n'
    expected = 0 if held > 3 else 1
    texts = [f"{HEAD}{player}laid_aside = {away}\n{CLAIM}"]
    if gone:
        texts.append(f'{HEAD}stage = "exchanged-cards"\ndue = {gone}\n{player}{CLAIM}')
    for text in texts:
        assert read(tmp_path, text).state.players[0].extra == expected


PRODUCES = f"""{HEAD}stage = "production"
[position.table]
first_row = ["bakery-1", "bakery-2"]
[player.Ann]
buildings = "charburner-grain 7, mill-1"
craftsman = "charburner-grain"
mode = "sloppy"
[[claim]]
"""


@pytest.mark.slow
@pytest.mark.parametrize("covers", [[], ["cover ?"], ["cover mill-3"]])
@pytest.mark.parametrize("made_before", [0, 1, 2])
def test_goods_that_are_laid_down_need_not_be_claimed(tmp_path: Path, covers: list[str], made_before: int) -> None:
    moves = ["produce charburner-grain", *covers, "done", "pass"]
    text = f'after = {moves[:made_before]}\nmoves = {moves[made_before:]}\nhappens = ["Ann goods = 8"]\n'
    (judgement,) = judge_dispute(read(tmp_path, f"{PRODUCES}{text}"))
    assert (judgement.problems, judgement.result) == ((), "holds")


@pytest.mark.slow
def test_which_card_was_laid_down_is_not_known(tmp_path: Path) -> None:
    """So any card that lay in the draw pile may be drawn later."""
    moves = ["produce charburner-grain", "done", "pass", "Ben: done", "pass"]
    for card in ("sawmill-1", "mill-3"):
        text = f'after = {moves}\nmoves = ["exchange", "exchange", "deal {card}"]\n'
        (judgement,) = judge_dispute(read(tmp_path, f"{PRODUCES}{text}"))
        assert (judgement.problems, judgement.result) == ((), "holds")


STAYS = """game = "oh-my-goods"
ruleset = "nl"
[position]
players = ["Ann", "Ben"]
stage = "building"
[position.table]
offer = ["assistant-2b"]
[player.Ann]
buildings = "charburner-grain 7"
craftsman = "charburner-grain"
mode = "neat"
[assistant.assistant-2b]
needs = "nothing"
cost = 4
[[claim]]
moves = ["hire assistant-2b"]
"""


def test_a_craftsman_who_would_have_left_is_no_answer_under_the_other_reading(tmp_path: Path) -> None:
    """He is in the way only because he stays; where he leaves, he cannot be there, and nothing is said of it."""
    (judgement,) = judge_dispute(read(tmp_path, STAYS))
    assert judgement.result == "fails"
    assert judgement.rests_on.rulings == ()
    assert [other.ruling for other in judgement.rests_on.not_asked] == ["craftsman-leaves"]
    assert judgement.rests_on.presets_not_asked == ("default", "second-edition")


def test_a_value_in_a_dispute_replaces_that_of_the_set_and_is_stated(tmp_path: Path) -> None:
    position = f'{HEAD}stage = "building"\n[player.Ann]\nplanned = ["mill-1"]\nbuildings = "charburner-grain 7"\n'
    claim = '[[claim]]\nmoves = ["build"]\n'
    for cost, holds in ((7, True), (8, False)):
        (judgement,) = judge_dispute(read(tmp_path, f"{position}[card.mill-1]\ncost = {cost}\n{claim}"))
        assert judgement.holds is holds
        assert judgement.unstated == ()
    for values, place in (
        ("[card.mill-1]\ncost = 2", "card.mill-1.cost"),  # as in the set, and stated all the same
        ('[assistant.assistant-1a]\nneeds = "1 red"', "assistant.assistant-1.a.needs"),
        ("[kind.mill]\nvalue = 9", "kind.mill.value"),
        ('[charburner.charburner-wool]\ninputs = "2 wool"', "charburner.charburner-wool.inputs"),
    ):
        sources = read(tmp_path, f"{position}{values}\n{CLAIM}").game.setting.components.provenance
        assert sources[place].source == "stated"


@pytest.mark.parametrize(
    ("text", "place"),
    [
        (f'{HEAD}stage = "building"\n[player.Ann]\nhand = ["mill-1"]\nplanned = ["mill-1"]\n{CLAIM}', "position"),
        (f'{HEAD}stage = "building"\n[player.Ann]\nbuildings = "mill-1 2"\n{CLAIM}', "player.Ann.buildings"),
        (f'{HEAD}stage = "lunch"\n{CLAIM}', "position.stage"),
        (f'{HEAD}[player.Ann]\nhand = ["mill-99"]\n{CLAIM}', "player.Ann.hand[1]"),
        (f"{HEAD}[card.mill-99]\ncost = 3\n{CLAIM}", "card.mill-99"),
        (f"{HEAD}[card.mill-1]\ncost = 0\n{CLAIM}", "card.mill-1.cost"),
        (f'{HEAD}[card.mill-1]\ncolor = "red"\n{CLAIM}', "card.mill-1.color"),
        (f'{HEAD}[kind.mill]\nchain = "gold"\n{CLAIM}', "kind.mill.chain"),
        (f'{HEAD}[[claim]]\nmoves = ["work mill-1"]\n', "claim[1].moves[1]"),
        (f'{HEAD}[[claim]]\nhappens = ["Ann flour +1"]\n', "claim[1].happens[1]"),
    ],
)
def test_what_is_wrong_in_a_dispute_has_a_place(tmp_path: Path, text: str, place: str) -> None:
    assert place in refused(tmp_path, text)


def test_all_that_is_wrong_is_told_at_once(tmp_path: Path) -> None:
    hands = '[player.Ann]\nhand = ["mill-99"]\n[player.Ben]\nbuildings = "chalet 2"\n[card.mill-1]\ncost = 100\n'
    assert len(refused(tmp_path, f"{HEAD}{hands}{CLAIM}")) >= 3


def test_more_unknown_cards_than_are_left_are_refused(tmp_path: Path) -> None:
    unknown = ", ".join(['"?"'] * 11)
    named = ", ".join(f'"{card.id}"' for card in OH_MY_GOODS.components.load("reported").cards[:84])
    table = f"[position.table]\ndraw_pile = []\ndiscard_pile = [{named}]\n"
    messages = refused(tmp_path, f'{HEAD}stage = "building"\n{table}[player.Ann]\nhand = [{unknown}]\n{CLAIM}')
    assert any("unknown" in message for message in messages.values())


def test_enough_hand_cards_show_every_raw_material_though_many_cards_are_goods(tmp_path: Path) -> None:
    position = HEAD.replace('"Ben"', '"Ben", "Cas", "Dina"')
    text = f'{position}[player.Ann]\nhand = "enough"\nbuildings = "enough"\n{CLAIM}'
    state = read(tmp_path, text).state
    held = state.components.resources(state.players[0].hand.known)
    assert all(held[kind] >= 3 for kind in range(ANY))


EMPTY = '[position.table]\ndraw_pile = "nothing"\ndiscard_pile = "nothing"\n[player.Ann]\nhand = "3 mill"\n'


@pytest.mark.parametrize("stage", ["exchange", "production", "building"])
def test_both_piles_can_be_stated_as_empty(tmp_path: Path, stage: str) -> None:
    """All cards that the file does not mention are goods of somebody whose buildings it does not state."""
    hand = EMPTY.replace("3 mill", "mill-1, mill-2, mill-3")
    state = read(tmp_path, f'{HEAD}stage = "{stage}"\n{hand}{CLAIM}').state
    assert (state.table.draw.size, state.table.discards.size) == (0, 0)
    assert [player.hand.size for player in state.players] == [3, 0]
    assert goods_on(state.players[0], state.players[0].buildings[0].base) == COAL


@pytest.mark.parametrize(("hand", "due"), [("mill-1", 0), ("mill-1, mill-2", 1), ("5 ?", 2)])
def test_the_halving_interrupts_the_usual_cards_unless_it_is_stated(tmp_path: Path, hand: str, due: int) -> None:
    text = f'{HEAD}stage = "halving"\n{EMPTY.replace("3 mill", hand)}{CLAIM}'
    if not due:
        assert refused(tmp_path, text)
        return
    state = read(tmp_path, text).state
    assert (state.turn.due, state.step.stage, state.step.due) == (due, Stage.NEW_CARDS, 2)


@pytest.mark.parametrize(("buildings", "ends"), [(8, True), (7, False)])
def test_the_next_round_is_the_last_if_somebody_has_eight_buildings(tmp_path: Path, buildings: int, ends: bool) -> None:
    """A chain of a building that has not produced is used only in the last round, which this one is not."""
    owned = ["charburner-clay", "mill-1", "mill-2", "mill-3", "mill-4", "sawmill-1", "sawmill-2", "sawmill-3"]
    stated = (
        f'{HEAD}stage = "production"\nround = 5\nlast_round = 6\nplayer = "Ann"\n'
        '[player.Ann]\nbuildings = "charburner-grain 5, bakery-1"\n'
        f'[player.Ben]\nbuildings = "{", ".join(owned[:buildings])}"\n[[claim]]\nmoves = "chain bakery-1"\n'
    )
    if ends:
        (judgement,) = judge_dispute(read(tmp_path, stated))
        assert (judgement.result, judgement.claim.problems) == ("fails", ())
    else:
        assert {*refused(tmp_path, stated)} == {"position.last_round"}


@pytest.mark.covers
def test_the_command_judges_them_for_people_and_programs(capsys: pytest.CaptureFixture[str]) -> None:
    some = [str(path) for path in FILES if path.stem.startswith(("x06", "tie"))]
    assert cli.main(OH_MY_GOODS, ["judge", *some]) == cli.HOLDS
    assert "produce.sloppy-all-but-one" not in capsys.readouterr().err
    assert cli.main(OH_MY_GOODS, ["judge", "--json", *some]) == cli.HOLDS
    report = json.loads(capsys.readouterr().out)
    Draft202012Validator(every_schema(OH_MY_GOODS)["report"]).validate(report)
