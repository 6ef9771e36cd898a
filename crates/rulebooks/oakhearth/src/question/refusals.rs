//! Everything that somebody could name and may not do now, each with the rule that refuses it. It is put together only
//! when words were not understood or somebody wants to see all of it.

use std::collections::BTreeSet;

use quintain_engine::{Refusal, Refused, Shape, Who};
use quintain_field::{Square, Step};

use super::shape::shape;
use crate::ask::{Ask, Coin, Deed, Extra, Moment, Target, With};
use crate::book::{AddsTo, Aim, Condition};
use crate::fight::{Fight, Thing};
use crate::rules::{
    abilities, action_points, attack, conditions, doors, held, maneuvers, moving, non_lethal, objects, options,
    reactions, shove, throw, transfer, weapons,
};
use crate::setting::Table as Kept;
use crate::words::spaces;

/// The most who take part for pairs of them to be gone through.
const PAIRS: usize = 150;

/// All of it, without what the question lists itself.
pub fn refusals(fight: &Fight, ask: &Ask) -> Vec<Refused> {
    let mut list = List { fight, known: BTreeSet::new(), offered: Vec::new(), all: Vec::new() };
    list.know(ask);
    match *ask {
        Ask::Turn { who } => {
            beyond(fight, who, &mut |deed| list.deed(who, deed));
            list.squares(who);
            list.abilities(who);
        }
        Ask::Hold { who } => list.holds(who),
        Ask::Extras { who, deed } => list.extras(who, deed),
        Ask::React { who, moment, by, .. } if moment != Moment::Throw => list.reactions(who, moment, by),
        Ask::Direction { who, at, thrown } => list.ways(who, at, thrown),
        _ => {}
    }
    list.all
}

struct List<'a> {
    fight: &'a Fight,
    known: BTreeSet<String>,
    offered: Vec<String>,
    all: Vec<Refused>,
}

impl List<'_> {
    /// Notes what is offered, and what the question refuses by itself.
    fn know(&mut self, ask: &Ask) {
        if let Shape::OneOf(_, of) | Shape::Several { of, .. } | Shape::OrderOf(of) = shape(self.fight, ask) {
            for choice in of {
                let also = choice.also.iter().map(|words| words.to_lowercase());
                self.offered.extend(also.chain([choice.text.to_lowercase()]));
            }
        }
        self.known.extend(self.offered.iter().cloned());
        self.known.extend(super::refused(self.fight, ask).iter().map(|refused| refused.text.to_lowercase()));
    }

    fn add(&mut self, text: String, refusal: Refusal) {
        let words = text.to_lowercase();
        // The beginning of an option is understood as that option.
        let understood = || self.offered.iter().any(|offered| offered.starts_with(&words));
        if !self.known.contains(&words) && !understood() {
            self.known.insert(words);
            self.all.push(Refused { text, refusal });
        }
    }

    fn deed(&mut self, who: Who, deed: Deed) {
        if let Err(refusal) = options::may(self.fight, who, deed) {
            self.add(options::deed_text(self.fight, who, deed), refusal);
        }
    }

    /// Every Space to which nobody of its kind can go from here.
    fn squares(&mut self, who: Who) {
        let fight = self.fight;
        let budget = moving::within_reach(fight, who, action_points::available(fight, who));
        for to in fight.map.bounds().squares().filter(|to| fight.one(who).at != Some(*to)) {
            self.add(options::deed_text(fight, who, Deed::Move(to)), unreached(fight, who, to, budget));
        }
    }

    /// Abilities that are nothing to be done by themselves, and those that nobody taught it.
    fn abilities(&mut self, who: Who) {
        let fight = self.fight;
        for (place, known) in (0u16..).zip(&fight.setting.abilities) {
            let verb = if known.table == Kept::Spell { "cast" } else { "use" };
            let text = format!("{verb} {}", known.entry.name);
            let own = fight.template(who).abilities.contains(&place);
            let refusal = match known.entry.adds_to {
                _ if !own => Refusal::new(&crate::rules::spells::KIND, "it does not know how"),
                Some(AddsTo::Attack) => {
                    let refusal = Refusal::new(&maneuvers::ADDED, "it is added to an attack");
                    refusal.cure("attack, and name it when it is asked what is added")
                }
                Some(AddsTo::Grapple) => Refusal::new(&maneuvers::GRAPPLE, "it is added to a Grapple"),
                None if known.entry.trigger.is_some() => {
                    Refusal::new(&reactions::NEEDS_TRIGGER, "it answers what others do, and is offered then")
                }
                None => continue,
            };
            self.add(text, refusal);
        }
    }

    /// What is done at once and cannot wait, or cannot be paid now.
    fn holds(&mut self, who: Who) {
        let fight = self.fight;
        let mut each = |deed: Deed| {
            if options::holdable(fight, who, deed) {
                return;
            }
            let paid = action_points::may_pay(fight, who, options::ap_of(fight, who, deed).max(1));
            let refusal =
                paid.err().unwrap_or_else(|| Refusal::new(&held::DECLARE, "only an Action can wait that costs AP"));
            self.add(options::deed_text(fight, who, deed), refusal);
        };
        options::candidates(fight, who, &mut each);
        beyond(fight, who, &mut each);
    }

    /// What cannot be added to this.
    fn extras(&mut self, who: Who, deed: Deed) {
        let fight = self.fight;
        if let Deed::Cast { ability, .. } = deed {
            for more in &fight.ability(ability).entry.enhance {
                let refusal = Refusal::new(&crate::rules::spells::ENHANCE, "it costs more than can be spent on it");
                self.add(more.name.clone(), refusal);
            }
        }
        let spent = if let Deed::Cast { .. } = deed { options::ap_of(fight, who, deed) } else { 0 };
        let broke = |ap: u8| action_points::may_pay(fight, who, spent + ap).err();
        let no = |why: &'static str| Refusal::new(&attack::AP_FOR_ADV, why);
        for number in 1..=3 {
            let refusal = broke(number).unwrap_or_else(|| no("no more ADV can be bought for it"));
            self.add(options::extra_text(fight, who, None, Extra::Adv(number)), refusal);
        }
        let refusal = Refusal::new(&non_lethal::DECLARE, "only a melee attack with a weapon or the body spares");
        self.add(options::extra_text(fight, who, None, Extra::NonLethal), refusal);
        if let Deed::Cast { .. } = deed {
            return;
        }
        for (place, known) in (0u16..).zip(&fight.setting.abilities) {
            if known.entry.adds_to.is_none() || !fight.template(who).abilities.contains(&place) {
                continue;
            }
            for extra in [Coin::Ap, Coin::Sp].map(|coin| Extra::Maneuver(place, coin, 1)) {
                let (ap, sp) = options::price(fight, who, extra);
                let dear = broke(ap).or_else(|| {
                    let short = sp as i8 > fight.one(who).sp || ap == 0 && sp == 0;
                    short.then(|| Refusal::new(&maneuvers::ADDED, "it has not the SP for it"))
                });
                let refusal = dear.unwrap_or_else(|| Refusal::new(&maneuvers::ADDED, "it does not go with this"));
                self.add(options::extra_text(fight, who, None, extra), refusal);
            }
        }
        let helped = fight.one(who).help.iter().map(|die| die.by);
        for helper in helped {
            let refusal = Refusal::new(&crate::rules::help::ATTACK_SCOPE, "that help is for something else");
            self.add(options::extra_text(fight, who, None, Extra::Help(helper)), refusal);
        }
    }

    /// Reactions that this moment does not allow.
    fn reactions(&mut self, who: Who, moment: Moment, by: Who) {
        let fight = self.fight;
        for with in options::arms(fight, who) {
            let weapon = fight.weapon(weapons::used(fight, who, with));
            let refusal = match (moment, weapon.range) {
                (Moment::Provoked, None) => reactions::may_strike(fight, who, by).err().unwrap_or_else(|| {
                    Refusal::new(&reactions::AOO_VISIBLE, format!("{} does not reach that far", weapon.name))
                }),
                (Moment::Provoked, Some(_)) => {
                    Refusal::new(&reactions::AOO_EFFECT, format!("{} is no weapon for hand to hand", weapon.name))
                }
                _ => Refusal::new(&reactions::NEEDS_TRIGGER, "nobody gives an opening"),
            };
            self.add(format!("attack of opportunity with {}", weapon.name), refusal);
        }
        let known = fight.template(who).abilities.iter().copied();
        for ability in known.filter(|ability| fight.ability(*ability).entry.trigger.is_some()) {
            let entry = &fight.ability(ability).entry;
            let paid =
                action_points::may_pay(fight, who, entry.ap).and_then(|()| abilities::may_begin(fight, who, ability));
            let refusal =
                paid.err().unwrap_or_else(|| Refusal::new(&reactions::NEEDS_TRIGGER, "its moment is another"));
            self.add(entry.name.to_lowercase(), refusal);
        }
    }

    /// Ways in which nobody is pushed or thrown from here.
    fn ways(&mut self, who: Who, at: Who, thrown: bool) {
        let (rule, why) = match thrown {
            true => (&throw::DISTANCE, "that would bring it closer"),
            false => (&shove::DIRECTION, "a shove goes straight on, or to the left or right"),
        };
        let open = shove::ways(self.fight, who, at, thrown);
        for step in Step::ALL.into_iter().filter(|step| !open.contains(step)) {
            self.add(step.to_string(), Refusal::new(rule, why));
        }
    }
}

/// Why a Space cannot be walked to with so much movement.
fn unreached(fight: &Fight, who: Who, to: Square, budget: i16) -> Refusal {
    let no = |why: String| Refusal::new(&moving::ACTION, why);
    if let Err(refusal) = conditions::dares(fight, who, Deed::Move(to)) {
        return refusal;
    }
    if !fight.able(who) {
        return no("it cannot act".into());
    }
    if budget <= 0 {
        return moving::may_move(fight, who).err().unwrap_or_else(|| no("it has no movement".into()));
    }
    if fight.map.blocks_movement(to) || fight.walled(to) {
        return no(format!("{to} is solid"));
    }
    if let Some(other) = fight.other_on(who, to).filter(|other| !fight.may_share(who, *other)) {
        return no(format!("{} stands at {to}", fight.label(other)));
    }
    let far = fight.distance_to(who, to);
    if fight.one(who).moves >= 3 && far > fight.one(who).movement {
        return Refusal::new(&moving::MAX_THREE, "it has moved three times in this round");
    }
    match far > budget {
        true => no(format!("{to} is {} away, and {budget} can be had", spaces(far))),
        false => no(format!("no way of {} leads to {to}", spaces(budget))),
    }
}

/// What could be done that nobody would think of: to friends, to oneself, to the fallen, far away, with other things.
fn beyond(fight: &Fight, who: Who, each: &mut impl FnMut(Deed)) {
    let few = fight.cast.len() <= PAIRS;
    for at in fight.everyone() {
        for with in options::arms(fight, who) {
            each(Deed::Attack { at, with });
            each(Deed::FallOn { at, with });
            for hand in fight.one(at).each_hand() {
                each(Deed::Disarm { at, hand, with });
            }
            each(Deed::Cut { whom: at, with });
        }
        for deed in [
            Deed::Grapple(at),
            Deed::Shove(at),
            Deed::Tackle(at),
            Deed::Pass(at),
            Deed::Release(at),
            Deed::Escape(at),
            Deed::Throw(at),
            Deed::Toss(at),
            Deed::Mount(at),
            Deed::Wake(at),
            Deed::Tend(at),
            Deed::Stabilize(at),
            Deed::PutOut(at),
            Deed::TearFree(at),
        ] {
            each(deed);
        }
        for other in fight.everyone().filter(|_| few) {
            each(Deed::HelpAttack(at, other));
            each(Deed::ThrowAt(at, other));
        }
        options::HELPED.into_iter().for_each(|skill| each(Deed::HelpSkill(at, skill)));
        for thing in transfer::belongings(fight, who) {
            each(Deed::Give { thing, to: at });
        }
        for thing in transfer::belongings(fight, at).filter(|_| at != who) {
            each(Deed::Take { thing, from: at });
        }
        for item in 0..fight.one(who).items.len() as u8 {
            each(Deed::Use { item, at: Target::Who(at) });
        }
        for ability in fight.template(who).uses.deeds.iter().copied() {
            if matches!(fight.ability(ability).entry.aim, Aim::Enemy | Aim::Friend | Aim::Ally | Aim::Creature) {
                let at = Target::Who(at);
                maneuvers::coins(fight, who, ability).for_each(|coin| each(Deed::Cast { ability, at, coin }));
            }
        }
    }
    places(fight, who, each);
    things(fight, who, each);
    Condition::ALL.iter().for_each(|condition| each(Deed::Shed(*condition)));
    for by in (1..=10).flat_map(|by| [by, -by]) {
        each(Deed::Climb(by));
    }
    for (portal, _) in doors::all(fight) {
        doors::Turn::ALL.into_iter().for_each(|turn| each(Deed::Door(portal, turn)));
    }
}

/// What is aimed at Spaces.
fn places(fight: &Fight, who: Who, each: &mut impl FnMut(Deed)) {
    for to in fight.map.bounds().squares() {
        each(Deed::Jump(to));
        for item in 0..fight.one(who).items.len() as u8 {
            each(Deed::Use { item, at: Target::Square(to) });
        }
        for ability in fight.template(who).uses.deeds.iter().copied() {
            if fight.ability(ability).entry.aim == Aim::Space {
                each(Deed::Cast { ability, at: Target::Square(to), coin: Coin::Ap });
            }
        }
    }
}

/// What is done with things that are not at hand.
fn things(fight: &Fight, who: Who, each: &mut impl FnMut(Deed)) {
    for (thing, _) in &fight.floor {
        if !objects::within_reach(fight, who).any(|near| near == *thing) {
            each(Deed::PickUp(*thing));
        }
    }
    for weapon in fight.one(who).carried.iter().copied() {
        each(Deed::Draw(Thing::Weapon(weapon)));
        each(Deed::Reload(weapon));
    }
    for with in options::arms(fight, who).filter(|with| matches!(with, With::Natural(_))) {
        each(Deed::Reload(weapons::used(fight, who, with)));
    }
}
