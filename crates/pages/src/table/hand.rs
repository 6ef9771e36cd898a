//! What a game master changes by hand on a combatant: every edict within two taps, none of them typed.

use std::collections::BTreeSet;

use maud::{Markup, html};
use quintain_engine::{CombatantView, EntryInfo, StatKind, Value};
use quintain_session::{Holder, Thrown};

use super::Look;
use super::gm::{give, players};
use crate::cast::Cast;

/// By how much a tap hurts or heals.
const STEPS: [i64; 3] = [1, 5, 10];

/// The most conditions that stand there to be tapped.
const MOST_CONDITIONS: usize = 40;

/// The most faces of a die that stand there to be tapped.
const MOST_FACES: u16 = 20;

/// The edicts on one combatant, side by side where there is room.
pub(crate) fn hand(look: &Look<'_>, cast: &Cast<'_>, about: usize) -> Markup {
    let Some(one) = cast.view.combatants.get(about) else { return html! {} };
    html! {
        section .hand aria-label={ "By hand: " (one.name) } {
            @if let Some(life) = life(one) { (harming(look, one, life)) }
            (given(look, one))
            form .chips method="post" action={ (look.base) "/edict" } {
                @for condition in &one.conditions { (button(&format!("take {} from {}", condition.name, one.name), &format!("Take {}", condition.name))) }
                (on_wheel(&format!("remove {}", one.name), "Remove", "Remove from the fight"))
                @if look.scene.seen.unseen.get(about) == Some(&true) { (on_wheel(&format!("reveal {}", one.name), "Reveal", "Reveal to the players")) }
                @else { (on_wheel(&format!("conceal {}", one.name), "Conceal", "Conceal from the players")) }
            }
            (figures(look, cast, one))
            form .row method="post" action={ (look.base) "/give" } {
                input type="hidden" name="who" value=(one.name);
                label { "Played by " select name="to" data-submit { (players(&look.scene.room, Some(look.scene.room.holder(&one.name)))) } }
                (give())
            }
            @if let Holder::Chair(_) = look.scene.room.holder(&one.name) {
                form .row method="post" action={ (look.base) "/edict" } {
                    input type="hidden" name="to" value=(one.name);
                    input name="whisper" maxlength="300" placeholder={ "whisper to " (one.name) } required aria-label="whisper" autocomplete="off";
                    button .button type="submit" { (quintain_draw::icon("mail")) "Whisper" }
                }
            }
        }
    }
}

/// Harm and healing: by a tap, or by any number.
fn harming(look: &Look<'_>, one: &CombatantView, (key, now, most): (&'static str, i64, i64)) -> Markup {
    let to = |value: i64| format!("set {}.{key} {value}", one.name);
    html! {
        form .chips method="post" action={ (look.base) "/edict" } {
            small { "harm" }
            @for by in STEPS { (on_wheel(&to((now - by).max(0)), &format!("−{by}"), &format!("−{by}"))) }
            small { "heal" }
            @for by in STEPS { (on_wheel(&to((now + by).min(most)), &format!("+{by}"), &format!("+{by}"))) }
        }
        form .chips method="post" action={ (look.base) "/edict" } {
            input type="hidden" name="of" value=(one.name);
            input type="hidden" name="key" value=(key);
            small { "by" }
            input type="number" name="by" min="1" max="9999" required inputmode="numeric" placeholder="13" aria-label="by how much";
            button .chip type="submit" name="change" value="harm" { "Harm" }
            button .chip type="submit" name="change" value="heal" { "Heal" }
        }
    }
}

fn button(words: &str, name: &str) -> Markup {
    html! { button .chip type="submit" name="words" value=(words) title=(words) { (name) } }
}

/// The same, which also stands on the wheel around a token, under a shorter name.
fn on_wheel(words: &str, short: &str, name: &str) -> Markup {
    html! { button .chip type="submit" name="words" value=(words) title=(words) data-wheel=(short) { (name) } }
}

/// What it lives by: the value's key, now, at most.
pub(super) fn life(one: &CombatantView) -> Option<(&'static str, i64, i64)> {
    one.stats.iter().find_map(|stat| match (&stat.value, stat.max) {
        (Value::Number(now), Some(most)) => Some((stat.key, *now, most)),
        _ => None,
    })
}

/// The conditions that can be given, each once and in the order of their letters: the game's own to be tapped, all of them
/// to be searched.
fn given(look: &Look<'_>, one: &CombatantView) -> Markup {
    let named = look.scene.hand.iter().flat_map(|hand| &hand.conditions).map(String::as_str);
    let names: BTreeSet<&str> = named.filter(|name| !one.has(name)).collect();
    let kinds = look.scene.book.conditions();
    let common = |name: &&&str| kinds.iter().any(|kind| kind.key == **name || kind.label == **name);
    let few = names.len() <= MOST_CONDITIONS;
    let tapped = names.iter().filter(|name| few || common(name)).take(MOST_CONDITIONS);
    html! {
        @if !names.is_empty() {
            details {
                summary data-wheel="Give" { "Give a condition" }
                form .row method="post" action={ (look.base) "/edict" } {
                    input type="hidden" name="give" value=(one.name);
                    input name="condition" list="conditions" required maxlength="60" placeholder="search a condition" aria-label="condition" autocomplete="off";
                    datalist #conditions { @for name in &names { option value=(name) {} } }
                    input name="size" maxlength="60" placeholder="2, or until …" aria-label="size or end, if it has one" autocomplete="off";
                    button .button type="submit" { "Give" }
                }
                form .chips method="post" action={ (look.base) "/edict" } {
                    @for name in tapped { (button(&format!("give {} {name}", one.name), name)) }
                }
            }
        }
    }
}

/// Any figure, to be set.
fn figures(look: &Look<'_>, cast: &Cast<'_>, one: &CombatantView) -> Markup {
    let kinds = cast.book.stats().iter();
    let settable: Vec<_> = kinds
        .filter(|info| info.kind != StatKind::Words)
        .filter_map(|info| Some((info, one.stats.iter().find(|stat| stat.key == info.key)?)))
        .collect();
    html! {
        details {
            summary data-wheel="Figure" { "Set a figure" }
            form .row method="post" action={ (look.base) "/edict" } {
                input type="hidden" name="of" value=(one.name);
                select name="key" aria-label="figure" { @for (info, stat) in &settable { option value=(info.key) { (info.label) ": " (stat.value) } } }
                input name="value" maxlength="20" required aria-label="new value" autocomplete="off";
                button .button type="submit" { "Set" }
            }
        }
    }
}

/// A combatant that joins the fight: searched by name, put on a square.
pub(crate) fn joining(look: &Look<'_>, cast: &Cast<'_>) -> Markup {
    let entries: Vec<&EntryInfo> = look.scene.hand.iter().flat_map(|hand| &hand.creatures).collect();
    html! {
        @if !entries.is_empty() {
            details #joining {
                summary { (quintain_draw::icon("plus")) "Add somebody" }
                form .row method="post" action={ (look.base) "/edict" } {
                    input name="add" list="creatures" placeholder="search a creature" required aria-label="creature" autocomplete="off";
                    datalist #creatures { @for entry in &entries { option value=(entry.id) { (entry.name) } } }
                    // More often than not it is a foe that comes; the side stays for the next.
                    select name="side" aria-label="side" data-stays {
                        @for (place, side) in cast.sides().iter().enumerate() { option value=(side) selected[place + 1 == cast.sides().len()] { (side) } }
                    }
                    @if look.scene.map.is_some() { input #join-at name="at" size="12" placeholder="where room is" aria-label="square" autocomplete="off"; }
                    button .button .go type="submit" { "Add" }
                }
            }
        }
    }
}

/// What is concealed on the ground, to be revealed; lights, to be kindled and put out.
pub(crate) fn ground(look: &Look<'_>, cast: &Cast<'_>) -> Markup {
    let (concealed, lights) = (&look.scene.seen.concealed, &cast.view.lights);
    html! {
        @if !concealed.is_empty() || !lights.is_empty() {
            details {
                summary { (quintain_draw::icon("eye")) "The ground" }
                form .chips method="post" action={ (look.base) "/edict" } {
                    @for site in concealed { (button(&format!("reveal {site}"), &format!("Reveal {site}"))) }
                    @for light in lights {
                        @if light.lit { (button(&format!("douse {}", light.name), &format!("Put out {}", light.name))) }
                        @else { (button(&format!("kindle {}", light.name), &format!("Kindle {}", light.name))) }
                    }
                }
            }
        }
    }
}

/// The last dice, to be turned to another face.
pub(crate) fn dice(look: &Look<'_>) -> Markup {
    let thrown: Vec<_> = look.scene.hand.iter().flat_map(|hand| &hand.thrown).collect();
    html! {
        @if !thrown.is_empty() {
            details {
                summary { (quintain_draw::icon("die")) "The last dice" }
                @for die in &thrown {
                    details {
                        summary { span .die { (die.face) } " d" (die.sides) @if let Some(who) = &die.who { " of " (who) } " " small { (super::story::named(&die.rule)) } }
                        form .chips method="post" action={ (look.base) "/edict" } { (faces(die)) }
                    }
                }
            }
        }
    }
}

/// The other faces of a die; a number to write, where there are many.
fn faces(die: &Thrown) -> Markup {
    html! {
        @if die.sides > MOST_FACES {
            input type="hidden" name="die" value=(die.back);
            input type="number" name="face" min="1" max=(die.sides) required aria-label="its new face";
            button .button type="submit" { "Turn it" }
        } @else {
            @for face in (1..=die.sides).filter(|face| *face != die.face) {
                (button(&format!("die {} = {face}", die.back), &face.to_string()))
            }
        }
    }
}
