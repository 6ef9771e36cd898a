//! Causeway, a small game for Quintain: `CHAPTER.md` has its rules, `turn` the fight from top to bottom.
//!
//! Floors: `book` < `game` < `rules` < `turn` < `tactics`.

mod book;
mod game;
mod rules;
mod tactics;
mod turn;

use StatGroup::{Ability, Defence, Life, Means};
use StatKind::{Count, Pool, Score};
use quintain_engine::kit::prelude::*;

use crate::book::{Body, Entry};
use crate::game::{Act, Ask, Causeway, Fight};
use crate::rules::{blows::*, places::*, powers::*, wounds::*, *};

/// This rulebook, for a shelf.
pub static RULEBOOK: &dyn AnyRulebook = &Shelved::<Fight>::new();

/// Its packs, encounters and examples, as `build.rs` has found them.
pub static FILES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/files.rs"));

type Value = Number<Fight, Body>;
const SHEET: &[Value] = &[
    Value::new("heart", "HEART", Life, Pool, "How much more it can take; at 0 it is out of the fight.")
        .stored(0..=99, |one| one.heart, |one, n| one.heart = n)
        .at_most(|one| one.full),
    Value::new("oil", "OIL", Means, Count, "What powers take.").stored(0..=20, |one| one.oil, |one, n| one.oil = n),
    Value::new("guard", "GUARD", Defence, Score, "What a blow must come to.").reckoned(guard, guard),
    Value::new("armour", "ARMOUR", Defence, Score, "What comes off harm.")
        .derived(|fight, who| fight.entry(who).armour),
    Value::new("skill", "SKILL", Ability, Score, "What blows add.").derived(|fight, who| fight.entry(who).skill),
    Value::new("nerve", "NERVE", Ability, Score, "What it bears.").derived(|fight, who| fight.entry(who).nerve),
];

impl Game for Causeway {
    type State = ();
    type Creature = Entry;
    type Ask = Ask;
    type Act = Act;

    const ID: &'static str = "causeway";
    const NAME: &'static str = "Causeway";
    const REVISION: u32 = 1;
    const TACTICS: &'static [TacticsInfo] =
        &[TacticsInfo { name: "bold", about: "Goes to the nearest foe and strikes the weakest within reach." }];
    const SECTIONS: &'static [&'static Section] =
        &[&turn::SECTION, &places::SECTION, &blows::SECTION, &wounds::SECTION, &powers::SECTION];
    const TOPICS: &'static [&'static Topic] = &[&ASK_WAY, &turn::ASK_DEED, &ASK_PARRY];
    const VERBS: &'static [&'static Verb] =
        &[&TO_GO, &TO_STEP, &TO_STAY, &TO_STRIKE, &TO_FLARE, &TO_MEND, &TO_DAUNT, &TO_GUARD, &TO_PARRY, &TO_TAKE];
    const NUMBERS: &'static [Value] = SHEET;
    const CONDITIONS: &'static [&'static Condition] =
        &[&DOWN, &DEAD, &FLED, &YIELDED, &ALIGHT, &GUARDED, &PARRIED, &REAR];
    const GONE: &'static Condition = &FLED;

    fn advance<T: Table<Fight>>(fight: &mut Fight, table: &mut T) -> Result<(), T::Halt> {
        turn::advance(fight, table)
    }

    fn asked(fight: &Fight, ask: &Ask) -> Asked {
        match *ask {
            Ask::Go(who) => Asked::new(who, &ASK_WAY, format!("Where does {} go?", fight.name(who))),
            Ask::Do(who) => Asked::new(who, &turn::ASK_DEED, format!("What does {} do?", fight.name(who))),
            Ask::Parry(who, harm) => Asked::new(who, &ASK_PARRY, format!("Does {} parry {harm}?", fight.name(who))),
        }
    }

    fn acts(fight: &Fight, ask: &Ask) -> Vec<Act> {
        match *ask {
            Ask::Parry(..) => vec![Act::Parry, Act::Take],
            Ask::Go(who) => places::ways(fight, who),
            Ask::Do(who) => {
                let strikes = fight.foes_of(who).map(|at| Act::Strike { at });
                strikes.chain(powers::acts(fight, who)).chain([Act::Guard]).collect()
            }
        }
    }

    fn may(fight: &Fight, ask: &Ask, act: Act) -> Result<(), Refusal> {
        match (ask, act) {
            (Ask::Do(who), Act::Strike { at }) => may_reach(fight, *who, at, fight.entry(*who).reach),
            (Ask::Do(who), Act::Use { power, on }) => powers::may(fight, *who, power, on),
            _ => Ok(()),
        }
    }

    fn label(fight: &Fight, ask: &Ask, act: Act) -> Label {
        let (Ask::Go(who) | Ask::Do(who) | Ask::Parry(who, _)) = *ask;
        let weapon = &fight.entry(who).weapon;
        match act {
            Act::Go { to } => Label::new(&TO_GO).on(Target::Square(to)),
            Act::Step => Label::new(&TO_STEP),
            Act::Stay => Label::new(&TO_STAY),
            Act::Strike { at } => Label::new(&TO_STRIKE).on(Target::Who(at)).with(weapon, weapon),
            Act::Use { power, on } => Label::new(doing(power)).on(Target::Who(on)).costing(Price::Pool("oil"), 1, None),
            Act::Guard => Label::new(&TO_GUARD),
            Act::Parry => Label::new(&TO_PARRY).costing(Price::Reaction, 1, Some(0)),
            Act::Take => Label::new(&TO_TAKE),
        }
    }

    fn worth(fight: &Fight, _: usize, ask: &Ask, act: Act) -> i16 {
        tactics::worth(fight, ask, act)
    }

    fn falls(fight: &Fight, who: Who) -> &'static Condition {
        if fight[who].hero { &DOWN } else { &DEAD }
    }
}
