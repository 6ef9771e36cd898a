//! Casting together: several casters of one spell, by Held Actions.

use quintain_engine::{Event, Table, Who};

use crate::ask::{Act, Ask, Deed, Reaction};
use crate::combatant::Signal;
use crate::fight::Fight;
use crate::muster::Mark;
use crate::rules::spells::{self, Use};
use crate::rules::{abilities, dice, held, numbers, reactions};
use crate::those::List;

quintain_engine::section! {
    "Casting Together";
    JOIN = Choice "combo.join": "Whoever holds the same spell for the moment in which a friend within 5 Spaces casts it may join that casting instead.";
    POOL = Engine "combo.pool": "Each who joins adds 1 MP to as many as its own limit; what is bought on top is paid out of all of them.";
    BEST = Engine "combo.best": "All make a Spell Check; the best of them counts, and the best Save DC.";
}

/// How near the casters are to each other.
const NEAR: i16 = 5;

/// Those who join a casting: each with its MP and the penalty that its Held Action brings along.
pub type Helpers = List<(Who, u8, u8), 4>;

/// The place of the Held Action with which somebody could join.
fn place(fight: &Fight, who: Who, by: Who, ability: u16) -> Option<usize> {
    let same = |deed: Deed| matches!(deed, Deed::Cast { ability: known, .. } if known == ability);
    let near = !fight.foes(who, by) && who != by && fight.distance(who, by) <= NEAR;
    let fit = reactions::may_react(fight, who).is_ok() && abilities::has_components(fight, who, ability).is_ok();
    let free = near && fight.one(who).mp > 0 && fit;
    let mut all = fight.one(who).held.iter();
    all.position(|held| same(held.deed) && held.signal == Signal::Casts(by)).filter(|_| free)
}

/// The most MP that somebody can add.
pub fn most(fight: &Fight, who: Who) -> i8 {
    fight.one(who).mp.min(fight.one(who).proficiency() as i8)
}

/// Asks all who could join whether they do.
///
/// # Errors
/// Halts with the table.
pub(crate) fn join<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    by: Who,
    ability: u16,
) -> Result<Helpers, T::Halt> {
    let mut all = Helpers::new();
    if !fight.any(Mark::Holding) {
        return Ok(all);
    }
    for who in fight.everyone() {
        if !fight.present(who) || place(fight, who, by, ability).is_none() {
            continue;
        }
        let answer = table.choose(fight, Ask::Combine { who, by, ability })?;
        let (Some(Act::React(Reaction::Combine(mp))), Some(held)) = (answer, place(fight, who, by, ability)) else {
            continue;
        };
        let mp = mp.min(most(fight, who).max(0) as u8);
        all.push((who, mp, fight.one(who).held.get(held).map_or(0, |held| held.penalty)));
        table.tell(|| {
            let text = format!("{} casts together with {}, for {mp} MP", fight.label(who), fight.label(by));
            Event::new(&JOIN, text).by(who).to(by).and(&POOL).and(&held::IS_REACTION)
        });
    }
    Ok(all)
}

/// What those who have joined held is carried out with it.
pub(crate) fn spend(fight: &mut Fight, by: Who, ability: u16, helpers: &Helpers) {
    for (who, ..) in helpers {
        if let Some(place) = place(fight, *who, by, ability) {
            fight.one_mut(*who).held.remove(place);
        }
    }
}

/// The MP that others add.
pub fn pooled(helpers: &Helpers) -> i8 {
    helpers.iter().map(|(_, mp, _)| *mp as i8).sum()
}

/// `combo.best`: the best Spell Check of those who have joined: the die and the total.
///
/// # Errors
/// Halts with the table.
pub(crate) fn checks<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    using: &Use,
) -> Result<Option<(u16, i16)>, T::Halt> {
    let mut best: Option<(u16, i16)> = None;
    for (who, _, penalty) in using.helpers.clone() {
        let mut pool = spells::duel_pool(fight, who);
        pool.many(&held::MCP_CARRIES, "Multiple Check Penalty", -(penalty as i8));
        let rolled = dice::unseen_check(fight, table, who, None, &BEST, "Spell Check", &pool)?;
        table.tell(|| {
            let text = format!("{} makes a Spell Check for the same spell", fight.label(who));
            pool.show(Event::new(&BEST, text).by(who), &rolled).only_for(quintain_engine::Audience::Gm)
        });
        if best.is_none_or(|(_, total)| rolled.total > total) {
            best = Some((rolled.natural, rolled.total));
        }
    }
    Ok(best)
}

/// The best Save DC of all who cast.
pub fn save_dc(fight: &Fight, using: &Use) -> i16 {
    let own = numbers::save_dc(fight, using.who);
    using.helpers.iter().map(|(who, ..)| numbers::save_dc(fight, *who)).fold(own, i16::max)
}
