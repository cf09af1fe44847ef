"""Checks what the page for the table asks about when no ready question fits: other moves, and facts that differ.

Part of ``python -m docs.site.check_table``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from playwright.sync_api import Page

from docs.site.check_kept import another_move, checked, chosen, tap_above

GAME = "era-of-inventions"
QUESTION = f"{GAME}/pay-a-factory"
IDS = re.compile(r"[a-z]-\d")
"""Names as they stand in files."""
READ = 1_000
"""How long the facts that the rules look at may take to come after a verdict, in milliseconds."""
OVERFLOWING = """() => [...document.querySelectorAll("dialog[open], dialog[open] *")]
    .filter((one) => one.getBoundingClientRect().right > innerWidth).map((one) => one.outerHTML.slice(0, 80))"""


def check(page: Page, root: str) -> Iterator[str]:
    """Yield what goes wrong."""
    yield from _parts_that_fit(page, root)
    yield from _one_after_another(page, root)
    yield from _asked_now(page)
    yield from _taken_along(page, root)
    yield from _found_by_words(page, root)
    yield from _after_an_action(page, root)
    yield from _stays_in_place(page, root)
    _own_order(page, root)
    yield from _by_few_taps(page, root)
    yield from _what_it_costs(page, root)


def _parts_that_fit(page: Page, root: str) -> Iterator[str]:
    """Choose a kind of moves, then another line of the market: the other parts begin with what fits."""
    page.goto(f"{root}table/#{GAME}")
    another_move(page)
    blanks = page.locator(".blank")
    chosen(page, blanks.nth(1), "patent")
    if (space := blanks.nth(2).inner_text()) == "nothing":
        yield f"a patent begins with {space!r}"
    chosen(page, blanks.nth(1), "One exchange")
    chosen(page, blanks.nth(2), "buy cog")
    former = page.locator(".sentence").inner_text()
    chosen(page, blanks.nth(2), "barter")
    if blanks.nth(3).inner_text() in former or blanks.nth(4).inner_text() in former:
        yield f"the goods of {former!r} are left in {page.locator('.sentence').inner_text()!r}"
    chosen(page, blanks.nth(3), "2 metal")
    if "metal" not in blanks.nth(3).inner_text() or "metal" in blanks.nth(4).inner_text():
        yield f"2 metal were chosen in {page.locator('.sentence').inner_text()!r}"


def _one_after_another(page: Page, root: str) -> Iterator[str]:
    """Add two things to a field, each in a sheet of its own, which offers what is not there yet."""
    page.goto(f"{root}table/#{QUESTION}")
    checked(page)
    page.locator("summary", has_text="Something else is different").tap()
    names = [_added(page), _added(page)]
    if not all(name in (words := page.locator(".changes").inner_text()) for name in names):
        yield f"{names} were picked, and {words!r} is different"
    tap_above(page, page.locator(".changes button"))


def _added(page: Page) -> str:
    """Add the first factory that Brown has not, and return its name."""
    page.get_by_role("button", name="Brown: factories: add").tap()
    first = page.locator("dialog[open] .choice").first
    name = first.inner_text()
    first.tap()
    page.locator(".changes", has_text=name).wait_for()
    return name


def _asked_now(page: Page) -> Iterator[str]:
    """Ask about another move at the moment of a question: what stands on top is what is asked."""
    page.locator("summary", has_text="Another move at this moment").tap()
    page.locator("summary", has_text="All that is legal now").tap()
    here = page.locator("details:has(> summary:text('Another move at this moment'))")
    here.locator(".blank").nth(2).tap()
    if wide := page.evaluate(OVERFLOWING):
        yield f"a sheet is wider than the page: {wide}"
    other = page.locator("dialog[open] .choice").last
    name = other.inner_text()
    other.tap()
    page.locator(".changes").wait_for()
    checked(page)
    if name not in (asked := page.locator(".sentence").first.inner_text()):
        yield f"{asked!r} stands on top where another move is asked about, with {name!r}"
    if wrong := page.locator("main").get_by_text(IDS).all_inner_texts():
        yield f"names are shown as in files: {wrong}"


def _taken_along(page: Page, root: str) -> Iterator[str]:
    """State a patent on a technical space, which nobody can have without a marker on it."""
    page.goto(f"{root}table/#{GAME}/another-move?who=Orange&move=develop+car")
    checked(page)
    page.get_by_role("button", name="Orange: patented: telephone technical").tap()
    page.locator(".changes", has_text="So that this can be").wait_for()
    if "developed" not in (different := page.locator(".changes").inner_text()):
        yield f"nothing is said of the marker under a patent: {different!r}"


def _found_by_words(page: Page, root: str) -> Iterator[str]:
    """Find a question by a word that players use and no question has; going back finds the words as they were."""
    page.goto(f"{root}table/#{GAME}")
    page.locator("input[type=search]").fill("counterfeits")
    hit = page.locator(".choice").first
    hit.filter(has_text="fake").wait_for()
    hit.tap()
    page.locator(".word").wait_for()
    page.go_back()
    if (typed := page.locator("input[type=search]").input_value()) != "counterfeits":
        yield f"going back from a question that was found, {typed!r} is looked for"
    page.locator("input[type=search]").fill("")


def _after_an_action(page: Page, root: str) -> Iterator[str]:
    """Ask about a move with a bonus disc: what was done is no part of the bonus action."""
    page.goto(f"{root}table/#{GAME}/another-move?who=Orange&move=exchange+cog+%3E+influence")
    checked(page)
    page.get_by_role("button", name="turn: took cog: no").first.tap()
    page.locator(".changes").wait_for()
    checked(page)
    if "No" not in (said := page.locator(".word").inner_text()):
        yield f"an exchange after the free cog comes to {said!r}"
    tap_above(page, page.get_by_role("button", name="When"))
    page.get_by_role("dialog").get_by_text("bonus disc").tap()
    page.get_by_text("earlier in the turn").wait_for()
    checked(page)
    if "Yes" not in (said := page.locator(".word").inner_text()):
        yield f"an exchange by a bonus disc after the free cog comes to {said!r}"


def _stays_in_place(page: Page, root: str) -> Iterator[str]:
    """Change a fact that then decides later than others: it stays where it is, to be tapped again."""
    page.goto(f"{root}table/#{QUESTION}")
    checked(page)
    page.locator(".fact").first.wait_for()
    before = page.locator(".fact legend").first.inner_text()
    page.get_by_role("button", name="Brown: goods: coal: one more").tap()
    checked(page)
    page.wait_for_timeout(READ)
    if (after := page.locator(".fact legend").first.inner_text()) != before:
        yield f"a fact that was tapped makes place for {after!r}"


def _own_order(page: Page, root: str) -> None:
    """Ask about another move before any fact is changed: what decides it comes first, wherever it stood before."""
    page.goto(f"{root}table/#{GAME}/another-move?who=Orange&move=withdraw+build")
    checked(page)
    page.locator(".fact").nth(1).wait_for()
    chosen(page, page.locator(".blank").nth(1), "build the factory")
    page.locator(".fact legend").first.filter(has_text="turn: built").wait_for()


def _by_few_taps(page: Page, root: str) -> Iterator[str]:
    """Ask about another move: its kind and its first part are asked for at once, and going back closes a sheet."""
    page.goto(f"{root}table/#phoenicia")
    page.get_by_role("button", name="Another move").tap()
    page.locator("dialog .choice").filter(has_text="move a worker").tap()
    page.get_by_role("dialog", name="where the worker comes from").get_by_text("farming").tap()
    checked(page)
    if (asked := page.locator(".sentence").inner_text()).count("farming") != 1:
        yield f"a move begins with {asked!r}"
    page.locator(".blank").last.tap()
    page.locator("dialog").wait_for()
    page.go_back()
    page.locator("dialog").wait_for(state="detached")
    if (left := page.locator(".sentence").inner_text()) != asked:
        yield f"going back from a sheet leads from {asked!r} to {left!r}"


def _what_it_costs(page: Page, root: str) -> Iterator[str]:
    """Ask about a legal move that has to be paid for: the page says what is owed, and marks what nobody has said."""
    page.goto(f"{root}table/#phoenicia/another-move?who=Player+2&move=employ+farming")
    checked(page)
    if "owed 5" not in (said := " ".join(page.locator(".counted").all_inner_texts())):
        yield f"of the cost of a farmer the page says {said!r}"
    page.locator("summary", has_text="Something else is different").tap()
    page.locator(".fact").first.wait_for()
    facts = [one.partition("\n")[0] for one in page.locator(".fact legend").all_inner_texts()]
    marked = [one.partition(" taken")[0] for one in facts if one.endswith("taken for granted")]
    if marked[:2] != ["Player 2: tools", "Player 2: workers"]:
        yield f"as taken for granted the page marks {marked}"
    if len(set(facts)) != len(facts):
        yield f"a fact stands twice among {facts}"
