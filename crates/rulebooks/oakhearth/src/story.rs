//! How the log tells a fight: what is an act, and of what it comes.

use quintain_engine::Event;

use crate::fight::Fight;

/// What every event can be told as.
pub(crate) trait Told {
    /// As something that somebody does; within a Reaction it comes of that.
    fn act_of(self, fight: &Fight) -> Self;
}

impl Told for Event {
    fn act_of(self, fight: &Fight) -> Event {
        let event = self.act();
        if let Some(cause) = fight.cause { event.because(cause) } else { event }
    }
}
