display_board(generate_initial_board())
