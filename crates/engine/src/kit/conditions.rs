//! Conditions of combatants: which there are, and those that one has, with size, source and clock.

use std::fmt;
use std::hash::{Hash, Hasher};

use smallvec::SmallVec;

use crate::cast::Who;
use crate::clock::{Lasting, Moment};
use crate::desk::EDICT;
use crate::glossary::{ConditionKind, Mood};
use crate::rule::{Refusal, Rule};
use crate::view::Condition;

/// A kind of condition, declared once beside the rule that says what it does.
#[derive(Debug)]
pub struct Kind {
    /// What programs and pages know of it.
    pub info: ConditionKind,
    /// The largest size; 0 for a condition that has no sizes.
    pub most: i16,
    /// Whether it takes a combatant out of the fight.
    pub takes_out: bool,
    /// Whether it is death.
    pub kills: bool,
}

impl Kind {
    /// A condition that one has or has not. `key` is its name as well, `short` has at most 8 letters, and of several on a
    /// token the lowest `order` shows first.
    pub const fn new(
        key: &'static str,
        short: &'static str,
        mood: Mood,
        order: u8,
        rule: &'static Rule,
        gloss: &'static str,
    ) -> Kind {
        let info = ConditionKind { key, label: key, short, mood, order, rule, gloss };
        Kind { info, most: 0, takes_out: false, kills: false }
    }

    /// The same with sizes from 1.
    #[must_use]
    pub const fn sized(mut self, most: i16) -> Kind {
        self.most = most;
        self
    }

    /// The same as what takes a combatant out of the fight.
    #[must_use]
    pub const fn out(mut self) -> Kind {
        self.takes_out = true;
        self
    }

    /// The same as death, which takes a combatant out of the fight.
    #[must_use]
    pub const fn death(mut self) -> Kind {
        self.kills = true;
        self.out()
    }

    /// The kind that words name, with its size behind it where it has sizes: `alight 3`.
    ///
    /// # Errors
    /// Lists the kinds, or says which sizes there are.
    pub fn named(kinds: &[&'static Kind], words: &str) -> Result<(&'static Kind, i16), Refusal> {
        let words = words.trim().to_lowercase();
        let (name, number) = words.rsplit_once(' ').unwrap_or((&words, ""));
        let number = number.parse::<i16>().ok();
        let name = if number.is_some() { name } else { &words };
        let Some(kind) = kinds.iter().find(|kind| kind.info.key == name) else {
            let known: Vec<&str> = kinds.iter().map(|kind| kind.info.key).collect();
            return Err(Refusal::new(
                &EDICT,
                format!("no condition is called {words}; there are {}", known.join(", ")),
            ));
        };
        match number {
            None => Ok((kind, kind.most.min(1))),
            Some(size) if (1..=kind.most).contains(&size) => Ok((kind, size)),
            Some(_) if kind.most == 0 => Err(Refusal::new(&EDICT, format!("{name} has no sizes"))),
            Some(_) => Err(Refusal::new(&EDICT, format!("{name} has sizes from 1 to {}", kind.most))),
        }
    }
}

/// The glossary of some kinds.
pub const fn kinds<const N: usize>(kinds: &[&'static Kind; N]) -> [&'static ConditionKind; N] {
    let mut infos = [&kinds[0].info; N];
    let mut place = 1;
    while place < N {
        infos[place] = &kinds[place].info;
        place += 1;
    }
    infos
}

/// A condition that a combatant has.
#[derive(Clone, Copy)]
pub struct Held {
    /// What it is.
    pub kind: &'static Kind,
    /// How strong it is; 0 where it has no sizes.
    pub size: i16,
    /// Whose doing it is.
    pub source: Option<Who>,
    /// When it ends by itself.
    pub lasts: Option<Lasting>,
}

impl PartialEq for Held {
    fn eq(&self, other: &Self) -> bool {
        let all = |held: &Held| (held.kind.info.key, held.size, held.source, held.lasts);
        all(self) == all(other)
    }
}

impl Hash for Held {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.kind.info.key, self.size, self.source, self.lasts).hash(state);
    }
}

impl fmt::Debug for Held {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} by {:?} for {:?}", self.kind.info.key, self.size, self.source, self.lasts)
    }
}

/// The conditions of a combatant, at most one of a kind, in the order in which they came. Up to 8 lie in their owner.
#[derive(Clone, Debug, Default, PartialEq, Hash)]
pub struct Conditions(SmallVec<[Held; 8]>);

impl Conditions {
    /// Whether it has this one.
    pub fn has(&self, kind: &Kind) -> bool {
        self.size(kind).is_some()
    }

    /// How strong it has it.
    pub fn size(&self, kind: &Kind) -> Option<i16> {
        self.iter().find(|held| held.kind.info == kind.info).map(|held| held.size)
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = &Held> {
        self.0.iter()
    }

    /// Gives one, in the place of an earlier one of the same kind. What that one should have a say in, the rule decides
    /// before.
    pub fn give(&mut self, kind: &'static Kind, size: i16, source: Option<Who>, lasts: Option<Lasting>) {
        let held = Held { kind, size, source, lasts };
        match self.0.iter_mut().find(|known| known.kind.info == kind.info) {
            Some(known) => *known = held,
            None => self.0.push(held),
        }
    }

    /// Gives one that has sizes, or makes it larger by so much, to no more than the largest size.
    pub fn grow(&mut self, kind: &'static Kind, by: i16, source: Option<Who>) {
        let lasts = self.iter().find(|held| held.kind.info == kind.info).and_then(|held| held.lasts);
        let size = self.size(kind).unwrap_or(0).saturating_add(by).min(kind.most);
        self.give(kind, size, source, lasts);
    }

    /// Makes one smaller by 1, and takes it away where nothing is left; says which size it had.
    pub fn dwindle(&mut self, kind: &'static Kind) -> Option<i16> {
        let held = self.0.iter_mut().find(|held| held.kind.info == kind.info)?;
        let size = held.size;
        held.size -= 1;
        if size <= 1 {
            self.take(kind);
        }
        Some(size)
    }

    /// Takes one away; says whether it was there.
    pub fn take(&mut self, kind: &Kind) -> bool {
        let before = self.0.len();
        self.0.retain(|held| held.kind.info != kind.info);
        self.0.len() < before
    }

    /// Counts a moment that has come, and takes away what ends with it: `each` hears of every one.
    pub fn count(&mut self, moment: Moment, mut each: impl FnMut(&'static Kind)) {
        self.0.retain(|held| {
            let ends = held.lasts.as_mut().is_some_and(|lasts| lasts.ends_at(moment));
            if ends {
                each(held.kind);
            }
            !ends
        });
    }

    /// Whether one of them takes a combatant out of the fight.
    pub fn take_out(&self) -> bool {
        self.iter().any(|held| held.kind.takes_out)
    }

    /// Whether one of them is death.
    pub fn kill(&self) -> bool {
        self.iter().any(|held| held.kind.kills)
    }

    /// All of them as they can be shown.
    pub fn shown<'a>(&self, name: impl Fn(Who) -> &'a str) -> Vec<Condition> {
        let show = |held: &Held| {
            let mut shown = match held.size {
                0 => Condition::new(held.kind.info.key, ""),
                size => Condition::new(format!("{} {size}", held.kind.info.key), "").size(size.into()),
            };
            shown.source = held.source.map(|who| name(who).to_owned());
            shown.until = held.lasts.map(|lasts| until(lasts, &name));
            shown.of(&held.kind.info)
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
    static PRONE: Kind = Kind::new("prone", "PRONE", Mood::Bad, 1, &RULE, "Lies.");
    static ALIGHT: Kind = Kind::new("alight", "FIRE", Mood::Bad, 2, &RULE, "Burns.").sized(6);
    static DEAD: Kind = Kind::new("dead", "DEAD", Mood::Bad, 0, &RULE, "Dead.").death();
    const KINDS: [&Kind; 3] = [&PRONE, &ALIGHT, &DEAD];

    #[test]
    fn words_name_kinds_and_their_sizes() {
        let named = |words| Kind::named(&KINDS, words).map(|(kind, size)| (kind.info.key, size));
        assert_eq!(
            (named(" Prone "), named("alight 4"), named("alight")),
            (Ok(("prone", 0)), Ok(("alight", 4)), Ok(("alight", 1)))
        );
        for wrong in ["prone 1", "alight 7", "alight 0", "asleep", ""] {
            assert!(named(wrong).is_err(), "{wrong}");
        }
        assert_eq!(kinds(&KINDS).map(|info| info.key), ["prone", "alight", "dead"]);
    }

    #[test]
    fn one_of_a_kind_with_clock_and_source() {
        let (mut all, me) = (Conditions::default(), Who(0));
        all.give(&PRONE, 0, None, Some(Lasting::until_turn_of(me)));
        all.give(&ALIGHT, 2, Some(Who(1)), None);
        all.give(&ALIGHT, 3, Some(Who(1)), Some(Lasting::new(Moment::RoundEnd, 2)));
        assert_eq!((all.iter().count(), all.size(&ALIGHT), all.has(&DEAD)), (2, Some(3), false));
        let shown = all.shown(|who| if who == me { "Ada" } else { "Bo" });
        assert_eq!(shown[0].until.as_deref(), Some("the start of Ada's turn"));
        assert_eq!((shown[1].name.as_str(), shown[1].source.as_deref()), ("alight 3", Some("Bo")));
        let count = |all: &mut Conditions, moment| {
            let mut ended = Vec::new();
            all.count(moment, |kind| ended.push(kind.info.key));
            ended
        };
        assert_eq!(count(&mut all, Moment::RoundEnd), Vec::<&str>::new());
        assert_eq!(count(&mut all, Moment::TurnStart(me)), ["prone"]);
        assert_eq!(count(&mut all, Moment::RoundEnd), ["alight"]);
        assert!(!all.take(&PRONE));
        all.grow(&ALIGHT, 5, Some(me));
        all.grow(&ALIGHT, 5, Some(me));
        assert_eq!((all.size(&ALIGHT), all.dwindle(&ALIGHT), all.dwindle(&PRONE)), (Some(6), Some(6), None));
        assert_eq!((0..9).filter_map(|_| all.dwindle(&ALIGHT)).collect::<Vec<_>>(), [5, 4, 3, 2, 1]);
    }

    #[test]
    fn some_take_out_and_some_kill() {
        let mut all = Conditions::default();
        assert!(!all.take_out());
        all.give(&DEAD, 0, None, None);
        assert!(all.take_out() && all.kill() && all.take(&DEAD) && !all.kill());
    }
}
