"""Disputes: a file that describes a position and what people claim about it, and the judgement of each claim."""

from era_of_inventions.tabletop.disputes.claims import Judgement, judge_claim, judge_dispute
from era_of_inventions.tabletop.disputes.file import Claim, Dispute, parse_dispute, read_dispute
from era_of_inventions.tabletop.disputes.recorded import dispute_about
from era_of_inventions.tabletop.disputes.report import dispute_text
from era_of_inventions.tabletop.disputes.template import template

__all__ = [
    "Claim",
    "Dispute",
    "Judgement",
    "dispute_about",
    "dispute_text",
    "judge_claim",
    "judge_dispute",
    "parse_dispute",
    "read_dispute",
    "template",
]
