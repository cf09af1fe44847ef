"""JSON documents of all values of a rulebook.

A document starts with its format and version. Cards, spaces and everything else with a
name are referred to by name, never by number, so that a document means the same
wherever its component set is available. It holds the name and the fingerprint of the
set; only the document of a component set holds the set itself. Equal values give equal
texts, except that equal component sets can have different names, which are written. The
name of a ruleset is not written.

The implementation is imported on first use, because not every program needs it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from era_of_inventions.tabletop.errors import GameError
from era_of_inventions.tabletop.play.rulebook import AnyRulebook, require_rulebook
from era_of_inventions.tabletop.play.setting import AnySetting

if TYPE_CHECKING:
    from cattrs import Converter

    from era_of_inventions.tabletop.disputes import Dispute, Judgement


def to_json(
    rulebook: AnyRulebook, value: object, *, setting: AnySetting | None = None
) -> str:
    """Serialize a value as JSON, in ASCII and on one line.

    The value is a position, `Record`, move, `Verdict`, ruleset, component set or
    `Setting`. Values of the types `Score`, `Event`, `Clause`, `Ruling` and `GameError`
    can be written, but not read. A list or tuple of values becomes an array.
    ``setting``, which defines the ids, is required for a move and a verdict, and
    ignored otherwise. Raises `GameError` for a value of another type, and for a value
    that refers to something that is not in its component set.
    """
    from era_of_inventions.tabletop.documents import kinds

    return kinds.write(require_rulebook(rulebook), value, setting)


def to_data(
    rulebook: AnyRulebook, value: object, *, setting: AnySetting | None = None
) -> Any:
    """Return a value as plain data: dicts, lists, texts, whole numbers, booleans and None.

    This is the data that `to_json` writes as a text; its arguments and errors are the
    same.
    """
    from era_of_inventions.tabletop.documents import kinds

    return kinds.data(require_rulebook(rulebook), value, setting)


def from_json(
    rulebook: AnyRulebook,
    text: Any,
    kind: Any,
    *,
    setting: AnySetting | None = None,
    components: Iterable[Any] = (),
    rulesets: Iterable[Any] = (),
) -> Any:
    """Read a value of the class ``kind`` from JSON: a text, bytes in UTF-8, or the plain data that it stands for.

    The component set that a position names is looked up among ``components`` and those
    shipped with the rulebook. If the readings of a preset have changed since the
    document was written, the old ruleset is looked up in ``rulesets``. A move and a
    verdict are read with the ids of ``setting``.

    All parts of the result exist and are within bounds; if not, `DocumentError` is
    raised with every problem and its place. Whether the rules allow a position is
    checked only by `Game.check`. Raises `GameError` for a class without a JSON form,
    for a missing ``setting``, and for invalid ``components`` or ``rulesets``.
    """
    from era_of_inventions.tabletop.documents import kinds

    return kinds.read(require_rulebook(rulebook), text, kind, setting, components, rulesets)


def converter(setting: AnySetting) -> Converter:
    """Return a cattrs converter for the values of a setting; see `era_of_inventions.tabletop.documents.conversion`."""
    from era_of_inventions.tabletop.documents import conversion

    return conversion.converter(setting)


def dispute_data(dispute: Dispute, judgements: Sequence[Judgement]) -> dict[str, Any]:
    """Return the plain data of a judged dispute, a part of `report_data`."""
    from era_of_inventions.tabletop.documents import judged

    return judged.dispute_data(dispute, judgements)


def report_data(
    rulebook: AnyRulebook,
    disputes: Iterable[dict[str, Any]],
    errors: Iterable[GameError] = (),
) -> dict[str, Any]:
    """Return the plain data of a report: judged disputes, and the errors of disputes that could not be judged."""
    from era_of_inventions.tabletop.documents import judged

    return judged.report_data(rulebook, disputes, errors)


__all__ = ["converter", "dispute_data", "from_json", "report_data", "to_data", "to_json"]
