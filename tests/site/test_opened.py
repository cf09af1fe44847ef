"""Where the links *Open on the table* lead: to the dispute or the position beside which they stand."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from functools import cache
from html import unescape
from typing import NamedTuple
from urllib.parse import parse_qs, urlsplit

import pytest

pytest.importorskip("mkdocstrings")

from docs.site.build import VOLUMES
from docs.site.cards import card
from docs.site.drafts import sources_of
from docs.site.examples import ClaimJudged, Example
from docs.site.pages import example_pages
from docs.site.parts import judged_example, part
from docs.site.pictures import picture, scenes
from docs.site.table import examples
from docs.site.volume import Facts, Volume
from era_of_inventions.tabletop.disputes import parse_dispute, read_dispute
from era_of_inventions.tabletop.records import parse_game
from tests import ROOT

pytestmark = pytest.mark.slow

every_volume = pytest.mark.parametrize("volume", VOLUMES, ids=lambda volume: volume.package)


class Opened(NamedTuple):
    """What a link opens: a game, the place in it, the text that is kept there, and the number that comes with it."""

    game: str
    place: str
    text: str
    number: int


@cache
def facts_of(volume: Volume) -> Facts:
    """The facts of a volume, with the examples read and not judged."""
    read = {path: read_dispute(ROOT / path, volume.rulebook) for path in volume.examples}
    made = {
        path: Example(path, dispute.title, tuple(ClaimJudged(claim.title, "holds", "", ()) for claim in dispute.claims))
        for path, dispute in read.items()
    }
    return Facts(volume, {row.clause.id: row for row in volume.trace()}, made)


def links(shown: str) -> list[str]:
    """The links to examples on the page for the table."""
    return [unescape(link) for link in re.findall(r'<a href="([^"]+example=[^"]+)">Open on the table</a>', shown)]


def opened(link: str, page: str, volume: Volume) -> Opened:
    """What a link of a page opens: it is followed from the address at which the site has the page."""
    base = page.removesuffix("index.md") if page.endswith("index.md") else f"{page.removesuffix('.md')}/"
    parts = urlsplit(link)
    assert posixpath.normpath(posixpath.join("/", base, parts.path)) == "/table"
    place, _, query = parts.fragment.partition("?")
    game, _, place = place.partition("/")
    asked = {key: value for key, (value,) in parse_qs(query, strict_parsing=True).items()}
    return Opened(game, place, examples(volume)[asked.pop("example")], int(next(iter(asked.values()), "0")))


@every_volume
def test_every_claim_of_an_example_opens_in_its_own_dispute(volume: Volume) -> None:
    sources = sources_of(VOLUMES)
    facts = facts_of(volume)
    shown = example_pages(facts, sources)
    for example in facts.examples.values():
        above = shown[example.page].partition("<figure")[0]
        found = [opened(link, example.page, volume) for link in links(above)]
        text = (ROOT / example.path).read_text(encoding="utf-8")
        expected = [(volume.rulebook.name, "", text, number) for number, _ in enumerate(example.claims, 1)]
        assert found == expected
        dispute = parse_dispute(text, volume.rulebook)
        assert [claim.title for claim in dispute.claims] == [claim.title for claim in example.claims]


@every_volume
def test_every_example_on_a_card_opens_at_its_claim(volume: Volume) -> None:
    facts = facts_of(volume)
    for clause in volume.clauses:
        page, traced = volume.chapter(clause), facts.traced[clause.id]
        found = [opened(link, page, volume) for link in links(card(clause, page, 3, facts))]
        places = [place.split() for place in (*traced.allowing, *traced.forbidding)]
        assert [(one.text, one.number) for one in found] == [
            ((ROOT / path).read_text(encoding="utf-8"), int(number)) for path, number in places
        ]


def pictures_of(volume: Volume) -> Iterator[tuple[str, str]]:
    """The name of each scene of a volume, with a page that shows it."""
    for page, text in sources_of([volume]).items():
        for name in re.findall(r"^\[\[picture (\S+)\]\]$", text, re.MULTILINE):
            yield name, page


@every_volume
def test_every_picture_opens_as_the_position_that_it_draws(volume: Volume) -> None:
    shown = list(pictures_of(volume))
    assert {name for name, _ in shown} >= {*scenes(volume.rulebook, volume.written)}
    for name, page in shown:
        (link,) = links(picture(volume.rulebook, volume.written, name, page))
        game, place, text, number = opened(link, page, volume)
        state, names = scenes(volume.rulebook, volume.written)[name].table()
        assert game == volume.rulebook.name
        if place == "record":
            record = parse_game(text, [volume.rulebook])
            positions = [record.start, *(step.state for step in record.replay())]
            assert (positions[number], record.names) == (state, names), name
        else:
            dispute = parse_dispute(text, volume.rulebook)
            assert (place, dispute.state, dispute.names) == ("", state, names), name


def test_an_example_in_a_chapter_or_a_list_opens() -> None:
    volume = VOLUMES[0]
    facts = facts_of(volume)
    (link,) = links(judged_example("rules/market", "rules/market.md", facts))
    assert opened(link, "rules/market.md", volume).text == (ROOT / "examples/rules/market.toml").read_text()
    listed = links(part("examples", "disputes.md", facts))
    assert len(listed) == len([path for path in volume.examples if "/disputes/" in path])
    with pytest.raises(ValueError, match="no example 'rules/nothing'"):
        judged_example("rules/nothing", "rules/market.md", facts)
