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
pub struct Number<F, B> {
    /// What programs and pages know of it.
    pub info: StatInfo,
    from: From<F, B>,
    most: Option<fn(&B) -> i16>,
}

/// Where a value comes from.
enum From<F, B> {
    /// It is stored with the combatant, within these limits.
    Stored { limits: (i16, i16), get: fn(&B) -> i16, set: fn(&mut B, i16) },
    /// It follows from the fight; a rule that reckons it can also say its parts.
    Derived { value: fn(&F, Who) -> i16, parts: Option<fn(&F, Who) -> Breakdown> },
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
        Number { info, from: From::Derived { value: |_, _| 0, parts: None }, most: None }
    }

    /// The same, stored with the combatant. Packs, encounters and edicts can set it within these limits.
    #[must_use]
    pub const fn stored(mut self, limits: RangeInclusive<i16>, get: fn(&B) -> i16, set: fn(&mut B, i16)) -> Self {
        let limits = (*limits.start(), *limits.end());
        self.from = From::Stored { limits, get, set };
        self
    }

    /// The same, never more than this combatant's own maximum.
    #[must_use]
    pub const fn at_most(mut self, most: fn(&B) -> i16) -> Self {
        self.most = Some(most);
        self
    }

    /// The same, as it follows from the fight. Nobody can set it.
    #[must_use]
    pub const fn derived(mut self, value: fn(&F, Who) -> i16) -> Self {
        self.from = From::Derived { value, parts: None };
        self
    }

    /// The same, reckoned by a rule that is written once for any [`Reckoning`](crate::Reckoning) and named here twice: as the
    /// bare number, and with its parts for those who ask why. Nobody can set it.
    #[must_use]
    pub const fn reckoned(mut self, bare: fn(&F, Who) -> i16, parts: fn(&F, Who) -> Breakdown) -> Self {
        self.from = From::Derived { value: bare, parts: Some(parts) };
        self
    }

    /// Its value for a combatant.
    pub fn value(&self, fight: &F, who: Who, one: &B) -> i16 {
        match self.from {
            From::Stored { get, .. } => get(one),
            From::Derived { value, .. } => value(fight, who),
        }
    }

    /// The same as it can be shown.
    pub fn shown(&self, fight: &F, who: Who, one: &B) -> Stat {
        let max = self.most.map(|most| i64::from(most(one)));
        Stat { max, ..Stat::new(self.info.key, i64::from(self.value(fight, who, one))) }
    }

    /// Why it is what it is; `None` for what is stored, or follows without parts.
    pub fn why(&self, fight: &F, who: Who) -> Option<Why> {
        match self.from {
            From::Derived { parts: Some(parts), .. } => Some(Why::of(&parts(fight, who))),
            _ => None,
        }
    }

    /// What a combatant lives by: the first value of the sheet that is stored and has a maximum.
    pub fn life(sheet: &[Self]) -> Option<&Self> {
        sheet.iter().find(|number| number.most.is_some() && matches!(number.from, From::Stored { .. }))
    }

    /// Stores a value, moved to the nearest that it can be; does nothing where it is not stored.
    pub fn put(&self, one: &mut B, value: i16) {
        if let From::Stored { limits: (least, most), set, .. } = self.from {
            let most = self.most.map_or(most, |of| of(one));
            set(one, value.min(most).max(least));
        }
    }

    /// Sets it.
    ///
    /// # Errors
    /// Says what it can be.
    fn set(&self, one: &mut B, number: Option<i64>) -> Result<(), String> {
        let key = self.info.key;
        let From::Stored { limits: (least, most), set, .. } = self.from else {
            return Err(format!("{key} cannot be set: it follows from the entry and the rules"));
        };
        let most = self.most.map_or(most, |of| of(one));
        let fits = number.and_then(|number| i16::try_from(number).ok()).filter(|n| (least..=most).contains(n));
        set(one, fits.ok_or_else(|| format!("{key} is a whole number from {least} to {most}"))?);
        Ok(())
    }

    /// What is wrong with the values of an entry.
    pub fn faults(sheet: &[Self], one: &mut B) -> Vec<String> {
        let stored = sheet.iter().filter_map(|number| match number.from {
            From::Stored { get, .. } => Some((number, get)),
            From::Derived { .. } => None,
        });
        stored.filter_map(|(number, get)| number.set(one, Some(get(one).into())).err()).collect()
    }

    /// `set` of an encounter.
    ///
    /// # Errors
    /// Says what there is, or what it can be.
    pub fn set_at_start(
        sheet: &[Self],
        one: &mut B,
        key: &Placed<String>,
        value: &Placed<Value>,
    ) -> Result<(), Problem> {
        let Some(number) = sheet.iter().find(|number| number.info.key == key.value) else {
            let help = name_help("name", &key.value, sheet.iter().map(|number| number.info.key));
            return Err(Problem { help, ..Problem::at(&key.place, format!("a combatant has no `{}`", key.value)) });
        };
        number.set(one, value.as_int()).map_err(|what| Problem::at(&value.place, what))
    }

    /// `set` of an edict.
    ///
    /// # Errors
    /// Says what there is, or what it can be.
    pub fn set_by_edict(sheet: &[Self], one: &mut B, key: &str, words: &str) -> Result<(), Refusal> {
        let Some(number) = sheet.iter().find(|number| number.info.key == key) else {
            let known: Vec<&str> = sheet.iter().map(|number| number.info.key).collect();
            return Err(Refusal::new(&EDICT, format!("there is no value `{key}`; there are {}", known.join(", "))));
        };
        number.set(one, words.trim().parse().ok()).map_err(|what| Refusal::new(&EDICT, what))
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

    struct One {
        heart: i16,
    }

    const SHEET: [Number<(), One>; 2] = [
        Number::new("heart", "HEART", StatGroup::Life, StatKind::Pool, "Heart.")
            .stored(0..=99, |one: &One| one.heart, |one, n| one.heart = n)
            .at_most(|_| 9),
        Number::new("skill", "SKILL", StatGroup::Ability, StatKind::Score, "Skill.").derived(|(), _| 3),
    ];

    #[test]
    fn what_is_stored_can_be_set_within_its_limits() {
        let mut one = One { heart: 4 };
        let mut set = |key, words| Number::set_by_edict(&SHEET, &mut one, key, words).map_err(|refusal| refusal.why);
        assert_eq!(set("heart", " 9 "), Ok(()));
        assert_eq!(set("heart", "10").unwrap_err(), "heart is a whole number from 0 to 9");
        assert_eq!(set("heart", "much").unwrap_err(), "heart is a whole number from 0 to 9");
        assert_eq!(set("skill", "4").unwrap_err(), "skill cannot be set: it follows from the entry and the rules");
        assert_eq!(set("hearts", "4").unwrap_err(), "there is no value `hearts`; there are heart, skill");
        assert_eq!(one.heart, 9);
        assert_eq!(Number::faults(&SHEET, &mut One { heart: 12 }), ["heart is a whole number from 0 to 9"]);
    }

    #[test]
    fn the_sheet_is_shown_and_explained() {
        let one = One { heart: 4 };
        let shown = SHEET.each_ref().map(|number| number.shown(&(), Who(0), &one));
        assert_eq!(shown, [Stat::of("heart", 4, 9), Stat::new("skill", 3)]);
        assert!(SHEET[0].why(&(), Who(0)).is_none());
        let (mut one, life) = (one, Number::life(&SHEET).unwrap());
        life.put(&mut one, -3);
        assert_eq!((life.info.key, one.heart), ("heart", 0));
        life.put(&mut one, 30);
        assert_eq!(one.heart, 9);
        assert_eq!(outside("reach", 0_u16, 1..=20).as_deref(), Some("reach is a whole number from 1 to 20"));
        assert_eq!(outside("reach", 20_u16, 1..=20), None);
    }
}
