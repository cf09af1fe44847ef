"""What helps at the command line: examples, words that may have been meant, completion, colors."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from oh_my_goods.rulebook import OH_MY_GOODS
from phoenicia.rulebook import PHOENICIA

from era_of_inventions import ERA, cli
from era_of_inventions.rules import LAW
from era_of_inventions.tabletop.cli import parser
from era_of_inventions.tabletop.cli.command import Parser, subcommands
from era_of_inventions.tabletop.play import registry
from era_of_inventions.tabletop.play.rulebook import Rulebook

Capture = pytest.CaptureFixture[str]
PROGRAM = (sys.executable, "-m", "era_of_inventions")
DISPUTE = '[position]\nplayers = ["Orange", "Brown", "Green"]\n[[claim]]\nmoves = ["place market", "run all"]\n'


def commands(part: Parser) -> Iterator[Parser]:
    """All commands that can be run."""
    inner = subcommands(part).values()
    yield from [part] if not inner else [command for one in inner for command in commands(one)]


# --- Examples -------------------------------------------------------------------------


@pytest.mark.parametrize("rulebook", [ERA, OH_MY_GOODS, PHOENICIA], ids=lambda rulebook: rulebook.name)
def test_every_command_has_examples_that_can_be_typed(rulebook: Rulebook[Any, Any]) -> None:
    top = parser(rulebook, f"era --game {rulebook.name}")
    for command in commands(top):
        shown = command.format_help().partition("\nexamples:\n")[2].splitlines()
        assert shown, command.prog
        for line in shown:
            program, *arguments = shlex.split(re.sub(" >.*", "", line))
            assert program == "era"
            assert top.parse_args(arguments).parser is command


def test_the_examples_are_about_the_game() -> None:
    for rulebook in (ERA, PHOENICIA):
        help_ = subcommands(parser(rulebook))["clause"].format_help()
        assert re.findall(r"^  era clause (\S+)$", help_, re.MULTILINE)[0] in rulebook.law


# --- What may have been meant ---------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "meant"),
    [
        (["jugde", "x.toml"], "'judge'"),
        (["components", "chekc", "x.toml"], "'check'"),
        (["judge", "--breif", "x.toml"], "'--brief'"),
        (["simulate", "--games", "x"], None),
        (["simulate", "--game", "phenicia"], "'phoenicia'"),
        (["simulate", "--worker=2x"], None),
        (["simulate", "--rulset=nl"], "'--ruleset'"),
        (["simulate", "--ruleset", "nll"], "'nl'"),
    ],
)
def test_a_mistyped_word_is_answered_with_the_one_that_was_meant(
    arguments: list[str], meant: str | None, capsys: Capture
) -> None:
    assert cli.main(arguments) == cli.UNUSABLE
    hints = re.findall(r"; did you mean (.*)\?\n", capsys.readouterr().err)
    assert hints == ([] if meant is None else [meant])


@pytest.mark.parametrize("arguments", [["--game", "phoenicia", "clauses"], ["clauses", "--game", "phoenicia"]])
def test_another_game_is_named_before_or_after_the_command(arguments: list[str], capsys: Capture) -> None:
    assert cli.main(arguments) == cli.HOLDS
    assert "auction.must-afford" in capsys.readouterr().out


# --- Completion -----------------------------------------------------------------------


ASKING = """
import os, sys
from era_of_inventions import cli
for line in sys.argv[2:]:
    asked = {"_ARGCOMPLETE": "1", "_ARGCOMPLETE_IFS": " ", "_ARGCOMPLETE_STDOUT_FILENAME": sys.argv[1]}
    os.environ |= {**asked, "COMP_LINE": line, "COMP_POINT": str(len(line))}
    try:
        cli.main()
    except SystemExit:
        print(open(sys.argv[1]).read())
"""
COMPLETED = {
    "era clau": "clause clauses",
    "era components ": "check new show",
    "era play g.era --b": "--bots --by-hand",
    "era clause market.three": "market.three-per-box",
    "era clause ": " ".join(clause.id for clause in LAW.clauses),
    "era clauses --chapter mark": "market",
    "era judge a.toml --ruleset n": "nl",
    "era --game ": " ".join(registry.names()),
    "era --game phoe": "phoenicia",
    "era --game phoenicia clause auction.must": "auction.must-afford",
    "era completion ": "bash fish zsh",
    "era rulings market-u": "market-unit",
    "era dispute new a.toml --about income.own": "income.own-none",
    "era components check ": "a.toml folder/ reconstructed",
    "era simulate --components rec": "reconstructed",
    "era judge a": "a.toml",
    "era replay fol": "folder/",
    "era zzz": "",
}
"""What shells add to lines, as far as they do not look for names of files themselves."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "a.toml").touch()
    (tmp_path / "folder").mkdir()
    return tmp_path


def test_commands_options_names_and_files_are_completed(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    answer = tmp_path_factory.mktemp("answer") / "words"
    asking = [sys.executable, "-c", ASKING, str(answer), *COMPLETED]
    done = subprocess.run(asking, cwd=folder, capture_output=True, text=True, check=True)
    found = (line.removesuffix("\n").split() for line in done.stdout.splitlines())
    assert dict(zip(COMPLETED, map(sorted, found), strict=True)) == {
        line: sorted(words.split()) for line, words in COMPLETED.items()
    }


LINES = {"era clause market.th": "market.three-per-box", "era replay fol": "folder/"}
ASKED = {
    "bash": "source <(era completion bash); COMP_LINE={line!r}; COMP_POINT=${{#COMP_LINE}}; COMP_WORDBREAKS=' '; "
    "_python_argcomplete era; echo $COMPREPLY",
    "fish": "era completion fish | source; complete -C {line!r}",
    "zsh": "compdef() {{}}; _describe() {{ print -l -- ${{(P)2}} }}; BUFFER={line!r}; CURSOR=$#BUFFER; words=(era); "
    "source <(era completion zsh); _python_argcomplete",
}
"""What each shell is asked; of zsh the functions stand in that only work at a terminal."""


@pytest.mark.slow
@pytest.mark.parametrize(("line", "completed"), LINES.items())
@pytest.mark.parametrize("shell", ASKED)
def test_a_shell_completes_by_the_script(
    shell: str, line: str, completed: str, folder: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    if not shutil.which(shell):
        pytest.skip(f"needs {shell}")
    programs = tmp_path_factory.mktemp("programs")
    program = programs / "era"
    program.write_text(f'#!/bin/sh\nexec {shlex.join(PROGRAM)} "$@"\n')
    program.chmod(0o755)
    environment = {**os.environ, "PATH": f"{programs}:{os.environ['PATH']}", "HOME": str(programs)}
    asked = [shell, "-c", ASKED[shell].format(line=line)]
    done = subprocess.run(asked, cwd=folder, env=environment, capture_output=True, text=True, check=True)
    word, *_ = re.split(r"[\t:\n ]", done.stdout)
    assert word == completed


# --- Colors ---------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="needs a terminal")
@pytest.mark.parametrize(
    ("environment", "colored"),
    [({"TERM": "xterm"}, True), ({"TERM": "xterm", "NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)],
    ids=str,
)
def test_a_verdict_has_colors_at_a_terminal(environment: dict[str, str], colored: bool, tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text(DISPUTE)
    reader, terminal = os.openpty()
    inherited = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "TERM")}
    judge, environment = [*PROGRAM, "judge", "a.toml"], inherited | environment
    process = subprocess.Popen(judge, cwd=tmp_path, env=environment, stdout=terminal, stdin=subprocess.DEVNULL)
    os.close(terminal)
    shown = b""
    while True:
        try:
            shown += (read := os.read(reader, 10_000))
        except OSError:
            break
        if not read:
            break
    assert process.wait(60) == cli.FAILS
    os.close(reader)
    text = shown.decode().replace("\r\n", "\n")
    plain = subprocess.run(judge, cwd=tmp_path, capture_output=True, text=True, check=False).stdout
    assert ("\033[31mNOT LEGAL\033[0m" in text) is colored
    assert ("\033[32m    for\033[0m" in text) is colored
    assert re.sub(r"\033\[\d*m", "", text).split() == plain.split()
    assert "\033" not in plain
