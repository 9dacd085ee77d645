def _perform(action: Tuple[str, Optional[int]], block: Block,
             colour: Tuple[int, int, int]) -> bool:
    """Do <action> to <block> and return whether that succeeded."""
    kind, number = action
    if kind == 'rotate':
        return block.rotate(number)
    if kind == 'swap':
        return block.swap(number)
    if action == SMASH:
        return block.smash()
    if action == COMBINE:
        return block.combine is not None
    if action == PAINT:
        return block.paint(colour)
    return action == PASS
