"""The commands and snippets of a page, run as they stand there, and compared with what the page says they print.

A fenced block is

* ``console``: lines that start with ``$ `` are ``era`` commands, the lines after them what they print;
* ``python`` with ``>>>``: a session, which goes on through the page;
* ``toml``, ``text`` or ``python`` with ``title="NAME"``: a file of that name, for what comes after it, which can import
  a module.

A line ``...`` stands for any number of lines.
"""

from __future__ import annotations

import contextlib
import doctest
import io
import os
import re
import shlex
import sys
import tempfile
import textwrap
import traceback
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from unittest import mock

import attrs

from docs.site.text import lines
from era_of_inventions import cli
from era_of_inventions.tabletop.errors import FileError

COLUMNS = "88"
FILES = ("toml", "text", "python")
SHOWN = ("sh", "ebnf", "markdown", "rst")
"""What is only to be looked at: installing, grammars, the sources of other pages."""
SHELL = re.compile(r"\$ (.+)")


@attrs.frozen
class Block:
    """A fenced block: its language, the rest of its first line, what stands in it, and the line it begins on."""

    language: str
    options: str
    text: str
    line: int


def blocks(text: str) -> list[Block]:
    """The fenced blocks of a page, in order."""
    found = []
    for start, block in groupby(lines(text), lambda line: line.code):
        if start:
            first, *body = [line.text for line in block]
            language, _, options = first.strip().lstrip("`~ ").partition(" ")
            found.append(Block(language, options, textwrap.dedent("".join(body[:-1])), start))
    return found


def run_pages(pages: Mapping[str, str], examples: Path) -> None:
    """Run what all pages show, each in a fresh folder with the examples. Raises `FileError` with all that is not so."""
    problems = []
    for page, text in pages.items():
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "examples").symlink_to(examples)
            problems += [f"{page}:{problem}" for problem in run_page(text, Path(folder))]
    if problems:
        raise FileError("docs", problems)


def run_page(text: str, folder: Path) -> list[str]:
    """Run everything a page shows, in a folder of its own; what does not come out as printed, by line."""
    problems: list[str] = []
    session: dict[str, object] = {}
    written: set[str] = set()
    here = mock.patch.object(sys, "path", [str(folder), *sys.path])
    with contextlib.chdir(folder), mock.patch.dict(os.environ, {"COLUMNS": COLUMNS}), here:
        for block in blocks(text):
            if block.language in FILES and (name := re.search(r'title="([\w./-]+)"', block.options)):
                path = Path(name[1])
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(block.text, encoding="utf-8")
                written.add(path.parts[0].removesuffix(".py"))
            else:
                problems += _run(block, session)
    for module in [module for module in sys.modules if module.partition(".")[0] in written]:
        del sys.modules[module]
    return problems


def _run(block: Block, session: dict[str, object]) -> list[str]:
    try:
        if block.language == "console":
            return list(_console(block))
        if block.language == "python" and ">>>" in block.text:
            return list(_session(block, session))
    except ValueError as error:  # a quote that is not closed, a prompt without a blank
        return [f"{block.line}: {error}"]
    if block.language in SHOWN:
        return []
    return [f"{block.line}: a block {block.language!r} shows what nobody runs; expected console, or python with >>>"]


def _console(block: Block) -> Iterator[str]:
    lines = block.text.splitlines()
    starts = [number for number, line in enumerate(lines) if SHELL.match(line)]
    if starts[:1] != [0]:
        yield f"{block.line}: a console block begins with a command; expected a line that starts with '$ '"
        return
    for start, stop in zip(starts, [*starts[1:], len(lines)], strict=True):
        command = lines[start][2:]
        where = block.line + 1 + start
        if command.split()[0] != "era":
            yield f"{where}: {command!r} cannot be run here; only era commands can"
        else:
            printed, expected = ran(command), lines[start + 1 : stop]
            if not matches(printed, expected):
                yield f"{where}: {command!r} does not print what stands there, but:\n" + "\n".join(printed)


def ran(command: str) -> list[str]:
    """The lines an ``era`` command prints, without spaces at their ends and empty lines at the end."""
    with contextlib.redirect_stdout(io.StringIO()) as out, contextlib.redirect_stderr(out):
        try:
            cli.main(shlex.split(command)[1:])
        except SystemExit as ended:  # argparse leaves this way
            print(ended.code or "")
    return [line.rstrip() for line in out.getvalue().rstrip().splitlines()]


def matches(printed: Sequence[str], expected: Sequence[str]) -> bool:
    """Whether lines are as expected, where a line ``...`` (or ``…``) stands for any number of them."""
    if not expected:
        return not printed
    first, rest = expected[0].rstrip(), expected[1:]
    if first.strip() in ("...", "…"):
        return any(matches(printed[skip:], rest) for skip in range(len(printed) + 1))
    return bool(printed) and printed[0] == first and matches(printed[1:], rest)


def _session(block: Block, session: dict[str, object]) -> Iterator[str]:
    """The first line of a session that does not come out as it stands there."""
    test = doctest.DocTestParser().get_doctest(block.text, session, "the session", None, block.line)
    runner = doctest.DebugRunner(verbose=False, optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    try:
        runner.run(test, clear_globs=False)
    except doctest.DocTestFailure as failure:
        example, printed = failure.example, failure.got
    except doctest.UnexpectedException as failure:
        example, printed = failure.example, "".join(traceback.format_exception_only(failure.exc_info[1]))
    else:
        return
    finally:
        session.update(test.globs)
    where = block.line + 1 + example.lineno
    yield f"{where}: {example.source.strip()!r} does not print what stands there, but:\n{printed.rstrip()}"
