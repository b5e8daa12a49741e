"""Learning: users train their own players. Torch is needed by `net`, `fit` and `export` alone, and imported by them.

`settings` what a run is told · `selfplay` games in lock-step · `games` how they are kept · `window` the rows to learn
from · `net`, `fit`, `export` the network · `gate` is it better? · `loop` all of it again and again · `workers`, `ray`
where it runs · `warm` a start from games of other engines · `report` pictures.
"""
