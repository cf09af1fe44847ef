"""Reading user files within limits, with every problem and its place."""
