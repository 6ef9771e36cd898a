//! The game master's page of a campaign.

use maud::{Markup, html};
use quintain_engine::Aftermath;
use quintain_library::{OpenedParty, rulebook};

use super::{Fought, Player, hero, history, now, page, players, problem};
use crate::bestiary::Bestiary;
use crate::campaign::Roster;
use crate::pages::{OwnPack, button, options};

/// Everything that the game master's page shows.
#[derive(Debug)]
pub struct Camp<'a> {
    /// The word of the game master's link.
    pub token: &'a str,
    /// What stands before addresses in links for others.
    pub host: &'a str,
    /// The name under which encounters and days know the party.
    pub name: &'a str,
    /// The party's file.
    pub text: &'a str,
    /// The same as a roster.
    pub roster: &'a Roster,
    /// The party in camp, or why it is in none.
    pub party: Result<&'a OpenedParty, &'a str>,
    /// The living with what each has now.
    pub standing: &'a [(String, Aftermath)],
    /// Who can join.
    pub bestiary: &'a Bestiary,
    /// The players.
    pub players: &'a [Player],
    /// Its fights, the oldest first.
    pub fights: &'a [Fought],
    /// Whether a rest is under way.
    pub resting: bool,
    /// The house's own encounters for this game: id and title.
    pub encounters: &'a [(String, String)],
    /// The house's own packs that the party uses.
    pub packs: &'a [OwnPack],
    /// What would be undone, and what done again.
    pub undo: (Option<&'a str>, Option<&'a str>),
    /// What went wrong with the last change.
    pub said: Option<&'a str>,
}

impl Camp<'_> {
    /// The address of the page.
    pub(super) fn base(&self) -> String {
        format!("/c/{}", self.token)
    }

    /// The rulebook's id.
    pub(super) fn book(&self) -> String {
        self.roster.head("rulebook")
    }
}

/// The page.
pub fn camp_page(camp: &Camp<'_>) -> Markup {
    let title = camp.roster.head("title");
    let game = camp.book();
    let name = rulebook(&game).map_or(game.as_str(), |book| book.name()).to_owned();
    let heroes = camp.roster.heroes();
    let body = html! {
        header .plainbar {
            a .button .icon href="/campaigns" aria-label="all campaigns" { (quintain_draw::icon("left")) }
            h1 { (title) " " small { (name) } }
            div .tools { (step(camp, "undo", camp.undo.0)) (step(camp, "redo", camp.undo.1)) }
        }
        main .shoplist .campaign {
            (problem(camp.said))
            div .wide-part {
                (now::now(camp))
                section aria-labelledby="heroes" { h2 #heroes { "The heroes" }
                    @if let Err(why) = camp.party { @if !heroes.is_empty() { pre .problem { (why) } } }
                    @if heroes.is_empty() { p .dim { "Nobody belongs to this party yet." } }
                    ul .heroes { @for (place, one) in heroes.iter().enumerate() { (hero::card(camp, place, one)) } }
                    (joins(camp))
                    @if camp.party.is_ok() { (hand(camp)) }
                }
            }
            div .narrow-part {
                (players::players(camp))
                (history::history(camp))
                (file(camp))
            }
        }
    };
    page(&title, &body)
}

fn step(camp: &Camp<'_>, way: &str, what: Option<&str>) -> Markup {
    let words = match what {
        Some(what) => format!("{way}: {what}"),
        None => format!("nothing to {way}"),
    };
    html! {
        form method="post" action={ (camp.base()) "/" (way) } {
            button .button .icon type="submit" disabled[what.is_none()] title=(words) aria-label=(words) {
                @if way == "redo" { span .mirrored { (quintain_draw::icon("back")) } } @else { (quintain_draw::icon("back")) }
            }
        }
    }
}

/// A new hero.
fn joins(camp: &Camp<'_>) -> Markup {
    let (heroes, others): (Vec<_>, Vec<_>) = camp.bestiary.all().partition(|one| one.hero);
    let seats = std::iter::once(("", "the game master"))
        .chain(camp.players.iter().map(|player| (player.name.as_str(), player.name.as_str())));
    html! {
        details .tool-box open[camp.roster.heroes().is_empty()] { summary { (quintain_draw::icon("plus")) "A hero joins" }
            form method="post" action={ (camp.base()) "/edit" } {
                input type="hidden" name="do" value="add";
                div .fields {
                    label { "made from" select name="is" required {
                        optgroup label="heroes" { @for one in heroes { option value=(one.id) { (camp.bestiary.told_apart(one)) } } }
                        optgroup label="others" { @for one in others { option value=(one.id) { (camp.bestiary.told_apart(one)) } } }
                    } }
                    label { "name" input name="name" maxlength="60" placeholder="as it is called"; }
                    label { "played by" select name="seat" { (options(seats, "")) } }
                }
                button .button .go type="submit" { "Joins" }
            }
            p .dim { "Heroes of your own are made in the " a href="/workshop" { "workshop" } "; they are listed here." }
        }
        datalist #kinds { @for one in camp.bestiary.all() { option value=(one.id) { (camp.bestiary.told_apart(one)) } } }
    }
}

/// What the game master changes in the words of edicts, for what no field stands for.
fn hand(camp: &Camp<'_>) -> Markup {
    let book = rulebook(&camp.book()).ok();
    let names = camp.standing.iter().map(|(name, _)| (name.as_str(), name.as_str()));
    html! {
        details .tool-box { summary { (quintain_draw::icon("heal")) "Hand out, heal, mend" }
            form method="post" action={ (camp.base()) "/hand" } {
                div .fields {
                    label { "who" select name="who" { (options(names, "")) } }
                    label { "gets the condition" select name="condition" required {
                        option value="" { "choose one" }
                        @if let Some(book) = book { (options(book.conditions().iter().map(|kind| (kind.key, kind.label)), "")) }
                    } }
                }
                div .buttons { button .button type="submit" name="does" value="give" { "Give it" } button .button type="submit" name="does" value="take" { "Take it away" } }
            }
            form method="post" action={ (camp.base()) "/hand" } {
                label { "in words, one change a line" textarea name="words" rows="3" spellcheck="false" required placeholder="set NAME.VALUE 5" {} }
                button .button type="submit" { "Hand out" }
            }
            p .dim { "Figures are changed on each hero." }
        }
    }
}

/// The party's file: out, in, as a text.
fn file(camp: &Camp<'_>) -> Markup {
    html! {
        section aria-labelledby="file" { h2 #file { "The file" }
            div .buttons {
                a .button href={ (camp.base()) "/party.toml" } download="party.toml" { (quintain_draw::icon("download")) "party.toml" }
                @for pack in camp.packs { a .button href={ (camp.base()) "/pack/" (pack.name) } download=(pack.name) { (pack.name) } }
            }
            details .tool-box open[camp.text != camp.roster.text()] { summary { "As a text" }
                form method="post" action={ (camp.base()) "/text" } {
                    textarea .code name="text" rows="14" spellcheck="false" aria-label="the party as TOML" { (camp.text) }
                    button .button type="submit" { "Take over" }
                }
            }
            details .tool-box { summary { "Name and side" }
                form method="post" action={ (camp.base()) "/edit" } {
                    input type="hidden" name="do" value="head";
                    div .fields {
                        label { "name" input name="title" value=(camp.roster.head("title")) maxlength="60" required; }
                        label { "takes the place of the side" input name="side" value=(camp.roster.head("side")) placeholder="heroes" maxlength="60"; }
                    }
                    button .button type="submit" { "Save" }
                }
                (button(&format!("{}/relink", camp.base()), &[], &html! { "Give the game master a new link" }, ""))
            }
        }
    }
}
