//! The dock: the one place where everything is decided.

use maud::{Markup, html};
use quintain_engine::{
    Choice, CombatantView, Group, Label, OpenQuestion, StatGroup, Tags, Target, Weight, When, Who, namesakes,
};
use quintain_session::SeenQuestion;

use super::forecast;
use super::menu::{Chip, MOST_TILES, Menu, Tile};
use super::{Look, cost, hand, idle, refused, shapes, sheet, stage};
use crate::cast::Cast;
use crate::figures::capital;
use crate::part::Part;

/// The most options of which each is a button by itself.
const MOST_TILES_AT_ONCE: usize = 6;

/// The most targets that stand as chips beside the map.
const MOST_TARGETS: usize = 12;

/// The keys that open tiles, from the first on; the script has other uses for the letters that follow.
const KEYS: &str = "1234567890abcdefghijk";
const _: () = assert!(KEYS.len() >= MOST_TILES);

/// Questions of more letters than this stand alone in their line.
const SHORT: usize = 40;

/// The dock as a part of the page.
pub(crate) fn dock<'l>(look: &'l Look<'_>, cast: &Cast<'_>, menu: Option<&Menu<'_>>) -> Part<'l> {
    let seen = &look.scene.seen;
    let markup = match (&seen.dice, look.question()) {
        (Some(dice), _) => shapes::dice(look, dice),
        (None, Some(question)) if is_quick(question) => quick(look, cast, question),
        (None, Some(question)) => match menu {
            Some(menu) => turn(look, cast, menu),
            None => shaped(look, cast, question),
        },
        (None, None) => idle::idle(look, cast),
    };
    Part::new("dock", markup)
}

/// Whether every option is a button by itself: a reaction, a yes or no.
pub(crate) fn is_quick(question: &SeenQuestion) -> bool {
    let asked = &question.asked.question;
    let many = asked.choices().len();
    let one = matches!(asked.shape, quintain_engine::Shape::OneOf(..));
    let small = asked.weight != Weight::Decision && asked.weight != Weight::Choice;
    let answers =
        || question.labels.iter().all(|label| label.as_ref().is_some_and(|label| label.verb.group == Group::Answer));
    one && many <= MOST_TILES_AT_ONCE && (small || answers())
}

/// Who is asked, for headings.
fn asked_name(question: &SeenQuestion) -> &str {
    if question.asked.who == "gm" { "Game master" } else { &question.asked.who }
}

/// The hidden fields by which an answer finds its question.
pub(crate) fn addressed(question: &SeenQuestion) -> Markup {
    html! {
        input type="hidden" name="number" value=(question.number);
        input type="hidden" name="who" value=(question.asked.who);
    }
}

/// The plate of a combatant, with a gold ring where it is asked: what it lives by, its defences, then the rest.
pub(super) fn plate(cast: &Cast<'_>, name: &str, asked: bool) -> Markup {
    let Some((place, combatant)) = cast.named(name) else {
        return html! { section #me { div .name { h2 { "Game master" } } } };
    };
    html! {
        section #me aria-label=(combatant.name) {
            (stage::chip(cast, place, asked))
            div .name { h2 { (combatant.name) } small { (entry(combatant)) } }
            (sheet::bars(combatant, cast, &[StatGroup::Life, StatGroup::Means]))
            (sheet::scores(combatant, cast, 5))
            (sheet::conditions(&combatant.conditions))
            (sheet::left(combatant, cast))
        }
    }
}

/// What it is, by its pack's entry, in words; for one that is called so already, the side it fights on.
fn entry(combatant: &CombatantView) -> String {
    let kind = capital(&combatant.is.replace(['-', '_'], " "));
    if combatant.name.starts_with(&kind) { capital(&combatant.side) } else { kind }
}

/// A turn: verbs, then what is about to be done.
fn turn(look: &Look<'_>, cast: &Cast<'_>, menu: &Menu<'_>) -> Markup {
    let question = menu.seen;
    html! {
        footer #dock .panel data-number=(question.number) data-who=(question.asked.who) data-squares=(squares(menu))
            data-picked=[menu.picked] data-follow[menu.follows()] data-open[look.is_turning()] data-turn[is_turn(question)] {
            (plate(cast, actor(cast, question), true))
            section #verbs aria-label="What to do" {
                h2 { (question.asked.question.text) @if is_turn(question) && question.asked.question.text.chars().count() <= SHORT { " " small { "or tap somebody to see what can be done to them" } } }
                div #tiles role="group" {
                    @for (place, tile) in menu.tiles.iter().enumerate() { (verb_tile(look, menu, tile, place)) }
                }
                (refused::not_now(look, question))
                (others(look, question))
            }
            section #go aria-label="What you are about to do" {
                @match (menu.picked, look.about()) {
                    (Some(picked), _) => (commit(look, cast, menu, picked)),
                    (None, Some(about)) => (about_card(look, cast, menu, about)),
                    (None, None) => (proposal(look, menu)),
                }
            }
        }
    }
}

/// Whether a whole turn is asked for, in which much can be done to others.
fn is_turn(question: &SeenQuestion) -> bool {
    let is_of_turn = |label: &Label| matches!(label.verb.group, Group::Move | Group::End);
    question.labels.iter().flatten().any(is_of_turn)
}

/// Who acts by the answer: the one who is asked, or on a turn the one whose turn it is, for whom another may decide, as a
/// summoner does for its minions.
pub(crate) fn actor<'a>(cast: &Cast<'a>, question: &'a SeenQuestion) -> &'a str {
    let mut now = cast.view.order.iter().filter(|slot| slot.when == When::Now).flat_map(|slot| &slot.who);
    match (now.next(), now.next()) {
        (Some(one), None) if question.asked.topic == "turn" => one,
        _ => &question.asked.who,
    }
}

/// Each square with the option that it stands for, for the script: `H3:12 I4:13`.
fn squares(menu: &Menu<'_>) -> String {
    menu.squares().iter().map(|(square, pick)| format!("{square}:{pick}")).collect::<Vec<_>>().join(" ")
}

fn verb_tile(look: &Look<'_>, menu: &Menu<'_>, tile: &Tile, place: usize) -> Markup {
    let on = menu.tile().is_some_and(|own| own == tile);
    let key = KEYS.chars().nth(place);
    html! {
        a .tile .on[on] .default[tile.default] href=(look.open(tile.best)) aria-current=[on.then_some("true")]
            aria-keyshortcuts=[key] data-pick=(tile.best) title=[tile.gloss()] {
            (quintain_draw::icon(tile.icon))
            b { span .full { (tile.name) } span .short { (tile.short) } }
            @if !tile.more.is_empty() || tile.default { small { (tile.more) @if tile.default { @if !tile.more.is_empty() { " · " } "default" } } }
            @if let Some(key) = key { kbd { (key) } }
        }
    }
}

/// Other questions that the chair may answer as well.
fn others(look: &Look<'_>, question: &SeenQuestion) -> Markup {
    let others: Vec<&SeenQuestion> =
        look.scene.seen.questions.iter().filter(|other| other.number != question.number).collect();
    html! {
        @if !others.is_empty() {
            nav .asked aria-label="Others who are asked" {
                span .dim { "Also asked:" }
                @for other in others.iter().take(8) {
                    a href=(look.ask(&other.number)) { (asked_name(other)) @if !other.own { small { " (for them)" } } }
                }
            }
        }
    }
}

/// Before anything is chosen: what the tactics would do.
fn proposal(look: &Look<'_>, menu: &Menu<'_>) -> Markup {
    let question = &menu.seen.asked.question;
    html! {
        @if let Some(default) = menu.default() {
            h3 { "Proposed: " (question.choices()[default].text) }
            p .dim { "Choose a verb, a creature or a square. Nothing is done before you say so." }
            div .buttons { a .button href=(look.pick(default)) data-pick=(default) { "Look at it" } }
        }
    }
}

/// What is about to be done: odds and cost first, which are always seen; then targets and ways, and the button.
fn commit(look: &Look<'_>, cast: &Cast<'_>, menu: &Menu<'_>, picked: usize) -> Markup {
    let question = menu.seen;
    let choice = &menu.choices()[picked];
    let label = menu.label(picked);
    let targets = menu.targets();
    let own = cast.named(&question.asked.who).map(|(place, _)| place);
    let ground = stage::on_ground(look).unwrap_or_default();
    let foreseen = look.forecast.as_ref().filter(|_| !forecast::is_declared(label));
    let answering = foreseen.map(|forecast| forecast.answering(&ground)).unwrap_or_default();
    // Where it is said by name who may answer, it need not be said that someone may.
    let told = if ground.hazards.is_empty() && answering.is_empty() { Tags::empty() } else { Tags::PROVOKES };
    html! {
        form method="post" action={ (look.base) "/answer" } {
            (addressed(question))
            div .about-it {
                h3 { (capital(&choice.text)) @if targets.len() > 1 { " " small { "1 of " (targets.len()) } } }
                @if let Some(forecast) = &look.forecast { (forecast::panel(forecast, (picked, label), &answering, (own, cast))) }
                @else { div #forecast .odds data-wanted { p .dim { "counting …" } } }
                (remarks(look, label, told, &choice.hint))
                (forecast::ground(look, cast, Some(menu)))
                (target_chips(look, cast, &targets, picked))
                @for (axis, chips) in menu.ways() { (way_chips(look, axis, &chips)) }
            }
            div .buttons {
                a .button href=(look.nothing()) data-back { (quintain_draw::icon("back")) "Back" }
                button .button .go type="submit" name="words" value=(choice.text) { (capital(verb_of(menu, picked))) " " kbd { "Enter" } }
            }
        }
    }
}

/// What it costs, and what else one should know beforehand, without what is `told` elsewhere.
fn remarks(look: &Look<'_>, label: Option<&Label>, told: Tags, hint: &str) -> Markup {
    let paid = label.map(|label| cost::line(label, look.scene.book)).unwrap_or_default();
    html! {
        ul .remarks {
            @if !paid.is_empty() { li { (quintain_draw::icon("end")) (paid) } }
            @for (words, warns) in label.map(|label| cost::remarks(label, told)).unwrap_or_default() {
                li .warn[warns] { (quintain_draw::icon(if warns { "warn" } else { "clock" })) (words) }
            }
            @if let Some(hint) = cost::beside(label, hint, look.scene.book) { li .dim { (quintain_draw::icon("log")) (hint) } }
        }
    }
}

/// What the button says: the verb, or the power itself, where the verb only says that one is used. What cannot be taken back
/// is always said by its verb.
fn verb_of<'a>(menu: &'a Menu<'_>, picked: usize) -> &'a str {
    let Some(label) = menu.label(picked) else { return "Do it" };
    let is_used = label.verb.group == Group::Power && !menu.is_for_good(picked);
    let power = label.means.as_ref().filter(|_| is_used);
    power.map_or(label.verb.name, |means| means.name.as_str())
}

fn target_chips(look: &Look<'_>, cast: &Cast<'_>, targets: &[(&Target, usize)], picked: usize) -> Markup {
    let named: Vec<(String, usize)> =
        targets.iter().filter_map(|(target, pick)| Some((target_name(target, cast)?, *pick))).collect();
    html! {
        @if named.len() > 1 && named.len() <= MOST_TARGETS {
            div .chips #targets role="group" aria-label="target" {
                @for (name, pick) in &named {
                    a .chip .on[*pick == picked] href=(look.pick(*pick)) data-pick=(pick) {
                        (name)
                        @if let Some(figures) = badge(look, cast, *pick) { " " small { (figures) } }
                    }
                }
            }
        } @else if targets.len() > 1 {
            details .squares {
                @if named.is_empty() { summary { (targets.len()) " places: tap one on the map, or choose here" } }
                @else { summary { (targets.len()) " to choose from" } }
                div .chips { @for (target, pick) in targets { a .chip .on[*pick == picked] href=(look.pick(*pick)) { (place_name(target, cast)) } } }
            }
        }
    }
}

fn badge(look: &Look<'_>, cast: &Cast<'_>, pick: usize) -> Option<String> {
    let question = look.question()?;
    let own = cast.named(&question.asked.who).map(|(place, _)| place);
    let prospect = look.forecast.as_ref()?.of(pick)?;
    let (_, share, _) = forecast::brief(prospect, question.labels.get(pick).and_then(Option::as_ref), own)?;
    Some(share)
}

/// What a target is called, where it is no place on the map.
fn target_name(target: &Target, cast: &Cast<'_>) -> Option<String> {
    let name = |who: Who| cast.view.combatants.get(who.index()).map_or("somebody", |one| one.name.as_str());
    match target {
        Target::None | Target::Square(_) | Target::Route { .. } | Target::Area(..) => None,
        Target::Oneself => Some("oneself".into()),
        Target::Who(who) => Some(name(*who).into()),
        Target::Pair(one, other) => Some(format!("{} and {}", name(*one), name(*other))),
        Target::All(all) => Some(all.iter().map(|who| name(*who)).collect::<Vec<_>>().join(", ")),
        Target::Thing(_, thing) => Some(thing.clone()),
        Target::Slot { who, after } => Some(format!("{} {}", if *after { "after" } else { "before" }, name(*who))),
        Target::Way(way) => Some(way.to_string()),
        Target::Number(number) => Some(number.to_string()),
    }
}

fn place_name(target: &Target, cast: &Cast<'_>) -> String {
    match target {
        Target::Square(square) => square.to_string(),
        Target::Route { to, by } => format!("{to} by {by}"),
        Target::Area(square, Some(way)) => format!("{square} {way}"),
        Target::Area(square, None) => square.to_string(),
        other => target_name(other, cast).unwrap_or_default(),
    }
}

fn way_chips(look: &Look<'_>, axis: &str, chips: &[Chip]) -> Markup {
    html! {
        div .chips role="group" aria-label=(axis) {
            small { (axis) }
            @for chip in chips.iter().take(MOST_TARGETS * 2) { a .chip .on[chip.on] href=(look.pick(chip.pick)) data-pick=(chip.pick) { (chip.name) } }
        }
    }
}

/// A creature that was tapped: how it is, and what can be done to it.
fn about_card(look: &Look<'_>, cast: &Cast<'_>, menu: &Menu<'_>, about: usize) -> Markup {
    let Some(combatant) = cast.view.combatants.get(about) else { return proposal(look, menu) };
    let is_self = combatant.name == menu.seen.asked.who;
    let doable = menu.done_to(Who(u16::try_from(about).unwrap_or(u16::MAX)), is_self);
    html! {
        (summary(cast, about))
        @if doable.is_empty() { p .dim { "Nothing can be done to " (combatant.name) " now." } }
        div .chips .deeds {
            @for (tile, pick) in &doable { a .chip href=(look.pick(*pick)) data-pick=(pick) { (quintain_draw::icon(tile.icon)) (tile.name) } }
        }
        @if look.scene.is_gm() { (hand::hand(look, cast, about)) }
        div .buttons { a .button href=(look.nothing()) data-back { (quintain_draw::icon("back")) "Back" } }
    }
}

/// A creature that was tapped while something else is asked than what a combatant does, or nothing: how it is, and for game masters
/// what they can do to it.
pub(super) fn tapped(look: &Look<'_>, cast: &Cast<'_>) -> Markup {
    html! {
        @if let Some(about) = look.about() {
            section #go {
                (summary(cast, about))
                @if look.scene.is_gm() { (hand::hand(look, cast, about)) }
                div .buttons { a .button href=(look.nothing()) data-back { "Back" } }
            }
        }
    }
}

/// How a creature is, in short.
pub(crate) fn summary(cast: &Cast<'_>, about: usize) -> Markup {
    let Some(combatant) = cast.view.combatants.get(about) else { return html! {} };
    html! {
        div .about {
            (stage::chip(cast, about, false))
            div { h3 class={ "c" (cast.side(combatant)) } { (combatant.name) } small { (entry(combatant)) " · " (crate::cast::band(combatant).word()) } }
            (sheet::bars(combatant, cast, &[StatGroup::Life]))
            (sheet::scores(combatant, cast, 5))
            (sheet::conditions(&combatant.conditions))
        }
    }
}

/// A reaction or a small decision: every option as a tile with what it would bring.
fn quick(look: &Look<'_>, cast: &Cast<'_>, question: &SeenQuestion) -> Markup {
    let asked = &question.asked.question;
    let default = asked.write(&asked.default);
    let own = cast.named(&question.asked.who).map(|(place, _)| place);
    html! {
        footer #dock .panel .react role="group" aria-label="A decision" data-number=(question.number) data-who=(question.asked.who) {
            form method="post" action={ (look.base) "/answer" } {
                (addressed(question))
                div .head {
                    @if let Some(place) = own { (stage::chip(cast, place, true)) }
                    div {
                        h2 { (asked.text) }
                        @if let Some(one) = own.map(|place| &cast.view.combatants[place]) { div .line { (sheet::bars(one, cast, &[StatGroup::Life, StatGroup::Means])) (sheet::left(one, cast)) (sheet::scores(one, cast, 4)) } }
                    }
                    a .button href={ "/rules/" (look.scene.book.id()) "/" (asked.rule.id) } { (quintain_draw::icon("why")) span .full { "Why" } }
                }
                div .answers {
                    @for (place, choice) in asked.choices().iter().enumerate() {
                        @let label = question.labels.get(place).and_then(Option::as_ref);
                        button .answer .default[choice.text == default] type="submit" name="words" value=(choice.text) aria-keyshortcuts=(place + 1) title=[label.map(|label| label.verb.gloss)] {
                            b { (quintain_draw::icon(label.map_or("check", |label| crate::icons::icon_of(label.verb)))) (capital(&choice.text)) kbd { (place + 1) } }
                            @if let Some((fortune, prospect)) = look.forecast.as_ref().and_then(|forecast| forecast.brought(place, own).zip(forecast.of(place))) {
                                @let met = choice.who.map(|who| who.index()).or(own);
                                @if Some(fortune.who) != met && let Some(one) = cast.view.combatants.get(fortune.who) { span .whom { (one.name) } }
                                (forecast::figures(fortune, prospect, cast))
                            } @else if look.forecast.as_ref().is_some_and(|forecast| forecast.is_quiet(place)) {
                                small { "Nothing that is counted changes." }
                            }
                            small { (beneath(look, label, choice, &default)) }
                        }
                    }
                }
                @match &look.forecast { None => span #forecast data-wanted {}, Some(forecast) => span #forecast data-rough[forecast.is_rough()] {} }
                div .foot { (from_now_on(&question.asked)) (others(look, question)) (refused::not_now(look, question)) }
            }
            (tapped(look, cast))
        }
    }
}

/// What stands beneath an answer: its price, its hint, and whether it is the default.
fn beneath(look: &Look<'_>, label: Option<&Label>, choice: &Choice<usize>, default: &str) -> String {
    let price = label.map(|label| cost::line(label, look.scene.book)).unwrap_or_default();
    let hint = cost::beside(label, &choice.hint, look.scene.book).unwrap_or_default();
    let stands = if choice.text == default { "This stands if nobody answers." } else { "" };
    let told: Vec<&str> = [price.as_str(), hint, stands].into_iter().filter(|words| !words.is_empty()).collect();
    told.join(" · ")
}

/// Whether the answer holds for later, too: how long, against whom, and with which exception.
pub(crate) fn from_now_on(question: &OpenQuestion) -> Markup {
    html! {
        details .standing {
            summary .quiet { "From now on …" }
            div {
                select name="standing" aria-label="From now on" {
                    option value="" { "ask me again" }
                    option value="always" { "always this" }
                    option value="default" { "leave this to the default" }
                }
                @if let Some(by) = &question.by {
                    select name="against" aria-label="Against whom" {
                        option value="" { "against everybody" }
                        @if namesakes(by) != by { option value=(namesakes(by)) { "against every " (namesakes(by)) } }
                        option value=(by) { "against " (by) " alone" }
                    }
                }
                label { input type="checkbox" name="unless" value="yes"; " ask me if it could fell me" }
                label { input type="checkbox" name="round" value="yes"; " this round only" }
            }
        }
    }
}

/// A question of another shape: several, an order, a number, a path, words.
fn shaped(look: &Look<'_>, cast: &Cast<'_>, question: &SeenQuestion) -> Markup {
    html! {
        footer #dock .panel .shaped data-number=(question.number) data-who=(question.asked.who) {
            (plate(cast, &question.asked.who, true))
            section #verbs { (shapes::form(look, question)) (refused::not_now(look, question)) (others(look, question)) }
            (tapped(look, cast))
        }
    }
}
