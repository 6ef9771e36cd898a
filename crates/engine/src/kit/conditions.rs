//! Conditions: which there are in a game, and those that a combatant has, with size, source and clock.

use std::fmt;
use std::hash::{Hash, Hasher};

use smallvec::SmallVec;

use crate::cast::Who;
use crate::clock::{Lasting, Moment};
use crate::desk::EDICT;
use crate::glossary::{ConditionKind, Mood};
use crate::rule::{Refusal, Rule};
use crate::view;

/// A condition of the game, declared once beside the rule that says what it does.
#[derive(Debug)]
pub struct Condition {
    /// What programs and pages know of it.
    pub info: ConditionKind,
    /// The largest size; 0 for a condition that has no sizes.
    pub most: i16,
    /// Whether it takes a combatant out of the fight.
    pub takes_out: bool,
    /// Whether it is death.
    pub kills: bool,
}

impl Condition {
    /// A condition that a combatant has or has not. `key` is its name as well, `short` has at most 8 letters.
    pub const fn new(
        key: &'static str,
        short: &'static str,
        mood: Mood,
        rule: &'static Rule,
        gloss: &'static str,
    ) -> Condition {
        let info = ConditionKind { key, label: key, short, mood, order: 5, rule, gloss };
        Condition { info, most: 0, takes_out: false, kills: false }
    }

    /// The same at another place where several are shown on a token: the lowest shows first. It is 5 unless said otherwise, and
    /// 0 for what takes a combatant out of the fight.
    #[must_use]
    pub const fn order(mut self, order: u8) -> Condition {
        self.info.order = order;
        self
    }

    /// The same with sizes from 1.
    #[must_use]
    pub const fn sized(mut self, most: i16) -> Condition {
        self.most = most;
        self
    }

    /// The same as what takes a combatant out of the fight.
    #[must_use]
    pub const fn out(mut self) -> Condition {
        self.takes_out = true;
        self.order(0)
    }

    /// The same as death, which takes a combatant out of the fight.
    #[must_use]
    pub const fn death(mut self) -> Condition {
        self.kills = true;
        self.out()
    }

    /// The condition that words name, with its size behind it where it has sizes: `alight 3`.
    ///
    /// # Errors
    /// Lists the conditions, or says which sizes there are.
    pub fn named(known: &[&'static Condition], words: &str) -> Result<(&'static Condition, i16), Refusal> {
        let words = words.trim().to_lowercase();
        let (name, number) = words.rsplit_once(' ').unwrap_or((&words, ""));
        let number = number.parse::<i16>().ok();
        let name = if number.is_some() { name } else { &words };
        let Some(condition) = known.iter().find(|condition| condition.info.key == name) else {
            let keys: Vec<&str> = known.iter().map(|condition| condition.info.key).collect();
            let why = format!("no condition is called {words}; there are {}", keys.join(", "));
            return Err(Refusal::new(&EDICT, why));
        };
        match number {
            None => Ok((condition, condition.most.min(1))),
            Some(size) if (1..=condition.most).contains(&size) => Ok((condition, size)),
            Some(_) if condition.most == 0 => Err(Refusal::new(&EDICT, format!("{name} has no sizes"))),
            Some(_) => Err(Refusal::new(&EDICT, format!("{name} has sizes from 1 to {}", condition.most))),
        }
    }
}

/// A condition that a combatant has.
#[derive(Clone, Copy)]
pub struct Held {
    /// Which it is.
    pub condition: &'static Condition,
    /// How strong it is; 0 where it has no sizes.
    pub size: i16,
    /// Whose doing it is.
    pub source: Option<Who>,
    /// When it ends by itself.
    pub lasts: Option<Lasting>,
}

impl Held {
    /// Whether it is this one.
    fn is(&self, condition: &Condition) -> bool {
        self.condition.info == condition.info
    }

    /// How strong it is.
    pub fn size(&mut self, size: i16) -> &mut Self {
        self.size = size;
        self
    }

    /// Whose doing it is.
    pub fn by(&mut self, source: Who) -> &mut Self {
        self.source = Some(source);
        self
    }

    /// When it ends by itself.
    pub fn lasting(&mut self, lasts: Lasting) -> &mut Self {
        self.lasts = Some(lasts);
        self
    }
}

impl PartialEq for Held {
    fn eq(&self, other: &Self) -> bool {
        let all = |held: &Held| (held.condition.info.key, held.size, held.source, held.lasts);
        all(self) == all(other)
    }
}

impl Hash for Held {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.condition.info.key, self.size, self.source, self.lasts).hash(state);
    }
}

impl fmt::Debug for Held {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} by {:?} for {:?}", self.condition.info.key, self.size, self.source, self.lasts)
    }
}

/// The conditions of a combatant, each at most once, in the order in which they came. Up to 8 lie in their owner.
#[derive(Clone, Debug, Default, PartialEq, Hash)]
pub struct Conditions(SmallVec<[Held; 8]>);

impl Conditions {
    /// Whether the combatant has this one.
    pub fn has(&self, condition: &Condition) -> bool {
        self.size(condition).is_some()
    }

    /// How strong it has this one; 0 for one without sizes.
    pub fn size(&self, condition: &Condition) -> Option<i16> {
        self.iter().find(|held| held.is(condition)).map(|held| held.size)
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = &Held> {
        self.0.iter()
    }

    /// Gives one, in the place of what the combatant had of it. What more is to be said of it follows at once:
    /// `give(&GUARDED).by(who).lasting(Lasting::this_round())`. One that has sizes is given with size 1.
    pub fn give(&mut self, condition: &'static Condition) -> &mut Held {
        let fresh = Held { condition, size: condition.most.min(1), source: None, lasts: None };
        let place = self.0.iter().position(|held| held.is(condition)).unwrap_or(self.0.len());
        match self.0.get_mut(place) {
            Some(known) => *known = fresh,
            None => self.0.push(fresh),
        }
        &mut self.0[place]
    }

    /// Gives one that has sizes, or makes it larger by so much, up to its largest size. What else was said of it stands.
    pub fn grow(&mut self, condition: &'static Condition, by: i16) -> &mut Held {
        let place = self.0.iter().position(|held| held.is(condition)).unwrap_or_else(|| {
            self.0.push(Held { condition, size: 0, source: None, lasts: None });
            self.0.len() - 1
        });
        let held = &mut self.0[place];
        held.size = held.size.saturating_add(by).min(condition.most);
        held
    }

    /// Makes one smaller by 1, and takes it away where nothing is left. Says which size it had.
    pub fn shrink(&mut self, condition: &Condition) -> Option<i16> {
        let held = self.0.iter_mut().find(|held| held.is(condition))?;
        let size = held.size;
        held.size -= 1;
        if size <= 1 {
            self.take(condition);
        }
        Some(size)
    }

    /// Takes one away; says whether the combatant had it.
    pub fn take(&mut self, condition: &Condition) -> bool {
        let before = self.0.len();
        self.0.retain(|held| !held.is(condition));
        self.0.len() < before
    }

    /// Counts a moment that has come, and takes away what ends with it.
    pub fn count(&mut self, moment: Moment) {
        self.0.retain(|held| !held.lasts.as_mut().is_some_and(|lasts| lasts.ends_at(moment)));
    }

    /// Whether one of them takes a combatant out of the fight.
    pub fn take_out(&self) -> bool {
        self.iter().any(|held| held.condition.takes_out)
    }

    /// Whether one of them is death.
    pub fn kill(&self) -> bool {
        self.iter().any(|held| held.condition.kills)
    }

    /// All of them as they can be shown.
    pub fn shown<'a>(&self, name: impl Fn(Who) -> &'a str) -> Vec<view::Condition> {
        let show = |held: &Held| {
            let key = held.condition.info.key;
            let mut shown = match held.size {
                0 => view::Condition::new(key, ""),
                size => view::Condition::new(format!("{key} {size}"), "").size(size.into()),
            };
            shown.source = held.source.map(|who| name(who).to_owned());
            shown.until = held.lasts.map(|lasts| until(lasts, &name));
            shown.of(&held.condition.info)
        };
        self.iter().map(show).collect()
    }
}

/// When something ends, in words.
fn until<'a>(lasts: Lasting, name: &impl Fn(Who) -> &'a str) -> String {
    let times = lasts.left.max(1) + u32::from(lasts.fresh);
    let moment = match lasts.counts {
        Moment::RoundStart => "the start of the round".to_owned(),
        Moment::RoundEnd => "the end of the round".to_owned(),
        Moment::TurnStart(who) => format!("the start of {}'s turn", name(who)),
        Moment::TurnEnd(who) => format!("the end of {}'s turn", name(who)),
    };
    if times == 1 { moment } else { format!("{moment}, {times} times") }
}

#[cfg(test)]
mod tests {
    use super::*;

    static RULE: Rule = Rule { id: "a.rule", kind: crate::Kind::Engine, summary: "", ruling: None, house: None };
    static PRONE: Condition = Condition::new("prone", "PRONE", Mood::Bad, &RULE, "Lies.").order(1);
    static ALIGHT: Condition = Condition::new("alight", "FIRE", Mood::Bad, &RULE, "Burns.").sized(6);
    static DEAD: Condition = Condition::new("dead", "DEAD", Mood::Bad, &RULE, "Dead.").death();
    const ALL: [&Condition; 3] = [&PRONE, &ALIGHT, &DEAD];

    #[test]
    fn words_name_conditions_and_their_sizes() {
        let named = |words| Condition::named(&ALL, words).map(|(condition, size)| (condition.info.key, size));
        assert_eq!(
            (named(" Prone "), named("alight 4"), named("alight")),
            (Ok(("prone", 0)), Ok(("alight", 4)), Ok(("alight", 1)))
        );
        for wrong in ["prone 1", "alight 7", "alight 0", "asleep", ""] {
            assert!(named(wrong).is_err(), "{wrong}");
        }
        assert_eq!(ALL.map(|condition| condition.info.order), [1, 5, 0]);
    }

    #[test]
    fn each_is_held_once_with_size_source_and_clock() {
        let (mut all, me) = (Conditions::default(), Who(0));
        all.give(&PRONE).lasting(Lasting::until_turn_of(me));
        all.give(&ALIGHT).size(2).by(me).lasting(Lasting::this_round());
        all.give(&ALIGHT).size(3).by(Who(1)).lasting(Lasting::new(Moment::RoundEnd, 2));
        assert_eq!((all.iter().count(), all.size(&ALIGHT), all.has(&DEAD)), (2, Some(3), false));
        let shown = all.shown(|who| if who == me { "Ada" } else { "Bo" });
        assert_eq!(shown[0].until.as_deref(), Some("the start of Ada's turn"));
        assert_eq!((shown[1].name.as_str(), shown[1].source.as_deref()), ("alight 3", Some("Bo")));
        all.count(Moment::RoundEnd);
        assert!(all.has(&PRONE) && all.has(&ALIGHT));
        all.count(Moment::TurnStart(me));
        assert!(!all.take(&PRONE) && all.has(&ALIGHT));
        all.count(Moment::RoundEnd);
        assert!(!all.has(&ALIGHT));
    }

    #[test]
    fn sizes_grow_to_the_largest_and_shrink_to_nothing() {
        let mut all = Conditions::default();
        assert_eq!(all.grow(&ALIGHT, 5).by(Who(1)).size, 5);
        assert_eq!((all.grow(&ALIGHT, 5).size, all.iter().next().unwrap().source), (6, Some(Who(1))));
        assert_eq!((all.shrink(&ALIGHT), all.shrink(&PRONE)), (Some(6), None));
        assert_eq!((0..9).filter_map(|_| all.shrink(&ALIGHT)).collect::<Vec<_>>(), [5, 4, 3, 2, 1]);
        assert_eq!(all.give(&ALIGHT).size, 1);
    }

    #[test]
    fn some_take_out_and_some_kill() {
        let mut all = Conditions::default();
        assert!(!all.take_out());
        all.give(&DEAD);
        assert!(all.take_out() && all.kill() && all.take(&DEAD) && !all.kill());
    }
}
