def _random_block(board: Block) -> Block:
    """Return a block of the board, found from a cell upwards."""
    block = board.get_selected_block((random.randrange(board.size),
                                      random.randrange(board.size)),
                                     board.max_depth)
    for _ in range(random.randint(0, block.level)):
        if hasattr(block, 'parent'):
            block = block.parent
    if block.level == 0 and hasattr(block, 'parent'):
        return block.parent.children[0]
    return block
