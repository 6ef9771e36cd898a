//! The table: one fight as one chair sees it. The map is the page; everything else is an edge or a drawer.

mod ahead;
pub(crate) mod cost;
mod dock;
mod forecast;
mod gm;
mod hand;
mod idle;
mod menu;
mod refused;
mod shapes;
mod sheet;
pub(crate) mod stage;
pub(crate) mod story;
mod top;

use maud::{Markup, html};
use quintain_session::{ChairId, Scene, SeenQuestion};

pub use ahead::Within;
pub use forecast::Forecast;
pub use gm::code;

use crate::cast::Cast;
use crate::layout::{Campaign, page};
use crate::part::{Held, Part};
use crate::stamp::Stamp;
use menu::{Around, Menu};
pub(crate) use story::{Act, acts};

/// What a visitor looks at: nothing of it changes the fight.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Gaze {
    /// The number of the question, where it is not the first.
    pub question: Option<String>,
    /// The place of the option looked at.
    pub pick: Option<usize>,
    /// The place of the combatant looked at.
    pub about: Option<usize>,
    /// Whether a tile was opened and nothing behind it chosen yet: then the page turns to what has the best odds.
    pub opened: bool,
}

/// All that a page of the table is made from.
#[derive(Debug)]
pub struct Look<'a> {
    /// The moment as the chair may see it.
    pub scene: &'a Scene,
    /// Where the table's addresses begin: `/t/` and the token.
    pub base: &'a str,
    /// What stands before paths in links for others.
    pub host: &'a str,
    /// The links of the chairs; for the game master.
    pub links: &'a [(ChairId, String)],
    /// How often the table has changed.
    pub version: u64,
    /// Whether it is a page without a server, which keeps no pictures and hears of nobody else.
    pub alone: bool,
    /// The campaign that the fight belongs to, where the chair has a page there.
    pub campaign: Option<&'a Campaign>,
    /// What is looked at.
    pub gaze: Gaze,
    /// What was found out about the options looked at.
    pub forecast: Option<Forecast>,
}

impl Look<'_> {
    /// The question that is shown: the one asked for, or the first that is the chair's own.
    pub(crate) fn question(&self) -> Option<&SeenQuestion> {
        let all = &self.scene.seen.questions;
        let named = self.gaze.question.as_ref().and_then(|number| all.iter().find(|one| one.number == *number));
        named.or_else(|| all.iter().find(|one| one.own))
    }

    /// The option looked at, if it belongs to the question shown.
    fn picked(&self) -> Option<usize> {
        let question = self.question()?;
        let same = self.gaze.question.as_ref().is_some_and(|number| *number == question.number);
        self.gaze.pick.filter(|_| same)
    }

    pub(crate) fn about(&self) -> Option<usize> {
        self.gaze.about.filter(|place| *place < self.scene.seen.view.combatants.len())
    }

    pub(crate) fn is_asked(&self, name: &str) -> bool {
        self.scene.seen.asked.iter().any(|asked| asked == name)
    }

    /// The campaign, where its page does not lead straight back here: a player's does until the fight is over.
    fn way_back(&self) -> Option<&Campaign> {
        self.campaign.filter(|_| self.scene.is_gm() || self.scene.seen.over.is_some())
    }

    pub(crate) fn menu<'q>(&self, cast: &Cast<'_>, question: &'q SeenQuestion) -> Option<Menu<'q>> {
        let around = Around::of(&cast.view.combatants, &question.asked.who);
        Menu::of(question, self.scene.book, &around, self.picked())
    }

    pub(crate) fn pick(&self, option: usize) -> String {
        let number = self.question().map_or("", |question| question.number.as_str());
        format!("{}?q={number}&pick={option}", self.base)
    }

    /// Opens a tile, at the option with which it begins.
    pub(crate) fn open(&self, option: usize) -> String {
        format!("{}&open=1", self.pick(option))
    }

    pub(crate) fn ask(&self, number: &str) -> String {
        format!("{}?q={number}", self.base)
    }

    pub(crate) fn nothing(&self) -> String {
        self.gaze.question.as_ref().map_or_else(|| self.base.to_owned(), |number| self.ask(number))
    }

    pub(crate) fn about_link(&self, place: usize) -> String {
        match &self.gaze.question {
            Some(number) => format!("{}?q={number}&about={place}", self.base),
            None => format!("{}?about={place}", self.base),
        }
    }

    /// The options of which the page shows odds, the one looked at first: what it does to each target, or every answer to
    /// a small decision. Each comes with its words.
    pub fn wanted(&self, most: usize) -> Vec<(usize, String)> {
        let Some(question) = self.question() else { return Vec::new() };
        let cast = Cast::of(self.scene);
        let choices = question.asked.question.choices();
        let words = |place: usize| (place, choices[place].text.clone());
        if dock::is_quick(question) {
            return (0..choices.len()).map(words).collect();
        }
        let Some(menu) = self.menu(&cast, question) else { return Vec::new() };
        let Some(picked) = menu.picked else { return Vec::new() };
        let others = menu.targets().into_iter().filter(|(target, _)| !menu::all_who(target).is_empty());
        let mut places = vec![picked];
        places.extend(others.map(|(_, pick)| pick).filter(|pick| *pick != picked));
        places.into_iter().take(most).map(words).collect()
    }

    /// Takes in what was found out. Where a tile was only opened, the page turns to what has the best odds.
    pub fn take_in(&mut self, forecast: Forecast) {
        if let Some(best) = forecast.best {
            self.gaze.pick = Some(best);
        }
        self.forecast = Some(forecast);
    }

    /// Whether the page may still turn to what has the best odds.
    pub(crate) fn is_turning(&self) -> bool {
        self.gaze.opened && self.forecast.as_ref().is_none_or(|forecast| forecast.best.is_none())
    }

    /// Who would answer, and with which words: an option of the question shown.
    pub(crate) fn words_of(&self, option: usize) -> Option<(String, String)> {
        let question = self.question()?;
        let choice = question.asked.question.choices().get(option)?;
        Some((question.asked.who.clone(), choice.text.clone()))
    }

    /// Who answers the question shown.
    pub fn asked(&self) -> Option<&str> {
        self.question().map(|question| question.asked.who.as_str())
    }
}

/// What the parts of a page are made from besides the look itself, found out once for all of them.
#[derive(Debug)]
pub(crate) struct Sight<'l> {
    /// Who fights.
    pub cast: Cast<'l>,
    /// The options of the question shown, where they are more than a few buttons.
    pub menu: Option<Menu<'l>>,
    /// The places of those that the chair plays.
    pub own: Vec<usize>,
    /// Everybody's name and side, which nearly all parts show.
    pub names: Stamp,
    /// How each of them looks to everybody.
    pub looks: Vec<u64>,
}

impl<'l> Sight<'l> {
    fn of(look: &'l Look<'_>) -> Sight<'l> {
        let scene = look.scene;
        let cast = Cast::of(scene);
        let menu = look.question().filter(|question| !dock::is_quick(question));
        let menu = menu.and_then(|question| look.menu(&cast, question));
        let holds = |place: &usize| scene.room.holds(scene.chair, &cast.view.combatants[*place].name);
        let own = (0..cast.view.combatants.len()).filter(holds).collect();
        let (names, looks) = (cast.names(), cast.looks());
        Sight { cast, menu, own, names, looks }
    }
}

/// Every part of the page that may change.
fn parts<'l>(look: &'l Look<'_>, sight: &'l Sight<'_>) -> Vec<Part<'l>> {
    let cast = &sight.cast;
    let acts = story::acts(&look.scene.seen.log);
    let mut parts = vec![top::top(look, sight), story::ticker(&acts, sight)];
    parts.extend(stage::parts(look, sight));
    parts.push(dock::dock(look, cast, sight.menu.as_ref()));
    parts.extend(story::story(acts, sight));
    parts.extend(sheet::sheets(look, sight));
    parts.push(gm::scrubber(look));
    parts.extend(gm::parts(look, sight));
    parts
}

/// The whole page.
pub fn table(look: &Look<'_>) -> Markup {
    let sight = Sight::of(look);
    let parts = parts(look, &sight);
    let part = |id: &str| parts.iter().find(|part| part.id == id).map(Part::stamped);
    let of = |prefix: &'static str| parts.iter().filter(move |part| part.id.starts_with(prefix)).map(Part::stamped);
    let body = html! {
        div #table data-base=(look.base) data-version=(look.version) data-live data-alone[look.alone]
            data-gm[look.scene.is_gm()] data-chair=(look.scene.room.chair(look.scene.chair).map_or("", |chair| chair.name.as_str())) {
            a .skip href="#dock" { "To what is asked" }
            @if let Some(top) = part("top") { (top) }
            (stage::frame(look, &sight.cast, &parts))
            (quintain_draw::shapes())
            p #said role="alert" {}
            div #announce .unseen role="status" aria-live="polite" {}
            details #story .drawer name="drawer" {
                summary .tool title="Story (L)" { (quintain_draw::icon("log")) span .unseen { "Story" } }
                div .panel { (story::heading()) ol #acts aria-label="Story" { @for act in of("act-") { (act) } } (gm::speaking(look)) @if let Some(scrub) = part("scrub") { (scrub) } }
            }
            details #sheets .drawer name="drawer" {
                summary .tool title="Sheets (S)" { (quintain_draw::icon("sheet")) span .unseen { "Sheets" } }
                div .panel { h2 { "Who fights" } ul #cards { @for card in of("card-") { (card) } } }
            }
            details #more .drawer name="drawer" {
                summary .tool title="More" { (quintain_draw::icon("menu")) span .unseen { "More" } }
                div .panel {
                    div #more-body { @for more in of("more-") { (more) } }
                    @if look.scene.is_gm() { p { a href={ (look.base) "/record" } download { "Download the record" } } }
                    @if look.scene.is_gm() && !look.alone { p { a href={ (look.base) "/after" } { "Look back at the fight" } } }
                    @if let Some(campaign) = look.way_back() { p { (campaign.link("")) } }
                    @if look.scene.is_gm() { p { a href="/" { "To the list of fights" } } }
                }
            }
            @if let Some(dock) = part("dock") { (dock) }
        }
    };
    page(&look.scene.title, "table", &body)
}

/// What a page does not hold yet: the pieces that have changed in full, of the others only the order in which they stand.
pub fn changes(look: &Look<'_>, held: &Held<'_>) -> Markup {
    let sight = Sight::of(look);
    let parts = parts(look, &sight);
    let list = |prefix: &str| {
        parts
            .iter()
            .filter(|part| part.id.starts_with(prefix))
            .map(|part| part.id.as_str())
            .collect::<Vec<_>>()
            .join(" ")
    };
    html! {
        div data-version=(look.version) data-acts=(list("act-")) data-cards=(list("card-")) {
            @for part in parts.iter().filter(|part| !held.has(part)).map(Part::stamped) {
                @if part.0.starts_with("<g ") { svg { (part) } }
                @else { (part) }
            }
        }
    }
}

/// An earlier moment, to be looked at.
pub fn earlier(look: &Look<'_>, moment: usize) -> Markup {
    let round = look.scene.seen.view.round;
    let sign = html! { "An earlier moment" @if round > 0 { ": round " (round) } };
    still(look, &sign, Some(&gm::moment(look, moment)))
}

/// The table as a chair sees it, for the game master to look at: with what the chair is asked, which cannot be answered here.
pub fn seen_as(look: &Look<'_>) -> Markup {
    still(look, &gm::borrowed(look), None)
}

/// A page on which nothing can be done, with a sign over the map that says why, and what stands below it: the chair's own dock
/// where nothing else does.
fn still(look: &Look<'_>, sign: &Markup, below: Option<&Markup>) -> Markup {
    let sight = Sight::of(look);
    let parts = parts(look, &sight);
    let part = |id: &str| parts.iter().find(|part| part.id == id).map(Part::stamped);
    let of = |prefix: &'static str| parts.iter().filter(move |part| part.id.starts_with(prefix)).map(Part::stamped);
    let body = html! {
        div #table .past data-base=(look.base) {
            @if let Some(top) = part("top") { (top) }
            (stage::frame(look, &sight.cast, &parts))
            (quintain_draw::shapes())
            p #sign .panel { (sign) }
            p #said role="alert" {}
            details #story .drawer name="drawer" open {
                summary .tool title="Story" { (quintain_draw::icon("log")) span .unseen { "Story" } }
                div .panel { (story::heading()) ol #acts aria-label="Story" { @for act in of("act-") { (act) } } }
            }
            details #sheets .drawer name="drawer" {
                summary .tool title="Sheets" { (quintain_draw::icon("sheet")) span .unseen { "Sheets" } }
                div .panel { h2 { "Who fights" } ul #cards { @for card in of("card-") { (card) } } }
            }
            @match below {
                Some(below) => (below),
                None => div .borrowed inert { @if let Some(dock) = part("dock") { (dock) } },
            }
        }
    };
    page(&look.scene.title, "table", &body)
}
