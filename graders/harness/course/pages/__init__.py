"""The folder of a graded class: its state, and what is made of it."""
