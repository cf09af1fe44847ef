"""What became of each passage of a rulebook, on the invented text of a guest game."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from era_of_inventions.tabletop import cli
from era_of_inventions.tabletop.errors import Code, FileError
from era_of_inventions.tabletop.passages import Coverage, Role, Table, Use, evaluate, read_table, read_text, split
from era_of_inventions.tabletop.play.rulebook import Rulebook
from era_of_inventions.tabletop.text.normalized import run_of
from tests.regatta import rulebook as regatta
from tests.regatta.rulebook import REGATTA
from tests.support.nim import NIM

FOLDER = Path(regatta.__file__).parent
EDITION = REGATTA.editions[0]
TEXT = read_text(FOLDER, EDITION)
TABLE = read_table(regatta.PASSAGES, REGATTA.law, REGATTA.editions)["en"]


def covered(text: str = TEXT, table: Table = TABLE) -> Coverage:
    return evaluate(EDITION, REGATTA.law, table, text)


def key_of(words: str) -> tuple[str, str]:
    return next(passage.key for passage in split(EDITION, TEXT) if words in passage.text)


# --- Splitting ------------------------------------------------------------------------


def test_a_text_is_split_into_sentences_items_and_headings() -> None:
    assert [(passage.section, " ".join(passage.text.split())) for passage in split(EDITION, TEXT)] == [
        ("The story", "The story"),
        ("The story", "Long ago the harbor slept."),
        ("The story", "Then came the boats!"),
        ("Rules", "Rules"),
        ("Rules", "Two to four can play, with three cards each."),
        ("Rules", "Note: only who is asked acts."),
        ("Rules", "- Pledge a card face down;"),
        ("Rules", "- nobody bids more than what one can pay."),
        ("Rules", "For example, with 2 coins and a card worth 3 you may bid 5."),
        ("Rules", "The 1. boat comes at once."),
        ("Rules", "The game ends when somebody has twelve points."),
        ("Rules", "The most points wins."),
        ("Rules", "Page 1"),
    ]


@pytest.mark.parametrize(
    ("text", "passages"),
    [
        ("One; two;\nthree", ["One; two;", "three"]),
        ("the end\n\nof a sentence", ["the end\n\nof a sentence"]),
        ("the end.\n\nof a sentence", ["the end.", "of a sentence"]),
        ("bread\n\nButter", ["bread", "Butter"]),
        ("bread and\nButter", ["bread and\nButter"]),
        ("He said: “Go.” So I went", ["He said: “Go.”", "So I went"]),
        ("cubes (small resp. Large) go", ["cubes (small resp.", "Large) go"]),
        ("Würfel bzw. Münzen", ["Würfel bzw. Münzen"]),
        ("1a. Go on. (b) Stop", ["1a. Go on.", "(b) Stop"]),
        ("the 9. Round ends", ["the 9. Round ends"]),
        ("these\nrules: a and b", ["these\nrules: a and b"]),
        ("in this order\nNote: a and b", ["in this order", "Note: a and b"]),
    ],
)
def test_where_a_passage_ends(text: str, passages: list[str]) -> None:
    assert [passage.text for passage in split(EDITION, f"Rules\n{text}")][1:] == passages


@given(st.text("aB1 .;:-\n(é)").map(lambda text: f"Rules\n{text}\nThe story\n{text[::-1]}"))
def test_no_letter_is_lost(text: str) -> None:
    passages = list(split(EDITION, text))
    assert "".join(run_of(passage.text) for passage in passages) == run_of(text)
    assert all(run_of(text)[p.offsets.start : p.offsets.stop] == run_of(p.text) for p in passages)


def test_what_comes_before_the_first_heading_belongs_to_it() -> None:
    assert next(split(EDITION, f"Regatta\n{TEXT}")).section == "The story"


def test_a_text_without_headings_has_no_passages() -> None:
    assert list(split(EDITION, "Something else.")) == []


def test_line_ends_and_punctuation_do_not_change_a_fingerprint() -> None:
    other = (
        TEXT.replace("with three cards\n", "with three cards ")
        .replace("each.", "each .")
        .replace("harbor", "har-\nbor")
    )
    assert other != TEXT
    assert [passage.key for passage in split(EDITION, other)] == [passage.key for passage in split(EDITION, TEXT)]


# --- Evaluating -----------------------------------------------------------------------


def test_every_passage_has_a_place() -> None:
    coverage = covered()
    assert not coverage.uncovered
    assert not coverage.problems
    uses = {" ".join(passage.text.split()): use for passage, use in coverage.passages}
    assert uses["Rules"] == Use(Role.LAYOUT)
    assert uses["Long ago the harbor slept."] == Use(Role.THEME)
    assert uses["- Pledge a card face down;"] == Use(Role.CITED, ("rules.one-pledge", "rules.sealed"))
    assert uses["For example, with 2 coins and a card worth 3 you may bid 5."] == Use(
        Role.EXAMPLE, ("rules.must-afford",)
    )


def test_counts_are_those_of_the_passages() -> None:
    counts = covered().counts
    assert sum(counts.values()) == 13
    assert counts[Role.CITED] == 6
    assert counts[None] == 0


def test_a_passage_without_an_entry_is_found() -> None:
    coverage = covered(table={key: use for key, use in TABLE.items() if key != key_of("For example")})
    assert [passage.key for passage in coverage.uncovered] == [key_of("For example")]


def test_a_changed_passage_is_uncovered_and_its_entry_stale() -> None:
    coverage = covered(TEXT.replace("the harbor slept", "the harbor woke"))
    assert [passage.text for passage in coverage.uncovered] == ["Long ago the harbor woke."]
    section, fingerprint = key_of("Long ago")
    assert [(p.place, p.code) for p in coverage.problems] == [(f"en.{section}.{fingerprint}", Code.UNKNOWN_KEY)]


def test_an_entry_for_a_cited_passage_is_a_problem() -> None:
    key = key_of("Two to four")
    coverage = covered(table={**TABLE, key: Use(Role.THEME)})
    assert [(p.place, p.code) for p in coverage.problems] == [(".".join(("en", *key)), Code.DUPLICATE)]
    assert (Role.THEME, key) not in {(use.role, passage.key) for passage, use in coverage.passages if use.clauses}


def test_a_citation_that_is_not_found_is_a_problem() -> None:
    coverage = covered(TEXT.replace("twelve", "thirteen"))
    assert [problem.place for problem in coverage.problems] == ["rules.round-ends"]
    assert [passage.key[0] for passage in coverage.uncovered] == ["Rules"]


def test_an_anchor_across_two_passages_belongs_to_both() -> None:
    coverage = covered(TEXT.replace("only who is asked acts", "only who is asked. Acts"))
    citing = [passage.text for passage, use in coverage.passages if "rules.who-decides" in use.clauses]
    assert citing == ["Note: only who is asked.", "Acts."]


# --- The table ------------------------------------------------------------------------


def table(tmp_path: Path, text: str) -> list[tuple[str, Code]]:
    path = tmp_path / "passages.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(FileError) as caught:
        read_table(path, REGATTA.law, REGATTA.editions)
    assert caught.value.path == str(path)
    return [(problem.place, problem.code) for problem in caught.value.problems]


def test_all_mistakes_of_a_table_are_told_with_their_places(tmp_path: Path) -> None:
    entries = {
        "00000001": '"rule rules.no-such"',
        "00000002": '"poem"',
        "00000003": '"rule"',
        "00000004": '"theme rules.points"',
        "00000005": '"cited rules.points"',
        "00000006": '""',
    }
    text = "[en.Rules]\n" + "".join(f"{key} = {value}\n" for key, value in entries.items())
    assert table(tmp_path, text) == [(f"en.Rules.{key}", Code.MALFORMED) for key in entries]


def test_what_belongs_to_no_section_is_told(tmp_path: Path) -> None:
    text = '[en."No such"]\n00000001 = "theme"\n[en.Rules]\n00000002 = 3\n[fr.Rules]\n00000003 = "theme"\n'
    assert table(tmp_path, text) == [
        ("en.Rules.00000002", Code.WRONG_TYPE),
        ("en.No such", Code.UNKNOWN_KEY),
        ("fr", Code.UNKNOWN_KEY),
    ]


# --- The command ----------------------------------------------------------------------

Capture = pytest.CaptureFixture[str]


def coverage(capsys: Capture, *arguments: str | Path, rulebook: Rulebook[Any, Any] = REGATTA) -> tuple[int, str, str]:
    status = cli.main(rulebook, ["coverage", *map(str, arguments)])
    out, err = capsys.readouterr()
    return status, out, err


def test_the_command_shows_what_became_of_each_passage(capsys: Capture) -> None:
    status, out, _ = coverage(capsys, "--rulebooks", FOLDER)
    assert status == cli.HOLDS
    assert all(len(line) <= 80 for line in out.splitlines())
    for passage, use in covered().passages:
        words = passage.text.split()
        assert " ".join(words[:4]) in out
        assert len(words) <= 6 or " ".join(words[:7]) not in out
        assert all(clause in out for clause in use.clauses)


@pytest.mark.parametrize("rulebook", [attrs.evolve(REGATTA, passages=None)])
def test_without_a_table_what_is_not_cited_is_uncovered(capsys: Capture, rulebook: Rulebook[Any, Any]) -> None:
    status, out, _ = coverage(capsys, "--rulebooks", FOLDER, "--uncovered", "--lang", "en", rulebook=rulebook)
    assert status == cli.FAILS
    assert "For example" in out
    assert "Two to four" not in out
    assert key_of("For example")[1] in out


def test_a_stale_entry_fails_the_command(capsys: Capture, tmp_path: Path) -> None:
    (tmp_path / EDITION.file).write_text(TEXT.replace("Page 1", ""), encoding="utf-8")
    status, out, _ = coverage(capsys, "--rulebooks", tmp_path)
    assert status == cli.FAILS
    assert ".".join(("en", *key_of("Page 1"))) in out


def test_without_texts_the_command_says_what_it_needs(capsys: Capture, tmp_path: Path) -> None:
    for arguments in ([], ["--rulebooks", str(tmp_path)]):
        status, out, err = coverage(capsys, *arguments)
        assert (status, out, err.count("\n")) == (cli.UNUSABLE, "", 1)
        assert EDITION.file in err


@pytest.mark.parametrize("data", [b"Rules\n\xff", b"Something else.", b"", None])
def test_a_wrong_file_is_told_in_one_sentence(capsys: Capture, tmp_path: Path, data: bytes | None) -> None:
    if data is not None:
        (tmp_path / EDITION.file).write_bytes(data)
    status, out, err = coverage(capsys, "--rulebooks", tmp_path, "--lang", "en")
    assert (status, out, err.count("\n")) == (cli.UNUSABLE, "", 1)
    assert str(tmp_path / EDITION.file) in err


def test_a_rulebook_whose_editions_name_no_file_has_no_coverage(capsys: Capture, tmp_path: Path) -> None:
    assert coverage(capsys, "--rulebooks", tmp_path, rulebook=NIM)[0] == cli.UNUSABLE
