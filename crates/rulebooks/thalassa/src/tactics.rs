//! How an unattended seat answers, and the default of every question. Nothing here throws a die or allocates.

mod weigh;

use std::sync::Arc;

use quintain_engine::{Answer, TacticsInfo, Who};

use crate::ask::{Act, Ask};
use crate::book::{Special, Spell, Use};
use crate::condition::{Ability, Condition, Effect};
use crate::declaration::{Also, Deed, Move};
use crate::fight::Fight;
use crate::options::{self, foes, friends, may};
use crate::rules::{attack, battle_map, creatures, gifts};

/// The tactics of the book, the best first.
pub static TACTICS: &[TacticsInfo] = &[
    TacticsInfo {
        name: "sensible",
        about: "Strikes what can be brought down, spreads attacks because a pool keeps one die only, uses what it has, and fights on unless it is hopeless.",
    },
    TacticsInfo { name: "cautious", about: "The same, but heroes run as soon as they are at STA 0." },
];

/// What the best tactics answer; also the default of every question.
pub fn answer(fight: &Fight, ask: &Ask) -> Answer<Act> {
    match *ask {
        Ask::Further { who, most } => further(fight, who, most),
        Ask::Describe { .. } | Ask::Refocus { .. } => Answer::Text(Arc::default()),
        Ask::Caught { count, .. } => {
            Answer::Several(fight.scratch.eligible.iter().take(count.into()).map(|who| Act::Who(*who)).collect())
        }
        Ask::Appendage { .. } => Answer::Number(0),
        _ => Answer::One(choose(fight, ask)),
    }
}

/// What the best tactics choose where one option is asked for.
#[inline(always)]
pub fn choose(fight: &Fight, ask: &Ask) -> Act {
    match *ask {
        Ask::Telegraph { who } => Act::Deed(deed(fight, who)),
        Ask::Declare { who } => Act::Deed(declared(fight, who)),
        Ask::State { proposed, .. } => Act::State(proposed),
        Ask::LargerDie { own, larger, .. } => yes(larger > own),
        Ask::Excused { who } => excused(fight, who),
        Ask::MoveAfter { .. } => Act::Move(Move::Stay),
        Ask::RiskCalls => Act::NoCall,
        Ask::Redirect { who } => redirect(fight, who),
        Ask::Tie { proposed, .. } => Act::Blow(proposed),
        Ask::Resists { at, .. } => Act::Call { who: at, ability: Ability::Kra },
        Ask::Allows { .. } | Ask::LeaderRolls { .. } | Ask::InDanger { .. } => Act::Yes,
        Ask::Replacement { who } => options::companions(fight, who).next().map_or(Act::Nobody, Act::TakeOver),
        Ask::Enters { who, beside } => battle_map::free_beside(fight, who, beside).map_or(Act::Nobody, Act::Square),
        _ => Act::No,
    }
}

/// What the tactics of this number answer.
pub fn answer_as(fight: &Fight, tactics: usize, ask: &Ask) -> Answer<Act> {
    match (tactics, ask) {
        (1, Ask::Declare { .. }) => Answer::One(choose_as(fight, tactics, ask)),
        _ => answer(fight, ask),
    }
}

/// What the tactics of this number choose.
#[inline(always)]
pub fn choose_as(fight: &Fight, tactics: usize, ask: &Ask) -> Act {
    if let (1, Ask::Declare { who }) = (tactics, ask) {
        let one = fight.one(*who);
        if one.hero && one.sta.now == 0 && may(fight, *who, Deed::Retreat).is_ok() {
            return Act::Deed(Deed::Retreat);
        }
    }
    choose(fight, ask)
}

fn yes(yes: bool) -> Act {
    if yes { Act::Yes } else { Act::No }
}

/// `order.start`: what the encounter settled beforehand.
#[inline]
fn excused(fight: &Fight, who: Who) -> Act {
    use crate::house::Start;
    let house = fight.house();
    if fight.round > 0 {
        // What was settled beforehand is the start of combat, not a fresh save in a later round.
        return Act::Rolls;
    }
    if !house.excused.is_empty() {
        let name = fight.label(who).to_lowercase();
        if let Some((_, passes)) = house.excused.iter().find(|(known, _)| *known == name) {
            return if *passes { Act::Passes } else { Act::Fails };
        }
    }
    match house.order_start {
        Start::Roll => Act::Rolls,
        Start::PcsSurprise => Act::Passes,
        Start::OpponentsSurprise => Act::Fails,
    }
}

/// Opponents do what was foretold, if they still can.
#[inline]
fn declared(fight: &Fight, who: Who) -> Deed {
    let plan = &fight.one(who).plan;
    let as_it_was = fight.cast.is_unchanged() && matches!(plan.before, Move::AsNeeded);
    match plan.telegraph {
        // Whoever was out of reach may have come down meanwhile.
        Some(Deed::Nothing) if fight.everyone().any(|foe| gifts::stoops(fight, foe)) => deed(fight, who),
        Some(Deed::Nothing) => Deed::Nothing,
        Some(foretold) if as_it_was || may(fight, who, foretold).is_ok() => foretold,
        _ => deed(fight, who),
    }
}

/// The action that seems best.
pub fn deed(fight: &Fight, who: Who) -> Deed {
    let one = fight.one(who);
    if (!one.is_unmarked() || one.hero && one.sta.now == 0)
        && let Some(deed) = driven(fight, who)
    {
        return deed;
    }
    if !one.items.is_empty()
        && let Some(deed) = gift(fight, who)
    {
        return deed;
    }
    if !fight.template(who).special.is_empty() {
        if creatures::is_at_peace(fight, who) {
            return Deed::Nothing;
        }
        if let (None, Some(deed)) = (one.prayer, special(fight, who)) {
            return deed;
        }
    }
    if let Some(prayer) = one.prayer {
        return Deed::Pray { god: prayer.god, at: prayer.whom, also: prayer.also };
    }
    if !one.spells.is_empty()
        && let Some(deed) = spell(fight, who)
    {
        return deed;
    }
    if let Some(attack) = weigh::best_attack(fight, who) {
        return attack;
    }
    first_aid(fight, who).or_else(|| arm_oneself(fight, who)).unwrap_or_default()
}

/// What is left to do for those who can do no better, or see no hope.
fn driven(fight: &Fight, who: Who) -> Option<Deed> {
    let one = fight.one(who);
    if one.is(Condition::Critical) {
        return Some(Deed::Nothing);
    }
    let flees = one.is(Condition::Fleeing);
    if (flees || hopeless(fight, who)) && may(fight, who, Deed::Retreat).is_ok() {
        return Some(Deed::Retreat);
    }
    if let (false, Some(hate)) = (flees, gifts::driven_by_hate(fight, who)) {
        return Some(hate);
    }
    match (flees, one.is(Condition::Bound)) {
        (true, _) => Some(Deed::Nothing),
        (false, true) => Some(Deed::BreakFree),
        (false, false) => None,
    }
}

/// A hero at STA 0 whose side is outnumbered three to one.
fn hopeless(fight: &Fight, who: Who) -> bool {
    let one = fight.one(who);
    if !one.hero || one.sta.now > 0 {
        return false;
    }
    let against = foes(fight, who).filter(|foe| fight.fighting(*foe)).count();
    let with = friends(fight, who).filter(|friend| fight.fighting(*friend)).count();
    against >= 3 && against >= 3 * with
}

fn special(fight: &Fight, who: Who) -> Option<Deed> {
    for special in &fight.template(who).special {
        match special {
            Special::StoneGaze { .. } => {
                // Each gaze at somebody else, and none at those who look away.
                let taken = |foe: Who| {
                    friends(fight, who).any(|friend| {
                        let plan = &fight.one(friend).plan;
                        let deed = if plan.made { Some(plan.deed) } else { plan.telegraph };
                        friend != who && deed == Some(Deed::Gaze(foe))
                    })
                };
                let meets =
                    |foe: &Who| !creatures::looks_away(fight, *foe, who) && may(fight, who, Deed::Gaze(*foe)).is_ok();
                if let Some(victim) = foes(fight, who).filter(meets).min_by_key(|foe| taken(*foe)) {
                    return Some(Deed::Gaze(victim));
                }
            }
            Special::Song { .. } => {
                let hears = |foe: &Who| {
                    fight.fighting(*foe)
                        && !fight.one(*foe).is(Condition::Deaf)
                        && !fight.one(*foe).under(Effect::Bewitched)
                };
                if foes(fight, who).any(|foe| hears(&foe)) && may(fight, who, Deed::Sing).is_ok() {
                    return Some(Deed::Sing);
                }
            }
            Special::Sows { creature } => {
                let risen = friends(fight, who).any(|friend| fight.template(friend).id == *creature);
                if !risen && fight.joining.is_empty() && fight.round <= 1 {
                    return Some(Deed::Sow);
                }
            }
            _ => {}
        }
    }
    None
}

/// Friends whom a song has bewitched.
fn bewitched(fight: &Fight, who: Who) -> impl Iterator<Item = Who> + '_ {
    friends(fight, who).filter(move |friend| *friend != who && fight.one(*friend).under(Effect::Bewitched))
}

/// Gear and gifts that are worth the action: health for whoever needs it, fear for as many as can be, music against
/// songs.
fn gift(fight: &Fight, who: Who) -> Option<Deed> {
    for (item, place) in fight.one(who).items.iter().enumerate() {
        let item = item as u8;
        let able = |foe: &Who| fight.fighting(*foe) && !fight.one(*foe).is(Condition::Fleeing);
        let at = match fight.setting.items[usize::from(*place)].does {
            Use::Staff => friends(fight, who).find(|friend| wants_healing(fight, *friend)),
            Use::Aegis => foes(fight, who).any(|foe| able(&foe)).then_some(who),
            Use::Lyre => (bewitched(fight, who).count() > 1).then_some(who),
            Use::Horn => bewitched(fight, who).next(),
            _ => None,
        };
        let Some(at) = at else { continue };
        let deed = Deed::Use { item, at };
        if may(fight, who, deed).is_ok() {
            return Some(deed);
        }
    }
    None
}

/// An incantation that is worth its price: only while enough THU is left to stay awake.
fn spell(fight: &Fight, who: Who) -> Option<Deed> {
    if fight.one(who).score(Ability::Thu).now < 9 {
        return None;
    }
    for (place, known) in fight.one(who).spells.iter().enumerate() {
        let does = fight.setting.incantations[usize::from(known.incantation)].does;
        let target = match does {
            Spell::Heal => friends(fight, who).find(|friend| wants_healing(fight, *friend)),
            Spell::Protect { .. } => friends(fight, who).find(|friend| {
                let one = fight.one(*friend);
                let warded = one.effects.iter().any(|at_work| matches!(at_work.effect, Effect::Protected { .. }));
                fight.fighting(*friend) && fight.round <= 2 && !warded && attack::armor_of(fight, *friend) < 2
            }),
            Spell::Vanquish | Spell::Control { .. } | Spell::BindLover | Spell::Befriend => {
                strongest_foe(fight, who, place, does)
            }
            Spell::Silence => foes(fight, who).find(|foe| {
                let one = fight.one(*foe);
                fight.fighting(*foe) && !one.spells.is_empty() && !one.under(Effect::Silenced)
            }),
            Spell::Harm { .. } => foes(fight, who)
                .filter(|foe| fight.fighting(*foe) && attack::armor_of(fight, *foe) >= 2)
                .min_by_key(|foe| fight.one(*foe).sta.now + fight.one(*foe).score(Ability::Kra).now),
            Spell::Attract => {
                strongest_foe(fight, who, place, does).filter(|foe| !fight.one(*foe).under_by(Effect::Attracted, who))
            }
            _ => None,
        };
        let Some(at) = target else { continue };
        let deed = Deed::Cast { spell: place as u8, at, also: Also::Nothing };
        if may(fight, who, deed).is_ok() {
            return Some(deed);
        }
    }
    None
}

fn wants_healing(fight: &Fight, who: Who) -> bool {
    let one = fight.one(who);
    fight.fighting(who) && one.sta.now == 0 && one.sta.max >= 3 && !one.is(Condition::Deprived)
}

fn strongest_foe(fight: &Fight, who: Who, place: usize, _: Spell) -> Option<Who> {
    foes(fight, who)
        .filter(|foe| {
            let cast = Deed::Cast { spell: place as u8, at: *foe, also: Also::Nothing };
            fight.fighting(*foe) && may(fight, who, cast).is_ok()
        })
        .max_by_key(|foe| (fight.one(*foe).sta.now + fight.one(*foe).score(Ability::Kra).now, std::cmp::Reverse(*foe)))
}

fn redirect(fight: &Fight, who: Who) -> Act {
    let able = options::redirect_targets(fight, who).find(|foe| fight.fighting(*foe));
    able.or_else(|| options::redirect_targets(fight, who).next()).map_or(Act::Nobody, Act::Who)
}

/// Further strikes go to the further foes, one each, when the first target is nearly down anyway.
fn further(fight: &Fight, who: Who, most: u8) -> Answer<Act> {
    let Deed::Attack { at, arm, .. } = fight.one(who).plan.deed else { return Answer::Several(Default::default()) };
    let others = options::further_targets(fight, who, at, arm).filter(|foe| fight.fighting(*foe));
    Answer::Several(others.take(most.into()).map(Act::Who).collect())
}

/// Aid for a dying friend, when there is nobody left to fight.
fn first_aid(fight: &Fight, who: Who) -> Option<Deed> {
    let dying = friends(fight, who).filter(|friend| *friend != who && fight.one(*friend).dies_in_round > 0);
    dying.map(Deed::Aid).find(|aid| may(fight, who, *aid).is_ok())
}

/// A weapon into an empty hand.
fn arm_oneself(fight: &Fight, who: Who) -> Option<Deed> {
    let one = fight.one(who);
    let stowed = one.arms.iter().find(|arm| !fight.arm(**arm).natural && !one.in_hand.contains(arm))?;
    one.in_hand.is_empty().then_some(Deed::Draw(*stowed))
}
