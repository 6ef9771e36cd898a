//! The rulebooks with their own packs, read once for the whole library.

use std::sync::Arc;

use quintain_content::{Problem, Problems};
use quintain_engine::{AnyBook, AnyRulebook};

use crate::library::Library;

impl Library {
    /// A rulebook of the shelf with its own packs and no others.
    ///
    /// # Errors
    /// What is wrong with its packs, or that it is not on the shelf.
    pub fn book(&self, rulebook: &dyn AnyRulebook) -> Result<Arc<dyn AnyBook>, Problems> {
        let place = self.shelf.iter().position(|book| book.id() == rulebook.id());
        let Some(read) = place.and_then(|place| self.books.get(place)) else {
            let what = format!("the rulebook `{}` is not on the shelf", rulebook.id());
            return Err(Problem::general(what).into());
        };
        read.get_or_init(|| rulebook.read(&self.packs(rulebook.id())).map(Arc::from)).clone()
    }
}
