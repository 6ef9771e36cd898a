//! The Attack: declared, answered, rolled, held against AC, and its damage.

use arrayvec::ArrayVec;
use quintain_engine::{Event, Refusal, Rule, Table, Who, section};

use crate::ask::{Act, Ask, Deed, Extra, Moment, With};
use crate::book::{Boon, Condition, Damage, Group, Regains};
use crate::combatant::{Hand, Kind};
use crate::fight::Fight;
use crate::house::HelpStack;
use crate::options;
use crate::rules::blow::Blow;
use crate::rules::damage::{self, Harm};
use crate::rules::dice::{self, Pool, Rolled};
use crate::rules::{
    action_points, advantage, boons, disengage, dual, falling_attack, flanking, help, hide, improvised, maneuvers,
    non_lethal, numbers, penalty, reactions, shields, sight, stamina, water, weapons,
};

section! {
    "Attack";
    ACTION = Choice "attack.action": "For 1 AP one makes an Attack Check against a target in reach or range.";
    RESOLVE = Engine "attack.resolve": "Check against AC, degrees, criticals and damage follow the rules of attacks.";
    AP_FOR_ADV = Choice "core.ap-for-adv": "An extra AP, paid before the roll, buys ADV on an Attack Check.", house "ap-for-adv";
}

/// How an attack comes about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct How {
    /// Nothing is paid for the attack itself.
    pub free: bool,
    /// ADV that comes with it.
    pub adv: u8,
    /// An Attack of Opportunity: the target may have disengaged.
    pub opportunity: bool,
    /// Spaces that the attacker falls onto the target.
    pub fall: i16,
    /// Nothing may be added to it.
    pub bare: bool,
}

/// An attack that has been rolled.
struct Verdict {
    hit: bool,
    critical: bool,
    margin: i16,
    ac: i16,
}

/// Why a target cannot be attacked: words are made of it only where somebody reads them.
#[derive(Clone, Copy, Debug)]
pub enum Fault {
    /// By a rule, in these words.
    Plain(&'static Rule, &'static str),
    /// By a property of the weapon, in words that follow its name.
    Arm(&'static Rule, &'static str),
    /// Too far away for a reach.
    Reach(i16, i16),
    /// Too far away for a range.
    Range(i16, i16),
}

impl Fault {
    fn refusal(self, arm: &crate::setting::Weapon) -> Refusal {
        match self {
            Fault::Plain(rule, why) => Refusal::new(rule, why),
            Fault::Arm(rule, why) => Refusal::new(rule, format!("{} {why}", arm.name)),
            Fault::Reach(far, reach) => {
                Refusal::new(&ACTION, format!("the target is {far} Spaces away and the reach is {reach}"))
            }
            Fault::Range(far, range) => {
                Refusal::new(&ACTION, format!("the target is {far} Spaces away and the range is {range}"))
            }
        }
    }
}

/// # Errors
/// Why this target cannot be attacked with this now.
pub fn may_attack(fight: &Fight, who: Who, at: Who, with: With) -> Result<(), Refusal> {
    let arm = fight.weapon(weapons::used(fight, who, with));
    attackable(fight, who, at, with).map_err(|fault| fault.refusal(arm))
}

/// Whether this target can be attacked with this now.
pub fn can_attack(fight: &Fight, who: Who, at: Who, with: With) -> bool {
    attackable(fight, who, at, with).is_ok()
}

fn attackable(fight: &Fight, who: Who, at: Who, with: With) -> Result<(), Fault> {
    target(fight, who, at)?;
    ready(fight, who, with)?;
    in_reach(fight, who, at, with)
}

/// Whether somebody can be the target of another's attack at all.
fn target(fight: &Fight, who: Who, at: Who) -> Result<(), Fault> {
    if !fight.present(at) || at == who {
        return Err(Fault::Plain(&ACTION, "there is nobody to attack"));
    }
    if fight.one(who).of(Condition::Charmed).any(|status| status.by == Some(at)) {
        return Err(Fault::Plain(&crate::rules::conditions::CHARMED, "it is charmed by the target"));
    }
    Ok(())
}

/// Whether an attack could be made with this now, whoever its target.
fn ready(fight: &Fight, who: Who, with: With) -> Result<(), Fault> {
    let weapon = weapons::used(fight, who, with);
    let arm = fight.weapon(weapon);
    let one = fight.one(who);
    let plain = |why: &'static str| Err(Fault::Plain(&ACTION, why));
    if arm.two_handed() && !both_hands(fight, who, with) {
        return Err(Fault::Arm(&weapons::PROPERTY, "takes both hands"));
    }
    if let With::Hand(hand) = with
        && one
            .hands
            .get(usize::from(hand))
            .is_some_and(|held| matches!(held, Hand::Same | Hand::Shield | Hand::Grapple(_)))
    {
        return plain("that hand holds no weapon");
    }
    if matches!(with, With::Drawn(_)) && !one.hands.contains(&Hand::Empty) {
        return plain("no hand is free to draw it");
    }
    if unloaded(fight, who, weapon, weapons::hand(fight, who, with)) {
        return Err(Fault::Arm(&weapons::LOADING, "must be loaded first"));
    }
    Ok(())
}

/// Whether the target can be struck with this from here.
fn in_reach(fight: &Fight, who: Who, at: Who, with: With) -> Result<(), Fault> {
    let weapon = weapons::used(fight, who, with);
    let held_only = fight.weapon(weapon).is(crate::book::Property::AgainstGrappled);
    if held_only && !fight.one(at).has(Condition::Grappled) {
        return Err(Fault::Arm(&weapons::PROPERTY, "is for those who are Grappled"));
    }
    near_enough(fight, who, at, weapon)?;
    match hide::hidden_from(fight, at, who) {
        true => Err(Fault::Plain(&hide::EFFECT, "it does not know where the target is")),
        false => Ok(()),
    }
}

fn near_enough(fight: &Fight, who: Who, at: Who, weapon: u16) -> Result<(), Fault> {
    let arm = fight.weapon(weapon);
    let far = fight.distance(who, at);
    if weapons::melee(fight, who, at, arm) {
        let reach = weapons::reach(fight, who, arm);
        if far > reach && far > reach + maneuvers::could_extend(fight, who).map_or(0, |(_, more, _)| more) {
            return Err(Fault::Reach(far, reach));
        }
        if far > 0 && sight::cover(fight, who, at).is_none() {
            return Err(Fault::Plain(&ACTION, "something solid is between"));
        }
        return Ok(());
    }
    let Some((_, long)) = range(fight, who, weapon) else {
        return Err(Fault::Plain(&ACTION, "it has no range"));
    };
    let drowned = fight.underwater(who) || fight.underwater(at);
    if far > long && !drowned && far > long + maneuvers::could_extend(fight, who).map_or(0, |(.., more)| more) {
        return Err(Fault::Range(far, long));
    }
    if sight::cover(fight, who, at).is_none() {
        return Err(Fault::Plain(&ACTION, "the target is behind full cover"));
    }
    Ok(())
}

fn both_hands(fight: &Fight, who: Who, with: With) -> bool {
    let hands = fight.one(who).hands;
    match with {
        With::Drawn(_) => hands == [Hand::Empty; 2],
        With::Hand(hand) => hands
            .iter()
            .enumerate()
            .all(|(place, held)| place == usize::from(hand) || matches!(held, Hand::Empty | Hand::Same)),
        _ => true,
    }
}

/// Whether a weapon has been shot and not loaded again; of two alike, one in each hand, the one in this hand.
pub fn unloaded(fight: &Fight, who: Who, weapon: u16, hand: Option<u8>) -> bool {
    let one = fight.one(who);
    let pair = one.hands == [Hand::Weapon(weapon); 2];
    let shot = |known: &(u16, u8)| known.0 == weapon && (!pair || hand.is_none_or(|hand| hand == known.1));
    one.unloaded.iter().any(shot)
}

fn set_unloaded(fight: &mut Fight, who: Who, weapon: u16, hand: Option<u8>) {
    if fight.weapon(weapon).loading > 0 && !unloaded(fight, who, weapon, hand) {
        let _ = fight.one_mut(who).unloaded.try_push((weapon, hand.unwrap_or(0)));
    }
}

/// Normal and long range of a weapon as it is used.
pub fn range(fight: &Fight, _: Who, weapon: u16) -> Option<(i16, i16)> {
    let arm = fight.weapon(weapon);
    arm.range.or(arm.thrown)
}

/// Makes an Attack from its declaration to its damage.
///
/// # Errors
/// Halts with the table.
pub fn attack<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    at: Who,
    with: With,
    how: How,
) -> Result<(), T::Halt> {
    let weapon = weapons::used(fight, who, with);
    let melee = how.fall > 0 || weapons::melee(fight, who, at, fight.weapon(weapon));
    table.tell(|| {
        let text = format!("{} attacks {} with {}", fight.label(who), fight.label(at), fight.weapon(weapon).name);
        Event::new(&ACTION, text).by(who).to(at).with(fight.weapon(weapon).name.clone())
    });
    if !how.free {
        action_points::pay(fight, table, who, 1, &ACTION);
    }
    let deed = if how.fall > 0 { Deed::FallOn { at, with } } else { Deed::Attack { at, with } };
    let extras = extras(fight, table, who, deed, how)?;
    let hand = weapons::hand(fight, who, with);
    if let (With::Drawn(weapon), Some(hand)) = (with, hand) {
        let both = fight.weapon(weapon).two_handed();
        let hands = &mut fight.one_mut(who).hands;
        hands[usize::from(hand)] = Hand::Weapon(weapon);
        if let Some(other) = hands.iter_mut().find(|held| both && **held == Hand::Empty) {
            *other = Hand::Same;
        }
    }
    let mut blow = Blow::new(who, at, melee);
    let ready = help::dice_for(fight, who, at).count();
    reactions::window(fight, table, Moment::Targeted, who, at, Some(&mut blow))?;
    let gone = if how.fall > 0 {
        !falling_attack::can_drop(fight, who, blow.at, with)
    } else {
        blow.at == at && out_of_reach(fight, who, at, weapon, melee, maneuvers::extension(fight, &extras))
    };
    if !fight.able(who) || !fight.present(blow.at) || gone {
        table.tell(|| Event::new(&reactions::SEVERAL, format!("{}'s attack is lost", fight.label(who))).by(who));
        if how.fall > 0 {
            falling_attack::fall_short(fight, table, who, how.fall)?;
        }
        return Ok(());
    }
    blow.help = help::in_time(fight, table, who, blow.at, ready)?;
    let (pool, rolled) = throw(fight, table, &blow, weapon, hand, &extras, how)?;
    reactions::window(fight, table, Moment::Rolled, who, blow.at, Some(&mut blow))?;
    let verdict = judge(fight, &blow, &rolled, weapon);
    tell_verdict(fight, table, &blow, weapon, &pool, &rolled, &verdict);
    set_unloaded_after(fight, who, weapon, hand, melee);
    let melee = blow.melee;
    let moment = if verdict.hit { Moment::Hit { melee } } else { Moment::Missed { melee } };
    reactions::window(fight, table, moment, who, blow.at, Some(&mut blow))?;
    fight.one_mut(who).next_adv = 0;
    boons::attacked(fight, who);
    maneuvers::sweeps(fight, table, (who, blow.at, weapon), &extras, &rolled)?;
    if verdict.hit {
        land(fight, table, &mut blow, weapon, &extras, &verdict, how)?;
    } else if how.fall > 0 {
        falling_attack::share(fight, table, who, blow.at, how.fall)?;
    }
    weapons::note_shot(fight, who, blow.at, weapon);
    if how.fall > 0 && fight.present(who) {
        falling_attack::land(fight, table, who, blow.at)?;
    }
    maneuvers::afterwards(fight, table, &blow)?;
    throw_away(fight, who, blow.at, with, weapon, melee);
    hide::revealed(fight, table, who, &hide::ENDS_ATTACK);
    Ok(())
}

/// A weapon that has shot must be loaded again.
pub(crate) fn set_unloaded_after(fight: &mut Fight, who: Who, weapon: u16, hand: Option<u8>, melee: bool) {
    if !melee {
        set_unloaded(fight, who, weapon, hand);
    }
}

/// A thrown weapon lies where its target stands.
fn throw_away(fight: &mut Fight, who: Who, at: Who, with: With, weapon: u16, melee: bool) {
    let thrown = !melee && fight.weapon(weapon).range.is_none() && !fight.weapon(weapon).natural();
    let Some(place) = fight.one(at).at.filter(|_| thrown) else { return };
    if let Some(hand) = weapons::hand(fight, who, with) {
        fight.one_mut(who).hands[usize::from(hand)] = Hand::Empty;
        for held in &mut fight.one_mut(who).hands {
            if *held == Hand::Same {
                *held = Hand::Empty;
            }
        }
    }
    if let Some(carried) = fight.one(who).carried.iter().position(|known| *known == weapon) {
        fight.one_mut(who).carried.remove(carried);
        fight.floor.push((crate::fight::Thing::Weapon(weapon), place));
    }
}

/// The weapon in hand is thrown at somebody and lies there.
pub(crate) fn throw_weapon(fight: &mut Fight, who: Who, at: Who) {
    let hand = fight.one(who).hands.iter().position(|hand| matches!(hand, Hand::Weapon(_)));
    let (Some(hand), Some(place)) = (hand, fight.one(at).at) else { return };
    super::objects::let_fall(fight, who, hand);
    if let Some((_, square)) = fight.floor.last_mut() {
        *square = place;
    }
}

/// Whether a target that has moved meanwhile cannot be struck any more; `more` is what maneuvers add to reach and range.
fn out_of_reach(fight: &Fight, who: Who, at: Who, weapon: u16, melee: bool, more: (i16, i16)) -> bool {
    let far = fight.distance(who, at);
    if melee {
        return far > weapons::reach(fight, who, fight.weapon(weapon)).max(1) + more.0;
    }
    let drowned = fight.underwater(who) || fight.underwater(at);
    let long = range(fight, who, weapon).map_or(0, |(_, long)| long) + more.1;
    sight::cover(fight, who, at).is_none() || far > long && !drowned
}

/// Everything that is added to an attack, paid for.
type Extras = ArrayVec<Extra, 16>;

pub(crate) fn extras<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    deed: Deed,
    how: How,
) -> Result<Extras, T::Halt> {
    let mut chosen = Extras::new();
    if let Deed::Attack { at, with } = deed
        && let Some(extend) = maneuvers::must_extend(fight, who, at, weapons::used(fight, who, with))
    {
        let (ap, sp) = options::price(fight, who, extend);
        action_points::pay(fight, table, who, ap, &maneuvers::ADDED);
        fight.one_mut(who).sp -= sp as i8;
        chosen.push(extend);
    }
    if how.bare || !options::any_extra(fight, who, deed, how.opportunity) {
        return Ok(chosen);
    }
    let answer = table.ask(fight, Ask::Extras { who, deed })?;
    let single = fight.house().help_stack == HelpStack::One;
    for act in answer.picks() {
        let Act::Extra(extra) = *act else { continue };
        let (ap, sp) = options::price(fight, who, extra);
        let dear = action_points::may_pay(fight, who, ap).is_err() || fight.one(who).sp < sp as i8;
        if dear || chosen.contains(&extra) {
            continue;
        }
        let helped = chosen.iter().any(|known| matches!(known, Extra::Help(_)));
        if matches!(extra, Extra::Help(_)) && helped && single {
            continue;
        }
        let rule = match extra {
            Extra::Adv(_) if how.opportunity => &reactions::AOO_EXTRA_ADV,
            Extra::Adv(_) => &AP_FOR_ADV,
            Extra::Maneuver(..) if how.opportunity => &reactions::AOO_MANEUVERS,
            Extra::Maneuver(..) | Extra::ManeuverForSp(..) | Extra::Rider(_) => &maneuvers::ADDED,
            _ => &ACTION,
        };
        action_points::pay(fight, table, who, ap, rule);
        fight.one_mut(who).sp -= sp as i8;
        let _ = chosen.try_push(extra);
        if matches!(extra, Extra::Maneuver(..)) && sp == 0 {
            stamina::regain(fight, table, who, Regains::Maneuvers);
        }
    }
    Ok(chosen)
}

/// Gathers what speaks for and against the roll, and rolls.
fn throw<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    blow: &Blow,
    weapon: u16,
    hand: Option<u8>,
    extras: &Extras,
    how: How,
) -> Result<(Pool, Rolled), T::Halt> {
    let (who, at) = (blow.by, blow.at);
    let farther = maneuvers::extension(fight, extras).1;
    let mut pool = circumstances(fight, who, at, (weapon, farther), hand, blow.melee);
    disengage::dodging(fight, table, at, &mut pool);
    if how.opportunity && disengage::hard_to_catch(fight, at) {
        pool.dis_by("Disengage", &disengage::BASIC);
    }
    pool.many("granted", how.adv as i8, None);
    pool.many("a Reaction", -(blow.dis as i8), None);
    pool.add("Help Die", blow.help);
    maneuvers::on_roll(fight, table, who, at, extras, &mut pool)?;
    let rolled = roll(fight, table, (who, at, hand), extras, &mut pool)?;
    Ok((pool, rolled))
}

/// What speaks for and against an Attack Check by the places, the weapon and the conditions of both; the penalty, too.
pub(crate) fn circumstances(
    fight: &Fight,
    who: Who,
    at: Who,
    (weapon, farther): (u16, i16),
    hand: Option<u8>,
    melee: bool,
) -> Pool {
    let mut pool = Pool::default();
    check_bonus(fight, who, weapon, &mut pool);
    match dual::spared(fight, who, hand) {
        true => pool.waive("Multiple Check Penalty", penalty::due(fight, who, Kind::Attack), &dual::SECOND),
        false => penalty::add(fight, who, Kind::Attack, &mut pool),
    }
    advantage::on_check(fight, who, Kind::Attack, &mut pool);
    against(fight, who, at, melee, &mut pool);
    ranged(fight, who, at, (weapon, farther), melee, &mut pool);
    weapons::pool(fight, who, at, weapon, &mut pool);
    if water::hampers(fight, who, fight.weapon(weapon), melee) {
        pool.dis_by("under water", &water::MELEE);
    } else if melee && fight.underwater(who) && water::swims(fight, who) {
        pool.waive("under water", 1, &water::SWIM);
    }
    pool
}

/// Rolls an Attack Check with what has been bought for it and whoever helps; it counts for the penalty.
pub(crate) fn roll<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    (who, at, hand): (Who, Who, Option<u8>),
    extras: &Extras,
    pool: &mut Pool,
) -> Result<Rolled, T::Halt> {
    let bought = extras.iter().filter(|extra| matches!(extra, Extra::Adv(_))).count();
    pool.many("AP for ADV", bought as i8, Some(&AP_FOR_ADV));
    for extra in extras {
        if let Extra::Help(helper) = extra {
            let die = help::spend(fight, table, who, *helper, at)?;
            pool.add("Help Die", die);
        }
    }
    if dual::note(fight, who, hand) {
        penalty::count(fight, who, Kind::Attack);
    }
    let mut rolled = dice::unseen_check(fight, table, who, Some(at), &numbers::ATTACK_CHECK, "Attack Check", pool)?;
    let late = help::late(fight, table, who, at)?;
    pool.add("Help Die", late);
    rolled.total += late;
    Ok(rolled)
}

/// Of several kinds of damage the attacker chooses one; what an improvised weapon deals the game master says.
fn kind<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, at: Who, weapon: u16) -> Result<Damage, T::Halt> {
    let ask = match fight.weapon(weapon) {
        arm if arm.group == Group::Improvised => Ask::Improvised { who },
        arm if arm.kinds.len() > 1 => Ask::Kind { who, at, weapon },
        arm => return Ok(arm.kinds.first().copied().unwrap_or(Damage::Bludgeoning)),
    };
    match table.choose(fight, ask)? {
        Some(Act::Damage(kind)) => Ok(kind),
        _ => Ok(fight.weapon(weapon).kinds.first().copied().unwrap_or(Damage::Bludgeoning)),
    }
}

/// The bonus of an Attack Check with this weapon.
pub fn check_bonus(fight: &Fight, who: Who, weapon: u16, pool: &mut Pool) {
    let one = fight.one(who);
    match weapons::trained(fight, who, weapon) {
        true => pool.add("Prime and Combat Proficiency", numbers::attack_bonus(fight, who)),
        false => pool.add("Prime", numbers::attack_bonus(fight, who) - one.proficiency()),
    }
    pool.add("Exhaustion", -one.amount(Condition::Exhaustion));
}

/// What conditions and places of both do to an Attack, whatever it is made with.
fn against(fight: &Fight, who: Who, at: Who, melee: bool, pool: &mut Pool) {
    advantage::on_attack(fight, who, at, melee, pool);
    if melee && flanking::flanked(fight, at) {
        pool.adv_by("flanked", &flanking::ADV);
    }
}

fn ranged(fight: &Fight, who: Who, at: Who, (weapon, farther): (u16, i16), melee: bool, pool: &mut Pool) {
    if melee {
        return;
    }
    let behind = if shields::towers(fight, at) { shields::HALF_COVER } else { 0 };
    let cover = sight::cover(fight, who, at).unwrap_or(0).min(behind);
    if cover != shields::HALF_COVER || !weapons::goes_round(fight, who, weapon) {
        pool.add("cover", cover);
    }
    if range(fight, who, weapon).is_some_and(|(normal, _)| fight.distance(who, at) > normal + farther) {
        pool.dis("long range");
    }
    let close = fight.house().close_quarters == crate::house::CloseQuarters::On;
    if close && fight.enemies(who).any(|foe| fight.distance(who, foe) <= 1 && fight.able(foe)) {
        pool.dis("enemy adjacent");
    }
}

/// `core.attack-hits`, `core.crit`, `core.nat1`.
fn judge(fight: &Fight, blow: &Blow, rolled: &Rolled, weapon: u16) -> Verdict {
    let round = if weapons::goes_round(fight, blow.by, weapon) { numbers::shield_ac(fight, blow.at) } else { 0 };
    let ac = numbers::ac(fight, blow.at) + blow.ac - round;
    let margin = rolled.total - ac;
    let lost = !blow.melee
        && range(fight, blow.by, weapon).is_some_and(|(normal, _)| water::lost(fight, blow.by, blow.at, normal));
    let hit = !lost && rolled.natural != 1 && (rolled.natural == 20 || margin >= 0);
    let helpless = fight.one(blow.at).has(Condition::Paralyzed) && fight.distance(blow.by, blow.at) <= 1;
    Verdict { hit, critical: hit && (rolled.natural == 20 || helpless), margin, ac }
}

fn tell_verdict<T: Table<Fight>>(
    fight: &Fight,
    table: &mut T,
    blow: &Blow,
    weapon: u16,
    pool: &Pool,
    rolled: &Rolled,
    verdict: &Verdict,
) {
    table.tell(|| {
        let how = match verdict {
            Verdict { hit: false, .. } => "misses",
            Verdict { critical: true, .. } => "hits critically",
            Verdict { margin: 10.., .. } => "hits brutally",
            Verdict { margin: 5..=9, .. } => "hits heavily",
            _ => "hits",
        };
        let (by, at) = (fight.label(blow.by), fight.label(blow.at));
        let text = format!("{by} {how} {at} with {}", fight.weapon(weapon).name);
        let mut event = pool.show(Event::new(&damage::ATTACK_HITS, text).by(blow.by).to(blow.at), rolled);
        event = event.and(&RESOLVE).and(&numbers::ATTACK_CHECK).and(&numbers::PRIME).and(&numbers::CP);
        if verdict.critical {
            event = event.and(&damage::CRIT);
        }
        if rolled.natural == 1 {
            event = event.and(&damage::NAT1);
        }
        if fight.weapon(weapon).group == Group::Improvised {
            event = event.and(&improvised::CHECK).and(&improvised::NO_STYLE);
        }
        if weapon == crate::setting::UNARMED {
            event = event.and(&improvised::UNARMED_DEFINITION);
        }
        if !blow.melee && shields::towers(fight, blow.at) {
            event = event.and(&shields::HEAVY);
        }
        if pool.has_waived(&dual::SECOND) {
            event = event.and(&dual::STATE).and(&dual::NO_ADVANCE).and(&dual::ONCE).and(&dual::COSTS);
        }
        if blow.melee && flanking::flanked(fight, blow.at) {
            event = event.and(&flanking::DEFINITION).and(&flanking::SINGLE);
        } else if blow.melee && flanking::only_disabled(fight, blow.at) {
            event = event.and(&flanking::DISABLED);
        }
        if !blow.melee && !verdict.hit && (fight.underwater(blow.by) || fight.underwater(blow.at)) {
            event = event.and(&water::RANGED);
        }
        event.against("AC", verdict.ac.into())
    });
}

/// The damage of a hit, shared where a Reaction says so, and what else follows from it.
fn land<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    blow: &mut Blow,
    weapon: u16,
    extras: &Extras,
    verdict: &Verdict,
    how: How,
) -> Result<(), T::Halt> {
    let (who, at) = (blow.by, blow.at);
    let degrees = (verdict.margin / 5).max(0);
    let heavy = degrees >= 1;
    let kind = kind(fight, table, who, at, weapon)?;
    let mut sum: ArrayVec<(&'static str, i16), 12> = ArrayVec::new();
    let base = weapons::base_damage(fight, who, weapon);
    let _ = sum.try_push((kind.text(), base));
    let mut add = |label: &'static str, value: i16| {
        if value != 0 {
            let _ = sum.try_push((label, value));
        }
    };
    add("degrees", degrees);
    add("critical", if verdict.critical { 2 } else { 0 });
    add("Impact", weapons::impact(fight, weapon, heavy));
    add("maneuvers", maneuvers::damage(fight, who, at, extras));
    let style = weapons::style_damage(fight, who, at, weapon);
    if let Some((style, more)) = style {
        add(style, more);
    }
    add("nature", weapons::nature_damage(fight, who, at));
    add("boons", if blow.melee { melee_boons(fight, who) } else { 0 });
    if heavy || verdict.critical {
        let spent = extras.iter().any(|extra| matches!(extra, Extra::ManeuverForSp(..)));
        if !spent {
            stamina::regain(fight, table, who, Regains::HeavyHits);
        }
        stamina::regain(fight, table, at, Regains::HeavyHits);
    }
    stamina::on_hit(fight, table, who, at);
    let total: i16 = sum.iter().map(|(_, value)| *value).sum();
    let mut amount = (total - blow.less).max(0);
    let worth = amount;
    if blow.shielded && amount > 0 {
        shields::take(fight, table, at, amount);
        amount = 0;
    }
    let capture = fight.weapon(weapon).is(crate::book::Property::Capture);
    let non_lethal = blow.melee && extras.contains(&Extra::NonLethal);
    table.tell(|| {
        let text = format!("{}'s blow is worth {worth}", fight.label(who));
        let mut event = Event::new(&damage::ORDER, text).by(who).to(at);
        for (label, value) in &sum {
            event = event.term(*label, (*value).into(), "");
        }
        event = if degrees > 0 { event.and(&damage::DEGREES) } else { event };
        event = if style.is_some() { event.and(&weapons::STYLE) } else { event };
        event = if verdict.critical { event.and(&damage::CRIT) } else { event };
        event = if weapon == crate::setting::UNARMED { event.and(&improvised::UNARMED_DAMAGE) } else { event };
        event = if fight.weapon(weapon).group == Group::Improvised { event.and(&improvised::DAMAGE) } else { event };
        event = if non_lethal { event.and(&non_lethal::DECLARE) } else { event };
        event.total(worth.into())
    });
    let share = 1 + blow.sharers.len() as i16;
    let part = damage::shared(fight, amount, share);
    for sharer in blow.sharers.clone() {
        let mut harm = Harm::new(part, Damage::True, &damage::SHARED);
        harm.by = Some(who);
        damage::hurt(fight, table, sharer, harm)?;
    }
    let own = falling_attack::half(fight, how.fall);
    if capture && how.fall > 0 {
        falling_attack::share(fight, table, who, at, how.fall)?;
    } else if !capture && (part > 0 || own > 0) {
        let harm = Harm {
            by: Some(who),
            amount: part,
            along: own,
            kind,
            attack: true,
            half: blow.halved,
            pierces: verdict.critical || degrees >= 2,
            non_lethal,
            heavy,
            melee: blow.melee,
            rule: &RESOLVE,
        };
        falling_attack::with_fall(fight, table, who, at, harm, how.fall)?;
        if non_lethal && fight.one(at).hp > 0 {
            table.tell(|| Event::new(&non_lethal::NORMAL, format!("{} stays on its feet", fight.label(at))).to(at));
        }
    }
    maneuvers::on_hit(fight, table, who, at, weapon, extras, verdict.margin)?;
    reactions::window(fight, table, Moment::Hurt, who, at, None)?;
    Ok(())
}

/// What magic and rage add to a hand-to-hand blow.
pub fn melee_boons(fight: &Fight, who: Who) -> i16 {
    let more = |borne: &crate::combatant::Borne| match borne.boon {
        Boon::MeleeDamage(more) => i16::from(more),
        _ => 0,
    };
    fight.one(who).boons.iter().map(more).sum()
}

/// Everything that somebody can attack with now, and each enemy within its reach.
pub fn each(fight: &Fight, who: Who, mut found: impl FnMut(Who, With)) {
    let ready = options::arms(fight, who).filter(|with| ready(fight, who, *with).is_ok());
    let arms: ArrayVec<With, MOST_ARMS> = ready.take(MOST_ARMS).collect();
    for at in fight.enemies(who).filter(|at| target(fight, who, *at).is_ok()) {
        for with in arms.iter().copied().filter(|with| in_reach(fight, who, at, *with).is_ok()) {
            found(at, with);
        }
    }
}

/// The most that somebody could attack with: two hands, a body, what it carries and what has grown on it.
const MOST_ARMS: usize = 32;

/// The hardest-hitting attack that is possible now, on one target or any enemy.
pub fn best(fight: &Fight, who: Who, at: Option<Who>) -> Option<(Who, With)> {
    let mut found: Option<(i16, Who, With)> = None;
    let mut weigh = |target: Who, with: With| {
        let worth = weapons::base_damage(fight, who, weapons::used(fight, who, with));
        if found.is_none_or(|(best, ..)| worth > best) {
            found = Some((worth, target, with));
        }
    };
    match at {
        Some(at) => {
            let able = options::arms(fight, who).filter(|with| can_attack(fight, who, at, *with));
            able.for_each(|with| weigh(at, with));
        }
        None => each(fight, who, weigh),
    }
    found.map(|(_, target, with)| (target, with))
}
