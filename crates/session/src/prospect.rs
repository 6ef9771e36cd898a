//! What an answer may bring, put together for each combatant: whether it is hurt, by how much, whether it falls, and what
//! it has or loses afterwards.

use quintain_engine::{Measure, Odds, Value, View};

/// What an answer may bring, up to the end of the act.
#[derive(Clone, Debug, PartialEq)]
pub struct Prospect {
    /// Whether every way of the dice was tried; otherwise figures are about right.
    pub exact: bool,
    /// How many ways were tried.
    pub tried: u64,
    /// Everybody for whom something may change, in roster order.
    pub fortunes: Vec<Fortune>,
}

/// What may become of one combatant.
#[derive(Clone, Debug, PartialEq)]
pub struct Fortune {
    /// Its place in the view.
    pub who: usize,
    /// The share of cases in which it loses some of what it lives by.
    pub hurt: f64,
    /// The share in which it gains some.
    pub healed: f64,
    /// What it loses on average over all cases; negative where it gains.
    pub loss: f64,
    /// How likely each loss is, the smallest first; gains are negative.
    pub losses: Vec<(i64, f64)>,
    /// The share in which it takes no part in the fight any more.
    pub out: f64,
    /// Conditions that it has afterwards and not now, each with its share, the likeliest first.
    pub gains: Vec<(String, f64)>,
    /// Conditions that it has now and not afterwards.
    pub sheds: Vec<(String, f64)>,
    /// The share in which it stands elsewhere.
    pub moved: f64,
}

impl Fortune {
    fn none(who: usize) -> Fortune {
        Fortune {
            who,
            hurt: 0.0,
            healed: 0.0,
            loss: 0.0,
            losses: Vec::new(),
            out: 0.0,
            gains: Vec::new(),
            sheds: Vec::new(),
            moved: 0.0,
        }
    }
}

impl Prospect {
    /// What odds say of everybody in the view before the act.
    pub fn of(odds: &Odds, now: &View) -> Prospect {
        let fortunes = now.combatants.iter().enumerate().filter_map(|(who, combatant)| {
            let life = combatant.stats.iter().find(|stat| stat.max.is_some()).map(|stat| stat.key);
            let mut fortune = Fortune::none(who);
            let mut touched = false;
            for measure in &odds.measures {
                let Some(key) = measure.path.strip_prefix(&combatant.name).and_then(|rest| rest.strip_prefix('.'))
                else {
                    continue;
                };
                touched |= match key {
                    key if Some(key) == life => fortune.read_life(measure),
                    "fighting" => fortune.read_out(measure),
                    "conditions" => fortune.read_conditions(measure),
                    "at" => fortune.read_place(measure),
                    _ => false,
                };
            }
            touched.then_some(fortune)
        });
        Prospect { exact: odds.exact, tried: odds.branches, fortunes: fortunes.collect() }
    }

    /// What it may bring to one combatant.
    pub fn to(&self, who: usize) -> Option<&Fortune> {
        self.fortunes.iter().find(|fortune| fortune.who == who)
    }
}

impl Fortune {
    fn read_life(&mut self, measure: &Measure) -> bool {
        let Value::Number(now) = measure.now else { return false };
        for likely in &measure.then {
            let Value::Number(then) = likely.value else { continue };
            self.losses.push((now - then, likely.chance));
        }
        self.losses.sort_by_key(|(loss, _)| *loss);
        self.hurt = measure.share(|value| matches!(value, Value::Number(then) if *then < now));
        self.healed = measure.share(|value| matches!(value, Value::Number(then) if *then > now));
        self.loss = self.losses.iter().map(|(loss, chance)| *loss as f64 * chance).sum();
        true
    }

    fn read_out(&mut self, measure: &Measure) -> bool {
        if measure.now == Value::Flag(true) {
            self.out = measure.share(|value| *value == Value::Flag(false));
        }
        self.out > 0.0
    }

    fn read_conditions(&mut self, measure: &Measure) -> bool {
        let now = listed(&measure.now);
        let known = |list: &[(String, f64)], name: &str| list.iter().any(|(known, _)| known == name);
        for likely in &measure.then {
            for name in listed(&likely.value).into_iter().filter(|name| !now.contains(name)) {
                if !known(&self.gains, name) {
                    self.gains.push((name.to_owned(), measure.share(|value| listed(value).contains(&name))));
                }
            }
        }
        for name in now {
            let share = measure.share(|value| !listed(value).contains(&name));
            if share > 0.0 && !known(&self.sheds, name) {
                self.sheds.push((name.to_owned(), share));
            }
        }
        for list in [&mut self.gains, &mut self.sheds] {
            list.sort_by(|(_, one), (_, other)| other.total_cmp(one));
        }
        !self.gains.is_empty() || !self.sheds.is_empty()
    }

    fn read_place(&mut self, measure: &Measure) -> bool {
        self.moved = measure.share(|value| *value != measure.now);
        self.moved > 0.0
    }
}

/// The names in a list of conditions as odds tell it.
fn listed(value: &Value) -> Vec<&str> {
    match value {
        Value::Text(text) if text != "fine" => text.split(", ").collect(),
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use quintain_books::library;
    use quintain_engine::OddsLimit;
    use quintain_library::files;

    use crate::{ChairId, Prospect, Room, Session};

    #[test]
    fn a_blow_hurts_its_target_and_shares_add_up() {
        let mut session =
            Session::begin(library().open("cyclops", &files::read).unwrap(), Room::default(), false).unwrap();
        while !session.open().iter().any(|asked| asked.question.text.starts_with("What does")) {
            let asked = session.open()[0].clone();
            let words = asked.question.write(&asked.question.default);
            session.answer(ChairId::GM, &session.number(ChairId::GM, &asked), &asked.who, &words).unwrap();
        }
        let asked = session.open()[0].clone();
        let blow = asked.question.choices().iter().find(|choice| choice.text.starts_with("attack Cyclops")).unwrap();
        let limit = OddsLimit { branches: 5_000, samples: 400, seed: 1 };
        let outlook = session.outlook();
        let prospect = Prospect::of(&outlook.odds(&asked.who, &blow.text, limit).unwrap(), &session.live().view());
        let target = session.live().view().combatants.iter().position(|one| one.name == "Cyclops").unwrap();
        let fortune = prospect.to(target).unwrap();
        assert!(fortune.hurt > 0.0 && fortune.hurt <= 1.0 && fortune.loss > 0.0, "{fortune:?}");
        assert!((fortune.losses.iter().map(|(_, chance)| chance).sum::<f64>() - 1.0).abs() < 1e-6);
    }
}
