"""Claims: how moves and effects are written, and what can be claimed of them."""

from __future__ import annotations

import json

import pytest

from era_of_inventions.rulebook import Game
from era_of_inventions.tabletop.disputes import parse_dispute
from tests.support.disputes import CLAIM, FOUR, Judged, Problems, Read
from tests.support.problems import place_and_code, problems_in


@pytest.mark.parametrize(
    ("text", "seat", "what", "change", "value"),
    [
        ("Green coins +1", 2, "coins", 1, None),
        ("Green coins -12", 2, "coins", -12, None),
        ("Green coins +0", 2, "coins", 0, None),
        (" green  COINS= 3 ".replace("COINS", "coins"), 2, "coins", None, 3),
        ("Green coins + 1", 2, "coins", 1, None),
        ("Green coins = -1", 2, "coins", None, -1),
        ("Ann Lee coins = 3", 4, "coins", None, 3),
        ("Ann coins = 3", 3, "coins", None, 3),
        ("Green points scoring.most-patents = 3", 2, "points scoring.most-patents", None, 3),
        ("Green marker on steam train +1", 2, "marker on steam train", 1, None),
        ("Green patent on car technical = 0", 2, "patent on car technical", None, 0),
        ("Green disc on market -1", 2, "disc on market", -1, None),
        ("Green factory mint-1 +1", 2, "factory mint-1", 1, None),
        ("round = 3", None, "round", None, 3),
        ("load of coal-house-1 -3", None, "load of coal-house-1", -3, None),
        ("phase = final-market", None, "phase", None, "final-market"),
        ("start player = Green", None, "start player", None, "Green"),
        ("player to move = Ann Lee", None, "player to move", None, "Ann Lee"),
    ],
)
def test_effects_are_understood(
    text: str, seat: int | None, what: str, change: int | None, value: int | str | None
) -> None:
    effect = Game(5).setting.for_players(("Orange", "Brown", "Green", "Ann", "Ann Lee")).quantities.parse(text)
    assert (effect.seat, effect.what, effect.change, effect.value) == (seat, what, change, value)


POSITION_TO_MEASURE = f"""
[factory.mint-1]
output = "1 coin"
[space.car]
cogs = 3
{FOUR}
round = 3
phase = "action"
area = "market"
start = "Brown"
to_move = "Green"
[position.board]
display = ["light-bulb-1", "-", "light-bulb-2"]
deck = ["car-1", "car-2", "car-fake"]
discards = ["light-bulb-3"]
row = ["sawmill-1"]
factory_discards = ["sawmill-2", "sawmill-3"]
loads = {{ coal-house-1 = 5 }}
[player.Green]
goods = "1 wood, 2 coal, 3 metal, 4 technology, 5 tools, 6 coins, 7 cogs"
influence = 9
bonus_discs = 4
patents = 2
developed = ["car"]
patented = ["car"]
factories = ["mint-1"]
discs = ["build"]
"""
MEASURED = {
    "Green wood": 1,
    "Green coal": 2,
    "Green metal": 3,
    "Green technology": 4,
    "Green tools": 5,
    "Green coins": 6,
    "Green cogs": 7,
    "Green influence": 9,
    "Green bonus discs": 4,
    "Green patents": 2,
    "Green action discs": 0,
    "Green markers": 13,
    "Green cogs invested": 3,
    "Green capacity": 2,
    "Green score": 24,  # 9 of the track, and 5 for the most patents, cogs invested and capacity
    "Green points scoring.track": 9,
    "Green points scoring.most-patents": 5,
    "Green marker on car": 1,
    "Green marker on car technical": 0,
    "Green patent on car": 1,
    "Green factory mint-1": 1,
    "Green factory mint-2": 0,
    "Green disc on build": 1,
    "Green disc on market": 1,
    "Green disc on buy": 0,
    "Orange coins": 2,
    "Orange score": 0,
    "round": 3,
    "bonus discs in the supply": 1,
    "cards waiting": 0,
    "cards on display": 2,
    "factories on display": 1,
    "invention deck": 3,
    "invention discards": 1,
    "factory deck": 20,
    "factory discards": 2,
    "load of coal-house-1": 5,
    "load of coal-house-2": 3,
}
WORDS = {"phase": "action", "start player": "Brown", "player to move": "Green"}


def test_quantities_are_counted(judged: Judged) -> None:
    right = [f"{what} = {value}" for what, value in (MEASURED | WORDS).items()]
    wrong = [f"{what} = {value + 1}" for what, value in MEASURED.items()]
    wrong += ["phase = placement", "start player = Green", "player to move = Brown"]
    claim = f"[[claim]]\nhappens = {json.dumps(right)}\nhappens_not = {json.dumps(wrong)}\n"
    (judgement,) = judged(POSITION_TO_MEASURE + claim)
    assert [m.effect.text for m in judgement.measured if not m.as_claimed] == []
    assert judgement.holds
    assert len(judgement.measured) == len(right) + len(wrong)


def test_what_is_not_so_is_not_claimed_with_success(judged: Judged) -> None:
    (judgement,) = judged(POSITION_TO_MEASURE + '[[claim]]\nhappens = ["Green coins = 6", "Green coins = 7"]\n')
    assert [m.as_claimed for m in judgement.measured] == [True, False]
    assert not judgement.holds


def test_the_titles_of_claims(read: Read) -> None:
    claims = '[[claim]]\nclaim = "Mine!"\nmoves = ["place buy"]\n[[claim]]\nmoves = ["place buy", "place a"]\n'
    dispute = read(f"{FOUR}{claims}{CLAIM}")
    assert [claim.title for claim in dispute.claims] == ["Mine!", "place buy; place build", "the position"]
    assert [claim.place for claim in dispute.claims] == ["claim[1]", "claim[2]", "claim[3]"]


def test_titles_and_moves_are_told_on_one_line(read: Read) -> None:
    dispute = read(f'title = """Who\n is right?"""\n{FOUR}[[claim]]\nclaim = "I\\nam"\nmoves = ["place\\n market "]\n')
    (claim,) = dispute.claims
    assert (dispute.title, claim.title, claim.moves[0].text) == ("Who is right?", "I am", "place market")


@pytest.mark.parametrize(
    ("said", "usual"),
    [
        ("place C", "place buy"),
        ("PLACE produce", "place produce"),
        ("put disc on E", "place market"),
        ("trade 2 gold for a cog", "exchange 2 coins > cog"),
        ("swap 2 coins > bonus token", "exchange 2 coins > bonus disc"),
        ("exchange gear > victory point", "exchange cog > influence"),
        ("develop silver phone", "develop telephone technical"),
        ("develop golden steam engine", "develop steam train"),
        ("develop naaimachine", "develop sewing machine"),
        ("produce fake telephone with metal", "produce telephone-fake with metal"),
        ("register patent on plane", "patent airplane"),
        ("buy wood ship", "buy wood-ship"),
        ("pass", "end turn"),
        ("bonus disc", "use bonus disc"),
        ("green: decline trade", "Green: withdraw market"),
        ("build sawmill-1, mint-2; done", "build sawmill-1|build mint-2|end action"),
        ("place a; Brown: place b; place c", "place build|Brown: place goods|Brown: place buy"),
        ("Green: take cog; end turn; YELLOW: take cog", "Green: take cog|Green: end turn|Yellow: take cog"),
    ],
)
def test_other_words_are_understood_and_the_usual_ones_are_written(said: str, usual: str, read: Read) -> None:
    (claim,) = read(f"{FOUR}[[claim]]\nmoves = ['{said}']\n").claims
    assert "|".join(step.text for step in claim.moves) == usual


@pytest.mark.parametrize(
    ("said", "usual"),
    [
        ("GREEN Gold +1", "Green coins +1"),
        ("Green victory points = 3", "Green influence = 3"),
        ("Green marker on silver phone +1", "Green marker on telephone technical +1"),
        ("Phase = Final Market", "phase = final-market"),
        ("place of fake phone = Discard Pile", "place of telephone-fake = discards"),
        ("place of sawmill 1 = green factories", "place of sawmill-1 = Green factories"),
    ],
)
def test_other_words_of_effects_are_understood(said: str, usual: str, read: Read) -> None:
    (claim,) = read(f"{FOUR}[[claim]]\nhappens = ['{said}']\n").claims
    assert [effect.text for effect in claim.happens] == [usual]


@pytest.mark.parametrize("said", ["place a; Bron: place b", "Green: place a; Bron: place b"])
def test_a_name_that_nobody_has_is_refused_wherever_it_stands(said: str, problems: Problems) -> None:
    (problem,) = problems(f'{FOUR}[[claim]]\nmoves = "{said}"\n')
    assert problem.startswith("claim[1].moves")
    assert "'Bron'" in problem
    assert "Brown" in problem


@pytest.mark.parametrize(
    ("text", "listed"),
    [
        ('winners = "Green, brown"', 'winners = ["Green", "Brown"]'),
        (
            'winners = "Green"\nexpect_rulings = "build-cap, tie-break"',
            'winners = "Green"\nexpect_rulings = ["build-cap", "tie-break"]',
        ),
        ('happens = "Green coins +1, round = 2"', 'happens = ["Green coins +1", "round = 2"]'),
    ],
)
def test_a_list_can_be_a_text_with_commas(text: str, listed: str, read: Read) -> None:
    one, other = (read(f"{FOUR}[[claim]]\n{said}\n").claims for said in (text, listed))
    assert one == other


def test_moves_that_are_not_understood_count_for_the_one_that_fails(problems: Problems) -> None:
    (problem,) = problems(f'{FOUR}[[claim]]\nmoves = ["place moon", "end turn"]\nfails_at = 2\n')
    assert problem.startswith("claim[1].moves[1]")


@pytest.mark.parametrize(
    ("claimed", "problem"),
    [
        ("fails_at = 3", "claim[1].fails_at out-of-range"),
        ('legal = true\nforbidden_by = ["produce.action"]', "claim[1].legal inconsistent"),
        ('forbidden_by = ["produce.acton"]', "claim[1].forbidden_by[1] unknown-word"),
        ('fails_at = 1\nhappens = ["round = 1"]', "claim[1].happens inconsistent"),
    ],
)
def test_what_cannot_be_claimed_of_a_failure(claimed: str, problem: str, read: Read) -> None:
    found = problems_in(read, f'{FOUR}[[claim]]\nmoves = ["place buy", "place buy"]\n{claimed}\n')
    assert list(map(place_and_code, found)) == [problem]


@pytest.mark.guest
@pytest.mark.parametrize(
    ("game", "move"),
    [
        ("era-of-inventions", "exchange 2 coins > cog"),
        ("oh-my-goods", "pay from mill-1"),
        ("phoenicia", "train"),
        ("phoenicia", "bid 9"),
    ],
)
@pytest.mark.parametrize(
    ("written", "number"),
    [("3 x {}", 3), ("3x {}", 3), ("{} 2 times", 2), ("{} x2", 2), ("{} twice", 2), ("2 times {}", 2), ("1 x {}", 1)],
)
def test_a_move_that_is_made_several_times_is_written_once(game: str, move: str, written: str, number: int) -> None:
    head = f'game = "{game}"\n[position]\nplayers = "Anna, Bob, Cem"\n[[claim]]\nmoves = "Bob: {{}}; {move}"\n'
    once, several = (parse_dispute(head.format(text)) for text in (move, written.format(move)))
    assert several.claims[0].problems == ()
    assert several.claims[0].moves == once.claims[0].moves[:1] * (number + 1)
