//! After the fight: what decided it, who did what, who fell, how the dice fell, the story once more, and what can be taken
//! home: a transcript, a replay.

mod decided;
mod film;
mod tally;
mod transcript;

use maud::{Markup, html};
use quintain_engine::{Fact, Role, Section};
use quintain_session::{Frame, Scene};

pub use decided::{Decided, Mover, Turn};
pub use film::film;
pub use transcript::{Script, transcript};

use crate::cast::Cast;
use crate::figures::{amount, capital, counted, percent};
use crate::layout::{Campaign, page_with};
use crate::table::{Act, acts, story};
use tally::{Damage, Luck, falls, luck};

/// What takes a while to be found out, as far as it is.
#[derive(Clone, Copy, Debug, Default)]
pub struct Found<'a> {
    /// The moments of the fight.
    pub frames: Option<&'a [Frame]>,
    /// What decided it.
    pub decided: Option<&'a Decided>,
    /// How large the replay is, in bytes.
    pub film: Option<usize>,
    /// Why no more will be found.
    pub failed: Option<&'a str>,
    /// Whether nothing more is to come.
    pub done: bool,
}

/// A fight looked back at.
#[derive(Debug)]
pub struct Review<'a> {
    /// Where it stands, as the chair knows it.
    pub scene: &'a Scene,
    /// All its facts, from which the chair's own dice are taken.
    pub facts: &'a [Fact],
    /// Where the table's addresses begin.
    pub base: &'a str,
    /// The campaign that the fight belongs to, where the chair has a page there.
    pub campaign: Option<&'a Campaign>,
    /// What takes a while.
    pub found: Found<'a>,
}

/// The whole page.
pub fn after(review: &Review<'_>) -> Markup {
    let (scene, base) = (review.scene, review.base);
    let cast = Cast::of(scene);
    let view = &scene.seen.view;
    let body = html! {
        main .after {
            header {
                nav { a .button href=(base) { (quintain_draw::icon("back")) "The table" } @if let Some(campaign) = review.campaign { " " (campaign.link("button")) } }
                h1 { (scene.title) }
                p .outcome { @match &scene.seen.over { Some(over) => { "The fight is over: " (over) } None => { "The fight goes on." } } }
                p .dim { (scene.book.name()) " · " (counted(view.round as usize, "round")) }
            }
            (late(review))
            div .two {
                section aria-labelledby="damage" { h2 #damage { "Damage" } (damage(&cast, &Damage::of(&scene.seen.log))) }
                section aria-labelledby="luck" { h2 #luck { "How the dice fell" } (dice(&luck(scene, review.facts))) }
            }
            section aria-labelledby="story" { h2 #story { "The story" } (rounds(&cast, &acts(&scene.seen.log))) }
            (take_home(review))
        }
        (quintain_draw::shapes())
    };
    page_with(&format!("After {}", scene.title), "one", !review.found.done, &body)
}

/// What takes a while: sent again until nothing more is to come.
pub fn late(review: &Review<'_>) -> Markup {
    let Review { scene, base, found, .. } = review;
    html! {
        div #late data-poll=[(!found.done).then(|| format!("{base}/after/late"))] aria-busy[!found.done] {
            @if let Some(failed) = found.failed { p .problem role="alert" { (failed) } }
            section aria-labelledby="decided" {
                h2 #decided { "What decided it" }
                @match found.decided {
                    Some(told) => { (decided::decided(told, base, !found.done)) }
                    None => { (due(found, "The fight is played out from each of its moments; this takes a while and holds no table up.")) }
                }
            }
            section aria-labelledby="fell" {
                h2 #fell { "Who fell" }
                @match found.frames {
                    Some(frames) => { (fallen(scene, frames, base)) }
                    None => { (due(found, "The fight is gone through once more.")) }
                }
            }
        }
    }
}

fn due(found: &Found<'_>, words: &str) -> Markup {
    html! { p .dim .due { @if found.failed.is_some() { "This could not be found out." } @else { (words) } } }
}

fn fallen(scene: &Scene, frames: &[Frame], base: &str) -> Markup {
    let cast = Cast::of(scene);
    let all = falls(scene, frames);
    html! {
        @if all.is_empty() { p .dim { "Nobody." } }
        ol .turns {
            @for fall in &all {
                li {
                    a href={ (base) "/earlier?facts=" (fall.moment) } { span { (cast.coloured(&fall.name)) ", round " (fall.round) } }
                    @if let Some(how) = &fall.how { small { (cast.coloured(how)) } }
                }
            }
        }
    }
}

fn damage(cast: &Cast<'_>, told: &Damage) -> Markup {
    let most = told.sources.iter().map(|source| source.amount).max().unwrap_or(1).max(1);
    let name = |place: usize| cast.view.combatants.get(place).map_or("somebody", |one| one.name.as_str());
    html! {
        @if told.sources.is_empty() { p .dim { "None was told." } }
        @else {
            div .wide tabindex="0" role="region" aria-label="Damage by whom and with what" { table .figures-table {
                caption .unseen { "Damage by whom and with what" }
                thead { tr { th scope="col" { "by" } th scope="col" { "with" } th scope="col" { "times" } th scope="col" { "damage" } td .grow {} } }
                tbody {
                    @for source in &told.sources {
                        tr {
                            th scope="row" { @match source.by { Some(by) => { (cast.coloured(name(by))) } None => { "nobody" } } }
                            td { (with(cast, &source.with)) }
                            td { (source.times) } td { (source.amount) }
                            td .grow { svg .share viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true" { rect .life width=(format!("{:.1}", f64::from(source.amount) / f64::from(most) * 100.0)) height="8" {} } }
                        }
                    }
                }
            } }
            div .wide tabindex="0" role="region" aria-label="Damage dealt and taken" { table .figures-table {
                caption .unseen { "Damage dealt and taken" }
                thead { tr { th scope="col" { "who" } th scope="col" { "dealt" } th scope="col" { "taken" } } }
                tbody { @for (who, share) in &told.shares { tr { th scope="row" { (cast.coloured(name(*who))) } td { (share.dealt) } td { (share.taken) } } } }
            } }
        }
    }
}

/// What damage was done with: a weapon or a spell by its name, otherwise the section of the rule that did it.
fn with(cast: &Cast<'_>, with: &str) -> Markup {
    let is_rule = |section: &&&Section| section.rules.iter().any(|rule| rule.id == with);
    html! {
        @match cast.book.sections().iter().find(is_rule) {
            Some(section) => a href={ "/rules/" (cast.book.id()) "/" (with) } { (section.name) },
            None => (with),
        }
    }
}

fn dice(all: &[Luck]) -> Markup {
    html! {
        @if all.is_empty() { p .dim { "No dice that are yours to know." } }
        @for one in all {
            h3 { (one.player) }
            p { "Higher than " b { (percent(one.above)) } " of all ways in which these dice may fall." }
            div .wide tabindex="0" role="region" aria-label={ "The dice of " (one.player) } { table .figures-table {
                caption .unseen { "The dice of " (one.player) }
                thead { tr { th scope="col" { "dice" } th scope="col" { "thrown" } th scope="col" { "average" } th scope="col" { "expected" } } }
                tbody { @for dice in &one.dice { tr { th scope="row" { "d" (dice.sides) } td { (dice.count) } td { (amount(dice.mean())) } td { (amount(dice.expected())) } } } }
            } }
        }
        @if !all.is_empty() { p .dim { "High is good for most throws, not for all: in some saves low is." } }
    }
}

/// The story, a fold for each round; the last one is open.
fn rounds(cast: &Cast<'_>, all: &[Act<'_>]) -> Markup {
    let mut parts: Vec<(&str, Vec<&Act<'_>>)> = vec![("Before the first round", Vec::new())];
    for act in all {
        let head = &act.head.1;
        if head.role == Role::Heading && head.who.is_none() {
            parts.push((&head.text, Vec::new()));
        } else if let Some((_, own)) = parts.last_mut()
            && !story::is_turn(act)
            && !story::is_empty(act)
        {
            own.push(act);
        }
    }
    parts.retain(|(_, own)| !own.is_empty());
    let count = parts.len();
    html! {
        @for (place, (title, own)) in parts.iter().enumerate() {
            details .round-fold open[place + 1 == count] {
                @let lost: u32 = own.iter().filter_map(|act| story::harm(act)).sum();
                summary { b { (capital(title)) } small { (counted(own.len(), "act")) @if lost > 0 { " · " (lost) " damage" } } }
                ol .acts { @for act in own { (story::line(act, cast, &[])) } }
            }
        }
    }
}

/// What can be downloaded.
fn take_home(review: &Review<'_>) -> Markup {
    let base = review.base;
    let size = review.found.film.map(|bytes| format!(", {} kB", bytes.div_ceil(1000)));
    html! {
        section aria-labelledby="home" {
            h2 #home { "To take home" }
            ul .downloads {
                li { a .button href={ (base) "/replay.html" } download { (quintain_draw::icon("play")) "The replay" } small { "one page that plays the fight with its map, without a network" (size.unwrap_or_default()) } }
                li { a .button href={ (base) "/transcript.md" } download { "Transcript as Markdown" } small { "with every die and its reasons" } }
                li { a .button href={ (base) "/transcript.txt" } download { "Transcript as text" } }
                @if review.scene.is_gm() { li { a .button href={ (base) "/record" } download { "The record" } small { "to go on with it, to check it, to ask about it" } } }
            }
        }
    }
}
