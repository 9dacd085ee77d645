def _random_valid_move(board: Block, colour: Tuple[int, int, int]) -> \
        Optional[Tuple[str, Optional[int], Block]]:
    """Return a random move of any block that would succeed on <board>."""
    actions = [ROTATE_CLOCKWISE, ROTATE_COUNTER_CLOCKWISE, SWAP_HORIZONTAL,
               SWAP_VERTICAL, SMASH, COMBINE, PAINT]
    while True:
        block = random.choice(board.all_blocks())
        action = random.choice(actions)
        if _would_succeed(action, block, colour):
            return _create_move(action, block)
