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
    """Return the players of a game, each with an own random goal.

    First the humans, then the random ones, then the smart ones.
    """
    players = []
    for i in range(num_human):
        players.append(HumanPlayer(i, generate_goals(1)[0]))
    for i in range(num_random):
        players.append(RandomPlayer(num_human + i, generate_goals(1)[0]))
    for i in range(len(smart_players)):
        players.append(SmartPlayer(num_human + num_random + i,
                                   generate_goals(1)[0], smart_players[i]))
    return players


def _contains(block: Block, location: Tuple[int, int]) -> bool:
    """Return whether <location> is in <block>."""
    dx = location[0] - block.position[0]
    dy = location[1] - block.position[1]
    return 0 <= dx < block.size and 0 <= dy < block.size


def _get_block(block: Block, location: Tuple[int, int], level: int) -> \
        Optional[Block]:
    """Return the block at <location> that is on <level>, or the leaf there
    if the tree ends before that level. Return None for a point outside.
    """
    if not _contains(block, location):
        return None
    current = block
    while current.level < level and current.children:
        inner = [child for child in current.children
                 if _contains(child, location)]
        if not inner:
            break
        current = inner[0]
    return current


def _all_blocks(board: Block) -> List[Block]:
    """Return all the blocks of <board>, in a fixed order."""
    blocks = [board]
    i = 0
    while i < len(blocks):
        blocks.extend(blocks[i].children)
        i += 1
    return blocks


def _all_moves(board: Block, colour: Tuple[int, int, int]) -> \
        List[Tuple[Tuple[str, Optional[int]], int]]:
    """Return every action that is possible on <board>, each with the index
    of its block in _all_blocks(board). Paint is done with <colour>.
    """
    moves = []
    for i, block in enumerate(_all_blocks(board)):
        if block.children:
            for action in (ROTATE_CLOCKWISE, ROTATE_COUNTER_CLOCKWISE,
                           SWAP_HORIZONTAL, SWAP_VERTICAL):
                moves.append((action, i))
            if block.create_copy().combine():
                moves.append((COMBINE, i))
        elif block.smashable():
            moves.append((SMASH, i))
        elif block.colour != colour:
            moves.append((PAINT, i))
    return moves


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
    """
    # === Private Attributes ===
    # _level: the level of the block the person selects
    # _desired_action: what the person asked for last, if anything
    _level: int
    _desired_action: Optional[Tuple[str, Optional[int]]]

    def __init__(self, player_id: int, goal: Goal) -> None:
        """Make a human player who points at the whole board."""
        Player.__init__(self, player_id, goal)
        self._level = 0
        self._desired_action = None

    def get_selected_block(self, board: Block) -> Optional[Block]:
        """Return the block under the mouse, at the selected level."""
        return _get_block(board, pygame.mouse.get_pos(), self._level)

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
    """A player who takes any of the possible moves."""
    # === Private Attributes ===
    # _proceed: True when the player may move
    _proceed: bool

    def __init__(self, player_id: int, goal: Goal) -> None:
        """Initialize this player."""
        super().__init__(player_id, goal)
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
        """Return one of the possible moves, or None before the click."""
        if not self._proceed:
            return None
        self._proceed = False
        action, index = random.choice(_all_moves(board, self.goal.colour))
        return _create_move(action, _all_blocks(board)[index])


class SmartPlayer(Player):
    """A player who compares some of the possible moves."""
    # === Private Attributes ===
    # _proceed: True when the player may move
    # _difficulty: how many moves are compared
    _difficulty: int
    _proceed: bool

    def __init__(self, player_id: int, goal: Goal, difficulty: int) -> None:
        """Initialize this player."""
        super().__init__(player_id, goal)
        self._difficulty = difficulty
        self._proceed = False

    def _score_after(self, action: Tuple[str, Optional[int]], index: int,
                     board: Block) -> int:
        """Return the score of a copy of <board> on which <action> was done
        to the block with that index.
        """
        copy = board.create_copy()
        block = _all_blocks(copy)[index]
        kind, direction = action
        if kind == 'rotate':
            block.rotate(direction)
        elif kind == 'swap':
            block.swap(direction)
        elif kind == 'smash':
            block.smash()
        elif kind == 'combine':
            block.combine()
        else:
            block.paint(self.goal.colour)
        return self.goal.score(copy)

    def get_selected_block(self, board: Block) -> Optional[Block]:
        """Return None, a computer points at nothing."""
        return None

    def process_event(self, event: pygame.event.Event) -> None:
        """Go on when the left mouse button is pressed."""
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self._proceed = True

    def generate_move(self, board: Block) -> \
            Optional[Tuple[str, Optional[int], Block]]:
        """Return the best of <difficulty> different moves if it is better
        than to pass, otherwise a pass; None before the click.
        """
        if not self._proceed:
            return None
        self._proceed = False
        moves = _all_moves(board, self.goal.colour)
        random.shuffle(moves)
        now = self.goal.score(board)
        best = now
        answer = _create_move(PASS, board)
        for action, index in moves[:self._difficulty]:
            score = self._score_after(action, index, board)
            if score > now and score >= best:
                best = score
                answer = _create_move(action, _all_blocks(board)[index])
        return answer
