//! Knobs: values of an encounter that are varied from run to run.

use quintain_content::{Encounter, Placed, Problem, Value, nearest};
use quintain_field::Square;

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

    /// Reads several knobs, which turn different things.
    ///
    /// ```
    /// use quintain_sim::Knob;
    ///
    /// assert!(Knob::read_all(&["Althea.armor=1", "Althea.sta=8"]).is_ok());
    /// let twice = Knob::read_all(&["Althea.armor=1", "althea.armor=2"]).unwrap_err();
    /// assert!(twice.to_string().contains("turned twice"));
    /// ```
    ///
    /// # Errors
    /// Says which of them cannot be read, or turns what another does.
    pub fn read_all(words: &[impl AsRef<str>]) -> Result<Vec<Knob>, Problem> {
        let knobs = words.iter().map(|words| Knob::read(words.as_ref())).collect::<Result<Vec<Knob>, Problem>>()?;
        let known = |knob: &Knob| knob.name.to_lowercase().replace(' ', "");
        let twice = knobs
            .iter()
            .enumerate()
            .find(|(place, knob)| knobs[..*place].iter().any(|earlier| known(earlier) == known(knob)));
        match twice {
            Some((_, knob)) => {
                let what = format!("`{}` is turned twice", knob.name);
                Err(Problem::general(what).help("give all its values at once: `Althea.armor=0,2`"))
            }
            None => Ok(knobs),
        }
    }

    /// The combatant and the value that it turns, where it turns one.
    ///
    /// ```
    /// use quintain_sim::Knob;
    ///
    /// assert_eq!(Knob::read("Althea.armor=3")?.value_of(), Some(("Althea", "armor")));
    /// assert_eq!(Knob::read("house.morale=on")?.value_of(), None);
    /// # Ok::<(), quintain_content::Problem>(())
    /// ```
    pub fn value_of(&self) -> Option<(&str, &str)> {
        if let Turns::Set { who, key } = &self.turns { Some((who, key)) } else { None }
    }

    /// Turns it to a value.
    ///
    /// ```
    /// # use quintain_books::library;
    /// # use quintain_library::files;
    /// # use quintain_sim::Knob;
    /// let mut encounter = library().open("cyclops", &files::read)?.encounter;
    /// let knob = Knob::read("Althea.armor=3")?;
    /// knob.turn(&mut encounter, &knob.values[0])?;
    /// let fight = library().set_up(&encounter, &files::read)?;
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
        spec.at.truncate(count as usize);
        spec.count = Some(Placed::nowhere(count));
        let place = encounter.combatants.iter().position(|spec| fits(&spec.name.value, &spec.is.value));
        place.map_or(Ok(()), |place| room(encounter, place, count as usize))
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

/// Gives squares to those of a kind of whom `at` says nothing: the nearest to the first listed where nobody stands, as far from
/// each other as those that are listed.
fn room(encounter: &mut Encounter, place: usize, count: usize) -> Result<(), Problem> {
    let spec = &encounter.combatants[place];
    let (Some(map), Some(first)) = (&encounter.map, spec.at.first().cloned()) else { return Ok(()) };
    // What is wrong with the map is said where the fight is set up.
    let Ok(map) = map.build() else { return Ok(()) };
    let mut own: Vec<Square> = spec.at.iter().map(|at| at.value).collect();
    let far = |one: Square, other: Square| one.x.abs_diff(other.x).max(one.y.abs_diff(other.y));
    let pairs = own.iter().enumerate().flat_map(|(place, one)| own[..place].iter().map(|other| far(*one, *other)));
    let apart = pairs.min().unwrap_or(1).clamp(1, 8);
    let others: Vec<Square> = encounter.combatants.iter().flat_map(|spec| spec.at.iter().map(|at| at.value)).collect();
    let mut free: Vec<Square> =
        map.bounds().squares().filter(|at| !map.blocks_movement(*at) && !others.contains(at)).collect();
    free.sort_by_key(|at| (far(*at, first.value), at.y, at.x));
    while own.len() < count {
        let Some(next) = free.iter().position(|at| own.iter().all(|taken| far(*at, *taken) >= apart)) else {
            let what = format!("there is no room on the map for {count} of {}", spec.name.value);
            return Err(Problem::at(&first.place, what));
        };
        own.push(free.remove(next));
    }
    let listed = spec.at.len();
    let more = own[listed..].iter().map(|at| Placed { value: *at, place: first.place.clone() }).collect::<Vec<_>>();
    encounter.combatants[place].at.extend(more);
    Ok(())
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
    fn more_of_a_kind_find_room_on_the_map_beside_those_listed() {
        let text = "rulebook = \"any\"\n[map]\nsize = [4, 2]\n[[combatant]]\nname = \"Althea\"\nis = \"althea\"\nside = \"x\"\n\
                    at = \"A1\"\n[[combatant]]\nname = \"Bandit\"\nis = \"bandit\"\nside = \"y\"\ncount = 2\nat = [\"B1\", \"C1\"]\n";
        let read = || Encounter::parse(&Source::new("a.toml", text), &[]).unwrap();
        let knob = Knob::read("count(Bandit)=1,4,9").unwrap();
        for (value, squares) in [(0, "B1"), (1, "B1 C1 A2 B2")] {
            let mut one = read();
            knob.turn(&mut one, &knob.values[value]).unwrap();
            let at: Vec<String> = one.combatants[1].at.iter().map(ToString::to_string).collect();
            assert_eq!(at.join(" "), squares);
        }
        let none = knob.turn(&mut read(), &knob.values[2]).unwrap_err();
        assert!(none.to_string().contains("no room on the map for 9 of Bandit"), "{none}");
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
