"""What follows from the moves that a file claims is kept for all moves that answer the same questions alike."""

from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st

from era_of_inventions.tabletop.disputes.wording import KeptByWording, Mentions, Wording

NAMES = ("Ann", "Bob")
THINGS = ("coal", "coal house", "house")
texts = st.lists(st.sampled_from(["ann:", "bob:", ";", "buy", *THINGS, "charcoal"]), max_size=8).map(" ".join)


def test_who_names_a_thing() -> None:
    wording = Wording("buy coal; ann: buy coal house; buy charcoal; bob: buy coal")
    assert wording.mentioned_by("coal", NAMES) == (None, 0, 1)
    assert wording.mentioned_by("coal house", NAMES) == (0,)
    assert wording.mentioned_by("mill", NAMES) == ()


@given(st.lists(texts, min_size=1, max_size=6), st.permutations(THINGS))
@example(["ann: buy coal", "bob: buy coal", "ann: buy coal; buy house"], ["coal", "house", "coal house"])
def test_what_is_kept_is_what_would_be_found(moves: list[str], order: list[str]) -> None:
    """What is found asks about one thing, and about the next only if somebody names the one before."""
    kept = KeptByWording()
    found = list[str]()

    def find(wording: Wording) -> list[Mentions]:
        found.append(wording.text)
        answers = list[Mentions]()
        for thing in order:
            answers.append(wording.mentioned_by(thing, NAMES))
            if not answers[-1]:
                break
        return answers

    for text in moves:
        assert kept.get("key", text, find) == find(Wording(text))
        found.pop()
    different = {tuple(find(Wording(text))) for text in moves}
    assert len(found) - len(moves) == len(different)


def test_another_key_has_results_of_its_own() -> None:
    kept = KeptByWording()
    assert [kept.get(key, "", lambda _, key=key: key) for key in (1, 2, 1)] == [1, 2, 1]  # type: ignore[misc]
