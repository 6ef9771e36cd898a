//! Labels: what an option does, in parts that a page, a package or a bot can read without looking into its words.

mod json;

use std::hash::{Hash, Hasher};

use bitflags::bitflags;
use quintain_field::{Square, Step};
use serde::Serialize;
use serde_json::{Value, json};

use crate::cast::Who;
use crate::rule::Rule;

/// What kind of doing a verb is; pages sort by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Group {
    /// Going somewhere, standing up, mounting.
    Move,
    /// Striking, shooting, throwing, grappling.
    Attack,
    /// Spells, techniques, powers.
    Power,
    /// Guarding, defending, readying, hiding.
    Guard,
    /// Doing good to others or oneself.
    Help,
    /// Drawing, dropping, loading, using things.
    Gear,
    /// Saying something.
    Word,
    /// Delaying, waiting.
    Wait,
    /// Ending the turn.
    End,
    /// Saying yes, no or how much to a question that something else has raised.
    Answer,
}

impl Group {
    /// The word used in JSON.
    pub fn word(self) -> &'static str {
        match self {
            Group::Move => "move",
            Group::Attack => "attack",
            Group::Power => "power",
            Group::Guard => "guard",
            Group::Help => "help",
            Group::Gear => "gear",
            Group::Word => "word",
            Group::Wait => "wait",
            Group::End => "end",
            Group::Answer => "answer",
        }
    }
}

/// What one does: `charge`, `cast`, `delay`. Declared once for each rulebook.
#[derive(Debug)]
pub struct Verb {
    /// The name by which programs know it, unique in its rulebook, in kebab-case.
    pub key: &'static str,
    /// The name for people: `charge`.
    pub name: &'static str,
    /// The same in at most 8 letters.
    pub short: &'static str,
    /// What kind of doing it is.
    pub group: Group,
    /// The rule of the book that allows it.
    pub rule: &'static Rule,
    /// What it does, in one sentence.
    pub gloss: &'static str,
}

impl Verb {
    /// For bots and tools.
    pub fn to_json(&self) -> Value {
        json!({
            "key": self.key,
            "name": self.name,
            "short": self.short,
            "group": self.group.word(),
            "rule": self.rule.id,
            "gloss": self.gloss,
        })
    }
}

impl PartialEq for Verb {
    fn eq(&self, other: &Self) -> bool {
        self.key == other.key
    }
}

impl Hash for Verb {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key.hash(state);
    }
}

/// What it is done with: a weapon, a spell, an item.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Means {
    /// The name by which programs know it; the same thing has the same key throughout a fight.
    pub key: String,
    /// The name for people.
    pub name: String,
}

/// One way of several in which the same is done: `aim = head`, `stones = 2`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Variant {
    /// What varies: `aim`.
    pub axis: &'static str,
    /// Which it is: `head`.
    pub key: String,
    /// The name for people: `in the head`.
    pub name: String,
}

/// To whom or where it is done.
#[derive(Clone, Debug, PartialEq, Hash, Default)]
pub enum Target {
    /// To nothing in particular.
    #[default]
    None,
    /// To the one who does it.
    Oneself,
    /// To a combatant.
    Who(Who),
    /// To two combatants, in this order.
    Pair(Who, Who),
    /// To several combatants.
    All(Vec<Who>),
    /// To a thing, by its key and name.
    Thing(String, String),
    /// To a place in the turn order, beside a combatant.
    Slot {
        /// Beside whom.
        who: Who,
        /// After, not before.
        after: bool,
    },
    /// To a square.
    Square(Square),
    /// To a square by way of another.
    Route {
        /// Where it ends.
        to: Square,
        /// Over which square.
        by: Square,
    },
    /// In a direction.
    Way(Step),
    /// Over an area about a square, in a direction where it has one.
    Area(Square, Option<Step>),
    /// So many.
    Number(i64),
}

impl Target {
    /// The target as one sees it who knows combatants by other places or not at all: nothing in particular where it is one
    /// of the latter.
    pub(crate) fn known(self, known: impl Fn(Who) -> Option<Who>) -> Target {
        match self {
            Target::Who(who) => known(who).map_or(Target::None, Target::Who),
            Target::Pair(one, other) => match (known(one), known(other)) {
                (Some(one), Some(other)) => Target::Pair(one, other),
                _ => Target::None,
            },
            Target::All(all) => Target::All(all.into_iter().filter_map(known).collect()),
            Target::Slot { who, after } => known(who).map_or(Target::None, |who| Target::Slot { who, after }),
            other => other,
        }
    }
}

/// What is paid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Price {
    /// An action of the turn.
    Action,
    /// A lesser action.
    Quick,
    /// A reaction.
    Reaction,
    /// All of the turn.
    WholeTurn,
    /// A bonus action.
    Bonus,
    /// Points of a pool, by the key of its value in the view.
    Pool(&'static str),
    /// Way, in the book's unit.
    Distance,
    /// Time, in the book's unit.
    Time,
    /// A thing that is used up.
    Gear,
}

impl Price {
    /// The word used in JSON: that of the pool, where it is one.
    pub fn word(self) -> &'static str {
        match self {
            Price::Action => "action",
            Price::Quick => "quick",
            Price::Reaction => "reaction",
            Price::WholeTurn => "whole-turn",
            Price::Bonus => "bonus",
            Price::Pool(key) => key,
            Price::Distance => "distance",
            Price::Time => "time",
            Price::Gear => "gear",
        }
    }
}

/// What an option costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cost {
    /// What is paid.
    pub price: Price,
    /// How much.
    pub amount: i16,
    /// How much is left after paying, where it is counted.
    pub left: Option<i16>,
}

bitflags! {
    /// What a person wants to know of an option at a glance.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
    pub struct Tags: u16 {
        /// Somebody may answer it: an attack of opportunity, a readied action.
        const PROVOKES = 1;
        /// The turn is over then.
        const ENDS_TURN = 1 << 1;
        /// It may hurt the one who does it.
        const HURTS_SELF = 1 << 2;
        /// It may hurt a friend.
        const HURTS_FRIEND = 1 << 3;
        /// There is no way back: somebody leaves the fight, a thing is destroyed.
        const NO_RETURN = 1 << 4;
        /// It costs nothing.
        const FREE = 1 << 5;
        /// It adds to the next act instead of being one.
        const ADDS = 1 << 6;
        /// It is declared now and done later.
        const DECLARES = 1 << 7;
    }
}

/// The words of all tags, in their order.
const TAGS: [(Tags, &str); 8] = [
    (Tags::PROVOKES, "provokes"),
    (Tags::ENDS_TURN, "ends-turn"),
    (Tags::HURTS_SELF, "hurts-self"),
    (Tags::HURTS_FRIEND, "hurts-friend"),
    (Tags::NO_RETURN, "no-return"),
    (Tags::FREE, "free"),
    (Tags::ADDS, "adds"),
    (Tags::DECLARES, "declares"),
];

/// What an option does. Verb, means, variants and target together are unique in a question.
#[derive(Clone, Debug, PartialEq, Hash)]
pub struct Label {
    /// What is done.
    pub verb: &'static Verb,
    /// With what.
    pub means: Option<Means>,
    /// In which way of several.
    pub variants: Vec<Variant>,
    /// To whom or where.
    pub target: Target,
    /// What it costs.
    pub costs: Vec<Cost>,
    /// What a person wants to know at a glance.
    pub tags: Tags,
}

impl Label {
    /// A verb and nothing more.
    pub fn new(verb: &'static Verb) -> Self {
        Label {
            verb,
            means: None,
            variants: Vec::new(),
            target: Target::None,
            costs: Vec::new(),
            tags: Tags::default(),
        }
    }

    /// The same, done with this.
    pub fn with(mut self, key: impl Into<String>, name: impl Into<String>) -> Self {
        self.means = Some(Means { key: key.into(), name: name.into() });
        self
    }

    /// The same, in this way.
    pub fn variant(mut self, axis: &'static str, key: impl Into<String>, name: impl Into<String>) -> Self {
        self.variants.reserve_exact(1);
        self.variants.push(Variant { axis, key: key.into(), name: name.into() });
        self
    }

    /// The same, to this target.
    pub fn on(mut self, target: Target) -> Self {
        self.target = target;
        self
    }

    /// The same, at this price; `left` is what is left after paying.
    pub fn costing(mut self, price: Price, amount: i16, left: Option<i16>) -> Self {
        // Most options cost one thing, and a table keeps hundreds of them.
        self.costs.reserve_exact(1);
        self.costs.push(Cost { price, amount, left });
        self
    }

    /// The same with these tags besides.
    pub fn tagged(mut self, tags: Tags) -> Self {
        self.tags |= tags;
        self
    }

    /// Verb, means, variants and target as one line, which no other option of the same question has.
    pub fn doing(&self) -> String {
        let means = self.means.as_ref().map(|means| means.key.as_str()).unwrap_or_default();
        let variants = self.variants.iter().map(|one| format!("{}={}", one.axis, one.key)).collect::<Vec<_>>();
        format!("{} with `{means}` in ({}) on {:?}", self.verb.key, variants.join(", "), self.target)
    }

    /// For bots and tools. Combatants are places in the view's list.
    pub fn to_json(&self) -> Value {
        serde_json::to_value(self).unwrap_or_default()
    }
}
