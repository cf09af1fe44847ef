"""Benchmarks: a comparison with other rules engines in the same run, growth, and a guard against regressions.

    python -m tests.tools.benchmarks             the table, as Markdown, JSON and a bar chart
    python -m tests.tools.benchmarks.growth      how time and memory grow, as four plots
    python -m tests.tools.benchmarks.guard       fails if a decision costs clearly more than recorded

The other engines are installed with ``pip install --group bench``; those that are missing are left out.
"""
