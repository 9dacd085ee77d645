"""Blocky: start this to play."""
import random
from typing import List

from block import Block, random_init
from goal import BlobGoal, PerimeterGoal
from player import HumanPlayer, Player, RandomPlayer, SmartPlayer
from renderer import BOARD_WIDTH, COLOUR_LIST, Renderer, colour_name


class Game:
    """A game of Blocky in a window.

    Attributes:
    - board: the board of all players.
    - renderer: the object that draws in the window.
    - players: the players, in the order of their turns.

    Invariants:
    - there is at least one player
    """

    board: Block
    renderer: Renderer
    players: List[Player]

    def __init__(self, max_depth: int, num_human: int, random_players: int,
                 smart_players: List[int]) -> None:
        """Open a window with a random board of depth <max_depth>.

        There are <num_human> human players, then <random_players> random
        players, then a smart player for each difficulty in <smart_players>,
        in the order of that list. They are numbered from 0.

        All goals have one random type; each player's colour is drawn at
        random independently. Every player's goal is displayed, and the board
        is drawn before the first turn.

        Precondition: 2 <= max_depth <= 5, and there is at least one player
        """
        self.renderer = Renderer(num_human + random_players + len(smart_players))
        goal_type = random.choice(['blob', 'perimeter'])
        self.board = random_init(0, max_depth)
        self.board.update_block_locations((0, 0), BOARD_WIDTH)
        self.players = []
        # humans
        for i in range(num_human):    
            if goal_type == 'blob':
                goal = BlobGoal(random.choice(COLOUR_LIST))
            else: 
                goal = PerimeterGoal(random.choice(COLOUR_LIST))
            p = HumanPlayer(self.renderer,i, goal)
            self.renderer.display_goal(p)
            self.players.append(p)
        # random players
        for i in range(num_human, num_human + random_players):
            if goal_type == 'blob':
                goal = BlobGoal(random.choice(COLOUR_LIST))
            else:
                goal = PerimeterGoal(random.choice(COLOUR_LIST))
            p = RandomPlayer(self.renderer, i, goal)
            self.renderer.display_goal(p)
            self.players.append(p)
        # smart players
        for i in range(len(smart_players)):
            if goal_type == 'blob':
                goal = BlobGoal(random.choice(COLOUR_LIST))  
            else:
                goal = PerimeterGoal(random.choice(COLOUR_LIST))  
            p = SmartPlayer(self.renderer, num_human + random_players + i, goal, smart_players[i])
            self.renderer.display_goal(p)
            self.players.append(p)    
        self.renderer.draw(self.board,0)

    def run_game(self, num_turns: int) -> None:
        """Let every player move <num_turns> times, in rotation.

        The game ends early if a player quits. At the end, everybody's score,
        everybody's goal and the winner are printed; the first of equals wins.
        """
        for turn in range(num_turns * len(self.players)):
            index = turn % len(self.players)
            mover = self.players[index]
            print(f'Player {index}, turn {turn // len(self.players)}')
            if mover.make_move(self.board) == 1:
                break
            print(f'Player {index} has {mover.goal.score(self.board)} points')

        winner, best = 0, 0
        for i, player in enumerate(self.players):
            score = player.goal.score(self.board)
            print(f'Score of player {i}: {score}')
            if score > best:
                winner, best = i, score
        print(f'The winner is player {winner}!')
        for i, player in enumerate(self.players):
            print(f'The goal of player {i} was: {player.goal.description()} '
                  f'({colour_name(player.goal.colour)})')


def auto_game() -> None:
    """Play a game between two smart players, the same game each time."""
    random.seed(1001)
    game = Game(4, 0, 0, [1, 6])
    game.run_game(10)


def two_player_game() -> None:
    """Play a game between two people."""
    random.seed(507)
    game = Game(3, 2, 0, [])
    game.run_game(5)


def solitaire_game() -> None:
    """Play a game for one person."""
    random.seed(507)
    game = Game(4, 1, 0, [])
    game.run_game(30)


def sample_game() -> None:
    """Play a game between a person, a random and a smart player."""
    game = Game(5, 1, 1, [6])
    game.run_game(3)


if __name__ == '__main__':
    # To play another game, call another one of the four functions above.
    auto_game()
