//! A value of a combatant, declared once: for the sheet, for encounters and edicts that set it, and for its reasons.

use std::fmt;

use quintain_content::{Placed, Problem, Value, name_help};

use crate::cast::Who;
use crate::desk::EDICT;
use crate::glossary::{StatGroup, StatInfo, StatKind};
use crate::reckoning::Breakdown;
use crate::rule::Refusal;
use crate::view::Stat;
use crate::why::Why;

/// A value of a combatant `B` in a fight `F`. A table of them is the sheet of a game:
/// `Number::new("heart", "HEART", Life, Pool, "…").kept((0, 99), |one| one.heart, |one, n| one.heart = n)`.
pub struct Number<F, B> {
    /// What programs and pages know of it.
    pub info: StatInfo,
    from: From<F, B>,
    most: Option<fn(&B) -> i16>,
}

/// Where a value comes from.
enum From<F, B> {
    /// It is kept with the combatant, within these limits.
    Kept { limits: (i16, i16), get: fn(&B) -> i16, set: fn(&mut B, i16) },
    /// It is read off the entry, or reckoned by a rule, which then says its parts.
    Read { value: fn(&F, Who) -> i16, parts: Option<fn(&F, Who) -> Breakdown> },
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
        Number { info, from: From::Read { value: |_, _| 0, parts: None }, most: None }
    }

    /// The same, kept with the combatant, from the least to the most that it can be.
    #[must_use]
    pub const fn kept(mut self, limits: (i16, i16), get: fn(&B) -> i16, set: fn(&mut B, i16)) -> Self {
        self.from = From::Kept { limits, get, set };
        self
    }

    /// The same, never more than this combatant can have.
    #[must_use]
    pub const fn of(mut self, most: fn(&B) -> i16) -> Self {
        self.most = Some(most);
        self
    }

    /// The same, as the fight has it; nobody can set it.
    #[must_use]
    pub const fn read(mut self, value: fn(&F, Who) -> i16) -> Self {
        self.from = From::Read { value, parts: None };
        self
    }

    /// The same, reckoned by a rule: as a bare number, and with its parts.
    #[must_use]
    pub const fn reckoned(mut self, bare: fn(&F, Who) -> i16, parts: fn(&F, Who) -> Breakdown) -> Self {
        self.from = From::Read { value: bare, parts: Some(parts) };
        self
    }

    /// Its value for a combatant.
    pub fn value(&self, fight: &F, who: Who, one: &B) -> i16 {
        match self.from {
            From::Kept { get, .. } => get(one),
            From::Read { value, .. } => value(fight, who),
        }
    }

    /// The same as it can be shown.
    pub fn shown(&self, fight: &F, who: Who, one: &B) -> Stat {
        let max = self.most.map(|most| i64::from(most(one)));
        Stat { max, ..Stat::new(self.info.key, i64::from(self.value(fight, who, one))) }
    }

    /// Why it is what it is; `None` for what is kept or read as it is.
    pub fn why(&self, fight: &F, who: Who) -> Option<Why> {
        match self.from {
            From::Read { parts: Some(parts), .. } => Some(Why::of(&parts(fight, who))),
            _ => None,
        }
    }

    /// What a combatant lives by: the first value of the sheet that is kept and has a most.
    pub fn life(sheet: &[Self]) -> Option<&Self> {
        sheet.iter().find(|number| number.most.is_some() && matches!(number.from, From::Kept { .. }))
    }

    /// Puts a value into its place, no less than the least and no more than the most that it can be; nothing where it is
    /// not kept.
    pub fn put(&self, one: &mut B, value: i16) {
        if let From::Kept { limits: (least, most), set, .. } = self.from {
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
        let From::Kept { limits: (least, most), set, .. } = self.from else {
            return Err(format!("{key} follows from the entry and from rules"));
        };
        let most = self.most.map_or(most, |of| of(one));
        let fits = number.and_then(|number| i16::try_from(number).ok()).filter(|n| (least..=most).contains(n));
        set(one, fits.ok_or_else(|| format!("{key} is a whole number from {least} to {most}"))?);
        Ok(())
    }

    /// What is wrong with the values of an entry.
    pub fn faults(sheet: &[Self], one: &mut B) -> Vec<String> {
        let kept = sheet.iter().filter_map(|number| match number.from {
            From::Kept { get, .. } => Some((number, get)),
            From::Read { .. } => None,
        });
        kept.filter_map(|(number, get)| number.set(one, Some(get(one).into())).err()).collect()
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

/// The glossary of a sheet.
pub const fn infos<F, B, const N: usize>(sheet: &[Number<F, B>; N]) -> [StatInfo; N] {
    let mut infos = [sheet[0].info; N];
    let mut place = 1;
    while place < N {
        infos[place] = sheet[place].info;
        place += 1;
    }
    infos
}

#[cfg(test)]
mod tests {
    use super::*;

    struct One {
        heart: i16,
    }

    const SHEET: [Number<(), One>; 2] = [
        Number::new("heart", "HEART", StatGroup::Life, StatKind::Pool, "Heart.")
            .kept((0, 99), |one: &One| one.heart, |one, n| one.heart = n)
            .of(|_| 9),
        Number::new("skill", "SKILL", StatGroup::Ability, StatKind::Score, "Skill.").read(|(), _| 3),
    ];

    #[test]
    fn what_is_kept_can_be_set_within_its_limits() {
        let mut one = One { heart: 4 };
        let mut set = |key, words| Number::set_by_edict(&SHEET, &mut one, key, words).map_err(|refusal| refusal.why);
        assert_eq!(set("heart", " 9 "), Ok(()));
        assert_eq!(set("heart", "10").unwrap_err(), "heart is a whole number from 0 to 9");
        assert_eq!(set("heart", "much").unwrap_err(), "heart is a whole number from 0 to 9");
        assert_eq!(set("skill", "4").unwrap_err(), "skill follows from the entry and from rules");
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
        assert_eq!(infos(&SHEET).map(|info| info.short), ["HEART", "SKILL"]);
    }
}
