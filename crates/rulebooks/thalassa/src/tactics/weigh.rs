//! Which attack adds most to what the side is already doing.

use arrayvec::ArrayVec;
use quintain_engine::Who;

use crate::arm::{ArmId, Reaching, UNARMED};
use crate::ask::ready_arms;
use crate::declaration::{Daring, Deed};
use crate::fight::Fight;
use crate::options::{self, foes};
use crate::rules::modifiers::State;
use crate::rules::{attack, battle_map, blast, creatures, modifiers};

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

/// `TABLE[die][other][armor]`, by places in [`DICE`].
static TABLE: [[[u32; 4]; 7]; 7] = {
    let mut table = [[[0; 4]; 7]; 7];
    let mut one = 0;
    while one < 7 {
        let mut other = 0;
        while other < 7 {
            let mut armor = 0;
            while armor < 4 {
                table[one][other][armor] = expected(DICE[one], DICE[other], armor as u8);
                armor += 1;
            }
            other += 1;
        }
        one += 1;
    }
    table
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

/// Thousandths that a further die adds to a pool that already has `other`, against Armor.
#[inline]
fn gain(die: u8, other: u8, armor: i16) -> u32 {
    let place = |die: u8| usize::from(PLACES[usize::from(die.min(20))]);
    let (die, other, armor) = (place(die), place(other), armor.clamp(0, 3) as usize);
    let before = if other == 0 { 0 } else { TABLE[0][other][armor] };
    TABLE[die][other][armor].saturating_sub(before)
}

/// What a side aims at this round, declared or foretold: the largest die on each target.
struct Aims(ArrayVec<(Who, u8), 32>);

impl Aims {
    /// Those of whoever is on the side of `who`. Nobody keeps more than 32 targets in mind.
    #[inline]
    fn of_side(fight: &Fight, who: Who) -> Self {
        let mut aims = ArrayVec::new();
        let side = fight.one(who).side;
        for one in fight.cast.iter().filter(|one| one.side == side) {
            let deed = if one.plan.made { Some(one.plan.deed) } else { one.plan.telegraph };
            if let Some(Deed::Attack { arm, at, .. }) = deed {
                let _ = aims.try_push((at, fight.arm(arm).die));
            }
        }
        Aims(aims)
    }

    /// The largest die on that one; 1 for none.
    #[inline]
    fn on(&self, at: Who) -> u8 {
        self.0.iter().filter(|(aimed, _)| *aimed == at).map(|(_, die)| *die).fold(1, u8::max)
    }
}

/// A way to attack: an arm, and another at the same time.
type Way = (ArmId, Option<ArmId>);

/// The ways worth a thought: bare hands only where there is nothing else.
#[inline]
fn ways(fight: &Fight, who: Who) -> ArrayVec<Way, 16> {
    let mut ways: ArrayVec<Way, 16> =
        ready_arms(fight, who).filter(|arm| *arm != UNARMED).map(|arm| (arm, None)).collect();
    if ways.is_empty() {
        ways.extend(ready_arms(fight, who).map(|arm| (arm, None)));
    }
    let room = ways.remaining_capacity() - 1;
    ways.extend(fight.template(who).together.iter().map(|(arm, off)| (*arm, Some(*off))).take(room));
    if let [main, off] = fight.one(who).in_hand[..] {
        ways.push((main, Some(off)));
    }
    ways
}

/// The attack that adds most to what the side is already doing.
pub fn best_attack(fight: &Fight, who: Who) -> Option<Deed> {
    let ways = ways(fight, who);
    if let Some(deed) = only_attack(fight, who, &ways) {
        return Some(deed);
    }
    let aims = Aims::of_side(fight, who);
    let mut best: Option<(u32, Deed)> = None;
    for at in foes(fight, who) {
        let already = aims.on(at);
        for way in &ways {
            consider(fight, who, *way, at, already, &mut best);
        }
    }
    best.map(|(_, deed)| deed)
}

/// The one attack there is, where there is one foe and one way: nothing to weigh.
#[inline]
fn only_attack(fight: &Fight, who: Who, ways: &[Way]) -> Option<Deed> {
    let [(arm, None)] = *ways else { return None };
    let mut foes = foes(fight, who);
    let (at, other) = (foes.next()?, foes.next());
    let plain = other.is_none() && fight.template(at).special.is_empty();
    let deed = Deed::Attack { arm, off: None, at, daring: Daring::No };
    (plain && options::may_attack(fight, who, arm, None, at).is_ok()).then_some(deed)
}

#[inline]
fn consider(fight: &Fight, who: Who, (arm, off): Way, at: Who, already: u8, best: &mut Option<(u32, Deed)>) {
    let hand_to_hand = battle_map::hand_to_hand(fight, who, at, arm);
    let mut daring = Daring::No;
    if attack::is_proof(fight, at, hand_to_hand, false) {
        if attack::is_proof(fight, at, hand_to_hand, true) {
            return;
        }
        daring = Daring::IntoTheMouth;
    }
    let value = worth(fight, who, (arm, off), at, already, hand_to_hand);
    let deed = Deed::Attack { arm, off, at, daring };
    if best.is_none_or(|(known, _)| value > known) && options::may_attack(fight, who, arm, off, at).is_ok() {
        *best = Some((value, deed));
    }
}

/// What an attack is worth: the damage it adds, more on those who are nearly down, little on those who lie there.
#[inline]
fn worth(fight: &Fight, who: Who, (arm, off): Way, at: Who, already: u8, hand_to_hand: bool) -> u32 {
    let state = modifiers::judge(fight, who, at, arm, hand_to_hand).state(fight);
    let (own, larger) = modifiers::die_of(fight, who, arm, state);
    let die = larger.map_or(own, |larger| larger.max(own));
    let second = match (off, state) {
        (Some(_), State::Impaired) => 4,
        (Some(off), _) => fight.arm(off).die,
        (None, _) if creatures::strike_count(fight, who, arm) > 1 => die,
        (None, _) => 1,
    };
    let armor = attack::armor_of(fight, at);
    let mut value = gain(die, already.max(second), armor);
    if second > 1 {
        value += gain(second, already, armor);
    }
    if blast::is_blast(fight, who, at, arm) {
        let many = foes(fight, who).filter(|foe| fight.fighting(*foe)).count() as u32;
        value *= many.clamp(1, 4);
    }
    if !fight.fighting(at) {
        return value / 100 + 1;
    }
    let near = if fight.ground().is_some() { nearness(fight, who, at, arm) } else { 4 };
    (value + 1) * near * 16 / (8 + fight.one(at).health())
}

/// 4 for those who can be struck this round, 1 for those who cannot yet.
fn nearness(fight: &Fight, who: Who, at: Who, arm: ArmId) -> u32 {
    let entry = fight.arm(arm);
    let far = if entry.reaching == Reaching::Melee { entry.reach } else { entry.sure };
    let feet = fight.template(who).speed.saturating_add(far);
    if battle_map::within(fight, who, at, far) {
        4
    } else if battle_map::within(fight, who, at, feet) {
        3
    } else {
        1
    }
}
