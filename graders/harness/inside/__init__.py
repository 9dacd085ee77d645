"""The harness's code inside the sandbox, beside a submission.

These files run in the box under the submission's interpreter (see ``boot.py``). So they need only
Python 3.10 and its standard library, and import nothing but this package and ``protocol``. Nothing
in this folder is secret.
"""
