"""Sets of components: those that come with a rulebook, those in files of their owners, and where values come from."""

from era_of_inventions.tabletop.components.sets import ComponentSets

__all__ = ["ComponentSets"]
