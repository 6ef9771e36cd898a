//! The pages of the workshop, as HTML and SVG.

mod board;
mod campaign;
mod creatures;
mod desk;
mod entry;
mod ground;
mod home;
mod live;
mod pack;
mod rules;

use maud::{Markup, html};

pub use self::campaign::{
    Camp, DayPage, DayParty, Fought, Leaves, ListedCampaign, Player, Preview, RestPage, Stands, Waiting, begin_page,
    camp_page, campaigns_page, day_page, leaves_page, rest_page, waiting, waiting_page,
};
pub use self::desk::{Desk, Eyes, desk};
pub use self::entry::{EntryDesk, entry_page};
pub use self::home::{Listed, Shared, list, shared};
pub use self::live::{figures, matters_page, proposals_page};
pub use self::pack::{PackDesk, pack_page};

/// A pack of the author's own, as an encounter's page knows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnPack {
    /// Its id in the store.
    pub id: String,
    /// The name under which encounters know it.
    pub name: String,
    /// Its title.
    pub title: String,
}

/// A whole page of the workshop.
fn page(title: &str, body: &Markup) -> Markup {
    let whole = html! {
        link rel="stylesheet" href="/assets/workshop.css";
        (body)
        script src="/assets/workshop.js" defer {}
    };
    quintain_pages::page(title, "shop", &whole)
}

/// A list of options, with the one that is chosen. Each is its value and what stands there for people.
fn options<'a>(all: impl IntoIterator<Item = (&'a str, &'a str)>, chosen: &str) -> Markup {
    html! { @for (value, words) in all { option value=(value) selected[value == chosen] { (words) } } }
}

/// A form that does one thing by its button.
fn button(action: &str, fields: &[(&str, &str)], words: &Markup, class: &str) -> Markup {
    html! {
        form method="post" action=(action) {
            @for (name, value) in fields { input type="hidden" name=(name) value=(value); }
            button class={ "button " (class) } type="submit" { (words) }
        }
    }
}

/// What is wrong with one part, where that part is changed.
fn wrong<'a>(problems: impl IntoIterator<Item = &'a crate::Told>) -> Markup {
    html! { @for problem in problems { p .wrong { (quintain_draw::icon("warn")) (problem.words) } } }
}
