//! Brawling: punches, kicks, grabs, shoves and touches.

use quintain_engine::kit::refuse_if;
use quintain_engine::{Event, Refusal, Table, Who};

use crate::content::{Effect, Feature, Role};
use crate::rules::effects::{self, Called};
use crate::rules::health::{self, Strain};
use crate::rules::{actions, challenges, clusters, powers};
use crate::state::{Fight, Lasting, With};

quintain_engine::section! {
    "Brawl attacks";
    WHAT = Engine "brawl.what": "A punch, kick or grab is a melee attack.";
    EFFECT = Choice "brawl.effect": "A hit brings either Hit 1 or Bind, chosen before the roll.";
    ROLL = Engine "brawl.roll": "It is rolled on Brawl and met like any melee attack.";
}

/// Hit points that a blow costs; a number of the tabletop, never scaled.
pub(crate) const BLOW: i16 = 1;

fn has_free_hand(fight: &Fight, who: Who) -> bool {
    let one = fight.one(who);
    let shielded = one.shield.is_some_and(|guarded| !fight.shield(guarded.shield).entry.buckler);
    one.sword.is_none() || (!one.both && one.off.is_none() && !shielded)
}

/// The limb that a brawl attack uses: an empty hand, or a leg where there is none.
pub(crate) fn strain(fight: &Fight, who: Who) -> Strain {
    let one = fight.one(who);
    match (one.sword.is_none(), has_free_hand(fight, who)) {
        (true, _) => Strain::SwordArm,
        (false, true) => Strain::OffArm,
        (false, false) => Strain::Legs,
    }
}

pub(crate) fn may(fight: &Fight, who: Who, with: With) -> Result<(), Refusal> {
    refuse_if(powers::hand_is_bound(fight, who), &effects::BIND, "the hands are bound")?;
    refuse_if(with == With::Grab && fight.has(who, Feature::Handless), &ROLL, "it has no hands to grab with")?;
    refuse_if(with == With::Grab && !has_free_hand(fight, who), &ROLL, "a grab needs an empty hand")?;
    Ok(())
}

/// A blow or a grab has hit: `does` says which.
pub(crate) fn tell<T: Table<Fight>>(fight: &Fight, table: &mut T, by: Who, whom: Who, does: &str) {
    table.tell(|| {
        let text = format!("{} {does} {}", fight.label(by), fight.label(whom));
        fight.caused(Event::new(&WHAT, text).and(&EFFECT).and(&ROLL).by(by).to(whom))
    });
}

/// A grab that has hit: the result of breaking free is held against a fresh roll of the one who grabs.
pub(crate) fn grab<T: Table<Fight>>(fight: &mut Fight, table: &mut T, by: Who, whom: Who) -> Result<(), T::Halt> {
    tell(fight, table, by, whom, "grabs");
    let called = Called { grabbed: true, ..Called::of(Effect::Bind, Effect::Bind.usual(), whom, Some(by)) };
    effects::call(fight, table, &called)
}

pub(crate) fn shove<T: Table<Fight>>(fight: &mut Fight, table: &mut T, by: Who, whom: Who) {
    let bound = effects::is_held(fight, whom);
    table.tell(|| {
        let text = match bound {
            false => format!("{} shoves {}", fight.label(by), fight.label(whom)),
            true => format!("{} cannot be shoved: it is bound to its place", fight.label(whom)),
        };
        fight.caused(Event::new(&actions::SHOVE, text).and(&ROLL).by(by).to(whom))
    });
    if !bound {
        clusters::leave(fight, table, whom, &clusters::PUSHED);
    }
}

pub(crate) fn break_free<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    let Some(binder) = fight.one(who).effects.iter().find(|known| known.grabbed).and_then(|known| known.source) else {
        return Ok(());
    };
    let of_another = |known: &Lasting| !known.grabbed || known.source != Some(binder);
    health::strains(fight, table, who, Strain::BothArms)?;
    if !fight.present(binder) || fight.one(binder).unconscious {
        fight.one_mut(who).effects.retain(of_another);
        table.tell(|| fight.event(&actions::BREAK_FREE, who, "slips out of a hold that nobody keeps"));
        return Ok(());
    }
    let challenge = challenges::of_role(fight, table, binder, Role::Brawl)?;
    let held = challenges::roll(fight, table, &challenge, &actions::BREAK_FREE, "the hold", Some(who))?;
    let challenge = challenges::of_role(fight, table, who, Role::Brawl)?;
    let own = challenges::roll(fight, table, &challenge, &actions::BREAK_FREE, "breaking free", Some(binder))?;
    let free = !own.failed && (held.failed || own.result >= held.result);
    if free {
        fight.one_mut(who).effects.retain(of_another);
    }
    table.tell(|| {
        fight
            .event(&actions::BREAK_FREE, who, if free { "breaks free" } else { "is still held" })
            .and(&challenges::VERSUS_ROLL)
            .total(own.result.into())
            .against("hold", held.result.into())
    });
    Ok(())
}
