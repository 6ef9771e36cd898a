"""Environments for programs that learn: fights of all five games, with legal options as rows of numbers.

* `FightEnv`: Gymnasium, one agent that plays a side.
* `FightAEC`: PettingZoo, an agent for each combatant; who is asked has the turn.
* `FightParallel`: PettingZoo, the same, where all who are asked answer at once.
* `Fights`: many fights stepped in one call, with ragged options and offsets.

An observation is a dict of three arrays. `observation` tells of the fight and of everybody in it, as the one who is asked
sees them: of foes it has their place, their conditions and how hurt they look, not their figures. `options` has a row for
each legal option, and rows of zeros behind them. `action_mask` is 1 for each option. An action is the place of an option; one
that is no option's place is answered by the default, and `info["legal"]` says so. Score the options rather than number them:
what stands at place 3 is another thing each time. `features` names the numbers.

The reward is 1 for victory, -1 for another's, 0 for neither, at the end. With `shaping`, each step also brings so much times
the change in how well one's side stands (the share of life that it has left less that of its foes); over a whole fight these
add up to nothing but what the fight began with. A fight that reaches the round limit is truncated; any other is terminated.

`reset(seed=s)` begins fight 0 under seed s, the next `reset()` fight 1, and so on: the very fights that
`Fight.sim(n, seed=s)` plays by tactics. The same seed and actions give the same fight, on every machine.
"""

from .aec import FightAEC
from .fights import Batch, Fights, padded
from .gym import FightEnv
from .parallel import FightParallel

__all__ = ["Batch", "FightAEC", "FightEnv", "FightParallel", "Fights", "padded"]
