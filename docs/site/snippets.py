"""Runs the commands and snippets of a page, and compares their output with that on the page.

A fenced block is

* ``console``: lines that start with ``$ `` are ``era`` or ``sphinx-build`` commands, the lines after them the output;
  what asks for input finds its end;
* ``python`` with ``>>>``: an interactive session, which continues through the page;
* ``toml``, ``text``, ``rst`` or ``python`` with ``title="NAME"``: a file of that name, available to the blocks after
  it, which can also import it.

A line ``...`` stands for any number of lines.
"""

from __future__ import annotations

import contextlib
import doctest
import io
import os
import re
import shlex
import subprocess
import sys
import tempfile
import textwrap
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from unittest import mock

import attrs

from docs.site.errors import SiteError
from docs.site.text import lines
from era_of_inventions import cli
from era_of_inventions.tabletop.errors import joined

PLAIN = {"COLUMNS": "88", "NO_COLOR": "1", "TTY_COMPATIBLE": "0"}
"""The environment of commands: as pages show what they print, also where colors are forced."""
FILES = ("toml", "text", "rst", "python")
SHOWN = ("sh", "ebnf", "markdown", "rst")
"""Languages of blocks that are not run: installation, grammars, sources of pages."""
SHELL = re.compile(r"\$ (.+)")


@attrs.frozen
class Block:
    """A fenced block: its language, the rest of its first line, its text, and the line on which it begins."""

    language: str
    options: str
    text: str
    line: int


def blocks(text: str) -> list[Block]:
    """Return the fenced blocks of a page, in order."""
    result = []
    for start, block in groupby(lines(text), lambda line: line.code):
        if start:
            first, *body = [line.text for line in block]
            language, _, options = first.strip().lstrip("`~ ").partition(" ")
            result.append(Block(language, options, textwrap.dedent("".join(body[:-1])), start))
    return result


def file_of(block: Block) -> str:
    """Return the name of the file that a block is; empty if it is none."""
    name = re.search(r'title="([\w./-]+)"', block.options) if block.language in FILES else None
    return name[1] if name else ""


def files(text: str) -> dict[str, str]:
    """Return the texts of the files of a page, by name."""
    return {file_of(block): block.text for block in blocks(text) if file_of(block)}


def run_pages(pages: Mapping[str, str], examples: Path) -> None:
    """Run all pages, each in a fresh folder with the examples. Raises `SiteError` with all problems."""
    problems = []
    for page, text in pages.items():
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "examples").symlink_to(examples)
            problems += [f"{page}:{problem}" for problem in run_page(text, Path(folder))]
    if problems:
        raise SiteError("docs", problems)


def run_page(text: str, folder: Path) -> list[str]:
    """Run all blocks of a page in a folder of its own, and return the problems, with their lines."""
    problems: list[str] = []
    session: dict[str, object] = {}
    written: set[str] = set()
    importable = mock.patch.object(sys, "path", [str(folder), *sys.path])
    with contextlib.chdir(folder), mock.patch.dict(os.environ, PLAIN), importable:
        for block in blocks(text):
            if name := file_of(block):
                path = Path(name)
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
    except ValueError as error:  # an unclosed quote, or a prompt without a space
        return [f"{block.line}: {error}"]
    if block.language in SHOWN:
        return []
    return [f"{block.line}: a block {block.language!r} cannot be run; expected console, or python with >>>"]


def _console(block: Block) -> Iterator[str]:
    lines = block.text.splitlines()
    starts = [number for number, line in enumerate(lines) if SHELL.match(line)]
    if starts[:1] != [0]:
        yield f"{block.line}: a console block must begin with a command; expected a line that starts with '$ '"
        return
    for start, stop in zip(starts, [*starts[1:], len(lines)], strict=True):
        command = lines[start][2:]
        where = block.line + 1 + start
        if command.split()[0] not in PROGRAMS:
            yield f"{where}: {command!r} cannot be run here; only {joined(PROGRAMS, 'and')} commands can"
        else:
            printed, expected = ran(command), lines[start + 1 : stop]
            if not matches(printed, expected):
                yield f"{where}: {command!r} prints something else:\n" + "\n".join(printed)


def ran(command: str) -> list[str]:
    """Return the lines that a command prints, without trailing spaces and empty lines."""
    program, *arguments = shlex.split(command)
    no_input = mock.patch.object(sys, "stdin", io.StringIO())
    with no_input, contextlib.redirect_stdout(io.StringIO()) as out, contextlib.redirect_stderr(out):
        PROGRAMS[program](arguments)
    return [line.rstrip() for line in out.getvalue().rstrip().splitlines()]


def _sphinx(arguments: Sequence[str]) -> None:
    """Run Sphinx, in another process because it keeps state, and print places relative to the folder."""
    command = (sys.executable, "-m", "sphinx", *arguments)
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    print(done.stdout.replace(f"{Path.cwd()}{os.sep}", ""))


PROGRAMS: Mapping[str, Callable[[Sequence[str]], object]] = {"era": cli.main, "sphinx-build": _sphinx}
"""What runs the commands of a page."""


def matches(printed: Sequence[str], expected: Sequence[str]) -> bool:
    """Return whether lines are as expected; a line ``...`` (or ``…``) matches any number of lines."""
    if not expected:
        return not printed
    first, rest = expected[0].rstrip(), expected[1:]
    if first.strip() in ("...", "…"):
        return any(matches(printed[skip:], rest) for skip in range(len(printed) + 1))
    return bool(printed) and printed[0] == first and matches(printed[1:], rest)


def _session(block: Block, session: dict[str, object]) -> Iterator[str]:
    """Yield the first line of a session with another output than expected."""
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
    yield f"{where}: {example.source.strip()!r} prints something else:\n{printed.rstrip()}"
