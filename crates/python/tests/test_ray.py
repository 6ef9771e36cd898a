"""Simulations over a cluster of several nodes: the figures of one machine, whatever dies on the way."""

import os
import shutil
import signal
import time

import pytest

import quintain

ray = pytest.importorskip("ray")
pytest.importorskip("pyarrow")

import psutil  # noqa: E402 - Ray brings it along
import pyarrow.dataset  # noqa: E402
from ray.cluster_utils import Cluster  # noqa: E402

import quintain.ray as shared  # noqa: E402

#: So short that even small runs have many chunks.
CHUNK = 0.05

#: Enough for some seconds on two cores.
MANY = 4_000_000


@pytest.fixture(scope="module")
def cluster():
    head = {"num_cpus": 1, "object_store_memory": 100 << 20, "include_dashboard": False}
    cluster = Cluster(initialize_head=True, head_node_args=head)
    cluster.add_node(num_cpus=1, object_store_memory=100 << 20)
    ray.init(address=cluster.address, log_to_driver=False)
    yield cluster
    ray.shutdown()
    cluster.shutdown()


def timeless(report):
    return {key: value for key, value in report.items() if key not in ("threads", "seconds", "fights_per_second")}


@pytest.mark.usefixtures("cluster")
class TestEveryCall:
    """Each says what that of one machine says, number for number."""

    @pytest.mark.parametrize("tactics", [None, {"heroes": "random"}])
    def test_sim(self, cyclops, tactics):
        told = []
        report = shared.sim(cyclops, 30_000, 7, tactics=tactics, chunk=0.02, progress=lambda *at: told.append(at))
        assert timeless(report) == timeless(cyclops.sim(30_000, 7, tactics=tactics))
        assert report["threads"] == 2 and report["fights_per_second"] > 0
        assert told[-1] == (30_000, 30_000) and told == sorted(told)

    def test_sim_in_full(self, cyclops):
        report = shared.sim(cyclops, 20_000, full=True, chunk=CHUNK)
        assert report["telling"]["fights"] == 400
        assert timeless(report) == timeless(cyclops.sim(20_000, full=True))

    def test_sim_with_search(self, cyclops):
        search = {"monsters": "search:4"}
        assert timeless(shared.sim(cyclops, 200, tactics=search)) == timeless(cyclops.sim(200, tactics=search))

    def test_sim_of_no_fights(self, cyclops):
        assert timeless(shared.sim(cyclops, 0)) == timeless(cyclops.sim(0))

    def test_compare(self, cyclops):
        for other in ("Althea.armor=3", quintain.read(cyclops.text, path="other.toml")):
            one, many = cyclops.compare(other, 30_000, 3), shared.compare(cyclops, other, 30_000, 3, chunk=CHUNK)
            assert (one.to_dicts(), one.info) == (many.to_dicts(), many.info)

    def test_sweep(self, cyclops):
        knobs = ["Althea.armor=0..3", "tactics.heroes=random,sensible"]
        one, many = cyclops.sweep(knobs, 3_000), shared.sweep(cyclops, knobs, 3_000, chunk=CHUNK)
        assert (one.to_dicts(), one.info) == (many.to_dicts(), many.info)

    def test_tune(self, cyclops):
        knobs, told = ["Althea.sta=5..60", "Althea.armor=0..2"], []
        many = shared.tune(
            cyclops, "heroes win 50%", knobs, 20_000, chunk=CHUNK, progress=lambda *at: told.append(at)
        )
        one = cyclops.tune("heroes win 50%", knobs, 20_000)
        assert (one.to_dicts(), one.info) == (many.to_dicts(), many.info)
        assert told[-1][0] <= told[-1][1]

    def test_matter(self, cyclops):
        one, many = cyclops.matter(500), shared.matter(cyclops, 500, chunk=CHUNK)
        assert (one.to_dicts(), one.info) == (many.to_dicts(), many.info)

    def test_ladder(self, cyclops):
        rungs = ["random", "sensible", "search:4"]
        one, many = cyclops.ladder(rungs, 200), shared.ladder(cyclops, rungs, 200, chunk=CHUNK)
        assert (one.to_dicts(), one.info) == (many.to_dicts(), many.info)


def playing():
    """The workers that play at this moment."""
    below = psutil.Process().children(recursive=True)
    return [one for one in below if "ray::play" in " ".join(one.cmdline())]


def test_a_worker_that_is_killed_changes_nothing(cluster, cyclops):
    killed = []

    def kill(done, all_):
        if not killed and done > all_ // 8:
            for worker in playing()[:1]:
                os.kill(worker.pid, signal.SIGKILL)
                killed.append(worker.pid)

    report = shared.sim(cyclops, MANY, 7, chunk=0.2, progress=kill)
    assert killed and timeless(report) == timeless(cyclops.sim(MANY, 7))


def test_a_node_that_is_lost_changes_nothing(cluster, cyclops):
    third = cluster.add_node(num_cpus=1, object_store_memory=100 << 20)
    lost = []

    def lose(done, all_):
        if not lost and done > all_ // 8:
            cluster.remove_node(third, allow_graceful=False)
            lost.append(third)

    assert shared.cpus() == 3
    report = shared.sim(cyclops, MANY, 8, chunk=0.2, progress=lose)
    assert lost and timeless(report) == timeless(cyclops.sim(MANY, 8))


def enough(done, all_):
    if done > all_ // 3:
        raise LookupError("enough")


def test_what_progress_raises_ends_the_run(cluster, cyclops):
    with pytest.raises(LookupError, match="enough"):
        shared.sim(cyclops, MANY, chunk=0.2, progress=enough)
    deadline = time.monotonic() + 20
    while playing() and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not playing()
    assert shared.sim(cyclops, 100)["fights"] == 100


def stints(folder):
    return {path: path.stat().st_mtime_ns for path in folder.rglob("*.stint")}


def test_a_run_is_taken_up_where_it_was_left(cluster, cyclops, tmp_path):
    keep = str(tmp_path / "kept")
    with pytest.raises(LookupError):
        shared.sim(cyclops, 1_500_000, chunk=0.1, keep=keep, progress=enough)
    before = stints(tmp_path)
    assert before
    # A file less: there is a gap, and it is played again.
    missing = sorted(before)[len(before) // 2]
    missing.unlink()
    for n in (1_500_000, 1_600_000):
        assert timeless(shared.sim(cyclops, n, chunk=0.1, keep=keep)) == timeless(cyclops.sim(n))
    after = stints(tmp_path)
    assert all(after[path] == at for path, at in before.items() if path != missing)
    # All is there now: nothing is played.
    told = []
    shared.sim(cyclops, 1_600_000, keep=keep, progress=lambda *at: told.append(at))
    assert stints(tmp_path) == after and told[-1] == (1_600_000, 1_600_000)


def test_what_was_kept_of_other_fights_is_not_taken_up(cluster, cyclops, tmp_path):
    keep = str(tmp_path)
    for seed, tactics in ((1, None), (2, None), (1, "random")):
        told = shared.sweep(cyclops, "Althea.armor=0..1", 2_000, seed, tactics=tactics, keep=keep)
        assert told.to_dicts() == cyclops.sweep("Althea.armor=0..1", 2_000, seed, tactics=tactics).to_dicts()
    assert len({path.parent for path in stints(tmp_path)}) == 6


def test_stints_that_are_broken_or_foreign_are_refused_in_plain_words(cluster, cyclops, tmp_path):
    def run():
        return shared.sim(cyclops, 3_000, keep=str(tmp_path))

    run()
    kept = sorted(stints(tmp_path))
    whole = kept[0].read_bytes()
    kept[0].write_bytes(whole[: len(whole) // 2])
    with pytest.raises(ValueError, match=r"stint`: this stint is incomplete, or has been changed; delete it"):
        run()
    start, stop = map(int, kept[0].stem.split("-"))
    kept[0].write_bytes(cyclops.stint(start, stop, seed=2))
    with pytest.raises(ValueError, match="holds other fights than its name says"):
        run()
    kept[0].write_bytes(whole)
    (kept[0].parent / "notes.txt").write_text("mine")
    with pytest.raises(ValueError, match=r"notes.txt` stands among stints and is none"):
        run()
    with pytest.raises(ValueError, match="is a file; stints are kept in a folder"):
        shared.sim(cyclops, 10, keep=str(kept[0]))


def test_rows_become_parts_of_parquet(cluster, cyclops, tmp_path):
    folder = tmp_path / "rows"

    def run(n=60_000, **more):
        return shared.rows_to(cyclops, folder.as_uri(), n, 7, chunk=0.05, **more)

    with pytest.raises(LookupError):
        run(progress=enough)
    before = {path: path.stat().st_mtime_ns for path in folder.glob("*.parquet")}
    parts = run()
    assert before and all(path.stat().st_mtime_ns == at for path, at in before.items())
    assert sorted(os.listdir(folder)) == [os.path.basename(part) for part in parts] and len(parts) > 1
    table = pyarrow.dataset.dataset(folder, format="parquet").to_table().sort_by("fight")
    assert table.to_pylist() == pyarrow.table(cyclops.rows(60_000, 7)).to_pylist()

    with pytest.raises(ValueError, match="rows of other fights; take another folder"):
        run(combatants=True)
    with pytest.raises(ValueError, match="were not asked for"):
        run(n=1_000)
    with open(parts[0], "r+b") as part:
        part.truncate(100)
    with pytest.raises(ValueError, match="cannot be read"):
        run()
    shutil.rmtree(folder)
    run(n=2_000, combatants=True)
    table = pyarrow.dataset.dataset(folder, format="parquet").to_table().sort_by([("fight", "ascending")])
    assert sorted(map(str, table.to_pylist())) == sorted(
        map(str, pyarrow.table(cyclops.rows(2_000, 7, combatants=True)).to_pylist())
    )


def test_what_is_wrong_is_said_before_anything_is_played(cluster, cyclops):
    for call, words in [
        (lambda: shared.sim(cyclops, 10, tactics="randon"), "random"),
        (lambda: shared.sim(cyclops, 10, chunk=0), "chunk"),
        (lambda: shared.compare(cyclops, "Althea.armour=3", 10), "armor"),
        (lambda: shared.sweep(cyclops, ["Althea.armor=0..3", "Altea.sta=3"], 10), "Althea"),
        (lambda: shared.sweep(cyclops, [f"Althea.{key}=1..1000" for key in "ab"], 10), "10000 settings"),
        (lambda: shared.tune(cyclops, "heros win 60%", "Althea.sta=5..9", 10), "heroes"),
        (lambda: shared.tune(cyclops, "heroes dance", "Althea.sta=5..9", 10), "no target"),
        (lambda: shared.ladder(cyclops, ["random"], 10), "two rungs"),
        (lambda: shared.ladder(cyclops, ["random", "sensibel"], 10), "sensible"),
    ]:
        with pytest.raises(ValueError, match=words) as raised:
            call()
        assert "ray::" not in str(raised.value)
