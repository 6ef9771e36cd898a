"""Simulations, and their rows in every library that takes Arrow."""

import pickle
import signal
import threading
import time

import pytest

import quintain
from quintain._native import Inquiry, stint_of_what


def test_a_report_is_that_of_the_command(cyclops):
    report = cyclops.sim(2_000, seed=7, full=True)
    assert report["fights"] == 2_000 and report["rulebook"] == "thalassa"
    assert sum(side["wins"] for side in report["sides"]) + report["mutual"] + report["undecided"] + report["stalemates"] == 2_000
    assert report["telling"]["damage"]
    one, three = (cyclops.sim(300, threads=threads) for threads in (1, 3))
    assert one["sides"] == three["sides"] and one["combatants"] == three["combatants"]


def test_tactics_are_words_or_a_dict(cyclops):
    random = cyclops.sim(400, tactics="random")["sides"][0]["wins"]
    same = cyclops.sim(400, tactics={"heroes": "random", "monsters": "random"})["sides"][0]["wins"]
    best = cyclops.sim(400)["sides"][0]["wins"]
    assert random == same != best
    with pytest.raises(ValueError, match="random"):
        cyclops.sim(10, tactics="randon")
    with pytest.raises(ValueError, match="`heroes`"):
        cyclops.sim(10, tactics={"heros": "random"})


def test_rows_agree_with_the_report(fight):
    pyarrow = pytest.importorskip("pyarrow")
    report = fight.sim(60, seed=5)
    rows = fight.rows(60, seed=5)
    table = pyarrow.table(rows)
    assert len(rows) == table.num_rows == 60
    won = table["outcome"].to_pylist()
    assert [won.count(side) for side in fight.sides] == [side["wins"] for side in report["sides"]]
    assert table["fight"].to_pylist() == list(range(60))
    later = pyarrow.table(fight.rows(30, seed=5, start=30))
    assert later.to_pylist() == table.slice(30).to_pylist()


def test_rows_of_combatants(cyclops):
    pyarrow = pytest.importorskip("pyarrow")
    table = pyarrow.table(cyclops.rows(10, combatants=True))
    assert table.num_rows == 20 and table.column_names[:4] == ["fight", "name", "side", "won"]
    wide = pyarrow.table(cyclops.rows(10))
    assert table["dealt"].to_pylist()[::2] == wide["Althea.dealt"].to_pylist()


def test_every_library_takes_rows(cyclops):
    rows = cyclops.rows(100)
    pandas, polars, duckdb = (pytest.importorskip(name) for name in ("pandas", "polars", "duckdb"))
    pyarrow = pytest.importorskip("pyarrow")
    assert len(pandas.DataFrame.from_arrow(rows)) == 100
    assert polars.DataFrame(rows).height == 100
    table = pyarrow.table(rows)
    assert duckdb.sql("select count(*) from rows").fetchall() == [(100,)]
    assert table["rounds"].to_numpy().sum() > 0
    assert len(rows.to_dicts()) == 100 and set(rows.to_dicts()[0]) == set(rows.columns)


def test_handing_rows_over_copies_nothing(cyclops):
    pyarrow = pytest.importorskip("pyarrow")
    rows = cyclops.rows(100)
    addresses = {pyarrow.table(rows)["rounds"].chunk(0).buffers()[1].address for _ in range(3)}
    assert len(addresses) == 1


def test_compare_sweep_tune_and_matter(cyclops):
    told = cyclops.compare("Althea.armor=3", 1_000)
    first = told.to_dicts()[0]
    assert first["what"] == "heroes win" and first["low"] > 0 and told.info["fights"] == 1_000
    assert cyclops.compare(cyclops, 100).to_dicts()[0]["difference"] == 0
    with pytest.raises(ValueError, match="nothing to compare"):
        cyclops.compare(quintain.read({"rulebook": "thalassa", "combatant": [
            {"is": "cyclops", "name": "A", "side": "x"},
            {"is": "cyclops", "name": "B", "side": "y"},
        ]}), 10)
    swept = cyclops.sweep(["Althea.armor=0..2", "tactics.heroes=random"], 200).to_dicts()
    assert [row["Althea.armor"] for row in swept] == [0, 0, 1, 1, 2, 2]
    assert {row["tactics.heroes"] for row in swept} == {"random"}
    tuned = cyclops.tune("heroes win 50%", "Althea.sta=5..60", 400)
    assert abs(tuned.to_dicts()[0]["share"] - 0.5) < 0.1
    matters = cyclops.matter(200).to_dicts()
    sizes = [abs(row["difference"]) for row in matters if row["what"] == "heroes win"]
    assert sizes == sorted(sizes, reverse=True) and sizes[0] > 0


def test_an_audit_says_where_tactics_lose(cyclops):
    found = cyclops.audit(20, decisions=30, play_outs=20, threads=1)
    assert found == cyclops.audit(20, decisions=30, play_outs=20, threads=2)
    assert found["looked_at"] > 0 and found["play_outs"] == [20, 10]
    lost = [kind["lost_in_a_fight"] for kind in found["kinds"]]
    assert lost == sorted(lost, reverse=True) and {"attack"} <= {kind["verb"] for kind in found["kinds"]}
    with pytest.raises(ValueError, match="search and programs"):
        cyclops.audit(20, tactics={"heroes": "search:20"})
    with pytest.raises(ValueError, match="20 to 100000"):
        cyclops.audit(20, play_outs=2)


def test_stints_make_the_report_of_one_run(fight):
    alone = fight.sim(90, seed=4, threads=1)
    stints = [fight.stint(start, start + 30, seed=4) for start in (60, 0, 30)]
    whole = fight.report(quintain.merge(stints), 90, seed=4)
    timed = ("seconds", "fights_per_second")
    assert {key: value for key, value in whole.items() if key not in timed} == {
        key: value for key, value in alone.items() if key not in timed
    }
    with pytest.raises(ValueError, match="is in both stints"):
        quintain.merge([stints[0], stints[0]])
    with pytest.raises(ValueError, match="different fights"):
        quintain.merge([stints[0], fight.stint(0, 5, seed=5)])
    with pytest.raises(ValueError, match="no stint"):
        quintain.merge([b"{}"])


def test_the_ladder_has_a_step_from_rung_to_rung(cyclops):
    told = cyclops.ladder(["random", "sensible", "sensible"], 400)
    up, level = told.to_dicts()
    assert (up["stronger"], up["weaker"], up["pairs"]) == ("sensible", "random", 400)
    assert up["sure"] and up["low"] > 0.5 and not level["sure"] and level["score"] == 0.5
    assert told.info["steps"] == 2
    with pytest.raises(ValueError, match="two rungs"):
        cyclops.ladder(["random"])


KNOBS = ["Althea.armor=0..2", "Althea.sta=20..30"]


def asked(fight):
    """Every question in parts, beside the answer of one process."""
    return [
        (("sim",), lambda: fight.sim(60, 3, threads=1)),
        (("full",), lambda: fight.sim(60, 3, full=True, threads=1)),
        (("compare", fight), lambda: fight.compare(fight, 60, 3)),
        (("compare", KNOBS[0].split("..")[0]), lambda: fight.compare(KNOBS[0].split("..")[0], 60, 3)),
        (("sweep", KNOBS), lambda: fight.sweep(KNOBS, 60, 3)),
        (("tune", "heroes win 50%", KNOBS), lambda: fight.tune("heroes win 50%", KNOBS, 60, 3)),
        (("matter",), lambda: fight.matter(60, 3)),
        (("ladder", ["random", "sensible"]), lambda: fight.ladder(["random", "sensible"], 60, 3)),
    ]


def test_questions_in_parts_have_the_answers_of_one_process(cyclops):
    timed = ("seconds", "fights_per_second")
    for asks, alone in asked(cyclops):
        inquiry = Inquiry(cyclops, asks, 60, 3)
        while due := inquiry.due():
            for place in reversed(due):
                # Another process has its own; it is sent what is asked, and plays a part.
                other = pickle.loads(pickle.dumps(inquiry))
                digest, numbers = inquiry.series(place)
                assert other.series(place) == (digest, numbers)
                half = numbers // 2
                parts = [other.stint(place, half, numbers), inquiry.stint(place, 0, half)]
                assert stint_of_what(parts[0]) == (digest, [(half, numbers)])
                with pytest.raises(ValueError, match="are missing"):
                    inquiry.tell(place, parts[0])
                inquiry.tell(place, quintain.merge(parts))
        told, one = inquiry.found(), alone()
        if isinstance(one, dict):
            assert {**told, **{key: 0 for key in timed}} == {**one, **{key: 0 for key in timed}}
        else:
            assert (told.to_dicts(), told.info) == (one.to_dicts(), one.info)


def test_parts_of_other_questions_are_refused(cyclops):
    inquiry = Inquiry(cyclops, ("sim",), 50)
    others = [
        Inquiry(cyclops, ("full",), 50).stint(1, 0, 50),
        Inquiry(cyclops, ("sim",), 50, 2).stint(0, 0, 50),
        Inquiry(cyclops, ("sim",), 50, 1, {"heroes": "search:4"}).stint(0, 0, 50),
        Inquiry(quintain.read(cyclops.text + "\n# longer"), ("sim",), 50).stint(0, 0, 50),
    ]
    for other in others:
        with pytest.raises(ValueError, match="another fight"):
            inquiry.tell(0, other)
    with pytest.raises(ValueError, match="no series"):
        inquiry.stint(1, 0, 5)
    with pytest.raises(ValueError, match="have not been played"):
        inquiry.found()
    with pytest.raises(TypeError, match="nothing that can be asked"):
        Inquiry(cyclops, ("sweep",), 50)


def test_progress_is_told_and_may_stop_a_run(cyclops):
    told = []
    cyclops.sim(300_000, progress=lambda done, all_: told.append((done, all_)))
    assert told[-1] == (300_000, 300_000)
    assert [done for done, _ in told] == sorted(done for done, _ in told)

    def enough(done, _):
        if done:
            raise LookupError("enough")

    with pytest.raises(LookupError, match="enough"):
        cyclops.sim(50_000_000, progress=enough)


def test_progress_of_the_usual_ladder_counts_all_of_its_steps(cyclops):
    told = []
    steps = cyclops.ladder(None, 20, progress=lambda done, all_: told.append((done, all_))).to_dicts()
    assert [step["weaker"] for step in steps] == ["random", "novice", "sensible"]
    assert told[-1] == (60, 60)


def test_ctrl_c_stops_a_run(cyclops):
    threading.Timer(0.3, signal.raise_signal, [signal.SIGINT]).start()
    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        cyclops.rows(500_000_000)
    assert time.monotonic() - began < 20


def test_other_threads_go_on_meanwhile(cyclops):
    beats = 0
    going = True

    def beat():
        nonlocal beats
        while going:
            beats += 1
            time.sleep(0.005)

    thread = threading.Thread(target=beat)
    thread.start()
    cyclops.sim(1_000_000)
    going = False
    thread.join()
    assert beats > 5
