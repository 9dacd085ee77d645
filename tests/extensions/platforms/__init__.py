"""Tests of the platforms: downloads, rosters, tables, formats and pages."""
