//! Activating Gu: what may be activated when, what it costs, and the way to what it does.

use quintain_engine::{Event, Table, Who};
use quintain_field::Step;

use super::effects::{self, Source};
use super::gu::{GuAct, GuAsk, answers, forms, laid, supplements};
use super::reactions::{self, Happening, Trigger};
use super::standing::{self, entry};
use super::{falling, killer_moves, status};
use crate::area::Area;
use crate::ask::{self, Ask};
use crate::book::{Effect, Form, Keyword, Lasts, ZoneEntry};
use crate::combatant::GuState;
use crate::derived;
use crate::fight::{Begun, Fight};
use crate::lasting::{Lasting, Until, What};

mod aiming;
mod answering;
mod legal;

pub(crate) use aiming::aim_of;
pub use aiming::{
    Target, Wanted, could_target, may_target, range, range_of, target_text, targets, targets_of, wanted, wanted_of,
};
pub(crate) use answering::answer;
pub use answering::{answered_at, may_answer};
pub use legal::{costs, could_activate, is_ready, may_activate, may_activate_any, may_hold_ready, owned};

quintain_engine::section! {
    "Activate Gu";
    LIMIT = Engine "gu.activations-limit": "The action gives as many activations as the Activations attribute says, each for one Gu.", ruling "A Gu for which the essence does not suffice cannot be activated.";
    ANYTIME = Choice "gu.activations-anytime": "They may be spread over the whole turn, even between two steps.";
    OWN_TURN = Engine "gu.own-turn-only": "They are for one's own turn alone.";
    REPEAT = Engine "gu.repeat": "The same Gu may be activated several times a turn, but not while it is being sustained.", ruling "Only one transformation is at work at a time.";
    ATTACK = Engine "gu.attack": "A Gu that attacks makes an attack roll unless its text says that it hits.", ruling "Close Combat at a target within 2 m, Ranged Attack beyond.";
    EFFECT = Engine "gu.effect": "An activated Gu does what its own text says: damage, conditions, areas, things on the map.";
    REACTIONS_SEPARATE = Engine "gu.reactions-separate": "Whoever has used all activations may still activate Gu as reactions.";
}

/// An activation of the Combat Action.
pub(crate) fn on_turn<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    slot: u8,
    at: Target,
) -> Result<(), T::Halt> {
    if fight.template(who).entry.rank == 0 {
        fight.one_mut(who).wild_used = true;
        return activate(fight, table, who, slot, at);
    }
    let split = matches!(fight.turn.begun, Begun::Activations(_));
    fight.turn.begun = fight.turn.begun.after_activation();
    if !split {
        fight.turn.first = Some(slot);
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
        let text = match (fight.turn.begun, derived::activations_left(fight, who)) {
            (Begun::Activations(_), 1) if fight.is_active(who) => format!("{text}; 1 activation is left"),
            (Begun::Activations(_), left) if fight.is_active(who) && left > 0 => {
                format!("{text}; {left} activations are left")
            }
            _ => text,
        };
        let event = Event::new(&LIMIT, text).by(who).with(name.clone()).and(&reactions::NOT_ACTIVATION);
        let event = match fight.is_active(who) {
            true if matches!(fight.turn.begun, Begun::Activations(made) if made > 1) => {
                event.and(&OWN_TURN).and(&ANYTIME).act()
            }
            true => event.and(&OWN_TURN).act(),
            false => event.and(&REACTIONS_SEPARATE),
        };
        event.change(who, "essence", before.into(), i64::from(before) - i64::from(costs))
    });
    killer_moves::toll(fight, table, who, 1)?;
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

/// Where a Gu needs the sun, shade or the open air, the GM says whether that is so. Where it is not, nothing is spent, and
/// nobody goes on trying without end.
pub(crate) fn allowed<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, slot: u8) -> Result<bool, T::Halt> {
    let needs = owned(fight, who, slot).and_then(|owned| entry(fight, owned.gu).needs);
    if needs.is_none() || ask::yes(fight, table, Ask::Gu(GuAsk::Allows { who, slot }))? {
        return Ok(true);
    }
    table.tell(|| {
        let text = format!("this is no place for {}", super::gu::name_of(fight, who, slot));
        Event::new(&LIMIT, text).by(who)
    });
    fight.turn.choices += if fight.is_active(who) { 20 } else { 0 };
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
                Some(ask::Act::Gu(GuAct::Towards(step))) => step,
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

/// What a Gu that does not attack is to others when it takes effect.
pub(crate) fn effect_of(fight: &Fight, from: Source, at: Target) -> Trigger {
    let known = entry(fight, from.gu);
    let (unreactable, area) = (known.has(Keyword::Unreactable), known.does.iter().any(Effect::asks_those_inside));
    Trigger { at: at.who(), gu: Some(from.gu), unreactable, area, ..Trigger::of(Happening::Effect, from.who) }
}

/// The area that a Gu is about to strike, where those inside are asked.
pub(crate) fn aimed_area(fight: &Fight, from: Source, at: Target) -> Option<Area> {
    let asks = entry(fight, from.gu).does.iter().any(Effect::asks_those_inside);
    let form = forms(fight, from.gu).next().filter(|_| asks)?;
    effects::placed(fight, from, at, form)
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
    if standing::is_sustained(entry(fight, owned.gu)) {
        fight.change_gu(who, slot, |owned| (owned.state, owned.store) = (GuState::Sustained, 0));
    }
    fight.radiates |= !entry(fight, owned.gu).inside.is_empty();
    puts_to_work(fight, table, from, at)?;
    let attacks = matches!(wanted(entry(fight, owned.gu)), Wanted::Foe);
    let unreactable = entry(fight, owned.gu).has(Keyword::Unreactable);
    if attacks || goes_through(fight, table, from, slot, at)? {
        takes_effect(fight, table, from, slot, at)?;
        let hit = Trigger { at: at.who(), gu: Some(owned.gu), unreactable, ..Trigger::of(Happening::Hit, who) };
        reactions::afterwards(fight, table, hit)?;
    }
    if spent { standing::gu_dies(fight, table, who, slot, &LIMIT) } else { Ok(()) }
}

/// One effect after another; each further one of a killer move may have its own target.
fn takes_effect<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    from: Source,
    slot: u8,
    at: Target,
) -> Result<(), T::Halt> {
    let (who, gu) = (from.who, from.gu);
    let book = std::sync::Arc::clone(&fight.setting.book);
    for (place, effect) in book.gus[usize::from(gu)].value.does.iter().enumerate() {
        if !fight.present(who) {
            break;
        }
        let again = place > 0 && killer_moves::behind(fight, gu).is_some() && at.who().is_some();
        let at = match again {
            true => match ask::act(fight, table, Ask::Gu(GuAsk::Target { who, slot, first: at }))? {
                Some(ask::Act::Who(other)) => Target::Who(other),
                _ => at,
            },
            false => at,
        };
        effects::carry_out(fight, table, from, (effect, place), at)?;
    }
    if entry(fight, gu).lasts == Some(Lasts::MeanwhileOnly) {
        fight.one_mut(who).lasting.retain(|known| known.what != What::Effect(gu));
    }
    supplements::used(fight, who, gu);
    Ok(())
}

/// Those who can answer do; says whether it takes effect all the same.
fn goes_through<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    from: Source,
    slot: u8,
    at: Target,
) -> Result<bool, T::Halt> {
    let who = from.who;
    let trigger = effect_of(fight, from, at);
    let flies = entry(fight, from.gu).does.contains(&Effect::Enslave);
    let other = fight.turn.on_its_way;
    fight.turn.on_its_way = if flies { Some((who, slot)) } else { other };
    // It may be an answer to a Gu with an area of its own, which others have still to answer.
    let aimed = aimed_area(fight, from, at);
    let outer = std::mem::replace(&mut fight.scratch.aimed, aimed);
    reactions::effect(fight, table, trigger)?;
    fight.scratch.aimed = outer;
    fight.turn.on_its_way = other;
    if flies && fight.one(who).gu.get(usize::from(slot)).is_some_and(|known| known.state == GuState::Dead) {
        table.tell(|| {
            let text = format!("{} never arrives", entry(fight, from.gu).name);
            Event::new(&LIMIT, text).by(who)
        });
        return Ok(false);
    }
    if fight.one(who).conditions.any(crate::condition::HELPLESS) {
        table.tell(|| {
            let name = &entry(fight, from.gu).name;
            let text = format!("{} is stopped before {name} takes effect", fight.label(who));
            Event::new(&reactions::NOT_ACTIVATION, text).by(who)
        });
        return Ok(false);
    }
    Ok(true)
}

/// Counts a use; says whether it was the last.
fn uses_up(fight: &mut Fight, who: Who, slot: u8) -> bool {
    let last = fight.change_gu(who, slot, |owned| {
        let counts = owned.uses != u8::MAX;
        owned.uses = if counts { owned.uses.saturating_sub(1) } else { owned.uses };
        counts && owned.uses == 0
    });
    last == Some(true)
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
            falling::borne(fight, table, from.who);
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
    effects::to_each(fight, from, (whom, at), |fight, one| {
        if laid::keeps_off(fight, table, one, from) {
            return Ok(());
        }
        fight.one_mut(one).lasting.retain(|known| known.what != what || known.by != from.who);
        status::put(fight, table, one, lasting);
        laid::inflict(fight, table, from, one)
    })
}
