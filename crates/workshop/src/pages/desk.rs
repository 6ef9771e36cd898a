//! The page on which an encounter is made: its map, what is done to it, and beside it what it would come to.

use maud::{Markup, html};
use quintain_engine::{AnyRulebook, COMMON};

use super::{OwnPack, board, button, creatures, ground, live, options, page, rules, wrong};
use crate::bestiary::Bestiary;
use crate::checked::{Checked, Told, Where};
use crate::draft::Draft;

/// What is looked at, as an address says it.
#[derive(Clone, Debug, Default, PartialEq, serde::Deserialize)]
#[serde(default)]
pub struct Eyes {
    /// The part of the page: `ground`, `creatures`, `sides`, `rules`, `text`.
    pub tab: String,
    /// The combatant that is changed, by its place.
    #[serde(deserialize_with = "number")]
    pub who: Option<usize>,
    /// What is searched for in the bestiary.
    pub words: String,
    /// The tag that is searched for.
    pub tag: String,
    /// The levels that are searched for.
    #[serde(deserialize_with = "number")]
    pub low: Option<i64>,
    /// The highest of them.
    #[serde(deserialize_with = "number")]
    pub high: Option<i64>,
    /// The side that newcomers join.
    pub side: String,
    /// Whether figures are wanted with the page, for those without script.
    pub play: String,
}

/// A number of a form; an empty field is none.
fn number<'de, D: serde::Deserializer<'de>, T: std::str::FromStr>(from: D) -> Result<Option<T>, D::Error> {
    let words: String = serde::Deserialize::deserialize(from)?;
    Ok(words.trim().parse().ok())
}

/// Everything that the page of an encounter shows.
#[derive(Debug)]
pub struct Desk<'a> {
    /// The id of the draft in the store.
    pub id: &'a str,
    /// The version that is shown.
    pub version: i64,
    /// Its text.
    pub text: &'a str,
    /// The draft; an empty one where the text is no TOML.
    pub draft: &'a Draft,
    /// The draft as the rulebook reads it.
    pub checked: &'a Checked,
    /// What can be put in.
    pub bestiary: &'a Bestiary,
    /// The author's own packs for this game.
    pub packs: &'a [OwnPack],
    /// The parties of campaigns of this game, which may take a side's place.
    pub parties: &'a [OwnPack],
    /// Pictures of the author's own creatures, by id.
    pub faces: &'a [(String, String)],
    /// What would be undone, and what done again.
    pub undo: (Option<&'a str>, Option<&'a str>),
    /// What is looked at.
    pub eyes: &'a Eyes,
    /// What went wrong with the last change.
    pub said: Option<&'a str>,
    /// The address of its shared page, if it is shared.
    pub shared: Option<&'a str>,
    /// Figures that are ready already.
    pub figures: Option<&'a Markup>,
}

impl Desk<'_> {
    /// The address of the page.
    pub(super) fn base(&self) -> String {
        format!("/workshop/{}", self.id)
    }

    /// Where changes go; they come back to what was looked at.
    pub(super) fn edit(&self) -> String {
        let who = self.eyes.who.map(|who| format!("&who={who}")).unwrap_or_default();
        format!("{}/edit?tab={}{who}", self.base(), self.tab())
    }

    pub(super) fn tab(&self) -> &str {
        if self.eyes.tab.is_empty() { "creatures" } else { &self.eyes.tab }
    }

    /// The page with a combatant to be changed.
    pub(super) fn about(&self, who: usize) -> String {
        format!("{}?tab=creatures&who={who}", self.base())
    }

    /// The rulebook, where there is such a one.
    pub(super) fn book(&self) -> Option<&'static dyn AnyRulebook> {
        quintain_library::rulebook(&self.draft.rulebook()).ok()
    }

    /// What is wrong with one part.
    pub(super) fn wrong(&self, part: &Where) -> Vec<&Told> {
        self.checked.problems.iter().filter(|problem| problem.part == *part).collect()
    }

    pub(super) fn face(&self, is: &str) -> Option<&str> {
        self.faces.iter().find(|(id, _)| id == is).map(|(_, picture)| picture.as_str())
    }
}

/// The page.
pub fn desk(desk: &Desk<'_>) -> Markup {
    let body = html! {
        div #shop data-shop data-base=(desk.base()) data-version=(desk.version) {
            (bar(desk))
            section #board aria-label="Map" { (board::board(desk)) }
            aside #live aria-label="What it comes to" {
                (problems(desk))
                (live::panel(desk))
            }
            (tabs(desk))
            section #side { (tab(desk)) }
            output #said role="status" { @if let Some(said) = desk.said { (said) } }
        }
    };
    page(&desk.draft.title(), &body)
}

fn bar(desk: &Desk<'_>) -> Markup {
    let base = desk.base();
    let game = desk.book().map_or("no game", |book| book.name());
    let ready = desk.checked.ready().is_some();
    html! {
        header #bar {
            a .button .icon href="/workshop" aria-label="all encounters" { (quintain_draw::icon("left")) }
            form #head method="post" action=(desk.edit()) data-auto {
                input type="hidden" name="do" value="head";
                input .title name="title" value=(desk.draft.head("title")) aria-label="title" maxlength="120" placeholder="Title";
                input .about name="about" value=(desk.draft.head("about")) aria-label="description" maxlength="400" placeholder={ "A sentence about this fight of " (game) };
                button .button .unscripted type="submit" { "Save" }
                // On a phone the figures stand below all else.
                a .button .to-odds href="#live" { "Odds" }
            }
            div .tools {
                (step(&base, "undo", "back", desk.undo.0))
                (step(&base, "redo", "redo", desk.undo.1))
                details .menu {
                    summary .button { (quintain_draw::icon("download")) span .full { "Share" } }
                    div .panel { (share(desk)) }
                }
                form method="post" action={ (base) "/play" } {
                    button #try .button .go type="submit" disabled[!ready] title=[(!ready).then_some("mend what is wrong first")] { (quintain_draw::icon("play")) "Try it" }
                }
            }
        }
    }
}

fn step(base: &str, act: &str, icon: &str, what: Option<&str>) -> Markup {
    let words = if act == "undo" { "Undo" } else { "Do again" };
    let title = what.map_or_else(|| words.to_owned(), |what| format!("{words}: {what}"));
    html! {
        form method="post" action={ (base) "/" (act) } data-step=(act) {
            button .button .icon type="submit" disabled[what.is_none()] title=(title) aria-label=(title) {
                @if icon == "redo" { span .mirrored { (quintain_draw::icon("back")) } } @else { (quintain_draw::icon(icon)) }
            }
        }
    }
}

fn share(desk: &Desk<'_>) -> Markup {
    let base = desk.base();
    html! {
        a .button href={ (base) "/file" } download { "One file (TOML)" }
        a .button href={ (base) "/json" } download { "JSON" }
        @if desk.draft.map().is_some_and(|map| map.is_ok()) { a .button href={ (base) "/uvtt" } download { "Map (Universal VTT)" } }
        @match desk.shared {
            Some(link) => {
                label { "Link for others, to look at and take a copy" input readonly value=(link) data-link; }
                (button(&format!("{base}/share"), &[("on", "off")], &html! { "Close the link" }, ""))
            }
            None => (button(&format!("{base}/share"), &[("on", "on")], &html! { "Make a link" }, "")),
        }
        (button(&format!("{base}/copy"), &[], &html! { "Duplicate" }, ""))
    }
}

fn problems(desk: &Desk<'_>) -> Markup {
    let all = &desk.checked.problems;
    html! {
        div #problems {
            @if all.is_empty() { p .fine { (quintain_draw::icon("check")) "Nothing is wrong." } }
            @else {
                h2 { (all.len()) @if all.len() == 1 { " thing to mend" } @else { " things to mend" } }
                ol { @for problem in all { li { a href=(place(desk, problem)) { (whose(desk, problem)) } } } }
            }
        }
    }
}

/// The author's own pack in which a problem is, with its line there and what is wrong.
fn in_pack<'a>(desk: &'a Desk<'_>, problem: &'a Told) -> Option<(&'a OwnPack, &'a str, &'a str)> {
    desk.packs.iter().find_map(|pack| {
        let (place, words) = problem.words.strip_prefix(&pack.name)?.strip_prefix(':')?.split_once(": ")?;
        Some((pack, place.split(':').next()?, words))
    })
}

/// What is wrong, with who it is about: in a list nothing else says so.
fn whose(desk: &Desk<'_>, problem: &Told) -> String {
    if let Some((pack, line, words)) = in_pack(desk, problem) {
        return format!("{}, line {line}: {words}", pack.title);
    }
    let name = match problem.part {
        Where::Someone(who) => desk.draft.people().get(who).map(|one| one.name.clone()).unwrap_or_default(),
        _ => String::new(),
    };
    match name.is_empty() || problem.words.contains(&name) {
        true => problem.words.clone(),
        false => format!("{name}: {}", problem.words),
    }
}

/// Where a problem is mended.
fn place(desk: &Desk<'_>, problem: &Told) -> String {
    if let Some((pack, ..)) = in_pack(desk, problem) {
        return format!("/workshop/pack/{}?from={}", pack.id, desk.id);
    }
    match &problem.part {
        Where::Someone(who) => desk.about(*who),
        Where::Map => format!("{}?tab=ground", desk.base()),
        Where::Sides => format!("{}?tab=sides", desk.base()),
        Where::Rules => format!("{}?tab=rules", desk.base()),
        Where::Head if problem.words.starts_with("nobody fights here") => format!("{}?tab=creatures", desk.base()),
        Where::Head | Where::Entry(..) => format!("{}?tab=text#line-{}", desk.base(), problem.line),
    }
}

fn tabs(desk: &Desk<'_>) -> Markup {
    let all =
        [("ground", "Ground"), ("creatures", "Creatures"), ("sides", "Sides"), ("rules", "Rules"), ("text", "Text")];
    html! {
        nav #tabs aria-label="What to work on" {
            @for (key, words) in all {
                a href={ (desk.base()) "?tab=" (key) } aria-current=[(key == desk.tab()).then_some("page")] { (words) }
            }
        }
    }
}

fn tab(desk: &Desk<'_>) -> Markup {
    match desk.tab() {
        "ground" => ground::tab(desk),
        "sides" => rules::sides(desk),
        "rules" => rules::house(desk),
        "text" => text(desk),
        _ => creatures::tab(desk),
    }
}

fn text(desk: &Desk<'_>) -> Markup {
    html! {
        h2 { "The file itself" }
        (wrong(desk.checked.problems.iter().filter(|problem| matches!(problem.part, Where::Head | Where::Entry(..)))))
        form method="post" action={ (desk.base()) "/text?tab=text" } {
            textarea name="text" rows="24" spellcheck="false" aria-label="The encounter, as TOML" { "\n" (desk.text) }
            button .button .go type="submit" { "Save" }
        }
        p .dim { "What the forms change here keeps your comments and everything else as you wrote it." }
    }
}

/// The tactics of a game as options, with none of them first.
pub(super) fn tactics(desk: &Desk<'_>, chosen: &str) -> Markup {
    let known = desk.book().map(|book| book.tactics()).unwrap_or_default();
    let names = || known.iter().map(|one| one.name).chain(COMMON.map(|(tactics, _)| tactics.name));
    html! {
        option value="" selected[chosen.is_empty()] { "as usual" }
        (options(names().map(|name| (name, name)), chosen))
        @if !chosen.is_empty() && !names().any(|name| name == chosen) { option value=(chosen) selected { (chosen) } }
    }
}
