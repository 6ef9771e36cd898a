//! The cast: all who fight, and how each of them looks to the others, worked out anew only where something has changed.

use std::hash::{Hash, Hasher};
use std::hint::cold_path;
use std::ops::Deref;

use quintain_engine::{Side, Who};

use crate::arm::ArmId;
use crate::book::Power;
use crate::combatant::Combatant;
use crate::declaration::{Daring, Declaration, Deed};
use crate::rules::{attack, battle_map, gear, gifts, modifiers};
use crate::setting::Setting;

/// What its kind and its kit make of somebody, whatever wounds and conditions befall it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Make {
    /// Its Armor as it counts.
    pub armor: i8,
    /// Neither a hero nor a hero's companion.
    pub opponent: bool,
    /// Its kind has no specials, and nothing that it wears turns blows aside.
    pub plain: bool,
    /// Nothing about it could weaken or favour a blow.
    pub common: bool,
    /// Something that it wears counts against some kinds alone.
    pub amulets: bool,
    /// What it wears eats it.
    pub cursed: bool,
    /// It can do nothing but strike that would be worth a thought.
    pub striker: bool,
    /// With what it strikes, and the die of it, where there is one way only.
    pub only_arm: Option<(ArmId, u8)>,
}

impl Make {
    #[inline(never)]
    fn of(setting: &Setting, one: &Combatant) -> Self {
        Make {
            armor: attack::armor_worn(setting, one) as i8,
            opponent: !one.hero && !setting.is_ally(one),
            plain: setting.template(one).special.is_empty() && !gifts::turns_blows(setting, one),
            common: modifiers::is_of_common_make(setting, one),
            amulets: gifts::wears_amulets(setting, one),
            cursed: gifts::wears(setting, one, Power::Poisoned),
            striker: gear::is_striker(setting, one),
            only_arm: gear::only_arm(setting, one),
        }
    }
}

/// How somebody looks to the others: what everybody asks about everybody else, again and again. It fills a round number
/// of bytes, so that a place in the list is found by a shift.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(32))]
pub struct Look {
    /// Whose side it is on.
    pub side: Side,
    /// What its kind and its kit make of it.
    pub make: Make,
    /// What is left to bring down.
    pub health: u16,
    /// It still takes part.
    pub able: bool,
    /// It can be found on the field.
    pub present: bool,
    /// Nothing about it could weaken or favour a blow.
    pub ordinary: bool,
    /// Nothing about it could bar a blow either, or turn it aside.
    pub open: bool,
    /// The traits that it has, a bit for each.
    traits: u8,
}

impl Look {
    #[inline(never)]
    fn of(setting: &Setting, one: &Combatant) -> Self {
        let (side, make) = (one.side, Make::of(setting, one));
        let health = one.health();
        let mut look =
            Look { side, make, health, able: false, present: false, ordinary: false, open: false, traits: 0 };
        look.see_marks(one);
        look
    }

    /// What wounds and conditions change, and nothing of its kind or its kit.
    #[inline]
    fn see_body(&mut self, one: &Combatant) {
        self.health = one.health();
        // Whoever was calm and is looks no other for a wound, but for the scar that it may leave.
        if !(self.is_calm() && one.is_calm()) {
            self.see_marks(one);
        } else if !one.scars.is_empty() {
            self.traits |= Trait::Scarred.bit(true);
        }
    }

    /// What conditions and effects change, and what runs on by itself.
    fn see_marks(&mut self, one: &Combatant) {
        self.able = one.is_able();
        self.present = one.is_present();
        self.ordinary = self.make.common && modifiers::is_unscathed(one);
        self.open = self.ordinary && self.make.plain && !battle_map::may_be_barred(one);
        self.traits =
            Trait::Hero.bit(one.hero) | Trait::Cursed.bit(self.make.cursed) | Trait::Scarred.bit(!one.scars.is_empty());
        if !one.is_calm() {
            self.traits |= Trait::Stirred.bit(true)
                | Trait::Enchanted.bit(!one.effects.is_empty())
                | Trait::Praying.bit(one.prayer.is_some())
                | Trait::Speechless.bit(one.speechless());
        }
    }

    /// Whether nothing has befallen it, and nothing about it runs on by itself.
    #[inline]
    pub fn is_calm(&self) -> bool {
        self.traits & Trait::Stirred.bit(true) == 0
    }
}

/// What some of the cast have about them: nobody has to look for it in anybody where nobody has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Trait {
    /// A player's character.
    Hero,
    /// Under an effect.
    Enchanted,
    /// At prayer.
    Praying,
    /// Paralysed or delirious.
    Speechless,
    /// Something has befallen it, or something about it runs on by itself.
    Stirred,
    /// Scarred.
    Scarred,
    /// Eaten by what it wears.
    Cursed,
}

impl Trait {
    /// Its bit, where somebody has it.
    #[inline]
    fn bit(self, has: bool) -> u8 {
        u8::from(has) << self as u8
    }
}

/// All who fight, in roster order. Whoever is lent out to be changed looks another way from then on.
#[derive(Clone, Debug, Default)]
pub struct Cast {
    all: Vec<Combatant>,
    looks: Vec<Look>,
    /// Whose look may be another by now: a bit for each place, beyond 64 shared.
    changed: u64,
    /// Of whom more may have changed than wounds and conditions.
    changed_wholly: u64,
    /// Whether somebody was hurt who does not look another way for it, but for what is left to bring down.
    hurt: bool,
    /// The traits that somebody had when last looked at, a bit for each; all of them where somebody has changed since.
    traits: u8,
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
}

fn bit(who: Who) -> u64 {
    1 << (who.0 & 63)
}

impl Cast {
    /// These.
    pub fn new(all: Vec<Combatant>) -> Self {
        Cast { all, changed: u64::MAX, changed_wholly: u64::MAX, traits: u8::MAX, ..Cast::default() }
    }

    /// Copies another cast, reusing what is allocated.
    #[inline]
    pub fn copy_from(&mut self, other: &Cast) {
        self.all.clone_from(&other.all);
        self.looks.clone_from(&other.looks);
        (self.changed, self.changed_wholly, self.hurt) = (other.changed, other.changed_wholly, other.hurt);
        (self.traits, self.contested) = (other.traits, other.contested);
        (self.aims_hold, self.only_blows, self.steady) = (false, false, false);
    }

    /// Notes that one may look another way from now on.
    #[inline]
    fn note_change(&mut self, who: Who) {
        self.changed |= bit(who);
        (self.traits, self.contested, self.steady) = (u8::MAX, false, false);
    }

    /// One of them, to be changed.
    #[inline]
    pub fn one_mut(&mut self, who: Who) -> &mut Combatant {
        self.note_change(who);
        self.changed_wholly |= bit(who);
        self.only_blows = false;
        &mut self.all[who.index()]
    }

    /// One of them, of whom stamina, scores, scars, clocks, conditions and place are to be changed, and nothing else.
    #[inline]
    pub fn body_mut(&mut self, who: Who) -> &mut Combatant {
        self.note_change(who);
        &mut self.all[who.index()]
    }

    /// One of them, who is provoked and loses stamina or KRA. What follows from that is left to others.
    #[inline]
    pub fn hurt_mut(&mut self, who: Who) -> &mut Combatant {
        self.hurt = true;
        &mut self.all[who.index()]
    }

    /// Settles whether one acts before the opponents: nobody looks another way for it.
    #[inline]
    pub fn place_in_order(&mut self, who: Who, first: bool) {
        self.all[who.index()].first = first;
    }

    /// What one is about to do, to be changed: nobody looks another way for it.
    #[inline]
    pub fn plan_mut(&mut self, who: Who) -> &mut Declaration {
        (self.aims_hold, self.only_blows) = (false, false);
        &mut self.all[who.index()].plan
    }

    /// Forgets what everybody was about to do.
    #[inline]
    pub fn forget_plans(&mut self) {
        for one in &mut self.all {
            one.plan.forget();
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
        let plan = &mut self.all[who.index()].plan;
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
        let plan = &mut self.all[who.index()].plan;
        let made = std::mem::replace(&mut plan.made, true);
        plan.deed = deed;
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
        self.all[who.index()].plan.done = true;
    }

    /// Counts what somebody aims at.
    #[inline]
    fn aim(&mut self, setting: &Setting, who: Who, deed: Deed) {
        let Some((arm, at)) = deed.aim() else { return };
        let place = self.all[who.index()].side.index() * self.all.len() + at.index();
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
        let newcomer = Who(self.all.len() as u16 - 1);
        self.note_change(newcomer);
        self.changed_wholly |= bit(newcomer);
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
        self.looks.get(who.index()).filter(|_| self.changed & bit(who) == 0)
    }

    /// What kind and kit make of one, where nothing but wounds and conditions may have changed since.
    #[inline]
    pub fn known_make(&self, who: Who) -> Option<&Make> {
        let look = self.looks.get(who.index()).filter(|_| self.changed_wholly & bit(who) == 0);
        look.map(|look| &look.make)
    }

    /// Reads off how one looks.
    #[inline]
    pub fn look<V>(&self, setting: &Setting, who: Who, read: impl Fn(&Look) -> V) -> V {
        match self.known_look(who) {
            Some(look) => {
                debug_assert_eq!(*look, Look { health: look.health, ..Look::of(setting, &self.all[who.index()]) });
                read(look)
            }
            None => {
                cold_path();
                read(&Look::of(setting, &self.all[who.index()]))
            }
        }
    }

    /// Reads off what kind and kit make of one.
    #[inline]
    pub fn make<V>(&self, setting: &Setting, who: Who, read: impl Fn(&Make) -> V) -> V {
        match self.known_make(who) {
            Some(make) => {
                debug_assert_eq!(*make, Make::of(setting, &self.all[who.index()]));
                read(make)
            }
            None => {
                cold_path();
                read(&Make::of(setting, &self.all[who.index()]))
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
        self.all[who.index()].is_calm()
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

    /// How everybody looks, worked out anew.
    pub fn look_at_all(&self, setting: &Setting) -> Vec<Look> {
        self.all.iter().map(|one| Look::of(setting, one)).collect()
    }

    /// How everybody looks, but for what is left to bring down, where nobody has changed since [`Cast::look_around`].
    #[inline]
    pub fn looks(&self) -> Option<&[Look]> {
        if self.changed == 0 { Some(&self.looks) } else { None }
    }

    /// How everybody looks, where nobody has changed since [`Cast::look_closely`].
    #[inline]
    pub fn known_looks(&self) -> Option<&[Look]> {
        if self.hurt { None } else { self.looks() }
    }

    /// Works out anew how those look who have changed, but for what is left to bring down of the hurt.
    #[inline]
    pub fn look_around(&mut self, setting: &Setting) {
        if self.changed != 0 {
            self.look_anew(setting);
        }
    }

    /// The same, with what is left to bring down of everybody.
    #[inline]
    pub fn look_closely(&mut self, setting: &Setting) {
        self.look_around(setting);
        if self.hurt {
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

    fn look_anew(&mut self, setting: &Setting) {
        if self.looks.len() < self.all.len() {
            let newcomers = self.all.iter().skip(self.looks.len());
            self.looks.extend(newcomers.map(|one| Look::of(setting, one)));
        }
        let (mut traits, mut bit) = (0, 1u64);
        for (look, one) in self.looks.iter_mut().zip(&self.all) {
            if self.changed_wholly & bit != 0 {
                *look = Look::of(setting, one);
            } else if self.changed & bit != 0 {
                look.see_body(one);
            }
            traits |= look.traits;
            bit = bit.rotate_left(1);
        }
        (self.changed, self.changed_wholly, self.traits, self.aims_hold) = (0, 0, traits, false);
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
