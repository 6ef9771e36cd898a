//! The pages of a campaign: the list, the game master's page, a player's page, the way to a fight, what it leaves, and rests.

mod begin;
mod day;
mod hero;
mod history;
mod home;
mod leaves;
mod list;
mod now;
mod player;
mod players;
mod rest;

use maud::{Markup, html};
use quintain_library::rulebook;

pub use self::begin::{Preview, begin_page};
pub use self::day::{DayPage, DayParty, day_page};
pub use self::home::{Camp, camp_page};
pub use self::leaves::{Leaves, leaves_page};
pub use self::list::{ListedCampaign, campaigns_page};
pub use self::player::{Waiting, waiting, waiting_page};
pub use self::rest::{RestPage, rest_page};

/// A player of a campaign.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// What they are called.
    pub name: String,
    /// The word of their permanent link.
    pub token: String,
}

/// How a fight of a campaign stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stands {
    /// It goes on.
    On,
    /// It is over, and what it leaves has not been taken into the roster.
    Over,
    /// What it leaves has been taken into the roster.
    Taken,
    /// It counts for nothing.
    Aside,
}

/// A fight of a campaign.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fought {
    /// Its id.
    pub fight: String,
    /// Its title.
    pub title: String,
    /// The word that opens its table; none where it has been deleted.
    pub table: Option<String>,
    /// How it ended.
    pub over: Option<String>,
    /// How it stands.
    pub stands: Stands,
}

/// The rule behind a line, as a sign to be tapped; what is no rule of the book has none.
fn rule(book: &str, id: &str) -> Markup {
    let place = quintain_content::Placed::nowhere(id.to_owned());
    let known = rulebook(book).ok().and_then(|book| quintain_library::rule_at(book, &place).ok());
    html! {
        @if let Some(rule) = known {
            a .rule href={ "/rules/" (book) "/" (id) } title=(rule.summary) aria-label={ "the rule: " (rule.summary) } { (quintain_draw::icon("why")) }
        }
    }
}

/// What the game calls a value, or the most that it can be.
fn label(book: &str, key: &str) -> String {
    let stats = rulebook(book).map(|book| book.stats()).unwrap_or_default();
    let of = |key: &str| stats.iter().find(|info| info.key == key).map(|info| info.label.to_owned());
    let most = key.strip_prefix("max-").or(key.strip_suffix("-max"));
    of(key).or_else(|| Some(format!("{}, at most", of(most?)?))).unwrap_or_else(|| match key {
        "left" => "Afterwards".to_owned(),
        key => crate::draft::called(key),
    })
}

/// A page of a campaign.
fn page(title: &str, body: &Markup) -> Markup {
    let whole = html! { (body) script type="module" src="/assets/beside.js" {} };
    super::page(title, &whole)
}

/// What went wrong.
fn problem(said: Option<&str>) -> Markup {
    html! { @if let Some(said) = said { pre .problem role="alert" { (said) } } }
}
