"""Everything in the library as JSON, and back.

A document says at the top which format and version it has. Cards, factories, spaces, areas and goods are called by
their ids and names, never by number, so that a document means the same wherever its component set is known: the set
itself is not in it, except in the document of a set, but its name and fingerprint are. Equal values give equal texts;
the name of a ruleset or component set does not count for this.

What is needed for this is imported when it is first used, so that importing the package stays quick.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

from era_of_inventions.model.components import Components
from era_of_inventions.model.state import Setting
from era_of_inventions.rulings import Ruleset
from era_of_inventions.tabletop.play.documents import Documents

T = TypeVar("T")


def to_json(value: object, *, setting: Setting | None = None) -> str:
    """The JSON text of a value, in ASCII and on one line.

    The value is a `State`, `Record`, `Move`, `Verdict`, `Ruleset`, `Components` or `Setting`. A move and a verdict do
    not know their ``setting``, which gives the ids; it is not needed otherwise. Raises `GameError` for a value of
    another kind, and for one that names what is not among its components.
    """
    from era_of_inventions.codec import documents

    return documents.write(value, setting)


def from_json(
    text: str | bytes,
    kind: type[T],
    *,
    setting: Setting | None = None,
    components: Iterable[Components] = (),
    rulesets: Iterable[Ruleset] = (),
) -> T:
    """The value of that kind in a JSON text; bytes are UTF-8.

    The component set that a position names is looked for among ``components``, then among those that come with the
    package; a preset that is read otherwise in this version, among ``rulesets``. A move and a verdict are read with the
    ids of ``setting``.

    Whatever the text holds, either a value comes back whose parts exist and are within bounds, or `DocumentError` is
    raised with everything that is wrong, each with its place. `Game.check` tells whether the rules allow a position.
    Raises `GameError` for a class that has no JSON form, if ``setting`` is missing, and if ``components`` or
    ``rulesets`` holds something else.
    """
    from era_of_inventions.codec import documents

    value: T = documents.read(text, kind, setting, components, rulesets)
    return value


def _dispute(dispute: Any, judgements: Sequence[Any]) -> dict[str, Any]:
    from era_of_inventions.codec import reports

    return reports.dispute_data(dispute, judgements)


def _report(disputes: Iterable[dict[str, Any]]) -> dict[str, Any]:
    from era_of_inventions.codec import reports

    return reports.report_data(disputes)


DOCUMENTS = Documents(
    write=to_json,
    read=lambda data, kind, components: from_json(data, kind, components=components),
    dispute=_dispute,
    report=_report,
)
"""The JSON documents of the game."""

__all__ = ["DOCUMENTS", "from_json", "to_json"]
