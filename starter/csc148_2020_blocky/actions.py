"""Blocky: the eight actions that a player can apply to a block.

An action is a tuple: its kind, and a number for its direction.
- ('rotate', n): n quarter turns clockwise;
- ('swap', n): 0 swaps left with right, 1 swaps top with bottom;
- every other kind needs no number and has None instead.
"""
import pygame

ROTATE_CLOCKWISE = ('rotate', 1)
ROTATE_COUNTER_CLOCKWISE = ('rotate', 3)
SWAP_HORIZONTAL = ('swap', 0)
SWAP_VERTICAL = ('swap', 1)
SMASH = ('smash', None)
COMBINE = ('combine', None)
PAINT = ('paint', None)
PASS = ('pass', None)

# The name of an action in the key panel, with its cost.
ACTION_LABEL = {
    ROTATE_CLOCKWISE: 'Turn right',
    ROTATE_COUNTER_CLOCKWISE: 'Turn left',
    SWAP_HORIZONTAL: 'Swap left, right',
    SWAP_VERTICAL: 'Swap top, bottom',
    SMASH: 'Smash  (-3)',
    COMBINE: 'Combine  (-1)',
    PAINT: 'Paint  (-1)',
    PASS: 'Pass',
}

# The status text while an action is shown: 'Player 1 is ...'.
ACTION_MESSAGE = {
    ROTATE_CLOCKWISE: 'turning a block to the right',
    ROTATE_COUNTER_CLOCKWISE: 'turning a block to the left',
    SWAP_HORIZONTAL: 'swapping the left and right halves of a block',
    SWAP_VERTICAL: 'swapping the top and bottom halves of a block',
    SMASH: 'smashing a block to pieces',
    COMBINE: 'combining four pieces into one',
    PAINT: 'painting a cell',
    PASS: 'passing',
}

# The cost of an action in points.
ACTION_PENALTY = {
    ROTATE_CLOCKWISE: 0,
    ROTATE_COUNTER_CLOCKWISE: 0,
    SWAP_HORIZONTAL: 0,
    SWAP_VERTICAL: 0,
    SMASH: 3,
    COMBINE: 1,
    PAINT: 1,
    PASS: 0,
}

# The key for an action, and the action for a key.
ACTION_KEY = {
    ROTATE_CLOCKWISE: pygame.K_d,
    ROTATE_COUNTER_CLOCKWISE: pygame.K_a,
    SWAP_HORIZONTAL: pygame.K_q,
    SWAP_VERTICAL: pygame.K_e,
    SMASH: pygame.K_SPACE,
    COMBINE: pygame.K_c,
    PAINT: pygame.K_r,
    PASS: pygame.K_TAB,
}
KEY_ACTION = {key: action for action, key in ACTION_KEY.items()}
