"""Component sets and tables that come with the package."""
