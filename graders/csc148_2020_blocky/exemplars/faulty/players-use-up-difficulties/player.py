def create_players(num_human: int, num_random: int,
                   smart_players: List[int]) -> List[Player]:
    """Return the players of a game."""
    goals = generate_goals(num_human + num_random + len(smart_players))
    players = []
    for goal in goals:
        number = len(players)
        if number < num_human:
            players.append(HumanPlayer(number, goal))
        elif number < num_human + num_random:
            players.append(RandomPlayer(number, goal))
        else:
            players.append(SmartPlayer(number, goal, smart_players.pop(0)))
    return players
