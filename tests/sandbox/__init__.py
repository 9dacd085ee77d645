"""Tests of the sandbox: boxes, connections, endings, choice of backend, interpreters."""
