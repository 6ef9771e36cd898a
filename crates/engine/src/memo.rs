//! An answer that is kept with all that it was made from.

use std::sync::Mutex;

/// The last answer to a question that rules ask again and again, with what it was made from: a [`Revision`] of the cast and
/// whatever else decides it. Where any of that differs, the answer is found anew; nobody has to tell a memo that it is stale.
///
/// It is no part of a fight's state: copies of the fight begin without it. Where two threads look at the same fight, one
/// of them finds the answer by itself.
///
/// [`Revision`]: crate::Revision
#[derive(Debug)]
pub struct Memo<K, V> {
    known: Mutex<(Option<K>, V)>,
}

impl<K: PartialEq, V: Default> Memo<K, V> {
    /// Reads the answer made from `of`: the one that is kept, or what `find` writes into room that may hold an older one.
    pub fn read<R>(&self, of: K, find: impl FnOnce(&mut V), read: impl FnOnce(&V) -> R) -> R {
        let Ok(mut known) = self.known.try_lock() else {
            let mut found = V::default();
            find(&mut found);
            return read(&found);
        };
        let (made_from, answer) = &mut *known;
        if made_from.as_ref() != Some(&of) {
            // A panic in between leaves no answer behind.
            *made_from = None;
            find(answer);
            *made_from = Some(of);
        }
        read(answer)
    }
}

impl<K, V: Default> Default for Memo<K, V> {
    fn default() -> Self {
        Memo { known: Mutex::new((None, V::default())) }
    }
}

impl<K, V: Default> Clone for Memo<K, V> {
    fn clone(&self) -> Self {
        Memo::default()
    }

    /// Keeps its own answer: what that was made from tells whether it holds.
    fn clone_from(&mut self, _: &Self) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_found_once_for_what_it_is_made_from() {
        let (memo, mut found) = (Memo::<u32, u32>::default(), 0);
        let mut ask = |of: u32| {
            let find = |answer: &mut u32| {
                found += 1;
                *answer = of * 10;
            };
            (memo.read(of, find, |answer| *answer), found)
        };
        assert_eq!([ask(1), ask(1), ask(2), ask(1)], [(10, 1), (10, 1), (20, 2), (10, 3)]);
    }

    #[test]
    fn a_question_within_its_own_answer_finds_by_itself() {
        let memo = Memo::<u32, u32>::default();
        let within = || memo.read(1, |answer| *answer = 7, |answer| *answer);
        assert_eq!(memo.read(1, |answer| *answer = within() + 1, |answer| *answer), 8);
    }
}
