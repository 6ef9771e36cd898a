"""Days: fights in a row."""

import pytest

import quintain


def test_a_day_is_simulated_as_the_command_does():
    day = quintain.day("thalassa/road-to-delphi")
    assert (day.title, day.rulebook, day.fights[-1]) == ("The road to Delphi", "thalassa", "The way back")
    one, three = (day.sim(60, seed=7, threads=threads) for threads in (1, 3))
    assert one["fights"] == three["fights"] and one["whole"]["sides"] == three["whole"]["sides"]
    reached = [fight["reached"] for fight in one["fights"]]
    assert reached[0] == 60 and reached == sorted(reached, reverse=True)


def test_a_knob_is_turned_in_every_fight():
    day = quintain.day("thalassa/road-to-delphi")
    few, many = (day.sim(60, turned=f"count(Bandit)={count}") for count in (1, 12))
    assert few["fights"][0]["won_rate"] > many["fights"][0]["won_rate"]
    with pytest.raises(ValueError, match="several values"):
        day.sim(10, turned="count(Bandit)=1..3")
    with pytest.raises(ValueError, match="no side is called|has that side"):
        day.sim(10, tactics="dragons=random")


def test_what_is_no_day_is_told():
    with pytest.raises(ValueError, match="there is no day `nowhere`"):
        quintain.day("nowhere")
