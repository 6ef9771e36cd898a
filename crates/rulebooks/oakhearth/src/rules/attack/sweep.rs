//! Sweeps: one Attack Check held against further targets next to the first. A further target is one like the first: it
//! is named before the roll, and it and those near it may answer.

use quintain_engine::{Event, Table, Who};

use super::check::{self, Verdict};
use super::target::target;
use super::{AP_FOR_ADV, Extras, How};
use crate::ask::{Act, Ask, Extra, Moment};
use crate::book::Damage;
use crate::fight::Fight;
use crate::rules::blow::{self, Blow};
use crate::rules::damage::{self, Harm};
use crate::rules::dice::{self, Pool, Rolled};
use crate::rules::effects::{self, Outcome};
use crate::rules::maneuvers::{self, SWEEP};
use crate::rules::{hide, marks, reactions, sight, spells, stamina, weapons};
use crate::those::{List, Those};

/// One more target of the attack.
pub(super) struct Swept {
    blow: Blow,
    /// The damage that a hit does to it.
    amount: i16,
    /// What speaks for and against the roll where it is concerned.
    net: i16,
    /// Everything that is added to the die.
    bonus: i16,
}

/// All of them.
pub(super) type All = List<Swept, 2>;

/// How the attack is made, whomever it strikes.
#[derive(Clone, Copy)]
pub(super) struct Means<'a> {
    pub(super) weapon: u16,
    pub(super) hand: Option<u8>,
    pub(super) extras: &'a Extras,
    pub(super) how: How,
}

/// The attacker names its further targets.
pub(super) fn named<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    first: &Blow,
    means: Means,
    all: &mut All,
) -> Result<(), T::Halt> {
    let mut done = Those::default();
    let (who, at, weapon) = (first.by, first.at, means.weapon);
    let farther = maneuvers::extension(fight, means.extras).0;
    for ability in maneuvers::maneuvers_in(means.extras) {
        let Some(amount) = fight.ability(ability).entry.sweeps else { continue };
        if sweepable(fight, who, at, (weapon, farther), &done).next().is_none() {
            break;
        }
        fight.about.clone_from(&done);
        let ask = Ask::Sweep { who, at, weapon, farther };
        let Some(Act::Who(other)) = table.choose(fight, ask)? else { continue };
        done.insert(other);
        table.tell(|| {
            let text = format!("{} sweeps on to {}", fight.label(who), fight.label(other));
            Event::new(&SWEEP, text).by(who).to(other)
        });
        let blow = Blow::new(who, other, first.melee).within(first.far);
        all.push(Swept { blow, amount: amount.into(), net: 0, bonus: 0 });
    }
    Ok(())
}

/// Enemies that a sweep may be extended to: next to the first, in reach, and not taken yet.
pub fn sweepable<'a>(
    fight: &'a Fight,
    who: Who,
    at: Who,
    (weapon, farther): (u16, i16),
    taken: &'a Those,
) -> impl Iterator<Item = Who> + 'a {
    let reach = weapons::reach(fight, who, fight.weapon(weapon)) + farther;
    let near = move |other: &Who| {
        *other != at
            && !taken.contains(*other)
            && fight.distance(*other, at) <= 1
            && fight.distance(*other, who) <= reach
    };
    let open = move |other: &Who| {
        target(fight, who, *other).is_ok()
            && !hide::hidden_from(fight, *other, who)
            && sight::cover(fight, who, *other).is_some()
    };
    fight.enemies(who).filter(near).filter(open)
}

/// Each of them and those near it may answer; who has paid for it stands in for more than one.
pub(super) fn aimed<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    first: &Blow,
    all: &mut All,
) -> Result<(), T::Halt> {
    let mut guard = (first.guards > 0).then(|| first.clone());
    for swept in all {
        blow::aimed(fight, table, &mut swept.blow, &mut guard)?;
    }
    Ok(())
}

/// What speaks for and against the roll with each of them; `shared` is added to the die whomever it is held against.
/// Returns how many dice more than one the row needs for them, if there are any.
pub(super) fn weigh<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    all: &mut All,
    means: Means,
    shared: i16,
) -> Option<u8> {
    let bought = means.extras.iter().filter(|extra| matches!(extra, Extra::Adv(_))).count();
    for swept in all.iter_mut() {
        let mut pool = Pool::default();
        check::against_one(fight, table, &swept.blow, means, &mut pool);
        pool.many(&AP_FOR_ADV, "AP for ADV", bought as i8);
        (swept.net, swept.bonus) = (pool.net(), pool.bonus() + shared);
    }
    all.iter().map(|swept| swept.net.unsigned_abs() as u8).max()
}

/// The first target, all others and those near them may answer the roll, before anybody knows what comes of it.
pub(super) fn rolled<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    first: &mut Blow,
    all: &mut All,
) -> Result<(), T::Halt> {
    let others = all.iter_mut().map(|swept| &mut swept.blow);
    for blow in std::iter::once(first).chain(others) {
        let (by, at) = (blow.by, blow.at);
        if fight.present(at) {
            reactions::window(fight, table, Moment::Rolled, by, at, Some(blow))?;
        }
    }
    Ok(())
}

/// The roll held against each of them in turn.
pub(super) fn strike<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    all: All,
    means: Means,
    rolled: &Rolled,
) -> Result<(), T::Halt> {
    for mut swept in all {
        if fight.present(swept.blow.at) {
            strike_one(fight, table, &mut swept, means, rolled)?;
        }
    }
    Ok(())
}

fn strike_one<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    swept: &mut Swept,
    means: Means,
    rolled: &Rolled,
) -> Result<(), T::Halt> {
    let (who, at) = (swept.blow.by, swept.blow.at);
    let blow = &mut swept.blow;
    let natural = dice::kept(&rolled.faces, swept.net);
    let own = Rolled { natural, total: natural as i16 + swept.bonus, faces: rolled.faces.clone() };
    let verdict = check::judge(fight, blow, &own, means.weapon);
    table.tell(|| {
        let how = if verdict.hit { "sweeps into" } else { "sweeps past" };
        let event = Event::new(&SWEEP, format!("{} {how} {}", fight.label(who), fight.label(at))).by(who).to(at);
        let event = event.term("die", natural.into(), "").term("bonus", swept.bonus.into(), "");
        event.total(own.total.into()).against("AC", verdict.ac.into()).and(&spells::ROW)
    });
    reactions::window(fight, table, super::struck(blow, &verdict), who, at, Some(blow))?;
    if verdict.hit && fight.present(at) {
        land(fight, table, (blow, swept.amount), means, &verdict)?;
    }
    maneuvers::afterwards(fight, table, blow)
}

/// A hit on one of them: what is added to the blow itself helps against the first target only, degrees and criticals
/// count against each.
fn land<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    (blow, amount): (&Blow, i16),
    means: Means,
    verdict: &Verdict,
) -> Result<(), T::Halt> {
    let (who, at) = (blow.by, blow.at);
    let kind = fight.weapon(means.weapon).kinds.first().copied().unwrap_or(Damage::Slashing);
    let outcome = Outcome::struck(blow, (true, verdict.critical), verdict.margin);
    let (degrees, critical) = (outcome.fives(), if verdict.critical { 2 } else { 0 });
    let worth = amount + degrees + critical;
    table.tell(|| {
        let terms = [
            (kind.text(), amount),
            (damage::BY_DEGREES, degrees),
            (damage::BY_CRITICAL, critical),
            (damage::BY_REACTION, -outcome.less),
        ];
        damage::worth(fight, (who, at), &terms, (worth - outcome.less).max(0))
    });
    let harm = Harm {
        by: Some(who),
        attack: true,
        pierces: verdict.critical || degrees >= 2,
        non_lethal: blow.melee && means.extras.contains(&Extra::NonLethal),
        heavy: degrees >= 1,
        melee: blow.melee,
        ..Harm::new(worth, kind, &SWEEP)
    };
    if harm.heavy || verdict.critical {
        stamina::on_heavy(fight, table, (who, at), super::spends_stamina(fight, who, means.extras));
        marks::struck(fight, table, who, at);
    }
    stamina::on_hit(fight, table, who, at);
    effects::bear(fight, table, at, harm, &outcome)?;
    reactions::window(fight, table, Moment::Hurt, who, at, None)?;
    Ok(())
}
