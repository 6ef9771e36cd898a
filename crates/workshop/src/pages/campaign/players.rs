//! The players of a campaign, each with a link for good.

use maud::{Markup, html};

use super::Player;
use super::home::Camp;
use crate::pages::button;

/// The players, and the game master's own link.
pub(super) fn players(camp: &Camp<'_>) -> Markup {
    html! {
        section aria-labelledby="players" { h2 #players { "Players" }
            p .dim { "Each has one link for good: it leads to the fight that is on, or to the page on which one waits for the next." }
            ul .links {
                @for (place, player) in camp.players.iter().enumerate() { (player_line(camp, place, player)) }
                li { b { "Game master" } " " small { "opens this page, with the fight that is on at its top" } (link(camp.host, "gm", camp.token)) }
            }
            form .row method="post" action={ (camp.base()) "/players" } {
                input type="hidden" name="do" value="add";
                input name="name" maxlength="60" required placeholder="Ann" aria-label="a new player's name";
                button .button type="submit" { "Add a player" }
            }
        }
    }
}

/// A link that is good for every fight.
fn link(host: &str, name: &str, token: &str) -> Markup {
    let (id, address) = (format!("link-{name}"), format!("{host}/c/{token}"));
    html! {
        div .command { code id=(id) { (address) } button .button .scripted type="button" data-copy=(id) { "Copy" } }
        details { summary { "QR code" } (quintain_pages::code(&address)) }
    }
}

fn player_line(camp: &Camp<'_>, place: usize, player: &Player) -> Markup {
    let action = format!("{}/players", camp.base());
    let number = place.to_string();
    let own: Vec<String> =
        camp.roster.heroes().into_iter().filter(|hero| hero.is_of(&player.name)).map(|hero| hero.name).collect();
    html! {
        li {
            b { (player.name) } " " small { @if own.is_empty() { "plays nobody yet" } @else { "plays " (own.join(", ")) } }
            (link(camp.host, &number, &player.token))
            details { summary { "change" span .unseen { " " (player.name) } }
                form .row method="post" action=(action) {
                    input type="hidden" name="do" value="rename"; input type="hidden" name="place" value=(number); input type="hidden" name="was" value=(player.name);
                    input name="name" value=(player.name) maxlength="60" required aria-label="name"; button .button type="submit" { "Rename" }
                }
                div .buttons {
                    (button(&action, &[("do", "relink"), ("place", &number), ("was", &player.name)], &html! { "A new link" }, ""))
                    (button(&action, &[("do", "remove"), ("place", &number), ("was", &player.name)], &html! { "Remove" }, ""))
                }
            }
        }
    }
}
