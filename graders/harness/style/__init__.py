"""How the code is written: findings of rules and of python-ta."""
