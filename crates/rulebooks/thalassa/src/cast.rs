//! The cast: all who fight, and how each of them looks to the others, worked out anew only where something has changed.

use std::borrow::Cow;
use std::hash::{Hash, Hasher};
use std::ops::Deref;

use quintain_engine::{Side, Who};

use crate::combatant::Combatant;
use crate::declaration::Declaration;
use crate::rules::{attack, gifts, modifiers};
use crate::setting::Setting;

/// How somebody looks to the others: what everybody asks about everybody else, again and again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// Whose side it is on.
    pub side: Side,
    /// Its Armor as it counts.
    pub armor: i8,
    /// What is left to bring down.
    pub health: u16,
    /// It still takes part.
    pub able: bool,
    /// It can be found on the field.
    pub present: bool,
    /// Its kind has no specials, and nothing that it wears turns blows aside.
    pub plain: bool,
    /// Nothing about it could weaken or favour a blow.
    pub ordinary: bool,
}

impl Look {
    fn of(setting: &Setting, one: &Combatant) -> Self {
        Look {
            side: one.side,
            armor: attack::armor_worn(setting, one) as i8,
            health: one.health(),
            able: one.is_able(),
            present: one.is_present(),
            plain: setting.template(one).special.is_empty() && !gifts::turns_blows(setting, one),
            ordinary: modifiers::is_ordinary(setting, one),
        }
    }
}

/// All who fight, in roster order. Whoever is lent out to be changed looks another way from then on.
#[derive(Clone, Debug, Default)]
pub struct Cast {
    all: Vec<Combatant>,
    looks: Vec<Look>,
    /// Whose look may be another by now: a bit for each place, beyond 64 shared.
    changed: u64,
}

fn bit(who: Who) -> u64 {
    1 << (who.0 & 63)
}

impl Cast {
    /// These.
    pub fn new(all: Vec<Combatant>) -> Self {
        Cast { all, looks: Vec::new(), changed: u64::MAX }
    }

    /// Copies another cast, reusing what is allocated.
    pub fn copy_from(&mut self, other: &Cast) {
        self.all.clone_from(&other.all);
        self.looks.clone_from(&other.looks);
        self.changed = other.changed;
    }

    /// One of them, to be changed.
    #[inline]
    pub fn one_mut(&mut self, who: Who) -> &mut Combatant {
        self.changed |= bit(who);
        &mut self.all[who.index()]
    }

    /// What one is about to do, to be changed: nobody looks another way for it.
    #[inline]
    pub fn plan_mut(&mut self, who: Who) -> &mut Declaration {
        &mut self.all[who.index()].plan
    }

    /// For statistics: somebody took so much, from somebody or something.
    #[inline]
    pub fn count(&mut self, whom: Who, by: Option<Who>, amount: u32) {
        self.all[whom.index()].taken += amount;
        if let Some(by) = by {
            self.all[by.index()].dealt += amount;
        }
    }

    /// Adds somebody.
    pub fn push(&mut self, one: Combatant) {
        self.all.push(one);
    }

    /// How one looks.
    #[inline]
    pub fn look(&self, setting: &Setting, who: Who) -> Look {
        match self.looks.get(who.index()) {
            Some(look) if self.changed & bit(who) == 0 => {
                debug_assert_eq!(*look, Look::of(setting, &self.all[who.index()]));
                *look
            }
            _ => Look::of(setting, &self.all[who.index()]),
        }
    }

    /// Whether nobody has changed since [`Cast::look_around`].
    #[inline]
    pub fn is_unchanged(&self) -> bool {
        self.changed == 0
    }

    /// How everybody looks; nothing is worked out where nobody has changed since [`Cast::look_around`].
    #[inline]
    pub fn looks(&self, setting: &Setting) -> Cow<'_, [Look]> {
        if self.changed == 0 && self.looks.len() == self.all.len() {
            return Cow::Borrowed(&self.looks);
        }
        Cow::Owned(self.all.iter().map(|one| Look::of(setting, one)).collect())
    }

    /// Works out anew how those look who have changed.
    #[inline]
    pub fn look_around(&mut self, setting: &Setting) {
        if self.changed != 0 || self.looks.len() != self.all.len() {
            self.look_anew(setting);
        }
    }

    fn look_anew(&mut self, setting: &Setting) {
        for (place, one) in self.all.iter().enumerate() {
            match self.looks.get_mut(place) {
                Some(look) if self.changed & bit(Who(place as u16)) != 0 => *look = Look::of(setting, one),
                Some(_) => {}
                None => self.looks.push(Look::of(setting, one)),
            }
        }
        self.changed = 0;
    }
}

impl Deref for Cast {
    type Target = [Combatant];

    #[inline]
    fn deref(&self) -> &[Combatant] {
        &self.all
    }
}

/// How they look follows from what they are.
impl Hash for Cast {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.all.hash(state);
    }
}
