"""Days: fights in a row."""

import pytest

import quintain


def test_a_day_is_simulated_as_the_command_does():
    day = quintain.day("thalassa/road-to-delphi")
    assert (day.title, day.rulebook, day.fights[-1]) == ("The road to Delphi", "thalassa", "The serpent of Delphi")
    one, three = (day.sim(60, seed=7, threads=threads) for threads in (1, 3))
    assert one["fights"] == three["fights"] and one["whole"]["sides"] == three["whole"]["sides"]
    reached = [fight["reached"] for fight in one["fights"]]
    assert reached[0] == 60 and reached == sorted(reached, reverse=True)


def test_a_knob_is_turned_in_every_fight():
    day = quintain.day("thalassa/road-to-delphi")
    frail, mighty = (day.sim(60, turned=f"Cyclops.sta={sta}") for sta in (1, 90))
    assert frail["fights"][1]["won_rate"] > mighty["fights"][1]["won_rate"]
    with pytest.raises(ValueError, match="several values"):
        day.sim(10, turned="Cyclops.sta=1..3")
    with pytest.raises(ValueError, match="no side is called|has that side"):
        day.sim(10, tactics="dragons=random")


def test_what_is_no_day_is_told():
    with pytest.raises(ValueError, match="there is no day `nowhere`"):
        quintain.day("nowhere")
