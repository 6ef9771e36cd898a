//! Effects: how they are called, resisted and carried out, and how long they last.

use quintain_engine::{Event, Rule, Table, Who};

use crate::content::{BindPart, Effect, EffectStack, Element, Feature, Limb, PowerId, Word};
use crate::rules::{
    actions, armour, daze, defence, handling, health, movement, powers, readied, stumble, willpower, wording,
};
use crate::state::{Fight, Happened, Held, Lasting, Lying, Thing};

quintain_engine::section! {
    "Effects";
    TWO_SECONDS = Engine "effect.default-two-seconds": "Most effects last two seconds, which is one turn.";
    LONGER = Engine "effect.longer": "Longer effects last more than one turn.";
    TURNS = Engine "effect.turns": "An effect covers half as many turns as it has seconds, rounded down.";
    WHICH = Engine "effect.which-turns": "The turns that count are the victim's own.",
        ruling "Those that begin after the effect lands; what lands in the victim's own turn works for the rest of it and is not counted. The slots of the unconscious and vanished, which are passed over, count as turns.";
    NUMBER = Engine "effect.number": "The number called with an effect replaces the usual one: 1 point for Hit, Drain and Break, 2 seconds for the rest.";
    WHO = Choice "effect.who": "Effects are called by whoever has a fitting skill or item, or by the game master.";
    HIT = Engine "effect.hit": "Hit costs hit points, instead of the weapon's damage.";
    REPLACES = Engine "effect.replaces-damage": "Whatever is called on a hit takes the place of the weapon's damage; a card that names several effects calls them all.",
        house "effect.replace";
    DRAIN = Engine "effect.drain": "Drain costs willpower.";
    BREAK = Engine "effect.break": "Break destroys an item that is no tougher than its number.";
    FALL = Engine "effect.fall": "The victim falls and may stand up only when the effect has passed.";
    DROP = Engine "effect.drop": "What the hand holds drops to the ground, and may be picked up only when the effect has passed.";
    STUMBLE = Engine "effect.stumble": "Stumble throws out of a cluster and hampers attacks and movement.";
    DAZE = Engine "effect.daze": "The dazed neither attack nor defend nor use skills nor run, in their own turn or out of it.";
    CHARM = Engine "effect.charm": "The charmed does nothing that harms the one who charmed it.";
    FEAR = Engine "effect.fear": "The frightened does not come closer to the source by its own will, nor into its cluster.";
    BIND = Engine "effect.bind": "The bound neither moves nor is moved; a hand, arm, foot or leg may be bound instead.",
        ruling "A bind holds the body unless it says otherwise; the bound may still defend. They strike those in a cluster with them: to others they cannot come.",
        house "bind.reach";
    WEAKEN = Engine "effect.weaken": "In combat every skill costs 1 willpower more.";
    RESIST = Engine "effect.resist": "A reaction that keeps an effect or a loss away, or lessens it by its number.";
    MISS = Engine "effect.miss": "Miss counts as Resist.";
    CERTAIN = Engine "effect.certain": "An effect called by the rules works; only Resist stops it.";
    STACK = Engine "effect.stack": "The same effect again: the longest time left counts; stumbles keep their own directions.", house "effect.stack";
}

/// An effect as it is called on a combatant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Called {
    pub(crate) effect: Effect,
    /// Points or seconds.
    pub(crate) n: i16,
    pub(crate) whom: Who,
    pub(crate) by: Option<Who>,
    pub(crate) part: BindPart,
    /// A Bind by a grab, which one can break free from.
    pub(crate) grabbed: bool,
    pub(crate) limb: Option<Limb>,
    pub(crate) automaton: bool,
    pub(crate) poison: bool,
    pub(crate) element: Option<Element>,
    pub(crate) means: Option<PowerId>,
}

impl Called {
    /// An effect with its number and nothing more.
    pub(crate) fn of(effect: Effect, n: i16, whom: Who, by: Option<Who>) -> Called {
        Called {
            effect,
            n,
            whom,
            by,
            part: BindPart::Body,
            grabbed: false,
            limb: None,
            automaton: false,
            poison: false,
            element: None,
            means: None,
        }
    }
}

pub(crate) fn rule_of(effect: Effect) -> &'static Rule {
    match effect {
        Effect::Hit => &HIT,
        Effect::Drain => &DRAIN,
        Effect::Break => &BREAK,
        Effect::Fall => &FALL,
        Effect::Drop => &DROP,
        Effect::Stumble => &STUMBLE,
        Effect::Daze => &DAZE,
        Effect::Charm => &CHARM,
        Effect::Fear => &FEAR,
        Effect::Bind => &BIND,
        Effect::Weaken => &WEAKEN,
    }
}

/// How many own turns so many seconds are.
pub(crate) fn turns_of(seconds: i16) -> i16 {
    seconds / 2
}

/// Calls an effect: immunity, Resist, then what it does.
pub(crate) fn call<T: Table<Fight>>(fight: &mut Fight, table: &mut T, called: &Called) -> Result<(), T::Halt> {
    let whom = called.whom;
    if !fight.present(whom) {
        return Ok(());
    }
    let told = table.tell(|| told(fight, called));
    let before = fight.cause.replace(told);
    let came = lands(fight, table, called);
    fight.cause = before;
    came
}

/// What comes of an effect that has been called.
fn lands<T: Table<Fight>>(fight: &mut Fight, table: &mut T, called: &Called) -> Result<(), T::Halt> {
    let whom = called.whom;
    if let Some(why) = immunity(fight, called) {
        table.tell(|| {
            fight.caused(fight.event(&RESIST, whom, format_args!("is not affected: {why}")).and(&CERTAIN).and(&MISS))
        });
        spend_immunity(fight, called);
        return Ok(());
    }
    if called.effect == Effect::Stumble && armour::steadies(fight, table, whom)? {
        return Ok(());
    }
    if powers::resists(fight, table, called)? {
        return Ok(());
    }
    actions::interrupt(fight, table, whom, "an effect");
    apply(fight, table, called)
}

fn told(fight: &Fight, called: &Called) -> Event {
    let (whom, name) = (fight.label(called.whom), called.means.map(|power| fight.power(power).entry.name.as_str()));
    let source = match (name, called.by) {
        (Some(name), Some(by)) => format!("{} of {} calls ", wording::capitalised(name), fight.label(by)),
        (Some(name), None) => format!("{} calls ", wording::capitalised(name)),
        (None, Some(by)) => format!("{} calls ", fight.label(by)),
        (None, None) => String::new(),
    };
    let text = format!("{source}{} {} on {whom}", called.effect, called.n);
    let mut event = Event::new(rule_of(called.effect), text).and(&NUMBER).and(&CERTAIN).and(&WHO).to(called.whom);
    if let Some(name) = name {
        event = event.and(&REPLACES).and(&willpower::SCALE).with(name);
    }
    event = fight.caused(event);
    if !called.effect.counts_points() {
        event = event.and(&TURNS).and(&WHICH);
        event = event.and(if called.n <= 3 { &TWO_SECONDS } else { &LONGER });
    }
    if let Some(by) = called.by {
        event = event.by(by);
    }
    event
}

/// What keeps an effect from working at all.
fn immunity(fight: &Fight, called: &Called) -> Option<&'static str> {
    let whom = called.whom;
    if fight.has(whom, Feature::ResistsAll) {
        return Some("nothing touches it");
    }
    if is_immune(fight, whom, called.effect) {
        return Some("this effect does nothing to it");
    }
    if called.automaton && fight.has(whom, Feature::ResistsAutomaton) {
        return Some("it resists the automaton");
    }
    if called.poison && fight.has(whom, Feature::ResistsPoison) {
        return Some("poison does nothing to it");
    }
    None
}

pub(crate) fn is_immune(fight: &Fight, who: Who, effect: Effect) -> bool {
    let immune = |feature: &Feature| matches!(feature, Feature::Immune(of) if of.has(effect));
    fight.features(who).any(immune)
}

/// The potion against automata works once.
fn spend_immunity(fight: &mut Fight, called: &Called) {
    if !called.automaton {
        return;
    }
    let resists = |power| fight.power(power).entry.gives.contains(&Feature::ResistsAutomaton);
    let spent = fight.one(called.whom).boons.iter().position(|boon| boon.wait <= 0 && resists(boon.power));
    if let Some(place) = spent {
        fight.one_mut(called.whom).boons.remove(place);
    }
}

fn apply<T: Table<Fight>>(fight: &mut Fight, table: &mut T, called: &Called) -> Result<(), T::Halt> {
    let whom = called.whom;
    match called.effect {
        Effect::Hit => {
            let loss = health::Loss {
                amount: called.n,
                by: called.by,
                limb: called.limb,
                kind: if called.by.is_some() { health::Kind::Attack } else { health::Kind::Hit },
                element: called.element,
                magic: called.automaton,
                rule: &HIT,
            };
            health::suffer(fight, table, whom, &loss)?;
        }
        Effect::Drain => willpower::lose(fight, table, whom, called.n, &DRAIN),
        Effect::Break => {
            if let Some(held) = Held::IN_HAND.into_iter().find(|held| handling::held(fight, whom, *held).is_some()) {
                armour::break_held(fight, table, whom, held, called.n);
            }
        }
        Effect::Fall => {
            last(fight, table, called, None);
            falls_down(fight, table, whom, &FALL);
            movement::loses_hold(fight, table, whom)?;
        }
        Effect::Drop => {
            let arm = called.limb.filter(|limb| matches!(limb, Limb::SwordArm | Limb::OffArm));
            drop_item(fight, table, whom, arm);
            last(fight, table, called, None);
        }
        Effect::Stumble => stumble::stumble(fight, table, called)?,
        Effect::Daze => daze::daze(fight, table, called),
        Effect::Charm | Effect::Fear | Effect::Bind | Effect::Weaken => last(fight, table, called, None),
    }
    Ok(())
}

/// Falls where it stands, if it does: nobody falls who lies there already.
pub(crate) fn falls_down<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, rule: &'static Rule) {
    if fight.one(who).prone {
        return;
    }
    lie_down(fight, table, who, rule);
    readied::note(fight, Happened::Fell(who));
    // Pulled down by another in the middle of a movement, it has lost the rest of its turn.
    let moves = fight.one(who).entered.is_some() && fight.turn.deed.is_some_and(movement::is_movement);
    if moves && fight.turn.who == Some(who) && fight.acting != Some(who) {
        fight.turn.ended = true;
    }
}

pub(crate) fn lie_down<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, rule: &'static Rule) {
    fight.one_mut(who).prone = true;
    table.tell(|| fight.caused(fight.event(rule, who, "is prone").and(&defence::PRONE)));
}

/// Lets the item of a hand fall: that of the arm which was hit, or else the sword hand's, or the off-hand's where that is
/// empty. Says whether there was any.
pub(crate) fn drop_item<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, arm: Option<Limb>) -> bool {
    let Some(thing) = let_fall(fight, who, arm) else { return false };
    readied::note(fight, Happened::Dropped(who));
    table.tell(|| fight.caused(fight.event(&DROP, who, format_args!("drops {}", actions::thing_name(fight, thing)))));
    true
}

/// [`drop_item`] without a word: what has fallen.
pub(crate) fn let_fall(fight: &mut Fight, who: Who, arm: Option<Limb>) -> Option<Thing> {
    let hands = match arm {
        Some(Limb::SwordArm) => &Held::IN_HAND[..1],
        Some(Limb::OffArm) if !fight.one(who).both => &Held::IN_HAND[1..],
        _ => &Held::IN_HAND,
    };
    // What a Drop that has passed has taken is free: this one keeps back only what falls now.
    let lasts = fight.one(who).suffers(Effect::Drop);
    let freed = |lying: &&mut Lying| !lasts && lying.dropped_by == Some(who) && lying.arm.is_none();
    fight.floor.iter_mut().filter(freed).for_each(|lying| lying.dropped_by = None);
    let thing = hands.iter().find_map(|held| handling::take_off(fight, who, *held))?.unloaded();
    let at = fight.one(who).at;
    fight.floor.push(Lying { thing, at, dropped_by: Some(who), arm: None });
    defence::forget(fight, who);
    Some(thing)
}

/// Writes down that an effect lasts, by the rules for the same effect again.
pub(crate) fn last<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    called: &Called,
    barred: Option<quintain_field::Step>,
) {
    let turns = turns_of(called.n);
    let odd = called.n % 2 == 1;
    if turns == 0 && !(odd && called.effect == Effect::Daze) {
        return;
    }
    let sum = fight.house().effect_stack == EffectStack::Sum;
    let fresh = Lasting {
        effect: called.effect,
        turns,
        counted: false,
        odd,
        source: called.by,
        barred,
        part: called.part,
        grabbed: called.grabbed,
    };
    let same = |known: &&mut Lasting| match called.effect {
        Effect::Stumble => known.effect == Effect::Stumble && known.barred == barred,
        Effect::Charm | Effect::Fear => known.effect == called.effect && known.source == called.by,
        // Everybody who holds keeps a grip of their own.
        Effect::Bind => {
            let grip = (called.part, called.grabbed, called.by.filter(|_| called.grabbed));
            known.effect == Effect::Bind && (known.part, known.grabbed, known.source.filter(|_| known.grabbed)) == grip
        }
        effect => known.effect == effect,
    };
    let one = fight.one_mut(called.whom);
    match one.effects.iter_mut().find(same) {
        Some(known) if sum => {
            // Two odd seconds are a turn.
            known.turns += turns + i16::from(known.odd && odd);
            known.odd = known.odd != odd;
            known.source = called.by;
        }
        Some(known) => {
            // A turn that runs and counts for the old one does not count for the new one.
            let left = known.turns - i16::from(known.counted);
            if (fresh.turns, fresh.odd) > (left, known.odd) {
                *known = Lasting { counted: false, ..fresh };
            }
        }
        None => {
            one.effects.push(fresh);
            return;
        }
    }
    table.tell(|| {
        let text = format!("{} suffers {} again", fight.label(called.whom), called.effect);
        fight.caused(Event::new(&STACK, text).to(called.whom))
    });
}

/// At the start of a turn: it counts for every effect; an odd daze whose turns are over ends.
pub(crate) fn turn_begins<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) {
    daze::odd_ends(fight, table, who);
    for lasting in &mut fight.one_mut(who).effects {
        lasting.counted = true;
    }
}

/// At the end of a turn: every effect has a turn less, and those without turns end.
pub(crate) fn turn_ends<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) {
    for lasting in &mut fight.one_mut(who).effects {
        if lasting.counted {
            lasting.turns -= 1;
            lasting.counted = false;
        }
    }
    let mut place = 0;
    while let Some(lasting) = fight.one(who).effects.get(place).copied() {
        if lasting.turns > 0 || (lasting.odd && lasting.effect == Effect::Daze) {
            place += 1;
            continue;
        }
        fight.one_mut(who).effects.remove(place);
        table.tell(|| {
            let text = format!("The {} of {} has passed", lasting.effect.text().to_lowercase(), fight.label(who));
            let event = Event::new(rule_of(lasting.effect), text).and(&WHICH).by(who).upkeep();
            if lasting.effect == Effect::Daze { event.and(&daze::EVEN) } else { event }
        });
    }
}

/// Whether a bind holds a part, or the whole body.
pub(crate) fn is_bound(fight: &Fight, who: Who, part: BindPart) -> bool {
    fight
        .one(who)
        .effects
        .iter()
        .any(|lasting| lasting.effect == Effect::Bind && lasting.turns > 0 && lasting.part == part)
}

/// Whether a combatant keeps its place whatever happens: bound there, or rooted.
pub(crate) fn is_held(fight: &Fight, who: Who) -> bool {
    is_bound(fight, who, BindPart::Body) || fight.has(who, Feature::Rooted)
}

pub(crate) fn fears(fight: &Fight, who: Who) -> impl Iterator<Item = Who> + '_ {
    sources(fight, who, Effect::Fear)
}

pub(crate) fn charmed_by(fight: &Fight, who: Who) -> impl Iterator<Item = Who> + '_ {
    sources(fight, who, Effect::Charm)
}

fn sources(fight: &Fight, who: Who, effect: Effect) -> impl Iterator<Item = Who> + '_ {
    let fits =
        move |lasting: &&Lasting| lasting.effect == effect && lasting.turns > 0 && !is_immune(fight, who, effect);
    fight.one(who).effects.iter().filter(fits).filter_map(|lasting| lasting.source)
}

pub(crate) fn end(fight: &mut Fight, who: Who, effect: Effect) -> bool {
    let one = fight.one_mut(who);
    let before = one.effects.len();
    one.effects.retain(|lasting| lasting.effect != effect);
    one.effects.len() != before
}
