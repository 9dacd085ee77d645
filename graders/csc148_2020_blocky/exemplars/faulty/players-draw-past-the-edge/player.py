def _random_valid_move(board: Block, colour: Tuple[int, int, int]) -> \
        Optional[Tuple[str, Optional[int], Block]]:
    """Return a random valid move at a random place."""
    actions = [ROTATE_CLOCKWISE, ROTATE_COUNTER_CLOCKWISE, SWAP_HORIZONTAL,
               SWAP_VERTICAL, SMASH, COMBINE, PAINT]
    while True:
        place = (random.randint(0, board.size), random.randint(0, board.size))
        block = _get_block(board, place, random.randint(0, board.max_depth))
        action = random.choice(actions)
        if _perform(action, block.create_copy(), colour):
            return _create_move(action, block)
