//! What a seat may not know makes no difference to anything that it is shown: two fights that differ in a secret look the same
//! to it until something that it perceives has revealed the difference.

mod common;

use common::{Play, Table, Twins, in_each};

/// The health of foes is seen as a band, and nothing else tells it.
#[test]
fn within_a_band_nobody_can_tell_how_much_a_foe_has_left() {
    in_each(|short| {
        let mut twins = Twins::of(short, Play::Plain);
        for (name, one, other) in twins.plain.in_one_band() {
            twins.plain.edict(&one);
            twins.other.edict(&other);
            twins.agree(&format!("{short}: {name}"));
        }
        twins.play(short, 5);
    });
}

/// Nothing shows that somebody is there whom the game master conceals.
#[test]
fn whether_a_concealed_foe_is_there_at_all_cannot_be_told() {
    in_each(|short| {
        let Some((mut twins, foe)) = Twins::concealing(short, Play::Plain) else { return };
        if twins.plain.is_at_work(&foe) {
            return;
        }
        twins.agree(&format!("{short}: {foe} is concealed"));
        if twins.other.try_edict(&format!("remove {foe}")) {
            twins.agree(&format!("{short}: {foe} is gone"));
            twins.play(short, 5);
        }
    });
}

/// Where a concealed foe stands makes no difference.
#[test]
fn where_a_concealed_foe_stands_cannot_be_told() {
    in_each(|short| {
        let Some((mut twins, foe)) = Twins::concealing(short, Play::Plain) else { return };
        if twins.plain.is_at_work(&foe) {
            return;
        }
        let free = twins.plain.free_square();
        if free.is_some_and(|square| twins.other.try_edict(&format!("move {foe} to {square}"))) {
            twins.agree(&format!("{short}: {foe} stands elsewhere"));
            twins.play(short, 5);
        }
    });
}

/// What was planted as a secret is in nothing that a seat is sent.
#[test]
fn names_and_numbers_that_were_planted_are_nowhere() {
    in_each(|short| {
        let Some((mut table, foe)) = Table::concealing(short, Play::Plain) else { return };
        for _ in 0..20 {
            let sent = table.sent();
            assert!(!sent.contains(&foe), "{short}: {foe} is named in what the players are sent:\n{sent}");
            if !table.step() || table.perceives(&foe) {
                break;
            }
        }
    });
}
