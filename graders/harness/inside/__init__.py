"""What runs inside the sandbox beside a submission.

Standard library only, Python 3.10, no import but of this package and of ``protocol``: these files
run in the box under the submission's own interpreter (see ``boot.py``). Nothing in this folder is
a secret.
"""
