"""Disputes: a file that describes a position and what people claim about it, and the judgement of each claim."""

from era_of_inventions.disputes.claims import Judgement, judge_claim, judge_dispute
from era_of_inventions.disputes.file import Claim, Dispute, read_dispute
from era_of_inventions.disputes.recorded import dispute_about

__all__ = ["Claim", "Dispute", "Judgement", "dispute_about", "judge_claim", "judge_dispute", "read_dispute"]
