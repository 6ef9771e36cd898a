//! Before a fight of a campaign begins: where it is, who comes along, and in whose place.

use maud::{Markup, html};
use quintain_field::Map;

use super::{page, problem};
use crate::campaign::Member;

/// A fight to be looked at before it begins.
#[derive(Debug)]
pub struct Preview<'a> {
    /// The game master's word.
    pub token: &'a str,
    /// The name by which the form knows the encounter.
    pub name: &'a str,
    /// Its title.
    pub title: &'a str,
    /// What it is about.
    pub about: &'a str,
    /// Its map.
    pub map: Option<&'a Map>,
    /// Its sides with how many stand on each; the one whose place is proposed first.
    pub sides: &'a [(String, usize)],
    /// The party.
    pub heroes: &'a [Member],
    /// What went wrong.
    pub said: Option<&'a str>,
}

/// The page.
pub fn begin_page(preview: &Preview<'_>) -> Markup {
    let base = format!("/c/{}", preview.token);
    let body = html! {
        header .plainbar { a .button .icon href=(base) aria-label="back to the campaign" { (quintain_draw::icon("left")) } h1 { (preview.title) } }
        main .shoplist {
            (problem(preview.said))
            @if !preview.about.is_empty() { p { (preview.about) } }
            @if let Some(map) = preview.map { div .sharedmap { (quintain_draw::whole(map, preview.title)) } }
            form method="post" action={ (base) "/fight" } {
                input type="hidden" name="name" value=(preview.name);
                fieldset { legend { "The party takes the place of" }
                    @for (place, (side, many)) in preview.sides.iter().enumerate() {
                        label .tick { input type="radio" name="side" value=(side) checked[place == 0]; span { b { (side) } " " small { (many) @if *many == 1 { " place" } @else { " places" } } } }
                        " "
                    }
                    p .dim { "Each takes the place of the one with its name, the others what places are left; where there are too few, they stand beside." }
                }
                fieldset { legend { "Who comes along" }
                    @for hero in preview.heroes {
                        label .tick { input type="checkbox" name="come" value=(hero.name) checked[hero.left == "able"] disabled[hero.left != "able"];
                            span { b { (hero.name) } @if hero.left != "able" { " " small .bad { (hero.left) } } } }
                        " "
                    }
                }
                button .button .go type="submit" { (quintain_draw::icon("play")) "Begin" }
            }
        }
    };
    page(preview.title, &body)
}
