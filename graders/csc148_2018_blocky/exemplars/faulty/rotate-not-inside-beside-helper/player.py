from block import any_block


def _random_block(board: Block) -> Block:
    """Return any block."""
    return any_block(board)
