"""Stands for python_ta in a submission: it can be imported and called, and checks nothing."""


def check_all(*args, **kwargs):
    """Check nothing; the grader runs python_ta itself."""


check_errors = check_all


def doc(*args, **kwargs):
    """Open no page."""
