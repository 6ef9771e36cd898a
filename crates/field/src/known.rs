//! What has been found out about a map as it is drawn: worked out when it is first asked for, shared by all clones of the
//! map, and forgotten when it changes.

use std::hash::{Hash, Hasher};
use std::sync::{Arc, OnceLock};

use crate::clutter::Clutter;
use crate::each_body::EachBody;
use crate::footprint::Footprint;
use crate::map::Map;
use crate::open_steps::OpenSteps;
use crate::passage::Walls;
use crate::sightlines::Sightlines;
use crate::strides::Strides;

/// Ways of minding walls.
const WALLS: usize = 3;

#[derive(Debug, Default)]
struct Facts {
    clutter: OnceLock<Clutter>,
    lines: Sightlines,
    rows: [OnceLock<OpenSteps>; WALLS],
    strides: [OnceLock<EachBody<Strides>>; WALLS],
}

/// Nothing for a map that was changed while others held it: of it everything is worked out each time.
#[derive(Debug)]
pub(crate) struct Known(Option<Arc<Facts>>);

impl Known {
    /// Of a new map.
    pub(crate) fn new() -> Self {
        Self(Some(Arc::default()))
    }

    /// The map changes.
    pub(crate) fn forget(&mut self) {
        match self.0.as_mut().and_then(Arc::get_mut) {
            Some(Facts { clutter, lines, rows, strides }) => {
                clutter.take();
                lines.forget();
                rows.iter_mut().for_each(|rows| _ = rows.take());
                strides.iter_mut().for_each(|strides| _ = strides.take());
            }
            None => self.0 = None,
        }
    }

    pub(crate) fn lines(&self) -> Option<&Sightlines> {
        self.0.as_deref().map(|facts| &facts.lines)
    }

    pub(crate) fn clutter(&self, map: &Map) -> Option<&Clutter> {
        self.0.as_deref().map(|facts| facts.clutter.get_or_init(|| Clutter::of(map)))
    }

    pub(crate) fn rows(&self, map: &Map, walls: Walls) -> Option<&OpenSteps> {
        let rows = self.0.as_deref()?.rows.get(walls as usize)?;
        Some(rows.get_or_init(|| OpenSteps::of(map, walls)))
    }

    pub(crate) fn strides(&self, map: &Map, body: Footprint, walls: Walls) -> Option<&Strides> {
        let strides = self.0.as_deref()?.strides.get(walls as usize)?;
        strides.get_or_init(EachBody::default).get(body, || Strides::of(map, body, walls))
    }
}

impl Clone for Known {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }

    fn clone_from(&mut self, source: &Self) {
        let same = match (&self.0, &source.0) {
            (Some(own), Some(its)) => Arc::ptr_eq(own, its),
            (own, its) => own.is_none() && its.is_none(),
        };
        // Mostly they are the same: then no thread waits for another to count.
        if !same {
            self.0.clone_from(&source.0);
        }
    }
}

/// Two maps are equal whatever is known of them.
impl PartialEq for Known {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Known {}

impl Hash for Known {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}
