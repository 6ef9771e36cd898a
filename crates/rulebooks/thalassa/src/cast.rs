//! The cast: all who fight, and how each of them looks to the others, worked out anew only where something has changed.

mod look;

use std::hash::{Hash, Hasher};
use std::hint::cold_path;
use std::ops::Deref;

use quintain_engine::{Cast as Members, Side, Who};

use crate::arm::ArmId;
use crate::combatant::Combatant;
use crate::condition::Ability;
use crate::declaration::{Daring, Declaration, Deed};
use crate::setting::Setting;

pub use look::{Look, Make, Trait, only_foe};

/// All who fight, in roster order.
///
/// [`Cast::one_mut`] is the one door to a combatant who changes: it looks another way from then on. The other ways to change
/// something lend out nothing but what they name, for which nobody looks another way.
#[derive(Clone, Debug)]
pub struct Cast {
    all: Members<Combatant>,
    looks: Vec<Look>,
    /// Whose look may be another by now: a bit for each place, beyond 64 shared.
    changed: u64,
    /// Whether somebody was hurt who does not look another way for it, but for what is left to bring down.
    hurt: bool,
    /// The traits that somebody had when last looked at, a bit for each; all of them where somebody has changed since.
    traits: u8,
    /// Whether somebody able to fight has a choice to weigh when it looks at the others.
    choices: bool,
    /// Whether two who are foes were able to fight when last counted, and nobody has changed since but by wounds.
    contested: bool,
    /// The largest die that each side aims at each of them this round, a row for each side.
    aims: Vec<u8>,
    /// Whether `aims` holds all that has been foretold and declared.
    aims_hold: bool,
    /// Whether nothing but blows without any daring has been declared this round, and nothing changed in a declaration.
    only_blows: bool,
    /// Whether nobody has changed since the declarations but by wounds.
    steady: bool,
    /// Those who joined fights before this one: their memory is used again.
    spare: Vec<Combatant>,
}

/// What tells how a combatant looks to the others, by the rules.
pub type LookOf = fn(&Setting, &Combatant) -> Look;

fn bit(who: Who) -> u64 {
    1 << (who.0 & 63)
}

/// Copies a list over another, which mostly is as long.
#[inline]
pub(crate) fn copy_list<T: Copy>(list: &mut Vec<T>, source: &[T]) {
    if list.len() == source.len() {
        list.copy_from_slice(source);
    } else {
        cold_path();
        list.clear();
        list.extend_from_slice(source);
    }
}

impl Cast {
    /// These.
    pub fn new(all: Vec<Combatant>) -> Self {
        Cast {
            all: Members::of(all),
            looks: Vec::new(),
            changed: u64::MAX,
            hurt: false,
            traits: u8::MAX,
            choices: false,
            contested: false,
            aims: Vec::new(),
            aims_hold: false,
            only_blows: false,
            steady: false,
            spare: Vec::new(),
        }
    }

    /// Copies another cast, reusing what is allocated.
    #[inline]
    pub fn copy_from(&mut self, other: &Cast) {
        // Those who are too many are kept for the next who join.
        while self.all.len() > other.all.len() {
            self.spare.extend(self.all.pop());
        }
        self.all.clone_from(&other.all);
        copy_list(&mut self.looks, &other.looks);
        (self.changed, self.hurt) = (other.changed, other.hurt);
        (self.traits, self.choices, self.contested) = (other.traits, other.choices, other.contested);
        (self.aims_hold, self.only_blows, self.steady) = (false, false, false);
    }

    /// Notes that one may look another way from now on.
    #[inline]
    fn note_change(&mut self, who: Who) {
        self.changed |= bit(who);
        (self.traits, self.contested, self.steady) = (u8::MAX, false, false);
    }

    /// The one door to a combatant who changes.
    #[inline]
    pub fn one_mut(&mut self, who: Who) -> &mut Combatant {
        self.note_change(who);
        self.only_blows = false;
        &mut self.all[who]
    }

    /// The ground has changed: what was found out of ways does not hold any more.
    pub fn relaid(&mut self) {
        self.all.touch();
    }

    /// Notes that a combatant has been attacked: it is peaceful no more, and rests no longer.
    #[inline]
    pub fn provoke(&mut self, who: Who) -> &Combatant {
        let one = &mut self.all[who];
        one.provoked = true;
        one.plan.lost |= matches!(one.plan.deed, Deed::Rest);
        one
    }

    /// Settles whether one acts before the opponents: nobody looks another way for it.
    #[inline]
    pub fn place_in_order(&mut self, who: Who, first: bool) {
        self.all[who].first = first;
    }

    /// What one is about to do, to be changed: nobody looks another way for it.
    #[inline]
    pub fn plan_mut(&mut self, who: Who) -> &mut Declaration {
        (self.aims_hold, self.only_blows) = (false, false);
        &mut self.all[who].plan
    }

    /// Forgets what everybody was about to do.
    #[inline]
    pub fn forget_plans(&mut self) {
        for who in self.all.everyone() {
            self.all[who].plan = Declaration::default();
        }
        (self.aims_hold, self.only_blows, self.steady) = (false, true, true);
    }

    /// Keeps count of what so many sides aim at from now on. Nobody has foretold or declared anything yet. Of two alone
    /// nobody has a choice to weigh.
    #[inline]
    pub fn count_aims(&mut self, sides: usize) {
        self.aims_hold = self.all.len() > 2;
        if self.aims_hold {
            self.begin_count(sides);
        }
    }

    #[inline(never)]
    fn begin_count(&mut self, sides: usize) {
        self.aims.clear();
        self.aims.resize(sides * self.all.len(), 0);
    }

    /// Foretells what somebody is about to do.
    #[inline]
    pub fn foretell(&mut self, setting: &Setting, who: Who, deed: Deed) {
        let plan = &mut self.all[who].plan;
        let anew = plan.made || plan.telegraph.is_some();
        plan.telegraph = Some(deed);
        if self.aims_hold {
            self.aims_hold = !anew;
            self.aim(setting, who, deed);
        }
    }

    /// What somebody is going to do.
    #[inline(always)]
    pub fn declare(&mut self, setting: &Setting, who: Who, deed: Deed) {
        let plan = &mut self.all[who].plan;
        let made = std::mem::replace(&mut plan.made, true);
        plan.deed = deed;
        if let Some((_, at)) = deed.aim() {
            let fallen = !self.all[at].is_able();
            self.all[who].plan.on_the_fallen = fallen;
        }
        let plan = &self.all[who].plan;
        self.only_blows &= matches!(deed, Deed::Nothing | Deed::Attack { daring: Daring::No, .. });
        if self.aims_hold {
            match plan.telegraph {
                _ if made => self.aims_hold = false,
                None => self.aim(setting, who, deed),
                Some(foretold) => self.aims_hold = foretold.aim() == deed.aim(),
            }
        }
    }

    /// Nothing more can be added to what somebody has declared.
    #[inline]
    pub fn finish(&mut self, who: Who) {
        self.all[who].plan.done = true;
    }

    /// Notes in which phase of the round somebody's turn came.
    #[inline]
    pub fn note_turn(&mut self, who: Who, phase: u8) {
        self.all[who].plan.acted = Some(phase);
    }

    /// Counts what somebody aims at.
    #[inline]
    fn aim(&mut self, setting: &Setting, who: Who, deed: Deed) {
        let Some((arm, at)) = deed.aim() else { return };
        let place = self.all[who].side.index() * self.all.len() + at.index();
        if let Some(largest) = self.aims.get_mut(place) {
            *largest = setting.arms[arm.place()].die.max(*largest);
        }
    }

    /// The largest die that a side aims at each of them this round, as declared or foretold; `None` where it has to be
    /// counted.
    #[inline]
    pub fn aims(&self, side: Side) -> Option<&[u8]> {
        let kept = self.aims_hold && self.changed == 0;
        let from = side.index() * self.all.len();
        if kept { self.aims.get(from..from + self.all.len()) } else { None }
    }

    /// Whether nothing but blows without any daring has been declared this round, by nobody at prayer.
    #[inline]
    pub fn only_strikes(&self) -> bool {
        self.only_blows && !self.some(Trait::Praying)
    }

    /// Whether nobody has changed since the round's declarations began but by wounds, and nothing but blows was declared.
    #[inline]
    pub fn strikes_stand(&self) -> bool {
        self.steady && self.only_strikes()
    }

    /// Takes some of a score from somebody, or of its stamina where none is named, counts who took it and who or what dealt
    /// it, and says what there was before and how much was taken. What follows from that is left to others.
    #[inline]
    pub fn wound(&mut self, whom: Who, by: Option<Who>, amount: i16, of: Option<Ability>) -> (i16, i16) {
        self.hurt = true;
        let one = &mut self.all[whom];
        let score = match of {
            Some(ability) => one.score_mut(ability),
            None => &mut one.sta,
        };
        let (before, lost) = (score.now, score.lose(amount));
        let counted = u32::from(lost.unsigned_abs());
        one.taken += counted;
        if let Some(by) = by {
            self.all[by].dealt += counted;
        }
        (before, lost)
    }

    /// Adds somebody.
    pub fn push(&mut self, one: &Combatant) {
        match self.spare.pop() {
            Some(mut kept) => {
                kept.clone_from(one);
                self.all.push(kept);
            }
            None => self.all.push(one.clone()),
        }
        let newcomer = Who(self.all.len() as u16 - 1);
        self.note_change(newcomer);
    }

    /// Whether it is known that two who are foes are able to fight.
    #[inline]
    pub fn is_contested(&self) -> bool {
        self.contested
    }

    /// Notes that two who are foes are able to fight.
    #[inline]
    pub fn note_contest(&mut self) {
        self.contested = true;
    }

    /// Whether somebody may have this about them.
    #[inline]
    pub fn some(&self, about: Trait) -> bool {
        self.traits & about.bit(true) != 0
    }

    /// How one looks, where one has not changed since [`Cast::look_around`].
    #[inline]
    pub fn known_look(&self, who: Who) -> Option<&Look> {
        match self.looks() {
            Some(looks) => looks.get(who.index()),
            None => self.look_of_unchanged(who),
        }
    }

    /// The same where somebody has changed.
    #[cold]
    fn look_of_unchanged(&self, who: Who) -> Option<&Look> {
        self.looks.get(who.index()).filter(|_| self.changed & bit(who) == 0)
    }

    /// The arm and the target of a combatant that has no choice, where nobody has changed since [`Cast::look_around`].
    #[inline]
    pub fn only_blow(&self, who: Who) -> Option<(ArmId, Who)> {
        self.looks()?.get(who.index())?.only_blow
    }

    /// What kind and kit make of one, where one has not changed since [`Cast::look_around`].
    #[inline]
    pub fn known_make(&self, who: Who) -> Option<&Make> {
        self.known_look(who).map(|look| &look.make)
    }

    /// Reads off how one looks.
    #[inline]
    pub fn look<V>(&self, who: Who, find: impl Fn() -> Look, read: impl Fn(&Look) -> V) -> V {
        match self.known_look(who) {
            Some(look) => read(look),
            None => {
                cold_path();
                read(&find())
            }
        }
    }

    /// Reads off what kind and kit make of one.
    #[inline]
    pub fn make<V>(&self, who: Who, find: impl Fn() -> Make, read: impl Fn(&Make) -> V) -> V {
        match self.known_make(who) {
            Some(make) => read(make),
            None => {
                cold_path();
                read(&find())
            }
        }
    }

    /// Whether nothing has befallen one, and nothing about it runs on by itself.
    #[inline]
    pub fn is_calm(&self, who: Who) -> bool {
        self.known_look(who).map_or_else(|| self.is_calm_by_now(who), Look::is_calm)
    }

    #[cold]
    fn is_calm_by_now(&self, who: Who) -> bool {
        self.all[who].is_calm()
    }

    /// How one looked when everybody was last looked at: while a phase lasts, as it began.
    #[inline]
    pub fn last_look(&self, who: Who) -> Option<&Look> {
        self.looks.get(who.index())
    }

    /// Whether nobody has changed since [`Cast::look_around`].
    #[inline]
    pub fn is_unchanged(&self) -> bool {
        self.changed == 0
    }

    /// How everybody looks, but for what is left to bring down, where nobody has changed since [`Cast::look_around`].
    #[inline]
    pub fn looks(&self) -> Option<&[Look]> {
        if self.changed == 0 { Some(&self.looks) } else { None }
    }

    /// Everybody, with the look that each had when last looked at.
    #[inline]
    pub fn each_as_it_looks(&self) -> impl Iterator<Item = (&Combatant, &Look)> {
        self.all.iter().zip(&self.looks)
    }

    /// How everybody looks, where nobody has changed since [`Cast::look_closely`].
    #[inline]
    pub fn known_looks(&self) -> Option<&[Look]> {
        if self.hurt { None } else { self.looks() }
    }

    /// Works out anew how those look who have changed, but for what is left to bring down of the hurt.
    #[inline]
    pub fn look_around(&mut self, setting: &Setting, look_of: LookOf) {
        if self.changed != 0 {
            self.look_anew(setting, look_of);
        }
    }

    /// The same, with what is left to bring down of everybody, where anybody has a choice to weigh.
    #[inline]
    pub fn look_closely(&mut self, setting: &Setting, look_of: LookOf) {
        self.look_around(setting, look_of);
        if self.hurt && self.choices {
            self.look_at_wounds();
        }
    }

    #[inline(never)]
    fn look_at_wounds(&mut self) {
        for (look, one) in self.looks.iter_mut().zip(&self.all) {
            look.health = one.health();
        }
        self.hurt = false;
    }

    fn look_anew(&mut self, setting: &Setting, look_of: LookOf) {
        if self.looks.len() < self.all.len() {
            let newcomers = self.all.iter().skip(self.looks.len());
            self.looks.extend(newcomers.map(|one| look_of(setting, one)));
        }
        let (mut traits, mut bit) = (0, 1u64);
        for (place, (look, one)) in self.looks.iter_mut().zip(&self.all).enumerate() {
            if self.changed & bit != 0 {
                *look = look_of(setting, one);
            }
            traits |= look.traits | Trait::FurtherHero.bit(one.hero && place > 0);
            bit = bit.rotate_left(1);
        }
        (self.changed, self.traits, self.aims_hold) = (0, traits, false);
        self.note_only_blows(setting);
    }

    /// Notes of each combatant its arm and its target, where it has no choice to weigh.
    fn note_only_blows(&mut self, setting: &Setting) {
        let (mut last, mut foe) = (None, None);
        self.choices = false;
        for place in 0..self.looks.len() {
            let side = self.looks[place].side;
            // Those of a side stand together in the roster, and have the same foes.
            if last != Some(side) {
                let openly = |(_, foe): &(Who, &Look)| foe.open && setting.ground.is_none();
                let found = only_foe(setting.hostile.of(side), &self.looks).filter(openly);
                (last, foe) = (Some(side), found.map(|(at, _)| at));
            }
            let look = &mut self.looks[place];
            look.only_blow = foe.and_then(|at| Some((look.plain_arm(setting)?, at)));
            self.choices |= look.able && look.only_blow.is_none();
        }
    }
}

impl Deref for Cast {
    type Target = Members<Combatant>;

    #[inline]
    fn deref(&self) -> &Members<Combatant> {
        &self.all
    }
}

/// How they look follows from what they are.
impl Hash for Cast {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.all.hash(state);
    }
}
