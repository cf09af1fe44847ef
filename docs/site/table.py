"""The page for the table: the judge in the browser, with ready questions and the answers that are kept for them.

Its sources are in ``docs/table``. Node builds the scripts; without Node the page only says so.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import json
import shutil
import sys
import tempfile
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from importlib.metadata import distribution, version
from pathlib import Path
from typing import Any

from docs import ROOT
from docs.site import search
from docs.site.commands import run_command
from docs.site.opened import kept_as
from docs.site.pictures import scenes
from docs.site.search import CLAUSE, QUESTION, TEXT, TITLE, Place, alone
from docs.site.volume import Volume
from era_of_inventions.tabletop import FrontDoor
from era_of_inventions.tabletop.cli import main as era
from era_of_inventions.tabletop.disputes.controls import Controls, controls
from era_of_inventions.tabletop.disputes.ready import ReadyQuestion, ready_file, ready_questions
from era_of_inventions.tabletop.play.game import Game
from era_of_inventions.tabletop.play.grammar import BLANK
from era_of_inventions.tabletop.play.rulebook import AnyRulebook
from era_of_inventions.tabletop.text.ranking import Entry, Part
from era_of_inventions.tabletop.text.toml import toml_key

SOURCES = ROOT / "docs" / "table"
SCRIPTED = ROOT / "build" / "scripts"
"""A copy of the sources, where Node finds its packages."""
KEPT = ROOT / "build" / "kept"
"""The reports of earlier builds, by the fingerprint of the code and the dispute."""
PACKAGES = (ROOT, ROOT / "examples" / "oh_my_goods", ROOT / "examples" / "phoenicia")
LIBRARIES = ("attrs",)
"""What the rulebooks need of other projects to judge a dispute."""
PAGE = ("index.html", "style.css")
ANOTHER = "another-move "
"""What the words for a kind of moves follow where it can be found."""
PYODIDE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
SCRIPTS = {"main": "main.tsx", "worker": "worker.ts", "sw": "sw.ts"}
WITHOUT = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>At the table</title></head>
<body><p>This site was built without Node, so the judge is not here. <a href="../">The rules</a></p></body></html>
"""


def make_table(folder: Path, volumes: Iterable[Volume]) -> None:
    """Build the page into a folder. Raises `SiteError` if a script, a wheel or a report cannot be made."""
    folder.mkdir(parents=True)
    if shutil.which("npm") is None:
        (folder / "index.html").write_text(WITHOUT, encoding="utf-8")
        return
    shutil.rmtree(SCRIPTED / "src", ignore_errors=True)
    shutil.copytree(SOURCES, SCRIPTED, dirs_exist_ok=True, ignore=shutil.ignore_patterns("node_modules"))
    run_command("npm", "ci", "--no-audit", "--no-fund", cwd=SCRIPTED)
    run_command("npx", "tsc", "--noEmit", cwd=SCRIPTED)
    for name in PAGE:
        shutil.copy(SOURCES / name, folder / name)
    (folder / "pyodide").mkdir()
    for name in PYODIDE:
        shutil.copy(SCRIPTED / "node_modules" / "pyodide" / name, folder / "pyodide" / name)
    wheels = _make_wheels(folder / "wheels")
    archives = (folder / "pyodide" / "python_stdlib.zip", *(folder / "wheels" / name for name in wheels))
    run_command("node", "compile.mjs", *map(str, archives), cwd=SCRIPTED)
    _write_data(folder / "data", [*volumes])
    (folder / "search.js").write_text(search.script(), encoding="utf-8")
    _bundle(folder, wheels)


def _make_wheels(folder: Path) -> list[str]:
    """Build the wheels of the rulebooks, pack the libraries that they need, and return the names."""
    folder.mkdir()
    options = ("--quiet", "--no-deps", "--wheel-dir", str(folder))
    run_command(sys.executable, "-m", "pip", "wheel", *options, *map(str, PACKAGES), cwd=ROOT)
    for library in map(distribution, LIBRARIES):
        name = f"{library.name}-{library.version}-py3-none-any.whl"
        with zipfile.ZipFile(folder / name, "w", zipfile.ZIP_DEFLATED) as wheel:
            for file in sorted(map(str, library.files or ())):
                if not file.startswith("..") and "__pycache__" not in file:
                    wheel.write(str(library.locate_file(file)), file)
    return sorted(path.name for path in folder.iterdir())


def _bundle(folder: Path, wheels: list[str]) -> None:
    """Build the scripts. The service worker keeps every other file, under a version that changes with any of them."""
    files = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
    version = hashlib.sha256()
    for path in (*(folder / name for name in files), *sorted((SOURCES / "src").iterdir())):
        version.update(path.read_bytes())
    known = {
        "WHEELS": wheels,
        "FILES": ["./", "main.js", "worker.js", *files],
        "VERSION": version.hexdigest()[:16],
    }
    options = [
        "--bundle",
        "--minify",
        "--format=esm",
        "--target=es2022",
        "--jsx=automatic",
        "--jsx-import-source=preact",
    ]
    options += [f"--define:{name}={json.dumps(value)}" for name, value in known.items()]
    for script, source in SCRIPTS.items():
        run_command("npx", "esbuild", f"src/{source}", f"--outfile={folder / script}.js", *options, cwd=SCRIPTED)


# --- Questions and kept reports -------------------------------------------------------


def _write_data(folder: Path, volumes: list[Volume]) -> None:
    """Write the questions of each game, what they refer to, the kept reports of all their cases, and the examples."""
    folder.mkdir()
    code = fingerprint()
    _write(folder / "games.json", [{"name": one.rulebook.name, "title": one.rulebook.title} for one in volumes])
    for volume in volumes:
        rulebook = volume.rulebook
        _write(folder / f"{rulebook.name}.json", about(rulebook))
        (folder / rulebook.name).mkdir()
        _write(folder / rulebook.name / "examples.json", examples(volume))
        names = rulebook.grammar.seat_names(max(rulebook.player_counts()))
        opening = controls(Game(rulebook, len(names)).new(), names)
        _write(folder / rulebook.name / "controls.json", FrontDoor(rulebook).to_data(opening))
        _write(folder / rulebook.name / "search.json", alone(to_find(volume, opening), volume))
        for question in ready_questions(rulebook):
            _write(folder / rulebook.name / f"{question.id}.json", kept_reports(question, rulebook, code))


def to_find(volume: Volume, opening: Controls) -> Iterator[Place]:
    """Yield what can be found by words: the questions by their ids, and the kinds of moves by the words for them."""
    topics = {chapter.name: chapter.title for chapter in volume.rulebook.law.chapters}
    for one in ready_questions(volume.rulebook):
        sentence = BLANK.sub("", one.sentence)
        answered = " ".join(
            (one.answer, sentence, *(words for blank in one.blanks.values() for words in blank.choices))
        )
        parts = Part(one.ask, TITLE), Part(answered, TEXT), Part(topics[one.topic], TEXT)
        yield Place(one.id, one.ask, "", Entry(parts, QUESTION), volume)
    for kind in opening.moves:
        said = Part(BLANK.sub("", kind.sentence), TITLE), Part(f"{kind.words} {kind.about}", TEXT)
        yield Place(f"{ANOTHER}{kind.words}", kind.words, "", Entry(said, CLAUSE), volume)


def examples(volume: Volume) -> dict[str, str]:
    """Return the disputes and the recorded games that the pages of a volume show, by the names of `kept_as`."""
    games = {scene.record for scene in scenes(volume.rulebook, volume.written).values() if not scene.example}
    paths = [*(ROOT / path for path in volume.examples), *sorted(games)]
    return {kept_as(path): path.read_text(encoding="utf-8") for path in paths}


def about(rulebook: AnyRulebook) -> dict[str, Any]:
    """Return what the page needs to ask the ready questions of a rulebook and to show the verdicts."""
    to_data = FrontDoor(rulebook).to_data
    return {
        "name": rulebook.name,
        "title": rulebook.title,
        "counts": [*rulebook.player_counts()],
        "editions": [{"code": edition.code, "name": edition.name} for edition in rulebook.editions],
        "topics": [{"id": chapter.name, "title": chapter.title} for chapter in rulebook.law.chapters],
        "questions": [_question(one) for one in ready_questions(rulebook)],
        "moves": {one.begins: one.states for one in ready_file(rulebook).move},
        "clauses": {clause.id: to_data(clause) for clause in rulebook.law.clauses},
        "rulings": {ruling.id: to_data(ruling) for ruling in rulebook.ruleset.rulings()},
        "numbers": [*_numbers(rulebook)],
        "version": version("era-of-inventions"),
    }


def _numbers(rulebook: AnyRulebook) -> Iterator[dict[str, str]]:
    """Yield the assumed values of the usual component set, with the keys that state them in a dispute."""
    sets = rulebook.components
    for value, about in sets.unstated(sets.load(sets.default)):
        *part, name = value.written_at
        words = {"part": " ".join(part), "name": name, "about": about}
        yield {"key": toml_key(value.written_at), **words, "assumed": value.text}


def _question(question: ReadyQuestion) -> dict[str, Any]:
    keys = ("id", "topic", "ask", "answer", "sentence", "dispute")
    blanks = [
        {"name": name, "ask": blank.ask, "choices": [*blank.choices.items()], "first": blank.first}
        for name, blank in question.blanks.items()
    ]
    return {**{key: getattr(question, key) for key in keys}, "blanks": blanks}


def kept_reports(question: ReadyQuestion, rulebook: AnyRulebook, code: str) -> Mapping[str, Any]:
    """Return the report of each case of a question, by its choices.

    Those of an earlier build are used again, if nothing changed since: ``code`` is the fingerprint of the code.
    """
    asked = json.dumps([code, _question(question)])
    path = KEPT / f"{hashlib.sha256(asked.encode()).hexdigest()}.json"
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        reports = {
            "|".join(case.values()): json.loads(report(question.filled(case), rulebook)) for case in question.cases()
        }
        _write(path, reports)
    kept: Mapping[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return kept


def report(text: str, rulebook: AnyRulebook) -> str:
    """Return what ``era judge --json`` prints about a dispute."""
    out = io.StringIO()
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder), contextlib.redirect_stdout(out):
        Path("dispute.toml").write_text(text, encoding="utf-8")
        era(rulebook, ["judge", "--json", "dispute.toml"])
    return out.getvalue()


def fingerprint() -> str:
    """Return the fingerprint of everything that a verdict can depend on."""
    digest = hashlib.sha256()
    for path in sorted(_sources()):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _sources() -> Iterator[Path]:
    for package in ("era_of_inventions", "examples/oh_my_goods/oh_my_goods", "examples/phoenicia/phoenicia"):
        yield from (
            path
            for path in (ROOT / package).rglob("*")
            if path.suffix in (".py", ".toml") and path.name != "ready.toml"
        )


def _write(path: Path, data: object) -> None:
    path.write_text(json.dumps(data, ensure_ascii=False, separators=(",", ":")), encoding="utf-8")
