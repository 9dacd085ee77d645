# solution begins
"""Blocky: choose a game on the command line, and play it.

Like game.py, this must run in the folder it is in.
"""
import argparse
import os
import random
import sys
from typing import List, Optional

try:
    import pygame
except ModuleNotFoundError:
    sys.exit("the game needs pygame-ce, which is not installed: "
             "pip install pygame-ce")

from game import (
    Game,
    create_auto_game,
    create_sample_game,
    create_solitaire_game,
    create_two_player_game,
)

GAMES = {
    'solitaire': create_solitaire_game,
    'two-player': create_two_player_game,
    'sample': create_sample_game,
    'auto': create_auto_game,
}

EXPLANATION = """\
ready games:
  solitaire    you alone (the default)
  two-player   two people at one keyboard
  sample       you, a random and a smart player
  auto         two smart players; click to let them move
"""


def make_parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    parser = argparse.ArgumentParser(
        prog='play', description='Play Blocky in a window.',
        epilog=EXPLANATION,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--turns', type=int, default=5, metavar='N',
                        help='play N turns (%(default)s)')
    parser.add_argument('--seed', type=int, metavar='N',
                        help='random seed: the same board and draws each time')
    parser.add_argument('--game', choices=list(GAMES), help='see below')

    own = parser.add_argument_group('instead of --game, a game of your own')
    own.add_argument('--depth', type=int, choices=range(2, 6),
                     help='maximum depth of the board (3)')
    own.add_argument('--human', type=int, choices=range(1, 5),
                     help='number of people')
    own.add_argument('--random', type=int, choices=range(1, 5),
                     help='number of random players')
    own.add_argument('--smart', type=int, metavar='N', action='append',
                     help='a smart player that tries N moves per turn; '
                          'repeat it for more players')
    return parser


def parse_arguments(arguments: Optional[List[str]]) -> argparse.Namespace:
    """Return the chosen game, or exit with an explanation.

    If <arguments> is None, the command line is parsed. In the result, game is
    None if the person sets up a game of their own.
    """
    parser = make_parser()
    chosen = parser.parse_args(arguments)
    if chosen.turns < 1:
        parser.error('--turns: at least one turn, please')

    if not (chosen.depth or chosen.human or chosen.random or chosen.smart):
        chosen.game = chosen.game or 'solitaire'
        return chosen
    if chosen.game is not None:
        parser.error('--game is a ready game; leave it out to set up your own')

    chosen.depth = chosen.depth or 3
    chosen.random = chosen.random or 0
    chosen.smart = chosen.smart or []
    if chosen.human is None:
        chosen.human = 0 if chosen.random or chosen.smart else 1
    if chosen.human + chosen.random + len(chosen.smart) > 4:
        parser.error('four can play at most, because there are four colours')
    if any(difficulty < 1 for difficulty in chosen.smart):
        parser.error('--smart: at least one move to try, please')
    return chosen


def refuse_to_play_unseen() -> None:
    """Raise an error if no window would be visible, unless that was requested.

    Without a screen, SDL silently draws into memory, and the person would
    never see a window.
    """
    driver = pygame.display.get_driver()
    asked_for = os.environ.get('SDL_VIDEODRIVER')
    if driver in ('dummy', 'offscreen') and not asked_for:
        raise pygame.error('there is no screen')


def main() -> None:
    """Play the game chosen on the command line."""
    chosen = parse_arguments(None)
    if chosen.seed is not None:
        random.seed(chosen.seed)

    pygame.init()
    try:
        refuse_to_play_unseen()
        if chosen.game is not None:
            game = GAMES[chosen.game]()
        else:
            game = Game(chosen.depth, chosen.human, chosen.random,
                        chosen.smart)
    except pygame.error as error:
        sys.exit(f'the game cannot open a window here ({error}): '
                 f'play it on a machine with a screen')
    game.run_game(chosen.turns)
    pygame.quit()


if __name__ == '__main__':
    main()
# solution ends
