"""Component sets and tables that come with the package."""

from era_of_inventions.model.components import Components


def load_shipped(name: str) -> Components:
    raise ValueError(name)
