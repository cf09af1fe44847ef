"""Checks that the page for the table judges ready questions as the command line does, byte for byte.

Part of ``python -m docs.site.check_table``: some cases of one game, with ``--long`` all of all.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path

from playwright.sync_api import Browser, Page

from docs.site.build import VOLUMES
from docs.site.table import report
from era_of_inventions.tabletop.disputes.ready import ready_questions
from era_of_inventions.tabletop.play.rulebook import AnyRulebook

FEW = [volume.rulebook for volume in VOLUMES if volume.rulebook.name == "oh-my-goods"]
"""The game whose cases are judged fastest."""
JUDGE = """async ([game, texts]) => {
    const worker = new Worker(new URL("worker.js", document.baseURI), { type: "module" });
    const answers = [];
    for (const [id, text] of texts.entries()) {
        const answer = new Promise((resolve) => {
            worker.onmessage = ({ data }) => { if (data.id === id) resolve(data); };
        });
        worker.postMessage({ id, call: "judge", arguments: JSON.stringify([game, text]) });
        answers.push(await answer);
    }
    worker.terminate();
    return answers.map(({ answer, error }) => answer ?? error);
}"""


def check(page: Page, rulebooks: Iterable[AnyRulebook] = FEW, step: int = 25) -> Iterator[str]:
    """Yield the cases of ready questions that the page judges otherwise; only one in ``step`` is tried."""
    for rulebook in rulebooks:
        cases = (question.filled(case) for question in ready_questions(rulebook) for case in question.cases())
        texts = [*islice(cases, 0, None, step)]
        answers: list[str] = page.evaluate(JUDGE, [rulebook.name, texts])
        for text, answer in zip(texts, answers, strict=True):
            if answer != report(text, rulebook):
                yield f"{rulebook.name}: the page reports otherwise on {text!r}: {answer[:200]!r}"


def check_long(browser: Browser, root: str, _: Path) -> Iterator[str]:
    """Yield the cases of all games that the page judges otherwise."""
    with browser.new_context() as context:
        page = context.new_page()
        page.goto(f"{root}table/")
        yield from check(page, [volume.rulebook for volume in VOLUMES], 1)
