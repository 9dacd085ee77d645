"""The documents for people: what they tell to type is typed, what they point to is there."""
