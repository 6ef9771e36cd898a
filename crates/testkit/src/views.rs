//! Views: nothing below 0, nothing above its maximum, and nobody acts who is out of the fight.

use quintain_engine::{AnyLive, AnyRulebook, Condition, Event, Fact, Value, View, begins_with, rule_named};

use crate::battery::Battery;
use crate::{Check, claim};

/// The view, if every value in it is one that can be and every condition one that the rulebook names.
pub(crate) fn view_is_sound(
    rulebook: &dyn AnyRulebook,
    live: &dyn AnyLive,
    below_zero: &[&str],
) -> Result<View, String> {
    let view = live.view();
    conditions_are_known(live, &view)?;
    all_is_declared(rulebook, &view)?;
    for who in &view.combatants {
        for stat in &who.stats {
            let Value::Number(n) = stat.value else { continue };
            let (name, key) = (&who.name, stat.key);
            claim(n >= 0 || below_zero.contains(&key), || format!("{name}.{key} is {n}"))?;
            let most = stat.max.unwrap_or(n);
            claim(n <= most, || format!("{name}.{key} is {n} of at most {most}"))?;
        }
        let twice = who
            .stats
            .iter()
            .enumerate()
            .find(|(place, stat)| who.stats[..*place].iter().any(|other| other.key == stat.key));
        claim(twice.is_none(), || format!("{} has a value twice: {twice:?}", who.name))?;
    }
    Ok(view)
}

/// Whether every value of one of the combatants (any number will do) says why it is what it is: the same value as in the
/// view, with parts that add up to it, by rules of the book.
pub(crate) fn values_have_reasons(rulebook: &dyn AnyRulebook, live: &dyn AnyLive, view: &View, number: usize) -> Check {
    let Some(who) = view.combatants.get(number % view.combatants.len().max(1)) else { return Ok(()) };
    for key in who.keys() {
        let path = format!("{}.{key}", who.name);
        let why = live.why(&path).map_err(|none| none.to_string())?;
        let shown = view.value(&path).map_err(|none| none.to_string())?;
        claim(why.value == shown, || format!("{path} is {shown}, and the reasons are for {}", why.value))?;
        claim(!why.terms.is_empty() || !why.origin.is_empty(), || format!("{path} gives no reason"))?;
        let sum: i64 = why.terms.iter().filter(|term| term.applied).map(|term| term.value).sum();
        let adds_up = why.terms.is_empty() || matches!(shown, Value::Number(n) if n == sum);
        claim(adds_up, || format!("the parts of {path} come to {sum}: {why}"))?;
        for rule in why.terms.iter().filter_map(|term| term.rule) {
            let known = rule_named(rulebook, rule.id).is_some_and(|known| known == rule);
            claim(known, || format!("{path} cites `{rule}`, which is not in the registry"))?;
        }
    }
    Ok(())
}

/// Whether the glossary holds every value and every kind of condition, where the book has one.
fn all_is_declared(rulebook: &dyn AnyRulebook, view: &View) -> Check {
    let (stats, kinds) = (rulebook.stats(), rulebook.conditions());
    for who in &view.combatants {
        let mut strange = who.stats.iter().filter(|stat| !stats.iter().any(|info| info.key == stat.key));
        let strange = strange.next().filter(|_| !stats.is_empty());
        claim(strange.is_none(), || format!("a value that the glossary does not hold: {strange:?}"))?;
        let unknown = |shown: &&Condition| !shown.kind.is_some_and(|kind| kinds.contains(&kind));
        let strange = who.conditions.iter().find(unknown).filter(|_| !kinds.is_empty());
        claim(strange.is_none(), || format!("a condition of no kind that the glossary holds: {strange:?}"))?;
    }
    Ok(())
}

/// Whether every condition has a name that the rulebook says its conditions may have.
fn conditions_are_known(live: &dyn AnyLive, view: &View) -> Check {
    let names = live.condition_names();
    let mut shown = view.combatants.iter().flat_map(|who| &who.conditions);
    let strange = shown.find(|shown| !names.iter().any(|name| begins_with(&shown.name, name)));
    claim(strange.is_none(), || format!("a condition that the rulebook does not name: {strange:?}"))
}

/// Remembers who was out of the fight, and since when.
#[derive(Debug, Default)]
pub(crate) struct Watch {
    /// For each combatant: how many resting points had passed when it was first seen out, without a break since.
    out_since: Vec<Option<usize>>,
    /// How many events there were at the last look.
    events: usize,
    /// How many resting points had passed then.
    rests: usize,
}

impl Watch {
    /// Looks at a fight under way, and at what has happened since the last look.
    pub(crate) fn look(&mut self, battery: &Battery, live: &dyn AnyLive, view: &View) -> Check {
        let rests = live.facts().iter().filter(|fact| matches!(fact, Fact::Rest { .. })).count();
        for event in live.log().get(self.events..).unwrap_or_default() {
            self.hear(battery, view, event)?;
        }
        self.events = live.log().len();
        self.out_since.resize(view.combatants.len(), None);
        for (since, who) in self.out_since.iter_mut().zip(&view.combatants) {
            *since = if who.fighting { None } else { since.or(Some(rests)) };
        }
        self.rests = rests;
        Ok(())
    }

    /// A combatant out before the last resting point does nothing to anybody any more.
    fn hear(&self, battery: &Battery, view: &View, event: &Event) -> Check {
        let (Some(who), Some(whom)) = (event.who, event.whom) else { return Ok(()) };
        let since = self.out_since.get(who.index()).copied().flatten();
        let still = view.combatants.get(who.index()).is_some_and(|who| !who.fighting);
        let acts = who != whom && still && since.is_some_and(|since| since < self.rests);
        claim(!acts || battery.posthumous.iter().any(|id| event.cites(id)), || {
            let name = view.combatants.get(who.index()).map_or("?", |who| who.name.as_str());
            format!("{name} is out of the fight and acts: {event} ({})", event.rule)
        })
    }
}
