"""Opening encounters, from names, files, texts and dicts."""

import pickle

import pytest

import quintain

TEXT = """
rulebook = "thalassa"
packs = ["beasts.toml"]
[[combatant]]
is = "althea"
side = "heroes"
[[combatant]]
is = "tusker"
side = "beasts"
count = 2
"""
BEASTS = 'rulebook = "thalassa"\n[[creature]]\nid = "tusker"\nname = "Tusker"\nsta = 5\ntek = 8\n'


def test_a_ready_made_one_is_opened_by_name(cyclops):
    assert (cyclops.title, cyclops.rulebook, cyclops.sides) == ("One eye", "thalassa", ["heroes", "monsters"])
    assert cyclops.roster == [("Althea", "heroes"), ("Cyclops", "monsters")]
    assert "random" in cyclops.tactics
    assert cyclops.view()["combatants"][0]["name"] == "Althea"
    assert {verb["key"] for verb in cyclops.glossary()["verbs"]}
    assert "cyclops" in repr(cyclops).lower() or "One eye" in repr(cyclops)


def test_a_file_is_opened_with_the_packs_beside_it(tmp_path):
    (tmp_path / "fight.toml").write_text(TEXT)
    (tmp_path / "beasts.toml").write_text(BEASTS)
    assert quintain.open(str(tmp_path / "fight.toml")).roster[2] == ("Tusker 2", "beasts")


def test_texts_and_dicts_say_the_same():
    text = quintain.read(TEXT, packs={"beasts.toml": BEASTS})
    said = {
        "rulebook": "thalassa",
        "packs": ["beasts.toml"],
        "title": None,
        "combatant": [{"is": "althea", "side": "heroes"}, {"is": "tusker", "side": "beasts", "count": 2}],
    }
    beasts = {"rulebook": "thalassa", "creature": [{"id": "tusker", "name": "Tusker", "sta": 5, "tek": 8}]}
    same = quintain.read(said, packs={"beasts.toml": beasts})
    assert text.digest == same.digest
    assert text.sim(50)["sides"] == same.sim(50)["sides"]


def test_what_is_wrong_is_told_with_its_place():
    with pytest.raises(ValueError, match=r"mine.toml:3:6: no creature is called `altea`; the nearest name is `althea`"):
        quintain.read('rulebook = "thalassa"\n[[combatant]]\nis = "altea"\nside = "a"\n', path="mine.toml")
    with pytest.raises(ValueError, match="the nearest ready-made encounter is `cyclops`"):
        quintain.open("cyclop")
    with pytest.raises(TypeError, match="no place in an encounter"):
        quintain.read({"rulebook": object()})


def test_a_fight_is_pickled(fight):
    again = pickle.loads(pickle.dumps(fight))
    assert (again.digest, again.title) == (fight.digest, fight.title)
    assert again.sim(20, seed=3)["sides"] == fight.sim(20, seed=3)["sides"]


def test_packs_are_pickled_with_it():
    fight = quintain.read(TEXT, packs={"beasts.toml": BEASTS})
    assert pickle.loads(pickle.dumps(fight)).digest == fight.digest


def test_dice_have_exact_odds():
    odds = quintain.dice("2d6kh1")
    rows = odds.to_dicts()
    assert [row["exact"] for row in rows] == ["1/36", "1/12", "5/36", "7/36", "1/4", "11/36"]
    assert odds.info["exact"] and rows[0]["at_least"] == 1
    assert 0 < quintain.dice("3d6!").info["remainder"] < 1e-12
    with pytest.raises(ValueError, match="column"):
        quintain.dice("2d6 + fire")
