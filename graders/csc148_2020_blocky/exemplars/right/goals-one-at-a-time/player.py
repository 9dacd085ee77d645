def create_players(num_human: int, num_random: int,
                   smart_players: List[int]) -> List[Player]:
    """Return the players of a game."""
    humans = [HumanPlayer(i, generate_goals(1)[0]) for i in range(num_human)]
    randoms = [RandomPlayer(num_human + i, generate_goals(1)[0])
               for i in range(num_random)]
    smart = [SmartPlayer(num_human + num_random + i, generate_goals(1)[0],
                         smart_players[i]) for i in range(len(smart_players))]
    return humans + randoms + smart
