//! The table that rules ask: questions, events, records, scripts, edicts and odds. It knows no rulebook.
//!
//! A fight is a pure function of an encounter, the dice and the choices. A rulebook implements [`Rulebook`] for the
//! state of its fight; its rules are plain functions that ask a [`Table`] for dice and decisions and tell it what
//! happened. Which table it is decides what comes of it: [`Hall`] simulates, [`Desk`] plays, replays and tests,
//! [`Exact`] walks every face for odds.

mod advice;
mod aftermath;
mod ahead;
mod band;
mod cast;
pub mod clock;
mod common;
mod desk;
mod digest;
mod drill;
mod edict;
mod event;
mod exact;
mod face;
mod fact;
mod few;
mod foresight;
mod glossary;
mod ground;
mod had;
mod hall;
mod house;
mod intent;
pub mod kit;
mod knowledge;
mod label;
mod ledger;
mod lens;
mod lights;
mod live;
mod members;
mod memo;
mod odds;
mod open;
mod question;
mod reckoning;
mod record;
mod rule;
mod rulebook;
mod script;
mod search;
mod secrets;
mod shared;
mod spare;
mod spoken;
mod standing;
mod table;
mod tactics;
mod temper;
mod topic;
mod veil;
mod view;
mod why;

pub use advice::{Budget, Weighed, advise};
pub use aftermath::{Aftermath, Ended, Kept, Left, RestKind};
pub use band::Band;
pub use cast::{Audience, Seat, Side, Who};
pub use common::{Halted, advance};
pub use desk::{Desk, DiceFrom, Divergence, EDICT, Halt, Seats};
pub use digest::digest;
pub use drill::Drill;
pub use edict::{Edict, FORMS as EDICT_FORMS, NotAnEdict};
pub use event::{Change, Event, EventId, Harm, Role, Shown, Term, depths};
pub use exact::{Exact, Returned};
pub use face::{
    AnyBook, AnyCamp, AnyDrill, AnyFight, AnyLive, AnyQuestion, AnyRulebook, Before, EachFight, EachSought,
    FightResult, Handed, HeardFight, Lent, OpenQuestion, Plan, Played, Shelved, Waiting, is_gm, play_out, rule_named,
};
pub use fact::Fact;
pub use few::{Blank, Few};
pub use foresight::{Foresight, Reaction, foresee};
pub use glossary::{ConditionKind, Mood, StatGroup, StatInfo, StatKind, glossary};
pub use ground::{Area, Hazard, OnGround, Reach, ReachBand, Scale};
pub use had::Had;
pub use hall::Hall;
pub use house::{HouseRule, read_house_rules};
pub use intent::{Intent, IntentKind, Shows};
pub use knowledge::{Clarity, Glimpse, Perceived, SeenGround};
pub use label::{Cost, Group, Label, Means, Price, Tags, Target, Variant, Verb};
pub use lens::{Grounds, Knowing, Known, Lens, Seated, players_or_all};
pub use lights::{Held, Lamp, LightView, Lights, Shine};
pub use live::{ATTENDED_ROUND_LIMIT, Fault, Live, ROUND_LIMIT, SCRIPT_ROUND_LIMIT, Stop, Terms};
pub use members::{Cast, Revision};
pub use memo::Memo;
pub use odds::{Going, Likely, Measure, Odds, OddsLimit, Supposed, Taken, Until, odds_of, odds_while, wilson};
pub use open::{Open, OpenQuestions};
pub use question::{
    Answer, Choice, NotTaken, Picks, Question, RefusalGroup, Refused, Shape, Wants, Weight, grouped as grouped_refusals,
};
pub use reckoning::{Breakdown, Dicing, Noted, Reckoning, Thrown};
pub use record::{DiceKind, Header, NamedConduct, Record, Replayed, StoredFile, Truncated};
pub use rule::{Kind, Refusal, Rule, Section};
pub use rulebook::{EntryInfo, Fate, Outcome, Progress, Rulebook, TacticsInfo, find, names, seat_name};
pub use script::{CaseResult, Failure, Link, Loader, Remark, chain_of, next_in_chain, run_script, script_titles};
pub use search::{Audited, Auditing, Better, Decided, Heed, Judged, Moved, Moves, Offer, Seeker, Sought};
pub use secrets::Secrets;
pub use shared::Shared;
pub use spare::Spare;
pub use spoken::FORMS as SPOKEN_FORMS;
pub use standing::{FORMS as STANDING_FORMS, Standing, namesakes};
pub use table::{Answers, Gathering, Read, Table, Throw};
pub use tactics::{COMMON, Conduct, Tactics, random};
pub use temper::{Foe, Minded, Temper};
pub use topic::{Decider, Topic};
pub use veil::{FORMS as VEIL_FORMS, Veil};
pub use view::{CombatantView, Condition, NoSuchValue, Slot, Stat, Value, View, When, Zone, begins_with};
pub use why::Why;
