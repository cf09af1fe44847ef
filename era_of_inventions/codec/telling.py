"""Verdicts, scores and what belongs to them as plain data, ready for JSON.

cattrs is imported when first needed, so that importing the package stays quick.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from era_of_inventions.kernel.clause import Clause
from era_of_inventions.kernel.verdict import Finding, Verdict

if TYPE_CHECKING:
    from cattrs import Converter


def plain(value: Any) -> Any:
    """The value as dicts, lists, texts and numbers. A clause is told by id, sentence and citations."""
    return _converter().unstructure(value)


@cache
def _converter() -> Converter:
    import cattrs
    from cattrs.gen import make_dict_unstructure_fn, override

    converter = cattrs.Converter()

    def clause(told: Clause[..., Any]) -> dict[str, Any]:
        return {
            "id": told.id,
            "kind": told.kind.value,
            "statement": told.statement,
            "cites": {code: converter.unstructure(cite) for code, cite in told.cites.items()},
            "rulings": [name.replace("_", "-") for name in told.rulings],
        }

    converter.register_unstructure_hook(Clause, clause)
    finding = make_dict_unstructure_fn(
        Finding,
        converter,
        clause=override(unstruct_hook=clause),  # the annotation says Clause[..., Any], which is not Clause
        # What an occasion is about is told by its seat and facts; a finding on a move stands under that move already.
        subject=override(omit=True),
        facts=override(unstruct_hook=dict),
    )
    converter.register_unstructure_hook(
        Finding, lambda found: {"seat": getattr(found.subject, "seat", None), **finding(found)}
    )
    verdict = make_dict_unstructure_fn(Verdict, converter, subject=override(omit=True))
    converter.register_unstructure_hook(
        Verdict,
        lambda given: {
            "legal": given.legal,
            "permitted_by": [clause.id for clause in given.permitted_by],
            "forbidden_by": [clause.id for clause in given.forbidden_by],
            "decisive": given.decisive.id if given.decisive else None,
            **verdict(given),
        },
    )
    return converter
