"""Autograder of CSC148 Fall 2017 and Winter 2018, assignment 2, "Blocky"."""
