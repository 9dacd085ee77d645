"""Web pages of a submission and of a class. Each is a single file that needs no network.

The content security policy allows one style sheet and one script, both by their hash. Text of a
result or submission is made printable, cut if too long, and escaped by the template engine; no
other markup enters a page.
"""
