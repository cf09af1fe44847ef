"""The parts of the site specific to Era of Inventions, bound together in `ERA_VOLUME`."""

from __future__ import annotations

from docs import ROOT
from docs.site.era import parts
from docs.site.era.stages import diagram
from docs.site.proof import ERA
from docs.site.volume import Volume

ERA_VOLUME = Volume.of(ERA, ROOT / "docs", parts={"perft": parts.perft, "stages": lambda _: diagram()})
