//! What Gu, and the nature of creatures, add to everything: the one list of places where content has a say.

use quintain_engine::{Choice, Refusal, Rule, Seat, Shape, Table, Wants, Weight, Who};

use super::activating::{self, LIMIT, Target, Wanted};
use super::attack::Aim;
use super::cover::Cover;
use super::damage::{self, Dealt, Harm};
use super::effects::{self, Strikes};
use super::melee::{self, Blow, With};
use super::percentile::Sum;
use super::reactions::Trigger;
use super::reduction::{Reduction, Reductions, Stance};
use super::standing::{self, any_power, each_power, entry, sum_of};
use super::turns::{self, Due, Dues};
use super::{detonating, falling, killer_moves, reactions, status, stones};
use crate::arm::ArmId;
use crate::ask::Act;
use crate::book::{Effect, Form, Keyword, Power, Then};
use crate::combatant::GuState;
use crate::condition::Condition;
use crate::derived::{self, Flight};
use crate::fight::{Begun, Fight};
use crate::kinds::{DamageType, DamageTypes, Score};

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
}

/// A question of a Gu.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs, reason = "the enum's own text says what its fields are")]
pub enum GuAsk {
    /// Is a sustained Gu kept up?
    Keep { who: Who, slot: u8 },
    /// Is a dying shield saved?
    SaveShield { who: Who, slot: u8 },
    /// Whom does the next attack of a killer move strike?
    Target { who: Who, slot: u8, first: Target },
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
    /// A sustained one is let go.
    Stop(u8),
    /// Primeval stones are absorbed: how many.
    Absorb(u8),
    /// One of those owned is destroyed.
    Detonate(u8),
}

// ---- numbers ------------------------------------------------------------------------------------------------------

/// What is added to an attribute or skill.
pub fn score_change(fight: &Fight, who: Who, score: Score) -> i16 {
    sum_of(fight, who, |power, place| match power {
        Power::Adds { score: which, by } if *which == score => by.at(place),
        _ => 0,
    })
}

/// Metres added to movement.
pub fn movement_change(fight: &Fight, who: Who) -> i16 {
    sum_of(fight, who, |power, place| if let Power::Movement(by) = power { by.at(place) } else { 0 })
}

/// Movement as it is after everything that halves or limits it.
pub fn movement_limit(_: &Fight, _: Who, metres: i16) -> i16 {
    metres
}

/// Whether somebody is held to the spot.
pub fn is_rooted(fight: &Fight, who: Who) -> bool {
    any_power(fight, who, |power| matches!(power, Power::Rooted))
}

/// Ways of flying that Gu give.
pub fn flights(fight: &Fight, who: Who, all: &mut arrayvec::ArrayVec<Flight, 6>) {
    each_power(fight, who, |power, working, place| {
        if let Power::Flight { speed, maneuvers } = power {
            all.try_push(Flight { speed: speed.at(place), maneuvers: *maneuvers, by: working.slot }).ok();
        }
    });
}

/// Arms beyond those one was born with.
pub fn more_arms(fight: &Fight, who: Who) -> u8 {
    sum_of(fight, who, |power, _| if let Power::Arms(arms) = power { i16::from(*arms) } else { 0 }) as u8
}

/// Metres added to the reach of melee attacks and touches.
pub fn more_reach(fight: &Fight, who: Who) -> u16 {
    sum_of(fight, who, |power, _| if let Power::Reach(metres) = power { *metres as i16 } else { 0 }).unsigned_abs()
}

/// By how much a jump is multiplied.
pub fn jump_factor(fight: &Fight, who: Who) -> i16 {
    let mut factor = 1;
    each_power(fight, who, |power, _, _| {
        if let Power::Jumps(by) = power {
            factor *= *by;
        }
    });
    factor
}

/// What a fall of so many metres deals.
pub fn fall_damage(fight: &Fight, who: Who, metres: i16) -> i32 {
    let free = sum_of(fight, who, |power, _| if let Power::FallsFree(metres) = power { *metres } else { 0 });
    match free {
        0 => falling::plain_damage(metres),
        free => 3 * i32::from((metres - free).max(0)),
    }
}

/// Reactions more or fewer at the start of a turn.
pub fn reactions_change(_: &Fight, _: Who) -> i8 {
    0
}

// ---- tests and attacks --------------------------------------------------------------------------------------------

/// Adds to any test.
pub fn modify_test(fight: &Fight, who: Who, score: Score, _: Option<Who>, sum: &mut Sum) {
    let modifier = sum_of(fight, who, |power, _| match power {
        Power::Tests { score: which, modifier } if *which == score => *modifier,
        _ => 0,
    });
    sum.add("Gu", modifier, &LIMIT);
}

/// Adds to an attack roll.
pub fn modify_attack(fight: &Fight, aim: &Aim, sum: &mut Sum) {
    if !std::ptr::eq(aim.rule, &raw const melee::PUNCH_TEST) {
        return;
    }
    let modifier = sum_of(fight, aim.by, |power, _| match power {
        Power::Punches { modifier, .. } => *modifier,
        _ => 0,
    });
    sum.add("Gu", modifier, &LIMIT);
}

/// Adds to what a punch deals.
pub fn punch_deals(fight: &Fight, who: Who, mut harm: Harm) -> Harm {
    each_power(fight, who, |power, _, place| {
        if let Power::Punches { deals, .. } = power {
            for deal in deals {
                harm = harm.of(deal.damage, deal.amount.at(place).into());
            }
        }
    });
    harm
}

/// Whether one perceives another: not what is invisible, and nothing for the blinded.
pub fn perceives(fight: &Fight, by: Who, at: Who) -> bool {
    let unseen =
        fight.one(at).is(Condition::Invisible) || any_power(fight, at, |power| matches!(power, Power::Invisible));
    !unseen && !fight.one(by).is(Condition::Blinded)
}

/// Whether a divination shows one where another is.
pub fn locates(_: &Fight, _: Who, _: Who) -> bool {
    false
}

/// Whether somebody cannot be touched.
pub fn is_no_touch_target(fight: &Fight, who: Who) -> bool {
    any_power(fight, who, |power| matches!(power, Power::NoTouch))
}

/// Cover that comes from something else than the map.
pub fn cover(_: &Fight, _: Who, _: Who) -> Cover {
    Cover::None
}

/// Whether somebody cannot fight hand to hand.
pub fn forbids_melee(fight: &Fight, who: Who) -> bool {
    any_power(fight, who, |power| matches!(power, Power::NoMelee))
}

/// The natural attacks that somebody has now.
pub fn natural_attacks<'a>(_: &Fight, _: Who, own: &'a [ArmId]) -> &'a [ArmId] {
    own
}

/// Whether somebody slips out of reach without giving an attack of opportunity.
pub fn slips_away(fight: &Fight, who: Who) -> bool {
    any_power(fight, who, |power| matches!(power, Power::SlipsAway))
}

// ---- what happens to whom ------------------------------------------------------------------------------------------

/// Whether somebody can never receive a condition.
pub fn is_immune(fight: &Fight, who: Who, condition: Condition) -> bool {
    fight.template(who).entry.immune.contains(&condition)
        || any_power(fight, who, |power| matches!(power, Power::Immune(all) if all.contains(&condition)))
}

/// Stacks of bleeding that Gu take off each gain.
pub fn bleeds_less(fight: &Fight, who: Who) -> i16 {
    sum_of(fight, who, |power, _| if let Power::BleedsLess(stacks) = power { *stacks } else { 0 })
}

/// Flat reductions.
pub fn reductions(fight: &Fight, who: Who, _: &Harm, all: &mut Reductions) {
    each_power(fight, who, |power, working, place| {
        let Power::Reduces { types, but, by } = power else { return };
        let mut of = if types.is_empty() { DamageTypes::EVERY } else { DamageTypes::of(types) };
        for damage in but {
            of = of.without(*damage);
        }
        let reduction = Reduction { amount: by.at(place).into(), types: of, rank: Some(working.rank), label: "the Gu" };
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
    each_power(fight, who, |power, working, _| match power {
        Power::Vulnerable(types) => stance.vulnerable |= types.contains(&damage),
        Power::Invulnerable(types) if types.contains(&damage) => stance.invulnerable(Some(working.rank), harm.rank),
        _ => {}
    });
}

/// What a melee hit costs the one who struck: thorns of the one struck.
pub(crate) fn thorns<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    at: Who,
    unarmed: bool,
) -> Result<(), T::Halt> {
    for working in standing::at_work(fight, at) {
        for place in 0..entry(fight, working.gu).powers.len() {
            let Some(Power::Thorns { deals, gains, unarmed: only }) = entry(fight, working.gu).powers.get(place) else {
                continue;
            };
            if (*only && !unarmed) || !fight.present(who) {
                continue;
            }
            let strikes = Strikes::of(deals, gains);
            strikes_back(fight, table, at, who, (working.gu, working.rank), &strikes)?;
        }
    }
    Ok(())
}

/// Damage that the powers of a Gu deal.
fn strikes_back<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    by: Who,
    at: Who,
    (gu, rank): (u16, u8),
    strikes: &Strikes,
) -> Result<(), T::Halt> {
    let owned = crate::combatant::Owned { gu, rank, ..crate::few::Blank::BLANK };
    let cause = table.tell(|| {
        let text = format!("{} of {} strikes {}", entry(fight, gu).name, fight.label(by), fight.label(at));
        quintain_engine::Event::new(&LIMIT, text).by(by).to(at)
    });
    let harm = effects::harm(fight, table, by, owned, strikes, cause)?;
    effects::strike(fight, table, at, owned, strikes, harm)
}

/// What a hit of a natural attack does besides its damage.
pub(crate) fn strike_riders<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    blow: &Blow,
    dealt: &Dealt,
) -> Result<(), T::Halt> {
    if melee::is_melee(fight, blow.with) {
        let unarmed = !matches!(blow.with, With::Arm(arm) if !fight.arm(arm).natural);
        thorns(fight, table, who, blow.at, unarmed)?;
    }
    let With::Arm(arm) = blow.with else { return Ok(()) };
    let Some(list) = fight.arm(arm).riders else { return Ok(()) };
    for place in 0..fight.setting.riders[usize::from(list)].len() {
        let rider = fight.setting.riders[usize::from(list)][place];
        if rider.if_hurt && dealt.total() == 0 {
            continue;
        }
        then(fight, table, who, blow.at, rider.then, dealt)?;
    }
    Ok(())
}

pub(crate) fn then<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    at: Who,
    then: Then,
    dealt: &Dealt,
) -> Result<(), T::Halt> {
    let rule: &'static Rule = &turns::ACTION_LIST;
    match then {
        Then::Bleeding(stacks) => status::bleed(fight, table, at, stacks, rule),
        Then::BleedingPercent { percent, least } => {
            let stacks = dealt.of(DamageType::Rending) * i32::from(percent) / 100;
            status::bleed(fight, table, at, (stacks as i16).max(least), rule)
        }
        Then::Condition(condition) => status::give(fight, table, at, condition, rule),
        Then::Burning(rank) => status::burn(fight, table, at, rank, rule),
        Then::Ablaze(rank) => status::set_ablaze(fight, table, at, rank, rule),
        Then::Soul(amount) => damage::soul(fight, table, at, amount, (rule, Some(dealt.event))).map(|_| ()),
        Then::Push(metres) => melee::shove(fight, table, who, at, metres, rule),
        Then::Pull => {
            let to = super::movement::nearest_free(fight, at, fight.one(who).at, fight.one(who).height);
            if let Some(to) = to.filter(|_| fight.size(at) <= fight.size(who)) {
                let height = fight.one(who).height;
                super::movement::place(fight, at, to, height);
            }
            Ok(())
        }
    }
}

// ---- the turn ------------------------------------------------------------------------------------------------------

/// What content brings at the start of a turn.
pub fn due_at_start(fight: &Fight, who: Who, due: &mut Dues) {
    if fight.template(who).entry.regenerates > 0 && fight.one(who).hp.now < fight.one(who).hp.max {
        due.try_push(Due::Gu(GuDue::Regeneration)).ok();
    }
    for (slot, owned) in fight.one(who).gu.iter().enumerate() {
        if owned.state == GuState::Sustained {
            due.try_push(Due::Gu(GuDue::Keep(slot as u8))).ok();
        }
    }
    if standing::over_limit(fight, who) > 0 {
        due.try_push(Due::Gu(GuDue::Toll)).ok();
    }
    for other in fight.everyone().filter(|other| *other != who) {
        for (slot, owned) in fight.one(other).gu.iter().enumerate() {
            let near = || fight.distance(who, other) <= activating::range(fight, other, *owned).into();
            let known = || entry(fight, owned.gu).powers.iter().any(|power| matches!(power, Power::Aura { .. }));
            if owned.state == GuState::Sustained && known() && near() {
                due.try_push(Due::Gu(GuDue::Aura(other, slot as u8))).ok();
            }
        }
    }
}

/// What content brings at the end of a turn.
pub fn due_at_end(fight: &Fight, who: Who, due: &mut Dues) {
    if any_power(fight, who, |power| matches!(power, Power::Regains(_))) {
        due.try_push(Due::Gu(GuDue::Regains)).ok();
    }
}

/// Something that content has brought comes.
pub(crate) fn happen<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, due: GuDue) -> Result<(), T::Halt> {
    match due {
        GuDue::Regeneration => {
            let amount = fight.template(who).entry.regenerates;
            damage::heal(fight, table, who, amount, &turns::EFFECT_ORDER).map(|_| ())
        }
        GuDue::Keep(slot) => standing::keep(fight, table, who, slot),
        GuDue::Toll => standing::toll(fight, table, who),
        GuDue::Regains => {
            let amount =
                sum_of(fight, who, |power, place| if let Power::Regains(by) = power { by.at(place) } else { 0 });
            damage::heal(fight, table, who, amount, &LIMIT).map(|_| ())
        }
        GuDue::Aura(other, slot) => {
            let Some(owned) = activating::owned(fight, other, slot) else { return Ok(()) };
            if owned.state != GuState::Sustained {
                return Ok(());
            }
            for place in 0..entry(fight, owned.gu).powers.len() {
                if let Some(Power::Aura { deals, gains }) = entry(fight, owned.gu).powers.get(place) {
                    let strikes = Strikes::of(deals, gains);
                    strikes_back(fight, table, other, who, (owned.gu, owned.rank), &strikes)?;
                }
            }
            Ok(())
        }
    }
}

/// What is due, in words.
pub fn due_text(fight: &Fight, who: Who, due: GuDue) -> String {
    match due {
        GuDue::Regeneration => "regeneration".into(),
        GuDue::Keep(slot) => format!("keep {}", name_of(fight, who, slot)),
        GuDue::Toll => "soul toll".into(),
        GuDue::Regains => "hit points of Gu".into(),
        GuDue::Aura(other, slot) => format!("{} of {}", name_of(fight, other, slot), fight.label(other)),
    }
}

// ---- questions and choices -----------------------------------------------------------------------------------------

/// The name of a Gu that somebody owns; a second of the same is numbered.
pub fn name_of(fight: &Fight, who: Who, slot: u8) -> String {
    let Some(owned) = activating::owned(fight, who, slot) else { return "no Gu".into() };
    let name = &entry(fight, owned.gu).name;
    let before = fight.one(who).gu.iter().take(slot.into()).filter(|other| other.gu == owned.gu).count();
    if before == 0 { name.clone() } else { format!("{name} {}", before + 1) }
}

/// Who is asked.
pub fn seat(ask: GuAsk) -> Seat {
    let (GuAsk::Keep { who, .. } | GuAsk::SaveShield { who, .. } | GuAsk::Target { who, .. }) = ask;
    Seat::Of(who)
}

/// How much it presses.
pub fn weight(_: &Fight, _: GuAsk) -> Weight {
    Weight::Formality
}

/// The rule behind a question.
pub fn rule(ask: GuAsk) -> &'static Rule {
    match ask {
        GuAsk::Keep { .. } => &activating::REPEAT,
        GuAsk::SaveShield { .. } => &reactions::SHIELD,
        GuAsk::Target { .. } => &killer_moves::EFFECT,
    }
}

/// A question in words.
pub fn sentence(fight: &Fight, ask: GuAsk) -> String {
    match ask {
        GuAsk::Keep { who, slot } => format!("Does {} keep {} at work?", fight.label(who), name_of(fight, who, slot)),
        GuAsk::SaveShield { who, slot } => {
            format!("Does {} save {} at 1 hit point?", fight.label(who), name_of(fight, who, slot))
        }
        GuAsk::Target { who, slot, .. } => {
            format!("Whom does the next strike of {} of {} hit?", name_of(fight, who, slot), fight.label(who))
        }
    }
}

/// The shape of an answer.
pub fn shape(fight: &Fight, ask: GuAsk) -> Shape<Act> {
    let GuAsk::Target { who, slot, first } = ask else { return crate::ask::yes_no() };
    let mut of: Vec<Choice<Act>> = Vec::new();
    if let Some(owned) = activating::owned(fight, who, slot) {
        activating::targets(fight, who, slot, |at| {
            if let Target::Who(one) = at
                && activating::may_target(fight, who, owned, at).is_ok()
            {
                of.push(Choice::new(fight.label(one), Act::Who(one)).on(one));
            }
        });
    }
    if let (true, Target::Who(first)) = (of.is_empty(), first) {
        of.push(Choice::new(fight.label(first), Act::Who(first)).on(first));
    }
    Shape::OneOf(Wants::Creature, of)
}

/// What the tactics answer.
pub fn choose(_: &Fight, ask: GuAsk) -> Act {
    match ask {
        GuAsk::Target { first: Target::Who(first), .. } => Act::Who(first),
        _ => Act::Yes,
    }
}

/// Everything that somebody might do with Gu on its turn.
pub fn candidates(fight: &Fight, who: Who, mut found: impl FnMut(String, Act)) {
    for slot in 0..fight.one(who).gu.len() as u8 {
        let Some(owned) = activating::owned(fight, who, slot) else { continue };
        if matches!(owned.state, GuState::Dead | GuState::Carved) {
            continue;
        }
        let name = name_of(fight, who, slot);
        let performs = killer_moves::is_move(fight, owned);
        activating::targets(fight, who, slot, |at| {
            let act = if performs { GuAct::Perform { slot, at } } else { GuAct::Activate { slot, at } };
            let wide = matches!(at, Target::Square(_));
            if !wide || may_act(fight, who, act).is_ok() {
                found(format!("activate {name}{}", activating::target_text(fight, at)), Act::Gu(act));
            }
        });
        if owned.state == GuState::Sustained {
            found(format!("stop {name}"), Act::Gu(GuAct::Stop(slot)));
        }
        if !performs {
            found(format!("detonate {name}"), Act::Gu(GuAct::Detonate(slot)));
        }
    }
    let one = fight.one(who);
    if one.essence.max > 0 && one.stones > 0 {
        for stones in 1..=derived::free_hands(fight, who).max(1) {
            let word = if stones == 1 { "stone" } else { "stones" };
            found(format!("absorb {stones} {word}"), Act::Gu(GuAct::Absorb(stones)));
        }
    }
}

/// Whether something with a Gu may be done on one's turn now.
///
/// # Errors
/// The refusal.
pub fn may_act(fight: &Fight, who: Who, act: GuAct) -> Result<(), Refusal> {
    match act {
        GuAct::Activate { slot, at } => activating::may_activate(fight, who, slot, at),
        GuAct::Perform { slot, at } => killer_moves::may_perform(fight, who, slot, at),
        GuAct::Stop(slot) => match activating::owned(fight, who, slot) {
            Some(owned) if owned.state == GuState::Sustained => Ok(()),
            _ => Err(Refusal::new(&activating::REPEAT, "it is not being sustained")),
        },
        GuAct::Absorb(stones) => stones::may_absorb(fight, who, stones),
        GuAct::Detonate(slot) => detonating::may_detonate(fight, who, slot),
    }
}

/// Does it.
pub(crate) fn act<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, act: GuAct) -> Result<(), T::Halt> {
    match act {
        GuAct::Activate { slot, at } => activating::on_turn(fight, table, who, slot, at),
        GuAct::Perform { slot, at } => killer_moves::perform(fight, table, who, slot, at),
        GuAct::Stop(slot) => standing::stop(fight, table, who, slot),
        GuAct::Absorb(count) => {
            stones::absorb(fight, table, who, count);
            Ok(())
        }
        GuAct::Detonate(slot) => detonating::detonate(fight, table, who, slot),
    }
}

// ---- tactics -------------------------------------------------------------------------------------------------------

/// The next thing to do with a Gu: a guard first, healing when it is needed, then whatever strikes.
pub fn next(fight: &Fight, who: Who) -> Option<Act> {
    if fight.one(who).gu.is_empty() {
        return None;
    }
    let slots = 0..fight.one(who).gu.len() as u8;
    let begun = matches!(fight.turn.begun, Begun::Nothing | Begun::Activations(_));
    if !begun {
        return None;
    }
    let foe = fight
        .everyone()
        .filter(|foe| fight.foes(who, *foe) && fight.fighting(*foe))
        .min_by_key(|foe| (fight.distance(who, *foe), fight.one(*foe).hp.now))?;
    let of = |slot: u8| wish(fight, who, slot, foe);
    slots.filter_map(of).max_by_key(|(worth, _)| *worth).map(|(_, act)| act)
}

/// What a Gu would be good for now, and how good.
fn wish(fight: &Fight, who: Who, slot: u8, foe: Who) -> Option<(i16, Act)> {
    let owned = activating::owned(fight, who, slot).filter(|owned| owned.state == GuState::Idle)?;
    let known = entry(fight, owned.gu);
    let hurt = fight.one(who).hp.now * 2 <= fight.one(who).hp.max;
    let at = match activating::wanted(known) {
        Wanted::Foe => Target::Who(foe),
        Wanted::Anyone => Target::Who(who),
        Wanted::Square => Target::Square(fight.one(foe).at),
        Wanted::Step => Target::Step(fight.body(who).step_towards(fight.body(foe))?),
        Wanted::Nothing => Target::None,
        Wanted::Room => return None,
    };
    let worth = match known.does.first() {
        Some(Effect::Heal { .. }) if hurt => 90,
        Some(Effect::Staunch { .. }) if fight.one(who).bleeding > 1 => 85,
        Some(Effect::Attack { .. }) => 60,
        Some(Effect::Area { form: Form::Radius(_), .. }) => {
            let far = fight.distance(who, foe) > 4;
            if far { 55 } else { 0 }
        }
        Some(effect @ Effect::Area { form, .. }) => {
            let area = effects::placed(fight, who, owned, at, *form)?;
            let reach = match area.shape {
                super::areas::Shape::Line { length, .. } | super::areas::Shape::Cone { length, .. } => length,
                super::areas::Shape::Radius { metres, .. } => metres,
            };
            let straight = activating::wanted_by(effect) != Wanted::Step || in_line(fight, who, foe);
            if fight.distance(who, foe) <= reach.into() && straight { 58 } else { 0 }
        }
        None if known.has(Keyword::Sustained)
            && standing::sustained(fight, who) < crate::derived::activations(fight, who).max(1) =>
        {
            70
        }
        _ => 0,
    };
    let act =
        if killer_moves::is_move(fight, owned) { GuAct::Perform { slot, at } } else { GuAct::Activate { slot, at } };
    let rooted = known.powers.iter().any(|power| matches!(power, Power::Rooted | Power::NoMelee));
    let keeps =
        !known.has(Keyword::Sustained) || activating::costs(fight, who, owned) * 3 <= fight.one(who).essence.now;
    (worth > 0 && !rooted && keeps && may_act(fight, who, act).is_ok()).then_some((worth, Act::Gu(act)))
}

fn in_line(fight: &Fight, who: Who, foe: Who) -> bool {
    let (from, to) = (fight.one(who).at, fight.one(foe).at);
    let (dx, dy) = ((to.x - from.x).abs(), (to.y - from.y).abs());
    dx == 0 || dy == 0 || dx == dy
}

/// The guard that answers best, if there is one.
pub fn best_answer(fight: &Fight, who: Who, trigger: &Trigger) -> Option<u8> {
    let legal = |slot: &u8| reactions::may_react(fight, who, trigger, reactions::React::Gu(*slot)).is_ok();
    (0..fight.one(who).gu.len() as u8)
        .filter(legal)
        .max_by_key(|slot| activating::owned(fight, who, *slot).map_or(0, |owned| owned.hp.now))
}

/// How far the attacks of somebody's Gu reach, of those it can pay for; 0 for none.
pub fn wanted_range(fight: &Fight, who: Who) -> u16 {
    let strikes = |slot: &u8| {
        activating::is_ready(fight, who, *slot)
            .is_ok_and(|owned| entry(fight, owned.gu).does.iter().any(|effect| matches!(effect, Effect::Attack { .. })))
    };
    let reach = |slot: u8| activating::owned(fight, who, slot).map_or(0, |owned| activating::range(fight, who, owned));
    (0..fight.one(who).gu.len() as u8).filter(strikes).map(reach).max().unwrap_or(0)
}
