"""The parts of the site specific to Era of Inventions, bound together in `ERA_VOLUME`."""

from __future__ import annotations

import tomllib
from pathlib import Path

from docs.site.era import parts
from docs.site.era.pictures import picture
from docs.site.era.stages import diagram
from docs.site.volume import Volume, read_questions
from era_of_inventions.game import ERA
from tests import ROOT
from tests.tools.clause_drop import EXAMPLES
from tests.tools.traceability import table

ERA_VOLUME = Volume(
    rulebook=ERA,
    examples=tuple(path.relative_to(ROOT).as_posix() for path in EXAMPLES),
    trace=table,
    questions=read_questions(ROOT / "era_of_inventions" / "data" / "questions.toml"),
    affected=tomllib.loads(Path(__file__).with_name("affected.toml").read_text(encoding="utf-8")),
    texts="era_{}.txt",
    parts={
        "components": parts.components,
        "glossary": parts.glossary,
        "perft": parts.perft,
        "stages": lambda _: diagram(),
    },
    picture=picture,
)
