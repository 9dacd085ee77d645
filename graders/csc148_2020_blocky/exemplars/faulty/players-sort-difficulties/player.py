def create_players(num_human: int, num_random: int,
                   smart_players: List[int]) -> List[Player]:
    """Return the players of a game."""
    smart_players.sort()
    total = num_human + num_random + len(smart_players)
    goals = generate_goals(total)
    players = []
    for i in range(total):
        if i < num_human:
            players.append(HumanPlayer(i, goals[i]))
        elif i < num_human + num_random:
            players.append(RandomPlayer(i, goals[i]))
        else:
            players.append(SmartPlayer(
                i, goals[i], smart_players[i - num_human - num_random]))
    return players
