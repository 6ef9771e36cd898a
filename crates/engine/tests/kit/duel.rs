//! A whole game: in your turn you throw a d6, and on 4 or more a foe loses 1 heart.

use quintain_engine::kit::{self, prelude::*};

section! {
    "Duel";
    STRIKE = Choice "duel.strike": "In its turn a duellist throws a d6 at a foe, which loses 1 heart on 4 or more.";
    OUT = Engine "duel.out": "At 0 heart a duellist is out, and the last side that stands has won.";
}

static ASK_WHOM: Topic = topic("whom", &STRIKE, Decider::Actor, Weight::Decision, "Whom to strike");
static TO_STRIKE: Verb = verb("strike", "STRIKE", Group::Attack, &STRIKE, "Strikes a foe.");
static DOWN: Condition = Condition::new("down", "DOWN", Mood::Bad, &OUT, "Is out of the duel.").out();

/// An entry of a pack, which is also all that a fight keeps of a duellist.
#[derive(Clone, Debug, Hash, serde::Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Duellist {
    name: String,
    heart: i16,
}

impl Creature for Duellist {
    type Body = Duellist;

    fn name(&self) -> &str {
        &self.name
    }

    fn body(&self) -> Duellist {
        self.clone()
    }
}

/// The game.
#[derive(Debug)]
pub struct Duel;

type Fight = kit::Fight<Duel>;
type Value = Number<Fight, Duellist>;

impl Game for Duel {
    type State = ();
    type Creature = Duellist;
    type Ask = Who;
    type Act = Who;

    const ID: &'static str = "duel";
    const NAME: &'static str = "Duel";
    const REVISION: u32 = 1;
    const TACTICS: &'static [TacticsInfo] = &[TacticsInfo { name: "keen", about: "Strikes the weakest foe." }];
    const SECTIONS: &'static [&'static Section] = &[&SECTION];
    const TOPICS: &'static [&'static Topic] = &[&ASK_WHOM];
    const VERBS: &'static [&'static Verb] = &[&TO_STRIKE];
    const NUMBERS: &'static [Value] =
        &[Value::new("heart", "HEART", StatGroup::Life, StatKind::Pool, "At 0 it is out.")
            .stored(0..=9, |one| one.heart, |one, n| one.heart = n)
            .at_most(|_| 9)];
    const CONDITIONS: &'static [&'static Condition] = &[&DOWN];
    const GONE: &'static Condition = &DOWN;

    fn advance<T: Table<Fight>>(fight: &mut Fight, table: &mut T) -> Result<(), T::Halt> {
        fight.begin_round(table, &STRIKE);
        for who in fight.everyone() {
            let able = fight.fighting(who) && fight.foes_of(who).next().is_some();
            let Some(target) = (if able { table.choose(fight, who)? } else { None }) else { continue };
            let face = table.die(fight, Throw::die(6, &STRIKE, "strike").by(who).at(target))?;
            let harm = if face >= 4 { 1 } else { 0 };
            fight.harm(table, Some(who), target, harm, |text| Event::new(&STRIKE, text).act().by(who).dice(6, &[face]));
        }
        fight.conclude(table, &OUT);
        Ok(())
    }

    fn asked(fight: &Fight, who: &Who) -> Asked {
        Asked::new(*who, &ASK_WHOM, format!("Whom does {} strike?", fight.name(*who)))
    }

    fn acts(fight: &Fight, who: &Who) -> Vec<Who> {
        fight.foes_of(*who).collect()
    }

    fn label(_: &Fight, _: &Who, target: Who) -> Label {
        Label::new(&TO_STRIKE).on(Target::Who(target))
    }

    fn worth(fight: &Fight, _: usize, _: &Who, target: Who) -> i16 {
        -fight[target].heart
    }

    fn falls(_: &Fight, _: Who) -> &'static Condition {
        &DOWN
    }
}

/// The game as a rulebook for a shelf.
pub static RULEBOOK: &dyn AnyRulebook = &Shelved::<Fight>::new();
