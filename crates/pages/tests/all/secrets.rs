//! What a seat may not know makes no difference to a single byte of its page.

#[path = "../../../session/tests/all/common/mod.rs"]
mod common;

use common::{PLAYERS, Play, Table, Twins, in_each};
use quintain_pages::{Gaze, Look};
use quintain_session::Scene;

/// The whole page of the players' chair, and the page on which each of their first options is looked at.
fn pages(table: &Table) -> Vec<String> {
    let scene = table.scene();
    let count = scene.seen.questions.first().map_or(0, |question| question.asked.question.choices().len());
    let looks = (0..count.min(4)).map(|pick| Gaze { pick: Some(pick), ..Gaze::default() });
    std::iter::once(Gaze::default()).chain(looks).map(|gaze| page(&scene, gaze)).collect()
}

fn page(scene: &Scene, gaze: Gaze) -> String {
    let look = Look {
        scene,
        base: "/t/x",
        host: "http://x",
        links: &[],
        version: 1,
        alone: false,
        campaign: None,
        gaze,
        forecast: None,
    };
    quintain_pages::table(&look).into_string()
}

fn agree(when: &str, plain: &Table, other: &Table) {
    for (one, other) in pages(plain).iter().zip(pages(other)) {
        let differ = one.bytes().zip(other.bytes()).position(|(one, other)| one != other);
        let at = differ.unwrap_or(one.len().min(other.len())).saturating_sub(80);
        let around = |page: &str| page.chars().skip(at).take(240).collect::<String>();
        assert!(*one == other, "{when}: the pages differ:\n{}\n{}", around(one), around(&other));
    }
    assert_ne!(plain.scene().seen.view.combatants.len(), 0, "{when}: {PLAYERS:?} see their own");
}

#[test]
fn the_page_does_not_tell_how_much_a_foe_has_left() {
    in_each(|short| {
        let mut twins = Twins::of(short, Play::Plain);
        twins.look = agree;
        for (name, one, other) in twins.plain.in_one_band() {
            twins.plain.edict(&one);
            twins.other.edict(&other);
            twins.agree(&format!("{short}: {name}"));
        }
        twins.play(short, 3);
    });
}

#[test]
fn the_page_does_not_tell_whether_somebody_concealed_is_there() {
    in_each(|short| {
        let Some((mut twins, foe)) = Twins::concealing(short, Play::Plain) else { return };
        if twins.plain.is_at_work(&foe) {
            return;
        }
        twins.look = agree;
        twins.agree(&format!("{short}: {foe} is concealed"));
        if twins.other.try_edict(&format!("remove {foe}")) {
            twins.agree(&format!("{short}: {foe} is gone"));
            twins.play(short, 3);
        }
    });
}

/// A name that nobody else has is planted among the concealed, and is on no page.
#[test]
fn the_page_names_nobody_concealed() {
    in_each(|short| {
        let Some((mut table, foe)) = Table::concealing(short, Play::Plain) else { return };
        for _ in 0..10 {
            for page in pages(&table) {
                let at = page
                    .find(foe.as_str())
                    .map(|at| page[at.saturating_sub(120)..].chars().take(240).collect::<String>());
                assert_eq!(at, None, "{short}: {foe} is named");
            }
            if !table.step() || table.perceives(&foe) {
                break;
            }
        }
    });
}
