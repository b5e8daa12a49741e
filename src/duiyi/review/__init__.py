"""Reviews of played games: what each move was worth, where the game turned, and puzzles made of it."""
