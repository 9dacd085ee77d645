"""Tests of checks without a driver."""
