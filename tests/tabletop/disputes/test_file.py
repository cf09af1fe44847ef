"""Files of disputes: which readings and components they choose, and what is wrong in them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from era_of_inventions import cli
from era_of_inventions.rulebook import ERA, parse_dispute, read_dispute
from era_of_inventions.tabletop import disputes
from era_of_inventions.tabletop.errors import FileError
from tests import ROOT
from tests.support.disputes import CARDS, CLAIM, FOUR, SET, Judged, Problems, Read
from tests.support.problems import place_and_code, problems_in


@pytest.mark.slow
@pytest.mark.parametrize(
    ("table", "seen", "expected"),
    [
        ('card.telephone-1.cost = "2 coins"', lambda c: c.cards[CARDS.index("telephone-1")].cost, 2 << 80),
        ('card.telephone-1.cost = "nothing"', lambda c: c.cards[CARDS.index("telephone-1")].cost, 0),
        ("card.telephone-fake.question_marks = 1", lambda c: c.cards[CARDS.index("telephone-fake")].question_marks, 1),
        ('card.telephone-1.profit = "1 influence"', lambda c: c.cards[CARDS.index("telephone-1")].profit.influence, 1),
        ('factory.mint-1.cost = "3 wood"', lambda c: c.factories[18].cost, 3),
        ('factory.mint-1.output = "20 coins"', lambda c: c.factories[18].output, 20 << 80),
        ("factory.mint-1.influence = 1", lambda c: c.factories[18].influence, 1),
        ("box.bonus_discs = 21", lambda c: c.bonus_discs, 21),
        ('box.start_factory.output = "2 wood"', lambda c: c.start_factory.output, 2),
        ("space.telephone.cogs = 7", lambda c: c.spaces[6].cogs, 7),
        ('space."telephone technical".influence = 7', lambda c: c.spaces[7].influence, 7),
        ('space.telephone.income = "5 coins"', lambda c: c.spaces[6].income.goods, 5 << 80),
    ],
)
def test_each_printed_value_can_be_told(table: str, seen: Callable[[Any], int], expected: int, read: Read) -> None:
    assert seen(SET) != expected
    assert seen(read(f"{table}\n{FOUR}{CLAIM}").state.components) == expected


def test_a_told_value_leaves_the_others_alone(read: Read) -> None:
    box = read(f"card.telephone-1.cost = '2 coins'\n{FOUR}{CLAIM}").state.components
    changed = [card.id for card, printed in zip(box.cards, SET.cards, strict=True) if card != printed]
    assert changed == ["telephone-1"]
    assert box.cards[CARDS.index("telephone-1")].profit == SET.cards[CARDS.index("telephone-1")].profit
    assert (box.factories, box.spaces) == (SET.factories, SET.spaces)


def test_a_file_beside_the_dispute_can_hold_the_components(read: Read, tmp_path: Path) -> None:
    shipped = ROOT / "era_of_inventions" / "data" / "components" / "reconstructed.toml"
    text = shipped.read_text(encoding="utf-8").replace('name = "reconstructed"', 'name = "ours"')
    (tmp_path / "ours.toml").write_text(text.replace("end = 80", "end = 99"), encoding="utf-8")
    components = read(f'components = "ours.toml"\n{FOUR}{CLAIM}').state.components
    assert (components.name, components.track_end) == ("ours", 99)


def test_a_set_that_is_asked_for_goes_before_what_the_file_says(read: Read) -> None:
    other = read(f"space.car.cogs = 1\n{FOUR}{CLAIM}").state.components
    assert read(f'components = "reconstructed"\n{FOUR}{CLAIM}', components=other).state.components == other


ALONE = "[[claim]]\n"
BROKEN: dict[str, tuple[str, list[str]]] = {
    "nothing": ("", ["position.players missing", "claim missing"]),
    "no players": (f"[position]\nround = 1\n{CLAIM}", ["position.players missing"]),
    "no claim": (FOUR, ["claim missing"]),
    "claims without any": (f"claim = []\n{FOUR}", ["claim missing"]),
    "claim in single brackets": (f"{FOUR}[claim]\n", ["claim wrong-type"]),
    "another game": (f"game = 'era-of-invention'\n{FOUR}{CLAIM}junk = 1\n", ["game unknown-word"]),
    "a game that is a number": (f"game = 3\n{FOUR}{CLAIM}junk = 1\n", ["game wrong-type"]),
    "two players": (
        f'[position]\nplayers = ["Orange", "Brown"]\nround = 0\n{CLAIM}',
        ["position.players too-short [setup.player-counts]", "position.round out-of-range [scoring.last-round]"],
    ),
    "six players": (
        f'[position]\nplayers = ["A", "B", "C", "D", "E", "F"]\n{CLAIM}',
        ["position.players too-long [setup.player-counts]"],
    ),
    "two players in one text": (
        f'[position]\nplayers = "Orange, orange"\n{CLAIM}',
        ["position.players too-short [setup.player-counts]", "position.players[2] duplicate"],
    ),
    "players without names": (
        f'[position]\nplayers = ["Orange", 2, "", " Green", "orange"]\n{CLAIM}',
        [
            "position.players[2] wrong-type",
            "position.players[3] malformed",
            "position.players[4] malformed",
            "position.players[5] duplicate",
        ],
    ),
    "position is a number": (f"position = 3\n{CLAIM}", ["position wrong-type", "position.players missing"]),
    "player is a number": (f"player = 3\n{FOUR}{CLAIM}", ["player wrong-type"]),
    "unknown player": (
        f"{FOUR}[player.Gren]\ninfluence = 3\n{CLAIM}",
        ["player.Gren unknown-key"],
    ),
    "unknown keys": (
        f"{FOUR}[position.board]\nloads = {{ ship = 1 }}\n[player.Green]\ncoins = 3\n[card.telephone-1]\ncots = 1\n"
        "[space.car]\ncost = 3\n[factory.mint-1]\nid = 'x'\n[rulings]\ncapacty = 'all'\n"
        f"{CLAIM}expects = 'holds'\n[colours]\n",
        [
            "rulings.capacty unknown-key",
            "space.car.cost unknown-key",
            "card.telephone-1.cots unknown-key",
            "factory.mint-1.id unknown-key",
            "player.Green.coins unknown-key",
            "position.board.loads.ship unknown-word",
            "claim[1].expects unknown-key",
            "colours unknown-key",
        ],
    ),
    "control characters": (
        f'title = \'Who\t?\'\ncomponents = "a\\u009b31m"\n{FOUR}[[claim]]\nclaim = "a\\u001b[31m"\n'
        "winners = 'Green'\n",
        ["components malformed", "claim[1].claim malformed"],
    ),
    "unknown things": (
        f"[card.telefone-1]\n[card.zzz]\n[factory.mint]\n[space.telefone]\n{FOUR}{CLAIM}",
        [
            "space.telefone unknown-key",
            "card.telefone-1 unknown-key",
            "card.zzz unknown-key",
            "factory.mint unknown-key",
        ],
    ),
    "wrong types": (
        f"title = 1\nruleset = 2\nrulings = 3\ncomponents = 4\ncard = 5\n{FOUR}round = '1'\nboard = 6\nphase = 7\n"
        "to_move = 8\n[player.Green]\ngoods = 9\ndeveloped = 10\ninfluence = 1.5\n"
        "[[claim]]\nclaim = 1\nafter = 2\nmoves = 3\nlegal = 4\nhappens = [5]\nexpect = true\nwinners = 6\n",
        [
            "title wrong-type",
            "ruleset wrong-type",
            "rulings wrong-type",
            "components wrong-type",
            "card wrong-type",
            "position.phase wrong-type",
            "player.Green.goods wrong-type",
            "player.Green.influence wrong-type [influence.pawn-position]",
            "player.Green.developed wrong-type",
            "position.to_move out-of-range",
            "position.board wrong-type",
            "claim[1].after wrong-type",
            "claim[1].moves wrong-type",
            "claim[1].claim wrong-type",
            "claim[1].expect wrong-type",
            "claim[1].legal wrong-type",
            "claim[1].happens[1] wrong-type",
            "claim[1].winners wrong-type",
        ],
    ),
    "numbers out of bounds": (
        f"{FOUR}round = 9\n[position.board]\nloads = {{ wood-ship = -1 }}\n[player.Green]\ninfluence = -1\n"
        f"bonus_discs = -2\npatents = 7\nbuilt_this_round = -1\n[card.telephone-fake]\nquestion_marks = 21\n{CLAIM}",
        [
            "card.telephone-fake.question_marks out-of-range",
            "player.Green.influence out-of-range [influence.pawn-position]",
            "player.Green.bonus_discs out-of-range [bonus.must-hold]",
            "player.Green.built_this_round out-of-range",
            "position.round out-of-range [scoring.last-round]",
            "position.board.loads.wood-ship out-of-range [buy.whole-load]",
        ],
    ),
    "goods": (
        f"{FOUR}[player.Orange]\ngoods = '3 gems'\n[player.Brown]\ngoods = '2 coins, -1 wood'\n"
        f"[player.Green]\ngoods = '65536 coins'\n[player.Yellow]\ngoods = '1 coin, 2 coins'\n"
        f"[card.telephone-1]\ncost = '1 influence'\nprofit = '21 influence'\n{CLAIM}",
        [
            "card.telephone-1.cost malformed",
            "card.telephone-1.profit malformed",
            "player.Orange.goods unknown-word",
            "player.Brown.goods out-of-range",
            "player.Green.goods out-of-range",
            "player.Yellow.goods duplicate",
        ],
    ),
    "words of a position": (
        f"ruleset = 'nll'\ncomponents = 'ours'\n{FOUR}phase = 'acting'\nto_move = 'Gren'\nstart = 'Pink'\n"
        "[position.board]\ndisplay = ['light-bulb-9', 'light-bulb-1', 'light-bulb-1']\n"
        "row = ['a', 'b', 'c', 'd', 'e', 'f']\n"
        "discards = ['zzz']\nremoved = ['light-bulb-2', 'camera-1']\ndeck = ['light-bulb-2', 'light-bulb-2']\n"
        "[player.Green]\ndeveloped = ['telefone', 'zzz']\ndiscs = ['bild']\nfactories = ['mint']\n"
        f"{CLAIM}",
        [
            "ruleset unknown-word",
            "components unknown-word",
            "position.phase unknown-word",
            "position.start unknown-word",
            "player.Green.developed[1] unknown-word",
            "player.Green.developed[2] unknown-word",
            "player.Green.factories[1] unknown-word",
            "player.Green.discs[1] unknown-word",
            "position.to_move unknown-word",
            "position.board.row too-long",
            "position.board.display[1] unknown-word",
            "position.board.display[3] duplicate",
            "position.board.deck[2] duplicate",
            "position.board.discards[1] unknown-word",
            "position.board.removed impossible [refresh.start-cards-removed]",
        ],
    ),
    "an area outside an action": (
        f'{FOUR}phase = "placement"\narea = "market"\n{CLAIM}',
        ["position.area inconsistent"],
    ),
    "an action of no area": (
        f'{FOUR}phase = "action"\n{CLAIM}',
        ["position.area missing"],
    ),
    "more than a setup has": (
        f'{FOUR}phase = "setup"\nround = 2\n[position.board]\nrow = ["mint-1"]\n{CLAIM}',
        ["position.phase impossible [setup.round-one]"],
    ),
    "unknown reading": (
        f"[rulings]\nbuild-cap = 'turns'\nfinal-tie = 3\n{FOUR}{CLAIM}",
        ["rulings.build-cap unknown-word", "rulings.final-tie wrong-type"],
    ),
    "claims of nothing": (
        f"{FOUR}{ALONE}{ALONE}claim = 'x'\nafter = ['place buy']\n{ALONE}moves = []\nwinners = []\n",
        ["claim[1] missing", "claim[2] missing", "claim[3].winners too-short", "claim[3] missing"],
    ),
    "contradictory claims": (
        f"{FOUR}{CLAIM}legal = true\n"
        "[[claim]]\nmoves = ['place buy']\nlegal = false\nhappens = ['round = 1']\nhappens_not = ['round = 1']\n"
        "winners = ['Green']\n",
        [
            "claim[1].legal inconsistent",
            "claim[2].happens inconsistent",
            "claim[2].happens_not inconsistent",
            "claim[2].winners inconsistent",
        ],
    ),
    "scores that are none": (
        f"{FOUR}{ALONE}winners = 'Green'\nscores = 'Green 3'\n{ALONE}winners = 'Green'\nscores = ['Gren 3', 'Green']\n"
        f"{CLAIM}scores = 'Orange 3, Brown 3, Green 3, Yellow 3'\n{ALONE}winners = 'Green'\nscores = {{ Green = 3 }}\n"
        f"{ALONE}winners = 'Green'\nscores = 'Orange 1, Brown 1, Green 1, Yellow 1, Green 2'\n"
        f"{ALONE}winners = 'Green'\nscores = 'Orange 1, Brown 1, Green 1, Yellow 99999'\n",
        [
            "claim[1].scores inconsistent",
            "claim[2].scores[1] malformed",
            "claim[2].scores[2] malformed",
            "claim[3].scores inconsistent",
            "claim[4].scores wrong-type",
            "claim[5].scores inconsistent",
            "claim[6].scores malformed",
        ],
    ),
    "words of a claim": (
        f"{FOUR}{CLAIM}winners = ['Green', 'Gren']\nexpect = 'hold'\n"
        "expect_clauses = ['execution.own-disk', 'zzz']\nexpect_rulings = ['capacty', 'zzz']\n",
        [
            "claim[1].expect unknown-word",
            "claim[1].winners[2] unknown-word",
            "claim[1].expect_clauses[1] unknown-word",
            "claim[1].expect_clauses[2] unknown-word",
            "claim[1].expect_rulings[1] unknown-word",
            "claim[1].expect_rulings[2] unknown-word",
        ],
    ),
    "moves": (
        f"{FOUR}[[claim]]\nafter = ['plac buy']\nmoves = ['produce telefone-1', 'Gren: end turn', 'Green:', 3]\n",
        [
            "claim[1].after[1] malformed",
            "claim[1].moves[4] wrong-type",
            "claim[1].moves[1] malformed",
            "claim[1].moves[2] malformed",
            "claim[1].moves[3] malformed",
        ],
    ),
    "lists with entries that are no texts": (
        f"{FOUR}[[claim]]\nafter = ['place buy', {{}}, 'place nowhere']\nmoves = [3, 'place nowhere']\n"
        "happens = [true, 'round = 1', [], 'Gren coins +1']\nwinners = [0, 'Green', 'Gren']\n"
        "expect_clauses = [1, 'zzz']\nexpect_rulings = [1, 2, 'zzz']\nabout = [['bonus.cap'], 'zzz']\n",
        [
            "claim[1].after[2] wrong-type",
            "claim[1].after[3] malformed",
            "claim[1].moves[1] wrong-type",
            "claim[1].moves[2] malformed",
            "claim[1].happens[1] wrong-type",
            "claim[1].happens[3] wrong-type",
            "claim[1].happens[4] malformed",
            "claim[1].winners[1] wrong-type",
            "claim[1].winners[3] unknown-word",
            "claim[1].expect_clauses[1] wrong-type",
            "claim[1].expect_clauses[2] unknown-word",
            "claim[1].expect_rulings[1] wrong-type",
            "claim[1].expect_rulings[2] wrong-type",
            "claim[1].expect_rulings[3] unknown-word",
            "claim[1].about[1] wrong-type",
            "claim[1].about[2] unknown-word",
        ],
    ),
    "effects": (
        FOUR + "[[claim]]\nhappens = ['Green coins', 'Green gems +1', 'Green cosins +1', 'Gren coins +1', 'coins +1', "
        "'Green coins = many', 'round = 1.5', 'phase = market', 'phase +1', 'start player = Gren', '']\n",
        [
            "claim[1].happens[1] malformed",
            "claim[1].happens[2] malformed",
            "claim[1].happens[3] malformed",
            "claim[1].happens[4] malformed",
            "claim[1].happens[5] malformed",
            "claim[1].happens[6] malformed",
            "claim[1].happens[7] malformed",
            "claim[1].happens[8] malformed",
            "claim[1].happens[9] malformed",
            "claim[1].happens[10] malformed",
            "claim[1].happens[11] malformed",
        ],
    ),
}
TOO_MANY = {
    "claims": (FOUR + CLAIM * 101, "claim: has 101 entries; expected at most 100"),
    "moves": (
        f"{FOUR}[[claim]]\nmoves = {['take cog'] * 301}\n",
        "claim[1].moves: has 301 entries; expected at most 300",
    ),
    "moves before": (
        f"{FOUR}{CLAIM}after = {['take cog'] * 301}\n",
        "claim[1].after: has 301 entries; expected at most 300",
    ),
    "effects": (
        f"{FOUR}[[claim]]\nhappens = {['Green coins +1'] * 51}\n",
        "claim[1].happens: has 51 entries; expected at most 50",
    ),
    "players": (f"[position]\nplayers = {['x'] * 1001}\n", "position.players: has 1001 entries; expected at most 1000"),
}


@pytest.mark.parametrize(("text", "line"), TOO_MANY.values(), ids=TOO_MANY)
def test_more_than_anybody_quarrels_about_is_refused(text: str, line: str, problems: Problems) -> None:
    assert problems(text) == [line]


def test_of_very_many_problems_a_hundred_are_told(problems: Problems) -> None:
    told = problems(FOUR + CLAIM + "".join(f"zzz{number} = 1\n" for number in range(150)))
    assert [line.partition(":")[0] for line in told[:100]] == [f"claim[1].zzz{number}" for number in range(100)]
    assert told[100:] == ["and 50 more problems"]


@pytest.mark.parametrize(("text", "expected"), BROKEN.values(), ids=BROKEN)
def test_everything_that_is_wrong_is_reported_at_once(text: str, expected: list[str], read: Read) -> None:
    found = [one for one in problems_in(read, text) if one.place != "position, as far as it can be read"]
    assert sorted(map(place_and_code, found)) == sorted(expected)


@pytest.mark.parametrize(
    ("text", "word", "meant"),
    [
        (f"game = 'era-of-invention'\n{FOUR}{CLAIM}", "'era-of-invention'", "'era-of-inventions'"),
        (f"[player.Gren]\n{FOUR}{CLAIM}", "Gren", "'Green'"),
        (f"[rulings]\ncapacty = 'all'\n{FOUR}{CLAIM}", "capacty", "'capacity'"),
        (f"[card.telefone-1]\n{FOUR}{CLAIM}", "telefone-1", "'telephone-1'"),
        (f"[card.sawmill-1]\n{FOUR}{CLAIM}", "sawmill-1", "[factory.sawmill-1]"),
        (f"{FOUR}to_move = 'Gren'\n{CLAIM}", "'Gren'", "'Green'"),
        (f"{FOUR}[[claim]]\nmoves = ['plac buy']\n", "'plac'", "'place'"),
        (f"{FOUR}[[claim]]\nhappens = ['Green coyns +1']\n", "'coyns'", "'coins'"),
        (f"{FOUR}{CLAIM}about = ['execution.own-disk']\n", "'execution.own-disk'", "'execution.own-disc'"),
    ],
)
def test_a_word_that_is_not_known_is_shown_with_the_nearest(
    text: str, word: str, meant: str, problems: Problems
) -> None:
    (problem,) = problems(text)
    _, shown, rest = problem.partition(word)
    assert shown
    assert meant in rest


def test_a_broken_component_file_is_told_of_with_its_own_name(read: Read, tmp_path: Path) -> None:
    (tmp_path / "ours.toml").write_text('name = "ours"\nsource = "assumed"\n', encoding="utf-8")
    for name in ("ours.toml", "none.toml"):
        with pytest.raises(FileError) as caught:
            read(f'components = "{name}"\n{FOUR}{CLAIM}happens_not = ["Green coinss +1"]\n')
        *of_components, of_claim = caught.value.problems
        assert {problem.place for problem in of_components} == {"components"}
        assert all(problem.message.startswith(f"{tmp_path / name}: ") for problem in of_components)
        assert of_claim.place == "claim[1].happens_not[1]"


def test_a_template_of_components_is_told_once_not_to_be_filled_in(read: Read, tmp_path: Path) -> None:
    (tmp_path / "ours.toml").write_text(ERA.components.template(), encoding="utf-8")
    with pytest.raises(FileError) as caught:
        read(f'components = "ours.toml"\n{FOUR}{CLAIM}')
    assert list(map(place_and_code, caught.value.problems)) == ["components unfilled"]


def test_a_position_about_which_nothing_is_claimed_can_be_read(tmp_path: Path) -> None:
    path = tmp_path / "quarrel.toml"
    path.write_text(f"{FOUR}round = 3\n", encoding="utf-8")
    with pytest.raises(FileError) as caught:
        read_dispute(path)
    assert list(map(place_and_code, caught.value.problems)) == ["claim missing"]
    dispute = disputes.read_dispute(path, ERA, claimless=True)
    assert dispute.claims == ()
    assert dispute.state == parse_dispute(f"{FOUR}round = 3\n{CLAIM}").state


SECRET = 'my_password = "swordfish"'


@pytest.mark.parametrize(
    "name", ["../secret.toml", "below/../../secret.toml", "{folder}/secret.toml", "link.toml", "far/secret.toml"]
)
def test_components_lie_beside_a_dispute_or_below(name: str, tmp_path: Path) -> None:
    (tmp_path / "secret.toml").write_text(SECRET, encoding="utf-8")
    ours = tmp_path / "ours"
    (ours / "below").mkdir(parents=True)
    (ours / "link.toml").symlink_to(tmp_path / "secret.toml")
    (ours / "far").symlink_to(tmp_path)
    path = ours / "quarrel.toml"
    path.write_text(f'components = "{name.format(folder=tmp_path)}"\n{FOUR}{CLAIM}', encoding="utf-8")
    with pytest.raises(FileError) as caught:
        read_dispute(path)
    assert list(map(place_and_code, caught.value.problems)) == ["components unreadable"]
    assert "password" not in str(caught.value)


def test_components_below_a_dispute_are_read(read: Read, tmp_path: Path) -> None:
    shipped = ROOT / "era_of_inventions" / "data" / "components" / "reconstructed.toml"
    (tmp_path / "sets").mkdir()
    (tmp_path / "sets" / "ours.toml").write_bytes(shipped.read_bytes())
    (tmp_path / "link.toml").symlink_to(tmp_path / "sets" / "ours.toml")
    for name in ("sets/ours.toml", "./sets/ours.toml", "link.toml"):
        assert read(f'components = "{name}"\n{FOUR}{CLAIM}').game.setting.components == SET


def test_a_text_alone_stands_for_a_list(read: Read) -> None:
    listed = read(
        f"{FOUR}[[claim]]\nmoves = ['place market; place build']\nhappens = ['round = 1']\nwinners = ['Green']\n"
    )
    four = '[position]\nplayers = "Orange, Brown, Green, Yellow"\n'
    alone = read(f"{four}[[claim]]\nmoves = 'place market; place build'\nhappens = 'round = 1'\nwinners = 'Green'\n")
    assert (alone.names, alone.state, alone.claims) == (listed.names, listed.state, listed.claims)


MIXED = f'{FOUR}[[claim]]\nmoves = ["place buy"]\n[[claim]]\nmoves = ["plaice buy"]\n[[claim]]\nmoves = ["place a"]\n'


def test_a_claim_that_cannot_be_used_does_not_lose_the_others(
    judged: Judged, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    judgements = judged(MIXED)
    assert [judgement.result for judgement in judgements] == ["holds", "unusable", "holds"]
    assert [place_and_code(problem) for problem in judgements[1].problems] == ["claim[2].moves[1] malformed"]
    assert cli.main(["judge", "--brief", str(tmp_path / "quarrel.toml")]) == cli.UNUSABLE
    assert [line[:3] for line in capsys.readouterr().out.splitlines()] == ["ok ", "NOT", "ok "]
    assert cli.main(["judge", "--json", str(tmp_path / "quarrel.toml")]) == cli.UNUSABLE
    (dispute,) = json.loads(capsys.readouterr().out)["disputes"]
    codes = [[problem["code"] for problem in claim["problems"]] for claim in dispute["claims"]]
    assert codes == [[], ["malformed"], []]


def test_a_text_is_judged_without_a_file(read: Read, monkeypatch: pytest.MonkeyPatch) -> None:
    dispute = read(MIXED)
    monkeypatch.setattr(Path, "open", lambda *_, **__: pytest.fail("a file was opened"))
    parsed = parse_dispute(MIXED)
    assert (parsed.state, parsed.claims) == (dispute.state, dispute.claims)
    assert parse_dispute(MIXED.encode()) == parsed
    with pytest.raises(FileError) as caught:
        parse_dispute(f'components = "ours.toml"\n{MIXED}')
    assert place_and_code(caught.value.problems[0]) == "components unreadable"
