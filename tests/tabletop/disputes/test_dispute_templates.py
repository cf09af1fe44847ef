"""Templates of disputes about every chapter of every game, and the page of their keys."""

from __future__ import annotations

import json
import random
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from docs.site import keys
from era_of_inventions import cli
from era_of_inventions.tabletop.disputes import parse_dispute, template
from era_of_inventions.tabletop.disputes.asking import judge_alone
from era_of_inventions.tabletop.disputes.claim import parse_steps
from era_of_inventions.tabletop.documents.schemas import every_schema
from era_of_inventions.tabletop.errors import GameError
from era_of_inventions.tabletop.play import registry
from era_of_inventions.tabletop.play.game import Game
from tests import ROOT
from tests.regatta import REGATTA
from tests.tools.fuzz import disputes as fuzz

GAMES = [registry.rulebook_named(name) for name in ("era-of-inventions", "oh-my-goods", "phoenicia")]
CHAPTERS = [(game, chapter.name) for game in GAMES for chapter in game.law.chapters]
CLAIM = '[[claim]]\nhappens = ["round = 9"]\n'
IN_THE_BACKGROUND = {
    "era-of-inventions": {"components", "setup", "supply", "fakes"},
    "oh-my-goods": {"box", "setup", "office", "end", "score"},
    "phoenicia": {"box", "setup", "supply", "discount", "produce", "score"},
}
"""Chapters that no move is about, or only moves at the very beginning or end of a game."""


@pytest.mark.slow
@pytest.mark.parametrize(("rulebook", "chapter"), CHAPTERS, ids=lambda value: getattr(value, "name", value))
def test_a_template_is_judged_as_it_stands_and_a_clause_of_its_chapter_acts(rulebook: Any, chapter: str) -> None:
    text = template(rulebook, chapter)
    Draft202012Validator(every_schema(rulebook)["dispute-file"]).validate(tomllib.loads(text))
    dispute = parse_dispute(text, rulebook)
    (claim,) = dispute.claims
    judgement = judge_alone(dispute, claim)
    assert judgement.holds
    assert judgement.verdicts
    acting = {event.clause for _, verdict in judgement.verdicts for event in verdict.events}
    acting |= {clause.id for _, verdict in judgement.verdicts for clause in verdict.permitted_by}
    acting |= {finding.clause.id for _, verdict in judgement.verdicts for finding in verdict.occasions}
    acts = any(id_.startswith(f"{chapter}.") for id_ in acting)
    assert acts or chapter in IN_THE_BACKGROUND[rulebook.name]


@pytest.mark.parametrize("rulebook", GAMES, ids=lambda rulebook: rulebook.name)
def test_each_chapter_has_a_file_and_no_file_is_about_anything_else(rulebook: Any) -> None:
    assert {path.name for path in rulebook.templates.iterdir()} == {f"{c.name}.toml" for c in rulebook.law.chapters}


@pytest.mark.slow
@pytest.mark.parametrize(("rulebook", "chapter"), CHAPTERS, ids=lambda value: getattr(value, "name", value))
def test_a_template_adds_keys_to_the_file_as_comments_that_change_nothing(rulebook: Any, chapter: str) -> None:
    text, kept = template(rulebook, chapter), (rulebook.templates / f"{chapter}.toml").read_text(encoding="utf-8")
    ours, theirs = tomllib.loads(text), tomllib.loads(kept)
    assert ours["position"] == {**ours["position"], **theirs["position"]}
    assert {name: table for name, table in ours.get("player", {}).items() if table} == theirs.get("player", {})
    assert ours["claim"][0]["moves"] == theirs["claim"][0]["moves"]
    state = parse_dispute(kept, rulebook).state
    assert parse_dispute(text, rulebook).state == state
    told = parse_dispute(re.sub(r"(?m)^# (?=[a-z_]+ = )", "", text.partition("[[claim]]")[0]) + CLAIM, rulebook)
    assert told.state == state


def test_a_template_about_a_clause_has_it_as_the_reason_that_may_be_claimed() -> None:
    text = template(GAMES[0], "market.three-per-box")
    assert GAMES[0].law.clause("market.three-per-box").statement in re.sub(r"\n# ", " ", text)
    claimed = text.replace("# forbidden_by", "forbidden_by").replace("# after = []", 'after = ["exchange wood > coal"]')
    (claim,) = parse_dispute(claimed, GAMES[0]).claims
    assert claim.forbidden_by == ("market.three-per-box",)
    assert tomllib.loads(text)["title"] == "Area E: the exchange market (market.three-per-box)"
    rest = text.replace('["market.three-per-box"]', "[]").replace(" (market.three-per-box)", "").partition("game = ")[2]
    assert rest.split() == template(GAMES[0], "market").partition("game = ")[2].split()


def test_a_game_without_disputes_has_no_template() -> None:
    with pytest.raises(GameError, match="Regatta"):
        template(REGATTA, REGATTA.law.chapters[0].name)


def test_the_command_writes_a_template_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "quarrel.toml"
    assert cli.main(["dispute", "new", str(path), "--about", "market"]) == cli.HOLDS
    assert cli.main(["judge", str(path)]) == cli.HOLDS
    assert cli.main(["dispute", "new", str(path), "--about", "market"]) == cli.UNUSABLE
    assert "exists" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("about", "meant"), [("patent", "'patents'"), ("market.three-per-bx", "'market.three-per-box'")]
)
def test_there_is_no_template_about_what_is_no_chapter_or_clause(about: str, meant: str) -> None:
    with pytest.raises(GameError, match=meant):
        template(GAMES[0], about)


@pytest.mark.parametrize("rulebook", GAMES, ids=[game.name for game in GAMES])
def test_template_and_page_show_how_each_kind_of_moves_is_written(rulebook: Any) -> None:
    written = template(rulebook, rulebook.law.chapters[-1].name)
    _, shown = written.split("says who makes it:\n")
    examples = " ".join(re.findall(r"(?m)^# (.+)$", shown.partition("[[claim]]")[0])).split("; ")
    dispute = parse_dispute(written, rulebook)
    name = dispute.names[0]
    steps = [parse_steps(f"{name}: {text}", dispute.state, dispute.names) for text in examples]
    assert {type(step.move) for (step,) in steps} == {*rulebook.kinds}
    assert [text for text in examples if f"\n| `{text}` |" not in keys.page(rulebook, "era")] == []


@pytest.mark.parametrize("rulebook", GAMES, ids=[game.name for game in GAMES])
def test_whatever_the_page_says_of_moves_is_understood(rulebook: Any) -> None:
    game = Game(rulebook, min(rulebook.player_counts()))
    names, state = rulebook.grammar.seat_names(game.setting.players), game.new()
    page = keys.page(rulebook, "era")
    rows = re.findall(r"(?m)^\| `(.+)` \| [A-Z].+\. \|(.*) \|$", page.partition("{ #keys-moves }")[2])
    assert len(rows) == len(rulebook.kinds)
    for text, others in rows:
        (step,) = parse_steps(text, state, names)
        for other in re.findall("`(.+?)`", others):
            same, *_ = parse_steps(other, state, names)  # a move with another after it is both
            assert same.move == step.move or ("?" in other and type(same.move) is type(step.move))


@pytest.mark.parametrize(
    ("name", "row", "texts"),
    [
        ("oh-my-goods", "| `mill-1` to `mill-6` | molen-… |", ("produce molen-6", "produce mill-6")),
        ("era-of-inventions", "| `car-1`, `car-2` | car …, auto …, automobile … |", ("reveal auto 2", "reveal car-2")),
        ("phoenicia", "| `dyer` | textielverver |", ("put up textielverver", "put up dyer")),
    ],
)
def test_the_page_has_other_words_for_things(name: str, row: str, texts: tuple[str, str]) -> None:
    rulebook = next(game for game in GAMES if game.name == name)
    assert f"\n{row}\n" in keys.page(rulebook, "era")
    game = Game(rulebook, 3)
    state, names = game.new(), rulebook.grammar.seat_names(3)
    (first,), (second,) = (parse_steps(text, state, names) for text in texts)
    assert first.move == second.move


@pytest.mark.parametrize("rulebook", GAMES, ids=[game.name for game in GAMES])
def test_the_page_has_every_key(rulebook: Any) -> None:
    page = keys.page(rulebook, "era")

    def every_key(schema: dict[str, Any]) -> set[str]:
        inner = [schema.get("items"), schema.get("additionalProperties"), *schema.get("properties", {}).values()]
        found = {key for one in inner if isinstance(one, dict) for key in every_key(one)}
        return found | set(schema.get("properties", ()))

    assert {key for key in every_key(every_schema(rulebook)["dispute-file"]) if f"`{key}`" not in page} == set()


@pytest.mark.parametrize("rulebook", GAMES, ids=[game.name for game in GAMES])
def test_the_page_has_the_words_for_what_is_awaited_and_for_places(rulebook: Any) -> None:
    setting = Game(rulebook, 3).setting
    names = rulebook.grammar.seat_names(3)
    every = setting.for_players(names).quantities
    awaited = next(name for name in ("phase", "stage") if name in every.names(own=False))
    places = [name for name in every.names(own=False) if name.startswith("place of ")]
    words = {word for name in (awaited, *places) for word in every.words(name, own=False)}
    shown = {word for word in words if not word.startswith(names[1:])}
    assert len(shown) > 10
    assert {word for word in shown if f"`{word}`" not in keys.page(rulebook, "era")} == set()


@pytest.mark.parametrize("rulebook", GAMES, ids=[game.name for game in GAMES])
def test_things_are_called_on_the_page_as_disputes_call_them(rulebook: Any) -> None:
    """And in component files as `components show` does."""
    sets = rulebook.components
    printed = sets.printed(sets.load(sets.default))
    page = keys.page(rulebook, "era")
    for table, name, place in re.findall(r"\| `\[(\w+)\.(.+?)\]` \| `(.+?)` \|", page):
        assert table in rulebook.components.override_schemas()
        assert f"`{json.loads(name) if ' ' in name else name}`" in page
        assert any(path.startswith(place) for path in printed)


def test_whoever_reads_of_disputes_in_the_repository_finds_what_it_leads_to() -> None:
    page = ROOT / "docs" / "disputes.md"
    links = re.findall(r"\]\(([^)#]+)[^)]*\)", page.read_text(encoding="utf-8"))
    assert "dispute-keys.md" in links
    assert [link for link in links if not (page.parent / link).exists()] == []


def test_the_printed_pages_are_these() -> None:
    """`python -m docs.site.keys` writes them."""
    pytest.importorskip("mkdocstrings")
    pages = keys.pages()
    assert len(pages) == len(GAMES)
    assert {path for path, text in pages.items() if path.read_text(encoding="utf-8") != text} == set()


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(12))
def test_changed_disputes_are_judged_or_refused(seed: int) -> None:
    """A small sample of ``python -m tests.tools.fuzz disputes`` and ``hostile``."""
    rng = random.Random(seed)
    text = rng.choice(fuzz.seeds())
    fuzz.feed(fuzz.variant(text, rng))
    fuzz.feed(fuzz.hostile(text, rng))
