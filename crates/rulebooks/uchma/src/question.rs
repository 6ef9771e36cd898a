//! Every question in full: its words, its options, what is refused, and what stands unless somebody speaks.

use quintain_engine::Question;

use crate::ask::{Act, Ask, seat, sentence};
use crate::fight::Fight;
use crate::{options, tactics, topics};

/// The question in full.
pub fn question(fight: &Fight, ask: &Ask) -> Question<Act> {
    let (shape, refused) = options::shape(fight, ask);
    let default = tactics::default(fight, ask);
    Question {
        to: seat(fight, ask),
        text: sentence(fight, ask),
        rule: topics::topic_of(fight, ask).rule,
        weight: topics::weight(fight, ask),
        shape,
        refused,
        default,
        waits: None,
    }
    .with_an_offered_default()
}
