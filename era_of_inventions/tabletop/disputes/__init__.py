"""Disputes: a file that describes a position and what people claim about it, and the judgement of each claim."""

from era_of_inventions.tabletop.disputes.asking import judge_claim, judge_dispute
from era_of_inventions.tabletop.disputes.claim import Claim
from era_of_inventions.tabletop.disputes.facts import with_facts
from era_of_inventions.tabletop.disputes.file import (
    Dispute,
    file_schema,
    parse_dispute,
    read_dispute,
)
from era_of_inventions.tabletop.disputes.judgement import Judgement
from era_of_inventions.tabletop.disputes.recorded import dispute_about
from era_of_inventions.tabletop.disputes.report import dispute_text
from era_of_inventions.tabletop.disputes.template import template

__all__ = [
    "Claim",
    "Dispute",
    "Judgement",
    "dispute_about",
    "dispute_text",
    "file_schema",
    "judge_claim",
    "judge_dispute",
    "parse_dispute",
    "read_dispute",
    "template",
    "with_facts",
]
