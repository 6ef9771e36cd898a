//! Knobs: values of an encounter that are varied from run to run.

use quintain_content::{Encounter, Placed, Problem, Value, nearest};

/// The most values of one knob.
const MOST: usize = 1_000;

/// What a knob turns.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Turns {
    /// A value of a combatant: `Althea.armor`.
    Set { who: String, key: String },
    /// How many there are: `count(Bandit)`.
    Count { who: String },
    /// A house rule: `house.pool.scope`.
    House { key: String },
    /// How a side plays: `tactics.heroes`.
    Tactics { side: String },
}

/// A value of an encounter, with all that it shall be in turn.
#[derive(Clone, Debug, PartialEq)]
pub struct Knob {
    /// The knob as it was written: `Althea.armor`.
    pub name: String,
    turns: Turns,
    /// What it shall be.
    pub values: Vec<Value>,
}

impl Knob {
    /// Reads `Althea.armor=0..3`, `count(Bandit)=2..8`, `house.morale=on,off`, `tactics.heroes=sensible,random`. A range
    /// may have a step: `0..20:5`.
    ///
    /// ```
    /// # use quintain_sim::Knob;
    /// let knob = Knob::read("count(Bandit)=2..8:3")?;
    /// assert_eq!(knob.values.iter().map(ToString::to_string).collect::<Vec<_>>(), ["2", "5", "8"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Says what of it cannot be read.
    pub fn read(words: &str) -> Result<Knob, Problem> {
        let wanted = "write it like `Althea.armor=0..3` or `count(Bandit)=2,4,8`";
        let Some((name, values)) = words.split_once('=') else {
            return Err(Problem::general(format!("`{words}` says nothing to vary")).help(wanted));
        };
        let name = name.trim();
        let turns = turns(name).ok_or_else(|| Problem::general(format!("`{name}` is no knob")).help(wanted))?;
        let values = values_of(values.trim()).map_err(|what| Problem::general(what).help(wanted))?;
        Ok(Knob { name: name.to_owned(), turns, values })
    }

    /// The side whose tactics it turns, if it does: those are no part of the encounter's own set-up.
    ///
    /// ```
    /// # use quintain_sim::Knob;
    /// assert_eq!(Knob::read("tactics.heroes=random")?.side(), Some("heroes"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn side(&self) -> Option<&str> {
        if let Turns::Tactics { side } = &self.turns { Some(side) } else { None }
    }

    /// Turns it to a value.
    ///
    /// ```
    /// # use quintain_library::{files, open, set_up};
    /// # use quintain_sim::Knob;
    /// let mut encounter = open("cyclops", &files::read)?.encounter;
    /// let knob = Knob::read("Althea.armor=3")?;
    /// knob.turn(&mut encounter, &knob.values[0])?;
    /// let fight = set_up(&encounter, &files::read)?;
    /// assert_eq!(fight.view().value("Althea.armor").unwrap().to_string(), "3");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When the encounter has nothing of the kind.
    pub fn turn(&self, encounter: &mut Encounter, value: &Value) -> Result<(), Problem> {
        match &self.turns {
            Turns::Set { who, key } => self.set(encounter, who, key, value),
            Turns::Count { who } => self.count(encounter, who, value),
            Turns::House { key } => {
                encounter.house.retain(|(known, _)| known.value != *key);
                encounter.house.push((Placed::nowhere(key.clone()), Placed::nowhere(value.clone())));
                Ok(())
            }
            Turns::Tactics { .. } => Ok(()),
        }
    }

    fn set(&self, encounter: &mut Encounter, who: &str, key: &str, value: &Value) -> Result<(), Problem> {
        let missing = self.missing(encounter, who);
        let mut found = false;
        for spec in encounter.combatants.iter_mut().filter(|spec| spec.name.value.eq_ignore_ascii_case(who)) {
            spec.set.retain(|(known, _)| known.value != key);
            spec.set.push((Placed::nowhere(key.to_owned()), Placed::nowhere(value.clone())));
            found = true;
        }
        if found { Ok(()) } else { Err(missing) }
    }

    fn count(&self, encounter: &mut Encounter, who: &str, value: &Value) -> Result<(), Problem> {
        let count = value.as_int().and_then(|count| u32::try_from(count).ok()).filter(|count| *count > 0);
        let Some(count) = count else {
            return Err(Problem::general(format!("`{}` is a whole number from 1, not {value}", self.name)));
        };
        let missing = self.missing(encounter, who);
        let fits = |name: &str, is: &str| name.eq_ignore_ascii_case(who) || is.eq_ignore_ascii_case(who);
        let mut all = encounter.combatants.iter_mut().filter(|spec| fits(&spec.name.value, &spec.is.value));
        let spec = all.next().ok_or(missing)?;
        if spec.at.len() > 1 {
            spec.at.truncate(count as usize);
            if spec.at.len() < count as usize {
                let (squares, name) = (spec.at.len(), &spec.name.value);
                let what = format!("`at` of {name} lists {squares} squares, too few for {count}");
                return Err(Problem::at(&spec.place, what).help("list as many squares as there may be"));
            }
        }
        spec.count = Some(Placed::nowhere(count));
        Ok(())
    }

    fn missing(&self, encounter: &Encounter, who: &str) -> Problem {
        let known = || encounter.combatants.iter().map(|spec| spec.name.value.as_str());
        let help = match nearest(who, known()) {
            Some(near) => format!("the nearest is `{near}`"),
            None => format!("there are {}", known().collect::<Vec<_>>().join(", ")),
        };
        Problem::general(format!("`{}`: nobody here is called `{who}`", self.name)).help(help)
    }
}

fn turns(name: &str) -> Option<Turns> {
    if let Some(who) = name.strip_prefix("count(").and_then(|rest| rest.strip_suffix(')')) {
        return Some(Turns::Count { who: who.trim().to_owned() });
    }
    let (who, key) = name.split_once('.')?;
    let (who, key) = (who.trim().to_owned(), key.trim().to_owned());
    match (who.as_str(), key.as_str()) {
        ("", _) | (_, "") => None,
        ("house", _) => Some(Turns::House { key }),
        ("tactics", _) => Some(Turns::Tactics { side: key }),
        _ => Some(Turns::Set { who, key }),
    }
}

fn values_of(words: &str) -> Result<Vec<Value>, String> {
    if let Some((low, high)) = words.split_once("..") {
        let (high, step) = high.split_once(':').unwrap_or((high, "1"));
        let number =
            |word: &str| word.trim().parse::<i64>().map_err(|_| format!("`{}` is no whole number", word.trim()));
        let (low, high, step) = (number(low)?, number(high)?, number(step)?);
        let step = usize::try_from(step).ok().filter(|step| *step > 0).ok_or("a step is at least 1")?;
        let count = high.checked_sub(low).and_then(|width| usize::try_from(width).ok()).map(|width| width / step + 1);
        return match count {
            Some(count) if count <= MOST => Ok((low..=high).step_by(step).map(Value::Int).collect()),
            Some(_) => Err(format!("`{words}` has more than {MOST} values")),
            None => Err(format!("`{words}` runs backwards")),
        };
    }
    let values: Vec<Value> = words.split(',').map(str::trim).filter(|word| !word.is_empty()).map(value).collect();
    match values.len() {
        0 => Err("there is no value to turn it to".to_owned()),
        count if count > MOST => Err(format!("there are more than {MOST} values")),
        _ => Ok(values),
    }
}

fn value(word: &str) -> Value {
    match (word.parse::<i64>(), word) {
        (Ok(number), _) => Value::Int(number),
        (_, "true") => Value::Bool(true),
        (_, "false") => Value::Bool(false),
        _ => Value::Text(word.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use quintain_content::Source;

    use super::*;

    fn encounter() -> Encounter {
        let text = "rulebook = \"any\"\n[[combatant]]\nname = \"Althea\"\nis = \"althea\"\nside = \"x\"\nset = { armor = 1 }\n\
                    [[combatant]]\nname = \"Bandit\"\nis = \"bandit\"\nside = \"y\"\ncount = 3\n";
        Encounter::parse(&Source::new("a.toml", text), &[]).unwrap()
    }

    #[test]
    fn ranges_steps_and_lists_are_read() {
        let ints = |words: &str| Knob::read(words).unwrap().values.iter().filter_map(Value::as_int).collect::<Vec<_>>();
        assert_eq!(ints("A.b=0..3"), [0, 1, 2, 3]);
        assert_eq!(ints("A.b=-2..8:5"), [-2, 3, 8]);
        assert_eq!(ints("A.b=4,1"), [4, 1]);
        assert_eq!(
            Knob::read("house.morale=on,off").unwrap().values,
            [Value::Text("on".into()), Value::Text("off".into())]
        );
    }

    #[test]
    fn what_is_no_knob_is_said_so() {
        for words in ["", "A.b", "A=1", "A.b=", "A.b=3..1", "A.b=0..9:0", "A.b=x..3", "A.b=0..9999999", ".b=1"] {
            assert!(Knob::read(words).is_err(), "{words}");
        }
    }

    #[test]
    fn a_knob_turns_values_and_counts() {
        let mut one = encounter();
        Knob::read("althea.armor=3").unwrap().turn(&mut one, &Value::Int(3)).unwrap();
        assert_eq!(one.combatants[0].set.len(), 1);
        assert_eq!(one.combatants[0].set[0].1.value, Value::Int(3));
        Knob::read("count(bandit)=5").unwrap().turn(&mut one, &Value::Int(5)).unwrap();
        assert_eq!(one.expand().len(), 6);
        let wrong = Knob::read("Altea.armor=1").unwrap().turn(&mut one, &Value::Int(1)).unwrap_err();
        assert!(wrong.to_string().contains("Altea"), "{wrong}");
    }
}
