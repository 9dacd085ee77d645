"""Grades in files of comma-separated values."""

import csv


def means(path):
    """Return the mean grade of each name in the file, whose columns are name and grade."""
    # starter, to do: write this function.
    # solution begins
    grades = {}
    with open(path, newline="") as file:
        for row in csv.DictReader(file):
            grades.setdefault(row["name"], []).append(float(row["grade"]))
    return {name: sum(some) / len(some) for name, some in grades.items()}
    # solution ends
