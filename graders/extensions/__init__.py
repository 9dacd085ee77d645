"""Extensions of the harness that this repository keeps: each a package that uses the hooks of
:mod:`graders.harness.hooks`, and that the harness does not know.
"""
