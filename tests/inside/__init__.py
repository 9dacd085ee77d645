"""Tests of the processes inside the sandbox: their modules, their rules."""
