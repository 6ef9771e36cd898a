//! A value of a combatant, declared once: for the sheet, for encounters and edicts that set it, and for its reasons.

use std::fmt;
use std::ops::RangeInclusive;

use quintain_content::{Placed, Problem, Value, name_help};

use crate::cast::Who;
use crate::desk::EDICT;
use crate::glossary::{StatGroup, StatInfo, StatKind};
use crate::reckoning::Breakdown;
use crate::rule::Refusal;
use crate::view::Stat;
use crate::why::Why;

/// A value of a combatant `B` in a fight `F`. A table of them is the sheet of a game:
/// `Number::new("heart", "HEART", Life, Pool, "…").stored(0..=99, |one| one.heart, |one, n| one.heart = n)`.
/// Flags and words stand on the sheet, too.
pub struct Number<F, B> {
    /// What programs and pages know of it.
    pub info: StatInfo,
    shows: Shows<F, B>,
    sets: Sets<F, B>,
    parts: Option<fn(&F, Who) -> Breakdown>,
    most: Option<Most<F, B>>,
}

/// Where a value that is shown comes from.
enum Shows<F, B> {
    Stored(fn(&B) -> i16),
    Derived(fn(&F, Who) -> i16),
    Flag(fn(&B) -> bool),
    Words(fn(&F, Who) -> String),
}

/// How it is set.
enum Sets<F, B> {
    /// Not at all, and why, where more is to be said than that it follows from the rules.
    Never(Option<&'static str>),
    Number((i16, i16), fn(&mut B, i16)),
    Flag(fn(&mut B, bool)),
    Words(fn(&mut F, Who, &str) -> Result<(), String>),
}

/// The most that a value can be.
enum Most<F, B> {
    /// What is stored is held to it.
    Own(fn(&B) -> i16),
    /// It is shown, with its parts.
    Reckoned(fn(&F, Who) -> i16, fn(&F, Who) -> Breakdown),
}

/// What sheets need of a fight: where the stored values of a combatant are.
pub trait Bodies<B> {
    /// The stored values of a combatant.
    fn body(&self, who: Who) -> &B;

    /// The same, to be changed.
    fn body_mut(&mut self, who: Who) -> &mut B;
}

impl<F, B> fmt::Debug for Number<F, B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Number").field(&self.info).finish()
    }
}

impl<F, B> Number<F, B> {
    /// A value that is 0 until it is said where it comes from. `key` is its name as well; `short` has at most 8 letters.
    pub const fn new(
        key: &'static str,
        short: &'static str,
        group: StatGroup,
        kind: StatKind,
        gloss: &'static str,
    ) -> Self {
        let info = StatInfo { key, label: key, short, group, kind, gloss };
        Number { info, shows: Shows::Derived(|_, _| 0), sets: Sets::Never(None), parts: None, most: None }
    }

    /// The same by another name for people.
    #[must_use]
    pub const fn called(mut self, label: &'static str) -> Self {
        self.info.label = label;
        self
    }

    /// The same, stored with the combatant. Packs, encounters and edicts can set it within these limits.
    #[must_use]
    pub const fn stored(mut self, limits: RangeInclusive<i16>, get: fn(&B) -> i16, set: fn(&mut B, i16)) -> Self {
        self.shows = Shows::Stored(get);
        self.sets = Sets::Number((*limits.start(), *limits.end()), set);
        self
    }

    /// The same as a flag that is stored with the combatant.
    #[must_use]
    pub const fn flag(mut self, get: fn(&B) -> bool, set: fn(&mut B, bool)) -> Self {
        self.shows = Shows::Flag(get);
        self.sets = Sets::Flag(set);
        self
    }

    /// The same as a flag that is seen from the combatant and cannot be set.
    #[must_use]
    pub const fn seen(mut self, get: fn(&B) -> bool) -> Self {
        self.shows = Shows::Flag(get);
        self
    }

    /// The same in words, as the fight has them.
    #[must_use]
    pub const fn words(mut self, get: fn(&F, Who) -> String) -> Self {
        self.shows = Shows::Words(get);
        self
    }

    /// The same, to be set in words by this; it says what would be right.
    #[must_use]
    pub const fn set_in_words(mut self, set: fn(&mut F, Who, &str) -> Result<(), String>) -> Self {
        self.sets = Sets::Words(set);
        self
    }

    /// The same, never more than this combatant's own maximum.
    #[must_use]
    pub const fn at_most(mut self, most: fn(&B) -> i16) -> Self {
        self.most = Some(Most::Own(most));
        self
    }

    /// The same, shown with a maximum that a rule reckons, named twice as for [`Number::reckoned`]. Setting is not held to it.
    #[must_use]
    pub const fn up_to(mut self, bare: fn(&F, Who) -> i16, parts: fn(&F, Who) -> Breakdown) -> Self {
        self.most = Some(Most::Reckoned(bare, parts));
        self
    }

    /// The same, as it follows from the fight. What is stored besides can be set, the rest cannot.
    #[must_use]
    pub const fn derived(mut self, value: fn(&F, Who) -> i16) -> Self {
        self.shows = Shows::Derived(value);
        self
    }

    /// The same, reckoned by a rule that is written once for any [`Reckoning`](crate::Reckoning) and named here twice: as the
    /// bare number, and with its parts for those who ask why.
    #[must_use]
    pub const fn reckoned(mut self, bare: fn(&F, Who) -> i16, parts: fn(&F, Who) -> Breakdown) -> Self {
        self.parts = Some(parts);
        self.derived(bare)
    }

    /// The same, which cannot be set: `why` says what it follows from, as a whole sentence.
    #[must_use]
    pub const fn follows(mut self, why: &'static str) -> Self {
        self.sets = Sets::Never(Some(why));
        self
    }

    /// What programs and pages know of the values of a sheet, for [`Rulebook::stats`](crate::Rulebook::stats).
    pub const fn infos<const N: usize>(sheet: &[Self; N]) -> [StatInfo; N] {
        let mut infos = [sheet[0].info; N];
        let mut place = 1;
        while place < N {
            infos[place] = sheet[place].info;
            place += 1;
        }
        infos
    }

    fn never(&self, why: Option<&'static str>) -> String {
        let usual = || format!("{} cannot be set: it follows from the entry and the rules", self.info.key);
        why.map_or_else(usual, str::to_owned)
    }

    /// Its value for a combatant; 0 for words, 1 for a flag that is up.
    pub fn value(&self, fight: &F, who: Who, one: &B) -> i16 {
        match self.shows {
            Shows::Stored(get) => get(one),
            Shows::Derived(value) => value(fight, who),
            Shows::Flag(get) => get(one).into(),
            Shows::Words(_) => 0,
        }
    }

    /// The same as it can be shown.
    pub fn shown(&self, fight: &F, who: Who, one: &B) -> Stat {
        let key = self.info.key;
        let max = self.most.as_ref().map(|most| match most {
            Most::Own(most) => most(one),
            Most::Reckoned(most, _) => most(fight, who),
        });
        match self.shows {
            Shows::Flag(get) => Stat::new(key, get(one)),
            Shows::Words(get) => Stat::new(key, get(fight, who)),
            _ => Stat { max: max.map(i64::from), ..Stat::new(key, i64::from(self.value(fight, who, one))) },
        }
    }

    /// Why a value of the sheet is what it is, or its maximum (`hp.max`); `None` for what is stored, or follows without parts.
    pub fn why(sheet: &[Self], fight: &F, who: Who, key: &str) -> Option<Why> {
        let (name, is_most) = key.strip_suffix(".max").map_or((key, false), |name| (name, true));
        let number = sheet.iter().find(|number| number.info.key == name)?;
        let parts = match number.most {
            Some(Most::Reckoned(_, parts)) if is_most => parts,
            _ if is_most => return None,
            _ => number.parts?,
        };
        Some(Why::of(&parts(fight, who)))
    }

    /// What a combatant lives by: the first value of the sheet that is stored and has a maximum of its own.
    pub fn life(sheet: &[Self]) -> Option<&Self> {
        sheet.iter().find(|number| number.own_most().is_some() && matches!(number.shows, Shows::Stored(_)))
    }

    fn own_most(&self) -> Option<fn(&B) -> i16> {
        match self.most {
            Some(Most::Own(most)) => Some(most),
            _ => None,
        }
    }

    /// Stores a value, moved to the nearest that it can be; does nothing where it is no number that can be set.
    pub fn put(&self, one: &mut B, value: i16) {
        if let Sets::Number((least, most), set) = self.sets {
            let most = self.own_most().map_or(most, |of| of(one));
            set(one, value.min(most).max(least));
        }
    }

    /// Sets a number.
    fn set_number(&self, one: &mut B, number: Option<i64>, limits: (i16, i16)) -> Result<(), String> {
        let Sets::Number(_, set) = self.sets else { return Ok(()) };
        let (least, most) = (limits.0, self.own_most().map_or(limits.1, |of| of(one)));
        let fits = number.and_then(|number| i16::try_from(number).ok()).filter(|n| (least..=most).contains(n));
        set(one, fits.ok_or_else(|| format!("{} is a whole number from {least} to {most}", self.info.key))?);
        Ok(())
    }

    /// What is wrong with the values of an entry.
    pub fn faults(sheet: &[Self], one: &mut B) -> Vec<String> {
        let fault = |number: &Self| match (&number.shows, &number.sets) {
            (Shows::Stored(get), Sets::Number(limits, _)) => {
                let value = get(one);
                number.set_number(one, Some(value.into()), *limits).err()
            }
            _ => None,
        };
        sheet.iter().filter_map(fault).collect()
    }
}

impl<F: Bodies<B>, B> Number<F, B> {
    /// `set` of an encounter.
    ///
    /// # Errors
    /// Says what there is, or what it can be.
    pub fn set_at_start(
        sheet: &[Self],
        fight: &mut F,
        who: Who,
        key: &Placed<String>,
        value: &Placed<Value>,
    ) -> Result<(), Problem> {
        let Some(number) = sheet.iter().find(|number| number.info.key == key.value) else {
            let help = name_help("name", &key.value, sheet.iter().map(|number| number.info.key));
            return Err(Problem { help, ..Problem::at(&key.place, format!("a combatant has no `{}`", key.value)) });
        };
        let (name, said, one) = (number.info.key, &value.value, fight.body_mut(who));
        let set = match number.sets {
            Sets::Never(why) => return Err(Problem::at(&key.place, number.never(why))),
            Sets::Number(limits, _) => number.set_number(one, said.as_int(), limits),
            Sets::Flag(set) => match said {
                Value::Bool(flag) => {
                    set(one, *flag);
                    Ok(())
                }
                _ => Err(format!("{name} is true or false")),
            },
            Sets::Words(set) => match words(said) {
                Some(words) => return set(fight, who, &words).map_err(|what| Problem::at(&value.place, what)),
                None => Err(format!("{name} is said in words")),
            },
        };
        set.map_err(|what| Problem::at(&value.place, format!("{what}, not {said}")))
    }

    /// `set` of an edict.
    ///
    /// # Errors
    /// Says what there is, or what it can be.
    pub fn set_by_edict(sheet: &[Self], fight: &mut F, who: Who, key: &str, words: &str) -> Result<(), Refusal> {
        let Some(number) = sheet.iter().find(|number| number.info.key == key) else {
            let known: Vec<&str> = sheet.iter().map(|number| number.info.key).collect();
            return Err(Refusal::new(&EDICT, format!("there is no value `{key}`; there are {}", known.join(", "))));
        };
        let (words, one) = (words.trim(), fight.body_mut(who));
        let set = match number.sets {
            Sets::Never(why) => Err(number.never(why)),
            Sets::Number(limits, _) => number.set_number(one, words.parse().ok(), limits),
            Sets::Flag(set) => match words.to_ascii_lowercase().as_str() {
                "yes" | "true" => {
                    set(one, true);
                    Ok(())
                }
                "no" | "false" => {
                    set(one, false);
                    Ok(())
                }
                _ => Err(format!("{key} is yes or no")),
            },
            Sets::Words(set) => set(fight, who, words),
        };
        set.map_err(|what| Refusal::new(&EDICT, what))
    }
}

/// What an encounter says in words: a text, or several joined by `and`.
fn words(value: &Value) -> Option<String> {
    match value {
        Value::Text(word) => Some(word.clone()),
        Value::List(list) => {
            Some(list.iter().filter_map(|item| item.value.as_text()).collect::<Vec<_>>().join(" and "))
        }
        _ => None,
    }
}

/// What is wrong with a number of an entry, if it is outside of what it can be: for [`Creature::faults`](super::Creature::faults).
pub fn outside(name: &str, number: impl Into<i64>, limits: RangeInclusive<i64>) -> Option<String> {
    let (least, most) = (limits.start(), limits.end());
    (!limits.contains(&number.into())).then(|| format!("{name} is a whole number from {least} to {most}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Reckoning;

    #[derive(Default)]
    struct One {
        heart: i16,
        prone: bool,
        word: String,
    }

    impl Bodies<One> for One {
        fn body(&self, _: Who) -> &One {
            self
        }

        fn body_mut(&mut self, _: Who) -> &mut One {
            self
        }
    }

    fn skill<R: Reckoning>(_: &One, _: Who) -> R {
        let mut skill = R::default();
        skill.own("skill", 3);
        skill
    }

    const NOBODY: Who = Who(0);
    const SHEET: [Number<One, One>; 4] = [
        Number::new("heart", "HEART", StatGroup::Life, StatKind::Pool, "Heart.")
            .stored(0..=99, |one: &One| one.heart, |one, n| one.heart = n)
            .at_most(|_| 9),
        Number::new("skill", "SKILL", StatGroup::Ability, StatKind::Score, "Skill.").reckoned(skill, skill),
        Number::new("prone", "PRONE", StatGroup::State, StatKind::Flag, "Lies.")
            .called("on the ground")
            .flag(|one: &One| one.prone, |one, is| one.prone = is),
        Number::new("says", "SAYS", StatGroup::State, StatKind::Words, "Says.")
            .words(|one: &One, _| one.word.clone())
            .set_in_words(|one, _, words| {
                one.word = words.to_owned();
                if words == "no" { Err("anything but no".into()) } else { Ok(()) }
            }),
    ];

    #[test]
    fn what_is_stored_can_be_set_within_its_limits() {
        let mut one = One { heart: 4, ..One::default() };
        let mut set =
            |key, words| Number::set_by_edict(&SHEET, &mut one, NOBODY, key, words).map_err(|refusal| refusal.why);
        assert_eq!(set("heart", " 9 "), Ok(()));
        assert_eq!(set("heart", "10").unwrap_err(), "heart is a whole number from 0 to 9");
        assert_eq!(set("heart", "much").unwrap_err(), "heart is a whole number from 0 to 9");
        assert_eq!(set("skill", "4").unwrap_err(), "skill cannot be set: it follows from the entry and the rules");
        assert_eq!(set("hearts", "4").unwrap_err(), "there is no value `hearts`; there are heart, skill, prone, says");
        assert_eq!((set("prone", "Yes"), set("says", "boo")), (Ok(()), Ok(())));
        assert_eq!(set("prone", "perhaps").unwrap_err(), "prone is yes or no");
        assert_eq!(set("says", "no").unwrap_err(), "anything but no");
        assert_eq!((one.heart, one.prone), (9, true));
        assert_eq!(Number::faults(&SHEET, &mut One { heart: 12, ..one }), ["heart is a whole number from 0 to 9"]);
    }

    #[test]
    fn encounters_set_the_same_and_say_what_is_wrong() {
        let place = quintain_content::Place::default();
        let mut one = One::default();
        let mut set = |key: &str, value| {
            let (key, value) = (Placed::new(key.to_owned(), place.clone()), Placed::new(value, place.clone()));
            Number::set_at_start(&SHEET, &mut one, NOBODY, &key, &value).map_err(|problem| problem.what)
        };
        assert_eq!(set("heart", Value::Int(10)).unwrap_err(), "heart is a whole number from 0 to 9, not 10");
        assert_eq!(set("prone", Value::Int(1)).unwrap_err(), "prone is true or false, not 1");
        assert_eq!(set("says", Value::Int(1)).unwrap_err(), "says is said in words, not 1");
        assert_eq!(set("says", Value::Text("boo".into())), Ok(()));
        assert_eq!(one.word, "boo");
    }

    #[test]
    fn the_sheet_is_shown_and_explained() {
        let one = One { heart: 4, ..One::default() };
        let shown = SHEET.each_ref().map(|number| number.shown(&one, NOBODY, &one));
        let words = Stat::new("says", String::new());
        assert_eq!(shown, [Stat::of("heart", 4, 9), Stat::new("skill", 3), Stat::new("prone", false), words]);
        let why = |key| Number::why(&SHEET, &one, NOBODY, key).is_some();
        assert_eq!(["heart", "heart.max", "skill", "skill.max", "heat"].map(why), [false, false, true, false, false]);
        let (mut one, life) = (one, Number::life(&SHEET).unwrap());
        life.put(&mut one, -3);
        assert_eq!((life.info.key, one.heart), ("heart", 0));
        life.put(&mut one, 30);
        assert_eq!(one.heart, 9);
        assert_eq!(outside("reach", 0_u16, 1..=20).as_deref(), Some("reach is a whole number from 1 to 20"));
        assert_eq!(outside("reach", 20_u16, 1..=20), None);
    }
}
