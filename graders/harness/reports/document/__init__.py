"""A document as data, and the painters of a terminal, a web page and Markdown. None of them knows
what the document is about.
"""
