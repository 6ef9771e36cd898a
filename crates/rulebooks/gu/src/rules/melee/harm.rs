//! What a blow that lands deals, and what comes back.

use quintain_engine::Few;
use quintain_engine::{Event, EventId, Read, Table, Throw, Who};

use super::super::attack::Hit;
use super::super::damage::{self, Dealt, Harm};
use super::super::{gu, status};
use super::{
    BITE_BLEEDING, BITE_DAMAGE, Blow, KICK_DAMAGE, PUNCH_DAMAGE, PUNCH_RECOIL, PUNCH_RECOIL_REDUCIBLE, WEAPON_DAMAGE,
    With,
};
use crate::arm::{Arm, ArmId, Deals};
use crate::book::Unarmed;
use crate::derived;
use crate::fight::Fight;
use crate::kinds::DamageType;

/// What a strike deals before a critical doubles it.
pub(super) fn roll_damage<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    blow: &Blow,
    hit: Hit,
) -> Result<Harm, T::Halt> {
    let strength = i32::from(derived::strength(fight, who));
    let unarmed = |rule, damage, amount: i32| Harm::new(rule, hit.event).of(damage, amount).by(who);
    Ok(match blow.with {
        With::Punch => punch_deals(fight, who, hit.event),
        With::Kick => {
            let own = unarmed(&KICK_DAMAGE, DamageType::Force, 1 + strength / 5);
            gu::unarmed_deals(fight, who, Unarmed::Kick, own)
        }
        With::Bite => {
            let own = unarmed(&BITE_DAMAGE, DamageType::Rending, 2 + strength / 5);
            gu::unarmed_deals(fight, who, Unarmed::Bite, own)
        }
        With::Arm(arm) | With::Thrown(arm) => {
            let thrown = matches!(blow.with, With::Thrown(_));
            let deals = match gu_deals(fight, who, arm, blow.dive) {
                Some(deals) => deals,
                None => deals(fight.arm(arm), derived::two_handed(fight, who), thrown),
            };
            let mut harm = Harm::new(&WEAPON_DAMAGE, hit.event).by(who);
            for part in deals.iter() {
                let mut sum = i32::from(part.amount.plus);
                if part.amount.count > 0 {
                    let dice = Throw::dice(part.amount.count, part.amount.sides.into(), &WEAPON_DAMAGE, "damage")
                        .read_as(Read::Sum);
                    sum +=
                        table.roll(fight, dice.by(who).at(blow.at))?.iter().map(|face| i32::from(*face)).sum::<i32>();
                }
                harm = harm.of(part.damage, sum);
            }
            let own = fight.arm(arm);
            if let (false, false, false, Some(first)) = (own.natural, own.ranged, thrown, deals.first()) {
                harm = harm.of(first.damage, strength / 20);
            }
            harm
        }
    })
}

/// What a punch deals before a critical doubles it.
pub(super) fn punch_deals(fight: &Fight, who: Who, cause: EventId) -> Harm {
    let amount = 1 + i32::from(derived::strength(fight, who)) / 10;
    let own = Harm::new(&PUNCH_DAMAGE, cause).of(DamageType::Force, amount).by(who);
    gu::unarmed_deals(fight, who, Unarmed::Punch, own)
}

/// Whether a punch of somebody's may hurt its own fist: that of a critical, at least.
pub fn may_recoil(fight: &Fight, who: Who) -> bool {
    recoil_of(&punch_deals(fight, who, EventId(0)).doubled()) > 0
}

/// What the damage of a punch costs the fist.
pub(super) fn recoil_of(harm: &Harm) -> i32 {
    harm.total() / 5
}

/// What an attack deals instead, at the end of a Dive or while the Gu that gives it is in a bad way.
pub(super) fn gu_deals(fight: &Fight, who: Who, arm: ArmId, dive: bool) -> Option<Few<Deals, 3>> {
    let own = fight.arm(arm);
    if dive && !own.dive.is_empty() {
        return Some(own.dive);
    }
    let (hp, worn) = own.worn?;
    let slot = gu::arm_at_work(fight, who, arm)?.slot?;
    let left = fight.one(who).gu.get(usize::from(slot))?.hp.now;
    (left <= hp).then_some(worn)
}

/// What a weapon deals, held as it is held.
pub(super) fn deals(arm: &Arm, two_handed: bool, thrown: bool) -> Few<Deals, 3> {
    match (thrown, two_handed && !arm.deals_two_handed.is_empty()) {
        (true, _) => arm.thrown,
        (_, true) => arm.deals_two_handed,
        _ => arm.deals,
    }
}

/// What hangs on a hit besides its damage.
pub(super) fn riders<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    blow: &Blow,
    dealt: &Dealt,
) -> Result<(), T::Halt> {
    if blow.with == With::Bite {
        let stacks = dealt.of(DamageType::Rending) / 5;
        table.tell(|| {
            let text = match stacks {
                0 => "the bite opens no wound".to_owned(),
                _ => format!("the bite opens wounds: bleeding {stacks}"),
            };
            Event::new(&BITE_BLEEDING, text).by(who).to(blow.at).because(dealt.event)
        });
        status::bleed(fight, table, blow.at, stacks as i16, &BITE_BLEEDING)?;
    }
    gu::strike_riders(fight, table, who, blow, dealt)
}

/// `punch.recoil`.
pub(super) fn recoil<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    blow: &Blow,
    harm: &Harm,
) -> Result<(), T::Halt> {
    let amount = recoil_of(harm);
    if blow.with != With::Punch || amount == 0 || !fight.present(who) {
        return Ok(());
    }
    let cause = table.tell(|| {
        let text = format!("the punch hurts the fist of {}: {amount} for {} damage", fight.label(who), harm.total());
        Event::new(&PUNCH_RECOIL, text).by(who).and(&PUNCH_RECOIL_REDUCIBLE)
    });
    let own = Harm::new(&PUNCH_RECOIL, cause).of(DamageType::Force, amount).direct();
    damage::harm(fight, table, who, own)?;
    Ok(())
}
