"""Environments, by the tests that their own libraries bring."""

import numpy as np
import pytest

import quintain

gymnasium = pytest.importorskip("gymnasium")
pettingzoo = pytest.importorskip("pettingzoo")

from gymnasium.utils.env_checker import check_env  # noqa: E402
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test  # noqa: E402

from quintain import envs  # noqa: E402


@pytest.mark.filterwarnings("ignore")
def test_pettingzoo_takes_the_turn_based_one(fight):
    api_test(envs.FightAEC(fight), num_cycles=60)
    seed_test(lambda: envs.FightAEC(fight), num_cycles=5)


@pytest.mark.filterwarnings("ignore")
def test_pettingzoo_takes_the_parallel_one(fight):
    parallel_api_test(envs.FightParallel(fight), num_cycles=60)
    parallel_seed_test(lambda: envs.FightParallel(fight), num_cycles=20)


@pytest.mark.filterwarnings("ignore")
def test_gymnasium_takes_the_one_for_a_side(fight):
    check_env(envs.FightEnv(fight), skip_render_check=True)


def episode(env, draw, seed=None):
    """Plays one by chance, and says what it brought and what was seen."""
    seen, _ = env.reset(seed=seed)
    total, views = 0.0, [seen["observation"]]
    while True:
        action = draw.choice(np.flatnonzero(seen["action_mask"]))
        seen, reward, terminated, truncated, info = env.step(action)
        assert info["legal"]
        total += reward
        views.append(seen["observation"])
        if terminated or truncated:
            return total, np.array(views), info


def test_reset_is_exact(fight):
    one, other = envs.FightEnv(fight), envs.FightEnv(fight)
    first = episode(one, np.random.default_rng(1), seed=5)
    episode(other, np.random.default_rng(9), seed=77)
    again = episode(other, np.random.default_rng(1), seed=5)
    assert first[0] == again[0] and np.array_equal(first[1], again[1])
    # The fight behind it is the next of the seed, for both.
    second = episode(one, np.random.default_rng(2))
    assert np.array_equal(second[1], episode(other, np.random.default_rng(2))[1])


def test_rewards_tell_who_won(fight):
    env, draw = envs.FightEnv(fight), np.random.default_rng(3)
    for _ in range(6):
        total, _, info = episode(env, draw)
        assert total == {env.side: 1.0, None: 0.0}.get(info["winner"], -1.0)


def test_shaping_adds_up_to_where_the_fight_began(cyclops):
    plain, shaped = envs.FightEnv(cyclops), envs.FightEnv(cyclops, shaping=0.5)
    for seed in range(5):
        one, _, _ = episode(plain, np.random.default_rng(4), seed=seed)
        other, _, _ = episode(shaped, np.random.default_rng(4), seed=seed)
        assert other == pytest.approx(one, abs=1e-5), "everybody begins unhurt"


def test_an_action_that_is_no_option_is_the_default(cyclops):
    env, other = envs.FightEnv(cyclops), envs.FightEnv(cyclops)
    env.reset(seed=1)
    other.reset(seed=1)
    default = int(other._sheet.drill.asked[0][3]) and int(np.flatnonzero(_options(other)[:, 0])[0])
    seen, *_, info = env.step(env.action_space.n - 1)
    same, *_, legal = other.step(default)
    assert not info["legal"] and legal["legal"]
    assert np.array_equal(seen["observation"], same["observation"])


def _options(env):
    return np.frombuffer(env._sheet.drill.option_rows(), np.float32).reshape(-1, env._sheet.option_width)


def test_options_are_never_cut_off(fight):
    env = envs.FightEnv(fight, max_options=1)
    with pytest.raises(ValueError, match="room for 1"):
        env.reset(seed=1)


def test_a_seat_sees_bands_and_no_figures_of_its_foes(cyclops):
    env = envs.FightEnv(cyclops)
    whole, each = len(env.features["whole"]), env.features["combatant"]
    lives, draw = set(), np.random.default_rng(1)
    for seed in range(30):
        seen, _ = env.reset(seed=seed)
        done = False
        while not done:
            rows = seen["observation"][whole:].reshape(-1, len(each))
            foes = rows[(rows[:, each.index("there")] == 1) & (rows[:, each.index("friend")] == 0)]
            lives.update(foes[:, each.index("life")].tolist())
            assert not foes[:, [place for place, name in enumerate(each) if name.startswith("own ")]].any()
            seen, _, terminated, truncated, _ = env.step(draw.choice(np.flatnonzero(seen["action_mask"])))
            done = terminated or truncated
    assert lives <= {0.0, 0.25, 0.5, 0.75, 1.0} and len(lives) > 2


def test_features_name_every_number(fight):
    env = envs.FightEnv(fight)
    features = env.features
    seen, _ = env.reset(seed=2)
    assert seen["observation"].shape == (
        len(features["whole"]) + features["combatants"] * len(features["combatant"]),
    )
    assert seen["options"].shape[1] == len(features["option"]) == len(set(features["option"]))
    default = features["option"].index("default")
    assert seen["options"][:, default].sum() == 1


def test_many_fights_are_the_single_ones(fight):
    n = 6
    many, draw = envs.Fights(fight, n, 5), np.random.default_rng(1)
    single = [fight.drill(5, number=number, play=[fight.sides[0]]) for number in range(n)]
    batch = many.reset()
    ended = np.zeros(n, bool)
    for _ in range(60):
        for place, drill in enumerate(single):
            if not ended[place]:
                assert batch.counts[place] == drill.asked[0][3]
                own = np.frombuffer(drill.option_rows(), np.float32).reshape(-1, many.option_width)
                assert np.array_equal(batch.options[batch.offsets[place] : batch.offsets[place + 1]], own)
                seen = np.frombuffer(drill.observe(drill.asked[0][0], 0), np.float32)
                assert np.array_equal(batch.observations[place], seen)
        actions = [int(draw.integers(count)) for count in batch.counts]
        batch = many.step(actions)
        for place, drill in enumerate(single):
            if not ended[place]:
                drill.step(actions[place])
                ended[place] = drill.over
                assert (batch.terminated[place] or batch.truncated[place]) == drill.over
                if drill.over:
                    won = {fight.sides[0]: 1.0, None: 0.0}.get(drill.winner, -1.0)
                    assert batch.rewards[place] == won


def test_threads_change_nothing(fight):
    def course(threads):
        many, draw = envs.Fights(fight, 7, 3, threads=threads), np.random.default_rng(2)
        batch, told = many.reset(), []
        for _ in range(25):
            batch = many.step([int(draw.integers(count)) for count in batch.counts])
            told.append((batch.observations.sum(), batch.options.sum(), batch.rewards.sum(), batch.counts.sum()))
        return told

    assert course(1) == course(3)


def test_padding_keeps_every_option(fight):
    many = envs.Fights(fight, 4, 3)
    batch = many.reset()
    options, mask = envs.padded(batch, int(batch.counts.max()) + 3)
    assert mask.sum(axis=1).tolist() == batch.counts.tolist()
    assert np.array_equal(options[mask], batch.options)
    with pytest.raises(ValueError, match="room for"):
        envs.padded(batch, int(batch.counts.max()) - 1)


def test_wrong_actions_are_refused(cyclops):
    many = envs.Fights(cyclops, 2)
    many.reset()
    with pytest.raises(ValueError, match="1 options for 2 fights"):
        many.step([0])
    with pytest.raises(ValueError, match="asked for is"):
        many.step([0, 999])
    with pytest.raises(ValueError, match="no side is called `orcs`"):
        envs.Fights(cyclops, 2, side="orcs")


def test_fights_in_which_nothing_is_asked_are_refused():
    # Players who fight each other by the short rules throw dice once, and that is all.
    name = "uchma/a-quarrel"
    if name not in quintain.ready_made():
        pytest.skip("Uchma is not built in")
    with pytest.raises(ValueError, match="nothing is asked of"):
        envs.FightEnv(name).reset(seed=1)
    with pytest.raises(ValueError, match="nothing is asked of"):
        envs.Fights(name, 2).reset()


def test_all_books_are_here():
    books = {name.split("/")[0] for name in quintain.ready_made()}
    assert books <= {"gu", "heimr", "oakhearth", "thalassa", "uchma"}
