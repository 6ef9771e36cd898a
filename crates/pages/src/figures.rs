//! Numbers as people read them.

/// A share in whole percents; what may happen never becomes 0, what may fail never 100.
pub fn percent(share: f64) -> String {
    // Sums of chances are a hair off: what is half a percent in truth goes up all the same.
    let whole = (share * 100.0 + 1e-9).round();
    if share > 1e-9 && whole < 1.0 {
        "<1 %".to_owned()
    } else if share < 1.0 - 1e-9 && whole > 99.0 {
        ">99 %".to_owned()
    } else {
        format!("{whole:.0} %")
    }
}

/// An amount with one decimal, or none where it is whole.
pub(crate) fn amount(value: f64) -> String {
    let tenths = (value * 10.0 + 1e-9).round() / 10.0;
    if tenths.fract() == 0.0 { format!("{tenths:.0}") } else { format!("{tenths:.1}") }
}

/// A whole number with its digits in threes: `1 234 567`.
pub fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut told = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            told.push(' ');
        }
        told.push(digit);
    }
    told
}

/// A chance in a word, for those who may not know the figure behind it.
pub(crate) fn likelihood(share: f64) -> &'static str {
    match share {
        share if share < 1e-9 => "no",
        share if share < 0.2 => "unlikely",
        share if share < 0.6 => "possible",
        _ => "likely",
    }
}

/// A count with its noun: `1 square`, `3 squares`.
pub(crate) fn counted(count: usize, one: &str) -> String {
    match count {
        1 => format!("1 {one}"),
        many if one.ends_with("ch") || one.ends_with('s') => format!("{many} {one}es"),
        many if one == "enemy" => format!("{many} enemies"),
        many => format!("{many} {one}s"),
    }
}

/// The words with a capital letter in front, unless they begin with a die: `d12`.
pub fn capital(words: &str) -> String {
    if words.strip_prefix('d').is_some_and(|rest| rest.starts_with(|letter: char| letter.is_ascii_digit())) {
        return words.to_owned();
    }
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// What a file of a fight is called when it is downloaded: `wolves-in-the-gorge.jsonl`.
pub fn file_name(title: &str, ending: &str) -> String {
    let words = title.split(|letter: char| !letter.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    match words.map(str::to_lowercase).collect::<Vec<_>>().join("-") {
        name if name.is_empty() => format!("fight.{ending}"),
        name => format!("{name}.{ending}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_honest_at_both_ends() {
        assert_eq!(
            [0.0, 0.002, 0.625, 0.625 - 1e-13, 0.998, 1.0].map(percent),
            ["0 %", "<1 %", "63 %", "63 %", ">99 %", "100 %"]
        );
    }

    #[test]
    fn long_numbers_are_parted() {
        assert_eq!([0, 999, 1000, 10_000_000].map(thousands), ["0", "999", "1 000", "10 000 000"]);
    }

    #[test]
    fn a_die_keeps_its_small_letter() {
        assert_eq!(["d12", "draw", "élan", "d", ""].map(capital), ["d12", "Draw", "Élan", "D", ""]);
    }

    #[test]
    fn a_file_is_called_after_its_fight() {
        let names = ["Wolves in the gorge", "The brawl, again!", "山"].map(|title| file_name(title, "jsonl"));
        assert_eq!(names, ["wolves-in-the-gorge.jsonl", "the-brawl-again.jsonl", "fight.jsonl"]);
    }

    #[test]
    fn amounts_have_a_decimal_only_where_it_says_something() {
        assert_eq!([7.5, 11.0, 10.04, -0.25].map(amount), ["7.5", "11", "10", "-0.2"]);
    }
}
