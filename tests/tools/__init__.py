"""Developer commands, each run as ``python -m tests.tools.NAME``; tests use parts of them."""
