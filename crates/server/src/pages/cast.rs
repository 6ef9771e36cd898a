//! Everyone in the fight: health, values, conditions.

use maud::{Markup, html};
use quintain_engine::{CombatantView, View};
use quintain_session::{Band, Holder, Room};

use super::map::{band_class, share, sides};

/// The sides as rows of cards.
pub(crate) fn cast(view: &View, room: &Room) -> Markup {
    html! {
        section #cast aria-label="Who fights" {
            @for (number, side) in sides(view).into_iter().enumerate() {
                h2 class={ "side side-" (number % 6) } { (side) }
                ul .cards {
                    @for (place, combatant) in view.combatants.iter().enumerate().filter(|(_, one)| one.side == side) {
                        (card(place, combatant, room))
                    }
                }
            }
        }
    }
}

fn card(place: usize, combatant: &CombatantView, room: &Room) -> Markup {
    let band = Band::of(combatant);
    let holder = match room.holder(&combatant.name) {
        Holder::Tactics => Some("tactics"),
        Holder::Chair(chair) => room.chair(chair).map(|chair| chair.name.as_str()),
    };
    html! {
        li #{ "card-" (place) } .card .gone[!combatant.fighting] {
            h3 { (combatant.name) @if let Some(at) = combatant.at { " " span .at { (at) } } }
            div .health role="img" aria-label=(band.word()) {
                svg viewBox="0 0 100 6" preserveAspectRatio="none" {
                    rect .bar width="100" height="6" {}
                    rect class={ "life band-" (band_class(band)) } height="6" width=(share(combatant, band)) {}
                }
            }
            p .stats {
                @for stat in &combatant.stats {
                    span { (stat.key) " " b { (stat.value) @if let Some(most) = stat.max { "/" (most) } } } " "
                }
            }
            @if !combatant.conditions.is_empty() {
                ul .conditions {
                    @for condition in &combatant.conditions {
                        li { (condition.name) @if !condition.detail.is_empty() { " " small { (condition.detail) } } }
                    }
                }
            }
            @if let Some(holder) = holder { p .dim { (combatant.is) " · " (holder) } }
        }
    }
}
