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
    """Return <num_human> humans, <num_random> random players and a smart
    player for each number in <smart_players>, with ids in that order.
    """
    goals = generate_goals(num_human + num_random + len(smart_players))
    kinds = ['human'] * num_human + ['random'] * num_random + smart_players
    players = []
    for i, kind in enumerate(kinds):
        if kind == 'human':
            players.append(HumanPlayer(i, goals[i]))
        elif kind == 'random':
            players.append(RandomPlayer(i, goals[i]))
        else:
            players.append(SmartPlayer(i, goals[i], kind))
    return players


def _get_block(block: Block, location: Tuple[int, int], level: int) -> \
        Optional[Block]:
    """Return the block on <level> with <location> in it. If the blocks there
    do not go down to <level>, return the smallest. If <location> is not on
    the board, return None.
    """
    if location[0] < block.position[0] or location[1] < block.position[1]:
        return None
    if location[0] >= block.position[0] + block.size or \
            location[1] >= block.position[1] + block.size:
        return None
    if block.level < level:
        for child in block.children:
            inside = _get_block(child, location, level)
            if inside is not None:
                return inside
    return block


def _random_path(board: Block) -> List[int]:
    """Return a random way down into <board>, as indexes of children."""
    path = []
    block = board
    while block.children and (len(path) == 0 or random.random() < 0.6):
        path.append(random.randint(0, 3))
        block = block.children[path[-1]]
    return path


def _follow(board: Block, path: List[int]) -> Block:
    """Return the block of <board> at the end of <path>."""
    if len(path) == 0:
        return board
    return _follow(board.children[path[0]], path[1:])


def _apply(action: Tuple[str, Optional[int]], block: Block, goal: Goal) -> bool:
    """Apply <action> to <block> as a player with <goal> would. Return whether
    that was a success.
    """
    name, direction = action
    if name == 'paint':
        return block.paint(goal.colour)
    if name == 'combine':
        return block.combine()
    if name == 'smash':
        return block.smash()
    if name == 'swap':
        return block.swap(direction)
    return block.rotate(direction)


class Player:
    """Someone who plays the game. This is an abstract class.

    === Public Attributes ===
    id: number of this player, from 0
    goal: what this player tries to reach
    """
    id: int
    goal: Goal

    def __init__(self, player_id: int, goal: Goal) -> None:
        """Make a player with this number and this goal."""
        self.goal = goal
        self.id = player_id

    def get_selected_block(self, board: Block) -> Optional[Block]:
        """Return the block of <board> that this player points at, if any."""
        raise NotImplementedError

    def process_event(self, event: pygame.event.Event) -> None:
        """Take note of <event>."""
        raise NotImplementedError

    def generate_move(self, board: Block) -> \
            Optional[Tuple[str, Optional[int], Block]]:
        """Return this player's next move on <board>, None if not ready."""
        raise NotImplementedError


def _create_move(action: Tuple[str, Optional[int]], block: Block) -> \
        Tuple[str, Optional[int], Block]:
    """Return the move that does <action> to <block>."""
    return action[0], action[1], block


class HumanPlayer(Player):
    """A person with a mouse and a keyboard.

    === Public Attributes ===
    id: number of this player, from 0
    goal: what this player tries to reach
    """
    # === Private Attributes ===
    # _level: the level of the block the person selects
    # _desired_action: what the person asked for last, if anything
    id: int
    goal: Goal
    _level: int
    _desired_action: Optional[Tuple[str, Optional[int]]]

    def __init__(self, player_id: int, goal: Goal) -> None:
        """Make a human player who points at the whole board."""
        Player.__init__(self, player_id, goal)
        self._level = 0
        self._desired_action = None

    def get_selected_block(self, board: Block) -> Optional[Block]:
        """Return the block under the mouse, at the selected level."""
        return _get_block(board, pygame.mouse.get_pos(),
                          min(self._level, board.max_depth))

    def process_event(self, event: pygame.event.Event) -> None:
        """Change the level or remember an action, depending on the key."""
        if event.type == pygame.KEYDOWN:
            if event.key in KEY_ACTION:
                self._desired_action = KEY_ACTION[event.key]
            elif event.key == pygame.K_w:
                self._level = max(0, self._level - 1)
                self._desired_action = None
            elif event.key == pygame.K_s:
                self._level += 1
                self._desired_action = None

    def generate_move(self, board: Block) -> \
            Optional[Tuple[str, Optional[int], Block]]:
        """Return the move asked for, None as long as there is none."""
        block = self.get_selected_block(board)
        if block is None or self._desired_action is None:
            return None
        move = _create_move(self._desired_action, block)
        self._desired_action = None
        return move


class RandomPlayer(Player):
    """A computer player without a plan.

    === Public Attributes ===
    id: number of this player, from 0
    goal: what this player tries to reach
    """
    # === Private Attributes ===
    # _proceed: True when the player should make a move
    id: int
    goal: Goal
    _proceed: bool

    def __init__(self, player_id: int, goal: Goal) -> None:
        """Initialize a random player."""
        Player.__init__(self, player_id, goal)
        self._proceed = False

    def get_selected_block(self, board: Block) -> Optional[Block]:
        """Return None, a computer points at nothing."""
        return None

    def process_event(self, event: pygame.event.Event) -> None:
        """Go on when the left mouse button is pressed."""
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self._proceed = True

    def generate_move(self, board: Block) -> \
            Optional[Tuple[str, Optional[int], Block]]:
        """Return a random move that is valid on <board>, or None if the
        player should not make a move.
        """
        if not self._proceed:
            return None
        path = _random_path(board)
        action = random.choice([ROTATE_CLOCKWISE, ROTATE_COUNTER_CLOCKWISE,
                                SWAP_HORIZONTAL, SWAP_VERTICAL, SMASH,
                                PAINT, COMBINE])
        if not _apply(action, _follow(board.create_copy(), path), self.goal):
            return self.generate_move(board)
        self._proceed = False
        return _create_move(action, _follow(board, path))


class SmartPlayer(Player):
    """A computer player with a bit of a plan.

    === Public Attributes ===
    id: number of this player, from 0
    goal: what this player tries to reach
    """
    # === Private Attributes ===
    # _proceed: True when the player should make a move
    # _difficulty: how many moves the player thinks about
    id: int
    goal: Goal
    _proceed: bool
    _difficulty: int

    def __init__(self, player_id: int, goal: Goal, difficulty: int) -> None:
        """Initialize a smart player."""
        Player.__init__(self, player_id, goal)
        self._proceed = False
        self._difficulty = difficulty

    def _candidate(self, board: Block) -> \
            Tuple[int, Tuple[str, Optional[int], Block]]:
        """Return a random valid move, with the score after it before it."""
        path = _random_path(board)
        action = random.choice(list(KEY_ACTION.values()))
        trial = board.create_copy()
        if action == PASS or \
                not _apply(action, _follow(trial, path), self.goal):
            return self._candidate(board)
        return (self.goal.score(trial),
                _create_move(action, _follow(board, path)))

    def get_selected_block(self, board: Block) -> Optional[Block]:
        """Return None, a computer points at nothing."""
        return None

    def process_event(self, event: pygame.event.Event) -> None:
        """Go on when the left mouse button is pressed."""
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self._proceed = True

    def generate_move(self, board: Block) -> \
            Optional[Tuple[str, Optional[int], Block]]:
        """Return the best of some random moves, or a pass if it is not better
        than that, or None if the player should not make a move.
        """
        if not self._proceed:
            return None
        candidates = [self._candidate(board)
                      for _ in range(self._difficulty)]
        scores = [candidate[0] for candidate in candidates]
        self._proceed = False
        if max(scores) > self.goal.score(board):
            return candidates[scores.index(max(scores))][1]
        return _create_move(PASS, board)


if __name__ == '__main__':
    import python_ta
    python_ta.check_all(config={
        'allowed-io': ['process_event'],
        'max-attributes': 10,
        'generated-members': 'pygame.*'
    })
