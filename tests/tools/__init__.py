"""Commands for those who work on the project, each ``python -m tests.tools.NAME``; tests use parts of them."""
