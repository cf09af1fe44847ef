"""The parts of the site specific to Era of Inventions, bound together in `ERA_VOLUME`."""

from __future__ import annotations

from docs.site.era import parts
from docs.site.era.pictures import picture
from docs.site.era.stages import diagram
from docs.site.volume import Volume
from tests import ROOT
from tests.tools.proof import ERA

ERA_VOLUME = Volume.of(ERA, ROOT / "docs", parts={"perft": parts.perft, "stages": lambda _: diagram()}, picture=picture)
