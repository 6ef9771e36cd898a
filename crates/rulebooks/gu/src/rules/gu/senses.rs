//! What Gu, and the nature of creatures, add to seeing and to being hidden.

use quintain_engine::{Event, Table, Who};
use quintain_field::{Span, Square, sees};

use super::is_immune;
use crate::book::{Kind, Power, Sense};
use crate::combatant::Owned;
use crate::condition::Condition;
use crate::fight::Fight;
use crate::rules::activating::EFFECT;
use crate::rules::cover::{self, Cover};
use crate::rules::standing::{self, any_power, each_power, entry};

/// Whether somebody is blinded, or as if.
pub fn is_blinded(fight: &Fight, who: Who) -> bool {
    fight.one(who).is(Condition::Blinded) || any_power(fight, who, Kind::Blinds, |power| *power == Power::Blinds)
}

/// Whether one has eyes that see and nothing that could conceal one.
pub fn is_in_plain_sight(fight: &Fight, who: Who) -> bool {
    let conceals = any_power(fight, who, [Kind::Invisible, Kind::InvisibleBody, Kind::Darkens], |_| true);
    let sightless = is_blinded(fight, who) || any_power(fight, who, Kind::Sightless, |_| true);
    !conceals && !sightless && !fight.one(who).is(Condition::Invisible)
}

/// Whether one perceives another: not what is invisible, and nothing for the blinded.
pub fn perceives(fight: &Fight, by: Who, at: Who) -> bool {
    let mut hidden: Option<u8> = fight.one(at).is(Condition::Invisible).then_some(0).max(darkness(fight, at));
    let bare = fight.one(at).in_hand.is_empty() && fight.one(at).worn.is_empty();
    each_power(fight, at, [Kind::Invisible, Kind::InvisibleBody], |power, working, _| {
        if matches!(power, Power::Invisible) || (matches!(power, Power::InvisibleBody) && bare) {
            hidden = hidden.max(Some(working.rank));
        }
    });
    let sees = !is_blinded(fight, by)
        && !any_power(fight, by, Kind::Sightless, |power| matches!(power, Power::Sightless))
        && hidden.is_none();
    sees || divines(fight, by, at, hidden.unwrap_or(0) + 1)
}

/// Whether one sees a square: not through walls, and nothing for the blinded but where one stands.
pub fn sees_square(fight: &Fight, who: Who, square: Square) -> bool {
    let (ground, body) = (fight.ground(), fight.body(who));
    let open = || ground.is_bare() || sees(&ground.map, body.nearest_pair(Span::from(square)).0, square);
    body.contains(square) || (!is_blinded(fight, who) && open())
}

/// Whether a divination shows one where another is, however well that one is hidden, but for darkness, which keeps
/// divinations out: of equal ranks concealment wins.
pub fn locates(fight: &Fight, by: Who, at: Who) -> bool {
    divines(fight, by, at, darkness(fight, at).map_or(0, |rank| rank + 1))
}

/// The highest rank of the divinations that do not find somebody in the dark; `None` outside it.
fn darkness(fight: &Fight, who: Who) -> Option<u8> {
    let mut darkest = None;
    each_power(fight, who, Kind::Darkens, |power, _, place| {
        if let Power::Darkens(rank) = power {
            darkest = darkest.max(Some(rank.at(place).clamp(0, 5) as u8));
        }
    });
    darkest
}

/// Light of somebody reaches around: darkness that Gu of at most this rank make ends, but for what lies behind full cover.
pub(crate) fn lights_up<T: Table<Fight>>(fight: &mut Fight, table: &mut T, by: Who, rank: u8) -> Result<(), T::Halt> {
    for who in fight.everyone() {
        if who != by && cover::between(fight, by, who) == Cover::Full {
            continue;
        }
        for slot in 0..fight.one(who).gu.len() as u8 {
            let Owned { gu, rank: own, .. } = fight.one(who).gu[usize::from(slot)];
            let darkens = |power: &Power| matches!(power, Power::Darkens(_));
            let sustained = standing::may_stop(fight, who, slot).is_ok();
            if sustained && own <= rank && entry(fight, gu).inside.iter().any(darkens) {
                table.tell(|| {
                    let text = format!("the light of {} ends the darkness of {}", fight.label(by), fight.label(who));
                    Event::new(&EFFECT, text).by(by).to(who)
                });
                standing::stop(fight, table, who, slot)?;
            }
        }
    }
    Ok(())
}

/// Whether a divination of at least this rank finds somebody.
fn divines(fight: &Fight, by: Who, at: Who, rank: u8) -> bool {
    let mut found = false;
    each_power(fight, by, Kind::Locates, |power, working, place| {
        let Power::Locates(sense) = power else { return };
        let range = match sense {
            Sense::Souls => fight.one(by).soul.now,
            _ => entry(fight, working.gu).range.at(place),
        };
        let there = match sense {
            Sense::Steps => !fight.one(at).airborne,
            Sense::Warmth => !fight.template(at).entry.bodiless && fight.one(at).has_soul,
            Sense::Souls => fight.one(at).has_soul,
            Sense::Blood => !fight.template(at).entry.bodiless && !is_immune(fight, at, Condition::Bleeding),
        };
        let near = fight.distance(by, at) <= u32::from(range.max(0).unsigned_abs());
        found |= there && near && working.rank >= rank;
    });
    found
}
