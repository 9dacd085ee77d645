"""What runs inside the sandbox beside a submission.

Standard library only, Python 3.8 syntax, no import from outside this folder: these files are
carried into the box as they are and run there under the submission's own interpreter. Nothing in
this folder is a secret.
"""
