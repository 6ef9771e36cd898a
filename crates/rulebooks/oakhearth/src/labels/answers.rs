//! Labels of answers: Reactions, picks, judgements.

use quintain_engine::{Label, Price, Side, Tags, Target as Goal, Verb, Who};

use super::deeds::doing;
use super::means::{ability_key, aimed, seen, with_ability, with_arm};
use super::prices::{bare, paid};
use super::verbs as v;
use crate::ask::{Ask, Coin, Deed, Reaction, Target};
use crate::book::Aim;
use crate::combatant::Signal;
use crate::fight::Fight;
use crate::rules::abilities::Cost;
use crate::rules::dispelling::{self, Mark};
use crate::rules::{duel, reactions, shields, throw};

/// A key made of words: in lower case, parted by dashes.
pub(super) fn key(words: &str) -> String {
    words.to_lowercase().replace(' ', "-")
}

/// Something that has no more than a name.
pub(super) fn named(verb: &'static Verb, words: &str) -> Label {
    Label::new(verb).on(Goal::Thing(key(words), words.to_owned()))
}

/// A Reaction, aimed at the creature that it answers; one for a friend is aimed at the friend.
pub(super) fn reaction(fight: &Fight, ask: &Ask, reaction: Reaction) -> Label {
    let (who, by, at) = match *ask {
        Ask::React { who, by, at, .. } => (who, by, at),
        Ask::Duel { who, by, .. } | Ask::Combine { who, by, .. } => (who, by, by),
        _ => return Label::new(&v::ANSWER),
    };
    let ap = |ap: u8| Cost { ap: ap as i8, ..Cost::default() };
    let with_mp = |ap: u8, mp: u8| Cost { ap: ap as i8, mp: mp as i8, ..Cost::default() };
    let pooled = |label: Label, mp: u8| label.variant("mp", mp.to_string(), format!("{mp} MP"));
    let (label, cost) = match reaction {
        Reaction::Opportunity(with) => (with_arm(Label::new(&v::OPPORTUNITY), fight, who, with), ap(reactions::AOO_AP)),
        Reaction::Ability(ability, coin) => {
            let label = with_ability(Label::new(&v::ANSWER), fight, ability);
            let label = if coin == Coin::Sp { label.variant("paid", "sp", "for SP") } else { label };
            (label, bare(fight, ability).paid_with(coin))
        }
        Reaction::Held(place) => held(fight, who, place),
        Reaction::Challenge(spell, mp) => {
            (pooled(with_ability(Label::new(&v::CHALLENGE), fight, spell), mp), with_mp(duel::AP, mp))
        }
        Reaction::Support(spell, mp) => {
            (pooled(with_ability(Label::new(&v::SUPPORT), fight, spell), mp), with_mp(duel::AP, mp))
        }
        Reaction::RaiseShield => (Label::new(&v::RAISE_SHIELD), ap(shields::AP)),
        Reaction::JoinThrow => (Label::new(&v::JOIN_THROW), ap(throw::TEAM_AP)),
        Reaction::Combine(mp) => (pooled(Label::new(&v::JOIN_SPELL), mp), with_mp(0, mp)),
    };
    let whom = match reaction {
        Reaction::Ability(ability, _) if matches!(fight.ability(ability).entry.aim, Aim::Friend | Aim::Ally) => at,
        _ => by,
    };
    paid(label.on(seen(who, whom)).costing(Price::Reaction, 1, None), fight, who, cost)
}

/// A Held Action, of which the AP have been paid.
fn held(fight: &Fight, who: Who, place: u8) -> (Label, Cost) {
    let label = Label::new(&v::FIRE);
    let Some(held) = fight.one(who).held.get(usize::from(place)) else { return (label, Cost::default()) };
    let doing = doing(fight, who, held.deed);
    let name = crate::rules::options::deed_text(fight, who, held.deed);
    let cost = match held.deed {
        Deed::Cast { ability, .. } => Cost { ap: 0, ..bare(fight, ability) },
        _ => Cost::default(),
    };
    (label.with(format!("{}@{}", doing.verb.key, place + 1), name), cost)
}

/// A creature that acts next, that an attack takes in besides, that something concerns.
pub(super) fn person(fight: &Fight, ask: &Ask, whom: Who) -> Label {
    let harmed = match *ask {
        Ask::Next { .. } => return Label::new(&v::NEXT).on(Goal::Who(whom)),
        Ask::Among { who, ability, .. } => {
            Some(who).filter(|_| fight.ability(ability).entry.does.iter().any(|step| step.effect.harms()))
        }
        Ask::Flame { who, .. } => Some(who),
        _ => None,
    };
    let tags = match harmed {
        Some(who) if whom == who => Tags::HURTS_SELF,
        Some(who) if !fight.foes(who, whom) => Tags::HURTS_FRIEND,
        _ => Tags::default(),
    };
    Label::new(&v::CHOOSE).on(Goal::Who(whom)).tagged(tags)
}

/// A side, or none: dice decide a tie then.
pub(super) fn side(fight: &Fight, ask: &Ask, side: Option<Side>) -> Label {
    let name = side.and_then(|side| fight.setting.sides.get(side.index()));
    match name {
        Some(name) => Label::new(&v::JUDGE).on(Goal::Thing(name.clone(), name.clone())),
        None if matches!(ask, Ask::Tie { .. }) => named(&v::JUDGE, "roll"),
        None => Label::new(&v::DECLINE),
    }
}

/// What a Held Action waits for.
pub(super) fn signal(signal: Signal) -> Label {
    let (key, name, whom) = signal.words();
    let label = Label::new(&v::TRIGGER).variant("event", key, name);
    whom.map_or(label.clone(), |whom| label.on(Goal::Who(whom)))
}

/// What magic ends.
pub(super) fn mark(fight: &Fight, mark: Mark) -> Label {
    let own = match mark {
        Mark::Condition(_, condition) => key(condition.text()),
        Mark::Magic { by, from, .. } => format!("{}@{}", ability_key(fight, from), by.0),
        Mark::Ground(place) => format!("ground.{}", place + 1),
    };
    Label::new(&v::CHOOSE).on(Goal::Thing(own, dispelling::text(fight, mark)))
}

/// Where a spell goes that was held.
pub(super) fn aim(fight: &Fight, ask: &Ask, at: Target) -> Label {
    match *ask {
        Ask::Aim { who, ability } => aimed(Label::new(&v::CHOOSE), fight, who, ability, at),
        _ => Label::new(&v::CHOOSE),
    }
}
