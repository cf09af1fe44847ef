"""Texts as they are compared: what a scan or a printer adds to them is gone."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from era_of_inventions.tabletop.text.normalized import normalize


@pytest.mark.parametrize(
    ("text", "normal"),
    [
        ("", ""),
        (" .,- \n", ""),
        ("At most  THREE,\nat a time.", "at most three at a time"),
        ("Zoë naïve ﬁve", "zoe naive five"),
        ("peb-\nbles peb\u00ad\nbles peb\u2010  \n\n  bles", "pebbles pebbles pebbles"),
        ("well-known - \nas it is", "well known as it is"),
        ("1-\n2 1-\na a-\n2 a1-\nb", "1 2 1 a a 2 a1 b"),  # numbers are not hyphenated
        ("1a-\nb", "1ab"),
        ("snake_case", "snake case"),
    ],
)
def test_what_survives_a_scan(text: str, normal: str) -> None:
    assert normalize(text) == normal


@given(st.text())
def test_what_is_normal_stays_so(text: str) -> None:
    normal = normalize(text)
    assert normalize(normal) == normal
    assert normal.split() == normal.split(" ") or normal == ""
