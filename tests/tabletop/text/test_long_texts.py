"""However long a text is and whatever marks it repeats, reading it takes no more work than its length allows."""

from __future__ import annotations

import difflib
import json
import random
import sys
from collections.abc import Callable
from typing import Any

import pytest

from era_of_inventions import Game, GameError, Record, parse_dispute, parse_game, parse_move, show_game
from era_of_inventions.tabletop import errors
from era_of_inventions.tabletop.disputes import Dispute
from era_of_inventions.tabletop.text.span import Span

GAME = Game(3)
POSITION = '[position]\nplayers = ["A", "B", "C"]\n'
CLAIM = '[[claim]]\nhappens = "A tools +1"\n'
PLAYER = f"{POSITION}{CLAIM}[player.A]\n"
HEAD, _, _ = show_game(Record(GAME.new(0, random.Random(1)))).partition("\n\n")
READERS: dict[str, Callable[[str], object]] = {
    "a dispute": parse_dispute,
    "the tables of a dispute": lambda text: parse_dispute(POSITION + CLAIM + text),
    "names in a dispute": lambda text: parse_dispute(f"[position]\nplayers = {json.dumps(text)}\n{CLAIM}"),
    "goods in a dispute": lambda text: parse_dispute(f"{PLAYER}goods = {json.dumps(text)}"),
    "spaces in a dispute": lambda text: parse_dispute(f"{PLAYER}developed = {json.dumps(text)}"),
    "a key of a dispute": lambda text: parse_dispute(f"{PLAYER}{json.dumps(text)} = 1"),
    "the moves of a claim": lambda text: parse_dispute(f"{POSITION}[[claim]]\nmoves = {json.dumps(text)}"),
    "what happens": lambda text: parse_dispute(f"{POSITION}[[claim]]\nhappens = {json.dumps(text)}"),
    "a game": parse_game,
    "the body of a game": lambda text: parse_game(f"{HEAD}\n\nRound 1\n{text}"),
    "the moves of a game": lambda text: parse_game(f"{HEAD}\n\nRound 1\nGreen: {text}"),
    "goods in a game": lambda text: parse_game(f"{HEAD}\n\nPosition\nGreen: goods {text}"),
    "a move": lambda text: parse_move(text, GAME.setting),
    "parts of a text": lambda text: [Span.of(text).listed(), Span.of(text).split(";")],
}
REPEATED = ['"', '" ', '"x",', ',"', ",", ";", "[", "#", "?, ", " and ", "\n", "a ", ": ", "a=1\n", "+1", "1,", "'"]


def work(call: Callable[[str], object], text: str) -> int:
    """How many functions are called to read a text."""
    calls = 0

    def count(_frame: object, _event: str, _argument: object) -> None:
        nonlocal calls
        calls += 1

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        call(text)
    except GameError:
        pass
    finally:
        sys.setprofile(before)
    return calls


@pytest.mark.slow
@pytest.mark.parametrize("read", READERS.values(), ids=READERS)
@pytest.mark.parametrize("repeated", REPEATED, ids=repr)
def test_ten_times_the_text_is_ten_times_the_work(repeated: str, read: Callable[[str], object]) -> None:
    work(read, repeated)  # what is kept for later texts is made now
    short, long = (work(read, repeated * (length // len(repeated))) for length in (600, 6000))
    assert long <= 20 * short + 2000


@pytest.mark.repeats
@pytest.mark.parametrize("rest", ["build sawmill-1 and ", "train and ", "exchange 2 wood for coal and "])
def test_a_list_of_moves_without_end_is_no_endless_work(rest: str) -> None:
    verb, _, item = rest.partition(" ")
    text = f"{POSITION}[[claim]]\nmoves = {json.dumps(f'{verb} {item * 6000}'[:90_000])}"
    (claim,) = parse_dispute(text).claims
    assert claim.problems
    assert work(parse_dispute, text) < 2_000_000


def test_a_list_of_moves_is_still_joined_by_words() -> None:
    text = " and ".join(["take cog"] + ["cog"] * 30)
    (claim,) = parse_dispute(f"{POSITION}[[claim]]\nmoves = {json.dumps(text)}").claims
    assert not claim.problems
    assert len(claim.moves) == 31


def test_words_are_suggested_for_the_first_mistakes_of_many(monkeypatch: pytest.MonkeyPatch) -> None:
    """To look for a word that is close takes long; that all of a hundred claims are wrong is seen without it."""
    looked_through = 0
    closest = difflib.get_close_matches

    def counted(word: str, words: Any, **more: Any) -> list[str]:
        nonlocal looked_through
        looked_through += len(words)
        return closest(word, words, **more)

    monkeypatch.setattr(difflib, "get_close_matches", counted)
    wrong = ", ".join(['"A tolls +1"'] * 12)
    dispute: Dispute = parse_dispute(POSITION + f"[[claim]]\nhappens = [{wrong}]\n" * 100)
    problems = [problem for claim in dispute.claims for problem in claim.problems]
    assert len(problems) == 1200
    assert "did you mean" in problems[0].message
    assert "did you mean" not in problems[-1].message
    assert looked_through < 2 * errors.COMPARED_MAX
    (again,) = parse_dispute(f'{POSITION}[[claim]]\nhappens = "A tolls +1"').claims
    assert again.problems[0].message == problems[0].message
