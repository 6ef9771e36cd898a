//! Attack Modifiers: impaired from a position of weakness, enhanced from one of advantage.

use quintain_engine::{Rule, Who};

use crate::arm::{ArmId, UNARMED};
use crate::book::{Power, Special};
use crate::cast::Look;
use crate::combatant::Combatant;
use crate::condition::{Condition, Conditions, Effect, HELPLESS};
use crate::declaration::{Daring, Deed};
use crate::fight::Fight;
use crate::house::{ManoeuvreFail, UnarmedEnhanced};
use crate::rules::{battle_map, blast, creatures, detachment, gear, gifts, incantations, prayer};
use crate::scratch::Blow;
use crate::setting::Setting;

pub use crate::judged::{Judged, Reason, State};

quintain_engine::section! {
    "Attack modifiers";
    IMPAIRED_WHEN = Gm "impaired.when": "An attack from weakness is impaired: through cover, with bound hands, blind, on somebody unseen.";
    IMPAIRED_DIE = Engine "impaired.die": "An impaired attack rolls 1d4, whatever its die and whatever would enlarge it.";
    ENHANCED_WHEN = Gm "enhanced.when": "An attack from advantage is enhanced: on somebody helpless, or by a daring manoeuvre.", house "helpless.coup-de-grace";
    ENHANCED_DIE = Choice "enhanced.die": "Enhanced, one may take a d12 in place of a smaller die; nobody has to.";
    PER_ATTACK = Engine "modifier.per-attack": "It is judged for each attack on each target apart.";
    NO_STACKING = Engine "modifier.no-stacking": "Two reasons are the same as one.";
    BOTH = Engine "modifier.both": "Impaired wins over enhanced: the one must, the other may.", house "modifier.both";
    NOT_ARMOR = Engine "modifier.not-armor": "Only the die changes; Armor and all that follows stay.";
}

/// `impaired.when`, `enhanced.when`: what the rules propose to the GM for one attack on one target.
#[inline]
pub fn judge(fight: &Fight, by: Who, at: Who, arm: ArmId, hand_to_hand: bool) -> Judged {
    let plainly = fight.look(at, |look| look.ordinary) && strikes_plainly(fight, by, arm);
    if plainly { Judged::default() } else { judge_closely(fight, by, at, arm, hand_to_hand) }
}

/// Whether there is nothing at all to say about a blow: neither about attacker, target and weapon nor about where they
/// stand. It is one strike, and it lands; nothing weakens or favours it, bars it or turns it aside.
#[inline(always)]
pub fn is_plain_blow(fight: &Fight, by: Who, at: Who, arm: ArmId) -> bool {
    let Some(looks) = fight.cast.looks() else { return false };
    let Some(look) = looks.get(by.index()) else { return false };
    look.only_blow == Some((arm, at)) || is_plain(fight, looks, look, (arm, at))
}

/// The same by how the two look.
#[inline(always)]
pub(super) fn is_plain(fight: &Fight, looks: &[Look], own: &Look, (arm, at): (ArmId, Who)) -> bool {
    let open = looks.get(at.index()).is_some_and(|target| target.open);
    own.ordinary && open && fight.arm(arm).plain && fight.ground().is_none()
}

/// The same where there may be something to say about attacker, target or weapon.
fn judge_closely(fight: &Fight, by: Who, at: Who, arm: ArmId, hand_to_hand: bool) -> Judged {
    let mut judged = Judged::default();
    weaknesses(fight, by, at, arm, hand_to_hand, &mut judged);
    advantages(fight, by, at, arm, hand_to_hand, &mut judged);
    judged
}

/// Whether nothing about an attacker could weaken or favour a blow with this: most blows are like that.
#[inline]
pub fn strikes_plainly(fight: &Fight, by: Who, arm: ArmId) -> bool {
    is_plainly_meant(fight, by, arm) && fight.look(by, |look| look.ordinary)
}

/// The same for an attacker that nothing else could be said about, but what it means to do and with what.
#[inline]
pub fn is_plainly_meant(fight: &Fight, by: Who, arm: ArmId) -> bool {
    let plan = &fight.one(by).plan;
    fight.ground().is_none() && plan.dared.is_none() && !plan.averted && !plan.hindered && !favours(fight, by, arm)
}

/// Whether what somebody strikes with enhances the attack: this weapon, or the one that strikes with it.
#[inline]
fn favours(fight: &Fight, by: Who, arm: ArmId) -> bool {
    let other_does = || match fight.one(by).plan.deed {
        Deed::Attack { arm: main, off: Some(off), .. } => fight.arm(main).enhanced || fight.arm(off).enhanced,
        _ => false,
    };
    fight.arm(arm).enhanced || other_does()
}

/// Whether nothing about somebody's kind or kit could weaken or favour a blow, as attacker or as target.
pub fn is_of_common_make(setting: &Setting, one: &Combatant) -> bool {
    let plain = setting.template(one).special.is_empty() && !gifts::wears(setting, one, Power::Conceals);
    plain && !one.detachment
}

/// The rule by which a reason makes a blow impaired or enhanced.
pub fn rule_behind(fight: &Fight, blow: &Blow, why: Reason, state: State) -> &'static Rule {
    match why {
        Reason::AloneAgainstMany => &detachment::ATTACKED,
        Reason::ManyAgainstOne => &detachment::ATTACKS_ENHANCED,
        Reason::Cover if fight.ground().is_some() => &battle_map::COVER,
        Reason::LongShot => &battle_map::RANGE,
        Reason::Gust => &creatures::GUSTS,
        Reason::NimbleInTheAir | Reason::NimbleInTheWater => &creatures::NIMBLE,
        Reason::NoFlesh => &creatures::INSUBSTANTIAL,
        Reason::Charge => &creatures::CHARGE,
        Reason::Bound => &gear::BOUND,
        Reason::Blind if creatures::looks_away(fight, blow.by, blow.at) => &creatures::GAZE,
        Reason::Unseen if gifts::conceals(fight, blow.at) => &gifts::CONCEALED,
        Reason::Unseen => &incantations::INVISIBILITY,
        Reason::Enamoured => &incantations::ATTRACTION,
        Reason::Veiled | Reason::Hunter => &prayer::ARTEMIS,
        Reason::Might => &prayer::ARES,
        _ if state == State::Impaired => &IMPAIRED_WHEN,
        _ => &ENHANCED_WHEN,
    }
}

/// The conditions that weaken or favour a blow, of the attacker or of the target.
const TELLING: Conditions = HELPLESS.with(&[Condition::Blinded, Condition::Cover, Condition::InGust]);

/// Whether nothing that has befallen somebody could.
#[inline]
pub fn is_unscathed(one: &Combatant) -> bool {
    !one.conditions.any(TELLING) && one.effects.is_empty() && !one.speechless()
}

/// Everything that makes an attack impaired, the weightiest first.
fn weaknesses(fight: &Fight, by: Who, at: Who, arm: ArmId, hand_to_hand: bool, judged: &mut Judged) {
    let (attacker, target) = (fight.one(by), fight.one(at));
    let no_flesh = hand_to_hand && fight.template(at).has(&Special::Insubstantial);
    judged.impair(no_flesh, Reason::NoFlesh);
    let many = detachment::attacked_by_individual(fight, by, at) && !blast::is_blast(fight, by, at, arm);
    judged.impair(many, Reason::AloneAgainstMany);
    judged.impair(attacker.is(Condition::Bound), Reason::Bound);
    judged.impair(attacker.is(Condition::Blinded) || creatures::looks_away(fight, by, at), Reason::Blind);
    judged.impair(target.is(Condition::Cover) || target.under_by(Effect::CoverFrom, by), Reason::Cover);
    let enchanted = !target.effects.is_empty();
    if enchanted {
        judged.impair(target.under(Effect::Veiled), Reason::Veiled);
    }
    judged.impair(incantations::unseen(fight, by, at), Reason::Unseen);
    judged.impair(target.is(Condition::InGust) && !hand_to_hand, Reason::Gust);
    judged.impair(enchanted && incantations::obstructed(fight, by, at), Reason::Enamoured);
    let failed = dared(fight, by) == Some(false) && fight.house().manoeuvre_fail == ManoeuvreFail::Impaired;
    judged.impair(failed, Reason::FailedManoeuvre);
    judged.impair(attacker.plan.hindered, Reason::FailedSave);
    if let Some(why) = hard_by_nature(fight, by, at, hand_to_hand) {
        judged.impair(true, why);
    }
    if let Some(why) = fight.ground().and_then(|_| battle_map::weakness(fight, by, at, arm, hand_to_hand)) {
        judged.impair(true, why);
    }
}

/// What about the target's kind makes attacks on it impaired.
#[inline]
fn hard_by_nature(fight: &Fight, by: Who, at: Who, hand_to_hand: bool) -> Option<Reason> {
    let special = &fight.template(at).special;
    if special.is_empty() {
        return None;
    }
    // A target that lies helpless is nimble neither in the air nor in the water.
    let nimble = |how: Special| special.contains(&how) && !fight.helpless(at);
    if hand_to_hand && nimble(Special::NimbleInTheAir) && !gifts::flies(fight, by) {
        return Some(Reason::NimbleInTheAir);
    }
    let in_water = nimble(Special::NimbleInTheWater) && fight.one(at).is(Condition::InWater);
    in_water.then_some(Reason::NimbleInTheWater)
}

/// Everything that makes an attack enhanced, the weightiest first.
fn advantages(fight: &Fight, by: Who, at: Who, arm: ArmId, hand_to_hand: bool, judged: &mut Judged) {
    let attacker = fight.one(by);
    judged.enhance(fight.helpless(at), Reason::Helpless);
    judged.enhance(detachment::attacks_individual(fight, by, at), Reason::ManyAgainstOne);
    judged.enhance(dared(fight, by) == Some(true), Reason::Manoeuvre);
    if !attacker.effects.is_empty() {
        judged.enhance(attacker.under(Effect::Might), Reason::Might);
        judged.enhance(!hand_to_hand && attacker.under(Effect::Hunter), Reason::Hunter);
    }
    judged.enhance(favours(fight, by, arm), Reason::Weapon);
    judged.enhance(fight.scratch.charged(by) && fight.template(by).has(&Special::Charge), Reason::Charge);
}

#[inline]
fn dared(fight: &Fight, by: Who) -> Option<bool> {
    match fight.one(by).plan.deed {
        Deed::Attack { daring: Daring::No, .. } => None,
        Deed::Attack { .. } => fight.one(by).plan.dared,
        _ => None,
    }
}

/// The die that an attack rolls in this state, and whether the larger one is a choice.
#[inline(always)]
pub fn die_of(fight: &Fight, by: Who, arm: ArmId, state: State) -> (u8, Option<u8>) {
    let mut die = fight.arm(arm).die;
    if !fight.one(by).effects.is_empty() && fight.one(by).under(Effect::Tempered(arm)) {
        die = step_up(die);
    }
    let bare = || arm == UNARMED && fight.house().unarmed_enhanced == UnarmedEnhanced::Never;
    match state {
        State::Normal => (die, None),
        State::Impaired => (4, None),
        State::Enhanced if bare() => (die, None),
        State::Enhanced => (die, Some(12)),
    }
}

/// A die one step larger, up to a d12.
pub fn step_up(die: u8) -> u8 {
    match die {
        0..=3 => 4,
        4 | 5 => 6,
        6 | 7 => 8,
        8 | 9 => 10,
        10 | 11 => 12,
        larger => larger,
    }
}
