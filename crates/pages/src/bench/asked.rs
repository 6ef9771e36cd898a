//! What the bench is asked, and the command that asks the same.

use quintain_content::is_day;
use quintain_library::quoted;
use quintain_session::Fault;
use serde::{Deserialize, Serialize};

use crate::act::Fields;
use crate::figures::thousands;

/// The most fights that the bench plays for one figure.
pub const MOST_FIGHTS: u64 = 10_000_000;

/// How many fights are played unless another number is asked for.
const FIGHTS: u64 = 10_000;

/// How many are played for each change where there are many changes, and for each step of a ladder.
const FEW: u64 = 1_000;

/// How forms name an encounter of the workshop: this, then its id.
pub const OWN: &str = "own/";

/// The file of a second encounter that comes as text.
pub const OTHER: &str = "other.toml";

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Who wins.
    Sim,
    /// What a change makes of it.
    Compare,
    /// What comes of each value of a knob or two.
    Sweep,
    /// Which value meets a target.
    Tune,
    /// What matters most.
    Matter,
    /// Which way to play is the stronger.
    Ladder,
}

impl Kind {
    /// All kinds, in the order in which they are offered.
    pub const ALL: [Kind; 6] = [Kind::Sim, Kind::Compare, Kind::Sweep, Kind::Tune, Kind::Matter, Kind::Ladder];

    /// The word that stands for it in forms and commands.
    pub fn word(self) -> &'static str {
        match self {
            Kind::Sim => "sim",
            Kind::Compare => "compare",
            Kind::Sweep => "sweep",
            Kind::Tune => "tune",
            Kind::Matter => "matter",
            Kind::Ladder => "ladder",
        }
    }

    /// What it asks, for people.
    pub(crate) fn about(self) -> (&'static str, &'static str) {
        match self {
            Kind::Sim => ("Who wins?", "thousands of fights, with intervals"),
            Kind::Compare => ("What does a change do?", "both under the same dice"),
            Kind::Sweep => ("How does it go on?", "every value of one knob, or of two"),
            Kind::Tune => ("What should it be?", "the value that meets a target"),
            Kind::Matter => ("What matters?", "everything changed by one step"),
            Kind::Ladder => ("Who plays better?", "tactics against each other, sides swapped"),
        }
    }

    /// How many fights are played unless another number is asked for.
    pub(crate) fn usual(self) -> u64 {
        match self {
            Kind::Sim | Kind::Compare => FIGHTS,
            Kind::Sweep | Kind::Tune | Kind::Matter => FEW,
            Kind::Ladder => FEW / 10,
        }
    }
}

/// A question to the bench, as a form sends it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Asked {
    /// What is asked.
    pub kind: Kind,
    /// The name of a ready-made encounter; nothing where it comes as text.
    pub name: String,
    /// The encounter as text, where it is one's own.
    pub text: String,
    /// For a comparison: the name of a second encounter, ready-made or in `files`, or nothing.
    pub other: String,
    /// Knobs with their values.
    pub knobs: Vec<String>,
    /// For tuning: what shall be how likely.
    pub target: String,
    /// For a ladder: ways to play, the weakest first.
    pub rungs: Vec<String>,
    /// How sides play.
    pub tactics: Vec<String>,
    /// How many fights for each figure.
    pub fights: u64,
    /// The seed.
    pub seed: u64,
    /// The files that it names, each by its name: of a comparison the second encounter, of a day its party and its fights.
    #[serde(default)]
    pub files: Vec<(String, String)>,
    /// Of a day that was put together in a form: what that held.
    #[serde(default)]
    pub day: Option<DayRows>,
}

/// What a form of a day holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DayRows {
    /// The name of the party.
    pub party: String,
    /// Of each row what it is, the side, the handout.
    pub rows: Vec<[String; 3]>,
}

impl Default for Asked {
    fn default() -> Self {
        let nothing = String::new;
        Asked {
            kind: Kind::Sim,
            name: nothing(),
            text: nothing(),
            other: nothing(),
            knobs: Vec::new(),
            target: nothing(),
            rungs: Vec::new(),
            tactics: Vec::new(),
            fights: FIGHTS,
            seed: 1,
            files: Vec::new(),
            day: None,
        }
    }
}

/// The words of a field, one a line or parted by blanks around commas; empty lines say nothing.
fn lines(fields: &Fields, name: &str) -> Vec<String> {
    let text = fields.filled(name).unwrap_or_default();
    text.lines().map(str::trim).filter(|line| !line.is_empty()).map(str::to_owned).collect()
}

impl Asked {
    /// Reads a form.
    ///
    /// # Errors
    /// Says which field is missing or is no such thing.
    pub fn read(fields: &Fields) -> Result<Asked, Fault> {
        let word = fields.needed("kind")?;
        let kind = Kind::ALL.into_iter().find(|kind| kind.word() == word);
        let kind = kind.ok_or_else(|| Fault::NotTaken(format!("the bench does not know what `{word}` asks")))?;
        let number = |name: &str, usual: u64, what: &str, (low, high): (u64, u64)| {
            let Some(words) = fields.filled(name) else { return Ok(usual) };
            words.parse::<u64>().ok().filter(|number| (low..=high).contains(number)).ok_or_else(|| {
                let (low, high) = (thousands(low), thousands(high));
                Fault::NotTaken(format!("{what}: a whole number from {low} to {high}, not `{words}`"))
            })
        };
        let fights = number("fights", kind.usual(), "fights for each figure", (1, MOST_FIGHTS))?;
        let seed = number("seed", 1, "seed", (0, u64::MAX))?;
        if fields.get("from") != Some("text") {
            fields.needed("name")?;
        }
        if kind == Kind::Tune && fields.filled("target").is_none() {
            let wanted = "say in the field target what shall be how likely, such as `heroes lose 10%`";
            return Err(Fault::NotTaken(wanted.to_owned()));
        }
        let typed = Asked::typed(fields);
        let second = typed.files.iter().find(|(name, _)| kind == Kind::Compare && *name == typed.other).cloned();
        Ok(Asked { fights, seed, files: second.into_iter().collect(), ..typed })
    }

    /// What a form holds, right or wrong, to be shown again: numbers that are none are left as they usually are.
    pub fn typed(fields: &Fields) -> Asked {
        let kind = Kind::ALL.into_iter().find(|kind| Some(kind.word()) == fields.get("kind")).unwrap_or(Kind::Sim);
        let text = fields.get("text").unwrap_or_default().replace("\r\n", "\n");
        let own = fields.get("from") == Some("text");
        let second = fields.filled("other-text").unwrap_or_default().replace("\r\n", "\n");
        let other = match fields.filled("other") {
            None if !second.is_empty() => OTHER,
            other => other.unwrap_or_default(),
        };
        let mut knobs = lines(fields, "knobs");
        if let (Some(knob), Some(values)) = (fields.filled("turn"), fields.filled("to")) {
            knobs.push(format!("{knob}={values}"));
        }
        let rungs =
            fields.filled("rungs").unwrap_or_default().split(',').map(str::trim).filter(|rung| !rung.is_empty());
        Asked {
            kind,
            name: if own { String::new() } else { fields.get("name").unwrap_or_default().to_owned() },
            text: if own { text } else { String::new() },
            other: other.to_owned(),
            knobs,
            target: fields.filled("target").unwrap_or_default().to_owned(),
            rungs: rungs.map(str::to_owned).collect(),
            tactics: lines(fields, "tactics"),
            fights: fields.filled("fights").and_then(|words| words.parse().ok()).unwrap_or_else(|| kind.usual()),
            seed: fields.filled("seed").and_then(|words| words.parse().ok()).unwrap_or(1),
            files: if second.is_empty() { Vec::new() } else { vec![(OTHER.to_owned(), second)] },
            day: None,
        }
    }

    /// Whether the encounter comes as text.
    pub fn is_own(&self) -> bool {
        self.name.is_empty()
    }

    /// The text of a second encounter; nothing where none was typed.
    pub fn second(&self) -> &str {
        self.files.iter().find(|(name, _)| name == OTHER).map_or("", |(_, text)| text.as_str())
    }

    /// The name of the file under which its encounter is known to the command: a ready-made one needs none.
    pub fn file(&self) -> String {
        match self.is_own() {
            true if is_day(&self.text) => "day.toml".to_owned(),
            true => "encounter.toml".to_owned(),
            false => self.name.clone(),
        }
    }

    /// The command that asks the same.
    pub fn command(&self) -> String {
        let mut words = vec!["quintain".to_owned(), self.kind.word().to_owned(), quoted(&self.file())];
        let mut add = |option: &str, value: &str| words.push(format!("{option} {}", quoted(value)));
        match self.kind {
            Kind::Compare => {
                self.knobs.iter().for_each(|knob| add("--with", knob));
                if !self.other.is_empty() {
                    words.insert(3, quoted(&self.other));
                }
            }
            Kind::Sweep => self.knobs.iter().for_each(|knob| add("--vary", knob)),
            Kind::Tune => {
                self.knobs.iter().for_each(|knob| add("--vary", knob));
                add("--target", &self.target);
            }
            Kind::Ladder if !self.rungs.is_empty() => add("--rungs", &self.rungs.join(",")),
            _ => {}
        }
        if self.kind != Kind::Ladder {
            words.extend(self.tactics.iter().map(|tactics| format!("--tactics {}", quoted(tactics))));
        }
        words.push(format!("-n {}", self.fights));
        words.push(format!("--seed {}", self.seed));
        words.join(" ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(form: &str) -> Result<Asked, Fault> {
        Asked::read(&Fields::read(form.as_bytes()))
    }

    #[test]
    fn a_form_becomes_the_command_that_asks_the_same() {
        let asked = read(
            "kind=sweep&from=ready&name=cyclops&knobs=Althea.armor%3D0..3%0D%0AAlthea.sta%3D4%2C8&fights=500&seed=7",
        );
        assert_eq!(
            asked.unwrap().command(),
            "quintain sweep cyclops --vary Althea.armor=0..3 --vary Althea.sta=4,8 -n 500 --seed 7"
        );
        let asked = read("kind=compare&from=ready&name=cyclops&other=hydra&tactics=heroes%3Drandom&knobs=");
        assert_eq!(
            asked.unwrap().command(),
            "quintain compare cyclops hydra --tactics heroes=random -n 10000 --seed 1"
        );
        let asked = read("kind=tune&from=text&text=x&knobs=A.sta%3D1..9&target=heroes+win+60%25").unwrap();
        assert_eq!(
            asked.command(),
            "quintain tune encounter.toml --vary A.sta=1..9 --target 'heroes win 60%' -n 1000 --seed 1"
        );
        let asked = read("kind=ladder&from=ready&name=cyclops&rungs=random%2C+sensible&tactics=random").unwrap();
        assert_eq!(asked.command(), "quintain ladder cyclops --rungs random,sensible -n 100 --seed 1");
    }

    #[test]
    fn a_second_encounter_may_come_as_text_and_a_knob_from_a_list() {
        let asked = read("kind=compare&from=text&text=x&other=other.toml&other-text=y&fights=50").unwrap();
        assert_eq!((asked.second(), asked.other.as_str()), ("y", OTHER));
        assert_eq!(asked.command(), "quintain compare encounter.toml other.toml -n 50 --seed 1");
        // What was typed counts, whatever stands in the list; where it is not asked for it is left behind.
        assert_eq!(read("kind=compare&from=text&text=x&other=&other-text=y").unwrap().other, OTHER);
        assert_eq!(read("kind=compare&name=x&other=hydra&other-text=y").unwrap().files, []);
        let asked = read("kind=sweep&name=x&knobs=A.sta%3D4&turn=A.armor&to=0..3").unwrap();
        assert_eq!(asked.knobs, ["A.sta=4", "A.armor=0..3"]);
    }

    #[test]
    fn what_is_no_question_is_said_so() {
        for form in ["", "kind=dance&name=x", "kind=sim", "kind=sim&name=x&fights=0", "kind=sim&name=x&fights=many"] {
            assert!(read(form).is_err(), "{form}");
        }
        let said = |form: &str| read(form).unwrap_err().to_string();
        assert_eq!(
            said("kind=sim&name=x&fights=-1"),
            "fights for each figure: a whole number from 1 to 10 000 000, not `-1`"
        );
        assert!(said("kind=tune&name=x&knobs=A.sta%3D1..9").contains("`heroes lose 10%`"));
    }

    #[test]
    fn what_was_typed_is_shown_again_though_a_number_is_none() {
        let typed =
            Asked::typed(&Fields::read(b"kind=sweep&from=ready&name=cyclops&knobs=Althea.sta%3D4&fights=many&seed=9"));
        assert_eq!((typed.kind, typed.knobs.len(), typed.fights, typed.seed), (Kind::Sweep, 1, FEW, 9));
    }
}
