"""Live fights, answer by answer."""

import pathlib
import pickle
import random
import runpy

import pytest

import quintain


def play(live, draw, most=400):
    """Plays on by chance, and says how many answers that took."""
    for answers in range(most):
        asked = live.asked
        if not asked:
            return answers
        place = draw.randrange(len(asked))
        count = asked[place][3]
        if count:
            question = live.questions()[place]
            if question["shape"]["kind"] == "one":
                live.answer(draw.randrange(count), place=place)
                continue
        live.default(place)
    return most


def test_a_question_has_its_options_in_parts(cyclops):
    live = cyclops.live(3, play=["heroes"])
    who, topic, text, count = live.asked[0]
    (question,) = live.questions()
    assert (who, topic, text, count) == (question["who"], question["topic"], question["text"], len(question["options"]))
    strike = next(option for option in question["options"] if option["text"].startswith("attack"))
    assert strike["does"]["group"] == "attack" and strike["does"]["target"] == {"kind": "who", "who": 1}
    assert live.options() == [option["text"] for option in question["options"]]
    live.answer("attack Cyclops")
    assert any("Althea" in event["text"] for event in live.events())
    assert live.events(since=2) == live.events()[2:]


def test_what_is_not_legal_is_refused_with_the_reason(cyclops):
    live = cyclops.live(3, play=["heroes"])
    with pytest.raises(ValueError, match="no such option"):
        live.answer("dance")
    with pytest.raises(ValueError, match="asked for is"):
        live.answer(99)
    with pytest.raises(IndexError):
        live.answer(0, place=7)
    with pytest.raises(ValueError, match="is not asked now"):
        live.answer("nothing", who="Cyclops")


def test_the_same_seed_and_answers_give_the_same_fight(fight):
    one, other = fight.live(11), fight.live(11)
    assert play(one, random.Random(2)) == play(other, random.Random(2))
    assert one.digest == other.digest and one.record() == other.record()


def test_unattended_fights_are_those_of_the_simulation(fight):
    rows = fight.rows(6, seed=9).to_dicts()
    for number, row in enumerate(rows):
        drill = fight.drill(9, number=number, play=[fight.roster[0][0]])
        live = fight.live(9, number=number, play=[fight.roster[0][0]])
        while not drill.over:
            drill.step(-1)
        while not live.over:
            live.default()
        assert (live.outcome, live.winner) == (drill.outcome, drill.winner)
        assert row["outcome"] in (*fight.sides, "mutual", "undecided", "ended")


def test_drills_take_the_course_of_live_fights(fight):
    live, drill, draw = fight.live(5), fight.drill(5), random.Random(1)
    for _ in range(150):
        if drill.over:
            break
        # A drill passes by what leaves no choice; so does the live fight here.
        while live.asked and not _is_choice(live):
            live.default(_forced(live))
        assert live.digest == drill.digest
        option = draw.randrange(drill.asked[0][3])
        assert drill.options() == live.options() or drill.asked[0][2] == live.asked[0][1]
        live.answer(drill.options()[option], who=drill.asked[0][1])
        drill.step(option)


def _forced(live):
    return next(place for place, question in enumerate(live.questions()) if not _leaves_choice(question))


def _is_choice(live):
    return all(_leaves_choice(question) for question in live.questions())


def _leaves_choice(question):
    shape = question["shape"]
    if shape["kind"] == "number":
        return 0 < shape["most"] - shape["least"] < 64
    return shape["kind"] == "one" and len(question["options"]) > 1


def test_undo_takes_the_last_decision_back(fight):
    live = fight.live(4)
    before = (live.digest, live.asked)
    live.answer(0) if live.questions()[0]["shape"]["kind"] == "one" else live.default()
    try:
        live.undo()
    except ValueError:
        pytest.skip("the first answer was no decision")
    assert (live.digest, live.asked) == before


def test_records_are_taken_up(fight):
    live = fight.live(4)
    play(live, random.Random(3), most=20)
    again = quintain.resume(live.record())
    assert (again.digest, again.questions()) == (live.digest, live.questions())
    assert pickle.loads(pickle.dumps(live)).digest == live.digest


def test_a_copy_has_other_dice(cyclops):
    live = cyclops.live(4)
    copies = {seed: live.clone(redeal=seed) for seed in range(12)}
    assert {copy.digest for copy in copies.values()} == {live.digest}
    for copy in copies.values():
        while not copy.over:
            copy.default()
    assert len({copy.digest for copy in copies.values()}) > 6
    again = live.clone(redeal=3)
    while not again.over:
        again.default()
    assert again.digest == copies[3].digest
    with pytest.raises(TypeError):
        live.clone()


def test_odds_are_exact_and_sum_to_one(cyclops):
    live = cyclops.live(1, play=["heroes"])
    odds = live.odds("attack Cyclops with xiphos")
    assert odds.info["exact"] and odds.info["total"] == 1 and odds.info["remainder"] == 0
    chances = {}
    for row in odds.to_dicts():
        chances[row["path"]] = chances.get(row["path"], 0) + row["chance"]
    assert chances and all(abs(chance - 1) < 1e-9 for chance in chances.values())


def test_advice_and_edicts(cyclops):
    live = cyclops.live(1, play=["heroes"])
    best = live.advise(60)
    assert best[0]["answer"] in live.options() and 0 <= best[0]["worth"] <= 1
    live.edict("set Cyclops.sta 1")
    assert next(s for s in live.view()["combatants"][1]["stats"] if s["key"] == "sta")["value"] == 1


def test_dice_by_hand(cyclops):
    live = cyclops.live(play=["heroes"], dice_by_hand=True)
    for _ in range(20):
        if live.dice is None:
            live.default()
            continue
        assert live.dice["sides"] >= 2
        live.throw([1] * live.dice["count"])
        return
    pytest.fail("no dice were asked for")


def test_one_fight_in_four_languages_has_one_end():
    example = pathlib.Path(__file__).parents[2] / "quintain/examples/random_fight"
    play = runpy.run_path(str(example / "random_fight.py"))["random_fight"]
    assert play() == (example / "digest.txt").read_text().strip()


def test_what_is_veiled_is_what_the_seat_knows():
    fight = quintain.open("cyclops")
    open_, veiled = (fight.live(7, play=["heroes"], veiled=veiled) for veiled in (False, True))
    health = lambda live: [
        [stat["key"] for stat in one["stats"]] for one in live.view()["combatants"] if one["name"] == "Cyclops"
    ]
    assert len(health(open_)[0]) > 1
    assert health(veiled) == [["health"]]


def test_a_fight_goes_on_from_any_moment_as_it_was_or_otherwise(cyclops):
    live = cyclops.live(3, play=["heroes"])
    live.answer("attack Cyclops")
    answered = 1 + next(n for n, line in enumerate(live.record().splitlines()[1:]) if '"to":"Althea"' in line and '"words":"attack' in line)
    as_it_was = live.sim(400, at=answered)
    assert as_it_was["fights"] == 400 and as_it_was["sides"] == live.sim(400, at=answered, threads=1)["sides"]
    idle = live.sim(400, at=answered, had="Althea: nothing")
    assert idle["sides"][0]["wins"] < as_it_was["sides"][0]["wins"]
    row = live.compare("Althea: nothing", 400, at=answered).to_dicts()[0]
    assert row["what"] == "heroes win" and row["difference"] < 0
    moment = pickle.loads(pickle.dumps(live.moment(answered, had="Althea: nothing")))
    assert moment.sim(400)["sides"] == idle["sides"]
    with pytest.raises(ValueError, match="no such option|is not asked"):
        live.sim(10, at=answered, had="Althea: dance")
    with pytest.raises(ValueError, match="facts"):
        live.sim(10, at=99_999)
