"""Code that the graders of all editions of Blocky share. It is no assignment: it has no manifest and no checks.

A board is a tree of squares whose children lie in this order: upper right, upper left, lower left, lower right. That
holds in every edition. Rules that differ, and the names that students define, stay with each assignment.

``board``       boards and trees as plain data; also runs beside the student's code (Python 3.8)
``layout``      positions of blocks, and invariants of boards; runs there, too, if the course publishes these rules
``reading``     converts the blocks of a Python submission, well-formed or not, to plain data; runs there only
``draws``       fixes what the random module draws; runs there only
``showing``     exhibits of boards, and comparison of replies: one :class:`~showing.Showing` for each assignment, with
                the letters and names of its colours
``painting``    draws boards in terminals and on pages; no check imports it
``strategies``  Hypothesis strategies: boards, and places in them
``laws``        effects of moves on the cells of a board, and scores of a grid of colours, in simple code
``letters``     boards as text, in scenarios
``stubs``       the stand-in of pygame, which runs beside the student's code
"""
