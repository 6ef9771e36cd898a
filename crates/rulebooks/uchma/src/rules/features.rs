//! Features: everything that a creature, its weapons, spells and ground give it, gathered in one place.

use quintain_engine::Who;
use smallvec::SmallVec;

use crate::book::{Aptitudes, Effect, Event, Feature, Formula, Link, Status, Topic, When};
use crate::combatant::Combatant;
use crate::content::{AbilityId, WeaponId};
use crate::fight::Fight;
use crate::lasting::{Clock, Lasting, What};
use crate::rules::{distance, ground};

/// Where a feature comes from.
#[derive(Clone, Copy, Debug)]
pub struct Source {
    /// The aptitudes that its formulas are worked out with.
    pub with: Aptitudes,
    /// Who gave it; the bearer itself for what it always has.
    pub owner: Who,
    /// The ability that it belongs to.
    pub by: Option<AbilityId>,
    /// The creature that it is about.
    pub about: Option<Who>,
    /// The weapon that it lies on, if it does not lie on its bearer.
    pub weapon: Option<WeaponId>,
    /// What was granted has a place in the order of application.
    pub order: Option<u32>,
}

impl Source {
    /// Whether it counts for what is done with a weapon, or with none.
    pub fn counts_with(&self, weapon: Option<WeaponId>) -> bool {
        self.weapon.is_none() || self.weapon == weapon
    }
}

/// Whether somebody certainly has no feature about a topic: by far the commonest case.
#[inline(always)]
pub fn none(fight: &Fight, who: Who, topic: Topic) -> bool {
    let one = fight.one(who);
    fight.zones.is_empty() && !one.lasting.grants() && !one.makeup.about.has(topic)
}

/// Whether somebody certainly has no feature at all, and nothing lasts on it.
#[inline(always)]
pub fn is_bare(fight: &Fight, who: Who) -> bool {
    bears_nothing(fight, fight.one(who))
}

/// The same for one who has been looked up.
#[inline(always)]
pub fn bears_nothing(fight: &Fight, one: &Combatant) -> bool {
    fight.zones.is_empty() && one.lasting.is_empty() && one.makeup.about.is_empty()
}

/// Calls `found` for each feature of a combatant about a topic; perhaps for others, too.
#[inline]
pub fn each(fight: &Fight, who: Who, topic: Topic, found: impl FnMut(Feature, Source)) {
    if !none(fight, who, topic) {
        gather(fight, who, topic, found);
    }
}

fn gather(fight: &Fight, who: Who, topic: Topic, mut found: impl FnMut(Feature, Source)) {
    let one = fight.one(who);
    let own = Source { with: one.own, owner: who, by: None, about: None, weapon: None, order: None };
    let weapons = if one.before.is_none() { [one.main, one.off] } else { [None; 2] };
    let weapons = weapons.into_iter().flatten().map(|weapon| &fight.weapon(weapon).passive);
    for gifts in [&fight.template(who).passive].into_iter().chain(weapons).filter(|gifts| gifts.about(topic)) {
        for (feature, by) in gifts.iter() {
            found(*feature, Source { by: Some(*by), ..own });
        }
    }
    for lasting in one.lasting.iter() {
        if let Some(feature) = granted(fight, lasting) {
            let Lasting { with, by, about, weapon, .. } = *lasting;
            let owner = lasting.owner.unwrap_or(who);
            found(feature, Source { with, owner, by, about, weapon, order: Some(lasting.order) });
        }
    }
    if !fight.zones.is_empty() {
        ground::given(fight, who, &mut found);
    }
}

/// The feature that something lasting grants, if it grants one.
fn granted(fight: &Fight, lasting: &Lasting) -> Option<Feature> {
    let What::Granted(step) = lasting.what else { return None };
    match fight.step(step)?.effect {
        Effect::Grant(grant) => Some(grant.feature),
        _ => None,
    }
}

/// Whether any feature about a topic fits.
#[inline]
pub fn any(fight: &Fight, who: Who, topic: Topic, fits: impl Fn(Feature) -> bool) -> bool {
    let mut there = false;
    each(fight, who, topic, |feature, _| there |= fits(feature));
    there
}

/// What fits of the features about a topic; of several the last.
#[inline]
pub fn find<T>(fight: &Fight, who: Who, topic: Topic, fits: impl Fn(Feature, Source) -> Option<T>) -> Option<T> {
    let mut found = None;
    each(fight, who, topic, |feature, source| found = fits(feature, source).or(found.take()));
    found
}

/// The sum over all features about a topic.
#[inline]
pub fn sum(fight: &Fight, who: Who, topic: Topic, of: impl Fn(Feature, Source) -> i16) -> i16 {
    let mut total = 0;
    each(fight, who, topic, |feature, source| total += of(feature, source));
    total
}

/// Level, P and C now.
#[inline]
pub fn aptitudes(fight: &Fight, who: Who) -> Aptitudes {
    raised(fight.one(who).own, if none(fight, who, Topic::Aptitude) { (0, 0) } else { added(fight, who) })
}

/// Aptitudes with so much more of P and C, neither ever below 0.
#[inline]
pub(crate) fn raised(own: Aptitudes, (potency, control): (i16, i16)) -> Aptitudes {
    Aptitudes { potency: (own.potency + potency).max(0), control: (own.control + control).max(0), ..own }
}

/// What is added to P and C.
fn added(fight: &Fight, who: Who) -> (i16, i16) {
    let (mut potency, mut control) = (0, 0);
    gather(fight, who, Topic::Aptitude, |feature, source| match feature {
        Feature::Potency { by } => potency += fight.value(by, source.with),
        Feature::Control { by } => control += fight.value(by, source.with),
        _ => {}
    });
    (potency, control)
}

/// What a formula comes to for somebody as it is now, without its dice.
#[inline]
pub fn value(fight: &Fight, who: Who, formula: Formula) -> i16 {
    formula.constant().unwrap_or_else(|| fight.value(formula, aptitudes(fight, who)))
}

/// Whether a status effect does nothing to somebody.
pub fn immune(fight: &Fight, who: Who, status: Status) -> bool {
    any(
        fight,
        who,
        Topic::Immunity,
        |feature| matches!(feature, Feature::Immune { to, classes } if to.has(status) || classes.has(status.class())),
    )
}

/// Whether somebody is under a status effect that works.
#[inline]
pub fn affected(fight: &Fight, who: Who, status: Status) -> bool {
    fight.one(who).has(status) && !immune(fight, who, status)
}

/// Whether somebody goes on with what it has begun: conscious, not stunned on the way, and its turn not over.
#[inline]
pub fn goes_on(fight: &Fight, who: Who) -> bool {
    fight.able(who) && !fight.is_cut_short(who) && !affected(fight, who, Status::Stunned)
}

/// The abilities that something that happens to somebody sets off.
pub fn awaiting(fight: &Fight, who: Who, fits: impl Fn(Event) -> bool) -> SmallVec<[(Link, Source); 4]> {
    let mut due = SmallVec::new();
    each(fight, who, Topic::Events, |feature, source| {
        if let Feature::On { event, does, .. } = feature
            && fits(event)
        {
            due.push((does, source));
        }
    });
    due
}

/// Whether a condition of a step holds.
pub fn holds(fight: &Fight, user: Who, target: Option<Who>, when: When) -> bool {
    let on_target = |fits: &dyn Fn(Who) -> bool| target.is_some_and(fits);
    match when {
        When::TargetHas(status) => on_target(&|whom| affected(fight, whom, status)),
        When::TargetLacks(status) => on_target(&|whom| !affected(fight, whom, status)),
        When::UserHas(status) => affected(fight, user, status),
        When::UserLacks(status) => !affected(fight, user, status),
        When::TargetProne => on_target(&|whom| fight.one(whom).prone || fight.one(whom).unconscious),
        When::TargetUnconscious => on_target(&|whom| fight.one(whom).unconscious),
        When::TargetInWater => on_target(&|whom| ground::in_water(fight, whom)),
        When::TargetAloft => on_target(&|whom| fight.one(whom).altitude > 0),
        When::TargetGrounded => on_target(&|whom| fight.one(whom).altitude == 0),
        When::Enveloped(element) => fight.element.or(fight.template(user).element) == Some(element),
        When::MeleeInHand => {
            let main = fight.one(user).main;
            main.map_or_else(|| fight.template(user).pc, |weapon| fight.weapon(weapon).melee)
        }
        When::ThrowableInHand => fight.one(user).main.is_some_and(|weapon| fight.weapon(weapon).entry.throwable),
        When::TwoWeapons => super::weapons::two_weapons(fight, user),
        When::FreeMainHand => fight.one(user).main.is_none(),
        When::NearPlaceOfMagic => {
            let places = &fight.house().magic_places;
            places.iter().any(|place| distance::to_square(fight, user, *place) <= 3)
        }
        When::InSunlight => fight.house().sunlight == crate::house::Sunlight::Yes,
        When::HealthAtMost(most) => fight.one(user).health <= most,
        When::FromHighGround => on_target(&|whom| super::cover::heights(fight, user, whom) > 0),
        When::RitualAtWork => ground::ritual_of(fight, user).is_some(),
        When::TotemInHand => ground::planted(fight, user).is_none() && super::weapons::has_free_hand(fight, user),
        When::BowInHand => super::weapons::bow_in_hand(fight, user),
        When::PhysicalWeaponInHand => super::weapons::has_physical_weapon(fight, user),
        When::HasPet => super::summoning::pet_of(fight, user).is_some(),
        When::PetActs => super::summoning::pet_of(fight, user)
            .is_some_and(|pet| !fight.one(pet).prone && !affected(fight, pet, Status::Stunned)),
        When::PetShoots => super::summoning::pet_of(fight, user).is_some_and(|pet| {
            let basic = fight.template(pet).basic;
            basic.is_some_and(|basic| fight.ability(basic).is(crate::book::Tag::Projectile))
        }),
    }
}

/// A granted feature has been used up.
pub(crate) fn lose(fight: &mut Fight, who: Who, used: Feature) {
    let grants = |lasting: &Lasting| granted(fight, lasting) == Some(used);
    if let Some(place) = fight.one(who).lasting.iter().position(grants) {
        fight.one_mut(who).lasting.remove(place);
    }
}

/// What was granted for one time only is gone as soon as it works.
pub(crate) fn spend(fight: &mut Fight, who: Who, source: &Source) {
    let once = |lasting: &Lasting| {
        let feature = granted(fight, lasting);
        matches!(feature, Some(Feature::Rider { once: true, .. } | Feature::On { once: true, .. }))
    };
    let spent = |lasting: &Lasting| Some(lasting.order) == source.order && once(lasting);
    if let Some(place) = fight.one(who).lasting.iter().position(spent) {
        fight.one_mut(who).lasting.remove(place);
    }
}

/// `prepared.trigger`: what answers the next ability used against its bearer counts for all of that use, however many
/// rolls it has. So it ends once a use is through that had begun before it came; a use of the bearer's own, which may be
/// that very answer, ends nothing.
pub(crate) fn after_use(fight: &mut Fight, by: Who, since: u32) {
    if fight.counter == since {
        return;
    }
    let ends = |lasting: &Lasting| lasting.clock == Clock::ThisUse && lasting.order > since;
    for whom in fight.everyone() {
        if whom != by && fight.one(whom).lasting.iter().any(ends) {
            fight.one_mut(whom).lasting.retain(|lasting| !ends(lasting));
        }
    }
}
