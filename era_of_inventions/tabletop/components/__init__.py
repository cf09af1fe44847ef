"""Component sets: shipped ones, those in files of owners, and the provenance of their values."""

from era_of_inventions.tabletop.components.sets import ComponentSets, OwnTables

__all__ = ["ComponentSets", "OwnTables"]
