//! Damage: from an instance of harm to hit points lost, in the order of the ruling R-29.

use quintain_engine::{Event, EventId, Rule, Table, Who};

use super::called_shot::Called;
use super::gu::{answers, forms, soaks};
use super::{dying, final_stand, injury, maneuvers, reduction, shields, status, wording};
use crate::condition::Condition;
use crate::fight::Fight;
use crate::kinds::{DAMAGE_TYPES, DamageType, DamageTypes};

quintain_engine::section! {
    "Damage";
    SUBTRACT = Engine "dmg.subtract": "Damage comes off the hit points, which never fall below 0.";
    ZERO_TEST = Engine "dmg.zero-test": "At 0 hit points a Perseverance test is made.", ruling "Beasts have no Perseverance and die; objects and shields break.";
    ZERO_FAIL = Engine "dmg.zero-fail": "Whoever fails it is Dying.";
    ZERO_SUCCESS = Engine "dmg.zero-success": "Whoever succeeds makes a Final Stand.";
    FORCE = Engine "type.force": "Force: blows by bodies, objects and forces such as Qi; stabs are force, too, and usually pierce.";
    RENDING = Engine "type.rending": "Rending: cuts and slashes.";
    COLD = Engine "type.cold": "Cold: low temperature.";
    HEAT = Engine "type.heat": "Heat: high temperature and fire.";
    SHOCK = Engine "type.shock": "Shock: electricity.";
    POISON = Engine "type.poison": "Poison damage to hit points is lowered by a tenth of Fortitude, rounded down.";
    SONIC = Engine "type.sonic": "Sonic: sound, which many shield Gu do not block; otherwise a type like any other.";
    DIRECT = Engine "type.direct": "Direct damage of any type passes by shield Gu; what lowers damage to hit points still may.";
    BLEEDING_DIRECT = Engine "type.bleeding-direct": "Bleeding damage is always direct.";
    SOUL = Engine "dmg.soul": "Soul damage comes off the soul and leaves hit points alone.", ruling "Creatures without a soul ignore it; at 0 the creature is dead.";
}

/// One instance of harm on its way to one target.
#[derive(Clone, Copy, Debug)]
pub struct Harm {
    /// How much of each type.
    pub amounts: [i32; DAMAGE_TYPES],
    /// Straight to hit points: shields cannot take it.
    pub direct: bool,
    /// A touch: shields do not block it unless their own text says so.
    pub touch: bool,
    /// The rank of the Gu it comes from; `None` where it comes from no Gu.
    pub rank: Option<u8>,
    /// Pierces what has no dao.
    pub piercing: bool,
    /// No reaction answers it.
    pub unreactable: bool,
    /// From bleeding.
    pub bleeding: bool,
    /// Cannot be lowered by anything.
    pub unreducible: bool,
    /// Struck by a melee attack of that one.
    pub melee_by: Option<Who>,
    /// Made without a weapon.
    pub unarmed: bool,
    /// Of an attack roll.
    pub by_attack: bool,
    /// Whose doing it is.
    pub by: Option<Who>,
    /// Where a called shot went.
    pub called: Option<Called>,
    /// The rule behind it.
    pub rule: &'static Rule,
    /// The event that led to it.
    pub cause: EventId,
}

impl Harm {
    /// Of nothing yet, by this rule.
    pub fn new(rule: &'static Rule, cause: EventId) -> Self {
        Harm {
            amounts: [0; DAMAGE_TYPES],
            direct: false,
            touch: false,
            rank: None,
            piercing: false,
            unreactable: false,
            bleeding: false,
            unreducible: false,
            melee_by: None,
            unarmed: false,
            by_attack: false,
            by: None,
            called: None,
            rule,
            cause,
        }
    }

    /// With so much more of a type.
    pub fn of(mut self, damage: DamageType, amount: i32) -> Self {
        self.amounts[damage as usize] += amount;
        self
    }

    /// By somebody.
    pub fn by(mut self, who: Who) -> Self {
        self.by = Some(who);
        self
    }

    /// From a Gu of this rank.
    pub fn ranked(mut self, rank: u8) -> Self {
        self.rank = Some(rank);
        self
    }

    /// Straight to hit points.
    pub fn direct(mut self) -> Self {
        self.direct = true;
        self
    }

    /// The whole of it.
    pub fn total(&self) -> i32 {
        self.amounts.iter().sum()
    }

    /// Whether any of these types is in it.
    pub fn is_of(&self, types: DamageTypes) -> bool {
        DamageType::ALL.into_iter().any(|damage| types.has(damage) && self.amounts[damage as usize] > 0)
    }

    /// Doubled for a critical.
    pub fn doubled(mut self) -> Self {
        for amount in &mut self.amounts {
            *amount *= 2;
        }
        self
    }

    /// The types in it, with how much of each: `6 heat and 4 force`.
    pub fn words(&self) -> String {
        words(&self.amounts)
    }
}

/// Amounts by type in words.
pub fn words(amounts: &[i32; DAMAGE_TYPES]) -> String {
    let parts: Vec<String> = DamageType::ALL
        .into_iter()
        .filter(|damage| amounts[*damage as usize] > 0)
        .map(|damage| format!("{} {}", amounts[damage as usize], damage.name()))
        .collect();
    if parts.is_empty() { "no".into() } else { parts.join(" and ") }
}

/// Takes up to so much away of these types, one after another, and says how much that was.
pub(crate) fn take_away(amounts: &mut [i32; DAMAGE_TYPES], types: DamageTypes, most: i32) -> i32 {
    let mut left = most.max(0);
    for damage in DamageType::ALL.into_iter().filter(|damage| types.has(*damage)) {
        let part = left.min(amounts[damage as usize]);
        amounts[damage as usize] -= part;
        left -= part;
    }
    most.max(0) - left
}

/// The rule of a type.
fn rule_of(damage: DamageType) -> Option<&'static Rule> {
    match damage {
        DamageType::Force => Some(&FORCE),
        DamageType::Rending => Some(&RENDING),
        DamageType::Cold => Some(&COLD),
        DamageType::Heat => Some(&HEAT),
        DamageType::Shock => Some(&SHOCK),
        DamageType::Poison => Some(&POISON),
        DamageType::Sonic => Some(&SONIC),
        DamageType::Untyped => None,
    }
}

/// What an instance of harm did to hit points.
#[derive(Clone, Copy, Debug)]
pub struct Dealt {
    /// Of each type, after everything that lowers it, whether or not so many hit points were left.
    pub to_hp: [i32; DAMAGE_TYPES],
    /// The harm as it came.
    pub harm: Harm,
    /// The event that tells it.
    pub event: EventId,
    /// Hit points before.
    pub before: i16,
    /// It has ended another body that the one struck had taken.
    pub ended_form: bool,
}

impl Dealt {
    /// The whole of it.
    pub fn total(&self) -> i32 {
        self.to_hp.iter().sum()
    }

    /// How much of a type reached hit points.
    pub fn of(&self, damage: DamageType) -> i32 {
        self.to_hp[damage as usize]
    }
}

/// An instance of harm with nothing between its damage and its end.
pub(crate) fn harm<T: Table<Fight>>(fight: &mut Fight, table: &mut T, whom: Who, harm: Harm) -> Result<Dealt, T::Halt> {
    let dealt = take(fight, table, whom, harm)?;
    settle(fight, table, whom, &dealt)?;
    Ok(dealt)
}

/// R-29 steps 3 to 8: redirection, shields, armour, reductions, resistance, and off the hit points. What hangs on
/// hit-point damage comes after this, then [`settle`].
pub(crate) fn take<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    whom: Who,
    mut harm: Harm,
) -> Result<Dealt, T::Halt> {
    if harm.total() > 0 && fight.present(whom) {
        soaks::drawn(fight, table, whom, &mut harm)?;
    }
    let (to_hp, before) = ([0; DAMAGE_TYPES], fight.one(whom).hp.now);
    let nothing = Dealt { to_hp, harm, event: harm.cause, before, ended_form: false };
    if harm.total() <= 0 || !fight.present(whom) {
        return Ok(nothing);
    }
    let mut left = harm.amounts;
    if !harm.direct {
        soaks::sphere(fight, table, whom, &harm, &mut left)?;
        shields::absorb(fight, table, whom, &harm, &mut left)?;
    }
    soaks::soak(fight, table, whom, &harm, &mut left)?;
    if !fight.present(whom) || left.iter().sum::<i32>() <= 0 {
        return Ok(nothing);
    }
    let mut to_hp = reduction::lower(fight, table, whom, &harm, left);
    let ended_form = forms::breaks(fight, table, whom, &mut to_hp);
    let total: i32 = to_hp.iter().sum();
    let before = fight.one(whom).hp.now;
    let lost = total.clamp(0, i32::from(fight.one(whom).hp.now)) as i16;
    fight.one_mut(whom).hp.now -= lost;
    fight.one_mut(whom).blow = (total > 0).then_some((before, false));
    count(fight, whom, harm.by, lost);
    let event = table.tell(|| told(fight, whom, &harm, &to_hp, before));
    if total > 0 {
        soaks::harmed(fight, table, whom, &to_hp, &harm)?;
    }
    Ok(Dealt { to_hp, harm, event, before, ended_form })
}

fn told(fight: &Fight, whom: Who, harm: &Harm, to_hp: &[i32; DAMAGE_TYPES], before: i16) -> Event {
    let now = fight.one(whom).hp.now;
    let text = match to_hp.iter().sum::<i32>() {
        0 => format!("{} takes no damage to hit points", fight.label(whom)),
        _ => format!("{} takes {} damage to hit points: {before} → {now}", fight.label(whom), words(to_hp)),
    };
    let mut event = Event::new(&SUBTRACT, text).to(whom).because(harm.cause).and(harm.rule);
    event.who = harm.by;
    for damage in DamageType::ALL {
        if harm.amounts[damage as usize] > 0 {
            event.also.extend(rule_of(damage));
        }
    }
    if harm.direct {
        event = event.and(&DIRECT);
    }
    if harm.bleeding {
        event = event.and(&BLEEDING_DIRECT).with("bleeding");
    }
    let lost = u32::from((before - now).unsigned_abs());
    event.change(whom, "hp", before.into(), now.into()).harm(harm.by, whom, lost)
}

/// For statistics: who dealt and who took how much.
pub(crate) fn count(fight: &mut Fight, whom: Who, by: Option<Who>, amount: i16) {
    let amount = u32::from(amount.unsigned_abs());
    fight.one_mut(whom).taken += amount;
    if let Some(by) = by {
        fight.one_mut(by).dealt += amount;
    }
}

/// R-29 steps 10 and 11: instant death, else the end of a Final Stand or the test at 0; then injuries. Whose wings went with
/// another body falls after that.
pub(crate) fn settle<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    whom: Who,
    dealt: &Dealt,
) -> Result<(), T::Halt> {
    let lived = !fight.one(whom).is(Condition::Dead);
    if !is_undone(fight, whom) {
        come_of(fight, table, whom, dealt)?;
    }
    fight.one_mut(whom).blow = None;
    if dealt.ended_form {
        maneuvers::keep_aloft(fight, table, whom)?;
    }
    match dealt.harm.by {
        Some(by) if lived && fight.one(whom).is(Condition::Dead) => answers::killed(fight, table, by, whom),
        _ => Ok(()),
    }
}

/// Whether the blow that is being settled has been undone.
pub(crate) fn is_undone(fight: &Fight, whom: Who) -> bool {
    fight.one(whom).blow.is_some_and(|(_, undone)| undone)
}

fn come_of<T: Table<Fight>>(fight: &mut Fight, table: &mut T, whom: Who, dealt: &Dealt) -> Result<(), T::Halt> {
    let total = dealt.total();
    if total <= 0 || !fight.present(whom) {
        return Ok(());
    }
    let one = fight.one(whom);
    if total >= 2 * i32::from(one.hp.max) {
        return super::death::die(fight, table, whom, &super::death::INSTANT, Some(dealt.event));
    }
    // What has come in between, a fall for one, has been settled for itself.
    let left_some = i32::from(dealt.before) > total;
    if left_some {
        // Nothing more than injuries comes of it.
    } else if one.is(Condition::Dying) {
        dying::struck(fight, table, whom, dealt.event)?;
    } else if one.is(Condition::FinalStand) {
        final_stand::struck(fight, table, whom, dealt.event)?;
    } else if one.hp.now == 0 {
        if soaks::rises_again(fight, table, whom)? {
            return Ok(());
        }
        zero(fight, table, whom, dealt.event)?;
    }
    if fight.present(whom) && !is_undone(fight, whom) {
        injury::of(fight, table, whom, dealt)?;
    }
    Ok(())
}

/// At 0 hit points: the Perseverance test, or death for those who have none.
pub(crate) fn zero<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    whom: Who,
    cause: EventId,
) -> Result<(), T::Halt> {
    if !fight.template(whom).perseveres {
        return super::death::die(fight, table, whom, &ZERO_TEST, Some(cause));
    }
    let result = dying::perseverance(fight, table, whom, &ZERO_TEST)?;
    if answers::undone(fight, table, whom)? {
        return Ok(());
    }
    if result.succeeded() {
        table.tell(|| {
            let text = format!("{} makes a Final Stand", fight.label(whom));
            Event::new(&ZERO_SUCCESS, text).by(whom).because(result.event)
        });
        status::give(fight, table, whom, Condition::FinalStand, &ZERO_SUCCESS)
    } else {
        dying::begin(fight, table, whom, &ZERO_FAIL)
    }
}

/// Damage to the soul; says how much was lost.
pub(crate) fn soul<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    whom: Who,
    amount: i16,
    (rule, cause): (&'static Rule, Option<EventId>),
) -> Result<i16, T::Halt> {
    if amount <= 0 || !fight.one(whom).has_soul || !fight.present(whom) {
        return Ok(0);
    }
    let amount = soaks::guards_soul(fight, table, whom, amount)?;
    if amount == 0 {
        return Ok(0);
    }
    let before = fight.one(whom).soul.now;
    let lost = lose_soul(fight, whom, amount);
    let after = before - lost;
    let event = table.tell(|| {
        let text = format!("{} takes {amount} soul damage: {before} → {after}", fight.label(whom));
        let event = Event::new(&SOUL, text).to(whom).and(rule).change(whom, "soul", before.into(), after.into());
        if let Some(cause) = cause { event.because(cause) } else { event }
    });
    if after == 0 && before > 0 {
        super::death::die(fight, table, whom, &SOUL, Some(event))?;
        return Ok(lost);
    }
    shaken(fight, table, whom)?;
    Ok(lost)
}

/// Soul goes, by harm or as a price; says how much. What that does comes with [`shaken`].
pub(crate) fn lose_soul(fight: &mut Fight, whom: Who, amount: i16) -> i16 {
    let mut one = fight.one_mut(whom);
    let lost = one.soul.lose(amount);
    one.soul_lost += lost;
    lost
}

/// Half the soul lost in one turn shrinks its maximum; below half of it one is fatigued.
pub(crate) fn shaken<T: Table<Fight>>(fight: &mut Fight, table: &mut T, whom: Who) -> Result<(), T::Halt> {
    let one = fight.one(whom);
    let half = one.soul.max / 2;
    if one.soul_lost >= half.max(1) && one.soul.max < 100 {
        let die = quintain_engine::Throw::die(6, &SOUL, "maximum soul lost").by(whom);
        let face = table.die(fight, die)? as i16;
        let mut one = fight.one_mut(whom);
        one.soul_lost = 0;
        let before = one.soul.max;
        one.soul.max = (one.soul.max - face).max(1);
        one.soul.now = one.soul.now.min(one.soul.max);
        let after = one.soul.max;
        drop(one);
        table.tell(|| {
            let text = format!("{}'s maximum soul falls from {before} to {after}", fight.label(whom));
            Event::new(&SOUL, text).to(whom).dice(6, &[face as u16])
        });
    }
    let one = fight.one(whom);
    if one.soul.now * 2 < one.soul.max && !one.is(Condition::Fatigued) {
        status::give(fight, table, whom, Condition::Fatigued, &SOUL)?;
    }
    Ok(())
}

/// Hit points come back; says how many.
pub(crate) fn heal<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    whom: Who,
    amount: i16,
    rule: &'static Rule,
) -> Result<i16, T::Halt> {
    if !fight.present(whom) {
        return Ok(0);
    }
    let before = fight.one(whom).hp.now;
    let gained = fight.one_mut(whom).hp.gain(amount);
    if gained == 0 {
        return Ok(0);
    }
    table.tell(|| {
        let text = format!("{} regains {}", fight.label(whom), wording::counted(gained, "hit point"));
        let after = i64::from(before) + i64::from(gained);
        Event::new(rule, text).to(whom).change(whom, "hp", before.into(), after)
    });
    status::healed(fight, table, whom, gained);
    final_stand::healed(fight, table, whom);
    dying::healed(fight, table, whom);
    Ok(gained)
}
