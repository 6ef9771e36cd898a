"""What all tests share."""

import pytest

import quintain

#: A small encounter of each rulebook.
SMALL = {
    "thalassa": "thalassa/cyclops",
    "heimr": "heimr/duel",
    "gu": "gu/duel",
    "oakhearth": "oakhearth/goblin-ambush",
    "uchma": "uchma/night-at-the-inn",
}

BUILT_IN = [name for book, name in SMALL.items() if name in quintain.ready_made()]


@pytest.fixture
def cyclops() -> quintain.Fight:
    return quintain.open("thalassa/cyclops")


@pytest.fixture(params=BUILT_IN)
def fight(request: pytest.FixtureRequest) -> quintain.Fight:
    """A small fight of each rulebook that is built in."""
    return quintain.open(request.param)
