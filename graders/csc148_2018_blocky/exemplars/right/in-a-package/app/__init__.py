"""Blocky."""
