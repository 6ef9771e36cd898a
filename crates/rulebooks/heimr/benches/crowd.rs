//! How long an act takes that reaches a hundred, three hundred, nine hundred: a power over all foes of a location, and a
//! shot that all of a cluster dodge. Each reaches one after the other, so the time grows as they do.

use divan::counter::ItemsCount;
use divan::{AllocProfiler, Bencher};
use quintain_engine::Rulebook;
use quintain_heimr::Fight;

use hand::{Hand, crowd};

#[path = "../tests/all/common/hand.rs"]
mod hand;

#[global_allocator]
static ALLOCATIONS: AllocProfiler = AllocProfiler::system();

const STRUCK: [usize; 3] = [100, 300, 900];

fn main() {
    divan::main();
}

fn measure(bencher: Bencher<'_, '_>, ready: &Fight, words: &'static str, struck: usize) {
    let mut fight = ready.clone();
    let hand = Hand::plays(&mut fight, words);
    bencher.counter(ItemsCount::new(struck)).bench_local(|| {
        fight.clone_from(ready);
        let Ok(progress) = fight.advance(&mut Hand::like(&hand));
        progress
    });
}

#[divan::bench(args = STRUCK)]
fn a_power_over_a_location(bencher: Bencher<'_, '_>, struck: usize) {
    let ready = crowd(struck, "conditions = [\"unconscious\"]");
    measure(bencher, &ready, "use Roar", struck);
}

#[divan::bench(args = STRUCK)]
fn a_shot_that_a_cluster_dodges(bencher: Bencher<'_, '_>, struck: usize) {
    // Everybody dodges: 3 and 10 against 3 less what the cluster takes.
    let ready = crowd(struck, "dex = 10");
    measure(bencher, &ready, "attack P0 1", struck);
}
