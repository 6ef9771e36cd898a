//! Stamps: what a piece of a page is made from, as one number. Counting it up costs a small part of writing the piece, so
//! that what a page holds already is not written again to find that out.

use std::fmt;
use std::hash::{Hash, Hasher};

use quintain_engine::{CombatantView, Condition, Event, Shown, Slot, Stat, Term, Value, When};
use xxhash_rust::xxh3::Xxh3;

/// A stamp under way. All that decides what a piece says must go in.
#[derive(Clone)]
pub(crate) struct Stamp(Xxh3);

impl fmt::Debug for Stamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Stamp({:016x})", self.sum())
    }
}

impl Stamp {
    /// A stamp of nothing yet. Pages of another version of the program may write the same piece otherwise.
    pub(crate) fn new() -> Stamp {
        let mut stamp = Stamp(Xxh3::new());
        stamp.put(env!("CARGO_PKG_VERSION"));
        stamp
    }

    /// The same, with something more.
    pub(crate) fn with(mut self, what: impl Hash) -> Stamp {
        self.put(what);
        self
    }

    pub(crate) fn put(&mut self, what: impl Hash) {
        what.hash(&mut self.0);
    }

    /// The number.
    pub(crate) fn sum(&self) -> u64 {
        self.0.finish()
    }

    /// An event as a story tells it.
    pub(crate) fn put_event(&mut self, event: &Event) {
        // Every field is named, so that one that comes later is not forgotten.
        let Event {
            role,
            round: _,
            rule,
            also,
            who,
            whom,
            text,
            public: _,
            dice,
            terms,
            pool: _,
            total,
            against,
            held: _,
            cause: _,
            changes,
            means: _,
            harm,
            audience: _,
        } = event;
        self.put((role, rule.id, who, whom, text, total, against));
        self.put((changes.is_empty(), harm.map(|harm| (harm.whom, harm.amount))));
        self.put(also.len());
        also.iter().for_each(|rule| self.put(rule.id));
        self.put(dice.len());
        for Shown { sides, faces, whose } in dice {
            self.put((sides, faces, whose));
        }
        self.put(terms.len());
        for Term { label, value, source, applied, rule: _, limit: _, why, until: _ } in terms {
            self.put((label, value, source, applied, why));
        }
    }

    /// How a combatant looks to everybody: what tokens and small pictures show.
    pub(crate) fn put_looks(&mut self, one: &CombatantView) {
        let CombatantView { name, side, is, at, footprint, altitude, fighting, rides, stats, conditions } = one;
        self.put((name, side, is, at, footprint, altitude, fighting, rides, one.life()));
        stats.iter().filter(|stat| stat.key == "health").for_each(|stat| self.put_stat(stat));
        self.put(conditions.len());
        for Condition { name, detail, size, source, until, hits, kind } in conditions {
            self.put((name, detail, size, source, until, hits, kind.map(|kind| kind.key)));
        }
    }

    /// All figures of a combatant.
    pub(crate) fn put_stats(&mut self, stats: &[Stat]) {
        self.put(stats.len());
        stats.iter().for_each(|stat| self.put_stat(stat));
    }

    fn put_stat(&mut self, Stat { key, value, max }: &Stat) {
        self.put((key, max));
        match value {
            Value::Number(number) => self.put((0_u8, number)),
            Value::Flag(flag) => self.put((1_u8, flag)),
            Value::Text(text) => self.put((2_u8, text)),
            Value::None => self.put(3_u8),
        }
    }

    /// A turn order.
    pub(crate) fn put_order(&mut self, order: &[Slot]) {
        self.put(order.len());
        for Slot { label, when, who } in order {
            let when = match when {
                When::Past => 0_u8,
                When::Now => 1,
                When::Later => 2,
            };
            self.put((label, when, who));
        }
    }
}
