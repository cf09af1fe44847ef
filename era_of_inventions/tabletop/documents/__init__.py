"""Everything of a rulebook as JSON, and back.

A document says at the top which format and version it has. Cards, spaces and whatever else has a name are called by it,
never by number, so that a document means the same wherever its component set is known: the set itself is not in it,
except in the document of a set, but its name and fingerprint are. Equal values give equal texts; the name of a ruleset
or component set does not count for this.

What is needed for this is imported when it is first used, because not every program needs it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from era_of_inventions.tabletop.play.rulebook import Rulebook
from era_of_inventions.tabletop.play.setting import Setting

if TYPE_CHECKING:
    from era_of_inventions.tabletop.disputes import Dispute, Judgement


def to_json(rulebook: Rulebook[Any, Any], value: object, *, setting: Setting[Any, Any] | None = None) -> str:
    """The JSON text of a value, in ASCII and on one line.

    The value is a position, `Record`, move, `Verdict`, ruleset, component set or `Setting`. A move and a verdict do not
    know their ``setting``, which gives the ids; it is not needed otherwise. Raises `GameError` for a value of another
    kind, and for one that names what is not among its components.
    """
    from era_of_inventions.tabletop.documents import kinds

    return kinds.write(rulebook, value, setting)


def from_json(
    rulebook: Rulebook[Any, Any],
    text: str | bytes,
    kind: Any,
    *,
    setting: Setting[Any, Any] | None = None,
    components: Iterable[Any] = (),
    rulesets: Iterable[Any] = (),
) -> Any:
    """The value of that kind in a JSON text; bytes are UTF-8.

    The component set that a position names is looked for among ``components``, then among those that come with the
    rulebook; a preset that is read otherwise in this version, among ``rulesets``. A move and a verdict are read with
    the ids of ``setting``.

    Whatever the text holds, either a value comes back whose parts exist and are within bounds, or `DocumentError` is
    raised with everything that is wrong, each with its place. `Game.check` tells whether the rules allow a position.
    Raises `GameError` for a class that has no JSON form, if ``setting`` is missing, and if ``components`` or
    ``rulesets`` holds something else.
    """
    from era_of_inventions.tabletop.documents import kinds

    return kinds.read(rulebook, text, kind, setting, components, rulesets)


def dispute_data(dispute: Dispute, judgements: Sequence[Judgement]) -> dict[str, Any]:
    """A judged dispute as plain data, a part of `report_data`."""
    from era_of_inventions.tabletop.documents import reports

    return reports.dispute_data(dispute, judgements)


def report_data(rulebook: Rulebook[Any, Any], disputes: Iterable[dict[str, Any]]) -> dict[str, Any]:
    """The plain data of a report of several disputes."""
    from era_of_inventions.tabletop.documents import reports

    return reports.report_data(rulebook, disputes)


__all__ = ["dispute_data", "from_json", "report_data", "to_json"]
