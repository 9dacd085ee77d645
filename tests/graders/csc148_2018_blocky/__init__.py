"""Tests of the grader of CSC148 Fall 2017 / Winter 2018, assignment 2."""
