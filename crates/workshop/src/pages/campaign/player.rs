//! What a player sees of a campaign between two fights: whether one has begun, the own heroes, who else is there.

use maud::{Markup, html};
use quintain_content::Noted;
use quintain_engine::Aftermath;
use quintain_library::{OpenedParty, rulebook};

use super::rest::{Asked, asks};
use super::{hero, history, page, problem};
use crate::bestiary::Bestiary;
use crate::campaign::{Resting, Roster};

/// Everything that a player's page shows. Of others' heroes it holds no more than what is told of them.
#[derive(Debug)]
pub struct Waiting<'a> {
    /// The player's word.
    pub token: &'a str,
    /// The player's name.
    pub player: &'a str,
    /// The party as a roster.
    pub roster: &'a Roster,
    /// The party in camp, where it is in one.
    pub party: Option<&'a OpenedParty>,
    /// The living with what each has now.
    pub standing: &'a [(String, Aftermath)],
    /// What creatures are called.
    pub bestiary: &'a Bestiary,
    /// The fight that was looked at last, if it is over: its title, how it ended, the player's table.
    pub last: Option<(&'a str, &'a str, &'a str)>,
    /// The rest that is being taken.
    pub resting: Option<&'a Resting>,
    /// What went wrong with what was sent.
    pub said: Option<&'a str>,
}

/// The page.
pub fn waiting_page(waiting: &Waiting<'_>) -> Markup {
    let title = waiting.roster.head("title");
    let (book, heroes) = (waiting.roster.head("rulebook"), waiting.roster.heroes());
    let (own, others): (Vec<_>, Vec<_>) = heroes.iter().partition(|hero| hero.is_of(waiting.player));
    let of_own = |line: &Noted| own.iter().any(|hero| line.who == hero.name);
    let chapters = waiting.party.map(|party| party.party.history.as_slice()).unwrap_or_default();
    let body = html! {
        header .plainbar { h1 { (title) " " small { (rulebook(&book).map_or(book.as_str(), |book| book.name())) } } span { (waiting.player) } }
        main .shoplist {
            (problem(waiting.said))
            (self::waiting(waiting))
            section aria-labelledby="heroes" { h2 #heroes { @if own.len() == 1 { "Your hero" } @else { "Your heroes" } }
                @if own.is_empty() { p .dim { "You play nobody yet; the game master gives you a hero." } }
                ul .heroes { @for one in &own {
                    li .hero data-hero=(one.name) {
                        div .head { (quintain_draw::emblem(quintain_draw::emblem_for(&one.is))) div { h3 { (one.name) } small { (hero::made_from(waiting.bestiary, one)) } }
                            @if one.left != "able" { b .bad { (one.left) } } }
                        @if let (Some(party), Some((name, now))) = (waiting.party, waiting.standing.iter().find(|(name, _)| *name == one.name)) { (hero::values(party, name, now)) }
                    }
                } }
            }
            @if !others.is_empty() {
                section aria-labelledby="others" { h2 #others { "With you" }
                    ul .chips { @for one in &others { li .chip { (one.name) @if one.left != "able" { " " small { (one.left) } } } } }
                }
            }
            @if !own.is_empty() && !chapters.is_empty() {
                section aria-labelledby="history" { h2 #history { "What befell you" }
                    @for chapter in chapters.iter().rev() { (history::chapter(&book, chapter, &of_own)) }
                }
            }
        }
        noscript { meta http-equiv="refresh" content="5"; }
    };
    page(&title, &body)
}

/// What is waited for: sent again until a fight has begun.
pub fn waiting(waiting: &Waiting<'_>) -> Markup {
    let base = format!("/c/{}", waiting.token);
    html! {
        section #waiting data-poll={ (base) "/waiting" } role="status" {
            @match waiting.resting {
                Some(resting) => {
                    p .due { "The party takes a rest: " (resting.kind.name) "." }
                    (asks(&Asked { base: &base, resting, may: &|who| waiting.roster.heroes().iter().any(|hero| hero.name == who && hero.is_of(waiting.player)) }))
                }
                None => { p .due { "No fight is on. This page goes to the table as soon as the game master begins one." } }
            }
            @if let Some((title, over, table)) = waiting.last {
                p { "The last was " b { (title) } ": " (over) ". " a href={ "/t/" (table) "/after" } { "Look back at it" } "." }
            }
        }
    }
}
