"""Templates of disputes about every chapter of every game, and the page of their keys."""

from __future__ import annotations

import random
import tomllib
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from docs.site import keys
from docs.site.volume import Volume
from era_of_inventions import cli
from era_of_inventions.tabletop.disputes import judge_dispute, parse_dispute, template
from era_of_inventions.tabletop.documents.schemas import every_schema
from era_of_inventions.tabletop.errors import GameError
from era_of_inventions.tabletop.play import registry
from tests.tools.fuzz import disputes as fuzz

GAMES = [registry.rulebook_named(name) for name in ("era-of-inventions", "oh-my-goods", "phoenicia")]
CHAPTERS = [(game, chapter.name) for game in GAMES for chapter in game.law.chapters]


@pytest.mark.slow
@pytest.mark.parametrize(("rulebook", "chapter"), CHAPTERS, ids=[f"{game.name}-{name}" for game, name in CHAPTERS])
def test_a_template_is_judged_as_it_stands(rulebook: Any, chapter: str) -> None:
    text = template(rulebook, chapter)
    Draft202012Validator(every_schema(rulebook)["dispute-file"]).validate(tomllib.loads(text))
    (judgement,) = judge_dispute(parse_dispute(text, rulebook))
    assert judgement.holds
    assert judgement.verdicts


def test_a_template_is_about_its_chapter() -> None:
    (judgement,) = judge_dispute(parse_dispute(template(GAMES[0], "patents")))
    assert any(id_.startswith("patents.") for id_ in judgement.clauses)


def test_the_command_writes_a_template_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "quarrel.toml"
    assert cli.main(["dispute", "new", str(path), "--about", "market"]) == cli.HOLDS
    assert cli.main(["judge", str(path)]) == cli.HOLDS
    assert cli.main(["dispute", "new", str(path), "--about", "market"]) == cli.UNUSABLE
    assert "exists" in capsys.readouterr().err


def test_there_is_no_template_about_what_is_no_chapter() -> None:
    with pytest.raises(GameError, match="patents"):
        template(GAMES[0], "patent")


@pytest.mark.parametrize("rulebook", GAMES, ids=[game.name for game in GAMES])
def test_the_page_has_every_key(rulebook: Any) -> None:
    page = "\n".join(keys.dispute_keys(Volume(rulebook=rulebook, trace=tuple)))

    def every_key(schema: dict[str, Any]) -> set[str]:
        inner = [schema.get("items"), schema.get("additionalProperties"), *schema.get("properties", {}).values()]
        found = {key for one in inner if isinstance(one, dict) for key in every_key(one)}
        return found | set(schema.get("properties", ()))

    assert {key for key in every_key(every_schema(rulebook)["dispute-file"]) if f"`{key}`" not in page} == set()


@pytest.mark.parametrize("seed", range(12))
def test_changed_disputes_are_judged_or_refused(seed: int) -> None:
    """A small sample of ``python -m tests.tools.fuzz disputes`` and ``hostile``."""
    rng = random.Random(seed)
    text = rng.choice(fuzz.seeds())
    fuzz.feed(fuzz.variant(text, rng))
    fuzz.feed(fuzz.hostile(text, rng))
