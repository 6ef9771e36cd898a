//! What a person wants to know of a deed at a glance: who may answer it, and which friends it may hurt.

use quintain_engine::{Tags, Who};
use quintain_field::Square;

use crate::ask::{Act, Ask, Deed, Moment, Target};
use crate::book::{Effect, To};
use crate::combatant::Signal;
use crate::fight::Fight;
use crate::muster::Mark;
use crate::rules::objects::{self, Opens};
use crate::rules::spells::Bought;
use crate::rules::{held, hide, items, moving, options, reactions, spells, zones};
use crate::setting::Table;

/// A Space of a way, and how high above its ground.
type Point = (Square, i16);

/// The tags of a deed, as things stand.
pub(super) fn of_deed(fight: &Fight, ask: &Ask, who: Who, deed: Deed) -> Tags {
    let way = way(fight, ask, who, deed);
    let provokes = leaves_reach(fight, who, &way)
        || opens(fight, who, deed) && known(fight, who).any(|foe| reactions::has_an_opening(fight, foe, who))
        || is_waited_for(fight, who, deed, &way);
    let (itself, friends) = hurts(fight, who, deed, &way);
    let all = [
        (provokes, Tags::PROVOKES),
        (deed == Deed::End, Tags::ENDS_TURN),
        (itself, Tags::HURTS_SELF),
        (friends, Tags::HURTS_FRIEND),
    ];
    all.into_iter().filter(|(holds, _)| *holds).fold(Tags::default(), |tags, (_, tag)| tags | tag)
}

/// The foes that a creature knows of: a tag does not tell of the others.
pub fn known(fight: &Fight, who: Who) -> impl Iterator<Item = Who> + '_ {
    fight.enemies(who).filter(move |foe| !hide::unseen_by(fight, *foe, who))
}

/// The way that a deed leads, the place where it begins included: that of a walk only where it makes a difference.
fn way(fight: &Fight, ask: &Ask, who: Who, deed: Deed) -> Vec<Point> {
    let Some(from) = fight.one(who).at else { return Vec::new() };
    let (height, high) = (fight.one(who).height, fight.altitude(who));
    let onto = |whom: Who| fight.one(whom).at.map(|to| (to, fight.altitude(whom) - fight.level(to)));
    let to = match deed {
        Deed::Move(_) if minds_its_way(fight, who) => {
            let squares = moving::shown(fight, ask, &Act::Deed(deed));
            return squares.into_iter().map(|square| (square, height)).collect();
        }
        Deed::Jump(to) => {
            let squares = std::iter::once(from).chain(quintain_field::squares_between(from, to)).chain([to]);
            return squares.map(|square| (square, high - fight.level(square))).collect();
        }
        Deed::Climb(by) => Some((from, height + i16::from(by))),
        Deed::Mount(beast) => fight.one(beast).at.map(|to| (to, fight.one(beast).height)),
        Deed::FallOn { at, .. } => onto(at),
        Deed::Cast { ability, at: Target::Who(whom), .. } if changes_places(fight, ability) => onto(whom),
        _ => None,
    };
    to.map_or_else(Vec::new, |to| vec![(from, height), to])
}

/// Whether an ability puts its maker where its target stands.
fn changes_places(fight: &Fight, ability: u16) -> bool {
    fight.ability(ability).entry.does.iter().any(|step| step.effect == Effect::ChangePlaces)
}

/// Whether it makes a difference which way somebody goes.
fn minds_its_way(fight: &Fight, who: Who) -> bool {
    let guarded = || known(fight, who).any(|foe| reactions::guards(fight, foe, who).is_some());
    !fight.setting.flat || !fight.zones.is_empty() || fight.any(Mark::Holding) || guarded()
}

/// Whether a way leads out of the reach of a foe who could strike then.
fn leaves_reach(fight: &Fight, who: Who, way: &[Point]) -> bool {
    let leaves = |foe: Who, reach: i16| {
        let far = |(at, height): Point| fight.distance_above(who, at, height, foe);
        way.iter().zip(way.iter().skip(1)).any(|(from, to)| far(*from) <= reach && far(*to) > reach)
    };
    let strikes = |foe: Who| reactions::guards(fight, foe, who).is_some_and(|reach| leaves(foe, reach));
    way.len() > 1 && known(fight, who).any(strikes)
}

/// Whether it gives others an opening where its doer stands.
fn opens(fight: &Fight, who: Who, deed: Deed) -> bool {
    let simple = |opens: Opens| objects::opening(fight, opens, objects::price(fight, who) == 0).is_some();
    match deed {
        Deed::Stand => true,
        Deed::PickUp(_) => simple(Opens::PickUp),
        Deed::Switch(_) => simple(Opens::Switch),
        Deed::Draw(_) => simple(objects::drawing_opens(fight, who)),
        Deed::Stow(_) | Deed::Handle => simple(Opens::No),
        Deed::Door(_, turn) if !turn.is_a_lock() => simple(Opens::No),
        deed => is_interaction(deed),
    }
}

/// Whether it is an Object Interaction.
fn is_interaction(deed: Deed) -> bool {
    match deed {
        Deed::Door(_, turn) => turn.is_a_lock(),
        Deed::Interact | Deed::Mechanism => true,
        Deed::Use { .. } | Deed::Give { .. } | Deed::Take { .. } | Deed::Lob(_) => true,
        _ => false,
    }
}

/// Whether somebody has held an Action for this. What only the game master can tell is left out.
fn is_waited_for(fight: &Fight, who: Who, deed: Deed, way: &[Point]) -> bool {
    let ready = |other: &Who| *other != who && reactions::may_react(fight, *other).is_ok();
    let mut others = fight.marked(Mark::Holding).filter(ready);
    others.any(|other| {
        let held = &fight.one(other).held;
        (0..held.len()).any(|place| match held.get(place).map(|held| held.signal) {
            Some(Signal::Moves(whom)) => whom == who && moves(deed),
            Some(Signal::Nears(whom) | Signal::Leaves(whom)) => whom == who && crosses(fight, who, other, way),
            Some(_) => moments(fight, who, deed).any(|moment| held::fires(fight, other, place, moment, who)),
            None => false,
        })
    })
}

/// Whether somebody goes elsewhere by it.
fn moves(deed: Deed) -> bool {
    matches!(deed, Deed::Move(_) | Deed::Jump(_) | Deed::Climb(_) | Deed::Tackle(_))
}

/// Whether a way leads into or out of the Spaces next to somebody who waits for that.
fn crosses(fight: &Fight, who: Who, other: Who, way: &[Point]) -> bool {
    let near = |(at, height): &Point| fight.distance_above(who, *at, *height, other) <= fight.setting.longest_reach;
    way.iter().any(near) && !way.iter().all(near)
}

/// The moments that come with a deed, for those who wait for it.
fn moments(fight: &Fight, who: Who, deed: Deed) -> impl Iterator<Item = Moment> {
    let spell = matches!(deed, Deed::Cast { ability, .. } if fight.ability(ability).table == Table::Spell);
    let all = [
        (deed == Deed::End, Moment::Ended),
        (matches!(deed, Deed::Attack { .. } | Deed::FallOn { .. }), Moment::Targeted),
        (spell, Moment::Casting),
        (is_interaction(deed), Moment::Uses),
        (options::ap_of(fight, who, deed) > 0, Moment::Acted),
        (matches!(deed, Deed::Door(..)), Moment::Changed),
    ];
    all.into_iter().filter(|(comes, _)| *comes).map(|(_, moment)| moment)
}

/// Whether it may hurt its doer, and whether a friend.
fn hurts(fight: &Fight, who: Who, deed: Deed, way: &[Point]) -> (bool, bool) {
    let friend = |whom: Who| whom != who && !fight.foes(who, whom);
    match deed {
        Deed::Move(_) => {
            let squares: Vec<Square> = way.iter().map(|(square, _)| *square).collect();
            let burns = |square: &Square| zones::hurts(fight, who, *square);
            (moving::falls_on(fight, who, &squares) || squares.iter().skip(1).any(burns), false)
        }
        Deed::Jump(to) => {
            let ends: Vec<Square> = fight.one(who).at.into_iter().chain([to]).collect();
            (moving::falls_on(fight, who, &ends) || zones::hurts(fight, who, to), false)
        }
        Deed::FallOn { .. } => (true, false),
        Deed::Shove(whom) | Deed::Throw(whom) | Deed::ThrowAt(whom, _) | Deed::Toss(whom) => (false, friend(whom)),
        Deed::Use { item, at: Target::Square(square) } => {
            let caught = items::caught(fight, who, item, square);
            (caught.contains(&who), caught.iter().any(|whom| friend(*whom)))
        }
        Deed::Cast { ability, at, .. } => by_magic(fight, who, ability, at),
        _ => (false, false),
    }
}

/// The same of an ability: the creatures that its area takes in, where its maker does not pick among them.
fn by_magic(fight: &Fight, who: Who, ability: u16, at: Target) -> (bool, bool) {
    let entry = &fight.ability(ability).entry;
    let harms = |to: fn(To) -> bool| entry.does.iter().any(|step| to(step.to) && step.effect.harms());
    let backfires = harms(|to| to == To::Maker);
    let ground = entry.does.iter().any(|step| matches!(step.effect, Effect::Ground { .. }));
    let wide = (entry.area.is_some() || ground) && !entry.chosen && harms(|to| to != To::Maker);
    if !wide || at == Target::Later {
        return (backfires, false);
    }
    let caught = spells::touched(fight, who, ability, at, Bought::default());
    let friend = |whom: &Who| *whom != who && !fight.foes(who, *whom);
    (backfires || caught.contains(&who), caught.iter().any(friend))
}
