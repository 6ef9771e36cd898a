//! Activating Gu: what may be activated when, what it costs, and the way to what it does.

use quintain_engine::{Event, Refusal, Table, Who};
use quintain_field::{Square, Step};

use super::attack::{self, Aim};
use super::called_shot::{self, Called};
use super::effects::Source;
use super::gu::{answers, forms, laid, summons, supplements};
use super::reactions::{self, Happening, Trigger};
use super::standing::{self, entry};
use super::{cover, dodge, effects, killer_moves, turns};
use crate::ask::{self, Ask};
use crate::book::{Effect, Form, GuEntry, Keyword, Lasts, Power, Whom, ZoneEntry};
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
    /// A part of somebody, or something that it wears or carries.
    Called(Who, Called),
    /// A square.
    Square(Square),
    /// A direction.
    Step(Step),
    /// A direction, for a line that has more of its width on the right, seen along it.
    Right(Step),
    /// A square and a direction from it.
    Line(Square, Step),
}

impl Target {
    /// Whom it is aimed at.
    pub fn who(self) -> Option<Who> {
        match self {
            Target::Who(at) | Target::Called(at, _) => Some(at),
            _ => None,
        }
    }

    /// Where on that one, for a called shot.
    pub fn called(self) -> Option<Called> {
        if let Target::Called(_, called) = self { Some(called) } else { None }
    }
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
        Effect::Punch => Wanted::Foe,
        Effect::Area { form, .. } | Effect::Zone(ZoneEntry { form, .. }) => match form {
            Form::Radius(_) | Form::Block(_) | Form::Wall { .. } => Wanted::Square,
            Form::Line { .. } | Form::Cone(_) => Wanted::Step,
            Form::Around(_) | Form::Ends(_) => Wanted::Nothing,
        },
        Effect::Hurl { .. } => Wanted::Step,
        Effect::Heal { whom: Whom::OneInRange, .. }
        | Effect::Staunch { whom: Whom::OneInRange, .. }
        | Effect::Cures { whom: Whom::OneInRange, .. }
        | Effect::Lay { .. }
        | Effect::Enslave
        | Effect::Familiar
        | Effect::Assess { .. } => Wanted::Anyone,
        Effect::Teleport => Wanted::Room,
        _ => Wanted::Nothing,
    }
}

/// What kind of target a Gu wants: that of the first of its effects which wants one.
pub fn wanted(entry: &GuEntry) -> Wanted {
    wanted_of(&entry.does)
}

/// What kind of target several effects together want: that of the first which wants one.
pub fn wanted_of(effects: &[Effect]) -> Wanted {
    effects.iter().map(wanted_by).find(|wanted| *wanted != Wanted::Nothing).unwrap_or(Wanted::Nothing)
}

/// Portions of essence that an owned Gu costs its owner.
pub fn costs(fight: &Fight, who: Who, owned: Owned) -> i16 {
    if killer_moves::is_move(fight, owned) {
        return killer_moves::costs(fight, who, owned.gu);
    }
    let user = fight.template(who).rank;
    if user == 0 {
        return 0;
    }
    entry(fight, owned.gu).costs(owned.rank, user).min(i32::from(i16::MAX)) as i16
}

/// How far a Gu reaches, in metres.
pub fn range(fight: &Fight, who: Who, owned: Owned) -> u16 {
    range_of(fight, who, owned.gu, owned.rank)
}

/// How far a Gu of this rank reaches for its user, in metres.
pub fn range_of(fight: &Fight, who: Who, gu: u16, rank: u8) -> u16 {
    let known = entry(fight, gu);
    if let Some(given) = supplements::range(fight, who, gu) {
        return given;
    }
    if known.touch {
        return 1 + super::gu::more_reach(fight, who).max(super::gu::shadow_reach(fight, who));
    }
    known.range.at(known.place(rank)).max(0).unsigned_abs()
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
    match owned.state {
        GuState::Idle => {}
        GuState::Sustained | GuState::InMove(_) => return Err(Refusal::new(&REPEAT, "it is being sustained")),
        GuState::Carved => return Err(Refusal::new(&REPEAT, "it is carved into the body")),
        GuState::Sealed => return Err(Refusal::new(&super::detonating::SUPPRESSED, "it is suppressed")),
        GuState::Dead => return Err(Refusal::new(&LIMIT, "it is dead")),
    }
    if owned.stopped {
        return Err(Refusal::new(&REPEAT, "it was stopped this turn"));
    }
    if costs(fight, who, owned) > fight.one(who).essence.now {
        return Err(Refusal::new(&LIMIT, "the essence does not suffice for it"));
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
    may_activate_any(fight, who)?;
    could_activate(fight, who, slot, at)
}

/// Whether somebody may activate any Gu at all as part of its turn.
///
/// # Errors
/// The refusal.
pub fn may_activate_any(fight: &Fight, who: Who) -> Result<(), Refusal> {
    if fight.template(who).rank == 0 {
        return may_activate_wild(fight, who);
    }
    match fight.turn.begun {
        Begun::Nothing | Begun::Activations(_) if derived::activations_left(fight, who) > 0 => Ok(()),
        Begun::Nothing => Err(Refusal::new(&LIMIT, "it has no activations this turn")),
        Begun::Activations(_) => Err(Refusal::new(&LIMIT, "all activations of this turn are used")),
        _ => Err(Refusal::new(&turns::COMBAT_ACTION, "the Combat Action of this turn is used")),
    }
}

/// Whether a beast's wild Gu may do something now: once between its turns, besides the Combat Action. Mortals have no
/// aperture and use no Gu.
fn may_activate_wild(fight: &Fight, who: Who) -> Result<(), Refusal> {
    if fight.template(who).perseveres {
        return Err(Refusal::new(&LIMIT, "without an aperture nobody uses Gu"));
    }
    if fight.one(who).wild_used {
        return Err(Refusal::new(&LIMIT, "its wild Gu have done something since its turn began"));
    }
    Ok(())
}

/// Whether a Gu could be activated at this target on its owner's turn, whatever that takes.
///
/// # Errors
/// The refusal.
pub fn could_activate(fight: &Fight, who: Who, slot: u8, at: Target) -> Result<(), Refusal> {
    let owned = is_ready(fight, who, slot)?;
    let entry = entry(fight, owned.gu);
    if killer_moves::is_move(fight, owned) {
        return Err(Refusal::new(&turns::COMBAT_ACTION, "a killer move is a Combat Action of its own"));
    }
    if !entry.only_as_reaction.is_empty() {
        return Err(Refusal::new(&OWN_TURN, "it answers to others' doings only"));
    }
    may_target(fight, who, owned, at)
}

/// Whether a Gu may be aimed there.
///
/// # Errors
/// The refusal.
pub fn may_target(fight: &Fight, who: Who, owned: Owned, at: Target) -> Result<(), Refusal> {
    could_target(fight, who, owned, wanted(entry(fight, owned.gu)), at)
}

/// Whether something of a Gu that wants such a target may be aimed there.
///
/// # Errors
/// The refusal.
pub fn could_target(fight: &Fight, who: Who, owned: Owned, wanted: Wanted, at: Target) -> Result<(), Refusal> {
    let entry = entry(fight, owned.gu);
    let far = |away: u32| away > u32::from(range(fight, who, owned));
    let no = |why: &'static str| Err(Refusal::new(&LIMIT, why));
    match (wanted, at) {
        (Wanted::Nothing, Target::None) => Ok(()),
        (Wanted::Foe, Target::Who(whom) | Target::Called(whom, _)) => {
            let aim = Aim { called: at.called(), ..aim_of(fight, from_of(who, owned), whom) };
            attack::may_aim(fight, &aim)
        }
        (Wanted::Anyone, Target::Who(at)) if !fight.present(at) => no("there is nobody"),
        (Wanted::Anyone, Target::Who(at)) if commands(entry) && !summons::commands(fight, owned.rank, at) => {
            no("it commands beasts of no higher class than its rank")
        }
        (Wanted::Anyone, Target::Who(at)) if far(fight.distance(who, at)) => {
            let rule = if entry.touch { &cover::TOUCH_RANGE } else { &LIMIT };
            Err(Refusal::new(rule, "it is too far away"))
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

/// Whether a Gu makes a beast serve its user.
fn commands(entry: &GuEntry) -> bool {
    entry.does.iter().any(|effect| matches!(effect, Effect::Enslave | Effect::Familiar))
}

fn from_of(who: Who, owned: Owned) -> Source {
    Source { who, slot: None, gu: owned.gu, rank: owned.rank }
}

/// The attack that a Gu makes at somebody.
pub(crate) fn aim_of(fight: &Fight, from: Source, at: Who) -> Aim {
    let who = from.who;
    let entry = entry(fight, from.gu);
    let mut aim = Aim::of_gu(fight, who, at, &LIMIT);
    let touch = entry.touch && supplements::range(fight, who, from.gu).is_none();
    if touch {
        aim.score = Score::CloseCombat;
    }
    aim.touch = touch;
    if touch && fight.distance(who, at) > u32::from(1 + super::gu::more_reach(fight, who)) {
        aim.dodge_modifier = super::gu::shadow_dodge(fight, who);
    }
    aim.range = range_of(fight, who, from.gu, from.rank);
    (aim.gu, aim.rank) = (Some(from.gu), Some(from.rank));
    aim.piercing = entry.has(Keyword::Piercing);
    aim.unreactable = entry.has(Keyword::Unreactable);
    aim.undodgeable = entry.has(Keyword::Undodgeable);
    aim
}

/// Every target that a Gu could be aimed at now.
pub fn targets(fight: &Fight, who: Who, slot: u8, found: impl FnMut(Target)) {
    let Some(owned) = owned(fight, who, slot) else { return };
    targets_of(fight, who, owned, wanted(entry(fight, owned.gu)), found);
}

/// Every target of a kind that something of a Gu could be aimed at now.
pub fn targets_of(fight: &Fight, who: Who, owned: Owned, wanted: Wanted, mut found: impl FnMut(Target)) {
    match wanted {
        Wanted::Nothing => found(Target::None),
        Wanted::Foe => {
            let rolls = rolls(entry(fight, owned.gu));
            for at in fight.everyone().filter(|at| *at != who && fight.present(*at)) {
                found(Target::Who(at));
                called_shot::parts(fight, at).filter(|_| rolls).for_each(|called| found(Target::Called(at, called)));
            }
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

/// Whether a Gu makes an attack roll, so that it may be a called shot.
fn rolls(entry: &GuEntry) -> bool {
    entry.does.iter().any(|effect| matches!(effect, Effect::Attack { sure: false, .. }))
}

/// A target in the words of an option.
pub fn target_text(fight: &Fight, at: Target) -> String {
    match at {
        Target::None => String::new(),
        Target::Who(at) => format!(" at {}", fight.label(at)),
        Target::Called(at, called) => format!(" at {}{}", fight.label(at), called_shot::words(fight, at, called)),
        Target::Square(square) => format!(" on {square}"),
        Target::Step(step) => format!(" to the {}", direction(step)),
        Target::Line(square, step) => format!(" on {square} to the {}", direction(step)),
        Target::Right(step) => format!(" to the {}, wider on the right", direction(step)),
    }
}

/// A direction in words.
pub fn direction(step: Step) -> &'static str {
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
    if fight.template(who).rank == 0 {
        fight.one_mut(who).wild_used = true;
        return activate(fight, table, who, slot, at);
    }
    let split = matches!(fight.turn.begun, Begun::Activations(_));
    fight.turn.begun = fight.turn.begun.after_activation();
    if !split {
        fight.turn.first = Some(slot);
    }
    if split {
        table.tell(|| {
            let left = derived::activations_left(fight, who);
            Event::new(&ANYTIME, format!("{} activates on, {left} left", fight.label(who))).by(who)
        });
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
    if !allowed(fight, table, who, slot)? {
        return Ok(());
    }
    let costs = costs(fight, who, owned);
    let before = fight.one(who).essence.now;
    fight.unnoted_mut(who).essence.lose(costs);
    table.tell(|| {
        let name = &entry(fight, owned.gu).name;
        let text = format!("{} activates {name}{} for {costs} PE", fight.label(who), target_text(fight, at));
        let event = Event::new(&LIMIT, text).by(who).with(name.clone()).and(&reactions::NOT_ACTIVATION);
        let event = if fight.is_active(who) { event.and(&OWN_TURN) } else { event.and(&REACTIONS_SEPARATE) };
        event.change(who, "essence", before.into(), i64::from(before) - i64::from(costs))
    });
    killer_moves::toll(fight, table, who)?;
    if !fight.present(who) {
        return Ok(());
    }
    if answers::rewound(fight, table, who, (owned.gu, owned.rank))? {
        table.tell(|| {
            let text = format!("{} of {} has never been activated", entry(fight, owned.gu).name, fight.label(who));
            Event::new(&LIMIT, text).by(who)
        });
        return Ok(());
    }
    work(fight, table, who, slot, at)
}

/// Where a Gu needs the sun, shade or the open air, the GM says whether that is so.
fn allowed<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, slot: u8) -> Result<bool, T::Halt> {
    let needs = owned(fight, who, slot).and_then(|owned| entry(fight, owned.gu).needs);
    if needs.is_none() || ask::yes(fight, table, Ask::Gu(GuAsk::Allows { who, slot }))? {
        return Ok(true);
    }
    table.tell(|| {
        let text = format!("this is no place for {}", super::gu::name_of(fight, who, slot));
        Event::new(&LIMIT, text).by(who)
    });
    Ok(false)
}

/// A wall is put down in a direction, and a line of even width has more of it on one side; where neither is said the user
/// says it now.
fn directed<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    slot: u8,
    at: Target,
) -> Result<Target, T::Halt> {
    let Some(owned) = owned(fight, who, slot) else { return Ok(at) };
    let from = Source::owned(who, slot, owned);
    match at {
        Target::Square(square) if forms(fight, owned.gu).any(|form| matches!(form, Form::Wall { .. })) => {
            let step = match ask::act(fight, table, Ask::Gu(GuAsk::Direction { who, slot, from: square }))? {
                Some(ask::Act::Gu(super::gu::GuAct::Towards(step))) => step,
                _ => Step::East,
            };
            Ok(Target::Line(square, step))
        }
        Target::Step(step) if forms(fight, owned.gu).any(|form| effects::is_lopsided(fight, from, form)) => {
            let right = ask::yes(fight, table, Ask::Gu(GuAsk::Right { who, slot }))?;
            Ok(if right { Target::Right(step) } else { at })
        }
        _ => Ok(at),
    }
}

/// The forms of what a Gu strikes or leaves on the map.
fn forms(fight: &Fight, gu: u16) -> impl Iterator<Item = Form> + '_ {
    entry(fight, gu).does.iter().filter_map(|effect| match effect {
        Effect::Area { form, .. } | Effect::Zone(ZoneEntry { form, .. }) => Some(*form),
        _ => None,
    })
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
    let from = Source::owned(who, slot, owned);
    let at = directed(fight, table, who, slot, at)?;
    let spent = uses_up(fight, who, slot);
    if standing::is_sustained(entry(fight, owned.gu))
        && let Some(known) = fight.one_mut(who).gu.get_mut(usize::from(slot))
    {
        known.state = GuState::Sustained;
        known.store = 0;
    }
    fight.radiates |= !entry(fight, owned.gu).inside.is_empty();
    puts_to_work(fight, table, from, at)?;
    let attacks = matches!(wanted(entry(fight, owned.gu)), Wanted::Foe);
    let unreactable = entry(fight, owned.gu).has(Keyword::Unreactable);
    let target = at.who();
    if !attacks {
        let area = entry(fight, owned.gu).does.iter().any(Effect::asks_those_inside);
        let trigger =
            Trigger { at: target, gu: Some(owned.gu), unreactable, area, ..Trigger::of(Happening::Effect, who) };
        let flies = entry(fight, owned.gu).does.contains(&Effect::Enslave);
        fight.turn.on_its_way = flies.then_some((who, slot));
        let form = forms(fight, owned.gu).next().filter(|_| area);
        fight.scratch.aimed = form.and_then(|form| effects::placed(fight, from, at, form));
        reactions::effect(fight, table, trigger)?;
        fight.scratch.aimed = None;
        fight.turn.on_its_way = None;
        if flies && fight.one(who).gu.get(usize::from(slot)).is_some_and(|known| known.state == GuState::Dead) {
            table.tell(|| {
                let text = format!("{} never arrives", entry(fight, owned.gu).name);
                Event::new(&LIMIT, text).by(who)
            });
            return Ok(());
        }
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
        let again = place > 0 && killer_moves::is_move(fight, owned) && at.who().is_some();
        let at = match again {
            true => match ask::act(fight, table, Ask::Gu(GuAsk::Target { who, slot, first: at }))? {
                Some(ask::Act::Who(other)) => Target::Who(other),
                _ => at,
            },
            false => at,
        };
        effects::run(fight, table, from, place, at)?;
    }
    if entry(fight, owned.gu).lasts == Some(Lasts::MeanwhileOnly) {
        fight.one_mut(who).lasting.retain(|known| known.what != What::Effect(owned.gu));
    }
    supplements::used(fight, who, owned.gu);
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

/// Powers that come to work, for a time or as long as the Gu is sustained, with the conditions that they inflict.
fn puts_to_work<T: Table<Fight>>(fight: &mut Fight, table: &mut T, from: Source, at: Target) -> Result<(), T::Halt> {
    let known = entry(fight, from.gu);
    if known.laid {
        return Ok(());
    }
    let Some(lasts) = known.lasts else {
        if standing::is_sustained(known) {
            forms::begins(fight, table, from);
            return laid::inflict(fight, table, from, from.who);
        }
        return Ok(());
    };
    let until = match lasts {
        Lasts::UntilNextTurn => Until::StartOf(from.who),
        Lasts::Turns(turns) => Until::OwnTurns(turns),
        Lasts::UntilHurt => Until::Hurt,
        Lasts::MeanwhileOnly => Until::Ended,
    };
    let whom = known.powers_of;
    let what = What::Effect(from.gu);
    let lasting = Lasting { what, size: 0, rank: from.rank, by: from.who, until };
    for one in effects::concerned(fight, from, whom, at) {
        if laid::keeps_off(fight, table, one, from) {
            continue;
        }
        let bearer = fight.one_mut(one);
        bearer.lasting.retain(|known| known.what != what);
        bearer.put(lasting);
        laid::inflict(fight, table, from, one)?;
    }
    Ok(())
}

/// Whether somebody may answer to this with a Gu.
///
/// # Errors
/// The refusal.
pub fn may_answer(fight: &Fight, who: Who, slot: u8, trigger: &Trigger) -> Result<(), Refusal> {
    let no_answer = || Refusal::new(&reactions::SHIELD, "it does not answer to that");
    if !owned(fight, who, slot).is_some_and(|owned| standing::answers(fight, owned.gu, trigger.what)) {
        return Err(no_answer());
    }
    if answers::ripostes(fight, who, slot, trigger) {
        return Ok(());
    }
    let owned = is_ready(fight, who, slot)?;
    let known = entry(fight, owned.gu);
    if killer_moves::is_move(fight, owned) {
        return Err(Refusal::new(&reactions::SHIELD, "a killer move is no reaction"));
    }
    if fight.template(who).rank == 0 && fight.one(who).wild_used {
        return Err(Refusal::new(&LIMIT, "its wild Gu have done something this turn"));
    }
    if known.dodges.is_some() {
        dodge::may_dodge(fight, who, trigger)?;
    }
    let guards = known.only_as_reaction.is_empty() && guards_against(known, who, trigger);
    let named = answers::names(fight, who, slot, trigger);
    let reaches = || wanted(known) != Wanted::Foe || may_target(fight, who, owned, Target::Who(trigger.by)).is_ok();
    if (guards && wanted(known) == Wanted::Nothing) || (named && reaches()) { Ok(()) } else { Err(no_answer()) }
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
    if answers::ripostes(fight, who, slot, trigger) {
        return answers::riposte(fight, table, who, slot, trigger.by);
    }
    let Some(answering) = owned(fight, who, slot) else { return Ok(()) };
    if fight.template(who).rank == 0 {
        fight.one_mut(who).wild_used = true;
    }
    let at = match wanted(entry(fight, answering.gu)) {
        Wanted::Foe => Target::Who(trigger.by),
        Wanted::Anyone => Target::Who(trigger.at.unwrap_or(who)),
        Wanted::Room => match ask::act(fight, table, Ask::Gu(GuAsk::Where { who, slot }))? {
            Some(ask::Act::Square(square)) => Target::Square(square),
            _ => Target::None,
        },
        _ if trigger.what == Happening::Killed => trigger.at.map_or(Target::None, Target::Who),
        _ => Target::None,
    };
    let (avoids, seals) = (entry(fight, answering.gu).avoids, entry(fight, answering.gu).seals);
    activate(fight, table, who, slot, at)?;
    fight.scratch.undone = avoids;
    if seals {
        laid::seal(fight, table, trigger)?;
    }
    let shocks = |power: &Power| matches!(power, Power::Thorns { .. });
    if avoids && entry(fight, answering.gu).powers.iter().any(shocks) {
        super::gu::thorns_of(fight, table, who, trigger.by, (answering.gu, answering.rank))?;
    }
    Ok(())
}
