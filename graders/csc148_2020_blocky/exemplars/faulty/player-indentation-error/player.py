"""CSC148 Assignment 2: Blocky, the players."""
from __future__ import annotations
from typing import List, Optional, Tuple
import random
import pygame

from block import Block
from goal import Goal, generate_goals

from actions import KEY_ACTION, ROTATE_CLOCKWISE, ROTATE_COUNTER_CLOCKWISE, \
    SWAP_HORIZONTAL, SWAP_VERTICAL, SMASH, PASS, PAINT, COMBINE


def create_players(num_human: int, num_random: int, smart_players: List[int]) \
        -> List[Player]:
    """Return the players of a game."""
    goals = generate_goals(num_human + num_random + len(smart_players))
    players = []
    for i in range(num_human):
        players.append(HumanPlayer(i, goals[i]))
    for i in range(num_random):
        players.append(RandomPlayer(i + num_human, goals[i + num_human]))
   for i in range(len(smart_players)):
        n = i + num_human + num_random
        players.append(SmartPlayer(n, goals[n], smart_players[i]))
    return players


class Player:
    """Someone who plays the game."""
    id: int
    goal: Goal

    def __init__(self, player_id: int, goal: Goal) -> None:
        """Make a player."""
        self.goal = goal
        self.id = player_id


def _get_block(block: Block, location: Tuple[int, int], level: int) -> \
        Optional[Block]:
    """Return the block at <level> that contains <location>."""
    x, y = block.position
    if not (x <= location[0] < x + block.size
            and y <= location[1] < y + block.size):
        return None
    for child in block.children:
        if block.level < level:
            found = _get_block(child, location, level)
            if found is not None:
                return found
    return block
