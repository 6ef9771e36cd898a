//! What a step costs its mover.

use quintain_engine::Who;
use quintain_field::Square;

use crate::book::Condition;
use crate::fight::Fight;
use crate::rules::{grapple, passing, zones};

/// What a step into a Space costs, or nothing where there is no way.
pub fn price(fight: &Fight, who: Who, to: Square) -> Option<i16> {
    let other = fight.other_on(who, to);
    let from = fight.one(who).at.unwrap_or(to);
    Stride::of(fight, who).price(fight, from, to, other)
}

/// How somebody walks now: what is the same at every step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stride {
    who: Who,
    burden: i16,
    blind: bool,
    flies: bool,
    light: bool,
    swims: bool,
    climbs: bool,
}

impl Stride {
    /// As it walks now.
    pub(crate) fn of(fight: &Fight, who: Who) -> Stride {
        let flies = fight.one(who).height > 0;
        Stride {
            who,
            burden: burden(fight, who),
            blind: fight.one(who).has(Condition::Blinded),
            flies,
            light: flies || fight.template(who).light_footed,
            swims: fight.template(who).entry.swim.is_some(),
            climbs: fight.template(who).entry.climb.is_some(),
        }
    }

    /// What a step costs into a Space where `other` stands.
    pub(super) fn price(self, fight: &Fight, from: Square, to: Square, other: Option<Who>) -> Option<i16> {
        if fight.map.blocks_movement(to) || fight.walled(to) {
            return None;
        }
        let mut price = self.entry() + self.rise(fight, from, to);
        if let Some(other) = other {
            price += self.past(fight, other)?;
        }
        price += i16::from(self.minds_ground() && (fight.difficult(to) || zones::difficult(fight, to)));
        Some(price + i16::from(self.minds_water() && fight.deep(to)))
    }

    /// What a face between two Spaces costs more, for those who do not fly.
    pub(super) fn rise(self, fight: &Fight, from: Square, to: Square) -> i16 {
        if fight.setting.flat || self.flies {
            return 0;
        }
        match fight.level(to) - fight.level(from) {
            high @ 2.. => (high - 1) * self.entry() + if self.climbs { 0 } else { high },
            _ => 0,
        }
    }

    /// What every step costs, wherever it goes. To the blind all ground is hard to cross.
    pub(crate) fn entry(self) -> i16 {
        1 + self.burden + i16::from(self.blind && !self.light)
    }

    /// What a step into the Space of somebody else costs more, or nothing where it does not let one pass.
    pub(crate) fn past(self, fight: &Fight, other: Who) -> Option<i16> {
        let held = fight.one(other).statuses.iter().any(|status| status.by == Some(self.who) && grip(status.condition));
        let free = held || fight.may_share(self.who, other);
        match free || !fight.foes(self.who, other) || passing::open(fight, self.who, other) {
            true => Some(i16::from(!free)),
            false => None,
        }
    }

    /// Whether ground that is hard to cross makes a difference.
    pub(crate) fn minds_ground(self) -> bool {
        !self.light && !self.blind
    }

    /// Whether deep water makes a difference.
    pub(crate) fn minds_water(self) -> bool {
        !self.swims && !self.flies
    }
}

fn grip(condition: Condition) -> bool {
    matches!(condition, Condition::Grappled | Condition::Restrained)
}

/// What every step costs more: Slowed, crawling, somebody dragged along.
fn burden(fight: &Fight, who: Who) -> i16 {
    let one = fight.one(who);
    let drags = grapple::held_by(fight, who).next().is_some();
    one.amount(Condition::Slowed) + i16::from(one.has(Condition::Prone)) + i16::from(drags)
}
