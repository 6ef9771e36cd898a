//! Primordial magic in combat: power gathered second by second, and the automaton let go.

use arrayvec::ArrayVec;
use quintain_engine::kit::refuse_if;
use quintain_engine::{Event, Refusal, Table, Who};

use crate::content::{Component, Family, Feature, PowerId, When};
use crate::rules::{actions, health, powers, willpower, wording};
use crate::state::{Act, Ask, Deed, Fight, Gathered, PowerAct, PowerAsk, Upcoming, With};

quintain_engine::section! {
    "Primordial magic";
    COMPONENTS = Engine "magic.components": "Power comes from components, a second each and willpower two, one after the other; words and gestures may go together.";
    TURNS = Engine "magic.turns": "Gathering takes half as many turns as seconds, rounded up, as an upcoming action each turn; what is finished is let go as a standard action within two own turns, or lost.",
        ruling "The mapping to turns is assumed.";
    CONCENTRATION = Engine "magic.concentration": "Fighting, running, being attacked and receiving an effect break the gathering: the power is lost, and components stay used.";
    EFFECT = Engine "magic.effect": "The automaton's effect is called on the one touched or meant; a touch is a Brawl attack that does no damage.";
}

/// What a point of willpower and a wound of one's own give.
const OF_WILL: u16 = 500;

const OF_BLOOD: u16 = 500;

/// Own turns in which a finished automaton can be let go, and the turn of finishing.
const KEEPS: u8 = 3;

/// Seconds of gathering in a turn.
const SECONDS: u8 = 2;

/// Places of components that are always there; reserves and items follow.
const VOICE: u8 = 0;

const GESTURE: u8 = 1;

const TOGETHER: u8 = 2;

const WILL: u8 = 3;

const BLOOD: u8 = 4;

const MORE_BLOOD: u8 = 5;

const RESERVES: u8 = 6;

const ITEMS: u8 = 16;

/// The most reserves of power that one may have.
pub(crate) const MOST_RESERVES: usize = (ITEMS - RESERVES) as usize;

/// A component that can be used: its place and its power.
type Offered = (u8, u16);

/// The components that a mage can use for its next second.
pub(crate) fn components(fight: &Fight, who: Who) -> ArrayVec<Offered, 24> {
    let mut all = ArrayVec::new();
    let one = fight.one(who);
    let Some(gathered) = one.gathered else { return all };
    let bound = powers::hand_is_bound(fight, who);
    let free = |place: u8| gathered.used & 1 << place == 0 && !(bound && place == GESTURE);
    let words = voice(fight, who);
    if words > 0 {
        if free(VOICE) && free(GESTURE) {
            all.push((TOGETHER, 2 * words));
        }
        if free(VOICE) {
            all.push((VOICE, words));
        }
        if free(GESTURE) {
            all.push((GESTURE, words));
        }
    }
    for (place, power) in reserves(fight, who).enumerate().take(MOST_RESERVES) {
        if free(RESERVES + place as u8) {
            all.push((RESERVES + place as u8, power));
        }
    }
    for (slot, (item, uses)) in one.items.iter().enumerate() {
        let place = ITEMS + slot as u8;
        if let Some(Component { power, .. }) = fight.item(*item).entry.component
            && *uses > 0
            && free(place)
        {
            all.push((place, power));
        }
    }
    if willpower::can_spend(fight, who, Family::Magic, 1) {
        all.push((WILL, OF_WILL));
    }
    if free(BLOOD) && one.hp > 0 {
        all.push((BLOOD, OF_BLOOD));
    } else if !free(BLOOD) && free(MORE_BLOOD) && one.hp > drained(fight) {
        all.push((MORE_BLOOD, OF_BLOOD));
    }
    all
}

/// The places of all components that there could be: those that are always there, reserves and items carried.
pub(crate) fn each_component(fight: &Fight, who: Who) -> impl Iterator<Item = u8> + '_ {
    let reserves = reserves(fight, who).take(MOST_RESERVES).count() as u8;
    let items = fight.one(who).items.iter().enumerate();
    let items = items.filter(|(_, (item, _))| fight.item(*item).entry.component.is_some());
    (VOICE..=BLOOD).chain((0..reserves).map(|place| RESERVES + place)).chain(items.map(|(slot, _)| ITEMS + slot as u8))
}

pub(crate) fn component_name(fight: &Fight, who: Who, place: u8) -> String {
    match place {
        VOICE => "words".into(),
        GESTURE => "gestures".into(),
        TOGETHER => "words and gestures".into(),
        WILL => "willpower".into(),
        BLOOD => "own blood".into(),
        MORE_BLOOD => "more of its own blood".into(),
        RESERVES..ITEMS => format!("reserve {}", place - RESERVES + 1),
        _ => {
            let slot = place - ITEMS;
            let item = fight.one(who).items.get(usize::from(slot));
            let name = item.map_or("item", |(item, _)| fight.item(*item).entry.name.as_str());
            format!("{name} {}", slot + 1)
        }
    }
}

/// What drawing on a component takes from a mage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Takes {
    /// Nothing but its time.
    Nothing,
    Willpower(i16),
    Hp(i16),
    /// A use of the item in this place.
    Item(usize),
}

pub(crate) fn takes(fight: &Fight, who: Who, place: u8) -> Takes {
    match place {
        WILL => Takes::Willpower(1),
        BLOOD => Takes::Hp(fight.one(who).hp),
        MORE_BLOOD => Takes::Hp(fight.one(who).hp - drained(fight)),
        ITEMS.. => {
            let slot = usize::from(place - ITEMS);
            let component = fight.one(who).items.get(slot).and_then(|(item, _)| fight.item(*item).entry.component);
            let used_up = component.is_some_and(|component| !component.keeps);
            if used_up { Takes::Item(slot) } else { Takes::Nothing }
        }
        _ => Takes::Nothing,
    }
}

/// The hit points that more of one's own blood leaves.
fn drained(fight: &Fight) -> i16 {
    -willpower::scaled(fight, 1)
}

/// How many seconds a component takes.
pub(crate) fn seconds(place: u8) -> u8 {
    if place == WILL { 2 } else { 1 }
}

fn voice(fight: &Fight, who: Who) -> u16 {
    let base = fight.features(who).map(|feature| if let Feature::Components(power) = feature { *power } else { 0 });
    let Some(base) = base.max().filter(|base| *base > 0) else { return 0 };
    let more: u16 =
        fight.features(who).map(|feature| if let Feature::MoreComponents(power) = feature { *power } else { 0 }).sum();
    base + more
}

fn reserves(fight: &Fight, who: Who) -> impl Iterator<Item = u16> + '_ {
    fight.features(who).filter_map(|feature| if let Feature::Reserve(power) = feature { Some(*power) } else { None })
}

pub(crate) fn may_gather(fight: &Fight, who: Who, place: u8) -> Result<(), Refusal> {
    if !matches!(fight.when_at(who, place), Some(When::Automaton { .. })) {
        return Err(Refusal::new(&COMPONENTS, "it is no automaton"));
    }
    if voice(fight, who) == 0 && reserves(fight, who).next().is_none() {
        return Err(Refusal::new(&COMPONENTS, "without a gift for it no power can be gathered"));
    }
    Ok(())
}

/// Whether a touch with a power is possible: an automaton must be finished for it.
pub(crate) fn may_release(fight: &Fight, who: Who, power: PowerId) -> Result<(), Refusal> {
    let When::Automaton { .. } = fight.power(power).entry.when else { return Ok(()) };
    let ready = fight.one(who).gathered.is_some_and(|gathered| gathered.automaton == power && gathered.ready.is_some());
    refuse_if(!ready, &TURNS, "its power is not gathered")
}

pub(crate) fn gather<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, place: u8) -> Result<(), T::Halt> {
    let Some(automaton) = fight.power_at(who, place) else { return Ok(()) };
    let one = fight.one_mut(who);
    if one.gathered.is_none_or(|gathered| gathered.automaton != automaton) {
        one.gathered = Some(Gathered { automaton, power: 0, used: 0, owed: 0, ready: None });
    }
    go_on(fight, table, who)
}

/// Goes on gathering for a turn.
pub(crate) fn go_on<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    let mut seconds = SECONDS;
    while seconds > 0 {
        let Some(gathered) = fight.one(who).gathered else { return Ok(()) };
        if gathered.owed > 0 {
            owe(fight, who, gathered.owed - 1);
            seconds -= 1;
            continue;
        }
        if gathered.power >= needed(fight, gathered.automaton) {
            break;
        }
        let ask = Ask::Power(PowerAsk::Component { who });
        let Some(Act::Power(PowerAct::Component(place))) = table.choose(fight, ask)? else { break };
        draw(fight, table, who, place)?;
        seconds -= 1;
    }
    let Some(gathered) = fight.one(who).gathered else { return Ok(()) };
    if gathered.power >= needed(fight, gathered.automaton) && gathered.owed == 0 {
        finish(fight, table, who);
    } else {
        fight.one_mut(who).upcoming = Some(Upcoming::Gather);
    }
    Ok(())
}

fn needed(fight: &Fight, automaton: PowerId) -> u16 {
    match fight.power(automaton).entry.when {
        When::Automaton { power, .. } => power,
        _ => 0,
    }
}

fn owe(fight: &mut Fight, who: Who, owed: u8) {
    if let Some(gathered) = &mut fight.one_mut(who).gathered {
        gathered.owed = owed;
    }
}

fn draw<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, place: u8) -> Result<(), T::Halt> {
    let Some((_, power)) = components(fight, who).into_iter().find(|offered| offered.0 == place) else {
        return Ok(());
    };
    if let Some(gathered) = &mut fight.one_mut(who).gathered {
        gathered.power = gathered.power.saturating_add(power);
        match place {
            TOGETHER => gathered.used |= 1 << VOICE | 1 << GESTURE,
            WILL => gathered.owed = seconds(place) - 1,
            _ => gathered.used |= 1 << place,
        }
    }
    let so_far = fight.one(who).gathered.map_or(0, |gathered| gathered.power);
    table.tell(|| {
        let name = component_name(fight, who, place);
        let text = format!("{} gathers {power} from {name}, {so_far} so far", fight.label(who));
        Event::new(&COMPONENTS, text).by(who)
    });
    match takes(fight, who, place) {
        Takes::Nothing => {}
        Takes::Willpower(amount) => willpower::spend(fight, table, who, Family::Magic, amount, &COMPONENTS),
        Takes::Hp(amount) => health::lose(fight, table, who, amount, health::Kind::Blood, &COMPONENTS)?,
        Takes::Item(slot) => {
            if let Some((_, uses)) = fight.one_mut(who).items.get_mut(slot) {
                *uses = uses.saturating_sub(1);
            }
        }
    }
    Ok(())
}

fn finish<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) {
    if let Some(gathered) = &mut fight.one_mut(who).gathered {
        gathered.ready = Some(KEEPS);
    }
    fight.one_mut(who).upcoming = None;
    table.tell(|| {
        let text = format!("The automaton of {} is finished", fight.label(who));
        Event::new(&TURNS, text).by(who)
    });
}

/// The power gathered so far is lost, without a word; false if nothing was being gathered.
pub(crate) fn lapses(fight: &mut Fight, who: Who) -> bool {
    let gathering = fight.one(who).gathered.is_some_and(|gathered| gathered.ready.is_none());
    if gathering {
        let one = fight.one_mut(who);
        one.gathered = None;
        one.upcoming = one.upcoming.filter(|upcoming| *upcoming != Upcoming::Gather);
    }
    gathering
}

pub(crate) fn disturb<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, by: &'static str) {
    if !lapses(fight, who) {
        return;
    }
    table.tell(|| {
        let text = format!("{} breaks the gathering of {}", wording::capitalised(by), fight.label(who));
        fight.caused(Event::new(&CONCENTRATION, text).by(who))
    });
}

/// At the end of a turn: what is finished and not let go in time is lost.
pub(crate) fn turn_ends<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) {
    let Some(left) = fight.one(who).gathered.and_then(|gathered| gathered.ready) else { return };
    let one = fight.one_mut(who);
    if left > 1 {
        if let Some(gathered) = &mut one.gathered {
            gathered.ready = Some(left - 1);
        }
        return;
    }
    one.gathered = None;
    table.tell(|| Event::new(&TURNS, format!("The power of {} is lost", fight.label(who))).by(who).upkeep());
}

/// A touch or throw with an automaton has been made: its power is gone.
pub(crate) fn released(fight: &mut Fight, who: Who, with: With) {
    if let With::Touch(power) | With::Throw(power) = with
        && fight.one(who).gathered.is_some_and(|gathered| gathered.automaton == power)
    {
        fight.one_mut(who).gathered = None;
    }
}

/// An automaton let go on the mage itself.
pub(crate) fn release_on_self<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    let Some(gathered) = fight.one_mut(who).gathered.take() else { return Ok(()) };
    let power = gathered.automaton;
    table.tell(|| {
        let text = format!("{} lets {} go", fight.label(who), fight.power(power).entry.name);
        actions::act_of(fight, who, Event::new(&EFFECT, text).and(&actions::USE))
    });
    powers::lasting::start(fight, table, who, Some(who), power)
}

/// Whom an automaton strikes that is let go over the cluster of a combatant, in the order of initiative.
pub(crate) fn in_burst(fight: &Fight, at: Who) -> impl Iterator<Item = Who> + '_ {
    let cluster = fight.one(at).cluster;
    let is_in = move |other: &Who| cluster != 0 && fight.present(*other) && fight.one(*other).cluster == cluster;
    fight.order.iter().copied().filter(is_in)
}

/// An automaton let go over a whole cluster, each in the order of initiative.
pub(crate) fn burst<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, at: Who) -> Result<(), T::Halt> {
    let Some(gathered) = fight.one_mut(who).gathered.take() else { return Ok(()) };
    let power = gathered.automaton;
    table.tell(|| {
        let text = format!(
            "{} lets {} go over the cluster of {}",
            fight.label(who),
            fight.power(power).entry.name,
            fight.label(at)
        );
        let event = Event::new(&EFFECT, text).and(&actions::USE).to(at).with(powers::power_name(fight, power));
        actions::act_of(fight, who, event)
    });
    let inside = fight.list(|fight, list| list.extend(in_burst(fight, at)));
    for place in inside.clone() {
        let whom = fight.lists[place];
        powers::calls(fight, table, who, whom, power, None, None)?;
    }
    fight.done(inside);
    Ok(())
}

/// Moving in haste breaks the gathering: running and charging.
pub(crate) fn moved<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, deed: Deed) {
    if matches!(deed, Deed::Run { .. } | Deed::Charge { .. }) {
        disturb(fight, table, who, "running");
    }
}
