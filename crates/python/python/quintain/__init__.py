"""Quintain referees tabletop fights by the full rules of five games.

>>> import quintain
>>> fight = quintain.open("thalassa/cyclops")
>>> report = fight.sim(1_000, seed=7)
>>> report["sides"][0]["name"]
'heroes'

A fight is a pure function of its encounter, its dice and its answers: the same seed and the same answers give the same
fight, on every machine. `Fight` is an encounter ready to be fought; `Fight.live` plays one, answer by answer; `Fight.sim` and
its kin play thousands; `quintain.ray` shares those out over a cluster; `quintain.envs` has the environments of PettingZoo and
Gymnasium.
"""

from ._native import (
    Day,
    Drill,
    Fight,
    Live,
    Rows,
    VecFights,
    __version__,
    day,
    dice,
    merge,
    open,
    read,
    ready_made,
    resume,
)

__all__ = [
    "Day",
    "Drill",
    "Fight",
    "Live",
    "Rows",
    "VecFights",
    "__version__",
    "day",
    "dice",
    "merge",
    "open",
    "read",
    "ready_made",
    "resume",
]
