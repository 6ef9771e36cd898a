//! What is legal and what is not: every option of every question. Legality is written once, as a check that returns the
//! reason; options are the candidates that pass it.

use std::collections::{HashMap, HashSet};

use quintain_engine::{Choice, Refusal, Refused, Rule, Shape, Side, Wants, Who};
use quintain_field::Square;

use crate::ask::{self, Act, Aimed, Ask, Deed, yes_no};
use crate::book::{Aim, Cover, Tag, Time, Word};
use crate::content::AbilityId;
use crate::fight::{Fight, Gait, Turn};
use crate::objection::Objection;
use crate::rules::{
    abilities, actions, curses, falling, kept, mounted, movement, order, picked, prone, special_actions, steps,
    targets, weapons,
};

mod moves;
mod picks;
mod refusals;
mod words;

pub use refusals::refusals;

pub use moves::reach;

/// The shape of a question with its legal options, and what is refused.
pub fn shape(fight: &Fight, ask: &Ask) -> (Shape<Act>, Vec<Refused>) {
    let plain = |shape| (shape, Vec::new());
    if let Some(shape) = picks::shape(fight, ask) {
        return plain(shape);
    }
    match *ask {
        Ask::Ambush => plain(sides(fight)),
        Ask::Agreed { side, speaker, to } => plain(Shape::OrderOf(
            order::agreeing(fight, (side, speaker, to)).into_iter().map(|who| person(fight, who)).collect(),
        )),
        Ask::Turn { who } => {
            let options = gathered(fight, who, false);
            (Shape::OneOf(Wants::Act, options.choices), options.refused)
        }
        Ask::Cover { .. } => plain(Shape::OneOf(Wants::Act, covers())),
        Ask::Raise { most, .. } => plain(Shape::Number { least: 0, most: most.max(0).into() }),
        Ask::Amount { most, .. } => plain(Shape::Number { least: 1, most: most.max(1).into() }),
        Ask::TargetOrder { .. } => {
            plain(Shape::OrderOf(fight.scratch.eligible.iter().map(|who| person(fight, *who)).collect()))
        }
        Ask::Which { who, whom, ability } => {
            let status = |status| Choice::new(Word::text(status), Act::Status(status));
            let of = curses::liftable(fight, (who, whom), ability).into_iter().map(status).collect();
            plain(Shape::OneOf(Wants::Act, of))
        }
        Ask::Place { .. } | Ask::Landing { .. } | Ask::SummonAt { .. } => {
            let square = |square: &Square| Choice::new(square.to_string(), Act::Square(*square)).at(*square);
            plain(Shape::OneOf(Wants::Square, picked::offered(fight).iter().map(square).collect()))
        }
        Ask::Away { .. } => {
            plain(Shape::OneOf(Wants::Act, vec![Choice::new("push away", Act::Yes), Choice::new("pull near", Act::No)]))
        }
        Ask::Environment { hazard } => {
            let hazard = fight.setting.hazards.get(usize::from(hazard));
            let name = hazard.map_or("the environment", |hazard| hazard.entry.name.as_str());
            plain(either(format!("{name} acts"), format!("{name} is left out")))
        }
        Ask::React { ability, .. } => {
            let name = fight.ability(ability).entry.name.clone();
            let no = Choice::new("no", Act::No).also(&["pass", "decline"]);
            plain(Shape::OneOf(Wants::YesNo, vec![Choice::new("yes", Act::Yes).or(name), no]))
        }
        Ask::Flee { who } => {
            plain(either(format!("{} flees", fight.label(who)), format!("{} stays", fight.label(who))))
        }
        Ask::HowFar { most, .. } => plain(Shape::Number { least: 0, most: most.max(0).into() }),
        Ask::Leave { who } => {
            plain(either(format!("{} leaves", fight.label(who)), format!("{} stays", fight.label(who))))
        }
        Ask::Continue { .. } => plain(either("go on".into(), "end the combat".into())),
        _ => plain(yes_no()),
    }
}

/// Yes or no, in words of their own.
fn either(yes: String, no: String) -> Shape<Act> {
    Shape::OneOf(Wants::YesNo, vec![Choice::new(yes, Act::Yes), Choice::new(no, Act::No)])
}

fn person(fight: &Fight, who: Who) -> Choice<Act> {
    Choice::new(fight.label(who), Act::Who(who)).on(who)
}

fn sides(fight: &Fight) -> Shape<Act> {
    let side = |(place, name): (usize, &String)| Choice::new(name.clone(), Act::Side(Side(place as u8)));
    let of: Vec<Choice<Act>> = fight.setting.sides.iter().enumerate().map(side).collect();
    let most = of.len();
    Shape::Several { wants: Wants::Act, of, least: 0, most }
}

fn covers() -> Vec<Choice<Act>> {
    let grade = |cover: Cover| Choice::new(cover.text(), Act::Cover(Some(cover)));
    let mut all = vec![Choice::new("no cover", Act::Cover(None))];
    all.extend([Cover::Quarter, Cover::Half, Cover::Full].map(grade));
    all
}

/// Whether something may be done on the turn under way.
///
/// # Errors
/// The rule that forbids it.
pub fn may(fight: &Fight, who: Who, deed: Deed) -> Result<(), Objection> {
    match deed {
        Deed::Done => Ok(()),
        Deed::Move { run, .. } => actions::may_move(fight, who, run),
        Deed::Altitude { to, run } => may_change_altitude(fight, who, to, run),
        Deed::JumpDown(to) => falling::may_jump_down(fight, who, to),
        Deed::Stand { run } => may_stand(fight, who, true, run),
        Deed::LieDown { run } => may_stand(fight, who, false, run),
        Deed::Steady => may_steady(fight, who),
        Deed::Use { ability, aim } => may_use(fight, who, ability).and_then(|()| may_aim(fight, who, ability, aim)),
        Deed::With(ability) => may_add(fight, who, ability),
        Deed::End(ability) if kept::may_be_ended(fight, who).any(|known| known == ability) => Ok(()),
        Deed::End(ability) => Err(Objection::about(&actions::UPKEEP, ability, "{} is not at work")),
        Deed::Speak { .. } | Deed::Whisper { .. } | Deed::PrepareSpeech => special_actions::may(fight, who, deed),
        Deed::Mount(_) | Deed::Dismount(_) => mounted::may(fight, who, deed),
        _ => weapons::may(fight, who, deed),
    }
}

fn may_change_altitude(fight: &Fight, who: Who, to: i16, run: bool) -> Result<(), Objection> {
    actions::may_move(fight, who, run)?;
    let price = steps::altitude_price(fight.one(who).altitude, to);
    let left = movement::left(fight, who, Gait::Fly, run);
    if fight.one(who).prone && to > fight.one(who).altitude {
        return Err(Objection::new(&prone::STAY, "it lies prone"));
    }
    if !movement::may_rise_or_sink(fight, who, to) {
        return Err(Objection::new(&movement::OCCUPIED, "somebody is in the way above or below"));
    }
    let rule = if to > fight.one(who).altitude { &movement::ASCEND } else { &movement::DESCEND };
    match price <= left {
        true => Ok(()),
        false => Err(Objection::new(rule, "that costs {0}, and {1} is left").with([price, left])),
    }
}

fn may_stand(fight: &Fight, who: Who, up: bool, run: bool) -> Result<(), Objection> {
    let one = fight.one(who);
    match (up, one.prone) {
        (true, false) => return Err(Objection::new(&prone::STAND, "it does not lie")),
        (false, true) => return Err(Objection::new(&prone::VOLUNTARY, "it lies already")),
        (true, true) if kept::held(fight, who) => {
            return Err(Objection::new(&prone::STAND, "it is held down"));
        }
        (false, false) if one.altitude > 0 => return Err(Objection::new(&prone::VOLUNTARY, "it is aloft")),
        (false, false) if prone::never_lies(fight, who) => {
            return Err(Objection::new(&prone::VOLUNTARY, "it cannot go prone"));
        }
        _ => {}
    }
    let running = fight.turn.as_ref().is_some_and(|turn| turn.running);
    actions::has_move(fight, who, run || running)?;
    prone::may_change(fight, who, run || running)
}

fn may_steady(fight: &Fight, who: Who) -> Result<(), Objection> {
    actions::has_move(fight, who, false)?;
    let moving = fight.turn.as_ref().is_some_and(|turn| turn.moving);
    if moving {
        return Err(Objection::new(&weapons::UNSTEADY, "it has moved"));
    }
    weapons::may_steady(fight, who)
}

/// Whether an ability may be used now at all: time, needs, price, and what has been added to it.
///
/// # Errors
/// The rule that forbids it.
#[inline]
pub fn may_use(fight: &Fight, who: Who, ability: AbilityId) -> Result<(), Objection> {
    if actions::is_free_to(fight, who, ability) { Ok(()) } else { may_use_now(fight, who, ability) }
}

fn may_use_now(fight: &Fight, who: Who, ability: AbilityId) -> Result<(), Objection> {
    let time = fight.ability(ability).time();
    actions::may_spend(fight, who, time)?;
    abilities::additions_fit(fight, who, ability)?;
    abilities::may_use(fight, who, ability)?;
    let energy = || abilities::due(fight, who, ability, abilities::pending(fight, who), 1).0;
    actions::affords_second(fight, who, time, energy)
}

fn may_aim(fight: &Fight, who: Who, ability: AbilityId, aim: Aimed) -> Result<(), Objection> {
    match aim {
        Aimed::One(target) | Aimed::Ring { first: target, .. } => targets::may_pick(fight, who, ability, target),
        Aimed::At(square) => targets::may_pick_square(fight, who, ability, square),
        Aimed::Oneself | Aimed::Toward(_) => Ok(()),
    }
}

/// Whether a modification may be added to what comes next.
fn may_add(fight: &Fight, who: Who, modification: AbilityId) -> Result<(), Objection> {
    let pending = abilities::pending(fight, who);
    if pending.contains(&modification) {
        return Err(Objection::new(&actions::REGULAR, "it has been added"));
    }
    if pending.len() == Turn::MOST_MODS {
        let most = Turn::MOST_MODS as i16;
        return Err(Objection::new(&actions::REGULAR, "no more than {0} things can be added to an act").with([most, 0]));
    }
    if fight.ability(modification).is(Tag::Technique) {
        // A technique is one even where it goes with a blow.
        prone::may_use(fight, who, modification)?;
    }
    abilities::may_come(fight, who, modification)?;
    abilities::affordable(fight, who, modification, 1)?;
    let mut any = false;
    abilities::each(fight, who, |ability| {
        any |= abilities::goes_with(fight, modification, ability) && may_use(fight, who, ability).is_ok();
    });
    match any || abilities::goes_with_speech(fight, modification) {
        true => Ok(()),
        false => Err(Objection::new(&actions::REGULAR, "nothing that it goes with can be used now")),
    }
}

/// The options of a turn with what is refused; with every square and everything else that words could name if `full`.
fn gathered(fight: &Fight, who: Who, full: bool) -> Options<'_> {
    let mut options = Options {
        fight,
        who,
        full,
        known: HashSet::new(),
        taken: HashMap::new(),
        choices: Vec::new(),
        refused: Vec::new(),
    };
    moves::options(&mut options);
    for deed in [Deed::Stand { run: false }, Deed::LieDown { run: false }, Deed::Steady] {
        options.consider(deed);
    }
    options.stands_running();
    let mut own = Vec::new();
    abilities::each(fight, who, |ability| own.push(ability));
    own.dedup();
    for ability in own {
        options.ability(ability);
    }
    let mut others = Vec::new();
    abilities::each_modification(fight, who, |ability| others.push(Deed::With(ability)));
    abilities::each_extra(fight, who, |ability| others.push(Deed::With(ability)));
    weapons::each_deed(fight, who, &mut |deed| others.push(deed));
    others.extend(kept::may_be_ended(fight, who).map(Deed::End));
    special_actions::each_deed(fight, who, &mut |deed| others.push(deed));
    mounted::each_deed(fight, who, &mut |deed| others.push(deed));
    for deed in others {
        options.consider(deed);
    }
    options.take(Deed::Done);
    if options.explains_squares() {
        refusals::throws_to_squares(&mut options);
    }
    if full {
        refusals::of_turn(&mut options);
    }
    options
}

/// Maps with more squares than this do not say of each square why it is out of reach unless somebody asks.
const EXPLAINED: usize = 600;

/// Options as they are gathered.
struct Options<'a> {
    fight: &'a Fight,
    who: Who,
    /// Everything that words could name is refused with its reason, not only what somebody would look for first.
    full: bool,
    /// The texts so far, in lower case.
    known: HashSet<String>,
    /// Where the options that were taken stand among the choices.
    taken: HashMap<Deed, usize>,
    choices: Vec<Choice<Act>>,
    refused: Vec<Refused>,
}

impl Options<'_> {
    /// The text of a deed. Of two things of one name the later one gets a number.
    fn text(&mut self, deed: Deed) -> String {
        let text = ask::deed_text(self.fight, self.who, deed);
        if self.known.insert(text.to_lowercase()) {
            return text;
        }
        let mut numbered = (2..).map(|number| format!("{text} ({number})"));
        numbered.find(|text| self.known.insert(text.to_lowercase())).unwrap_or(text)
    }

    fn take(&mut self, deed: Deed) {
        let text = self.text(deed);
        if let Some(same) = self.taken.get(&deed) {
            // Of two things that are alike it does not matter which.
            self.choices[*same].also.push(text.into());
            return;
        }
        self.taken.insert(deed, self.choices.len());
        let mut choice = Choice::new(text, Act::Deed(deed));
        choice.also = words::others(self.fight, self.who, deed);
        (choice.who, choice.square) = ask::points_at(deed);
        if let Deed::Stand { run: true } | Deed::LieDown { run: true } = deed {
            choice.hint = "gives up the action".into();
        }
        self.choices.push(choice);
    }

    fn refuse(&mut self, deed: Deed, objection: Objection) {
        let (text, refusal) = (self.text(deed), objection.refusal(self.fight));
        if self.full {
            for other in words::others(self.fight, self.who, deed) {
                self.refuse_words(other.into_owned(), &refusal);
            }
        }
        self.refused.push(Refused { text, refusal });
    }

    /// Whether one more square is worth words: without being asked for, the first for each rule that refuses some stands for
    /// all.
    fn explains(&self, rule: &'static Rule) -> bool {
        self.full || !self.refused.iter().any(|known| std::ptr::eq(known.refusal.rule, rule))
    }

    /// Refuses what goes by these words, if nothing else does.
    fn refuse_words(&mut self, text: String, refusal: &Refusal) {
        if self.known.insert(text.to_lowercase()) {
            self.refused.push(Refused { text, refusal: refusal.clone() });
        }
    }

    fn consider(&mut self, deed: Deed) {
        match may(self.fight, self.who, deed) {
            Ok(()) => self.take(deed),
            Err(refusal) => self.refuse(deed, refusal),
        }
    }

    /// Where one Move has no room for getting up or down, the second Move of a run may begin with it.
    fn stands_running(&mut self) {
        let (fight, who) = (self.fight, self.who);
        let lies = fight.one(who).prone;
        let (plain, run) = match lies {
            true => (Deed::Stand { run: false }, Deed::Stand { run: true }),
            false => (Deed::LieDown { run: false }, Deed::LieDown { run: true }),
        };
        if may(fight, who, plain).is_err() && may(fight, who, run).is_ok() {
            self.take(run);
        }
    }

    /// An ability on each of its targets; refused as a whole, or on each foe that it does not reach.
    fn ability(&mut self, ability: AbilityId) {
        let mut found = Vec::new();
        targets::each(self.fight, self.who, ability, |aim| found.push(aim));
        let whole = may_use(self.fight, self.who, ability);
        let prepared = self.fight.ability(ability).time() == Time::Prepared;
        if prepared {
            // Its trigger settles its target.
            found = vec![Aimed::Oneself];
        }
        if let Err(refusal) = whole {
            // Each square has its reason, if somebody asks for it.
            for aim in found.into_iter().filter(|aim| !matches!(aim, Aimed::At(_))) {
                self.refuse(Deed::Use { ability, aim }, refusal);
            }
            if let Aim::Burst { .. } | Aim::Ground { .. } = self.fight.ability(ability).entry.aim {
                self.refuse_words(self.fight.ability(ability).entry.name.clone(), &refusal.refusal(self.fight));
            }
            self.refuse_misses(ability, Some(&refusal));
            self.refuse_squares(ability, Some(refusal));
            return;
        }
        for aim in found {
            self.take(Deed::Use { ability, aim });
        }
        if !prepared {
            self.refuse_misses(ability, None);
            self.refuse_squares(ability, None);
        }
    }

    /// Squares that an ability aimed at the ground does not reach; all of them where it is refused as a whole.
    fn refuse_squares(&mut self, ability: AbilityId, whole: Option<Objection>) {
        let entry = &self.fight.ability(ability).entry;
        if self.explains_squares()
            && matches!(entry.aim, Aim::Burst { .. } | Aim::Ground { .. })
            && entry.time != Time::Prepared
        {
            let (fight, who) = (self.fight, self.who);
            self.refuse_at(|square| {
                let own = targets::may_pick_square(fight, who, ability, square).err();
                whole.or(own).map(|objection| (Deed::Use { ability, aim: Aimed::At(square) }, objection))
            });
        }
    }

    /// Refuses what is objected to of the squares of the map.
    fn refuse_at(&mut self, objected: impl Fn(Square) -> Option<(Deed, Objection)>) {
        for (deed, objection) in self.fight.setting.map.bounds().squares().filter_map(objected) {
            if self.explains(objection.rule()) {
                // Something else of this name may reach it.
                let text = ask::deed_text(self.fight, self.who, deed);
                self.refuse_words(text, &objection.refusal(self.fight));
            }
        }
    }

    /// Whether squares are looked at one by one: on a large map only if somebody asks for it.
    fn explains_squares(&self) -> bool {
        let map = &self.fight.setting.map;
        self.full || usize::from(map.width()) * usize::from(map.depth()) <= EXPLAINED
    }

    /// Creatures that an ability does not reach.
    fn refuse_misses(&mut self, ability: AbilityId, whole: Option<&Objection>) {
        if self.fight.ability(ability).time() == Time::Prepared || !targets::is_for_creatures(self.fight, ability) {
            return;
        }
        for target in self.fight.everyone() {
            if self.fight.one(target).out.is_some() && !self.full {
                continue;
            }
            if let Err(refusal) = targets::may_pick(self.fight, self.who, ability, target) {
                let refusal = whole.copied().unwrap_or(refusal);
                self.refuse(Deed::Use { ability, aim: Aimed::One(target) }, refusal);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tactics::tests::at_every_turn;

    #[test]
    fn what_one_is_free_to_use_nothing_forbids() {
        let mut met = 0;
        at_every_turn(|fight, who, _| {
            abilities::each(fight, who, |ability| {
                if actions::is_free_to(fight, who, ability) {
                    assert_eq!(may_use_now(fight, who, ability), Ok(()), "{} of {}", ability.0, fight.label(who));
                    met += 1;
                }
            });
        });
        assert!(met > 20, "only {met} met");
    }
}
