//! Attack Modifiers: impaired from a position of weakness, enhanced from one of advantage.

use quintain_engine::Who;

use crate::arm::{ArmId, Reaching, UNARMED};
use crate::book::Special;
use crate::condition::{Condition, Conditions, Effect};
use crate::declaration::Daring;
use crate::fight::Fight;
use crate::house::{Both, ManoeuvreFail, UnarmedEnhanced};
use crate::rules::{battle_map, blast, creatures, detachment, incantations, magic, scars};

quintain_engine::section! {
    "Attack modifiers";
    IMPAIRED_WHEN = Gm "impaired.when": "An attack from weakness is impaired: through cover, with bound hands, blind, on somebody unseen.";
    IMPAIRED_DIE = Engine "impaired.die": "An impaired attack rolls 1d4, whatever its die and whatever would enlarge it.";
    ENHANCED_WHEN = Gm "enhanced.when": "An attack from advantage is enhanced: on somebody helpless, or by a daring manoeuvre.";
    ENHANCED_DIE = Choice "enhanced.die": "Enhanced, one may take a d12 in place of a smaller die; nobody has to.";
    PER_ATTACK = Engine "modifier.per-attack": "It is judged for each attack on each target apart.";
    NO_STACKING = Engine "modifier.no-stacking": "Two reasons are the same as one.";
    BOTH = Engine "modifier.both": "Impaired wins over enhanced: the one must, the other may.", house "modifier.both";
    NOT_ARMOR = Engine "modifier.not-armor": "Only the die changes; Armor and all that follows stay.";
}

/// Why an attack on somebody helpless is enhanced.
pub const HELPLESS: &str = "a helpless target";

/// How an attack is made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum State {
    /// Neither.
    #[default]
    Normal,
    /// From weakness.
    Impaired,
    /// From advantage.
    Enhanced,
}

impl State {
    /// The word in options.
    pub fn word(self) -> &'static str {
        match self {
            State::Normal => "normal",
            State::Impaired => "impaired",
            State::Enhanced => "enhanced",
        }
    }
}

/// What speaks for weakness and for advantage; the first reason of each kind, since more count the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Judged {
    /// Why impaired.
    pub weakness: Option<&'static str>,
    /// Why enhanced.
    pub advantage: Option<&'static str>,
    /// There is a second reason of one kind, which changes nothing.
    pub several: bool,
}

impl Judged {
    /// `modifier.both`.
    pub fn state(self, fight: &Fight) -> State {
        match (self.weakness, self.advantage, fight.house().both) {
            (Some(_), Some(_), Both::CancelOut) => State::Normal,
            (Some(_), _, _) => State::Impaired,
            (None, Some(_), _) => State::Enhanced,
            (None, None, _) => State::Normal,
        }
    }
}

/// `impaired.when`, `enhanced.when`: what the rules propose to the GM for one attack on one target.
pub fn judge(fight: &Fight, by: Who, at: Who, arm: ArmId, hand_to_hand: bool) -> Judged {
    if is_plain(fight, by, at, arm) {
        return Judged::default();
    }
    let mut weak = weaknesses(fight, by, at, arm, hand_to_hand).into_iter().flatten();
    let mut strong = advantages(fight, by, at, arm).into_iter().flatten();
    let (weakness, advantage) = (weak.next(), strong.next());
    Judged { weakness, advantage, several: weak.next().is_some() || strong.next().is_some() }
}

/// Whether there is nothing about the two that could weaken or favour a blow: most blows are like that.
fn is_plain(fight: &Fight, by: Who, at: Who, arm: ArmId) -> bool {
    let ordinary = |who: Who| {
        let one = fight.one(who);
        one.conditions == Conditions::default()
            && one.effects.is_empty()
            && one.scars.is_empty()
            && !one.detachment
            && !one.speechless()
            && fight.template(who).special.is_empty()
    };
    let deed = &fight.one(by).plan;
    fight.ground().is_none()
        && deed.dared.is_none()
        && !deed.averted
        && !fight.arm(arm).enhanced
        && ordinary(by)
        && ordinary(at)
}

/// Everything that makes an attack impaired, the weightiest first.
fn weaknesses(fight: &Fight, by: Who, at: Who, arm: ArmId, hand_to_hand: bool) -> [Option<&'static str>; 11] {
    let (attacker, target) = (fight.one(by), fight.one(at));
    let many = detachment::attacked_by_individual(fight, by, at) && !blast::is_blast(fight, by, at, arm);
    let blind = attacker.is(Condition::Blinded) || creatures::looks_away(fight, by, at);
    let cover = target.is(Condition::Cover) || target.under_by(Effect::CoverFrom, by);
    let enchanted = !target.effects.is_empty();
    let unseen = enchanted && incantations::unseen(fight, by, at);
    let failed = fight.house().manoeuvre_fail == ManoeuvreFail::Impaired && dared(fight, by) == Some(false);
    [
        many.then_some("an individual against a detachment"),
        attacker.is(Condition::Bound).then_some("bound hands"),
        blind.then_some("does not look"),
        cover.then_some("through cover"),
        (enchanted && target.under(Effect::Veiled)).then_some(magic::VEILED),
        unseen.then_some(magic::UNSEEN),
        (target.is(Condition::InGust) && !hand_to_hand).then_some("hidden in a gust"),
        (enchanted && incantations::obstructed(fight, by, at)).then_some(magic::IN_THE_WAY),
        failed.then_some("a failed manoeuvre"),
        hard_by_nature(fight, by, at, hand_to_hand),
        fight.ground().and_then(|_| battle_map::weakness(fight, by, at, arm, hand_to_hand)),
    ]
}

/// What about the target's kind makes attacks on it impaired.
fn hard_by_nature(fight: &Fight, by: Who, at: Who, hand_to_hand: bool) -> Option<&'static str> {
    let special = &fight.template(at).special;
    if special.is_empty() {
        return None;
    }
    if hand_to_hand && special.contains(&Special::NimbleInTheAir) && !flies(fight, by) {
        return Some("nimble in the air");
    }
    if special.contains(&Special::NimbleInTheWater) && fight.one(at).is(Condition::InWater) {
        return Some("nimble in the water");
    }
    (hand_to_hand && special.contains(&Special::Insubstantial)).then_some("no flesh to strike")
}

/// Everything that makes an attack enhanced, the weightiest first.
fn advantages(fight: &Fight, by: Who, at: Who, arm: ArmId) -> [Option<&'static str>; 7] {
    let attacker = fight.one(by);
    let blessed = !attacker.effects.is_empty();
    let hunts = blessed && attacker.under(Effect::Hunter) && fight.arm(arm).reaching != Reaching::Melee;
    let charges = fight.template(by).has(&Special::Charge) && fight.scratch.charged(by);
    [
        fight.helpless(at).then_some(HELPLESS),
        detachment::attacks_individual(fight, by, at).then_some("a detachment against an individual"),
        (dared(fight, by) == Some(true)).then_some("a daring manoeuvre"),
        (blessed && attacker.under(Effect::Might)).then_some(magic::MIGHT),
        hunts.then_some(magic::HUNTS),
        fight.arm(arm).enhanced.then_some("a weapon that wins"),
        charges.then_some("a charge"),
    ]
}

fn dared(fight: &Fight, by: Who) -> Option<bool> {
    match fight.one(by).plan.deed {
        crate::declaration::Deed::Attack { daring: Daring::No, .. } => None,
        crate::declaration::Deed::Attack { .. } => fight.one(by).plan.dared,
        _ => None,
    }
}

fn flies(fight: &Fight, who: Who) -> bool {
    fight.template(who).is(crate::book::Tag::Flies)
}

/// The die that an attack rolls in this state, and whether the larger one is a choice.
pub fn die_of(fight: &Fight, by: Who, arm: ArmId, state: State) -> (u8, Option<u8>) {
    let mut die = fight.arm(arm).die;
    if fight.one(by).under(Effect::Tempered(arm)) {
        die = step_up(die);
    }
    let bare = arm == UNARMED && fight.house().unarmed_enhanced == UnarmedEnhanced::Never;
    match state {
        State::Normal => (die, None),
        State::Impaired => (4, None),
        State::Enhanced if bare => (die, None),
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

/// `scar.handicap`: an eye lost spoils long shots, an arm what needs both.
pub fn spoilt_by_scars(fight: &Fight, by: Who, feet: u16) -> bool {
    feet > 40 && scars::hampers(fight, by, "eye")
}
