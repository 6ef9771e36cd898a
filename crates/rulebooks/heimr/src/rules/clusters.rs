//! Melee attacks and combat clusters.

use quintain_engine::{Event, Rule, Table, Who};

use crate::rules::{effects, readied, stumble};
use crate::state::{Fight, Happened};

quintain_engine::section! {
    "Melee attacks and clusters";
    KINDS = Engine "attack.kinds": "There are two kinds of attack: hand to hand and from afar.";
    WEAPON = Engine "melee.weapon": "A melee attack is made with a melee weapon.";
    NEAR = Engine "melee.near": "The two must be near each other.";
    SAME_SQUARE = Engine "melee.same-square": "Hand to hand one reaches only those in the same location, whatever the weapon.";
    FORM = Engine "cluster.form": "A melee attack puts the two together, whether it hits or not.",
        ruling "Before the roll: the attacker comes to the target, leaves any other cluster, and joins the target's.";
    DEFINITION = Engine "cluster.definition": "Two or more who are together so are a cluster; a location may hold several.",
        ruling "The dead leave it and are not counted; the unconscious and dazed stay. One alone is no cluster.";
    STAY = Engine "cluster.stay": "One stays in a cluster until pushed or moved out of it.";
    PUSHED = Engine "cluster.leave.pushed": "A stumble, a shove or the like pushes out of a cluster.";
    SQUARE = Engine "cluster.leave.square": "Moving out of the square leaves the cluster.";
    STEP_OUT = Engine "cluster.leave.step-out": "One may step out of a cluster and stay in the square.";
}

/// The highest number of a cluster: above the most combatants of a fight.
pub(crate) const MOST: usize = 1024;

/// Everybody in the cluster of a combatant, itself included; nobody where it has none.
pub(crate) fn mates(fight: &Fight, who: Who) -> impl Iterator<Item = Who> + '_ {
    let cluster = fight.one(who).cluster;
    fight.everyone().filter(move |other| cluster != 0 && fight.present(*other) && fight.one(*other).cluster == cluster)
}

pub(crate) fn size(fight: &Fight, who: Who) -> i16 {
    mates(fight, who).count() as i16
}

pub(crate) fn together(fight: &Fight, one: Who, other: Who) -> bool {
    fight.one(one).cluster != 0 && fight.one(one).cluster == fight.one(other).cluster
}

/// The attacker comes to the target, or the target to an attacker who cannot: both are in one cluster.
pub(crate) fn join<T: Table<Fight>>(fight: &mut Fight, table: &mut T, by: Who, target: Who) {
    if together(fight, by, target) {
        return;
    }
    let (by, target) = if effects::is_held(fight, by) { (target, by) } else { (by, target) };
    let old = fight.one(by).cluster;
    if fight.one(target).cluster == 0 {
        fight.one_mut(target).cluster = unused(fight);
    }
    fight.one_mut(by).cluster = fight.one(target).cluster;
    dissolve(fight, old);
    if old != 0 {
        readied::note(fight, Happened::LeftCluster(by));
        table.tell(|| fight.caused(fight.event(&STEP_OUT, by, "leaves its cluster").and(&STAY)));
    }
    table.tell(|| {
        let names: Vec<&str> = mates(fight, by).map(|who| fight.label(who)).collect();
        let text = match names.as_slice() {
            [_, _] => format!("{} and {} are in a cluster", fight.label(by), fight.label(target)),
            _ => format!("{} and {} are in a cluster: {}", fight.label(by), fight.label(target), names.join(", ")),
        };
        fight.caused(Event::new(&FORM, text).and(&DEFINITION).and(&STAY).and(&NEAR).by(by).to(target))
    });
}

/// The smallest number that no cluster has. A fight has at most as many clusters as combatants.
fn unused(fight: &Fight) -> u16 {
    const WORD: usize = u64::BITS as usize;
    let mut taken = [0_u64; MOST / WORD + 1];
    for one in &fight.cast {
        let number = usize::from(one.cluster);
        if let Some(word) = taken.get_mut(number / WORD) {
            *word |= 1 << (number % WORD);
        }
    }
    let free = |number: &usize| taken[number / WORD] >> (number % WORD) & 1 == 0;
    (1..=MOST).find(free).unwrap_or(MOST) as u16
}

/// A combatant leaves its cluster by a rule.
pub(crate) fn leave<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, rule: &'static Rule) {
    let old = fight.one(who).cluster;
    if old == 0 {
        return;
    }
    fight.one_mut(who).cluster = 0;
    dissolve(fight, old);
    readied::note(fight, Happened::LeftCluster(who));
    table.tell(|| {
        let pushed = rule == &stumble::EJECT;
        let text = format!("{} is out of the cluster", fight.label(who));
        let event = fight.caused(Event::new(rule, text).and(&STAY).by(who));
        if pushed { event.and(&PUSHED) } else { event }
    });
}

/// A cluster of one is none.
fn dissolve(fight: &mut Fight, cluster: u16) {
    if cluster == 0 {
        return;
    }
    let mut left = fight.cast.iter().filter(|one| one.cluster == cluster && one.is_present());
    if left.nth(1).is_none() {
        for who in fight.everyone() {
            if fight.one(who).cluster == cluster {
                fight.one_mut(who).cluster = 0;
            }
        }
    }
}

/// One who is dead or gone is in no cluster.
pub(crate) fn vanish(fight: &mut Fight, who: Who) {
    let old = fight.one(who).cluster;
    fight.one_mut(who).cluster = 0;
    dissolve(fight, old);
}

/// After something was changed by hand: nobody dead or gone in a cluster, and no cluster of one or over two squares.
pub(crate) fn make_sound(fight: &mut Fight) {
    for who in fight.everyone() {
        let (cluster, at) = (fight.one(who).cluster, fight.one(who).at);
        if cluster == 0 {
            continue;
        }
        let first = fight.cast.iter().find(|one| one.cluster == cluster && one.is_present());
        if !fight.present(who) || first.is_some_and(|first| first.at != at) {
            fight.one_mut(who).cluster = 0;
        }
    }
    for who in fight.everyone() {
        dissolve(fight, fight.one(who).cluster);
    }
}
