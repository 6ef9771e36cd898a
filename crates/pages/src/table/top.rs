//! The top edge: round, title, turn order, tools.

use maud::{Markup, html};
use quintain_engine::{Slot, When};

use super::{Look, Sight, stage};
use crate::cast::Cast;
use crate::part::Part;

/// The most places of the order that a page shows.
const SHOWN: usize = 24;

/// Longer titles are written smaller, in two lines.
const LONG: usize = 12;

/// The top edge as a part.
pub(crate) fn top<'l>(look: &'l Look<'_>, sight: &'l Sight<'_>) -> Part<'l> {
    let cast = &sight.cast;
    let view = cast.view;
    let chair = look.scene.room.chair(look.scene.chair).map_or("", |chair| chair.name.as_str());
    let own: Vec<&str> = sight.own.iter().map(|place| view.combatants[*place].name.as_str()).collect();
    let said = (&look.scene.title, view.round, &view.moment, chair, look.scene.is_gm(), &sight.own, &sight.looks);
    let mut stamp = sight.names.clone().with(said).with(&look.scene.seen.asked);
    stamp.put_order(&view.order);
    let write = move || {
        html! {
            header #top .panel {
                div #where {
                    @if view.round > 0 { div .number { small { "round" } (view.round) } }
                    div title=(look.scene.title) {
                        h1 .long[look.scene.title.chars().count() > LONG] { (look.scene.title) }
                        p .dim { (view.moment) @if !view.moment.is_empty() { " · " } (look.scene.book.name()) }
                    }
                }
                (order(look, cast, &view.order))
                nav #tools aria-label="Table" {
                    span #seat { (quintain_draw::icon("person")) span { b { (chair) } @if !look.scene.is_gm() && !own.is_empty() && own.len() <= 3 { " plays " (own.join(", ")) } } }
                    button .tool .scripted type="button" data-tool="ruler" title="Measure (M)" { (quintain_draw::icon("ruler")) }
                    button .tool .scripted type="button" data-tool="ping" title="Point (P)" { (quintain_draw::icon("ping")) }
                    button .tool .scripted type="button" data-tool="fit" title="Whole map (0 on the map)" { (quintain_draw::icon("fit")) }
                }
            }
        }
    };
    Part::made_from("top", &stamp, write)
}

fn order(look: &Look<'_>, cast: &Cast<'_>, slots: &[Slot]) -> Markup {
    // What has passed long ago makes room for what is to come.
    let now = slots.iter().position(|slot| slot.when != When::Past).unwrap_or(0);
    let from = if slots.len() > SHOWN { now.saturating_sub(3) } else { 0 };
    let mut label = "";
    let shown = slots.iter().skip(from).take(SHOWN);
    html! {
        ol #order aria-label="Turn order" tabindex="0" {
            @for slot in shown {
                @if !slot.label.is_empty() && slot.label != label { li .cut { (slot.label) } }
                @let () = label = &slot.label;
                @for name in &slot.who { (place(look, cast, slot.when, name)) }
            }
        }
    }
}

/// A place in the order; the one who is asked has a gold ring, which need not be the one whose turn it is.
fn place(look: &Look<'_>, cast: &Cast<'_>, when: When, name: &str) -> Markup {
    let class = match when {
        When::Past => "past",
        When::Now => "now",
        When::Later => "later",
    };
    html! {
        li class=(class) title=(name) aria-current=[(when == When::Now).then_some("step")] {
            @match cast.named(name) {
                Some((at, _)) => (stage::chip(cast, at, look.is_asked(name))),
                None => span .chip {},
            }
            span .called { (named(cast, name)) }
        }
    }
}

/// A name of which the end is cut where it is long: never the number that tells it from its namesakes.
fn named(cast: &Cast<'_>, name: &str) -> Markup {
    let digit = cast.named(name).and_then(|(_, one)| cast.digit(one));
    let stem = digit.and_then(|digit| name.strip_suffix(digit)).unwrap_or(name).trim_end();
    html! { b { (stem) } @if let Some(digit) = digit { " " i { (digit) } } }
}
