//! The links of all fights, in memory beside the store: every request begins with one, and none waits for the disk, or for
//! another request's act, to find out what it opens. [`crate::Store`] alone changes them, with what it has written.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use quintain_session::ChairId;

/// All links.
#[derive(Debug, Default)]
pub(crate) struct Links(RwLock<Known>);

#[derive(Debug, Default)]
struct Known {
    /// What each token opens.
    tokens: HashMap<String, (Arc<str>, ChairId)>,
    /// The token of each chair of a fight, in the order of the chairs.
    fights: HashMap<Arc<str>, Vec<(ChairId, String)>>,
}

impl Links {
    fn read(&self) -> RwLockReadGuard<'_, Known> {
        self.0.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> RwLockWriteGuard<'_, Known> {
        self.0.write().unwrap_or_else(PoisonError::into_inner)
    }

    /// The fight and chair that a token opens.
    pub(crate) fn opens(&self, token: &str) -> Option<(Arc<str>, ChairId)> {
        self.read().tokens.get(token).cloned()
    }

    /// The token of each chair of a fight.
    pub(crate) fn of(&self, fight: &str) -> Vec<(ChairId, String)> {
        self.read().fights.get(fight).cloned().unwrap_or_default()
    }

    /// Adds the link of a chair.
    pub(crate) fn add(&self, token: &str, fight: &str, chair: ChairId) {
        let mut known = self.write();
        let fight = known.fights.get_key_value(fight).map_or_else(|| fight.into(), |(fight, _)| Arc::clone(fight));
        let chairs = known.fights.entry(Arc::clone(&fight)).or_default();
        chairs.push((chair, token.to_owned()));
        chairs.sort_by_key(|(chair, _)| *chair);
        known.tokens.insert(token.to_owned(), (fight, chair));
    }

    /// Takes a chair's links away.
    pub(crate) fn remove(&self, fight: &str, chair: ChairId) {
        let mut known = self.write();
        known.tokens.retain(|_, (of, own)| **of != *fight || *own != chair);
        if let Some(chairs) = known.fights.get_mut(fight) {
            chairs.retain(|(own, _)| *own != chair);
        }
    }

    /// Takes all links of a fight away.
    pub(crate) fn forget(&self, fight: &str) {
        let mut known = self.write();
        for (_, token) in known.fights.remove(fight).unwrap_or_default() {
            known.tokens.remove(&token);
        }
    }
}
