//! A live fight with people around it: who sits where, who may answer what, what each may know, and how dangerous it is.
//!
//! Everything here is plain: no file, no clock, no thread. The program that runs a table writes down what [`Session::unwritten`]
//! hands out before anybody is shown what came of it.

mod chair;
mod danger;
mod fault;
mod outlook;
mod prospect;
mod retrace;
mod scene;
mod seen;
mod session;

pub use chair::{Chair, ChairId, Holder, Role, Room};
pub use danger::{Danger, DangerOf};
pub use fault::Fault;
pub use outlook::Outlook;
pub use prospect::{Fortune, Prospect};
pub use quintain_engine::{Band, Knowing};
pub use retrace::{Frame, Step};
pub use scene::{Hand, Scene, Thrown};
pub use seen::{Seen, SeenDice, SeenQuestion};
pub use session::Session;
