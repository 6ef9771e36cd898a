//! The state of a fight: those who fight, the ground, what may be done, asked and waited for. No rules stand here.

mod ask;
mod combatant;
mod deed;
mod fight;
mod ground;
mod readied;
mod setting;

pub(crate) use ask::{Act, Ask, How, PowerAct, PowerAsk, yes};
pub(crate) use combatant::{
    Ailment, Arm, Boon, Clocks, Combatant, Defence, Gathered, Guarded, Hold, Labour, Lasting, MOST_HOLDS, Out, Scars,
    Standing, Treatment, Upcoming, Vanished,
};
pub(crate) use deed::{Deed, Held, Scrap, Use, With};
pub use fight::Fight;
pub(crate) use fight::{Lying, Stage, Thing, Turn};
pub(crate) use ground::{Border, Doors, Ground, Hiding, Light, MOST_DOORS};
pub(crate) use readied::{Happened, Readied, Trigger, Wanted, What, Whose};
pub(crate) use setting::{Setting, WAYS, way_name};
