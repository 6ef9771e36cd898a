//! Activating Gu: what may be activated when, what it costs, and the way to what it does.

use arrayvec::ArrayVec;
use quintain_engine::{Event, Refusal, Table, Who};
use quintain_field::{Square, Step};

use super::attack::{self, Aim};
use super::reactions::{self, Happening, Trigger};
use super::standing::{self, entry};
use super::{cover, effects, killer_moves, turns};
use crate::ask::{self, Ask};
use crate::book::{Effect, Form, GuEntry, Keyword, Lasts, Moment, Whom};
use crate::combatant::{GuState, Owned};
use crate::derived;
use crate::fight::{Begun, Fight};
use crate::kinds::Score;
use crate::lasting::{Lasting, Until, What};
use crate::rules::gu::GuAsk;

quintain_engine::section! {
    "Activate Gu";
    LIMIT = Engine "gu.activations-limit": "The action gives as many activations as the Activations attribute says, each for one Gu.", ruling "A Gu for which the essence does not suffice cannot be activated.";
    ANYTIME = Choice "gu.activations-anytime": "They may be spread over the whole turn, even between two steps.";
    OWN_TURN = Engine "gu.own-turn-only": "They are for one's own turn alone.";
    REPEAT = Engine "gu.repeat": "The same Gu may be activated several times a turn, but not while it is being sustained.";
    REACTIONS_SEPARATE = Engine "gu.reactions-separate": "Whoever has used all activations may still activate Gu as reactions.";
}

/// What an activation is aimed at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Target {
    /// Nothing, or the user itself.
    None,
    /// Somebody.
    Who(Who),
    /// A square.
    Square(Square),
    /// A direction.
    Step(Step),
}

/// What kind of target a Gu wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// None.
    Nothing,
    /// Somebody to attack.
    Foe,
    /// Somebody in range, oneself included.
    Anyone,
    /// The square in which an area begins.
    Square,
    /// A free square to stand on.
    Room,
    /// A direction.
    Step,
}

/// What kind of target an effect wants.
pub fn wanted_by(effect: &Effect) -> Wanted {
    match effect {
        Effect::Attack { .. } => Wanted::Foe,
        Effect::Area { form: Form::Radius(_), .. } => Wanted::Square,
        Effect::Area { form: Form::Line { .. } | Form::Cone(_), .. } => Wanted::Step,
        Effect::Heal { whom: Whom::OneInRange, .. } | Effect::Staunch { whom: Whom::OneInRange, .. } => Wanted::Anyone,
        Effect::Teleport => Wanted::Room,
        _ => Wanted::Nothing,
    }
}

/// What kind of target a Gu wants: that of the first of its effects which wants one.
pub fn wanted(entry: &GuEntry) -> Wanted {
    entry.does.iter().map(wanted_by).find(|wanted| *wanted != Wanted::Nothing).unwrap_or(Wanted::Nothing)
}

/// Portions of essence that an owned Gu costs its owner.
pub fn costs(fight: &Fight, who: Who, owned: Owned) -> i16 {
    if killer_moves::is_move(fight, owned) {
        return killer_moves::costs(fight, who, owned.gu);
    }
    let user = fight.template(who).rank;
    entry(fight, owned.gu).costs(owned.rank, user).min(i32::from(i16::MAX)) as i16
}

/// How far a Gu reaches, in metres.
pub fn range(fight: &Fight, who: Who, owned: Owned) -> u16 {
    let entry = entry(fight, owned.gu);
    let more = super::gu::more_reach(fight, who);
    if entry.touch { 1 + more } else { entry.range.at(entry.place(owned.rank)).max(0).unsigned_abs() }
}

/// One of the Gu that somebody owns.
pub fn owned(fight: &Fight, who: Who, slot: u8) -> Option<Owned> {
    fight.one(who).gu.get(usize::from(slot)).copied()
}

/// Whether a Gu could be activated at all: alive, idle, and paid for.
///
/// # Errors
/// The refusal.
pub fn is_ready(fight: &Fight, who: Who, slot: u8) -> Result<Owned, Refusal> {
    let Some(owned) = owned(fight, who, slot) else { return Err(Refusal::new(&LIMIT, "it owns no such Gu")) };
    let name = &entry(fight, owned.gu).name;
    match owned.state {
        GuState::Idle => {}
        GuState::Sustained | GuState::InMove(_) => {
            return Err(Refusal::new(&REPEAT, format!("{name} is being sustained")));
        }
        GuState::Carved => return Err(Refusal::new(&REPEAT, format!("{name} is carved into the body"))),
        GuState::Sealed => return Err(Refusal::new(&super::detonating::SUPPRESSED, format!("{name} is suppressed"))),
        GuState::Dead => return Err(Refusal::new(&LIMIT, format!("{name} is dead"))),
    }
    if owned.stopped {
        return Err(Refusal::new(&REPEAT, format!("{name} was stopped this turn")));
    }
    let (costs, has) = (costs(fight, who, owned), fight.one(who).essence.now);
    if costs > has {
        return Err(Refusal::new(&LIMIT, format!("{name} costs {costs} PE and {has} are left")));
    }
    Ok(owned)
}

/// Whether somebody may hold the activation of a Gu, or a killer move, ready for later: what it costs is paid then.
///
/// # Errors
/// The refusal.
pub fn may_hold_ready(fight: &Fight, who: Who, slot: u8) -> Result<(), Refusal> {
    let Some(owned) = owned(fight, who, slot) else { return Err(Refusal::new(&LIMIT, "it owns no such Gu")) };
    if !killer_moves::is_move(fight, owned) {
        is_ready(fight, who, slot)?;
    }
    match entry(fight, owned.gu).only_as_reaction.is_empty() {
        true => Ok(()),
        false => Err(Refusal::new(&OWN_TURN, "it answers to others' doings only")),
    }
}

/// Whether somebody may activate this Gu at this target as part of its turn.
///
/// # Errors
/// The refusal.
pub fn may_activate(fight: &Fight, who: Who, slot: u8, at: Target) -> Result<(), Refusal> {
    match fight.turn.begun {
        Begun::Nothing if derived::activations(fight, who) == 0 => {
            return Err(Refusal::new(&LIMIT, "it has no activations this turn"));
        }
        Begun::Nothing => {}
        Begun::Activations(left) if left > 0 => {}
        Begun::Activations(_) => return Err(Refusal::new(&LIMIT, "all activations of this turn are used")),
        _ => return Err(Refusal::new(&turns::COMBAT_ACTION, "the Combat Action of this turn is used")),
    }
    let owned = is_ready(fight, who, slot)?;
    let entry = entry(fight, owned.gu);
    if killer_moves::is_move(fight, owned) {
        return Err(Refusal::new(&turns::COMBAT_ACTION, "a killer move is a Combat Action of its own"));
    }
    if !entry.only_as_reaction.is_empty() {
        return Err(Refusal::new(&OWN_TURN, format!("{} answers to others' doings only", entry.name)));
    }
    may_target(fight, who, owned, at)
}

/// Whether a Gu may be aimed there.
///
/// # Errors
/// The refusal.
pub fn may_target(fight: &Fight, who: Who, owned: Owned, at: Target) -> Result<(), Refusal> {
    let entry = entry(fight, owned.gu);
    let range = range(fight, who, owned);
    let far = |away: u32| away > u32::from(range);
    let no = |why: &str| Err(Refusal::new(&LIMIT, why.to_owned()));
    match (wanted(entry), at) {
        (Wanted::Nothing, Target::None) => Ok(()),
        (Wanted::Foe, Target::Who(at)) => attack::may_aim(fight, &aim(fight, who, owned, at)),
        (Wanted::Anyone, Target::Who(at)) if !fight.present(at) => no("there is nobody"),
        (Wanted::Anyone, Target::Who(at)) if far(fight.distance(who, at)) => {
            let rule = if entry.touch { &cover::TOUCH_RANGE } else { &LIMIT };
            Err(Refusal::new(rule, format!("{} is {} m away", fight.label(at), fight.distance(who, at))))
        }
        (Wanted::Anyone, Target::Who(_)) => Ok(()),
        (Wanted::Square | Wanted::Room, Target::Square(to)) if !fight.ground().map.contains(to) => {
            no("that is off the map")
        }
        (Wanted::Square | Wanted::Room, Target::Square(to)) if far(fight.distance_to(who, to)) => {
            no("that is out of range")
        }
        (Wanted::Room, Target::Square(to)) if !fight.is_free_for(who, to, 0) => no("there is no room"),
        (Wanted::Square | Wanted::Room, Target::Square(_)) | (Wanted::Step, Target::Step(_)) => Ok(()),
        _ => no("it wants another kind of target"),
    }
}

/// The attack that a Gu makes at somebody.
pub fn aim(fight: &Fight, who: Who, owned: Owned, at: Who) -> Aim {
    let entry = entry(fight, owned.gu);
    let mut aim = Aim::of_gu(fight, who, at, &LIMIT);
    if entry.touch {
        aim.score = Score::CloseCombat;
    }
    aim.touch = entry.touch;
    aim.range = range(fight, who, owned);
    (aim.gu, aim.rank) = (Some(owned.gu), Some(owned.rank));
    aim.piercing = entry.has(Keyword::Piercing);
    aim.unreactable = entry.has(Keyword::Unreactable);
    aim.undodgeable = entry.has(Keyword::Undodgeable);
    aim
}

/// Every target that a Gu could be aimed at now.
pub fn targets(fight: &Fight, who: Who, slot: u8, mut found: impl FnMut(Target)) {
    let Some(owned) = owned(fight, who, slot) else { return };
    match wanted(entry(fight, owned.gu)) {
        Wanted::Nothing => found(Target::None),
        Wanted::Foe => {
            fight.everyone().filter(|at| *at != who && fight.present(*at)).for_each(|at| found(Target::Who(at)))
        }
        Wanted::Anyone => fight.everyone().filter(|at| fight.present(*at)).for_each(|at| found(Target::Who(at))),
        Wanted::Step => Step::ALL.into_iter().for_each(|step| found(Target::Step(step))),
        Wanted::Square | Wanted::Room => {
            let near = quintain_field::Span::from(fight.one(who).at).grown(range(fight, who, owned));
            if let Some(near) = near.clipped_to(fight.ground().map.bounds()) {
                near.squares().for_each(|square| found(Target::Square(square)));
            }
        }
    }
}

/// A target in the words of an option.
pub fn target_text(fight: &Fight, at: Target) -> String {
    match at {
        Target::None => String::new(),
        Target::Who(at) => format!(" at {}", fight.label(at)),
        Target::Square(square) => format!(" on {square}"),
        Target::Step(step) => format!(" to the {}", direction(step)),
    }
}

fn direction(step: Step) -> &'static str {
    match step {
        Step::North => "north",
        Step::NorthEast => "north-east",
        Step::East => "east",
        Step::SouthEast => "south-east",
        Step::South => "south",
        Step::SouthWest => "south-west",
        Step::West => "west",
        Step::NorthWest => "north-west",
    }
}

/// An activation of the Combat Action.
pub(crate) fn on_turn<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    slot: u8,
    at: Target,
) -> Result<(), T::Halt> {
    let split = matches!(fight.turn.begun, Begun::Activations(_));
    let left = match fight.turn.begun {
        Begun::Activations(left) => left,
        _ => derived::activations(fight, who),
    };
    fight.turn.begun = Begun::Activations(left.saturating_sub(1));
    if split {
        table.tell(|| Event::new(&ANYTIME, format!("{} activates on, {} left", fight.label(who), left - 1)).by(who));
    }
    activate(fight, table, who, slot, at)
}

/// Activates a Gu: its essence is paid, then it does what it does. The activation itself gives nobody a chance to react.
pub(crate) fn activate<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    slot: u8,
    at: Target,
) -> Result<(), T::Halt> {
    let Some(owned) = owned(fight, who, slot) else { return Ok(()) };
    let costs = costs(fight, who, owned);
    let before = fight.one(who).essence.now;
    fight.one_mut(who).essence.lose(costs);
    table.tell(|| {
        let name = &entry(fight, owned.gu).name;
        let text = format!("{} activates {name}{} for {costs} PE", fight.label(who), target_text(fight, at));
        let event = Event::new(&LIMIT, text).by(who).and(&reactions::NOT_ACTIVATION);
        let event = if fight.is_active(who) { event.and(&OWN_TURN) } else { event.and(&REACTIONS_SEPARATE) };
        event.change(who, "essence", before.into(), i64::from(before) - i64::from(costs))
    });
    killer_moves::toll(fight, table, who)?;
    if !fight.present(who) {
        return Ok(());
    }
    work(fight, table, who, slot, at)
}

/// What has been paid for takes effect.
pub(crate) fn work<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    slot: u8,
    at: Target,
) -> Result<(), T::Halt> {
    let Some(owned) = owned(fight, who, slot) else { return Ok(()) };
    let spent = uses_up(fight, who, slot);
    if standing::is_sustained(entry(fight, owned.gu))
        && let Some(known) = fight.one_mut(who).gu.get_mut(usize::from(slot))
    {
        known.state = GuState::Sustained;
    }
    puts_to_work(fight, who, owned);
    let attacks = matches!(wanted(entry(fight, owned.gu)), Wanted::Foe);
    let unreactable = entry(fight, owned.gu).has(Keyword::Unreactable);
    let target = if let Target::Who(at) = at { Some(at) } else { None };
    if !attacks {
        let area = entry(fight, owned.gu).does.iter().any(|effect| matches!(effect, Effect::Area { .. }));
        let trigger =
            Trigger { at: target, gu: Some(owned.gu), unreactable, area, ..Trigger::of(Happening::Effect, who) };
        reactions::effect(fight, table, trigger)?;
        if fight.one(who).conditions.any(crate::condition::HELPLESS) {
            table.tell(|| {
                let name = &entry(fight, owned.gu).name;
                let text = format!("{} is stopped before {name} takes effect", fight.label(who));
                Event::new(&reactions::NOT_ACTIVATION, text).by(who)
            });
            return Ok(());
        }
    }
    for place in 0..entry(fight, owned.gu).does.len() {
        if !fight.present(who) {
            break;
        }
        let again = place > 0 && killer_moves::is_move(fight, owned) && matches!(at, Target::Who(_));
        let at = match again {
            true => match ask::act(fight, table, Ask::Gu(GuAsk::Target { who, slot, first: at }))? {
                Some(ask::Act::Who(other)) => Target::Who(other),
                _ => at,
            },
            false => at,
        };
        effects::run(fight, table, who, owned, place, at)?;
    }
    let hit = Trigger { at: target, gu: Some(owned.gu), unreactable, ..Trigger::of(Happening::Hit, who) };
    reactions::afterwards(fight, table, hit)?;
    if spent { standing::gu_dies(fight, table, who, slot, &LIMIT) } else { Ok(()) }
}

/// Counts a use; says whether it was the last.
fn uses_up(fight: &mut Fight, who: Who, slot: u8) -> bool {
    let Some(owned) = fight.one_mut(who).gu.get_mut(usize::from(slot)) else { return false };
    if owned.uses == u8::MAX {
        return false;
    }
    owned.uses = owned.uses.saturating_sub(1);
    owned.uses == 0
}

/// Powers that work on for a time without being sustained.
fn puts_to_work(fight: &mut Fight, who: Who, owned: Owned) {
    let known = entry(fight, owned.gu);
    let Some(lasts) = known.lasts else { return };
    let until = match lasts {
        Lasts::UntilNextTurn => Until::StartOf(who),
        Lasts::Turns(turns) => Until::OwnTurns(turns),
    };
    let whom = known.powers_of;
    let lasting = Lasting { what: What::Effect(owned.gu), size: 0, rank: owned.rank, by: who, until };
    let mut all: ArrayVec<Who, 64> = ArrayVec::new();
    effects::whom(fight, who, owned, whom, Target::None, &mut all);
    for one in all {
        let one = fight.one_mut(one);
        one.lasting.retain(|known| known.what != lasting.what);
        one.put(lasting);
    }
}

/// Whether somebody may answer to this with a Gu.
///
/// # Errors
/// The refusal.
pub fn may_answer(fight: &Fight, who: Who, slot: u8, trigger: &Trigger) -> Result<(), Refusal> {
    let owned = is_ready(fight, who, slot)?;
    let known = entry(fight, owned.gu);
    if killer_moves::is_move(fight, owned) {
        return Err(Refusal::new(&reactions::SHIELD, "a killer move is no reaction"));
    }
    let guards = known.only_as_reaction.is_empty() && guards_against(known, who, trigger);
    let answers = known.only_as_reaction.iter().any(|moment| match moment {
        Moment::BeingHit => trigger.at == Some(who) && trigger.what == Happening::Hit,
        Moment::Missing => trigger.by == who && trigger.what == Happening::Missed,
        Moment::SeenMoving => trigger.by != who && matches!(trigger.what, Happening::Moved | Happening::Arrived),
    });
    if (guards && wanted(known) == Wanted::Nothing) || answers {
        return Ok(());
    }
    Err(Refusal::new(&reactions::SHIELD, format!("{} does not answer to that", known.name)))
}

/// Whether a guard answers to this: a shield to what strikes its owner, a Defensive Gu to what strikes or does anything.
fn guards_against(known: &GuEntry, who: Who, trigger: &Trigger) -> bool {
    let defensive = known.has(Keyword::Defensive);
    match trigger.what {
        Happening::Hit | Happening::Caught => defensive || (known.has(Keyword::Shield) && trigger.at == Some(who)),
        Happening::Effect => defensive && !trigger.area,
        _ => false,
    }
}

/// A Gu as a reaction.
pub(crate) fn answer<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    slot: u8,
    trigger: &Trigger,
) -> Result<(), T::Halt> {
    table.tell(|| {
        let name = owned(fight, who, slot).map_or("", |owned| entry(fight, owned.gu).name.as_str());
        Event::new(&reactions::SHIELD, format!("{} answers with {name}", fight.label(who))).by(who)
    });
    let wants = owned(fight, who, slot).map(|owned| wanted(entry(fight, owned.gu)));
    let at = match wants {
        Some(Wanted::Foe) => Target::Who(trigger.by),
        Some(Wanted::Anyone) => Target::Who(who),
        _ => Target::None,
    };
    activate(fight, table, who, slot, at)
}
