//! A hero of a campaign: what it has with it, and the forms that change it.

use maud::{Markup, html};
use quintain_content::Value;
use quintain_engine::{Aftermath, Kept};
use quintain_library::OpenedParty;

use super::home::Camp;
use super::{label, rule};
use crate::bestiary::Bestiary;
use crate::campaign::{Member, typed_in};
use crate::pages::{button, options};
use crate::toml::{plain, typed};

/// What stands for each in `left`.
pub(super) const LEFT: [(&str, &str); 3] = [("able", "able"), ("helpless", "helpless"), ("dead", "dead")];

/// What a hero has with it, each with the rule by which it lasts; the most that a value can be stands with the value.
pub(super) fn values(party: &OpenedParty, name: &str, now: &Aftermath) -> Markup {
    let book = party.rulebook.id();
    let most = |key: &str| now.value(&format!("max-{key}")).or_else(|| now.value(&format!("{key}-max")));
    let is_most = |kept: &Kept| {
        let of = kept.key.strip_prefix("max-").or(kept.key.strip_suffix("-max"));
        of.is_some_and(|of| now.value(of).is_some())
    };
    html! {
        dl .carried {
            @for kept in now.kept.iter().filter(|kept| party.tells(name, kept) && !is_most(kept) && !is_nothing(&kept.value)) {
                div { dt { (label(book, kept.key)) } dd {
                    // That a flag stands here says enough.
                    @if kept.value != Value::Bool(true) { span { (told(&kept.value)) @if let Some(most) = most(kept.key) { " of " (told(most)) } } }
                    " " (rule(book, kept.rule.id))
                } }
            }
        }
    }
}

/// A value in a line: names of packs as words, and so many of the same put together.
pub(super) fn told(value: &Value) -> String {
    match value {
        Value::Bool(flag) => if *flag { "yes" } else { "no" }.to_owned(),
        _ => in_words(&typed_in(value).lines().collect::<Vec<_>>().join(", ")),
    }
}

/// What a value says, where it lists names of packs: `2 handaxe, small shield`.
pub(super) fn in_words(told: &str) -> String {
    let is_name =
        |word: &str| word.contains('-') && word.bytes().all(|letter| letter.is_ascii_lowercase() || letter == b'-');
    let mut all: Vec<(String, usize)> = Vec::new();
    for one in told.split(", ") {
        let one = if is_name(one) { one.replace('-', " ") } else { one.to_owned() };
        match all.iter_mut().find(|(known, _)| *known == one) {
            Some((_, many)) => *many += 1,
            None => all.push((one, 1)),
        }
    }
    let words = all.into_iter().map(|(one, many)| if many > 1 { format!("{many} {one}") } else { one });
    Some(words.collect::<Vec<_>>().join(", ")).filter(|words| !words.is_empty()).unwrap_or_else(|| "none".to_owned())
}

/// What has become of a value, behind its name: `10 → 12`; of a flag, whether it holds.
pub(super) fn becomes(before: &str, now: &str) -> String {
    match now {
        "true" => "from now on".to_owned(),
        "false" => "no longer".to_owned(),
        now => format!("{} → {}", in_words(&listed(before)), in_words(&listed(now))),
    }
}

/// A value as files write it, without brackets and quotes.
fn listed(written: &str) -> String {
    match typed(written) {
        toml_edit::Value::Array(list) => {
            let one = |value: &toml_edit::Value| value.as_str().map_or_else(|| plain(value), str::to_owned);
            list.iter().map(one).collect::<Vec<_>>().join(", ")
        }
        toml_edit::Value::String(text) => text.value().clone(),
        _ => written.to_owned(),
    }
}

/// Whether a value says that there is nothing of the kind.
fn is_nothing(value: &Value) -> bool {
    match value {
        Value::Bool(flag) => !flag,
        Value::List(list) => list.is_empty(),
        Value::Text(text) => ["", "none", "nothing"].contains(&text.as_str()),
        _ => false,
    }
}

/// The fields by which all that a hero carries is changed.
pub(super) fn fields(book: &str, place: usize, (name, now): &(String, Aftermath)) -> Markup {
    html! {
        div .fields .small {
            label { "how it is" select name={ "left." (place) } { (options(LEFT, now.left.word())) } }
            @for kept in &now.kept { label { (label(book, kept.key)) (field(place, name, kept)) } }
        }
    }
}

fn field(place: usize, name: &str, kept: &Kept) -> Markup {
    let (field, about) = (format!("v.{place}.{}", kept.key), format!("{name}: {}", kept.key));
    html! {
        @match &kept.value {
            Value::Int(number) => { input type="number" name=(field) value=(number) aria-label=(about); }
            Value::Bool(flag) => { select name=(field) aria-label=(about) { (options([("true", "yes"), ("false", "no")], if *flag { "true" } else { "false" })) } }
            Value::List(_) => { textarea name=(field) rows="2" spellcheck="false" aria-label=(about) placeholder="one a line" { (typed_in(&kept.value)) } }
            other => { input name=(field) value=(typed_in(other)) aria-label=(about); }
        }
    }
}

/// A hero's card on the game master's page.
pub(super) fn card(camp: &Camp<'_>, place: usize, hero: &Member) -> Markup {
    let standing = camp.standing.iter().position(|(name, _)| *name == hero.name);
    html! {
        li .hero data-hero=(hero.name) {
            div .head {
                (quintain_draw::emblem(quintain_draw::emblem_for(&hero.is)))
                div { h3 { (hero.name) } small { (made_from(camp.bestiary, hero)) } }
                @if hero.left != "able" { b .bad { (hero.left) } }
            }
            p { small { @if hero.seat.is_empty() { "played by the game master" } @else { "played by " (hero.seat) } } }
            @if let (Ok(party), Some(at)) = (&camp.party, standing) {
                (values(party, &hero.name, &camp.standing[at].1))
            }
            details .tool-box {
                summary { "Change" span .unseen { " " (hero.name) } }
                (person(camp, place, hero))
                @if let (Ok(party), Some(at)) = (&camp.party, standing) {
                    form method="post" action={ (camp.base()) "/carry" } {
                        h4 { "What " (hero.name) " carries" }
                        (fields(party.rulebook.id(), at, &camp.standing[at]))
                        button .button type="submit" { "Take over" }
                    }
                }
                (button(&format!("{}/edit", camp.base()), &[("do", "remove"), ("place", &place.to_string()), ("was", &hero.name)], &html! { "Leaves the party" }, ""))
            }
        }
    }
}

/// Who a hero is: name, kind, gear, player; for the dead, the way back.
fn person(camp: &Camp<'_>, place: usize, hero: &Member) -> Markup {
    let seats = std::iter::once(("", "the game master"))
        .chain(camp.players.iter().map(|player| (player.name.as_str(), player.name.as_str())));
    html! {
        form method="post" action={ (camp.base()) "/edit" } {
            input type="hidden" name="do" value="hero"; input type="hidden" name="place" value=(place); input type="hidden" name="was" value=(hero.name);
            div .fields {
                label { "name" input name="name" value=(hero.name) maxlength="60" required; }
                label { "made from" input name="is" value=(hero.is) list="kinds" required; small { "Whoever has learned something new is one of your own, made in the workshop like this one; what it carries stays." } }
                label { "with" input name="with" value=(hero.with.join(", ")) placeholder="nothing more"; }
                label { "played by" select name="seat" { (options(seats, &hero.seat)) } }
                @if hero.left == "dead" { label { "is" select name="left" { (options(LEFT, &hero.left)) } } }
            }
            button .button type="submit" { "Save" }
        }
    }
}

/// What a hero is made from and has besides, in words; a kind that is called as the hero is needs no word.
pub(super) fn made_from(bestiary: &Bestiary, hero: &Member) -> String {
    let kind = bestiary.find(&hero.is).map_or(hero.is.as_str(), |one| one.name.as_str());
    let with = Some(hero.with.join(", ")).filter(|with| !with.is_empty()).map(|with| format!("with {with}"));
    let words = Some(kind).filter(|kind| *kind != hero.name).map(str::to_owned).into_iter().chain(with);
    words.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::in_words;

    #[test]
    fn names_of_packs_are_told_as_words() {
        let told = ["small-shield", "greataxe, handaxe, handaxe", "24", "", "a long-lost map"].map(in_words);
        assert_eq!(told, ["small shield", "greataxe, 2 handaxe", "24", "none", "a long-lost map"]);
    }
}
