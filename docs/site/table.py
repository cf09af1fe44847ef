"""The page for the table: the judge in the browser, with ready questions and the answers that are kept for them.

Its sources are in ``docs/table``. Node builds the scripts; without Node the site has no such page.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import json
import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from importlib.metadata import distribution
from pathlib import Path
from typing import Any

from docs import ROOT
from docs.site.errors import SiteError
from era_of_inventions.tabletop.cli import main as era
from era_of_inventions.tabletop.disputes.ready import ReadyQuestion, ready_questions
from era_of_inventions.tabletop.front_door import FrontDoor
from era_of_inventions.tabletop.play.rulebook import AnyRulebook

SOURCES = ROOT / "docs" / "table"
PYODIDE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
PACKAGES = (ROOT, ROOT / "examples" / "oh_my_goods", ROOT / "examples" / "phoenicia")
LIBRARIES = ("attrs",)
SCRIPTS = ("main", "worker", "sw")


def table_is_possible() -> bool:
    """Return whether this machine can build the page."""
    return shutil.which("npm") is not None


def make_table(folder: Path, rulebooks: Iterable[AnyRulebook]) -> None:
    """Build the page into a folder. Raises `SiteError` if a script or a wheel cannot be built."""
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "pyodide").mkdir(parents=True)
    _run("npm", "ci", "--no-audit", "--no-fund", cwd=SOURCES)
    _run("npx", "tsc", "--noEmit", cwd=SOURCES)
    for name in PYODIDE:
        shutil.copy(SOURCES / "node_modules" / "pyodide" / name, folder / "pyodide" / name)
    for name in ("index.html", "style.css"):
        shutil.copy(SOURCES / name, folder / name)
    wheels = sorted(_wheels(folder / "wheels"))
    _write_data(folder / "data", list(rulebooks))
    files = sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())
    files += [f"{script}.js" for script in SCRIPTS if script != "sw"]
    digest = hashlib.sha256()
    for path in sorted(path for path in (*folder.rglob("*"), *SOURCES.glob("src/*")) if path.is_file()):
        digest.update(path.read_bytes())
    defined = {"WHEELS": wheels, "FILES": ["./", *files], "VERSION": digest.hexdigest()[:16]}
    for script in SCRIPTS:
        (source,) = SOURCES.glob(f"src/{script}.ts*")
        constants = [f"--define:{name}={json.dumps(value)}" for name, value in defined.items()]
        options = ("--bundle", "--minify", "--format=esm", "--target=es2022", f"--outfile={folder / script}.js")
        _run("npx", "esbuild", str(source), *options, "--jsx=automatic", "--jsx-import-source=preact", *constants, cwd=SOURCES)


def _wheels(folder: Path) -> Iterator[str]:
    """Build the wheels of the rulebooks, and pack the libraries that they need as they are installed."""
    folder.mkdir()
    for package in PACKAGES:
        _run(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(folder), str(package), cwd=ROOT)
    for name in LIBRARIES:
        found = distribution(name)
        path = folder / f"{name}-{found.version}-py3-none-any.whl"
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as wheel:
            for file in sorted(map(str, found.files or ())):
                if not file.startswith("..") and "__pycache__" not in file:
                    wheel.write(Path(str(found.locate_file(file))), file)
    return (path.name for path in folder.iterdir())


def _write_data(folder: Path, rulebooks: list[AnyRulebook]) -> None:
    """Write the questions of each game, what they refer to, and the kept reports of all their cases."""
    folder.mkdir()
    known = [{"name": one.name, "title": one.title} for one in rulebooks if ready_questions(one)]
    _write(folder / "games.json", known)
    for rulebook in rulebooks:
        questions = ready_questions(rulebook)
        if not questions:
            continue
        kept = {one.id: dict(_kept(one, rulebook)) for one in questions}
        _write(folder / f"{rulebook.name}.json", controls(rulebook))
        (folder / rulebook.name).mkdir()
        for id_, reports in kept.items():
            _write(folder / rulebook.name / f"{id_}.json", reports)


def controls(rulebook: AnyRulebook) -> dict[str, Any]:
    """Return what the page needs to ask the ready questions of a rulebook and to show the verdicts."""
    to_data = FrontDoor(rulebook).to_data
    return {
        "name": rulebook.name,
        "title": rulebook.title,
        "editions": [{"code": edition.code, "name": edition.name} for edition in rulebook.editions],
        "topics": [{"id": chapter.name, "title": chapter.title} for chapter in rulebook.law.chapters],
        "questions": [_question(one) for one in ready_questions(rulebook)],
        "clauses": {clause.id: to_data(clause) for clause in rulebook.law.clauses},
        "rulings": {ruling.id: to_data(ruling) for ruling in rulebook.ruleset.rulings()},
    }


def _question(question: ReadyQuestion) -> dict[str, Any]:
    blanks = [
        {"name": name, "ask": blank.ask, "choices": [*blank.choices.items()], "first": blank.first}
        for name, blank in question.blanks.items()
    ]
    return {
        "id": question.id,
        "topic": question.topic,
        "ask": question.ask,
        "answer": question.answer,
        "sentence": question.sentence,
        "dispute": question.dispute,
        "blanks": blanks,
    }


def _kept(question: ReadyQuestion, rulebook: AnyRulebook) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the report of each case of a question, as the command prints it."""
    for case in question.cases():
        yield "|".join(case.values()), json.loads(report(question.filled(case), rulebook))


def report(text: str, rulebook: AnyRulebook) -> str:
    """Return what ``era judge --json`` prints about a dispute."""
    path = Path("dispute.toml")
    out = io.StringIO()
    here = Path.cwd()
    with contextlib.chdir(_scratch()), contextlib.redirect_stdout(out):
        path.write_text(text, encoding="utf-8")
        era(rulebook, ["judge", "--json", str(path)])
    assert Path.cwd() == here
    return out.getvalue()


def _scratch() -> Path:
    folder = ROOT / "build" / "table"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _write(path: Path, data: object) -> None:
    path.write_text(json.dumps(data, ensure_ascii=False, separators=(",", ":")), encoding="utf-8")


def _run(*command: str, cwd: Path) -> None:
    """Run a command. Raises `SiteError` with its output if it fails."""
    done = subprocess.run(command, cwd=cwd, env=dict(os.environ), capture_output=True, text=True, check=False)
    if done.returncode:
        raise SiteError(command[0], [line for line in (done.stdout + done.stderr).splitlines() if line.strip()])
