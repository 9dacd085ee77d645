"""What the graders of all editions of Blocky share. It is no assignment: it has no manifest and no checks.

A board is a tree of squares whose children lie, in this order: upper right, upper left, lower left, lower right. That
holds in every edition; rules that differ, and the names of what students write, stay with each assignment.

``board``       boards and trees as plain data; also runs beside the student's code (Python 3.8)
``layout``      where blocks lie, what holds of every board; runs there, too, where the course gives these rules away
``reading``     plain data from the blocks of a Python submission, whatever was done to them; runs there only
``showing``     how checks show boards to a person, and compare what came back: one :class:`~showing.Showing` for each
                assignment, with the letters and names of its colours
``strategies``  what properties draw: boards, and places in them
``laws``        what moves do to the cells of a board and what a grid of colours scores, counted plainly
``letters``     boards as text, in scenarios
"""
