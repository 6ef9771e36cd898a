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
    /// The map was changed while others held it: what lies on its lines is not kept, for there may be many such maps.
    passing: bool,
    lines: Sightlines,
    /// By each way of minding walls, as are strides.
    rows: [OnceLock<OpenSteps>; WALLS],
    strides: [OnceLock<EachBody<Strides>>; WALLS],
}

#[derive(Debug, Default)]
pub(crate) struct Known(Arc<Facts>);

impl Known {
    /// The map changes.
    pub(crate) fn forget(&mut self) {
        match Arc::get_mut(&mut self.0) {
            Some(Facts { clutter, passing: _, lines, rows, strides }) => {
                clutter.take();
                lines.forget();
                rows.iter_mut().for_each(|rows| _ = rows.take());
                strides.iter_mut().for_each(|strides| _ = strides.take());
            }
            None => self.0 = Arc::new(Facts { passing: true, ..Facts::default() }),
        }
    }

    pub(crate) fn lines(&self) -> Option<&Sightlines> {
        if self.0.passing { None } else { Some(&self.0.lines) }
    }

    pub(crate) fn clutter(&self, map: &Map) -> &Clutter {
        self.0.clutter.get_or_init(|| Clutter::of(map))
    }

    pub(crate) fn rows(&self, map: &Map, walls: Walls) -> &OpenSteps {
        let [ignored, cut, keep] = &self.0.rows;
        let rows = match walls {
            Walls::Ignored => ignored,
            Walls::CutCorners => cut,
            Walls::KeepCorners => keep,
        };
        rows.get_or_init(|| OpenSteps::of(map, walls))
    }

    pub(crate) fn strides(&self, map: &Map, body: Footprint, walls: Walls) -> Option<&Strides> {
        let strides = self.0.strides.get(walls as usize)?;
        strides.get_or_init(EachBody::default).get(body, || Strides::of(map, body, walls))
    }
}

impl Clone for Known {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }

    fn clone_from(&mut self, source: &Self) {
        // Mostly they are the same: then no thread waits for another to count.
        if !Arc::ptr_eq(&self.0, &source.0) {
            self.0 = Arc::clone(&source.0);
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
