//! What a Gu may be aimed at: the kind of target that it wants, how far it reaches, and every target there is.

use quintain_engine::{Refusal, Who};
use quintain_field::{Square, Step};

use super::{ATTACK, EFFECT, LIMIT, owned};
use crate::book::{Effect, Form, GuEntry, Keyword, Whom, ZoneEntry};
use crate::combatant::Owned;
use crate::fight::Fight;
use crate::rules::areas::LINE_CHOSEN_SOURCE;
use crate::rules::attack::{self, Aim, Skill};
use crate::rules::called_shot;
use crate::rules::cover;
use crate::rules::effects::{self, Source};
use crate::rules::gu::{self, summons, supplements};
use crate::rules::melee;
use crate::rules::standing::entry;

pub use crate::deeds::Target;

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

/// How far a Gu reaches, in metres.
pub fn range(fight: &Fight, who: Who, owned: Owned) -> u16 {
    range_of(fight, who, owned.gu, owned.rank)
}

/// How far a Gu of this rank reaches for its user, in metres.
pub fn range_of(fight: &Fight, who: Who, gu: u16, rank: u8) -> u16 {
    let known = entry(fight, gu);
    if let Some(given) = supplements::range(fight, who, (gu, rank)) {
        return given;
    }
    if known.touch {
        return 1 + gu::more_reach(fight, who).max(gu::shadow_reach(fight, who));
    }
    known.range.at(known.place(rank)).max(0).unsigned_abs()
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
        _ if carries(fight, who, entry, at) && gu::is_rooted(fight, who) => {
            Err(Refusal::new(&EFFECT, "it is held to the spot"))
        }
        (Wanted::Nothing, Target::None) if lacks_body(fight, from_of(who, owned)) => {
            no("there is no body within its range")
        }
        (Wanted::Nothing, Target::None) => Ok(()),
        (Wanted::Foe, _) if entry.does.contains(&Effect::Punch) && !melee::can_punch(fight, who) => {
            Err(Refusal::new(&melee::UNARMED_OPTIONS, "it cannot punch now"))
        }
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
        (Wanted::Anyone, Target::Who(at)) if entry.touch && cover::is_out_of_touch(fight, who, at) => {
            Err(Refusal::new(&cover::FULL, "something solid is between them"))
        }
        (Wanted::Anyone, Target::Who(at)) if !is_meant(fight, who, entry, at) => no("it does nothing for that one"),
        (Wanted::Anyone, Target::Who(_)) => Ok(()),
        (Wanted::Square | Wanted::Room, Target::Square(to)) if !fight.ground().map.contains(to) => {
            no("that is off the map")
        }
        (Wanted::Square, Target::Square(to)) if fight.ground().map.blocks_movement(to) => no("that is inside a wall"),
        (Wanted::Square, Target::Square(to)) if is_chosen_unseen(fight, who, entry, to) => {
            Err(Refusal::new(&LINE_CHOSEN_SOURCE, "it does not see that square"))
        }
        (Wanted::Square | Wanted::Room, Target::Square(to)) if far(fight.distance_to(who, to)) => {
            no("that is out of range")
        }
        (Wanted::Room, Target::Square(to)) if !fight.is_free_for(who, to, 0) => no("there is no room"),
        (Wanted::Square | Wanted::Room, Target::Square(_)) | (Wanted::Step, Target::Step(_)) => Ok(()),
        _ => no("it wants another kind of target"),
    }
}

/// Whether a Gu makes a line from a square of its user's choice, and its user does not see this one.
fn is_chosen_unseen(fight: &Fight, who: Who, entry: &GuEntry, to: Square) -> bool {
    let chosen = |effect: &Effect| match effect {
        Effect::Area { form, .. } | Effect::Zone(ZoneEntry { form, .. }) => matches!(form, Form::Wall { .. }),
        _ => false,
    };
    entry.does.iter().any(chosen) && !gu::sees_square(fight, who, to)
}

/// Whether a Gu carries its user elsewhere: to another square, or beside somebody it does not stand beside.
fn carries(fight: &Fight, who: Who, entry: &GuEntry, at: Target) -> bool {
    entry.does.iter().any(|effect| match effect {
        Effect::Teleport => true,
        Effect::Attack { jumps: true, .. } => at.who().is_some_and(|whom| fight.distance(who, whom) > 1),
        _ => false,
    })
}

/// Whether a Gu raises the dead and finds none.
fn lacks_body(fight: &Fight, from: Source) -> bool {
    let raises = |effect: &Effect| match effect {
        Effect::Summon(summon) => !summons::finds_body(fight, from, summon),
        _ => false,
    };
    entry(fight, from.gu).does.iter().any(raises)
}

/// Whether a Gu is for such a one: some heal the wounded alone, and nobody tests against oneself.
fn is_meant(fight: &Fight, who: Who, entry: &GuEntry, at: Who) -> bool {
    let spares = |effect: &Effect| match effect {
        Effect::Lay { opposed: Some(_), .. } => at == who,
        Effect::Heal { only: Some(quarry), .. } => !effects::is_quarry(fight, who, at, *quarry),
        _ => false,
    };
    !entry.does.iter().any(spares)
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
    let mut aim = Aim::of_gu(who, at, &ATTACK);
    let touch = entry.touch && supplements::range(fight, who, (from.gu, from.rank)).is_none();
    if touch {
        aim.skill = Skill::Close;
    }
    aim.touch = touch;
    if touch && fight.distance(who, at) > u32::from(1 + gu::more_reach(fight, who)) {
        aim.dodge_modifier = gu::shadow_dodge(fight, who);
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
            let near = fight.body(who).grown(range(fight, who, owned));
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
        Target::Step(step) => format!(" to the {}", step.words()),
        Target::Line(square, step) => format!(" on {square} to the {}", step.words()),
        Target::Right(step) => format!(" to the {}, wider on the right", step.words()),
    }
}
