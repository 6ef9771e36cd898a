//! Which attack adds most to what the side is already doing.

use arrayvec::ArrayVec;
use quintain_engine::{Foe, Side, Who};

use crate::arm::{ArmId, Reaching, UNARMED};
use crate::ask::ready_arms;
use crate::cast::{Look, only_foe};
use crate::combatant::{MOST_ARMS, MOST_PAIRS};
use crate::declaration::{Daring, Deed};
use crate::fight::Fight;
use crate::house::DualModified;
use crate::options::{self, foes};
use crate::phase::judge;
use crate::rules::modifiers::State;
use crate::rules::{attack, battle_map, blast, creatures, gear, hazards, modifiers};

/// Dice sizes that the table of expectations knows; others count as the next smaller.
const DICE: [u8; 7] = [1, 4, 6, 8, 10, 12, 20];

/// Thousandths that the higher of two dice does on average against Armor: what a pool keeps.
const fn expected(one: u8, other: u8, armor: u8) -> u32 {
    let (mut sum, mut a) = (0u32, 1u32);
    while a <= one as u32 {
        let mut b = 1u32;
        while b <= other as u32 {
            let high = if a > b { a } else { b };
            sum += high.saturating_sub(armor as u32);
            b += 1;
        }
        a += 1;
    }
    sum * 1000 / (one as u32 * other as u32)
}

/// `GAINS[die][other][armor]`, by places in [`DICE`], with room for an eighth die: what a further die adds to a pool that
/// already has `other`.
static GAINS: [[[u32; 4]; 8]; 8] = {
    let mut gains = [[[0; 4]; 8]; 8];
    let mut one = 0;
    while one < 7 {
        let mut other = 0;
        while other < 7 {
            let mut armor = 0;
            while armor < 4 {
                let before = if other == 0 { 0 } else { expected(1, DICE[other], armor as u8) };
                gains[one][other][armor] = expected(DICE[one], DICE[other], armor as u8).saturating_sub(before);
                armor += 1;
            }
            other += 1;
        }
        one += 1;
    }
    gains
};

/// The place in [`DICE`] of each die of 0 to 20 sides.
static PLACES: [u8; 21] = {
    let mut places = [0; 21];
    let mut sides = 0;
    while sides <= 20 {
        let mut place = 6;
        while place > 0 && DICE[place] as usize > sides {
            place -= 1;
        }
        places[sides] = place as u8;
        sides += 1;
    }
    places
};

/// A die as the table of expectations knows it: its place in [`DICE`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Die(u8);

/// No die at all.
const NONE: Die = Die(0);

impl Die {
    #[inline]
    fn of(sides: u8) -> Self {
        Die(PLACES[usize::from(sides.min(20))])
    }
}

/// Thousandths that a further die adds to a pool that already has `other`, against Armor.
#[inline]
fn gain(die: Die, other: Die, armor: i8) -> u32 {
    GAINS[usize::from(die.0 & 7)][usize::from(other.0 & 7)][usize::from(armor as u8 & 3)]
}

/// Thousandths that a die does on average against Armor.
pub fn damage_of(die: u8, armor: i16) -> u32 {
    gain(Die::of(die), NONE, armor.clamp(0, attack::MOST_ARMOR) as i8)
}

/// The same for two dice of which the higher counts.
pub fn damage_of_both((die, second): (u8, Option<u8>), armor: i16) -> u32 {
    let armor = armor.clamp(0, attack::MOST_ARMOR) as i8;
    adds((Die::of(die), second.map_or(NONE, Die::of)), NONE, armor)
}

/// The targets of a side's attacks this round, as declared or foretold, and the dice.
fn aimed(fight: &Fight, side: Side) -> impl Iterator<Item = (Who, u8)> + '_ {
    let deeds = fight.cast.iter().filter(move |one| one.side == side).map(|one| one.plan.deed_or_telegraph());
    deeds.filter_map(|deed| match deed {
        Some(Deed::Attack { arm, at, .. }) => Some((at, fight.arm(arm).die)),
        _ => None,
    })
}

/// The first so many of the roster have the dice counted that are aimed at them where nobody has kept count.
const MOST_COUNTED: usize = 512;

/// The largest die that a side aims at each of those, where nobody has kept count.
#[cold]
fn count_aims(fight: &Fight, side: Side) -> ArrayVec<u8, MOST_COUNTED> {
    let mut dice: ArrayVec<u8, MOST_COUNTED> = std::iter::repeat_n(0, fight.cast.len().min(MOST_COUNTED)).collect();
    for (at, die) in aimed(fight, side) {
        if let Some(largest) = dice.get_mut(at.index()) {
            *largest = die.max(*largest);
        }
    }
    dice
}

/// The largest die that a side aims at one who stands behind those in the roster.
#[cold]
fn count_aims_at(fight: &Fight, side: Side, at: Who) -> u8 {
    aimed(fight, side).filter(|(whom, _)| *whom == at).map(|(_, die)| die).max().unwrap_or(0)
}

/// A way to attack, with what is the same whomever it strikes.
#[derive(Clone, Copy)]
struct Way {
    arm: ArmId,
    /// Another arm at the same time.
    off: Option<ArmId>,
    /// The die of an attack that is neither impaired nor enhanced, and the second one.
    dice: (Die, Die),
    /// Nothing about the attacker could weaken or favour it.
    plainly: bool,
    /// It may be a blast.
    blast: bool,
}

impl Way {
    /// The only one that there is.
    #[inline]
    fn only(fight: &Fight, who: Who) -> Option<Self> {
        let (only, ordinary) = fight.look(who, |look| (look.make.only_arm.filter(|_| look.make.common), look.ordinary));
        let (arm, die) = only.filter(|_| ordinary || fight.one(who).effects.is_empty())?;
        let plainly = ordinary && modifiers::is_plainly_meant(fight, who, arm);
        Some(Way { arm, off: None, dice: (Die::of(die), NONE), plainly, blast: false })
    }

    fn new(fight: &Fight, who: Who, arm: ArmId, off: Option<ArmId>) -> Self {
        let dice = dice_of(fight, who, (arm, off), State::Normal);
        let blast = blast::is_blast(fight, who, who, arm) || fight.one(who).detachment;
        Way { arm, off, dice, plainly: modifiers::strikes_plainly(fight, who, arm), blast }
    }
}

/// Every arm alone, every pair of natural ones, and two weapons in hand: no way is ever left out.
const MOST_WAYS: usize = MOST_ARMS + MOST_PAIRS + 1;

/// The ways worth a thought: bare hands only where there is nothing else.
fn ways(fight: &Fight, who: Who) -> ArrayVec<Way, MOST_WAYS> {
    let one = fight.one(who);
    let mut armed = ready_arms(fight, who).filter(|arm| *arm != UNARMED).peekable();
    let bare = armed.peek().is_none().then_some(UNARMED);
    let alone = armed.chain(bare).map(|arm| (arm, None));
    let natural = fight.template(who).together.iter().map(|(arm, off)| (*arm, Some(*off)));
    let held = if let [main, off] = one.in_hand[..] { Some((main, Some(off))) } else { None };
    alone.chain(natural).chain(held).map(|(arm, off)| Way::new(fight, who, arm, off)).collect()
}

/// The attack that adds most to what the side is already doing.
pub fn weighed(fight: &Fight, who: Who) -> Option<Deed> {
    match Way::only(fight, who) {
        Some(way) => best_in(fight, who, &[way]),
        None => best_in(fight, who, &ways(fight, who)),
    }
}

/// What the best blow promises on a foe who can be struck this round; 0 where there is none.
pub(super) fn promise(fight: &Fight, who: Who) -> u32 {
    weighed(fight, who).map_or(0, |blow| promise_of(fight, who, blow))
}

/// The same of this blow.
pub(super) fn promise_of(fight: &Fight, who: Who, blow: Deed) -> u32 {
    let Deed::Attack { arm, off, at, .. } = blow else { return 0 };
    let (way, look) = (Way::new(fight, who, arm, off), fight.look(at, |look| *look));
    let already = Die::of(count_aims_at(fight, fight.one(who).side, at));
    let promised = worth(fight, who, &way, (at, &look), already, fight.ground().is_some());
    promised.map_or(0, |(value, _)| value)
}

/// So many thousandths of a point of damage to somebody of such health, as blows on one at hand are weighed.
pub(super) fn measured(damage: u32, health: u32) -> u32 {
    (damage.min(1 << 24) + 1) * AT_HAND * 16 / (8 + health)
}

/// The one attack there is, where there is one foe and one way: nothing to weigh.
#[inline]
pub fn only_attack(fight: &Fight, who: Who) -> Option<Deed> {
    let looks = fight.cast.looks()?;
    let own = looks.get(who.index())?;
    let (at, foe) = only_foe(fight.setting.hostile.of(own.side), looks)?;
    let arm = match own.make.only_arm {
        _ if !foe.make.plain => return None,
        Some((arm, _)) => arm,
        None => only_weapon(fight, who)?,
    };
    let freely = options::nothing_bars(fight, own, foe, arm);
    (freely || options::may_attack_closely(fight, who, arm, None, at).is_ok()).then(|| strike(arm, at))
}

/// A blow without any daring.
#[inline]
pub fn strike(arm: ArmId, at: Who) -> Deed {
    Deed::Attack { arm, off: None, at, daring: Daring::No }
}

/// The one weapon ready to hand, or bare hands where there is none; `None` where there are several.
#[cold]
fn only_weapon(fight: &Fight, who: Who) -> Option<ArmId> {
    let mut arms = ready_arms(fight, who).filter(|arm| *arm != UNARMED);
    let (arm, further) = (arms.next().unwrap_or(UNARMED), arms.next());
    let single = further.is_none() && fight.template(who).together.is_empty();
    single.then_some(arm)
}

/// The best of these ways on the best of targets.
fn best_in(fight: &Fight, who: Who, ways: &[Way]) -> Option<Deed> {
    let legal = |deed: Deed| options::may(fight, who, deed).is_ok();
    // Nearly always the best of all may be done; only else the best of those that may is looked for.
    best_of(fight, who, ways, |_| true).filter(|best| legal(*best)).or_else(|| best_legal(fight, who, ways))
}

#[cold]
fn best_legal(fight: &Fight, who: Who, ways: &[Way]) -> Option<Deed> {
    let legal = |best: &Best<'_>| options::may(fight, who, best.deed()).is_ok();
    // Where no weapon can hurt anybody, bare hands may.
    let bare = || best_of(fight, who, &[Way::new(fight, who, UNARMED, None)], legal);
    best_of(fight, who, ways, legal).or_else(bare)
}

/// More than an attack on somebody who lies there is ever worth: the dearest two dice on four.
const MORE_THAN_THE_FALLEN: u32 = 1_200;

/// The best attack found so far.
#[derive(Clone, Copy)]
struct Best<'a> {
    value: u32,
    way: &'a Way,
    at: Who,
    daring: Daring,
}

impl Best<'_> {
    fn deed(&self) -> Deed {
        Deed::Attack { arm: self.way.arm, off: self.way.off, at: self.at, daring: self.daring }
    }
}

/// The best of the attacks that `fits` lets pass; of equals the one on the target that comes first, by the way that
/// comes first. Those that lie there come last, and are not thought of where one that stands is worth more than they
/// ever are.
#[inline]
fn best_of<'w>(fight: &Fight, who: Who, ways: &'w [Way], fits: impl Fn(&Best<'w>) -> bool) -> Option<Deed> {
    let anew;
    let looks = match fight.cast.known_looks() {
        Some(looks) => looks,
        None => {
            anew = fight.look_at_all();
            &anew
        }
    };
    let side = fight.one(who).side;
    let counted;
    let aims = match fight.cast.aims(side) {
        Some(aims) => aims,
        None => {
            counted = count_aims(fight, side);
            &counted
        }
    };
    let standing = best_among(fight, who, (ways, aims), (looks, |look| look.able), None, &fits);
    let best = match standing {
        Some(best) if best.value >= MORE_THAN_THE_FALLEN && !fight.one(who).minded.strikes_the_fallen(false) => {
            standing
        }
        _ => best_among(fight, who, (ways, aims), (looks, |look| look.present && !look.able), standing, &fits),
    };
    best.map(|best| best.deed())
}

/// The best attack on those of the foes who are `due`, or the one known where none is better.
#[inline(always)]
fn best_among<'w>(
    fight: &Fight,
    who: Who,
    (ways, aims): (&'w [Way], &[u8]),
    (looks, due): (&[Look], impl Fn(&Look) -> bool),
    known: Option<Best<'w>>,
    fits: impl Fn(&Best<'w>) -> bool,
) -> Option<Best<'w>> {
    let side = fight.one(who).side;
    let hostile = fight.setting.hostile.of(side);
    let (mapped, minded) = (fight.ground().is_some(), fight.one(who).minded.0.is_some());
    let mut best = known;
    let first = known.map_or(0, |best| best.value + 1);
    let mut enough = first;
    for way in ways {
        for (place, look) in looks.iter().enumerate() {
            if !due(look) || hostile.get(look.side.index()) != Some(&true) {
                continue;
            }
            let at = Who(place as u16);
            let already = Die::of(aims.get(place).copied().unwrap_or_else(|| count_aims_at(fight, side, at)));
            let Some((value, daring)) = worth(fight, who, way, (at, look), already, mapped) else { continue };
            let value = if minded { bent(fight, who, (at, look), value) } else { value };
            // Of equals by different ways the one on the first target is the better.
            let sooner = value >= first && value + 1 == enough && best.is_some_and(|best| at < best.at);
            if value >= enough || sooner {
                let better = Best { value, way, at, daring };
                if fits(&better) {
                    (best, enough) = (Some(better), value + 1);
                }
            }
        }
    }
    best
}

/// What an attack is worth to somebody who has a temperament. To those who strike the fallen these are worth as much as others.
#[cold]
fn bent(fight: &Fight, who: Who, (at, look): (Who, &Look), value: u32) -> u32 {
    let minded = fight.one(who).minded;
    let value = if !look.able && minded.strikes_the_fallen(false) { value * 100 } else { value };
    let near = |friend: Who| fight.ground().is_none() || battle_map::feet(fight, friend, at) <= 5;
    let at_a_friend =
        || options::friends(fight, who).any(|friend| friend != who && fight.fighting(friend) && near(friend));
    let prey = || Foe { health: super::health(fight, at), fallen: !look.able, at_a_friend: at_a_friend() };
    u32::try_from(minded.weighs(value.min(1 << 24) as i32, prey)).unwrap_or(0)
}

/// How much nearness makes of what a blow is worth, for those who can be struck without a step.
const AT_HAND: u32 = 4;

/// What an attack is worth, and how daring it must be: the damage it adds, more on those who are nearly down, little on
/// those who lie there or would leave everybody in peace; `None` where it cannot hurt.
#[inline(always)]
fn worth(
    fight: &Fight,
    who: Who,
    way: &Way,
    (at, look): (Who, &Look),
    already: Die,
    mapped: bool,
) -> Option<(u32, Daring)> {
    let (value, daring) = match way.plainly && look.open {
        true => (adds(way.dice, already, look.make.armor), Daring::No),
        false => worth_closely(fight, who, way, (at, look), already)?,
    };
    let value = if way.blast { value * caught(fight, who, at, way.arm) } else { value };
    if !look.able || (!look.make.plain && creatures::is_at_peace(fight, at)) {
        return Some((value / 100 + 1, daring));
    }
    let near = if mapped { nearness(fight, who, at, way.arm) } else { AT_HAND };
    Some(((value + 1) * near * 16 / (8 + u32::from(look.health)), daring))
}

/// The damage that dice add to a pool, and the daring it takes, where there may be something to say about the blow.
fn worth_closely(fight: &Fight, who: Who, way: &Way, (at, look): (Who, &Look), already: Die) -> Option<(u32, Daring)> {
    let daring = if look.make.plain { Daring::No } else { daring_needed(fight, who, way, at)? };
    let dice = if way.plainly && look.ordinary { way.dice } else { dice_on(fight, who, way, at) };
    Some((adds(dice, already, look.make.armor), daring))
}

/// Thousandths that a die and perhaps a second one add to a pool that already has `already`.
#[inline]
fn adds((die, second): (Die, Die), already: Die, armor: i8) -> u32 {
    if second == NONE {
        return gain(die, already, armor);
    }
    gain(die, already.max(second), armor) + gain(second, already, armor)
}

/// How many a blast catches, as far as that counts; 1 where it is none.
fn caught(fight: &Fight, who: Who, at: Who, arm: ArmId) -> u32 {
    if !blast::is_blast(fight, who, at, arm) {
        return 1;
    }
    let many = foes(fight, who).filter(|foe| fight.fighting(*foe)).count() as u32;
    many.clamp(1, 4)
}

/// Into the mouth of a target that nothing else hurts; `None` where nothing does at all.
fn daring_needed(fight: &Fight, who: Who, way: &Way, at: Who) -> Option<Daring> {
    let hand_to_hand = battle_map::hand_to_hand(fight, who, at, way.arm);
    let state = judge(fight, who, at, way.arm).state(fight);
    let hurts = |into_the_mouth: bool, state: State| {
        attack::proof(fight, at, attack::Struck { arm: way.arm, hand_to_hand, into_the_mouth, state }).is_none()
    };
    if hurts(false, state) {
        return Some(Daring::No);
    }
    if hurts(true, state) {
        return Some(Daring::IntoTheMouth);
    }
    let dares = options::may_dare(fight, who) && way.off.is_none() && state == State::Normal;
    (dares && hurts(false, State::Enhanced)).then_some(Daring::Manoeuvre)
}

/// The dice of an attack on a target about which there is more to say.
fn dice_on(fight: &Fight, who: Who, way: &Way, at: Who) -> (Die, Die) {
    let state = judge(fight, who, at, way.arm).state(fight);
    dice_of(fight, who, (way.arm, way.off), state)
}

/// The die and the second die of an attack made like this.
#[inline]
fn dice_of(fight: &Fight, who: Who, (arm, off): (ArmId, Option<ArmId>), state: State) -> (Die, Die) {
    let (own, larger) = modifiers::die_of(fight, who, arm, state);
    let die = Die::of(larger.map_or(own, |larger| larger.max(own)));
    let second = match (off, state) {
        (Some(_), State::Impaired) if fight.house().dual_modified == DualModified::SingleDie => NONE,
        (Some(_), State::Impaired) => Die::of(4),
        (Some(off), _) => Die::of(fight.arm(off).die),
        (None, _) if creatures::strike_count(fight, who, arm) > 1 => die,
        (None, _) => NONE,
    };
    (die, second)
}

/// How many feet an arm reaches without a step, and without a long shot.
pub fn far(fight: &Fight, arm: ArmId) -> u16 {
    let entry = fight.arm(arm);
    if entry.reaching == Reaching::Melee { entry.reach } else { entry.sure }
}

/// [`AT_HAND`] for those who can be struck without a step, less for those who take one, 1 for those who cannot be struck yet, or
/// only through fire or over slippery ground.
fn nearness(fight: &Fight, who: Who, at: Who, arm: ArmId) -> u32 {
    let far = far(fight, arm);
    let feet = gear::speed(fight, who).saturating_add(far);
    if battle_map::within(fight, who, at, far) {
        AT_HAND
    } else if !fight.hazards.is_empty() && hazards::lies_between(fight, who, at) {
        1
    } else if battle_map::within(fight, who, at, feet) {
        3
    } else {
        1
    }
}
