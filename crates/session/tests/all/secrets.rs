//! What a seat may not know makes no difference to anything that it is shown: two fights that differ in a secret look the same
//! to it until something that it perceives has revealed the difference.

use crate::common::{Play, Table, Twins, in_each};
use quintain_engine::{CombatantView, IntentKind};

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

/// Nothing shows a combatant that the game master conceals.
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

/// Whether a guessed name is someone's shows in no refusal.
#[test]
fn a_name_that_is_not_known_is_answered_like_one_that_nobody_has() {
    in_each(|short| {
        let Some((mut table, foe)) = Table::concealing(short, Play::Plain) else { return };
        let who = table.seen().questions.iter().find(|seen| seen.own).map(|seen| seen.asked.who.clone());
        // What a name known otherwise begins with is meant for that one.
        let begins = |one: &CombatantView| one.name.to_lowercase().starts_with(&foe.to_lowercase());
        let known = table.seen().view.combatants.iter().any(begins);
        let Some(who) = who.filter(|_| !known) else { return };
        let mut told = |name: &str| {
            let said = table.answers(&who, &format!("attack {name}"));
            said.map_err(|words| (words.contains("no such option"), words.contains("not allowed")))
        };
        let nobody = told("Zorblax");
        assert_eq!(told(&foe), nobody, "{short}: {foe}");
        assert_eq!(told(&foe.to_lowercase()), nobody, "{short}: {foe}, in lower case");
    });
}

/// That a foe holds something ready shows, but neither what it is nor what it waits for. Everybody sees their own.
#[test]
fn what_a_foe_holds_ready_is_its_own_secret() {
    for short in ["gu/ambush", "heimr/brawl", "oakhearth/flooded-crypt"] {
        let (mut foes, mut own) = (0, 0);
        for salt in 0..40 {
            let mut table = Table::of(short, Play::Random(salt));
            for _ in 0..20 {
                let (seen, all) = (table.seen(), table.foes());
                for intent in seen.view.intents.iter().filter(|intent| intent.kind == IntentKind::Ready) {
                    let is_foe = all.contains(&seen.view.combatants[intent.who.index()].name);
                    let bare = intent.label.eq_ignore_ascii_case("an action") && intent.at.is_none();
                    assert!(bare || !is_foe, "{short}, salt {salt}: a foe is about to {}", intent.label);
                    *(if is_foe { &mut foes } else { &mut own }) += u32::from(is_foe || !bare);
                }
                if !table.step() {
                    break;
                }
            }
        }
        assert!(
            foes > 0 && own > 0,
            "{short}: {foes} times a foe held something ready, {own} times one of the players'"
        );
    }
}

/// What becomes of someone by its own doing is its plan: nobody reads beforehand that it is going to hide.
#[test]
fn odds_do_not_tell_what_a_foe_does_with_the_rest_of_its_turn() {
    let mut met = 0;
    for fight in ["oakhearth/lightless-vault", "heimr/brawl", "uchma/wolves-in-the-gorge"] {
        let mut table = Table::of(fight, Play::Plain);
        for _ in 0..25 {
            let (acting, paths) = table.foretold();
            met += u32::from(!acting.is_empty() && !paths.is_empty());
            for who in &acting {
                let own = |path: &&String| path.strip_prefix(who.as_str()).is_some_and(|rest| rest.starts_with('.'));
                let told: Vec<&String> = paths.iter().filter(own).filter(|path| !path.ends_with(".fighting")).collect();
                assert!(told.is_empty(), "{fight}: {told:?}");
            }
            if !table.step() {
                break;
            }
        }
    }
    assert!(met > 5, "a foe acted while the players were asked: {met} times");
}

/// Who was seen before it was concealed is still remembered; how it fares now shows in nobody's values.
#[test]
fn the_fall_of_somebody_concealed_shows_nowhere() {
    let mut table = Table::of("uchma/wolves-in-the-gorge", Play::Plain);
    table.step();
    table.edict("conceal Grey 1");
    let before = table.sent();
    assert!(before.contains("Grey 1"), "it is remembered");
    table.edict("set Grey 1.health 0");
    assert_eq!(before, table.sent());
}
