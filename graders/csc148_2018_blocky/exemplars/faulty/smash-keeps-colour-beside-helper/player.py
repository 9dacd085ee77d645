def _random_block(board: Block) -> Block:
    """Return any block."""
    return random.choice(board.get_all_blocks())
