"""Disputes about a game that the floor has never heard of."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from era_of_inventions.rulebook import ERA
from era_of_inventions.tabletop.disputes import (
    Dispute,
    Judgement,
    dispute_text,
    judge_dispute,
    read_dispute,
)
from era_of_inventions.tabletop.play import registry
from tests.support.nim import NIM, Take
from tests.support.problems import place_and_code, problems_in

TABLE = '[position]\nplayers = ["Ann", "Bo"]\n'
FRESH = TABLE + '[[claim]]\nhappens = ["stones = 15"]\n'
Read = Callable[..., Dispute]


@pytest.fixture
def read(tmp_path: Path) -> Read:
    """Reads the text of a dispute about nim."""

    def reading(text: str, rulebook: Any = NIM, **options: Any) -> Dispute:
        path = tmp_path / "quarrel.toml"
        path.write_text(text, encoding="utf-8")
        return read_dispute(path, rulebook, **options)

    return reading


def judged(dispute: Dispute) -> Judgement:
    (judgement,) = judge_dispute(dispute)
    return judgement


def problems(read: Read, text: str, rulebook: Any = NIM) -> list[str]:
    """The place and the code of each problem, with the clause it names."""
    return list(map(place_and_code, problems_in(lambda text: read(text, rulebook), text)))


# --- Judging --------------------------------------------------------------------------


def test_a_legal_move_and_what_it_does(read: Read) -> None:
    judgement = judged(read(f'{TABLE}[[claim]]\nmoves = ["take 3"]\nhappens = ["stones = 12", "Ann stones = 3"]\n'))
    assert judgement.holds
    assert judgement.verdicts[0][0].move == Take(3)
    assert judgement.clauses == ("nim.take", "nim.heap", "nim.taken")


def test_a_move_that_is_not_legal(read: Read) -> None:
    text = f'{TABLE}stones = 2\n[player.Bo]\nstones = 13\n[[claim]]\nmoves = ["take 3"]\n'
    judgement = judged(read(text))
    assert not judgement.holds
    assert [clause.id for clause in judgement.verdicts[0][1].forbidden_by] == ["nim.there"]


def test_somebody_who_is_not_in_turn(read: Read) -> None:
    judgement = judged(read(f'{TABLE}player = "Ann"\n[[claim]]\nmoves = ["Bo: take 1"]\n'))
    assert [clause.id for clause in judgement.verdicts[0][1].forbidden_by] == ["nim.turn"]


def test_moves_made_before_must_be_legal(read: Read) -> None:
    dispute = read(f'{TABLE}[[claim]]\nafter = ["take 1", "Ann: take 1"]\nmoves = ["take 1"]\n')
    assert list(map(place_and_code, judged(dispute).problems)) == ["claim[1].after[2] impossible [nim.turn]"]


LAST = TABLE + 'stones = 1\n[player.Bo]\nstones = 14\n[[claim]]\nmoves = ["take 1"]\nwinners = ["Ann"]\n'


@pytest.mark.parametrize(("ruleset", "winner"), [("default", "Ann"), ("de", "Bo")])
def test_winners_rest_on_a_ruling(ruleset: str, winner: str, read: Read) -> None:
    dispute = read(f'ruleset = "{ruleset}"\n{LAST}')
    judgement = judged(dispute)
    assert judgement.holds is (winner == "Ann")
    assert judgement.rests_on.rulings == ("last-stone",)
    assert judgement.rests_on.presets == (("de",) if ruleset == "default" else ("default",))
    assert f": {winner}" in dispute_text(dispute, [judgement])


@pytest.mark.parametrize(
    ("moves", "said"),
    [
        (["take 1"], ["take 1: legal"]),
        (["take 1"] * 2, ["take 1: legal, 2 times"]),
        (["take 1"] * 3, ["take 1: legal, 3 times"]),
        (["take 1", "take 2", "take 1"], ["take 1: legal", "take 2: legal", "take 1: legal"]),
        (["take 1"] * 2 + ["take 3"] * 3, ["take 1: legal, 2 times", "take 3: legal, 3 times"]),
        (["take 3"] * 5 + ["take 3"], ["take 3: legal, 5 times", "take 3: NOT LEGAL"]),
    ],
)
def test_equal_moves_in_a_row_are_reported_once_with_their_number(
    moves: list[str], said: list[str], read: Read
) -> None:
    dispute = read(f"{TABLE}[[claim]]\nmoves = {moves}\n")
    lines = dispute_text(dispute, judge_dispute(dispute)).splitlines()
    assert [line.strip() for line in lines if line.startswith("  take")] == said


def test_a_report_has_the_question_of_a_ruling_and_the_sentence_of_each_other_reading(read: Read) -> None:
    for ruleset, (here, result, other, sentence) in {
        "default": ("wins", "fail", "loses", "Who takes the last stone has lost."),
        "de": ("loses", "hold", "wins", "Who takes the last stone has won."),
    }.items():
        dispute = read(f'ruleset = "{ruleset}"\n{LAST}')
        lines = dispute_text(dispute, judge_dispute(dispute)).splitlines()
        at = lines.index(f"  It rests on the ruling last-stone, read as {here!r} (sureness high).")
        assert lines[at + 1 : at + 3] == [
            "    Has whoever takes the last stone won or lost?",
            f"    Read as {other!r} it would {result}: {sentence}",
        ]


def test_a_report_says_that_a_game_has_not_ended_only_if_it_has_not(read: Read) -> None:
    ended = read(LAST)
    going_on = read(f'{TABLE}stones = 3\n[player.Bo]\nstones = 12\n[[claim]]\nmoves = ["take 1"]\nwinners = ["Bo"]\n')
    for dispute, line in ((ended, "  Winner: Ann"), (going_on, "  Winner, if the game ended here: Ann and Bo")):
        assert line in dispute_text(dispute, judge_dispute(dispute)).splitlines()


def test_what_the_setup_did_is_seen_only_when_the_game_has_just_begun(read: Read) -> None:
    first = [event.clause for event in judged(read(FRESH)).events]
    assert first == ["nim.heap"]
    assert judged(read(f'{TABLE}[[claim]]\nafter = ["take 1"]\nhappens = ["stones = 14"]\n')).events == ()


def test_printed_values_that_nobody_states(read: Read) -> None:
    text = f'{TABLE}[[claim]]\nmoves = ["take 1"]\n'
    assert judged(read(text)).unstated == ()  # however many there are, one can be taken
    text += 'happens = ["stones = 14"]\n'
    assert [value.place for value in judged(read(text)).unstated] == ["stones"]
    assert judged(read(f"[box]\nstones = 9\n{text}")).unstated == ()


def test_what_contradicts_the_rulebook(read: Read) -> None:
    assert read(FRESH).disagreements == ()
    dispute = read(f"[box]\nstones = 9\n{FRESH}")
    assert [problem.clause for problem in dispute.disagreements] == ["nim.fifteen"]
    assert "nim.fifteen" in dispute_text(dispute, judge_dispute(dispute))


# --- Files ----------------------------------------------------------------------------


def test_what_is_wrong_is_reported_with_its_place(read: Read) -> None:
    wrong = '[position]\nplayers = ["Ann", "Bo", "Cy"]\nstone = 3\n[rulings]\nlast = 1\n[box]\nstones = 0\n'
    claim = '[[claim]]\nmoves = ["take", "Di: take 1"]\nhappens = ["luck"]\nabout = ["nim.luck"]\n'
    assert problems(read, wrong + claim) == [
        "position.players too-long [nim.two]",
        "rulings.last unknown-key",
        "box.stones out-of-range",
        "position.stone unknown-key",
        "claim[1].moves[1] malformed",
        "claim[1].moves[2] malformed",
        "claim[1].happens[1] malformed",
        "claim[1].about[1] unknown-word",
    ]


def test_a_position_that_cannot_occur(read: Read) -> None:
    assert problems(read, f"{TABLE}stones = 3\n[[claim]]\nmoves = ['take 1']\n") == ["position impossible [nim.heap]"]


def test_a_file_names_its_game(read: Read) -> None:
    assert read(f'game = "nim"\n{FRESH}').game.rulebook is NIM
    assert problems(read, f'game = "chess"\n{FRESH}') == ["game unknown-word"]
    assert problems(read, f"game = 3\n{FRESH}") == ["game wrong-type"]
    assert problems(read, FRESH, None) == ["game missing"]


def test_an_installed_game_is_known_by_its_name(read: Read, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "names", lambda: ("nim",))
    monkeypatch.setattr(registry, "rulebook_named", {"nim": NIM}.__getitem__)
    for default in (None, ERA):
        dispute = read(f'game = "nim"\n{FRESH}', default)
        assert dispute.game.rulebook is NIM
        assert judged(dispute).holds
