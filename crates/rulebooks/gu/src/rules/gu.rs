//! What Gu, and the nature of creatures, add to everything: the one list of places where content has a say.

pub mod acts;
pub(crate) mod answers;
pub(crate) mod blasts;
pub mod doings;
pub(crate) mod dues;
pub(crate) mod forms;
pub(crate) mod laid;
pub mod remedies;
pub(crate) mod riders;
pub(crate) mod soaks;
pub mod summons;
pub(crate) mod supplements;
pub mod talents;
pub mod trades;
pub mod travel;
pub mod wishes;
pub mod zones;

pub(crate) use doings::act;
pub use doings::{candidates, choose, due_text, may_act, name_of, rule, seat, sentence, shape, weight};
pub(crate) use dues::happen;
pub use dues::{due_at_end, due_at_start};
pub(crate) use riders::{grappled, strike_pushes, strike_riders, then, thorns_of};
pub use wishes::{best_answer, farthest, next, wanted_range};

use quintain_engine::{Refusal, Table, Who};
use quintain_field::{Square, Step};

use super::activating::{self, LIMIT, Target};
use super::attack::Aim;
use super::cover::Cover;
use super::damage::Harm;
use super::effects::Source;
use super::falling;
use super::melee;
use super::percentile::Sum;
use super::reduction::{Reduction, Reductions, Stance};
use super::standing::{self, Working, any_power, each_power, entry, sum_of};
use crate::arm::ArmId;
use crate::book::{Kind, Kinds, Power, Sense, Unarmed};
use crate::condition::Condition;
use crate::derived::Flight;
use crate::fight::Fight;
use crate::kinds::{DamageType, DamageTypes, Score};
use crate::lasting::What;
use quintain_engine::Few;

/// Something due at the start or end of a turn that content brings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GuDue {
    /// Hit points that come back by nature.
    Regeneration,
    /// A sustained Gu is kept up or stops.
    Keep(u8),
    /// The soul's toll for sustaining too many.
    Toll,
    /// Hit points that a Gu gives.
    Regains,
    /// What the Gu of another does to those near it: whose, and which of its Gu.
    Aura(Who, u8),
    /// What lies on the map strikes, by its place there.
    Zone(u8),
    /// What one has left on the map grows older.
    Zones,
    /// What one has left on the map goes for somebody, by its place there.
    Hunt(u8),
    /// Hit points for everyone near, by one of one's Gu.
    Refresh(u8),
    /// Hit points that a Gu gives at the start of turns.
    Renews,
    /// Poisons.
    Poisons,
    /// The test to get out of the hold of a Gu, by its place in the book.
    Escape(u16),
    /// Wounds close.
    Clots,
}

/// A question of a Gu.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs, reason = "the enum's own text says what its fields are")]
pub enum GuAsk {
    /// Is a sustained Gu kept up?
    Keep { who: Who, slot: u8 },
    /// Is a dying shield saved?
    SaveShield { who: Who, slot: u8 },
    /// Whom does the next attack of a Gu or killer move strike?
    Target { who: Who, slot: u8, first: Target },
    /// Which way does the wall lead?
    Direction { who: Who, slot: u8, from: Square },
    /// Does a line have more of its even width on the right?
    Right { who: Who, slot: u8 },
    /// Where does the user stand then?
    Where { who: Who, slot: u8 },
    /// Whom does what hunts on the map go for?
    Prey { who: Who, slot: u8 },
    /// Is the place right for it?
    Allows { who: Who, slot: u8 },
    /// Does it spread its wings as it is thrown up?
    Wings { who: Who, slot: u8 },
    /// Does it grapple the one who leaves?
    Grapples { who: Who, at: Who },
}

/// Something done with a Gu.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum GuAct {
    /// One of those owned is activated, as part of the Combat Action.
    Activate {
        /// Its place.
        slot: u8,
        /// At what.
        at: Target,
    },
    /// A killer move.
    Perform {
        /// Its place.
        slot: u8,
        /// At what.
        at: Target,
    },
    /// What a Gu or killer move at work lets its user do.
    Wield {
        /// Its place.
        slot: u8,
        /// At what.
        at: Target,
    },
    /// Those whom a Gu has called are directed.
    Direct(u8),
    /// A sustained one is let go.
    Stop(u8),
    /// Primeval stones are absorbed: how many.
    Absorb(u8),
    /// One of those owned is destroyed.
    Detonate(u8),
    /// A direction, as an answer.
    Towards(Step),
    /// What a Gu has left on the map is moved.
    Steer {
        /// Its place.
        slot: u8,
        /// Where to.
        to: Square,
    },
    /// A remedy is applied.
    Apply {
        /// Its place.
        slot: u8,
        /// To whom.
        to: Who,
    },
    /// A try to get out of the hold of a Gu, by its place in the book.
    Escape(u16),
    /// Straight through others, instead of walking.
    Pass {
        /// Its place.
        slot: u8,
        /// Which way.
        step: Step,
    },
    /// The activations left are traded for the attack of a Gu.
    Trade {
        /// Its place.
        slot: u8,
        /// At whom.
        at: Who,
    },
    /// The bonus action of an attainment activates one.
    Attain {
        /// Its place.
        slot: u8,
        /// At what.
        at: Target,
    },
    /// A charge.
    Charge(Who),
    /// A flurry of punches.
    Flurry(Who),
    /// A punch while sprinting.
    ChargingPunch(Who),
    /// A Gu of touch while sprinting, by its place.
    ChargingTouch(u8, Who),
}

// ---- numbers ------------------------------------------------------------------------------------------------------

/// Whether anything is at work on somebody that changes attributes or skills.
pub fn changes_scores(fight: &Fight, who: Who) -> bool {
    standing::is_any_at_work(fight, who, [Kind::Adds, Kind::StrengthOfWounds])
}

/// What is added to an attribute or skill.
pub fn score_change(fight: &Fight, who: Who, score: Score) -> i16 {
    let missing = fight.one(who).hp.max - fight.one(who).hp.now;
    sum_of(fight, who, [Kind::Adds, Kind::StrengthOfWounds], |power, place| match power {
        Power::Adds { score: which, by } if *which == score => by.at(place),
        Power::StrengthOfWounds(by) if score == Score::Strength => by.at(place).saturating_mul(missing),
        _ => 0,
    })
}

/// The kinds of powers that have a say in how far somebody walks.
pub fn moving() -> Kinds {
    let own = [Kind::Movement, Kind::Form, Kind::OnAllFours, Kind::HalvesMovement, Kind::Rooted];
    Kinds::from(own).and([Kind::Adds, Kind::StrengthOfWounds].into())
}

/// Metres added to movement.
pub fn movement_change(fight: &Fight, who: Who) -> i16 {
    let one = fight.one(who);
    let mut sum = 0;
    each_power(fight, who, [Kind::Movement, Kind::Form, Kind::OnAllFours], |power, working, place| match power {
        Power::Movement(by) => sum += by.at(place),
        Power::Form { movement, .. } => sum += *movement - one.movement,
        Power::OnAllFours { by, most } if one.in_hand.is_empty() => {
            let turns = working.slot.and_then(|slot| one.gu.get(usize::from(slot))).map_or(0, |owned| owned.store);
            sum += (*by + turns).min(*most);
        }
        _ => {}
    });
    sum
}

/// Movement as it is after everything that halves or limits it.
pub fn movement_limit(fight: &Fight, who: Who, metres: i16) -> i16 {
    let halves = any_power(fight, who, Kind::HalvesMovement, |power| matches!(power, Power::HalvesMovement));
    let metres = if halves && metres > 0 { (metres / 2).max(1) } else { metres };
    let slowed: i16 = fight
        .one(who)
        .lasting
        .iter()
        .map(|known| match known.what {
            What::Poison(_) => known.size,
            _ => 0,
        })
        .sum();
    if slowed > 0 && metres > 0 { (metres - slowed).max(1) } else { metres }
}

/// Whether a poison paralyses somebody.
fn is_paralysed(fight: &Fight, who: Who) -> bool {
    fight.one(who).lasting.iter().any(|known| matches!(known.what, What::Poison(poison) if poison.paralyses))
}

/// Whether somebody is held to the spot.
pub fn is_rooted(fight: &Fight, who: Who) -> bool {
    is_paralysed(fight, who) || any_power(fight, who, Kind::Rooted, |power| matches!(power, Power::Rooted))
}

/// Whether somebody swims as easily as it walks.
pub fn swims(fight: &Fight, who: Who) -> bool {
    any_power(fight, who, Kind::Swims, |power| matches!(power, Power::Swims))
}

/// How many metres of lava go for one of movement, for whoever is at home in it.
pub fn wades(fight: &Fight, who: Who) -> Option<u8> {
    let mut metres = None;
    each_power(fight, who, Kind::Wades, |power, _, _| {
        if let Power::Wades(by) = power {
            metres = metres.max(Some(*by));
        }
    });
    metres
}

/// Ways of flying that Gu give.
pub fn flights(fight: &Fight, who: Who, all: &mut arrayvec::ArrayVec<Flight, 6>) {
    each_power(fight, who, Kind::Flight, |power, working, place| {
        if let Power::Flight { speed, maneuvers } = power {
            all.try_push(Flight { speed: speed.at(place), maneuvers: *maneuvers, by: working.slot }).ok();
        }
    });
    each_power(fight, who, Kind::Glides, |power, _, _| {
        if let Power::Glides(most) = power {
            all.iter_mut().for_each(|flight| flight.speed = flight.speed.min(*most));
        }
    });
}

/// Arms beyond those one was born with.
pub fn more_arms(fight: &Fight, who: Who) -> u8 {
    sum_of(fight, who, Kind::Arms, |power, _| if let Power::Arms(arms) = power { i16::from(*arms) } else { 0 }) as u8
}

/// Metres added to the reach of melee attacks and touches.
pub fn more_reach(fight: &Fight, who: Who) -> u16 {
    sum_of(fight, who, Kind::Reach, |power, _| if let Power::Reach(metres) = power { *metres as i16 } else { 0 })
        .unsigned_abs()
}

/// By how much a jump is multiplied.
pub fn jump_factor(fight: &Fight, who: Who) -> i16 {
    let mut factor = 1;
    each_power(fight, who, Kind::Jumps, |power, _, _| {
        if let Power::Jumps(by) = power {
            factor *= *by;
        }
    });
    factor
}

/// What a fall of so many metres deals.
pub fn fall_damage(fight: &Fight, who: Who, metres: i16) -> i32 {
    if any_power(fight, who, Kind::Glides, |power| matches!(power, Power::Glides(_))) {
        return 0;
    }
    let free =
        sum_of(fight, who, Kind::FallsFree, |power, _| if let Power::FallsFree(metres) = power { *metres } else { 0 });
    match free {
        0 => falling::plain_damage(metres),
        free => 3 * i32::from((metres - free).max(0)),
    }
}

/// Metres that somebody falls at once, where a Gu slows its fall.
pub fn falls_at_once(fight: &Fight, who: Who) -> Option<i16> {
    any_power(fight, who, Kind::Glides, |power| matches!(power, Power::Glides(_))).then_some(10)
}

/// Whoever has practised it answers being thrown into the air with wings.
pub(crate) fn catches_itself<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    let Some(slot) = talents::catching_gu(fight, who) else { return Ok(()) };
    if !crate::ask::yes(fight, table, crate::ask::Ask::Gu(GuAsk::Wings { who, slot }))? {
        return Ok(());
    }
    let one = fight.one_mut(who);
    one.reactions = one.reactions.saturating_sub(1);
    activating::activate(fight, table, who, slot, Target::None)
}

/// Reactions more or fewer at the start of a turn.
pub fn reactions_change(fight: &Fight, who: Who) -> i8 {
    sum_of(fight, who, Kind::Reactions, |power, _| if let Power::Reactions(more) = power { (*more).into() } else { 0 })
        as i8
}

/// Metres that a touch reaches through one's shadow.
pub fn shadow_reach(fight: &Fight, who: Who) -> u16 {
    let mut most = 0;
    each_power(fight, who, Kind::ShadowTouch, |power, _, _| {
        if let Power::ShadowTouch { metres, .. } = power {
            most = most.max(*metres - 1);
        }
    });
    most
}

/// What is added to Dodge tests against a touch through one's shadow.
pub fn shadow_dodge(fight: &Fight, who: Who) -> i16 {
    sum_of(fight, who, Kind::ShadowTouch, |power, _| {
        if let Power::ShadowTouch { dodge_modifier, .. } = power { *dodge_modifier } else { 0 }
    })
}

// ---- tests and attacks --------------------------------------------------------------------------------------------

/// Adds to any test.
pub fn modify_test(fight: &Fight, who: Who, score: Score, at: Option<Who>, sum: &mut Sum) {
    let bare = fight.one(who).in_hand.is_empty();
    let grapples = score == Score::Athletics && at.is_some();
    let flurried = score == Score::Dodge && fight.one(who).lasting(|what| what == What::Flurried).is_some();
    let (mut modifier, mut tilt) = (if flurried { 20 } else { 0 }, 0);
    each_power(fight, who, [Kind::Tests, Kind::AllTests, Kind::Grapples], |power, _, place| match power {
        Power::Tests { score: which, modifier: more, unarmed } if *which == score && (bare || !unarmed) => {
            modifier += more.at(place);
        }
        Power::AllTests(more) => modifier += *more,
        Power::Grapples { modifier: more, tilt: leans } if grapples => {
            modifier += *more;
            tilt += *leans;
        }
        _ => {}
    });
    sum.add("Gu", modifier, &LIMIT);
    if tilt != 0 {
        sum.tilt(tilt, &LIMIT);
    }
}

/// Adds to an attack roll.
pub fn modify_attack(fight: &Fight, aim: &Aim, sum: &mut Sum) {
    at_target(fight, aim, sum);
    let trained = talents::trained(fight, aim);
    sum.add("training", trained, &LIMIT);
    if !std::ptr::eq(aim.rule, &raw const melee::PUNCH_TEST) {
        return;
    }
    let modifier = sum_of(fight, aim.by, Kind::Punches, |power, _| match power {
        Power::Punches { modifier, .. } => *modifier,
        _ => 0,
    });
    sum.add("Gu", modifier, &LIMIT);
}

/// What is at work on the target adds to an attack roll at it.
fn at_target(fight: &Fight, aim: &Aim, sum: &mut Sum) {
    let (mut modifier, mut tilt) = (0, 0);
    each_power(fight, aim.at, Kind::Attacked, |power, _, _| {
        if let Power::Attacked { score, modifier: more, tilt: leans } = power
            && score.is_none_or(|score| score == aim.score)
        {
            modifier += *more;
            tilt += *leans;
        }
    });
    sum.add("Gu on the target", modifier, &LIMIT);
    if tilt != 0 {
        sum.tilt(tilt, &LIMIT);
    }
}

/// Whether something keeps one from attacking another.
///
/// # Errors
/// The refusal.
pub fn may_attack(fight: &Fight, by: Who, at: Who) -> Result<(), Refusal> {
    let mut spares = false;
    each_power(fight, by, Kind::SparesUser, |power, working, _| {
        spares |= matches!(power, Power::SparesUser) && working.by == at
    });
    if spares {
        return Err(Refusal::new(&LIMIT, "a Gu keeps it from attacking that one"));
    }
    Ok(())
}

/// Adds to what a punch deals.
pub fn punch_deals(fight: &Fight, who: Who, mut harm: Harm) -> Harm {
    each_power(fight, who, Kind::Punches, |power, _, place| {
        if let Power::Punches { deals, .. } = power {
            for deal in deals {
                harm = harm.of(deal.damage, deal.amount.at(place).into());
            }
        }
    });
    harm
}

/// Adds to what an unarmed strike deals, beyond what goes for punches alone.
pub fn unarmed_deals(fight: &Fight, who: Who, strike: Unarmed, mut harm: Harm) -> Harm {
    each_power(fight, who, Kind::Unarmed, |power, _, place| match power {
        Power::Unarmed { strikes, deals, .. } if strikes.contains(&strike) => {
            for deal in deals {
                harm = harm.of(deal.damage, deal.amount.at(place).into());
            }
        }
        _ => {}
    });
    harm
}

/// How many bites a bite is.
pub fn bites(fight: &Fight, who: Who) -> u8 {
    let mut most = 1;
    each_power(fight, who, Kind::Bites, |power, _, _| {
        if let Power::Bites(count) = power {
            most = most.max(*count);
        }
    });
    most
}

/// Whether somebody is blinded, or as if.
pub fn is_blinded(fight: &Fight, who: Who) -> bool {
    fight.one(who).is(Condition::Blinded) || any_power(fight, who, Kind::Blinds, |power| *power == Power::Blinds)
}

/// Whether one perceives another: not what is invisible, and nothing for the blinded.
pub fn perceives(fight: &Fight, by: Who, at: Who) -> bool {
    let mut hidden: Option<u8> = fight.one(at).is(Condition::Invisible).then_some(0);
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

/// Whether a divination shows one where another is, however well that one is hidden: of equal ranks concealment wins.
pub fn locates(fight: &Fight, by: Who, at: Who) -> bool {
    divines(fight, by, at, 0)
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
            Sense::Warmth => !fight.template(at).bodiless && fight.one(at).has_soul,
            Sense::Souls => fight.one(at).has_soul,
            Sense::Blood => !fight.template(at).bodiless && !is_immune(fight, at, Condition::Bleeding),
        };
        let near = fight.distance(by, at) <= u32::from(range.max(0).unsigned_abs());
        found |= there && near && working.rank >= rank;
    });
    found
}

/// Whether somebody cannot be touched.
pub fn is_no_touch_target(fight: &Fight, who: Who) -> bool {
    any_power(fight, who, Kind::NoTouch, |power| matches!(power, Power::NoTouch))
}

/// Cover that comes from something else than the map.
pub fn cover(fight: &Fight, by: Who, at: Who) -> Cover {
    let away = || fight.distance(by, at);
    let beyond = |power: &Power| matches!(power, Power::CoverBeyond(metres) if away() > u32::from(*metres));
    if any_power(fight, at, Kind::CoverBeyond, beyond) { Cover::Partial } else { Cover::None }
}

/// Whether somebody cannot fight hand to hand.
pub fn forbids_melee(fight: &Fight, who: Who) -> bool {
    is_paralysed(fight, who) || any_power(fight, who, Kind::NoMelee, |power| matches!(power, Power::NoMelee))
}

/// The natural attacks that somebody has now.
pub fn natural_attacks(fight: &Fight, who: Who) -> Few<ArmId, 10> {
    let mut all: Few<ArmId, 10> = fight.template(who).natural.iter().copied().collect();
    if fight.setting.gu_arms.is_empty() || fight.one(who).gu.is_empty() {
        return all;
    }
    for working in standing::at_work(fight, who, Kind::Attack) {
        all.extend(fight.setting.gu_arms.iter().filter(|(gu, _)| *gu == working.gu).map(|(_, arm)| *arm));
    }
    all
}

/// The Gu at work on somebody that gives it an attack.
pub fn arm_at_work(fight: &Fight, who: Who, arm: ArmId) -> Option<Working> {
    let (gu, _) = fight.setting.gu_arms.iter().find(|(_, known)| *known == arm)?;
    standing::at_work(fight, who, Kind::Attack).into_iter().find(|working| working.gu == *gu)
}

/// Whether somebody cannot punch.
pub fn forbids_punches(fight: &Fight, who: Who) -> bool {
    any_power(fight, who, Kind::NoPunches, |power| matches!(power, Power::NoPunches))
}

/// Whether somebody's body, as it is now, strikes with the attacks of its Gu alone.
pub fn strikes_with_its_gu_alone(fight: &Fight, who: Who) -> bool {
    any_power(fight, who, Kind::OnlyItsAttacks, |power| matches!(power, Power::OnlyItsAttacks))
}

/// Whether somebody slips out of reach without giving an attack of opportunity.
pub fn slips_away(fight: &Fight, who: Who) -> bool {
    any_power(fight, who, Kind::SlipsAway, |power| matches!(power, Power::SlipsAway))
}

// ---- what happens to whom ------------------------------------------------------------------------------------------

/// Whether somebody can never receive a condition.
pub fn is_immune(fight: &Fight, who: Who, condition: Condition) -> bool {
    fight.template(who).entry.immune.contains(&condition)
        || any_power(fight, who, Kind::Immune, |power| matches!(power, Power::Immune(all) if all.contains(&condition)))
}

/// Whether a condition of a Gu of some path cannot befall somebody.
pub(crate) fn is_immune_to_gu(fight: &Fight, who: Who, from: Source, condition: Condition) -> bool {
    let of = entry(fight, from.gu).path;
    any_power(
        fight,
        who,
        Kind::ImmuneToPath,
        |power| matches!(power, Power::ImmuneToPath { path, conditions } if *path == of && conditions.contains(&condition)),
    )
}

/// Whether flames of this rank do not catch on somebody.
pub(crate) fn is_fireproof<T: Table<Fight>>(fight: &Fight, table: &mut T, who: Who, rank: u8) -> bool {
    let proof =
        any_power(fight, who, Kind::Fireproof, |power| matches!(power, Power::Fireproof(most) if rank <= *most));
    if proof {
        table.tell(|| {
            let text = format!("flames of rank {rank} do not catch on {}", fight.label(who));
            quintain_engine::Event::new(&super::reduction::IMMUNE, text).to(who)
        });
    }
    proof
}

/// How much less bleeding hurts somebody.
pub fn bleeds_softer(fight: &Fight, who: Who) -> i16 {
    sum_of(fight, who, Kind::BleedsSofter, |power, _| if let Power::BleedsSofter(less) = power { *less } else { 0 })
}

/// Whether somebody may react even to what is Unreactable.
pub fn reacts_to_anything(fight: &Fight, who: Who) -> bool {
    any_power(fight, who, Kind::ReactsToAnything, |power| matches!(power, Power::ReactsToAnything))
}

/// What one adds to tests to attack, parry or dodge another whose doings it foresees; `None` where it does not.
pub fn foresees(fight: &Fight, who: Who, whom: Who) -> Option<i16> {
    if fight.one(whom).lasting.is_empty() || !fight.template(whom).perseveres {
        return None;
    }
    let mut sum = None;
    each_power(fight, whom, Kind::Foreseen, |power, working, _| {
        if let Power::Foreseen(modifier) = power
            && working.by == who
        {
            sum = Some(sum.unwrap_or(0) + *modifier);
        }
    });
    sum
}

/// Whether the bones of somebody do not break under damage of this rank.
pub fn is_unbreakable(fight: &Fight, who: Who, rank: Option<u8>) -> bool {
    any_power(
        fight,
        who,
        Kind::Unbreakable,
        |power| matches!(power, Power::Unbreakable(most) if rank.unwrap_or(0) <= *most),
    )
}

/// The rank of the Gu with which the next rending attack of somebody destroys a shield, if there is one.
pub fn sunders(fight: &Fight, who: Who) -> Option<u8> {
    let mut rank = None;
    each_power(fight, who, Kind::Sunders, |power, working, _| {
        if matches!(power, Power::Sunders) {
            rank = rank.max(Some(working.rank));
        }
    });
    rank
}

/// The blade made for shields has done its work.
pub(crate) fn sundered(fight: &mut Fight, harm: &Harm) {
    let Some(by) = harm.by else { return };
    let book = std::sync::Arc::clone(&fight.setting.book);
    let made_for_it = |gu: u16| book.gus[usize::from(gu)].value.powers.contains(&Power::Sunders);
    fight.one_mut(by).lasting.retain(|known| !matches!(known.what, What::Effect(gu) if made_for_it(gu)));
}

/// Stacks of bleeding that Gu take off each gain.
pub fn bleeds_less(fight: &Fight, who: Who) -> i16 {
    sum_of(fight, who, Kind::BleedsLess, |power, _| if let Power::BleedsLess(stacks) = power { *stacks } else { 0 })
}

/// Flat reductions.
pub fn reductions(fight: &Fight, who: Who, harm: &Harm, all: &mut Reductions) {
    let mut exposed = 0;
    each_power(fight, who, Kind::Exposed, |power, working, _| {
        if let Power::Exposed(by) = power
            && harm.by == Some(working.by)
        {
            exposed += *by;
        }
    });
    each_power(fight, who, Kind::Reduces, |power, working, place| {
        let Power::Reduces { types, but, by, part } = power else { return };
        let called = match harm.called {
            Some(super::called_shot::Called::Part(part)) => Some(part),
            _ => None,
        };
        if part.is_some() && *part != called {
            return;
        }
        let taken = exposed.min(by.at(place));
        exposed -= taken;
        let mut of = if types.is_empty() { DamageTypes::EVERY } else { DamageTypes::of(types) };
        for damage in but {
            of = of.without(*damage);
        }
        let reduction =
            Reduction { amount: (by.at(place) - taken).into(), types: of, rank: Some(working.rank), label: "the Gu" };
        all.try_push(reduction).ok();
    });
}

/// Vulnerability, resistance and invulnerability, by nature and by Gu.
pub fn stance(fight: &Fight, who: Who, harm: &Harm, damage: DamageType, stance: &mut Stance) {
    let entry = &fight.template(who).entry;
    stance.vulnerable |= entry.vulnerable.contains(&damage);
    if entry.resistant.contains(&damage) {
        stance.resist(None, harm.rank);
    }
    if entry.invulnerable.contains(&damage) {
        stance.invulnerable(None, harm.rank);
    }
    each_power(fight, who, [Kind::Vulnerable, Kind::Invulnerable, Kind::Grounded, Kind::Draws], |power, working, _| {
        match power {
            Power::Vulnerable(types) => stance.vulnerable |= types.contains(&damage),
            Power::Invulnerable(types) if types.contains(&damage) => stance.invulnerable(Some(working.rank), harm.rank),
            Power::Grounded(types) if types.contains(&damage) && !fight.one(who).airborne => {
                stance.invulnerable(Some(working.rank), harm.rank);
            }
            Power::Draws(types) if types.contains(&damage) => stance.invulnerable(Some(working.rank), harm.rank),
            _ => {}
        }
    });
}
