//! What an option costs, and what else a person wants to know of it before choosing, in words.

use quintain_engine::{AnyRulebook, Cost, Label, Price, Tags};

/// The most telling price in a word or two: `action`, `2 energy`.
pub(crate) fn brief(label: &Label, book: &dyn AnyRulebook) -> Option<String> {
    let pool = label.costs.iter().find(|cost| matches!(cost.price, Price::Pool(_)) && cost.amount > 0);
    let counted = label.costs.iter().find(|cost| cost.price != Price::Distance);
    pool.or(counted).map(|cost| match cost.price {
        Price::Pool(key) => points(cost.amount, &briefly(key, book)),
        price => word(price).to_owned(),
    })
}

/// What a pool is called where there is little room: by its key, or by the game's own letters where it is known by them: `AP`.
fn briefly(key: &str, book: &dyn AnyRulebook) -> String {
    let short = book.stats().iter().find(|stat| stat.key == key).map(|stat| stat.short);
    let letters = short.filter(|short| short.chars().all(|letter| letter.is_ascii_uppercase()));
    letters.map_or_else(|| key.replace('-', " "), str::to_owned)
}

/// So much of a pool: `3 stones`, `1 stone`, `1 focus`.
fn points(amount: i16, pool: &str) -> String {
    let single = pool.strip_suffix('s').filter(|word| amount == 1 && !word.ends_with(['s', 'u']));
    format!("{amount} {}", single.unwrap_or(pool))
}

fn word(price: Price) -> &'static str {
    match price {
        Price::Action => "action",
        Price::Quick => "quick action",
        Price::Reaction => "reaction",
        Price::WholeTurn => "whole turn",
        Price::Bonus => "bonus action",
        Price::Pool(key) => key,
        Price::Distance => "of the way",
        Price::Time => "time",
        Price::Gear => "used up",
    }
}

/// The key of what is paid with.
pub(crate) fn key(price: Price) -> &'static str {
    word(price)
}

/// What it is called that is paid with, by its key.
pub(crate) fn name<'k>(key: &'k str, book: &dyn AnyRulebook) -> &'k str {
    book.stats().iter().find(|stat| stat.key == key).map_or(key, |stat| stat.label)
}

/// What is paid besides the way, which the option's own words tell in the game's measure: `action · 2 energy (8 left)`.
pub(crate) fn line(label: &Label, book: &dyn AnyRulebook) -> String {
    let costs = label.costs.iter().filter(|cost| cost.price != Price::Distance);
    costs.map(|cost| one(cost, book)).collect::<Vec<_>>().join(" · ")
}

/// The same without what is left, for options that are paid for together; without what the option's own words name already.
pub(crate) fn prices(label: &Label, words: &str, book: &dyn AnyRulebook) -> String {
    let costs = label.costs.iter().filter(|cost| cost.price != Price::Distance && !is_named(cost.price, words, book));
    costs.map(|cost| price(cost, book)).collect::<Vec<_>>().join(" · ")
}

/// Whether words name what is paid with: `ADV for 1 AP`.
fn is_named(price: Price, words: &str, book: &dyn AnyRulebook) -> bool {
    let Price::Pool(key) = price else { return false };
    let short = book.stats().iter().find(|stat| stat.key == key).map(|stat| stat.short);
    words.split_whitespace().any(|word| Some(word) == short)
}

fn one(cost: &Cost, book: &dyn AnyRulebook) -> String {
    let left = cost.left.filter(|_| matches!(cost.price, Price::Pool(_)));
    price(cost, book) + &left.map(|left| format!(" ({left} left)")).unwrap_or_default()
}

fn price(cost: &Cost, book: &dyn AnyRulebook) -> String {
    match cost.price {
        Price::Pool(key) => points(cost.amount, name(key, book)),
        Price::WholeTurn => "the whole turn".to_owned(),
        price if cost.amount == 1 => word(price).to_owned(),
        price => format!("{} × {}", cost.amount, word(price)),
    }
}

/// What an option says beside its words, unless that is a price of it, which is told already.
pub(crate) fn beside<'h>(label: Option<&Label>, hint: &'h str, book: &dyn AnyRulebook) -> Option<&'h str> {
    let is_price = |cost: &Cost| match cost.price {
        Price::Pool(key) => {
            let short = points(cost.amount, &briefly(key, book));
            hint.eq_ignore_ascii_case(&short) || hint.eq_ignore_ascii_case(&points(cost.amount, name(key, book)))
        }
        _ => false,
    };
    let told = label.is_some_and(|label| label.costs.iter().any(is_price));
    (!hint.is_empty() && !told).then_some(hint)
}

/// What a person should know beforehand and is not `told` elsewhere: each line with whether it is a warning.
pub(crate) fn remarks(label: &Label, told: Tags) -> Vec<(&'static str, bool)> {
    const WORDS: [(Tags, &str, bool); 6] = [
        (Tags::PROVOKES, "Somebody may answer it.", true),
        (Tags::HURTS_FRIEND, "It may hurt a friend.", true),
        (Tags::HURTS_SELF, "It may hurt the one who does it.", true),
        (Tags::NO_RETURN, "There is no way back.", true),
        (Tags::ENDS_TURN, "It ends the turn.", false),
        (Tags::DECLARES, "It is declared now and done later.", false),
    ];
    let tags = label.tags - told;
    WORDS.into_iter().filter(|(tag, ..)| tags.contains(*tag)).map(|(_, words, warns)| (words, warns)).collect()
}

#[cfg(test)]
mod tests {
    use quintain_books::library;
    use quintain_engine::{AnyRulebook, Label, Price};

    use super::{beside, briefly, points};

    fn book(id: &str) -> &'static dyn AnyRulebook {
        *library().shelf().iter().find(|book| book.id() == id).unwrap()
    }

    #[test]
    fn a_price_is_told_once() {
        let book = book("oakhearth");
        let label = Label::new(book.verbs()[0]).costing(Price::Pool("ap"), 1, Some(2));
        let told = ["1 AP", "1 action point", "2 AP", "5 movement", ""].map(|hint| beside(Some(&label), hint, book));
        assert_eq!(told, [None, None, Some("2 AP"), Some("5 movement"), None]);
    }

    #[test]
    fn a_pool_known_by_letters_is_written_as_the_game_writes_it() {
        assert_eq!(briefly("ap", book("oakhearth")), "AP");
        assert_eq!(briefly("activations", book("gu")), "activations");
    }

    #[test]
    fn one_of_a_pool_is_named_as_one() {
        let named = [(1, "stones"), (2, "stones"), (1, "focus"), (1, "Luck"), (-1, "shots")]
            .map(|(amount, pool)| points(amount, pool));
        assert_eq!(named, ["1 stone", "2 stones", "1 focus", "1 Luck", "-1 shots"]);
    }
}
