"""The code's style: findings of rules and of linters."""
