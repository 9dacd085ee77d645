"""Rules about the code's style, applied to its text: standard library, Python 3.10 syntax.

They run in the submission's box, because parsing hostile source is risky. They are modules beside
the driver. Nothing of the submission is imported or run. `registry` has them all in one list, and
`outline` defines a `Finding`; the manifest decides its cost.
"""
