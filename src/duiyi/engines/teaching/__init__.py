"""The generations of game-playing programs in short, plain Python, meant to be read in this order.

`greedy` looks one move ahead; `minimax` looks further; `alphabeta` finds the same moves sooner; `mcts` learns from
playing games to the end. They ask nothing but `Game` and `Position`, so they also play games that users write. The
fast engines in C++ follow the same ideas.
"""
