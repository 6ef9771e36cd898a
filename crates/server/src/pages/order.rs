//! The turn order of the round, in the shape that the rulebook has: a list, phases, sides by turns.

use maud::{Markup, html};
use quintain_engine::{Slot, View, When};

/// Who has acted, who acts now, who comes next.
pub(crate) fn order(view: &View) -> Markup {
    html! {
        @if !view.order.is_empty() {
            ol #order aria-label="Turn order" {
                @for slot in &view.order { (place(slot, view)) }
            }
        }
    }
}

fn place(slot: &Slot, view: &View) -> Markup {
    let class = match slot.when {
        When::Past => "past",
        When::Now => "now",
        When::Later => "to-come",
    };
    let sides = super::map::sides(view);
    let side = |name: &str| {
        let of = view.combatants.iter().find(|one| one.name == name);
        of.and_then(|one| sides.iter().position(|side| *side == one.side)).unwrap_or(0) % 6
    };
    html! {
        li class=(class) aria-current=[(slot.when == When::Now).then_some("step")] {
            @if !slot.label.is_empty() { small { (slot.label) } " " }
            @if slot.who.is_empty() { span .dim { "nobody" } }
            @for name in &slot.who { b class={ "who side-" (side(name)) } { (name) } " " }
        }
    }
}
