//! Labels of answers: judgements, picks, yes and no.

use quintain_engine::{Label, Tags, Target, Who};

use super::verbs::{AGREE, BRING_IN, CALL, CHOOSE, DECLINE, DROP, JUDGE, STRIKE_TOO, TURN_TO};
use crate::arm::ArmId;
use crate::ask::{Ask, Thing};
use crate::condition::Ability;
use crate::fight::Fight;

/// Yes or no. Of two dice one is picked.
pub(super) fn verdict(ask: &Ask, yes: bool) -> Label {
    if let Ask::LargerDie { own, larger, .. } = *ask {
        let die = format!("d{}", if yes { larger } else { own });
        return Label::new(&CHOOSE).on(Target::Thing(die.clone(), die));
    }
    let final_blow = matches!(ask, Ask::CoupDeGrace { .. } | Ask::DiesOfCritical { .. }) && yes;
    let routed = matches!(ask, Ask::Weakened { .. }) && !yes;
    let tags = if final_blow || routed { Tags::NO_RETURN } else { Tags::default() };
    Label::new(if yes { &AGREE } else { &DECLINE }).on(subject(ask)).tagged(tags)
}

/// One of several ways in which the GM may settle something.
pub(super) fn judgement(ask: &Ask, axis: &'static str, (key, name): (impl Into<String>, impl Into<String>)) -> Label {
    Label::new(&JUDGE).variant(axis, key, name).on(subject(ask))
}

/// A save on this score: called for, or the one that the GM names for what is tried already.
pub(super) fn call(ask: &Ask, who: Who, ability: Ability) -> Label {
    let verb = if matches!(ask, Ask::RiskCalls) { &CALL } else { &JUDGE };
    Label::new(verb).variant("score", ability.key(), ability.name()).on(Target::Who(who))
}

/// A thing that is dropped, or taken from somebody.
pub(super) fn thing(fight: &Fight, ask: &Ask, thing: Thing) -> Label {
    let (key, name) = (key_of(fight, thing), thing.name(fight).to_owned());
    match ask {
        Ask::Drops { .. } => Label::new(&DROP).with(key, name).tagged(Tags::NO_RETURN),
        _ => Label::new(&CHOOSE).on(Target::Thing(key, name)),
    }
}

fn key_of(fight: &Fight, thing: Thing) -> String {
    match thing {
        Thing::Weapon(arm) => fight.arm(arm).id.clone(),
        Thing::Shield => "shield".into(),
        Thing::Item(place) => fight.setting.item_id(place).to_owned(),
        Thing::Scroll(place) => fight.setting.incantation_id(place).to_owned(),
    }
}

/// A combatant that an attack goes to beside its target, or in its stead, or that a blast catches.
pub(super) fn person(fight: &Fight, ask: &Ask, at: Who) -> Label {
    let struck = |verb, who: Who| {
        let (arm, off) = fight.one(who).plan.deed.arms().unzip();
        with_arms(Label::new(verb), fight, arm, off.flatten())
    };
    let label = match *ask {
        Ask::Further { who, .. } => struck(&STRIKE_TOO, who),
        Ask::Redirect { who, .. } => struck(&TURN_TO, who),
        _ => Label::new(&CHOOSE),
    };
    let label = label.on(Target::Who(at));
    match *ask {
        Ask::Caught { by, .. } if !fight.foes(by, at) => label.tagged(Tags::HURTS_FRIEND),
        _ => label,
    }
}

/// The same, with what one strikes.
pub(super) fn with_arms(label: Label, fight: &Fight, arm: Option<ArmId>, off: Option<ArmId>) -> Label {
    match (arm.map(|arm| fight.arm(arm)), off.map(|off| fight.arm(off))) {
        (Some(arm), Some(off)) => {
            label.with(format!("{}+{}", arm.id, off.id), format!("{} and {}", arm.name, off.name))
        }
        (Some(arm), None) => label.with(arm.id.clone(), arm.name.clone()),
        (None, _) => label,
    }
}

/// One of the dice of a pool.
pub(super) fn blow(fight: &Fight, place: u16) -> Label {
    let label = Label::new(&CHOOSE);
    match fight.scratch.blows.get(usize::from(place)) {
        Some(blow) => with_arms(label, fight, Some(blow.arm), None).on(Target::Who(blow.by)),
        None => label.on(Target::Number(place.into())),
    }
}

/// A hero of the packs who comes in.
pub(super) fn newcomer(fight: &Fight, place: u16) -> Label {
    let known = fight.setting.templates.get(usize::from(place));
    let target = known.map_or(Target::Number(place.into()), |hero| Target::Thing(hero.id.clone(), hero.name.clone()));
    Label::new(&BRING_IN).on(target)
}

/// The combatant that a judgement is about.
fn subject(ask: &Ask) -> Target {
    if let Some(who) = ask.declarer() {
        return Target::Who(who);
    }
    match *ask {
        Ask::Excused { who }
        | Ask::Telegraph { who }
        | Ask::Allows { who }
        | Ask::CallCost { who }
        | Ask::DaresOn { who }
        | Ask::Drops { who }
        | Ask::InDanger { who }
        | Ask::TurnsOnReciter { who }
        | Ask::Refocus { who }
        | Ask::Appendage { who }
        | Ask::Recovered { who, .. }
        | Ask::DiesOfCritical { who }
        | Ask::Weakened { who }
        | Ask::Replacement { who }
        | Ask::Enters { who, .. }
        | Ask::LeaderRolls { leader: who } => Target::Who(who),
        Ask::State { by, at, .. }
        | Ask::LargerDie { by, at, .. }
        | Ask::Loses { by, at }
        | Ask::Resists { by, at }
        | Ask::Tie { by, whom: at, .. }
        | Ask::CoupDeGrace { by, whom: at } => Target::Pair(by, at),
        Ask::Caught { by, .. } | Ask::HowMany { by, .. } => Target::Who(by),
        _ => Target::None,
    }
}
