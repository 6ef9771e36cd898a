//! Quintain referees tabletop fights by the full rules of five games: Master of Gu (`gu`), Thálassa (`thalassa`),
//! Oakhearth (`oakhearth`), Heimr (`heimr`) and Sigil of Uchma (`uchma`).
//!
//! A fight is a pure function of its encounter, its dice and its answers. So the same rules are played live, simulated by the
//! thousand and walked through for exact odds.
//!
//! ```
//! # #[cfg(all(feature = "thalassa", feature = "sim"))] {
//! let fight = quintain::open("thalassa/cyclops")?;
//! let report = fight.sim(1_000).seed(7).run()?;
//! println!("{} win {:.0} % of the fights", report.sides[0].name, 100.0 * report.sides[0].win_rate);
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | to do this | begin with |
//! | --- | --- |
//! | open an encounter: ready-made, from a file, from a text | [`open()`], [`Fight::read`] |
//! | play one, by hand or by a program | [`Fight::play`], [`Live`] |
//! | odds of what an answer leads to | [`Live::odds`] |
//! | simulate, compare, sweep, tune | [`Fight::sim`] |
//! | simulate days: fights in a row with rests between | [`Day::open`] |
//! | the same from a moment of a fight, as it was or otherwise | [`Live::moment`], [`Live::had_at`] |
//! | train a program that plays | [`Play::drill`] |
//! | put a rulebook of your own on the shelf | [`rulebook`] |
//! | dice by themselves | [`dice`] |
//!
//! # Features
//!
//! Each rulebook is a feature of its own name; `all-books` is all of them. `sim` is simulation, `parquet` adds rows of fights
//! in that format, `session` adds tables with chairs, `system-dice` lets the system throw where no seed is given. Default are
//! `all-books`, `sim` and `system-dice`.
//!
//! # Stability
//!
//! What stands at the root of this crate and in [`fight`] and `sim` follows semantic versioning. What is in [`rulebook`] is
//! for authors of rulebooks and may change with any minor version before 1.0.

#[cfg(feature = "sim")]
mod day;
mod live;
#[cfg(feature = "sim")]
mod moment;
mod play;
mod players;
mod ready;
#[cfg(feature = "sim")]
pub mod sim;

#[cfg(feature = "session")]
pub use quintain_session as session;

#[cfg(feature = "sim")]
pub use day::{Day, Days};
pub use live::Live;
#[cfg(feature = "sim")]
pub use moment::Otherwise;
pub use play::Play;
pub use quintain_content::{Problem, Problems};
pub use quintain_dice as dice;
pub use quintain_engine::Fault;
pub use ready::{Fight, ReadyMade, open, ready_made};

/// What a live fight asks, tells and shows.
pub mod fight {
    pub use quintain_engine::{
        Answer, AnyDrill, AnyQuestion, Audience, Budget, Change, Choice, CombatantView, Condition, Cost, Event,
        EventId, Fact, Group, Harm, Label, Lent, Likely, Means, Measure, NotTaken, Odds, OddsLimit, OpenQuestion,
        Outcome, Picks, Price, Question, Refused, Seat, Shape, Side, Stat, Supposed, Tags, Taken, Target, Term, Until,
        Value, Variant, Verb, View, Waiting, Wants, Weighed, Weight, Who,
    };
    pub use quintain_field::Square;
}

/// For authors of rulebooks: a shelf with rulebooks of your own, and everything that one is written with.
///
/// ```
/// use quintain::Fight;
/// use quintain::rulebook::built_in;
///
/// let library = built_in().with(causeway::RULEBOOK, causeway::FILES);
/// let fight = Fight::open_in(&library, "causeway/gate")?;
/// assert_eq!(fight.rulebook(), "causeway");
/// # Ok::<(), quintain::Problems>(())
/// ```
pub mod rulebook {
    #[cfg(feature = "quintain-books")]
    pub use quintain_books::built_in;
    pub use quintain_content as content;
    pub use quintain_engine as engine;
    pub use quintain_field as field;
    pub use quintain_library::{File, Library};
}
