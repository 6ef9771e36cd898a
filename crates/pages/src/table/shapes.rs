//! Questions of other shapes than one of many: several, an order, a number, a path, words, dice by hand.

use maud::{Markup, html};
use quintain_engine::{Choice, Label, Shape};
use quintain_session::{SeenDice, SeenQuestion};

use super::dock::{addressed, from_now_on};
use super::{Look, cost};
use crate::figures::counted;

/// Up to how many sides a die's faces stand there to be tapped.
const MOST_FACES: u16 = 20;

/// The form of a question.
pub(crate) fn form(look: &Look<'_>, question: &SeenQuestion) -> Markup {
    let asked = &question.asked.question;
    let default = asked.write(&asked.default);
    html! {
        form .shape method="post" action={ (look.base) "/answer" } {
            (addressed(question))
            h2 { (asked.text) }
            @match &asked.shape {
                Shape::Several { of, least, most, .. } => (several(look, question, of, (*least, *most))),
                Shape::OrderOf(of) => (order(of)),
                Shape::Number { least, most } => (number((*least, *most), &default)),
                Shape::Path { from, most, .. } => {
                    p .dim { "At most " (counted(*most, "square")) " from " (from) ": tap them one after the other, or write them." }
                    input #path type="text" name="words" value=(default) placeholder="B3 C4" autocomplete="off" aria-label="path";
                    (go("Go"))
                }
                Shape::Text => {
                    textarea name="words" rows="2" maxlength="2000" aria-label="words" {}
                    (go("Say it"))
                }
                Shape::OneOf(_, of) => {
                    div .answers { @for choice in of { button .answer type="submit" name="words" value=(choice.text) { b { (choice.text) } small { (choice.hint) } } } }
                }
            }
            @if !default.is_empty() { p .dim { "Default: " (default) } }
            (from_now_on(&question.asked))
        }
    }
}

fn go(words: &str) -> Markup {
    html! { div .buttons { button .button .go type="submit" { (words) " " kbd { "Enter" } } } }
}

/// Several of many: each as a toggle with what it costs. What is picked is summed up against what is there, and the button
/// stays in sight.
fn several(look: &Look<'_>, question: &SeenQuestion, of: &[Choice<usize>], (least, most): (usize, usize)) -> Markup {
    let default = question.asked.question.write(&question.asked.question.default);
    let standing: Vec<&str> = default.split(" and ").collect();
    let label = |place: usize| question.labels.get(place).and_then(Option::as_ref);
    let purse = purse(&question.labels);
    html! {
        input type="hidden" name="join" value="and";
        div .toggles {
            @for (place, choice) in of.iter().enumerate() {
                @let paid = label(place).map(|label| cost::prices(label, &choice.text, look.scene.book)).unwrap_or_default();
                label .toggle data-who=[choice.who.map(|who| who.index())] data-square=[choice.square] data-costs=[label(place).map(costs)] {
                    input type="checkbox" name="pick" value=(choice.text) checked[standing.contains(&choice.text.as_str())];
                    span { (choice.text) @if !paid.is_empty() { " " small { (paid) } } @else if !choice.hint.is_empty() { " " small { (choice.hint) } } }
                }
            }
        }
        div .tally {
            p .dim {
                span data-count data-least=(least) data-most=(most) {
                    @if least == most { "Pick " (least) } @else { "Pick " (least) " to " (most) }
                }
                @for (key, there) in &purse {
                    " · " span data-purse=(key) data-there=(there) { "0 of " (there) } " " (cost::name(key, look.scene.book))
                }
            }
            (go("That's it"))
        }
    }
}

/// What of each kind is there to pay with: what is left behind an option, and its price.
fn purse(labels: &[Option<Label>]) -> Vec<(&'static str, i16)> {
    let mut purse: Vec<(&'static str, i16)> = Vec::new();
    for cost in labels.iter().flatten().flat_map(|label| &label.costs) {
        let Some(there) = cost.left.map(|left| left + cost.amount) else { continue };
        let key = cost::key(cost.price);
        match purse.iter_mut().find(|(known, _)| *known == key) {
            Some((_, known)) => *known = (*known).max(there),
            None => purse.push((key, there)),
        }
    }
    purse
}

/// The prices of an option, for the script: `ap:1 mp:2`.
fn costs(label: &Label) -> String {
    let counted = label.costs.iter().filter(|cost| cost.left.is_some());
    counted.map(|cost| format!("{}:{}", cost::key(cost.price), cost.amount)).collect::<Vec<_>>().join(" ")
}

fn order(of: &[Choice<usize>]) -> Markup {
    html! {
        input type="hidden" name="join" value="then";
        ol .ordered data-order {
            @for place in 0..of.len() {
                li {
                    span .place { (place + 1) }
                    select name="pick" aria-label={ "place " (place + 1) } {
                        @for (at, choice) in of.iter().enumerate() { option value=(choice.text) selected[at == place] { (choice.text) } }
                    }
                }
            }
        }
        (go("In this order"))
    }
}

fn number((least, most): (i64, i64), default: &str) -> Markup {
    html! {
        div .stepper {
            button .tool .scripted type="button" data-step="-1" aria-label="less" { (quintain_draw::icon("minus")) }
            input type="number" name="words" min=(least) max=(most) value=(default) required aria-label="number" inputmode="numeric";
            button .tool .scripted type="button" data-step="1" aria-label="more" { (quintain_draw::icon("plus")) }
            small { (least) " to " (most) }
        }
        (go("That many"))
    }
}

/// Dice that the chair throws by hand: faces to tap, or to write.
pub(crate) fn dice(look: &Look<'_>, dice: &SeenDice) -> Markup {
    html! {
        footer #dock .panel .shaped .by-hand {
            section #verbs {
                form .shape method="post" action={ (look.base) "/throw" } {
                    input type="hidden" name="number" value=(dice.number);
                    h2 { "Throw " (dice.count) "d" (dice.sides) " " small { "for " (purpose(&dice.text)) } }
                    @for place in 1..=dice.count {
                        @if dice.sides <= MOST_FACES {
                            fieldset .faces {
                                legend { @if dice.count > 1 { "die " (place) } @else { "the die shows" } }
                                @for face in 1..=dice.sides {
                                    label .face { input type="radio" name={ "face-" (place) } value=(face) required; span { (face) } }
                                }
                            }
                        } @else {
                            input type="number" name={ "face-" (place) } min="1" max=(dice.sides) required inputmode="numeric" aria-label={ "face of die " (place) };
                        }
                    }
                    div .buttons {
                        button .button type="submit" name="by-table" value="1" formnovalidate { (quintain_draw::icon("die")) "Let the table throw" }
                        button .button .go type="submit" { "That is what fell" }
                    }
                }
            }
        }
    }
}

/// What dice are for, without how many they are and the key of their rule.
fn purpose(text: &str) -> &str {
    let said = crate::layout::without_rule(text);
    said.split_once(" for ").map_or(said, |(_, purpose)| purpose)
}

#[cfg(test)]
mod tests {
    use super::purpose;

    #[test]
    fn dice_are_asked_for_in_plain_words() {
        let text = "dice are wanted: 2d6 for damage, Ann against Wolf (attack.weapon-die)";
        assert_eq!(purpose(text), "damage, Ann against Wolf");
        assert_eq!(purpose("block"), "block");
    }
}
