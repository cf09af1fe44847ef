"""What stands on sheets to print: rules, steps and scores, in the words and the order of the law."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from docs.site.rounds import between
from docs.site.text import table
from docs.site.volume import Clause, Facts, Volume
from era_of_inventions.tabletop.law.clause import Clause as AnyClause
from era_of_inventions.tabletop.play.game import Game


def rules(names: str, facts: Facts) -> Iterator[str]:
    """Yield the statements of clauses. Their ids are separated by spaces."""
    return _items(_clauses(names, facts.volume), facts.volume)


def steps(names: str, facts: Facts) -> Iterator[str]:
    """Yield the steps by which the law goes on from one clause to another, each with what has to be known for it."""
    volume, ends = facts.volume, _clauses(names, facts.volume)
    if len(ends) != 2:
        raise ValueError(f"expected the clauses of the first and the last step, not {names!r}")
    yield '<div class="steps" markdown="1">\n'
    for step, definitions in between(volume.rulebook, *ends).items():
        yield from _items([step], volume)
        yield from _items(definitions, volume, indent="    ")
    yield "\n</div>"


def scores(facts: Facts) -> Iterator[str]:
    """Yield a table with a row for all that is counted and an empty column for each player, and the rules behind it."""
    volume, rulebook = facts.volume, facts.volume.rulebook
    law, players = rulebook.law, max(rulebook.player_counts())
    position = Game(rulebook, players).new()
    labels: list[str] = []
    for clause in law.scorings:
        labels += clause.facts(position) if clause.facts else ()
        labels.append(_label(clause, volume))
    breaks = [clause for clause in rulebook.tie_breaks if isinstance(clause, AnyClause)]
    labels += ["**total**", *(f"If equal: {clause.statement} {volume.ref(clause.id)}" for clause in breaks)]
    empty = ("",) * players
    yield from table(("player", *empty), ((label, *empty) for label in labels), style="scores")
    chapters = {clause.chapter for clause in law.scorings}
    yield from _items((one for one in law if one.chapter in chapters and one not in (*law.scorings, *breaks)), volume)


def _label(clause: Clause, volume: Volume) -> str:
    name = clause.id.partition(".")[2].replace("-", " ")
    return f"**{name}** {clause.statement} {volume.ref(clause.id)}"


def _items(clauses: Iterable[Clause], volume: Volume, indent: str = "") -> Iterator[str]:
    return (f"{indent}- {clause.statement} {volume.ref(clause.id)}" for clause in clauses)


def _clauses(names: str, volume: Volume) -> list[Clause]:
    if unknown := [name for name in names.split() if name not in volume.rulebook.law]:
        raise ValueError(f"there is no clause {' and no clause '.join(map(repr, unknown))}")
    return [volume.rulebook.law.clause(name) for name in names.split()]
