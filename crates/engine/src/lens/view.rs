//! The state as a seat sees it.

use super::{Knowing, Lens};
use crate::band::Band;
use crate::intent::Intent;
use crate::view::{CombatantView, Slot, Stat, Value, View, Zone};

impl Lens {
    /// The state as the seat sees it, with those whom it knows alone.
    pub fn view(&self, view: &View) -> View {
        let combatants =
            self.back.iter().filter_map(|who| Some(self.combatant(who.index(), view.combatants.get(who.index())?)));
        View {
            rulebook: view.rulebook,
            round: view.round,
            moment: self.words(&view.moment),
            over: view.over.clone(),
            order: view.order.iter().filter_map(|slot| self.slot(slot, view)).collect(),
            stats: view.stats.iter().map(|stat| self.stat(stat)).collect(),
            combatants: combatants.collect(),
            intents: view.intents.iter().filter_map(|intent| self.intent(intent)).collect(),
            zones: view.zones.iter().filter_map(|zone| self.zone(zone, view)).collect(),
            lights: view.lights.iter().filter_map(|light| self.light(light)).collect(),
            scale: view.scale,
            map: view.map.clone(),
        }
    }

    fn combatant(&self, place: usize, one: &CombatantView) -> CombatantView {
        let (known, name) = (self.known[place], self.called[place].clone());
        let rides = one.rides.and_then(|mount| self.who(mount));
        match known {
            Knowing::Own | Knowing::Seen => {
                let mut conditions = one.conditions.clone();
                for condition in &mut conditions {
                    condition.source = condition.source.as_deref().map(|source| self.words(source));
                    condition.detail = self.words(&condition.detail);
                }
                let stats = match self.figures[place] {
                    true => one.stats.iter().map(|stat| self.stat(stat)).collect(),
                    false => vec![Stat::new("health", Band::of(one).word())],
                };
                CombatantView { name, rides, stats, conditions, ..one.clone() }
            }
            Knowing::Felt => CombatantView {
                name,
                side: String::new(),
                is: String::new(),
                footprint: (1, 1),
                altitude: 0,
                rides: None,
                stats: Vec::new(),
                conditions: Vec::new(),
                ..one.clone()
            },
            Knowing::Remembered(at) => CombatantView {
                name,
                at,
                altitude: 0,
                fighting: true,
                rides: None,
                stats: Vec::new(),
                conditions: Vec::new(),
                ..one.clone()
            },
            Knowing::Unknown => CombatantView { name, at: None, rides: None, ..one.clone() },
        }
    }

    /// A value, without the names of those whom the seat does not know.
    fn stat(&self, stat: &Stat) -> Stat {
        let value = match &stat.value {
            Value::Text(text) => Value::Text(self.listed(text)),
            other => other.clone(),
        };
        Stat { value, ..stat.clone() }
    }

    /// A place of the turn order with those of whom the seat knows that they have one.
    fn slot(&self, slot: &Slot, view: &View) -> Option<Slot> {
        let known = |name: &String| {
            let place = view.combatants.iter().position(|one| one.name == *name)?;
            self.known[place].is_perceived().then(|| self.called[place].clone())
        };
        let who: Vec<String> = slot.who.iter().filter_map(known).collect();
        (!who.is_empty()).then(|| Slot { label: self.words(&slot.label), when: slot.when, who })
    }

    fn intent(&self, intent: &Intent) -> Option<Intent> {
        let seen = self.known[intent.who.index()].is_seen();
        let who = self.who(intent.who).filter(|_| seen)?;
        if let Some(shows) = intent.shows.filter(|_| self.hides(intent)) {
            return Some(Intent::new(who, intent.kind, shows.label).known_to(intent.audience));
        }
        let at = intent.at.and_then(|whom| self.who(whom));
        Some(Intent { who, at, label: self.words(&intent.label), ..intent.clone() })
    }

    /// Whether only that something is meant shows: to those who do not see the figures, and where somebody unseen is named.
    fn hides(&self, intent: &Intent) -> bool {
        !self.sees_figures(Some(intent.who)) || self.names_unknown(&intent.label)
    }

    /// What stays on the ground, unless it lies about somebody whom the seat does not perceive.
    fn zone(&self, zone: &Zone, view: &View) -> Option<Zone> {
        let Some(by) = zone.by else { return self.knows_zone(zone).then(|| zone.clone()) };
        if self.known[by.index()].is_perceived() {
            return Some(Zone { by: self.who(by), ..zone.clone() });
        }
        let at = view.combatants.get(by.index()).and_then(|one| one.at);
        let about = at.is_some_and(|at| zone.squares.contains(&at));
        (!about).then(|| Zone { by: None, ..zone.clone() })
    }
}
