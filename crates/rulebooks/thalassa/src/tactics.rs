//! How an unattended seat answers, and the default of every question. Nothing here throws a die or allocates.

use quintain_engine::{Answer, Side, TacticsInfo, Who};

use crate::arm::{ArmId, UNARMED};
use crate::ask::{Act, Ask, ready_arms};
use crate::book::{Special, Spell};
use crate::condition::{Ability, Condition, Effect};
use crate::declaration::{Also, Daring, Deed, Move};
use crate::fight::Fight;
use crate::options::{self, foes, friends, may};
use crate::rules::modifiers::State;
use crate::rules::{attack, battle_map, creatures, modifiers};

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
        Ask::Describe { .. } | Ask::Refocus { .. } => Answer::Text("".into()),
        Ask::Caught { count, .. } => {
            Answer::Several(fight.scratch.eligible.iter().take(count.into()).map(|who| Act::Who(*who)).collect())
        }
        Ask::Appendage { .. } => Answer::Number(0),
        _ => Answer::One(choose(fight, ask)),
    }
}

/// What the best tactics choose where one option is asked for.
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
fn declared(fight: &Fight, who: Who) -> Deed {
    match fight.one(who).plan.telegraph {
        Some(foretold) if foretold == Deed::Nothing || may(fight, who, foretold).is_ok() => foretold,
        _ => deed(fight, who),
    }
}

/// The action that seems best.
pub fn deed(fight: &Fight, who: Who) -> Deed {
    let one = fight.one(who);
    if one.is(Condition::Critical) || one.newcomer {
        return Deed::Nothing;
    }
    if one.is(Condition::Fleeing) || hopeless(fight, who) {
        if may(fight, who, Deed::Retreat).is_ok() {
            return Deed::Retreat;
        }
        if one.is(Condition::Fleeing) {
            return Deed::Nothing;
        }
    }
    if one.is(Condition::Bound) {
        return Deed::BreakFree;
    }
    if creatures::is_at_peace(fight, who) {
        return Deed::Nothing;
    }
    if let Some(prayer) = one.prayer {
        return Deed::Pray { god: prayer.god, at: prayer.whom, also: prayer.also };
    }
    let template = fight.template(who);
    if !template.special.is_empty()
        && let Some(deed) = special(fight, who)
    {
        return deed;
    }
    if !one.spells.is_empty()
        && let Some(deed) = spell(fight, who)
    {
        return deed;
    }
    best_attack(fight, who).or_else(|| first_aid(fight, who)).or_else(|| arm_oneself(fight, who)).unwrap_or_default()
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
                let victim = foes(fight, who)
                    .find(|foe| !fight.one(*foe).plan.averted && may(fight, who, Deed::Gaze(*foe)).is_ok());
                if let Some(victim) = victim {
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

/// Dice sizes that the tables of expectations know; others count as the next smaller.
const DICE: [u8; 8] = [1, 4, 6, 8, 10, 12, 20, 100];

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

/// `TABLE[die][other][armor]`, by places in [`DICE`] below 100.
const TABLE: [[[u32; 4]; 7]; 7] = {
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

fn die_place(die: u8) -> usize {
    DICE.iter().rposition(|size| *size <= die).unwrap_or(0).min(6)
}

/// Thousandths that a further die adds to a pool that already has `other`, against Armor.
fn gain(die: u8, other: u8, armor: i16) -> u32 {
    let (die, other, armor) = (die_place(die), die_place(other), armor.clamp(0, 3) as usize);
    let before = if other == 0 { 0 } else { TABLE[0][other][armor] };
    TABLE[die][other][armor].saturating_sub(before)
}

/// The largest die that one's side already aims at a target this round, declared or foretold; 1 for none.
fn aimed(fight: &Fight, side: Side, at: Who) -> u8 {
    let mut best = 1;
    for one in fight.cast.iter().filter(|one| one.side == side) {
        let deed = if one.plan.made { Some(one.plan.deed) } else { one.plan.telegraph };
        if let Some(Deed::Attack { arm, at: other, .. }) = deed
            && other == at
        {
            best = best.max(fight.arm(arm).die);
        }
    }
    best
}

/// The attack that adds most to what the side is already doing.
fn best_attack(fight: &Fight, who: Who) -> Option<Deed> {
    if let Some(deed) = only_attack(fight, who) {
        return Some(deed);
    }
    let mut best: Option<(u32, Deed)> = None;
    let side = fight.one(who).side;
    for at in foes(fight, who) {
        let already = aimed(fight, side, at);
        for arm in worthwhile_arms(fight, who) {
            consider(fight, who, arm, None, at, already, &mut best);
        }
        for (arm, off) in &fight.template(who).together {
            consider(fight, who, *arm, Some(*off), at, already, &mut best);
        }
        if let [main, off] = fight.one(who).in_hand[..] {
            consider(fight, who, main, Some(off), at, already, &mut best);
        }
    }
    best.map(|(_, deed)| deed)
}

/// The arms worth a thought: bare hands only where there is nothing else.
fn worthwhile_arms(fight: &Fight, who: Who) -> impl Iterator<Item = ArmId> + '_ {
    let armed = ready_arms(fight, who).any(|arm| arm != UNARMED);
    ready_arms(fight, who).filter(move |arm| !armed || *arm != UNARMED)
}

/// The one attack there is, where there is one foe and one arm: nothing to weigh.
fn only_attack(fight: &Fight, who: Who) -> Option<Deed> {
    let mut foes = foes(fight, who);
    let (at, other) = (foes.next()?, foes.next());
    let mut arms = worthwhile_arms(fight, who);
    let (arm, second) = (arms.next()?, arms.next());
    let plain = other.is_none() && second.is_none() && fight.template(at).special.is_empty();
    let paired = fight.one(who).in_hand.len() > 1 || !fight.template(who).together.is_empty();
    let deed = Deed::Attack { arm, off: None, at, daring: Daring::No };
    (plain && !paired && options::may_attack(fight, who, arm, None, at).is_ok()).then_some(deed)
}

fn consider(
    fight: &Fight,
    who: Who,
    arm: ArmId,
    off: Option<ArmId>,
    at: Who,
    already: u8,
    best: &mut Option<(u32, Deed)>,
) {
    let hand_to_hand = battle_map::hand_to_hand(fight, who, at, arm);
    let mut daring = Daring::No;
    if !fight.template(at).special.is_empty() && attack::is_proof(fight, at, hand_to_hand, false) {
        if attack::is_proof(fight, at, hand_to_hand, true) {
            return;
        }
        daring = Daring::IntoTheMouth;
    }
    let value = worth(fight, who, arm, off, at, already, hand_to_hand);
    let deed = Deed::Attack { arm, off, at, daring };
    if best.is_none_or(|(known, _)| value > known) && options::may_attack(fight, who, arm, off, at).is_ok() {
        *best = Some((value, deed));
    }
}

/// What an attack is worth: the damage it adds, more on those who are nearly down, little on those who lie there.
fn worth(fight: &Fight, who: Who, arm: ArmId, off: Option<ArmId>, at: Who, already: u8, hand_to_hand: bool) -> u32 {
    let state = modifiers::judge(fight, who, at, arm, hand_to_hand).state(fight);
    let (own, larger) = modifiers::die_of(fight, who, arm, state);
    let die = larger.map_or(own, |larger| larger.max(own));
    let second = match (off, state) {
        (Some(_), State::Impaired) => 4,
        (Some(off), _) => fight.arm(off).die,
        (None, _) if creatures::strike_count(fight, who, arm) > 1 => die,
        (None, _) => 1,
    };
    let mut value = gain(die, already.max(second), attack::armor_of(fight, at));
    if second > 1 {
        value += gain(second, already, attack::armor_of(fight, at));
    }
    if crate::rules::blast::is_blast(fight, who, at, arm) {
        let many = foes(fight, who).filter(|foe| fight.fighting(*foe)).count() as u32;
        value *= many.clamp(1, 4);
    }
    let target = fight.one(at);
    if !fight.fighting(at) {
        return value / 100 + 1;
    }
    let health = (target.sta.now + target.score(Ability::Kra).now / 3).max(1) as u32;
    let near = if fight.ground().is_some() { nearness(fight, who, at, arm) } else { 4 };
    (value + 1) * near * 16 / (8 + health)
}

/// 4 for those who can be struck this round, 1 for those who cannot yet.
fn nearness(fight: &Fight, who: Who, at: Who, arm: ArmId) -> u32 {
    let entry = fight.arm(arm);
    let far = if entry.reaching == crate::arm::Reaching::Melee { entry.reach } else { entry.sure };
    let feet = fight.template(who).speed.saturating_add(far);
    if battle_map::within(fight, who, at, far) {
        4
    } else if battle_map::within(fight, who, at, feet) {
        3
    } else {
        1
    }
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
