//! Scenes that lie ready.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use quintain_session::Scene;

/// How many scenes lie ready at most.
const READY: usize = 64;

/// The scenes of the chairs that looked last lie ready: one may be larger than its fight. The others are made anew.
#[derive(Debug, Default)]
pub(super) struct Ready(Mutex<VecDeque<Arc<Scene>>>);

impl Ready {
    /// Lays a scene ready, in place of the one that has lain there longest.
    pub(super) fn keep(&self, scene: &Arc<Scene>) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.push_back(Arc::clone(scene));
        let oldest = if all.len() > READY { all.pop_front() } else { None };
        drop(all);
        drop(oldest);
    }
}
