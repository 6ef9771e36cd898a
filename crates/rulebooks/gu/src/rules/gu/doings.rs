//! What is asked about Gu and what can be done with them on a turn: options, legality, and the deed.

use arrayvec::ArrayVec;
use quintain_engine::{Choice, Refusal, Role, Shape, Table, Wants, Who};

use quintain_field::{Square, Step};

use super::{GuAct, GuAsk, GuDue, acts, laid, remedies, summons, talents, trades, travel, zones};
use crate::ask::Act;
use crate::book::{Effect, EscapeBy, Needs};
use crate::combatant::GuState;
use crate::fight::Fight;
use crate::lasting::What;
use crate::rules::activating::{self, LIMIT, Target};
use crate::rules::effects::{self, Source};
use crate::rules::standing::{self, entry};
use crate::rules::{detonating, handling, killer_moves, shields, stones};

/// The name of a Gu that somebody owns; a second of the same is numbered.
pub fn name_of(fight: &Fight, who: Who, slot: u8) -> String {
    let Some(owned) = activating::owned(fight, who, slot) else { return "no Gu".into() };
    let name = &entry(fight, owned.gu).name;
    let before = fight.one(who).gu.iter().take(slot.into()).filter(|other| other.gu == owned.gu).count();
    if before == 0 { name.clone() } else { format!("{name} {}", before + 1) }
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
        GuAsk::Direction { who, slot, from } => {
            format!("Which way from {from} does {} of {} lead?", name_of(fight, who, slot), fight.label(who))
        }
        GuAsk::Right { who, slot } => {
            let name = name_of(fight, who, slot);
            format!("Does {name} of {} have more of its width on the right, seen along it?", fight.label(who))
        }
        GuAsk::Where { who, slot } => {
            format!("Where does {} of {} lead?", name_of(fight, who, slot), fight.label(who))
        }
        GuAsk::Prey { who, slot } => {
            format!("Whom does {} of {} go for?", name_of(fight, who, slot), fight.label(who))
        }
        GuAsk::Allows { who, slot } => {
            let place = match activating::owned(fight, who, slot).and_then(|owned| entry(fight, owned.gu).needs) {
                Some(Needs::Sunlight) => "in sunlight",
                Some(Needs::Shade) => "out of direct light",
                _ => "outdoors",
            };
            format!("Is {} {place}, as {} needs it?", fight.label(who), name_of(fight, who, slot))
        }
        GuAsk::Wings { who, slot } => {
            format!("Does {} spread {} as it is thrown up?", fight.label(who), name_of(fight, who, slot))
        }
        GuAsk::Grapples { who, at } => {
            format!("Does {} grapple {}, who leaves its reach?", fight.label(who), fight.label(at))
        }
        GuAsk::Commands { who, beast } => {
            format!("Does {} take the turn of {}, for a point of soul?", fight.label(who), fight.label(beast))
        }
    }
}

/// The shape of an answer.
pub fn shape(fight: &Fight, ask: GuAsk) -> Shape<Act> {
    let (who, slot, first) = match ask {
        GuAsk::Target { who, slot, first } => (who, slot, first),
        GuAsk::Direction { who, slot, from } => return Shape::OneOf(Wants::Act, directions(fight, who, slot, from)),
        GuAsk::Where { who, slot } => return Shape::OneOf(Wants::Square, rooms(fight, who, slot)),
        GuAsk::Prey { who, slot } => {
            let others = fight.everyone().filter(|other| *other != who && fight.present(*other));
            let of = others.map(|other| Choice::new(fight.label(other), Act::Who(other)).on(other));
            // Where no enemy is left to go for, it stays where it is unless its user says otherwise.
            let stays = zones::prey(fight, who, slot).is_none().then(|| Choice::new("nobody", Act::Nothing));
            return Shape::OneOf(Wants::Creature, of.chain(stays).collect());
        }
        _ => return crate::ask::yes_no(),
    };
    let mut of: Vec<Choice<Act>> = Vec::new();
    each_further(fight, who, slot, |one| of.push(Choice::new(fight.label(one), Act::Who(one)).on(one)));
    if !of.iter().any(|choice| first.who().map(Act::Who) == Some(choice.act)) {
        of.push(Choice::new("nobody", Act::Nothing));
    }
    Shape::OneOf(Wants::Creature, of)
}

/// Every combatant that a further strike of a Gu may hit.
fn each_further(fight: &Fight, who: Who, slot: u8, mut found: impl FnMut(Who)) {
    let Some(owned) = activating::owned(fight, who, slot) else { return };
    activating::targets(fight, who, slot, |at| {
        if let Target::Who(one) = at
            && activating::may_target(fight, who, owned, at).is_ok()
        {
            found(one);
        }
    });
}

/// The target of the next strike of a Gu: the same as the first, or else another foe; nobody where there is none.
fn further(fight: &Fight, who: Who, slot: u8, first: Option<Who>) -> Option<Who> {
    let (mut still, mut other) = (None, None);
    each_further(fight, who, slot, |one| {
        still = still.or(first.filter(|first| *first == one));
        other = other.or(Some(one).filter(|one| fight.foes(who, *one)));
    });
    still.or(other)
}

/// The ways that a wall may lead from a square; east, where there is none.
fn ways(fight: &Fight, who: Who, slot: u8, from: Square) -> ArrayVec<Step, 8> {
    let mut all = ArrayVec::new();
    let Some(owned) = activating::owned(fight, who, slot) else { return all };
    let source = Source::owned(who, slot, owned);
    let form = entry(fight, owned.gu).does.iter().find_map(|effect| match effect {
        Effect::Area { form, .. } => Some(*form),
        Effect::Zone(zone) => Some(zone.form),
        _ => None,
    });
    let fits = |step: &Step| {
        form.is_some_and(|form| effects::placed(fight, source, Target::Line(from, *step), form).is_some())
    };
    all.extend(Step::ALL.into_iter().filter(fits));
    if all.is_empty() {
        all.push(Step::East);
    }
    all
}

/// The same as options.
fn directions(fight: &Fight, who: Who, slot: u8, from: Square) -> Vec<Choice<Act>> {
    let choice = |step: &Step| Choice::new(format!("to the {}", step.words()), Act::Gu(GuAct::Towards(*step)));
    ways(fight, who, slot, from).iter().map(choice).collect()
}

/// Finds the squares to which a Gu may carry its user.
fn each_room(fight: &Fight, who: Who, slot: u8, mut found: impl FnMut(Square)) {
    let Some(owned) = activating::owned(fight, who, slot) else { return };
    activating::targets(fight, who, slot, |at| {
        if let Target::Square(square) = at
            && square != fight.one(who).at
            && activating::may_target(fight, who, owned, at).is_ok()
        {
            found(square);
        }
    });
}

/// Whether there is any square to which a Gu may carry its user.
pub fn leads_anywhere(fight: &Fight, who: Who, slot: u8) -> bool {
    let mut any = false;
    each_room(fight, who, slot, |_| any = true);
    any
}

/// The same as options.
fn rooms(fight: &Fight, who: Who, slot: u8) -> Vec<Choice<Act>> {
    let mut all: Vec<Choice<Act>> = Vec::new();
    each_room(fight, who, slot, |square| all.push(Choice::new(square.to_string(), Act::Square(square)).at(square)));
    if all.is_empty() {
        all.push(Choice::new("stay", Act::Nothing));
    }
    all
}

/// What the tactics answer.
pub fn choose(fight: &Fight, ask: GuAsk) -> Act {
    match ask {
        GuAsk::Target { who, slot, first } => further(fight, who, slot, first.who()).map_or(Act::Nothing, Act::Who),
        GuAsk::Direction { who, slot, from } => {
            ways(fight, who, slot, from).first().map_or(Act::Nothing, |step| Act::Gu(GuAct::Towards(*step)))
        }
        GuAsk::Where { who, slot } => {
            let mut first = None;
            each_room(fight, who, slot, |square| first = first.or(Some(square)));
            first.map_or(Act::Nothing, Act::Square)
        }
        GuAsk::Right { .. } | GuAsk::Commands { .. } => Act::No,
        GuAsk::Keep { who, slot } if is_outdone(fight, who, slot) => Act::No,
        GuAsk::Prey { who, slot } => zones::prey(fight, who, slot).map_or(Act::Nothing, Act::Who),
        _ => Act::Yes,
    }
}

/// Whether a shield is up beside one that takes more: they stand one behind the other, so the weaker is seldom reached.
fn is_outdone(fight: &Fight, who: Who, slot: u8) -> bool {
    let takes = |slot: u8| (activating::owned(fight, who, slot).map(|owned| owned.hp.now), slot);
    let up = shields::up(fight, who);
    up.contains(&slot) && up.iter().any(|other| takes(*other) > takes(slot))
}

/// Everything that somebody might do with Gu on its turn.
pub fn candidates(fight: &Fight, who: Who, mut found: impl FnMut(String, Act)) {
    for slot in 0..fight.one(who).gu.len() as u8 {
        let Some(owned) = activating::owned(fight, who, slot) else { continue };
        if owned.state == GuState::Carved {
            works(fight, who, slot, &name_of(fight, who, slot), &mut found);
            continue;
        }
        let name = name_of(fight, who, slot);
        if owned.state == GuState::Dead {
            continue;
        }
        if owned.state == GuState::HandedOver {
            if owned.lent.is_none() {
                found(format!("detonate {name}"), Act::Gu(GuAct::Detonate(slot)));
            }
            continue;
        }
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
        let attains = !performs && talents::may_attain(fight, who, entry(fight, owned.gu).path);
        if attains {
            activating::targets(fight, who, slot, |at| {
                let act = GuAct::Attain { slot, at };
                if may_act(fight, who, act).is_ok() {
                    found(format!("attain {name}{}", activating::target_text(fight, at)), Act::Gu(act));
                }
            });
        }
        works(fight, who, slot, &name, &mut found);
        if !performs {
            found(format!("detonate {name}"), Act::Gu(GuAct::Detonate(slot)));
            for to in fight.everyone().filter(|to| *to != who && fight.present(*to) && !fight.foes(who, *to)) {
                let act = GuAct::HandOver { slot, to };
                if may_act(fight, who, act).is_ok() {
                    found(format!("give {name} to {}", fight.label(to)), Act::Gu(act));
                }
            }
        }
    }
    otherwise(fight, who, &mut found);
    let one = fight.one(who);
    if one.essence.max > 0 && one.stones > 0 {
        for stones in 1..=crate::derived::sound_hands(fight, who).max(1) {
            let word = if stones == 1 { "stone" } else { "stones" };
            found(format!("absorb {stones} {word}"), Act::Gu(GuAct::Absorb(stones)));
        }
    }
}

/// What a Gu that has been activated lets its owner do besides.
fn works(fight: &Fight, who: Who, slot: u8, name: &str, found: &mut impl FnMut(String, Act)) {
    if let Some((metres, at)) = zones::steered(fight, who, slot) {
        let near = quintain_field::Span::from(at).grown(metres);
        for to in near.clipped_to(fight.ground().map.bounds()).into_iter().flat_map(quintain_field::Span::squares) {
            if to != at {
                found(format!("move {name} to {to}"), Act::Gu(GuAct::Steer { slot, to }));
            }
        }
    }
    let owned = activating::owned(fight, who, slot);
    if owned.is_some_and(|owned| owned.store > 0 && remedies::of(fight, owned.gu).is_some()) {
        for to in fight.everyone().filter(|to| fight.present(*to) && fight.distance(who, *to) <= 1) {
            found(format!("apply {name} to {}", fight.label(to)), Act::Gu(GuAct::Apply { slot, to }));
        }
    }
    if summons::may_direct(fight, who, slot).is_ok() {
        found(format!("direct {name}"), Act::Gu(GuAct::Direct(slot)));
    }
    acts::each(fight, who, slot, |at, act| {
        found(format!("use {name}{}", activating::target_text(fight, at)), Act::Gu(act));
    });
    if travel::may_pass(fight, who, slot).is_ok() {
        for step in Step::ALL {
            let text = format!("pass with {name} to the {}", step.words());
            found(text, Act::Gu(GuAct::Pass { slot, step }));
        }
    }
    for at in fight.everyone().filter(|at| fight.foes(who, *at) && fight.present(*at)) {
        if trades::may_trade(fight, who, slot, at).is_ok() {
            found(format!("trade for {name} at {}", fight.label(at)), Act::Gu(GuAct::Trade { slot, at }));
        }
    }
}

/// What Gu of others, talents and traits let somebody do.
fn otherwise(fight: &Fight, who: Who, found: &mut impl FnMut(String, Act)) {
    for known in fight.one(who).lasting.iter() {
        if let What::Effect(gu) = known.what
            && entry(fight, gu).escape.is_some_and(|escape| escape.by != EscapeBy::EndOfTurn)
        {
            found(format!("escape {}", entry(fight, gu).name), Act::Gu(GuAct::Escape(gu)));
        }
    }
    for at in fight.everyone().filter(|at| fight.foes(who, *at) && fight.present(*at)) {
        let name = fight.label(at);
        for (text, act) in [
            (format!("charge {name}"), GuAct::Charge(at)),
            (format!("flurry at {name}"), GuAct::Flurry(at)),
            (format!("punch {name} at the run"), GuAct::ChargingPunch(at)),
        ] {
            if may_act(fight, who, act).is_ok() {
                found(text, Act::Gu(act));
            }
        }
        let slots = if fight.turn.sprinting { fight.one(who).gu.len() as u8 } else { 0 };
        for slot in 0..slots {
            let act = GuAct::ChargingTouch(slot, at);
            if may_act(fight, who, act).is_ok() {
                found(format!("activate {} at {name} at the run", name_of(fight, who, slot)), Act::Gu(act));
            }
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
        GuAct::Wield { slot, at } => acts::may_wield(fight, who, slot, at),
        GuAct::Direct(slot) => summons::may_direct(fight, who, slot),
        GuAct::Stop(slot) => standing::may_stop(fight, who, slot),
        GuAct::Absorb(stones) => stones::may_absorb(fight, who, stones),
        GuAct::Detonate(slot) => detonating::may_detonate(fight, who, slot),
        GuAct::Towards(_) => Err(Refusal::new(&LIMIT, "that is nothing to do on a turn")),
        GuAct::Steer { slot, to } => zones::may_steer(fight, who, slot, to),
        GuAct::HandOver { slot, to } => handling::may_hand_over(fight, who, slot, to),
        GuAct::Apply { slot, to } => remedies::may_apply(fight, who, slot, to),
        GuAct::Escape(gu) => laid::may_escape(fight, who, gu),
        GuAct::Pass { slot, .. } => travel::may_pass(fight, who, slot),
        GuAct::Trade { slot, at } => trades::may_trade(fight, who, slot, at),
        GuAct::Attain { slot, at } => trades::may_attain(fight, who, slot, at),
        GuAct::Charge(at) => talents::may_charge(fight, who, at),
        GuAct::Flurry(at) => talents::may_flurry(fight, who, at),
        GuAct::ChargingPunch(at) => talents::may_punch_charging(fight, who, at),
        GuAct::ChargingTouch(slot, at) => talents::may_touch_charging(fight, who, slot, at),
    }
}

/// Does it.
pub(crate) fn act<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, act: GuAct) -> Result<(), T::Halt> {
    if let GuAct::Activate { slot, .. } | GuAct::Attain { slot, .. } | GuAct::ChargingTouch(slot, _) = act
        && !activating::allowed(fight, table, who, slot)?
    {
        return Ok(());
    }
    match act {
        GuAct::Activate { slot, at } => activating::on_turn(fight, table, who, slot, at),
        GuAct::Perform { slot, at } => killer_moves::perform(fight, table, who, slot, at),
        GuAct::Wield { slot, at } => acts::wield(fight, table, who, slot, at),
        GuAct::Direct(slot) => {
            summons::direct(fight, table, who, slot);
            Ok(())
        }
        GuAct::Stop(slot) => standing::stop(fight, table, who, slot),
        GuAct::Absorb(count) => {
            stones::absorb(fight, table, who, count);
            Ok(())
        }
        GuAct::Detonate(slot) => detonating::detonate(fight, table, who, slot, Role::Act),
        GuAct::Towards(_) => Ok(()),
        GuAct::Steer { slot, to } => {
            zones::steer(fight, table, who, slot, to);
            Ok(())
        }
        GuAct::HandOver { slot, to } => {
            handling::hand_over(fight, table, who, slot, to);
            Ok(())
        }
        GuAct::Apply { slot, to } => remedies::apply(fight, table, who, slot, to),
        GuAct::Escape(gu) => laid::escape(fight, table, who, gu),
        GuAct::Pass { slot, step } => travel::pass(fight, table, who, slot, step),
        GuAct::Trade { slot, at } => trades::trade(fight, table, who, slot, at),
        GuAct::Attain { slot, at } => trades::attain(fight, table, who, slot, at),
        GuAct::Charge(at) => talents::charge(fight, table, who, at),
        GuAct::Flurry(at) => talents::flurry(fight, table, who, at),
        GuAct::ChargingPunch(at) => talents::punch_charging(fight, table, who, at),
        GuAct::ChargingTouch(slot, at) => talents::touch_charging(fight, table, who, slot, at),
    }
}

/// What is due, in words.
pub fn due_text(fight: &Fight, who: Who, due: GuDue) -> String {
    match due {
        GuDue::Regeneration => "regeneration".into(),
        GuDue::Keep(slot) => format!("keep {}", name_of(fight, who, slot)),
        GuDue::Toll => "soul toll".into(),
        GuDue::Zone(number) => {
            let place = zones::place_of(fight, number).map_or(0, |place| place + 1);
            format!("{} {place}", zones::name(fight, number))
        }
        GuDue::Zones => "what lies on the map".into(),
        GuDue::Hunt(number) => format!("the hunt of {}", zones::name(fight, number)),
        GuDue::Refresh(slot) => format!("{} for all near", name_of(fight, who, slot)),
        GuDue::Renews => "renewal".into(),
        GuDue::Poisons => "poisons".into(),
        GuDue::Escape(gu) => format!("escape {}", entry(fight, gu).name),
        GuDue::Clots => "wounds close".into(),
        GuDue::Regains => "hit points of Gu".into(),
        GuDue::Aura(other, slot) => format!("{} of {}", name_of(fight, other, slot), fight.label(other)),
    }
}
