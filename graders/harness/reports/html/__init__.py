"""Web pages: one for a submission, one for a class. Each is a single file that needs no network.

A page may do nothing but what its content security policy names: one style sheet and one script,
both known by their hash. Everything from a result or a submission is text: made visible by
`printable`, cut where it is too long, escaped by the template engine. No page takes markup from
anywhere else.
"""
