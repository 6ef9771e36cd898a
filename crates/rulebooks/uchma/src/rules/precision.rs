//! Precision rolls: whether an ability works on somebody unwilling.

use arrayvec::ArrayVec;
use quintain_engine::{Event, EventId, Rule, Table, Throw, Who};

use crate::ask::{self, Act, Ask};
use crate::book::{Against, Cover, DamageKind, Effect, Feature, Resistance, Status, Tag, Topic};
use crate::content::AbilityId;
use crate::fight::Fight;
use crate::rules::criticals;
use crate::rules::features::affected;
use crate::rules::{
    adjacency, ambush, cover, damage, death, features, happenings, prone, reactions, special_actions, statuses, weapons,
};

quintain_engine::section! {
    "Precision rolls";
    WHEN = Engine "precision.when": "Against somebody unwilling an ability needs a precision roll.", ruling "Allies and oneself are willing where nothing harms them.";
    VERSUS = Engine "precision.vs": "The roll is held against the resistance that the ability names, else Parry or Warding.";
    FORMULA = Engine "precision.formula": "1d10, half the level, weapon precision, and all else.";
    SUCCESS = Engine "precision.success": "The roll succeeds if it reaches the resistance; no face decides alone.";
    LEVEL = Engine "precision.level": "The roller's own level counts.", house "rounding";
    WEAPON = Engine "precision.weapon": "The weapon in the main hand gives weapon precision, changed by the off hand.", ruling "It counts for techniques and off-hand attacks too.";
    IGNORE = Engine "precision.ignore-weapon": "Some attacks leave weapon precision out, good or bad.";
    OTHER = Engine "precision.other": "Status effects, the surroundings and the like add up without limit.";
    ABILITY = Engine "precision.ability-mod": "An ability may change its own roll.";
    MULTI = Engine "precision.multi-target": "Against several targets there is a roll for each.", ruling "Its user may pick another order than the nearest first, then by turns.";
    OBJECTS = Engine "precision.objects": "Lifeless things resist with 0.";
}

/// A roll that is to be made.
#[derive(Clone, Copy, Debug)]
pub struct Attempt {
    /// Who rolls.
    pub by: Who,
    /// Against whom.
    pub at: Who,
    /// With what.
    pub ability: AbilityId,
    /// Which resistance.
    pub against: Resistance,
    /// Added by what the ability is used inside or together with.
    pub bonus: i16,
    /// Weapon precision is left out.
    pub plain: bool,
    /// The aim has been steadied.
    pub steadied: bool,
}

/// How it went.
#[derive(Clone, Copy, Debug)]
pub struct Rolled {
    /// It succeeded.
    pub hit: bool,
    /// The unmodified face.
    pub face: u16,
    /// The event.
    pub event: EventId,
}

/// One part of a total.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    label: &'static str,
    value: i16,
    rule: &'static Rule,
}

pub(super) type Parts = ArrayVec<Part, 16>;

/// Notes each part of a total that is not 0.
fn noted(parts: &mut Parts) -> impl FnMut(&'static str, i16, &'static Rule) + '_ {
    |label, value, rule| {
        if value != 0 {
            let _ = parts.try_push(Part { label, value, rule });
        }
    }
}

/// Whether a feature that is meant against something counts against this ability.
pub fn counts_against(fight: &Fight, ability: AbilityId, against: Against) -> bool {
    let ability = fight.ability(ability);
    let magical = ability.kind == Some(DamageKind::Magical) || (ability.kind.is_none() && ability.is(Tag::Technique));
    let flies = fight.thrown || ability.is(Tag::Projectile);
    match against {
        Against::Anything | Against::ThatCreature => true,
        Against::Physical => !magical,
        Against::Magical => magical,
        Against::Projectiles => flies,
        Against::PhysicalProjectiles => flies && !magical,
        Against::MagicalProjectiles => flies && magical,
    }
}

/// `precision.weapon`: the weapon precision of somebody.
#[inline]
pub fn weapon_precision(fight: &Fight, who: Who) -> i16 {
    fight.one(who).makeup.precision
}

/// The same, worked out for the notes of [`Fight`].
pub(crate) fn weapons_of_makeup(fight: &Fight, who: Who) -> i16 {
    let one = fight.one(who);
    let template = fight.template(who);
    if let Some(whole) = template.precision {
        return fight.value(whole, one.own) - fight.half(one.own.level);
    }
    if one.before.is_some() {
        return 0;
    }
    let main = one.main.unwrap_or(weapons::BARE);
    let off = one.off.filter(|weapon| fight.weapon(*weapon).entry.hold == crate::book::Hold::OffHand);
    fight.weapon(main).entry.precision + off.map_or(0, |weapon| fight.weapon(weapon).entry.precision)
}

/// The modifier that somebody's rolls have now without regard to the target: half the level, weapon precision, and what
/// lasts on it.
pub fn modifier(fight: &Fight, who: Who) -> i16 {
    let one = fight.one(who);
    let own = if one.before.is_none() { one.precision_bonus } else { 0 };
    let mut total = one.makeup.half_level + weapon_precision(fight, who) + own;
    impairments(fight, who, &mut |_, value, _| total += value);
    total
        + features::sum(fight, who, Topic::Rolls, |feature, source| match feature {
            Feature::Precision { by, when: None } => fight.value(by, source.with),
            _ => 0,
        })
}

/// Everything that somebody's roll is made of besides the die, part by part.
fn bonuses(fight: &Fight, attempt: &Attempt, mut add: impl FnMut(&'static str, i16, &'static Rule)) {
    let Attempt { by, at, ability, bonus, plain, steadied, .. } = *attempt;
    let (one, entry) = (fight.one(by), fight.ability(ability));
    add("level", one.makeup.half_level, &LEVEL);
    let ignored = plain || entry.entry.ignores_weapon_precision || prone::halves(fight, by, ability);
    if !ignored {
        add("weapon", weapon_precision(fight, by), &WEAPON);
    }
    add("ability", entry.entry.precision + bonus, &ABILITY);
    add("own", if one.before.is_none() { one.precision_bonus } else { 0 }, &OTHER);
    if !one.lasting.is_empty() {
        impairments(fight, by, &mut add);
    }
    if !features::none(fight, by, Topic::Rolls) {
        add("given", given(fight, by, at), &OTHER);
    }
    if entry.is(Tag::Command) {
        add("pet", guidance(fight, by), &OTHER);
    }
    if special_actions::is_projectile(fight, ability) {
        let (height, rule) = cover::height_bonus(fight, by, at);
        add(if height > 0 { "high ground" } else { "low ground" }, height, rule);
        add("unsteady aim", weapons::unsteadiness(fight, by, ability, steadied), &weapons::UNSTEADY);
    }
    if entry.melee && !fight.thrown && adjacency::flanked(fight, at) {
        add("flanked", 1, &adjacency::BONUS);
    }
    let lies = fight.one(at).prone || fight.one(at).unconscious;
    if lies && adjacency::adjacent(fight, by, at) {
        add("prone target", 1, &prone::ADJACENT);
    }
}

/// The sum of it.
fn added(fight: &Fight, attempt: &Attempt) -> i16 {
    let mut whole = 0;
    bonuses(fight, attempt, |_, value, _| whole += value);
    whole
}

/// What features add to somebody's rolls against another.
fn given(fight: &Fight, by: Who, at: Who) -> i16 {
    features::sum(fight, by, Topic::Rolls, |feature, source| match feature {
        Feature::Precision { by: much, when } if when.is_none_or(|when| features::holds(fight, by, Some(at), when)) => {
            fight.value(much, source.with)
        }
        _ => 0,
    })
}

/// What lasts on somebody and changes its rolls.
fn impairments(fight: &Fight, by: Who, add: &mut impl FnMut(&'static str, i16, &'static Rule)) {
    let one = fight.one(by);
    let under = |status| affected(fight, by, status);
    if under(Status::Blinded) {
        add("blinded", -5, &statuses::BLINDED);
    }
    if under(Status::Disoriented) {
        add("disoriented", -one.size(Status::Disoriented), &statuses::DISORIENTED);
    }
    if let Some(fatigued) = one.lasting.status(Status::Fatigued).filter(|_| under(Status::Fatigued)) {
        add("fatigued", -2 * i16::from(fatigued.stacks), &statuses::FATIGUED);
    }
    if under(Status::PredictiveForesight) {
        add("foresight", 1, &statuses::PREDICTIVE);
    }
    if one.ambushed() {
        add("ambushed", -1, &ambush::PRECISION);
    }
}

/// What a pet adds to commands that go through it.
fn guidance(fight: &Fight, by: Who) -> i16 {
    super::summoning::pet_of(fight, by).map_or(0, |pet| {
        features::sum(fight, pet, Topic::Rolls, |feature, _| match feature {
            Feature::GuidesCommands { by } => by,
            _ => 0,
        })
    })
}

/// A resistance without cover.
pub fn resistance(fight: &Fight, whom: Who, which: Resistance) -> i16 {
    held_against(fight, whom, which, None)
}

/// A resistance as it is now, perhaps against an attempt; cover left out.
#[inline(always)]
fn held_against(fight: &Fight, whom: Who, which: Resistance, attempt: Option<&Attempt>) -> i16 {
    let one = fight.one(whom);
    let mut whole = one.makeup.guard[which as usize];
    if features::is_bare(fight, whom) && !one.unconscious {
        return whole;
    }
    altered(fight, whom, which, attempt, |_, value, _| whole += value);
    whole
}

/// Everything that a resistance is made of, part by part.
fn guarded(
    fight: &Fight,
    whom: Who,
    which: Resistance,
    attempt: Option<&Attempt>,
    mut add: impl FnMut(&'static str, i16, &'static Rule),
) {
    innate(fight, whom, which, &mut add);
    altered(fight, whom, which, attempt, add);
}

/// What a resistance is made of before anything that lasts, part by part.
fn innate(fight: &Fight, whom: Who, which: Resistance, mut add: impl FnMut(&'static str, i16, &'static Rule)) {
    let one = fight.one(whom);
    let base = fight.template(whom).resistances[which as usize];
    add("base", fight.value(base, one.own), &VERSUS);
    if one.before.is_none() {
        add("own", one.bonus[which as usize], &OTHER);
        let worn: i16 = [one.main, one.off]
            .into_iter()
            .flatten()
            .map(|weapon| match which {
                Resistance::Parry => fight.weapon(weapon).entry.parry,
                Resistance::Warding => fight.weapon(weapon).entry.warding,
                _ => 0,
            })
            .sum();
        add("gear", worn, &weapons::WIELDED);
    }
}

/// Its sum, worked out for the notes of [`Fight`].
pub(crate) fn guard_of_makeup(fight: &Fight, whom: Who, which: Resistance) -> i16 {
    let mut whole = 0;
    innate(fight, whom, which, |_, value, _| whole += value);
    whole
}

/// What changes a resistance for a while, part by part.
fn altered(
    fight: &Fight,
    whom: Who,
    which: Resistance,
    attempt: Option<&Attempt>,
    mut add: impl FnMut(&'static str, i16, &'static Rule),
) {
    hindrances(fight, whom, which, &mut add);
    let given = features::sum(fight, whom, Topic::Guard, |feature, source| match feature {
        Feature::Resistance { which: of, by, against } => {
            let meant = of.is_empty() || of.has(which);
            let fits = match attempt {
                None => against == Against::Anything,
                Some(_) if against == Against::ThatCreature && source.about != attempt.map(|attempt| attempt.by) => {
                    false
                }
                Some(attempt) => counts_against(fight, attempt.ability, against),
            };
            if meant && fits { fight.value(by, source.with) } else { 0 }
        }
        _ => 0,
    });
    add("given", given, &OTHER);
}

/// What status effects take from a resistance.
#[inline]
fn hindrances(fight: &Fight, whom: Who, which: Resistance, add: &mut impl FnMut(&'static str, i16, &'static Rule)) {
    let one = fight.one(whom);
    if !one.lasting.is_empty() || one.unconscious {
        all_hindrances(fight, whom, which, add);
    }
}

fn all_hindrances(fight: &Fight, whom: Who, which: Resistance, add: &mut impl FnMut(&'static str, i16, &'static Rule)) {
    let one = fight.one(whom);
    let size = |status| if affected(fight, whom, status) { one.size(status) } else { 0 };
    if let Some(fatigued) = one.lasting.status(Status::Fatigued).filter(|_| affected(fight, whom, Status::Fatigued)) {
        add("fatigued", -2 * i16::from(fatigued.stacks), &statuses::FATIGUED);
    }
    if one.ambushed() {
        add("ambushed", -1, &ambush::RESIST);
    }
    if affected(fight, whom, Status::ProtectiveForesight) {
        add("foresight", 1, &statuses::PROTECTIVE);
    }
    let limp = one.unconscious && fight.house().unconscious_stunned == crate::house::UnconsciousStunned::Yes;
    let stunned = limp || affected(fight, whom, Status::Stunned);
    let held = limp || affected(fight, whom, Status::Immobilized);
    match which {
        Resistance::Parry => {
            add("stunned", if stunned { -2 } else { 0 }, &statuses::STUNNED);
            add("weakened", -size(Status::WeakenedDefenses), &statuses::WEAKENED);
        }
        Resistance::Evasion => {
            add("stunned", if stunned { -2 } else { 0 }, &statuses::STUNNED);
            add("immobilized", if held { -1 } else { 0 }, &statuses::IMMOBILIZED);
            add("slowed", -size(Status::Slowed), &statuses::SLOWED);
        }
        Resistance::Constitution => add("sickened", -size(Status::Sickened), &statuses::SICKENED),
        Resistance::Warding => {}
    }
}

/// How many of the ten faces would succeed, as far as can be foreseen.
#[inline(always)]
pub fn chance(fight: &Fight, by: Who, at: Who, ability: AbilityId) -> i16 {
    let Some(against) = fight.ability(ability).against else { return 10 };
    let steadied = fight.turn.as_ref().is_some_and(|turn| turn.who == by && turn.steadied);
    let attempt = Attempt { by, at, ability, against, bonus: 0, plain: false, steadied };
    let hidden = cover::worth(cover::computed(fight, by, at, ability));
    let held = hidden + held_against(fight, at, against, Some(&attempt));
    (11 - (held - added(fight, &attempt))).clamp(0, 10)
}

/// Makes the roll, with everything that may come before and after it.
///
/// # Errors
/// Halts with the table.
pub(crate) fn roll<T: Table<Fight>>(fight: &mut Fight, table: &mut T, attempt: Attempt) -> Result<Rolled, T::Halt> {
    let Attempt { by, at, ability, against, .. } = attempt;
    reactions::before_roll(fight, table, by, at, ability)?;
    let hidden = cover::ruled(fight, table, by, at, ability)?;
    fight.scratch.inspired = false;
    let (open, inspired) = if is_alone(fight, by, at) { (false, 0) } else { before(fight, table, &attempt)? };
    let guard = held_against(fight, at, against, Some(&attempt));
    let held = Held { own: added(fight, &attempt), guard, inspired, hidden, open };
    let told = parts_if_heard(fight, table, &attempt);
    let face = throw(fight, table, &attempt)?;
    settled(fight, table, &attempt, &held, face, told.as_ref())
}

/// A roll whose die has fallen, with everything that may come after it.
///
/// # Errors
/// Halts with the table.
pub(super) fn settled<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    attempt: &Attempt,
    held: &Held,
    face: u16,
    told: Option<&(Parts, Parts)>,
) -> Result<Rolled, T::Halt> {
    let Attempt { by, at, .. } = *attempt;
    if is_alone(fight, by, at) {
        return Ok(counted(fight, table, attempt, held, face, told));
    }
    let (face, raised) = second_thoughts(fight, table, attempt, held, face)?;
    let hit = held.reached_by(held.total(face) + raised);
    let event = held.tell(fight, table, attempt, (face, raised, hit), told);
    spend_foresight(fight, by, at);
    happenings::after_own_roll(fight, table, by, at, hit)?;
    Ok(Rolled { hit, face, event })
}

/// The same where nothing comes after it: it counts as it has fallen.
#[inline(always)]
pub(super) fn counted<T: Table<Fight>>(
    fight: &Fight,
    table: &mut T,
    attempt: &Attempt,
    held: &Held,
    face: u16,
    told: Option<&(Parts, Parts)>,
) -> Rolled {
    let hit = held.reached_by(held.total(face));
    Rolled { hit, face, event: held.tell(fight, table, attempt, (face, 0, hit), told) }
}

/// What both sides of a roll are made of, if anybody hears it: an edict, or a charm that shatters, may change them before
/// the roll can be told.
#[inline(always)]
pub(super) fn parts_if_heard<T: Table<Fight>>(fight: &Fight, table: &T, attempt: &Attempt) -> Option<(Parts, Parts)> {
    table.hears().then(|| parts_of(fight, attempt))
}

/// What both sides of a roll are made of, part by part.
fn parts_of(fight: &Fight, attempt: &Attempt) -> (Parts, Parts) {
    let (mut parts, mut guards) = (Parts::new(), Parts::new());
    bonuses(fight, attempt, noted(&mut parts));
    guarded(fight, attempt.at, attempt.against, Some(attempt), noted(&mut guards));
    (parts, guards)
}

/// What comes before a roll: whether the target is open to it, and inspiration.
fn before<T: Table<Fight>>(fight: &mut Fight, table: &mut T, attempt: &Attempt) -> Result<(bool, i16), T::Halt> {
    let Attempt { by, at, against, .. } = *attempt;
    let opens = |feature| matches!(feature, Feature::OpenTo { which } if which.has(against));
    let open = features::any(fight, at, Topic::Guard, opens);
    let inspired = inspiration(fight, table, by, at)?;
    fight.scratch.inspired = inspired_blow(fight, table, attempt)?;
    Ok((open, inspired))
}

/// Whoever may throws again, and a failed roll may be raised: the face that counts, and by how much it is raised.
fn second_thoughts<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    attempt: &Attempt,
    held: &Held,
    mut face: u16,
) -> Result<(u16, i16), T::Halt> {
    let Attempt { by, at, ability, .. } = *attempt;
    if !held.reached_by(held.total(face))
        && criticals::may_reroll_failed(fight, by)
        && ask::yes(fight, table, Ask::Reroll { who: by, at, ability })?
    {
        criticals::use_reroll(fight, table, by, true);
        face = throw(fight, table, attempt)?;
    }
    if held.reached_by(held.total(face))
        && criticals::may_reroll_success(fight, at)
        && ask::yes(fight, table, Ask::Reroll { who: at, at: by, ability })?
    {
        criticals::use_reroll(fight, table, at, false);
        face = throw(fight, table, attempt)?;
    }
    let raised = match held.resistance() - held.total(face) {
        short if short > 0 && !held.open => criticals::raise_failed(fight, table, by, at, short)?,
        _ => 0,
    };
    Ok((face, raised))
}

/// Whether neither of two has anything that comes before, in place of or after a roll between them.
#[inline]
fn is_alone(fight: &Fight, by: Who, at: Who) -> bool {
    features::is_bare(fight, by) && features::is_bare(fight, at)
}

/// The die of a roll.
///
/// # Errors
/// Halts with the table.
#[inline]
pub(super) fn throw<T: Table<Fight>>(fight: &mut Fight, table: &mut T, attempt: &Attempt) -> Result<u16, T::Halt> {
    table.die(fight, Throw::die(10, &FORMULA, "precision").by(attempt.by).at(attempt.at))
}

/// `st.inspired`: one more die, if it is wanted.
fn inspiration<T: Table<Fight>>(fight: &mut Fight, table: &mut T, by: Who, at: Who) -> Result<i16, T::Halt> {
    if !affected(fight, by, Status::Inspired) {
        return Ok(0);
    }
    match ask::act(fight, table, Ask::Inspired { who: by, at })? {
        Some(Act::Yes) => {
            statuses::lift(fight, table, by, Status::Inspired);
            let face = table.die(fight, Throw::die(2, &statuses::INSPIRED, "inspiration").by(by))?;
            Ok(face as i16)
        }
        _ => Ok(0),
    }
}

/// `st.inspired`: it may go into the damage of a basic weapon attack instead, which is said before the die falls.
fn inspired_blow<T: Table<Fight>>(fight: &mut Fight, table: &mut T, attempt: &Attempt) -> Result<bool, T::Halt> {
    let Attempt { by, at, ability, .. } = *attempt;
    let may = affected(fight, by, Status::Inspired) && fight.ability(ability).is(Tag::Basic);
    if !may || !ask::yes(fight, table, Ask::InspiredDamage { who: by, at })? {
        return Ok(false);
    }
    statuses::lift(fight, table, by, Status::Inspired);
    Ok(true)
}

fn spend_foresight(fight: &mut Fight, by: Who, at: Who) {
    if fight.is_plain() {
        return;
    }
    use crate::lasting::What;
    let gone = |status| move |lasting: &crate::lasting::Lasting| lasting.what != What::Status(status);
    fight.one_mut(by).lasting.retain(gone(Status::PredictiveForesight));
    fight.one_mut(at).lasting.retain(gone(Status::ProtectiveForesight));
}

/// `precision.objects`: whether somebody is a thing, which resists with nothing at all.
fn lifeless(fight: &Fight, whom: Who) -> bool {
    let one = fight.one(whom);
    fight.template(whom).resistances.iter().all(|base| fight.value(*base, one.own) == 0)
}

/// Everything that a roll is held together from.
pub(super) struct Held {
    /// What is added to the die.
    own: i16,
    /// What it is held against.
    guard: i16,
    inspired: i16,
    hidden: Option<Cover>,
    open: bool,
}

impl Held {
    /// A roll with these figures and nothing else.
    pub(super) fn plainly(fight: &Fight, attempt: &Attempt, own: i16, guard: i16) -> Held {
        debug_assert_eq!(guard, held_against(fight, attempt.at, attempt.against, Some(attempt)), "another resistance");
        debug_assert_eq!(own, added(fight, attempt), "another modifier");
        Held { own, guard, inspired: 0, hidden: None, open: false }
    }

    fn total(&self, face: u16) -> i16 {
        face as i16 + self.inspired + self.own
    }

    fn resistance(&self) -> i16 {
        self.guard + cover::worth(self.hidden)
    }

    /// Whether a total succeeds.
    fn reached_by(&self, total: i16) -> bool {
        self.open || total >= self.resistance()
    }

    fn tell<T: Table<Fight>>(
        &self,
        fight: &Fight,
        table: &mut T,
        attempt: &Attempt,
        (face, raised, hit): (u16, i16, bool),
        told: Option<&(Parts, Parts)>,
    ) -> EventId {
        let Attempt { by, at, ability, against, plain, .. } = *attempt;
        table.tell(|| {
            let (parts, guards) = told.cloned().unwrap_or_default();
            let does = if hit { "succeeds" } else { "fails" };
            let name = &fight.ability(ability).entry.name;
            let text = format!("{} {does} on {} with {name}", fight.label(by), fight.label(at));
            let mut event =
                Event::new(&FORMULA, text).by(by).to(at).and(&WHEN).and(&SUCCESS).and(&VERSUS).dice(10, &[face]);
            event = event.term("d10", i64::from(face), "");
            for part in &parts {
                event = event.term(part.label, part.value.into(), "");
                if !event.cites(part.rule.id) {
                    event = event.and(part.rule);
                }
            }
            if self.inspired > 0 {
                event = event.term("inspired", self.inspired.into(), "").and(&statuses::INSPIRED);
            }
            if raised > 0 {
                event = event.term("raised", raised.into(), "boon");
            }
            if plain || fight.ability(ability).entry.ignores_weapon_precision {
                event = event.and(&IGNORE);
            } else if !event.cites(WEAPON.id) && !prone::halves(fight, by, ability) {
                event = event.and(&WEAPON);
            }
            if prone::halves(fight, by, ability) {
                event = event.and(&prone::NO_WEAPON).and(&IGNORE);
            }
            if event.cites(adjacency::BONUS.id) {
                event = event.and(&adjacency::FLANKED).and(&adjacency::COUNTS).and(&adjacency::ADJACENT);
            }
            if parts.len() > 2 {
                event = event.and(&OTHER);
            }
            if fight.ability(ability).melee {
                event = event.and(&cover::MELEE_NONE);
            }
            event = match special_actions::is_projectile(fight, ability) {
                true => event.and(&cover::SIGNIFICANT),
                false => event.and(&cover::PROJECTILE),
            };
            if fight.one(at).unconscious {
                event = event.and(&death::UNCONSCIOUS_PRONE);
            }
            let steals =
                || fight.ability(ability).entry.does.iter().any(|step| matches!(step.effect, Effect::Steal(_)));
            if !hit && steals() {
                event = event.and(&damage::STEAL_FAILS);
            }
            if lifeless(fight, at) {
                event = event.and(&OBJECTS);
            }
            if self.hidden.is_some() {
                event = event.and(&cover::GRADES).and(&cover::PROJECTILE).and(&cover::FIND).and(&cover::NO_STACK);
                event = event.and(&cover::NEVER_BLOCKS).and(&cover::CREATURES);
                if fight.one(at).prone {
                    event = event.and(&prone::COVER);
                }
            }
            for part in &guards {
                if !event.cites(part.rule.id) {
                    event = event.and(part.rule);
                }
            }
            let against = if self.open { format!("{against} that is open") } else { against.to_string() };
            let total = self.total(face) + raised;
            event.total(total.into()).against(against, self.resistance().into())
        })
    }
}
