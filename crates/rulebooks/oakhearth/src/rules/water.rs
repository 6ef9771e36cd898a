//! Fighting under water, and breath.

use quintain_engine::{Event, Table, Who};

use crate::book::{Feature, Save, Style};
use crate::fight::Fight;
use crate::house::Underwater;
use crate::rules::dice;
use crate::setting::Weapon;

quintain_engine::section! {
    "Underwater Combat";
    MELEE = Engine "water.melee-dis": "Hand-to-hand attacks of a creature under water have DIS, except with a crossbow or a spear.",
        ruling "Only hand-to-hand attacks, as written.", house "underwater-scope";
    SWIM = Engine "water.swim-speed": "A Swim Speed does away with that.";
    RANGED = Engine "water.ranged-limit": "Beyond its normal range a ranged attack misses under water, whatever the die.",
        ruling "The miss stands even on a natural 20.";
    SPEECH = Engine "water.breath-speech": "Whoever speaks while holding its breath shortens it by 1.";
    FIRE = Engine "water.fire": "Who is wholly under water takes half of Fire damage.";
    BREATH = Engine "water.breath": "Breath lasts as many rounds of a fight as Might, at least 1; at 0 one suffocates.",
        ruling "It is counted at the end of each own turn.";
    SHAKEN = Engine "water.breath-save": "Harm asks whoever holds its breath for a Might Save of 10 or twice the damage; failing costs 1 of it.",
        ruling "For each time it is hurt, Temp HP or not; what comes of having no breath left asks for none.";
}

/// Whether an attack suffers under water.
pub fn hampers(fight: &Fight, who: Who, weapon: &Weapon, melee: bool) -> bool {
    if !fight.underwater(who) {
        return false;
    }
    let concerned = melee || fight.house().underwater == Underwater::AllMartial;
    let exempt = weapon.styles.iter().any(|style| matches!(style, Style::Crossbow | Style::Spear));
    concerned && !exempt && !swims(fight, who)
}

/// Whether somebody is at home in water.
pub fn swims(fight: &Fight, who: Who) -> bool {
    let template = fight.template(who);
    template.entry.swim.is_some() || template.has(&Feature::AtHomeInWater)
}

/// Whether a shot is lost: under water, beyond the normal range.
pub fn lost(fight: &Fight, who: Who, at: Who, normal: i16) -> bool {
    (fight.underwater(who) || fight.underwater(at)) && fight.distance(who, at) > normal
}

/// Whether somebody has to hold its breath: to swim well is not to breathe water.
pub fn breathless(fight: &Fight, who: Who) -> bool {
    let template = fight.template(who);
    fight.underwater(who) && !template.has(&Feature::NeedsNoAir)
}

/// Rounds of breath in a fight.
pub fn full_breath(fight: &Fight, who: Who) -> i8 {
    fight.one(who).attributes[0].max(1)
}

/// Somebody speaks, as for the verbal part of a spell: a round of breath goes.
pub fn speak<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) {
    if breathless(fight, who) {
        spend_breath(fight, table, who, &SPEECH);
    }
}

/// Somebody has been hurt: a Might Save, or a round of breath is pressed out.
///
/// # Errors
/// Halts with the table.
pub fn shaken<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, damage: i16) -> Result<(), T::Halt> {
    if !breathless(fight, who) || fight.one(who).breath == Some(0) || !fight.present(who) {
        return Ok(());
    }
    let dc = damage.saturating_mul(2).max(10);
    if !dice::save(fight, table, who, Save::Might, dc, &SHAKEN, None)?.success && fight.one(who).breath != Some(0) {
        spend_breath(fight, table, who, &SHAKEN);
    }
    Ok(())
}

/// The end of a turn under water, or in air again.
pub fn turn_end<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) {
    if breathless(fight, who) {
        spend_breath(fight, table, who, &BREATH);
    } else if fight.one(who).breath.is_some() {
        fight.one_mut(who).breath = None;
        fight.one_mut(who).gasps = 0;
        super::conditions::lift(fight, table, who, crate::book::Condition::Suffocating);
    }
}

fn spend_breath<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, rule: &'static quintain_engine::Rule) {
    let before = fight.one(who).breath.unwrap_or_else(|| full_breath(fight, who));
    let after = (before - 1).max(0);
    fight.one_mut(who).breath = Some(after);
    table.tell(|| {
        let left = crate::words::counted(after.into(), "more round");
        let text = format!("{} has breath for {left}", fight.label(who));
        Event::new(rule, text).by(who).change(who, "breath", before.into(), after.into())
    });
    if after == 0 && !fight.one(who).under(crate::book::Condition::Suffocating) {
        let status = crate::combatant::Status::lasting(crate::book::Condition::Suffocating);
        super::conditions::give(fight, table, who, status, rule);
    }
}
