"""Component sets: shipped ones, those in files of owners, and the provenance of their values."""

from era_of_inventions.tabletop.components.sets import ComponentSets

__all__ = ["ComponentSets"]
