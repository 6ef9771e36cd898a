//! The interpreter of the effect vocabulary: what each step of an ability does to its targets.

mod harm;
mod marks;

use quintain_engine::{Event, EventId, Picks, Table, Throw, Who};
use quintain_field::Square;

use crate::ask::{self, Act, Ask};
use crate::book::{Apply, Aptitudes, Effect, Formula, MOST_STEPS, On, Potency, Resistance, Status, Step, With};
use crate::content::{AbilityId, ability_of};
use crate::fight::{Fight, Turn};
use crate::lasting::{List, StepId};
use crate::rules::precision::{self, Attempt};
use crate::rules::{
    abilities, adjacency, curses, death, features, forms, ground, prone, reactions, shoving, special_actions, strikes,
    summoning, weapons,
};

pub(crate) use harm::{blow, damage_event, potency, rolled};
use harm::{hurt, mend, take};
use marks::{comes_back, energy, give, learn, pin, put, sacrifice};

/// One use of an ability, or of the steps of one, under way.
#[derive(Clone, Copy, Debug)]
pub struct Job {
    /// Who uses it.
    pub by: Who,
    /// Which ability.
    pub ability: AbilityId,
    /// The aptitudes that count.
    pub with: Aptitudes,
    /// The middle of an area.
    pub spot: Square,
    /// Modifications.
    pub mods: [Option<AbilityId>; Turn::MOST_MODS],
    /// Added to the precision roll.
    pub precision: i16,
    /// Weapon precision is left out.
    pub plain: bool,
    /// The resistance rolled against instead.
    pub against: Option<Resistance>,
    /// Half damage after armour.
    pub half: bool,
    /// How much Potency counts, where it is not for the ability to say.
    pub potency: Option<Potency>,
    /// The ability whose steps follow a hit.
    pub rider: Option<AbilityId>,
    /// The unmodified face of the roll.
    pub face: u16,
    /// The aim was steadied.
    pub steadied: bool,
    /// How often damage is done: metres, points spent.
    pub times: i16,
    /// What caused it.
    pub cause: Option<EventId>,
    /// The place in the order of application when it began.
    pub since: u32,
    /// A zone lies where the user has been, not where it is.
    pub left_behind: bool,
    /// Nobody does it: the surroundings.
    pub nobody: bool,
    /// Only the strikes of this hand count: both have targets of their own.
    pub hand: Option<With>,
}

impl Job {
    /// A plain use.
    #[inline(always)]
    pub fn new(fight: &Fight, by: Who, ability: AbilityId) -> Job {
        Job {
            by,
            ability,
            with: abilities::aptitudes(fight, by, ability),
            spot: fight.one(by).at,
            mods: [None; Turn::MOST_MODS],
            precision: 0,
            plain: false,
            against: None,
            half: false,
            potency: None,
            rider: None,
            face: 0,
            steadied: fight.turn.as_ref().is_some_and(|turn| turn.who == by && turn.steadied),
            times: 1,
            cause: None,
            since: fight.counter,
            left_behind: false,
            nobody: false,
            hand: None,
        }
    }

    /// The same with aptitudes frozen earlier.
    pub fn with(mut self, with: Aptitudes) -> Job {
        self.with = with;
        self
    }

    /// The modifications.
    #[inline]
    pub fn modifications(&self) -> impl Iterator<Item = AbilityId> + use<> {
        let mods = self.mods;
        (0..mods.len()).map_while(move |place| mods[place])
    }
}

/// Whether the rest of an ability follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// It does.
    Go,
    /// It does not: a charge that did not arrive.
    Stop,
}

/// The steps of a linked ability on somebody, with a roll of its own if it names one.
///
/// # Errors
/// Halts with the table.
pub(crate) fn on_one<T: Table<Fight>>(fight: &mut Fight, table: &mut T, job: &Job, at: Who) -> Result<(), T::Halt> {
    if !abilities::still_usable(fight, job.by, job.ability) {
        return Ok(());
    }
    let entry = fight.ability(job.ability);
    let (against, only_harms) = (entry.against, entry.hostile && !entry.helpful);
    let mut job = *job;
    if let Some(against) = against.filter(|_| at != job.by || only_harms) {
        let attempt = attempt(fight, &job, at, against);
        let rolled = precision::roll(fight, table, attempt)?;
        job.cause = Some(rolled.event);
        job.face = rolled.face;
        fight.scratch.hit = rolled.hit;
        if !rolled.hit {
            steps(fight, table, &job, List::Miss, Some(at))?;
            features::after_use(fight, job.by, job.since);
            return Ok(());
        }
    }
    abilities::count(fight, job.by, job.ability);
    steps(fight, table, &job, List::Does, Some(at))?;
    features::after_use(fight, job.by, job.since);
    Ok(())
}

/// The steps of an ability that the surroundings do, with a roll of 1d10 alone if it names a resistance.
///
/// # Errors
/// Halts with the table.
pub(crate) fn from_environment<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    does: AbilityId,
    whom: Who,
) -> Result<(), T::Halt> {
    let job = Job { nobody: true, ..Job::new(fight, whom, does).with(Aptitudes::default()) };
    if let Some(against) = fight.ability(does).against {
        let face = table.die(fight, Throw::die(10, &precision::FORMULA, "the surroundings").at(whom))?;
        let wanted = precision::resistance(fight, whom, against);
        let hit = face as i16 >= wanted;
        table.tell(|| {
            let name = &fight.ability(does).entry.name;
            let does = if hit { "is caught by" } else { "escapes" };
            let text = format!("{} {does} {name}", fight.label(whom));
            let event = Event::new(&precision::FORMULA, text).to(whom).dice(10, &[face]);
            event.total(face.into()).against(against.to_string(), wanted.into())
        });
        precision::spend(fight, whom, Status::ProtectiveForesight);
        if !hit {
            return Ok(());
        }
    }
    steps(fight, table, &job, List::Does, Some(whom))?;
    Ok(())
}

/// The roll of a use against somebody.
pub fn attempt(fight: &Fight, job: &Job, at: Who, against: Resistance) -> Attempt {
    let mut bonus = job.precision;
    let mut versus = job.against.unwrap_or(against);
    for id in job.modifications() {
        if let Some(modifies) = fight.ability(id).entry.modifies {
            bonus += modifies.precision;
            versus = modifies.against.unwrap_or(versus);
        }
    }
    let Job { by, ability, plain, steadied, cause, .. } = *job;
    Attempt { by, at, ability, against: versus, bonus, plain, steadied, cause }
}

/// Carries out a list of steps, which is often empty. Conditions are read before the first of them acts.
///
/// # Errors
/// Halts with the table.
#[inline]
pub(crate) fn steps<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    job: &Job,
    list: List,
    at: Option<Who>,
) -> Result<Flow, T::Halt> {
    let first = fight.scratch.fallen.len();
    let flow = match fight.steps(job.ability, list) {
        [] => return Ok(Flow::Go),
        [only] => match (applies(fight, job, at, only), only.on) {
            (false, _) => return Ok(Flow::Go),
            (true, on) => single_step(fight, table, job, (list, on), at)?,
        },
        _ => all_steps(fight, table, job, list, at)?,
    };
    // `W-prone`: what waits for a fall comes once all of the steps are through.
    while fight.scratch.fallen.len() > first {
        let whom = fight.scratch.fallen.remove(first);
        reactions::fell(fight, table, whom)?;
    }
    Ok(flow)
}

/// The step of a list that has no other.
fn single_step<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    job: &Job,
    (list, on): (List, On),
    at: Option<Who>,
) -> Result<Flow, T::Halt> {
    let id = StepId { ability: job.ability, list, place: 0 };
    match recipient(job, on, at) {
        Some(whom) => one_step(fight, table, job, id, whom, (on == On::Target, 0)),
        None => on_several(fight, table, job, (id, on), at, 0),
    }
}

fn all_steps<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    job: &Job,
    list: List,
    at: Option<Who>,
) -> Result<Flow, T::Halt> {
    let (mut due, mut main, late) = (due(fight, job, list, at), true, fight.is_cut_short(job.by));
    while let Some(place) = due.next() {
        let id = StepId { ability: job.ability, list, place };
        let Some(step) = fight.step(id) else { break };
        let (on, hurts) = (step.on, matches!(step.effect, Effect::Damage(_) | Effect::Steal(_)));
        let mut extra = 0;
        while let (true, Some(place)) = (hurts, due.peek())
            && let Some(Step { effect: Effect::Bonus(more), .. }) = fight.step(StepId { place, ..id })
        {
            extra += fight.value(*more, job.with);
            due.next();
        }
        let first = main && on == On::Target;
        let flow = match recipient(job, on, at) {
            Some(whom) => one_step(fight, table, job, id, whom, (first, extra))?,
            None => on_several(fight, table, job, (id, on), at, extra)?,
        };
        // Whatever is left of it ends with the turn of its user.
        if flow == Flow::Stop || (!late && fight.present(job.by) && fight.is_cut_short(job.by)) {
            return Ok(Flow::Stop);
        }
        main &= !hurts;
    }
    Ok(Flow::Go)
}

/// The places of the steps in a list whose conditions hold, as bits.
struct Due(u16);

impl Due {
    fn peek(&self) -> Option<u8> {
        (self.0 != 0).then(|| self.0.trailing_zeros() as u8)
    }

    fn next(&mut self) -> Option<u8> {
        let place = self.peek();
        self.0 &= self.0.wrapping_sub(1);
        place
    }
}

fn due(fight: &Fight, job: &Job, list: List, at: Option<Who>) -> Due {
    let mut due = Due(0);
    for (step, place) in fight.steps(job.ability, list).iter().zip(0..MOST_STEPS) {
        if applies(fight, job, at, step) {
            due.0 |= 1 << place;
        }
    }
    due
}

/// Whether the conditions of a step hold.
#[inline]
fn applies(fight: &Fight, job: &Job, at: Option<Who>, step: &Step) -> bool {
    let holds = |when| features::holds(fight, job.by, at, when);
    step.when.is_none_or(holds) && !step.unless.is_some_and(holds)
}

/// One step on all its targets.
fn on_several<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    job: &Job,
    (id, on): (StepId, On),
    at: Option<Who>,
    extra: i16,
) -> Result<Flow, T::Halt> {
    for whom in recipients(fight, table, job, on, at)? {
        let Some((job, main)) = reaching(fight, table, job, on, whom)? else { continue };
        if one_step(fight, table, &job, id, whom, (main, extra))? == Flow::Stop {
            return Ok(Flow::Stop);
        }
    }
    Ok(Flow::Go)
}

/// `precision.multi-target`: where an ability is rolled for, each one beside its target that it is for has a roll of its
/// own. The use as it reaches that one, if it does, and whether that is a hit of its own with all that adds to it.
fn reaching<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    job: &Job,
    on: On,
    whom: Who,
) -> Result<Option<(Job, bool)>, T::Halt> {
    let beside = matches!(on, On::OneBesideTarget | On::AllBesideTarget);
    let Some(against) = fight.ability(job.ability).against.filter(|_| beside) else {
        return Ok(Some((*job, false)));
    };
    let attempt = attempt(fight, job, whom, against);
    let rolled = precision::roll(fight, table, attempt)?;
    Ok(rolled.hit.then_some((Job { cause: Some(rolled.event), face: rolled.face, ..*job }, true)))
}

/// The target of a step, where that is the ability's target or its user.
fn recipient(job: &Job, on: On, at: Option<Who>) -> Option<Who> {
    match on {
        On::Target => Some(at.unwrap_or(job.by)),
        On::User => Some(job.by),
        On::Pet | On::AllBesideTarget | On::OneBesideTarget => None,
    }
}

/// The targets of a step.
fn recipients<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    job: &Job,
    on: On,
    at: Option<Who>,
) -> Result<Picks<Who>, T::Halt> {
    let target = at.unwrap_or(job.by);
    let beside = |fight: &Fight, other: Who| {
        other != target && other != job.by && fight.present(other) && adjacency::adjacent(fight, target, other)
    };
    Ok(match on {
        On::Target | On::User => recipient(job, on, at).into_iter().collect(),
        On::Pet => summoning::pet_of(fight, job.by).into_iter().collect(),
        On::AllBesideTarget => all_beside(fight, target).collect(),
        On::OneBesideTarget => {
            if !fight.everyone().any(|other| beside(fight, other)) {
                return Ok(Picks::new());
            }
            match ask::act(fight, table, Ask::Beside { who: job.by, whom: target })? {
                Some(Act::Who(other)) => [other].into_iter().collect(),
                _ => Picks::new(),
            }
        }
    })
}

fn one_step<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    job: &Job,
    id: StepId,
    whom: Who,
    (main, extra): (bool, i16),
) -> Result<Flow, T::Halt> {
    if fight.one(whom).out.is_some() && whom != job.by {
        return Ok(Flow::Go);
    }
    let Some(step) = fight.step(id) else { return Ok(Flow::Go) };
    let (effect, on) = (step.effect, step.on);
    let before = std::mem::replace(&mut fight.scratch.cause, job.cause);
    let flow = act(fight, table, job, id, (effect, on), whom, (main, extra));
    fight.scratch.cause = before;
    flow
}

/// The event with what it follows from, where a step of an ability brings it about.
pub(crate) fn caused(fight: &Fight, event: Event) -> Event {
    match fight.scratch.cause {
        Some(cause) if event.cause.is_none() => event.because(cause),
        _ => event,
    }
}

/// What a step does to its target.
fn act<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    job: &Job,
    id: StepId,
    (effect, on): (Effect, On),
    whom: Who,
    (main, extra): (bool, i16),
) -> Result<Flow, T::Halt> {
    match effect {
        Effect::Damage(damage) => hurt(fight, table, job, damage, whom, (main, extra))?,
        Effect::Bonus(_) => {}
        Effect::Steal(steal) => take(fight, table, job, steal, whom, (main, extra))?,
        Effect::Heal(heal) => mend(fight, table, job, heal, whom)?,
        Effect::Apply(apply) => put(fight, table, job, apply, whom)?,
        Effect::Lift(lift) => curses::lift_off(fight, table, job, lift, whom)?,
        Effect::PassOn => curses::pass_on(fight, table, job, whom)?,
        Effect::Spread(radius) => curses::spread(fight, table, job, radius, whom)?,
        Effect::Shorten(by) => curses::shorten(fight, table, job, by, whom)?,
        Effect::Prone => prone::fell_by_step(fight, table, whom)?,
        Effect::Energy(by) => energy(fight, table, job, by, whom),
        Effect::Push(push) => shoving::push(fight, table, job, push, whom)?,
        Effect::Leap => return shoving::leap(fight, table, job, whom),
        Effect::Charge(charge) => return shoving::charge(fight, table, job, charge, whom),
        Effect::Go(go) => return shoving::go(fight, table, job, go),
        Effect::Dig(dig) => shoving::dig(fight, table, job, dig)?,
        Effect::Strike(strike) if job.hand.is_some_and(|hand| hand != strike.with) => {}
        Effect::Strike(strike) => strikes::strike(fight, table, job, strike, whom)?,
        Effect::Summon(summon) => summoning::summon(fight, table, job, summon)?,
        Effect::Transform(form) => forms::transform(fight, table, job, form, whom)?,
        Effect::Zone(_) => {
            let own = !job.left_behind && (on == On::User || at_oneself(fight, job));
            let at = if own { fight.one(job.by).at } else { job.spot };
            ground::make(fight, table, job, id, at);
        }
        Effect::Grant(grant) => give(fight, table, job, id, grant, whom),
        Effect::Reload => weapons::reload(fight, table, job.by),
        Effect::Passage(passage) => forms::send_away(fight, table, job, passage, whom)?,
        Effect::Disarm => weapons::disarm(fight, table, job, whom)?,
        Effect::Wake(wake) => {
            death::wake(fight, table, whom);
            put(fight, table, job, padding(wake), whom)?;
        }
        Effect::ComesBack => comes_back(fight, whom, job.by),
        Effect::Sacrifice(most) => sacrifice(fight, table, job, most, whom)?,
        Effect::Learn => learn(fight, table, job, whom)?,
        Effect::Pin(_) => pin(fight, table, job, id, whom)?,
        Effect::Devour(heals) => summoning::devour(fight, table, job, heals)?,
        Effect::Order(link) => fight.one_mut(whom).orders = ability_of(link),
        Effect::FirstAid => special_actions::first_aid(fight, table, job, whom)?,
        Effect::Include(rounds) => ground::include(fight, job.by, fight.value(rounds, job.with)),
        Effect::EndRitual => {
            ground::end_ritual(fight, job.by);
        }
        Effect::Widen(rounds) => ground::widen(fight, job.by, fight.value(rounds, job.with)),
    }
    Ok(Flow::Go)
}

/// The temporary health of somebody who is woken.
fn padding(wake: crate::book::Grantable) -> Apply {
    Apply {
        status: Status::TemporaryHealth,
        lasts: wake.lasts,
        size: Some(wake.amount),
        stacks: Formula::fixed(1),
        stack_for_each_foe: false,
        while_has: None,
    }
}

fn at_oneself(fight: &Fight, job: &Job) -> bool {
    matches!(fight.ability(job.ability).entry.aim, crate::book::Aim::Oneself)
}

/// Everybody who stands beside a target.
pub fn all_beside(fight: &Fight, target: Who) -> impl Iterator<Item = Who> + '_ {
    let beside =
        move |other: &Who| *other != target && fight.present(*other) && adjacency::adjacent(fight, target, *other);
    fight.everyone().filter(beside)
}
