//! Questions that are open. Each is put when somebody looks at it: where several are asked at once, most are asked anew before
//! anybody has looked.

use std::sync::{Arc, OnceLock};

use crate::question::Question;
use crate::rulebook::Rulebook;

/// A question that is open.
#[derive(Clone, Debug)]
pub struct Open<R: Rulebook> {
    ask: R::Ask,
    question: OnceLock<Question<R::Act>>,
}

/// The questions that are open at one moment. They are shared by all that look at this moment: a list of all options is long.
pub type OpenQuestions<R> = Arc<[Open<R>]>;

impl<R: Rulebook> Open<R> {
    /// What is asked, not yet put.
    pub(crate) fn of(ask: R::Ask) -> Self {
        Open { ask, question: OnceLock::new() }
    }

    /// What is asked.
    pub fn ask(&self) -> &R::Ask {
        &self.ask
    }

    /// The question as it stands in the fight that asks it: no other may be given.
    pub fn question(&self, fight: &R) -> &Question<R::Act> {
        self.question.get_or_init(|| {
            let mut question = fight.question(&self.ask);
            question.shape.fit();
            debug_assert_eq!((question.to, question.weight), (fight.seat(&self.ask), fight.weight(&self.ask)));
            question
        })
    }

    /// What is asked and the question.
    pub fn both(&self, fight: &R) -> (&R::Ask, &Question<R::Act>) {
        (&self.ask, self.question(fight))
    }
}
