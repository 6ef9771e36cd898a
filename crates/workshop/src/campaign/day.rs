//! A day as forms put it together: steps in a row, and the TOML that says the same.

use quintain_content::Problem;
use quintain_pages::Fields;
use toml_edit::{Array, DocumentMut, Value};

use crate::toml::push;

/// The most steps of a day that is put together by a form.
pub const MOST_STEPS: usize = 8;

/// The name under which a day that is put together knows its party.
pub const PARTY: &str = "party.toml";

/// A row of the form.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Row {
    /// `fight:NAME` of a ready-made encounter, `own:ID` of one of the house's own, `rest:KEY`, `hand`, or nothing.
    pub what: String,
    /// Of a fight: the side whose place the party takes, where it is not the party's own.
    pub side: String,
    /// What is handed out: edicts, parted by semicolons.
    pub hand: String,
}

impl Row {
    /// The rows that a form sends.
    pub fn all(fields: &Fields) -> Vec<Row> {
        let [whats, sides, hands] = ["what", "side", "hand"].map(|name| fields.all(name));
        let at = |all: &[&str], place: usize| all.get(place).copied().unwrap_or_default().trim().to_owned();
        let row = |(place, what): (usize, &&str)| Row {
            what: (*what).to_owned(),
            side: at(&sides, place),
            hand: at(&hands, place),
        };
        whats.iter().enumerate().map(row).collect()
    }
}

/// The day of these rows. `named` says what the encounter of a row that is a fight is called in the day.
///
/// # Errors
/// When a row says nothing that can be done, or no row is a fight.
pub fn day_text(
    (rulebook, title): (&str, &str),
    rows: &[Row],
    named: &mut dyn FnMut(&Row) -> Result<String, Problem>,
) -> Result<String, Problem> {
    if !rows.iter().any(|row| row.what.starts_with("fight:") || row.what.starts_with("own:")) {
        return Err(Problem::general("nothing is fought on this day").help("choose a fight in one of the rows"));
    }
    let mut day = DocumentMut::new();
    for (key, words) in [("rulebook", rulebook), ("title", title), ("party", PARTY)] {
        day.insert(key, toml_edit::value(words));
    }
    for row in rows.iter().filter(|row| !row.what.is_empty()) {
        let (kind, name) = row.what.split_once(':').unwrap_or((&row.what, ""));
        let step: (&str, Value) = match kind {
            "fight" | "own" => ("encounter", named(row)?.into()),
            "rest" => ("rest", name.into()),
            "hand" => (
                "hand",
                Value::Array(row.hand.split(';').map(str::trim).filter(|words| !words.is_empty()).collect::<Array>()),
            ),
            other => return Err(Problem::general(format!("a day has no step `{other}`"))),
        };
        let side = Some(&row.side).filter(|side| !side.is_empty() && step.0 == "encounter");
        let side = side.map(|side| ("side", Value::from(side.as_str())));
        push(&mut day, "step", std::iter::once(step).chain(side).collect());
    }
    Ok(day.to_string())
}

#[cfg(test)]
mod tests {
    use quintain_content::{Day, Does, Source};

    use super::*;

    #[test]
    fn rows_become_a_day() {
        let form = b"what=fight%3Athalassa%2Fambush&side=&hand=&what=rest%3Anight&side=x&hand=&what=&side=&hand=&what=own%3A7&side=crew&hand=&\
                     what=hand&side=&hand=set+Althea.sta+3%3B+give+Hyllus+prone";
        let rows = Row::all(&Fields::read(form));
        let text = day_text(("thalassa", "A \"day\""), &rows, &mut |row| Ok(format!("{}.toml", row.what))).unwrap();
        let day = Day::parse(&Source::new("day.toml", text)).unwrap();
        assert_eq!((day.title.as_deref(), day.party.value.as_str()), (Some("A \"day\""), PARTY));
        let [one, two, three, four] = &day.steps[..] else { panic!("{:?}", day.steps) };
        assert!(
            matches!(&one.does, Does::Fight(path) if path.value == "fight:thalassa/ambush.toml") && one.side.is_none()
        );
        assert!(matches!(&two.does, Does::Rest(_)) && two.side.is_none());
        assert!(matches!(&three.does, Does::Fight(path) if path.value == "own:7.toml") && three.side.is_some());
        assert!(matches!(&four.does, Does::Hand(edicts) if edicts.len() == 2));
        for what in ["", "rest:night"] {
            let idle = Row { what: what.into(), ..Row::default() };
            assert!(day_text(("gu", ""), &[idle], &mut |_| Ok(String::new())).is_err());
        }
        let [fight, dance] = ["fight:gu/bear", "dance"].map(|what| Row { what: what.into(), ..Row::default() });
        assert!(day_text(("gu", ""), &[fight, dance], &mut |_| Ok(String::new())).is_err());
    }
}
