"""Templates of disputes: the dispute that a game keeps for a chapter, with all other keys as comments."""

from __future__ import annotations

import json
import textwrap
import tomllib
from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from era_of_inventions.tabletop.disputes.claim import RESULTS, Claim
from era_of_inventions.tabletop.disputes.file import Dispute, parse_dispute
from era_of_inventions.tabletop.disputes.statements import POSITION, table_at, tables_of
from era_of_inventions.tabletop.errors import GameError, unknown
from era_of_inventions.tabletop.law.clause import Kind
from era_of_inventions.tabletop.play.rulebook import AnyRulebook
from era_of_inventions.tabletop.play.setting import described
from era_of_inventions.tabletop.play.verdict_text import wrapped
from era_of_inventions.tabletop.text.toml import toml_key
from era_of_inventions.tabletop.values.declared import fields_of, key_of
from era_of_inventions.tabletop.values.toml_keys import key_line

Table: TypeAlias = Mapping[str, Any]
WIDTH = 80
HEAD = """\
# A dispute about {title}; `era judge FILE` judges it.
# Lines that begin with a hash are the other keys, with what is taken to lie there
# if the file does not say."""

MOVES = '# Moves are written like these, and "{name}:" before one says who makes it:'


def template(rulebook: AnyRulebook, about: str) -> str:
    """Return a dispute file about a chapter or a clause, which can be judged as it stands.

    Raises `GameError` if ``about`` names neither, and for a game that keeps no disputes
    for templates.
    """
    clauses = {clause.id: clause for clause in rulebook.law.clauses}
    chapters = {chapter.name: chapter for chapter in rulebook.law.chapters}
    if about not in clauses and about not in chapters:
        raise GameError(f"the chapter or clause {unknown(about, [*chapters, *clauses])}")
    if rulebook.templates is None:
        raise GameError(f"{rulebook.title} keeps no disputes for templates")
    clause = clauses.get(about)
    chapter = chapters[clause.chapter if clause else about]
    text = (rulebook.templates / f"{chapter.name}.toml").read_text(encoding="utf-8")
    dispute, kept = parse_dispute(text, rulebook), tomllib.loads(text)
    claimed = dispute.quantities.names(own=True)[0]
    lines = [HEAD.format(title=rulebook.title)]
    if clause:
        lines += textwrap.wrap(
            f"# {clause.id}: {clause.statement}", WIDTH, subsequent_indent="# "
        )
    lines += [
        "",
        f"game = {json.dumps(rulebook.name)}",
        f"title = {json.dumps(f'{chapter.title} ({clause.id})' if clause else chapter.title)}",
    ]
    lines += _position(dispute, kept)
    setting = dispute.setting
    written = "; ".join(setting.vocabulary.examples(setting.moves).values())
    lines += ["", MOVES.format(name=dispute.names[0])]
    lines += wrapped("# ", written, WIDTH, "# ")
    claim = {
        "claim": "What somebody claims, in a sentence",
        "moves": kept["claim"][0]["moves"],
        "fails_at": 1,
        "forbidden_by": [clause.id] if clause and clause.kind is Kind.LIMIT else [],
        "happens": [f"{dispute.names[0]} {claimed} +1"],
        "winners": [dispute.names[0]],
        "scores": [f"{name} 30" for name in dispute.names],
        "legal": False,
        "expect": RESULTS[0],
    }
    return "\n".join((*lines, *_claim(claim), ""))


def _claim(examples: Mapping[str, Any]) -> Iterator[str]:
    """Yield the lines for the keys of a claim, with examples or default values."""
    yield from ("", "[[claim]]")
    for field, spec in fields_of(Claim):
        value = examples.get(key_of(spec), field.default)
        if value is not None:
            yield key_line(
                key_of(spec),
                json.dumps(value),
                spec.about,
                stated=key_of(spec) in ("claim", "moves"),
            )


def _position(dispute: Dispute, kept: Table) -> Iterator[str]:
    """Yield the lines for a position: the tables of its turn, of its other parts, and of the players it is about."""
    names, mover = dispute.names, dispute.game.to_move(dispute.state)
    position = described(dispute.state, names)
    outline, start = position.outline, kept[POSITION].get("start")
    for name in dict.fromkeys((outline.turn, *outline.parts)):
        part, entries, tables = (
            outline.parts[name],
            position.of[name],
            tables_of(name, outline),
        )
        for seat, (table, values) in enumerate(zip(tables, entries, strict=False)):
            stated = table_at(kept, table)
            if name == outline.players and not stated and seat != mover:
                continue
            yield from ("", f"[{toml_key(table)}]")
            if name == outline.turn:
                yield f"players = {json.dumps(names)}"
                yield f"{'# ' if start is None else ''}start = {json.dumps(start or names[0])}"
            yield from part.lines.show_keys(values, stated)
        for number, values in enumerate(entries[1:] if part.before else ()):
            assert part.before
            key, stated = part.before.key, kept[POSITION][part.before.key][number]
            yield from (
                "",
                f"[[{POSITION}.{key}]]",
                *part.before.lines.show_keys(values, stated),
            )
