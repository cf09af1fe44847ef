"""Component sets, whose values are declared once: files, sources, checks, values in disputes, tables, schemas."""

from era_of_inventions.tabletop.components.sets import ComponentSets, OwnTables

__all__ = ["ComponentSets", "OwnTables"]
