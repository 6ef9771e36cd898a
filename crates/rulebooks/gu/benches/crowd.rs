//! What a blast that strikes 100, 300 and 999 takes, each struck, asked and settled.

#[path = "../tests/all/common/mod.rs"]
mod common;

use divan::Bencher;

fn main() {
    divan::main();
}

#[divan::bench(args = [100, 300, 999], sample_count = 5, sample_size = 1)]
fn a_blast_at_those_who_stand(bencher: Bencher<'_, '_>, villagers: usize) {
    let crowd = || common::crowd(villagers, false);
    bencher.with_inputs(crowd).bench_local_values(|mut live| live.answer("Master", "activate Wave on T20"));
}

#[divan::bench(args = [100, 300, 999], sample_count = 5, sample_size = 1)]
fn a_blast_at_those_who_dodge(bencher: Bencher<'_, '_>, villagers: usize) {
    let crowd = || common::crowd(villagers, true);
    bencher.with_inputs(crowd).bench_local_values(|mut live| live.answer("Master", "activate Wave on T20"));
}
