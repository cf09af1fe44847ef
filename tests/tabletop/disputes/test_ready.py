"""Ready questions: every case of each is a dispute, and a file of them is read with all its problems."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from era_of_inventions.rulebook import ERA
from era_of_inventions.tabletop.disputes import judge_dispute, parse_dispute
from era_of_inventions.tabletop.disputes.asking import judge_alone, judge_claim
from era_of_inventions.tabletop.disputes.controls import controls
from era_of_inventions.tabletop.disputes.deciding import deciding
from era_of_inventions.tabletop.disputes.readings import Budget
from era_of_inventions.tabletop.disputes.ready import (
    ReadyMove,
    ReadyQuestion,
    read_ready,
    ready_file,
    ready_questions,
)
from era_of_inventions.tabletop.errors import FileError
from era_of_inventions.tabletop.play.game import Game
from era_of_inventions.tabletop.play.grammar import BLANK
from era_of_inventions.tabletop.play.registry import rulebook_named

QUESTIONS = [
    pytest.param(rulebook_named(name), question, id=f"{name}-{question.id}")
    for name in ("era-of-inventions", "oh-my-goods", "phoenicia")
    for question in ready_questions(rulebook_named(name))
]
MOVES = [
    pytest.param(rulebook_named(name), move, id=f"{name}-{move.begins}")
    for name in ("era-of-inventions", "oh-my-goods", "phoenicia")
    for move in ready_file(rulebook_named(name)).move
]
REFUSED = {
    "run": "goods.chosen-factories",
    "lay": "chain.right-raw",
    "shift from": "chain.right-good",
    "give up good from": "deck.goods-stay",
    "bid 1": "auction.minimum",
    "move": "workers.more-lucrative",
}
"""The clauses that refuse the first moves, where a table has nothing unusual: the others are legal."""
UNTOUCHED = {"new-factory-produces", "sign-in-bonus-action"}
"""Questions with cases in which no rule does anything: an action of another area, a sign that is not reached."""
ONE = """
[[question]]
id = "one"
topic = "market"
ask = "May I?"
answer = "Yes."
sentence = "May Anna {what}?"
dispute = '''
[position]
players = "Anna, Bob, Cem"
[[claim]]
moves = "{what}"
'''
expect = "holds"
[question.blanks.what]
ask = "What?"
choices = { "take a cog" = "take cog", "give 2 coins for a cog" = "exchange 2 coins > cog" }
first = "take a cog"
"""


@pytest.mark.slow
@pytest.mark.parametrize(("rulebook", "question"), QUESTIONS)
def test_the_first_case_comes_out_as_the_short_answer_says(rulebook: object, question: ReadyQuestion) -> None:
    dispute = parse_dispute(question.filled({}), rulebook)  # type: ignore[arg-type]
    (claim,) = dispute.claims
    judgement = judge_claim(dispute, claim, Budget(0))  # other readings and numbers say nothing here
    assert judgement.result == question.expect
    assert judgement.decided_by
    in_words = {"Yes": "holds", "No": "fails", "Not": "fails"}
    assert in_words.get(re.split(r"\W", question.answer)[0], judgement.result) == judgement.result
    assert not any(one.enough for one in judgement.unsaid)
    assert not judgement.moments


@pytest.mark.slow
@pytest.mark.parametrize(("rulebook", "question"), QUESTIONS)
def test_every_case_is_judged_or_breaks_a_rule_that_is_named(rulebook: object, question: ReadyQuestion) -> None:
    results = set()
    for case in question.cases():
        try:
            dispute = parse_dispute(question.filled(case), rulebook)  # type: ignore[arg-type]
        except FileError as error:
            left = [problem for problem in error.problems if not problem.clause]
        else:
            judgements = [judge_alone(dispute, claim) for claim in dispute.claims]
            left = [problem for judgement in judgements for problem in judgement.problems]
            results |= {judgement.result for judgement in judgements}
            assert question.id in UNTOUCHED or all(deciding(one) for one in judgements), case
        assert left == [], case
    assert len(results) > 1, "the same comes of every case"


@pytest.mark.parametrize("name", ["era-of-inventions", "oh-my-goods", "phoenicia"])
def test_every_chapter_has_a_question_and_every_blank_a_choice(name: str) -> None:
    rulebook = rulebook_named(name)
    questions = ready_questions(rulebook)
    assert {question.topic for question in questions} == {chapter.name for chapter in rulebook.law.chapters}
    single = [
        (question.id, key) for question in questions for key, one in question.blanks.items() if len(one.choices) < 2
    ]
    assert single == []


def test_no_two_questions_of_a_game_share_an_id() -> None:
    for name in ("era-of-inventions", "oh-my-goods", "phoenicia"):
        ids = [question.id for question in ready_questions(rulebook_named(name))]
        assert len({*ids}) == len(ids)


def test_a_case_has_the_chosen_words_in_both(tmp_path: Path) -> None:
    path = tmp_path / "ready.toml"
    path.write_text(ONE, encoding="utf-8")
    (question,) = read_ready(path, ERA).question
    assert [*question.cases()] == [{"what": "take a cog"}, {"what": "give 2 coins for a cog"}]
    assert 'moves = "take cog"' in question.filled({})
    assert 'moves = "exchange 2 coins > cog"' in question.filled({"what": "give 2 coins for a cog"})


@pytest.mark.parametrize(
    ("before", "after", "places"),
    [
        ('topic = "market"', 'topic = "markt"', ["question[1].topic"]),
        ('sentence = "May Anna {what}?"', 'sentence = "May Anna?"', ["question one.sentence"]),
        ('moves = "{what}"', 'moves = "{this}"', ["question one.dispute"]),
        ('first = "take a cog"', 'first = "a cog"', ["question one.blanks.what.first"]),
        ('ask = "May I?"\n', "", ["question[1].ask"]),
        ('ask = "What?"\n', 'asks = "What?"\n', ["question[1].blanks.what.ask", "question[1].blanks.what.asks"]),
    ],
)
def test_what_does_not_fit_is_refused_at_its_place(before: str, after: str, places: list[str], tmp_path: Path) -> None:
    path = tmp_path / "ready.toml"
    path.write_text(ONE.replace(before, after, 1), encoding="utf-8")
    with pytest.raises(FileError) as refused:
        read_ready(path, ERA)
    assert sorted(problem.place for problem in refused.value.problems) == sorted(places)


def test_moves_that_begin_as_none_does_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "ready.toml"
    path.write_text('[[move]]\nbegins = "fly"\nstates = ""\n', encoding="utf-8")
    with pytest.raises(FileError) as refused:
        read_ready(path, ERA)
    assert [problem.place for problem in refused.value.problems] == ["move[1].begins"]


def goes_on(text: str, begins: str) -> bool:
    """Whether a text begins with these words, and no longer word."""
    return text.startswith(begins) and text[len(begins) :][:1] in ("", " ", "-")


@pytest.mark.slow
@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize(("rulebook", "ready"), MOVES)
def test_a_move_that_is_asked_about_is_legal_at_the_usual_table(rulebook: Any, ready: ReadyMove, seat: int) -> None:
    game: Any = Game(rulebook, 3)
    names = rulebook.grammar.seat_names(3)
    one, other = names[seat], names[1 - seat]
    kinds = [kind for kind in controls(game.new(), names).moves if goes_on(ready.begins, kind.words)]
    kind = max(kinds, key=lambda kind: len(kind.words))
    others = {other.begins for other in ready_file(rulebook).move if goes_on(other.begins, ready.begins)}
    own = (move for move in kind.moves if [begins for begins in others if goes_on(move[0], begins)] == [ready.begins])
    text, *parts = next(own)
    given = {"who": f'"{one}"', "other": f'"{other}"', **{str(at): part for at, part in enumerate(parts, 1)}}
    given |= {f"kind{at}": " ".join(part.split("-")[:-1]) for at, part in enumerate(parts, 1)}
    states = BLANK.sub(lambda match: given[match[1]], ready.states)
    claim = "" if "[[claim]]" in states else "[[claim]]\n"
    (judgement,) = judge_dispute(
        parse_dispute(f"[position]\nplayers = {json.dumps(names)}\n{states}\n{claim}moves = '{one}: {text}'", rulebook)
    )
    refusing = [REFUSED[key] for key in (text, ready.begins) if key in REFUSED]
    assert (refusing == [one.clause for one in judgement.decided_by]) if refusing else judgement.holds
