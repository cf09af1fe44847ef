"""The law, clause by clause: one module per chapter, one class per clause.

A class is marked with the id of its clause, its docstring says the rule, and its methods are properties. What they
compare with is worked out in the plainest way from the rule itself, not by the code under test.
"""
