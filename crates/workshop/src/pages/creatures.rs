//! Who fights: those who are in, the one that is changed, and the bestiary from which others come.

use maud::{Markup, html};
use quintain_engine::{StatGroup, StatInfo, StatKind, Value};

use super::desk::{Desk, tactics};
use super::{button, options, wrong};
use crate::bestiary::Creature;
use crate::checked::Where;
use crate::draft::Someone;

/// The most creatures that are listed at once.
const MOST: usize = 40;

pub(super) fn tab(desk: &Desk<'_>) -> Markup {
    let people = desk.draft.people();
    let chosen = desk.eyes.who.and_then(|who| Some((who, people.get(who)?)));
    html! {
        (line_up(desk, &people))
        @if let Some((who, one)) = chosen { (change(desk, who, one)) }
        (bestiary(desk))
        (packs(desk))
    }
}

fn line_up(desk: &Desk<'_>, people: &[Someone]) -> Markup {
    html! {
        div #people {
            @for (place, side) in desk.draft.sides().iter().enumerate() {
                h3 class={ "c" (place % 6) } { (side) }
                ul .chips {
                    @for (who, one) in people.iter().enumerate().filter(|(_, one)| one.side == *side) {
                        li { a .chip href=(desk.about(who)) aria-current=[(desk.eyes.who == Some(who)).then_some("true")] {
                            @if !desk.wrong(&Where::Someone(who)).is_empty() { span .warn { (quintain_draw::icon("warn")) } }
                            (one.name) @if one.many() > 1 { " × " (one.many()) }
                        } }
                    }
                }
            }
        }
    }
}

fn change(desk: &Desk<'_>, who: usize, one: &Someone) -> Markup {
    let place = who.to_string();
    let plain = format!("{}/edit?tab=creatures", desk.base());
    html! {
        section #one {
            h2 { (one.name) small { " " (desk.bestiary.find(&one.is).map_or(one.is.as_str(), |known| known.name.as_str())) } }
            (wrong(desk.wrong(&Where::Someone(who))))
            form method="post" action=(desk.edit()) data-auto {
                input type="hidden" name="do" value="who";
                input type="hidden" name="who" value=(place);
                (who_and_where(desk, one))
                (values(desk, one))
                (conditions(desk, one))
                (more(desk, one))
                button .button .go .unscripted type="submit" { "Save" }
            }
            div .buttons {
                (button(&desk.edit(), &[("do", "copy"), ("who", &place)], &html! { "Copy" }, ""))
                (button(&plain, &[("do", "remove"), ("who", &place)], &html! { "Remove" }, ""))
                @match own_pack(desk, &one.is) {
                    Some(pack) => a .button href={ "/workshop/pack/" (pack) "/creature/" (one.is) "?from=" (desk.id) } { "Edit this creature" },
                    None => (button(&format!("{}/own", desk.base()), &[("who", &place)], &html! { "Make it a creature of your own" }, "")),
                }
            }
        }
    }
}

/// The author's own pack in which a creature stands.
fn own_pack<'a>(desk: &'a Desk<'_>, is: &str) -> Option<&'a str> {
    let name = desk.bestiary.find(is)?.pack.as_ref()?;
    desk.packs.iter().find(|pack| pack.name == *name).map(|pack| pack.id.as_str())
}

fn who_and_where(desk: &Desk<'_>, one: &Someone) -> Markup {
    let sides = desk.draft.sides();
    html! {
        div .fields {
            label { "Name" input name="name" value=(one.name) maxlength="60" required; }
            label { "How many" input type="number" name="count" min="1" max="200" value=(one.many()); }
            label { "Side" input name="side" value=(one.side) list="sides" required; }
            datalist #sides { @for side in &sides { option value=(side) {} } }
            @if desk.draft.map().is_some() { label { "Squares" input name="at" value=(one.at.join(", ")) placeholder="C4"; } }
            label { "Who plays it" input name="seat" value=(one.seat) placeholder="as its side" list="seats"; }
            datalist #seats { option value="gm" {} option value="tactics" {} }
            label { "Plays by itself" select name="tactics" { (tactics(desk, &one.tactics)) } }
        }
        label .tick {
            input type="hidden" name="concealed-asked" value="1";
            input type="checkbox" name="concealed" value="on" checked[one.concealed];
            " hidden: no player knows of it until the game master reveals it"
        }
    }
}

/// The numbers that most would change, as they are now.
fn values(desk: &Desk<'_>, one: &Someone) -> Markup {
    let Some(book) = desk.book() else { return html! {} };
    let shown = desk.checked.opened.as_ref().and_then(|opened| {
        let name = one.each().into_iter().next()?.0;
        opened.fight.view().combatant(&name).cloned()
    });
    let group = |info: &&StatInfo| {
        matches!(info.group, StatGroup::Life | StatGroup::Means | StatGroup::Defence | StatGroup::Ability)
            && matches!(info.kind, StatKind::Pool | StatKind::Count | StatKind::Score)
    };
    let now = |info: &StatInfo| {
        let stat = shown.as_ref()?.stats.iter().find(|stat| stat.key == info.key)?;
        match stat.value {
            Value::Number(number) => Some(number.to_string()),
            _ => None,
        }
    };
    let listed: Vec<(&StatInfo, String)> =
        book.stats().iter().filter(group).filter_map(|info| Some((info, now(info)?))).collect();
    html! {
        @if !listed.is_empty() {
            details open { summary { "Values" small { " empty: as its kind has it" } }
                div .fields .small {
                    @for (info, now) in &listed {
                        @let own = one.value(info.key).map(str::to_owned);
                        label title=(info.gloss) { (info.label)
                            input name={ "set." (info.key) } value=(own.clone().unwrap_or_default()) placeholder=(now) inputmode="numeric";
                            input type="hidden" name={ "was." (info.key) } value=(own.unwrap_or_default());
                        }
                    }
                }
            }
        }
    }
}

fn conditions(desk: &Desk<'_>, one: &Someone) -> Markup {
    let Some(book) = desk.book() else { return html! {} };
    let own = one.conditions();
    let unknown = own.iter().filter(|name| !book.conditions().iter().any(|kind| kind.key == name.as_str()));
    html! {
        details open[!own.is_empty()] { summary { "Begins the fight" small { " surprised, prone, bound …" } }
            input type="hidden" name="conditions-asked" value="1";
            div .ticks {
                @for kind in book.conditions() {
                    label title=(kind.gloss) { input type="checkbox" name="condition" value=(kind.key) checked[own.iter().any(|name| name == kind.key)]; " " (kind.label) }
                }
                @for name in unknown { label { input type="checkbox" name="condition" value=(name) checked; " " (name) } }
            }
        }
    }
}

fn more(desk: &Desk<'_>, one: &Someone) -> Markup {
    let shown: Vec<&str> =
        desk.book().map(|book| book.stats().iter().map(|info| info.key).collect()).unwrap_or_default();
    let rest: Vec<&(String, String)> =
        one.set.iter().filter(|(key, _)| key != "conditions" && !shown.contains(&key.as_str())).collect();
    html! {
        details open[!rest.is_empty()] { summary { "More" small { " what it carries, other values" } }
            label { "Carries and knows besides (ids, with commas)" input name="with" value=(one.with.join(", ")); }
            @for (key, value) in rest {
                label { (key) input name={ "set." (key) } value=(value); input type="hidden" name={ "was." (key) } value=(value); }
            }
            div .row { input name="key" placeholder="another value" aria-label="another value"; input name="value" placeholder="is" aria-label="its value"; }
        }
    }
}

fn bestiary(desk: &Desk<'_>) -> Markup {
    let eyes = desk.eyes;
    let found = desk.bestiary.search(&eyes.words, &eyes.tag, (eyes.low, eyes.high));
    let sides = desk.draft.sides();
    let mut joins: Vec<String> = sides;
    for usual in ["heroes", "foes"] {
        if joins.len() < 2 && !joins.iter().any(|side| side == usual) {
            joins.push(usual.to_owned());
        }
    }
    html! {
        section #bestiary {
            h2 { "Bestiary" small { " " (found.len()) " of " (desk.bestiary.all().count()) } }
            form #search method="get" action=(desk.base()) role="search" data-search {
                input type="hidden" name="tab" value="creatures";
                input type="search" name="words" value=(eyes.words) placeholder="Name or word" aria-label="name or word";
                div .row {
                    select name="tag" aria-label="tag" { option value="" { "every kind" } (options(desk.bestiary.tags().into_iter().map(|tag| (tag, tag)), &eyes.tag)) }
                    @if let Some(level) = desk.bestiary.level_name() {
                        label { (level) " " input type="number" name="low" value=[eyes.low] aria-label={ "lowest " (level) }; }
                        label { "to " input type="number" name="high" value=[eyes.high] aria-label={ "highest " (level) }; }
                    }
                    label { "joins " select name="side" { option value="" { "as usual" } (options(joins.iter().map(|side| (side.as_str(), side.as_str())), &eyes.side)) } }
                    button .button .unscripted type="submit" { "Search" }
                }
            }
            p .dim .scripted { "Tap one and then the map, drag it there, or add it." }
            ul #found {
                @for one in found.iter().take(MOST) { (kind(desk, one)) }
                @if found.len() > MOST { li .dim { (found.len() - MOST) " more: search for them" } }
            }
        }
    }
}

fn kind(desk: &Desk<'_>, one: &Creature) -> Markup {
    let level = one.level.map(|(level, name)| format!("{name} {level}"));
    let tags = Some(one.tags.join(", ")).filter(|tags| !tags.is_empty());
    let own = one.pack.as_ref().map(|_| "your own".to_owned());
    let known: Vec<String> = [level, tags, own].into_iter().flatten().collect();
    html! {
        li data-is=(one.id) title=(one.about) {
            (quintain_draw::emblem(quintain_draw::emblem_for(&format!("{} {}", one.id, one.name))))
            span { b { (desk.bestiary.told_apart(one)) } small { (known.join(" · ")) } }
            form method="post" action={ (desk.base()) "/edit?tab=creatures&words=" (address(&desk.eyes.words)) "&tag=" (address(&desk.eyes.tag)) } {
                input type="hidden" name="do" value="add";
                input type="hidden" name="is" value=(one.id);
                input type="hidden" name="side" value=(desk.eyes.side);
                button .button type="submit" aria-label={ "add " (desk.bestiary.told_apart(one)) } { "Add" }
            }
        }
    }
}

/// Words as they stand in an address.
fn address(words: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
    words.bytes().map(|byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") }).collect()
}

fn packs(desk: &Desk<'_>) -> Markup {
    html! {
        section #packs {
            h2 { "Your own creatures" }
            @for pack in desk.packs {
                div .row {
                    a href={ "/workshop/pack/" (pack.id) "?from=" (desk.id) } { (pack.title) }
                    @if desk.draft.uses(&pack.name) { (button(&desk.edit(), &[("do", "pack"), ("pack", &pack.name)], &html! { "Leave out" }, "")) }
                    @else { (button(&desk.edit(), &[("do", "pack"), ("pack", &pack.name), ("on", "on")], &html! { "Use here" }, "")) }
                }
            }
            (button("/workshop/packs", &[("rulebook", &desk.draft.rulebook()), ("from", desk.id)], &html! { "New pack of your own" }, ""))
        }
    }
}
