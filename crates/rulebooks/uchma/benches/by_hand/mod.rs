//! The same fights written by hand, with no table, no questions and no events: the limit that the rules are held
//! against. One program for creatures with one plain melee attack on an open map of 20 by 20 squares: any number of
//! them. Every function mirrors a rule of the book, and the tactics are the book's own.

mod search;

use quintain_dice::Stream;
use quintain_engine::Fate;
use quintain_testkit::Ended;
use search::Search;

/// The map's width and depth.
pub const SIDE: i16 = 20;

/// One who fights.
#[derive(Clone, Copy, Debug)]
pub struct Fighter {
    side: u8,
    at: (i16, i16),
    health: i16,
    parry: i16,
    armor: i16,
    /// The whole modifier of its precision rolls.
    precision: i16,
    /// Action damage and Potency.
    damage: i16,
    speed: i16,
    acted: bool,
    out: bool,
    /// What it dealt and took.
    dealt: u32,
    taken: u32,
}

impl Fighter {
    /// Fresh, with these scores.
    pub const fn new(
        side: u8,
        at: (i16, i16),
        [health, parry, armor]: [i16; 3],
        [precision, damage, speed]: [i16; 3],
    ) -> Self {
        let (acted, out, dealt, taken) = (false, false, 0, 0);
        Fighter { side, at, health, parry, armor, precision, damage, speed, acted, out, dealt, taken }
    }

    /// What became of it.
    fn fate(&self) -> Fate {
        Fate { died: self.out, out: self.out, dealt: self.dealt, taken: self.taken }
    }
}

const fn nomad(side: u8, at: (i16, i16)) -> Fighter {
    Fighter::new(side, at, [50, 4, 0], [0, 10, 5])
}

const fn swordsman(at: (i16, i16)) -> Fighter {
    Fighter::new(0, at, [80, 6, 5], [1, 21, 5])
}

/// Two nomads at the ends of the map.
pub const DUEL: [Fighter; 2] = [nomad(0, (3, 9)), nomad(1, (16, 9))];

/// Four swordsmen against six nomads.
pub const SKIRMISH: [Fighter; 10] = [
    swordsman((3, 4)),
    swordsman((3, 7)),
    swordsman((3, 10)),
    swordsman((3, 13)),
    nomad(1, (16, 3)),
    nomad(1, (16, 5)),
    nomad(1, (16, 7)),
    nomad(1, (16, 9)),
    nomad(1, (16, 11)),
    nomad(1, (16, 13)),
];

/// Metres between two squares.
fn apart(one: (i16, i16), other: (i16, i16)) -> i16 {
    (one.0 - other.0).abs().max((one.1 - other.1).abs())
}

/// Plays fights one after the other.
#[derive(Default)]
pub struct Arena {
    cast: Vec<Fighter>,
    rolls: [u16; 2],
    search: Option<Box<Search>>,
}

/// What a turn has left.
struct Turn {
    spent: i16,
    running: bool,
}

impl Arena {
    /// One fight from first to last; adds what became of each.
    pub fn play(&mut self, fighters: &[Fighter], dice: &mut Stream, fates: &mut Vec<Fate>) -> Ended {
        self.cast.clear();
        self.cast.extend_from_slice(fighters);
        self.search.get_or_insert_default();
        self.roll_for_ties(dice);
        let mut rounds = 0;
        while rounds < 200 && self.both_stand() {
            self.round(dice);
            rounds += 1;
        }
        let decided = !self.both_stand();
        let winner = self.cast.iter().find(|one| decided && !one.out).map(|one| one.side);
        fates.extend(self.cast.iter().map(Fighter::fate));
        Ended { winner, rounds }
    }

    fn roll_for_ties(&mut self, dice: &mut Stream) {
        loop {
            for side in 0..2 {
                self.rolls[side] = dice.die(10) + dice.die(10);
            }
            if self.rolls[0] != self.rolls[1] {
                return;
            }
        }
    }

    fn both_stand(&self) -> bool {
        let stands = |side| self.cast.iter().any(|one| one.side == side && !one.out);
        stands(0) && stands(1)
    }

    fn round(&mut self, dice: &mut Stream) {
        self.cast.iter_mut().for_each(|one| one.acted = false);
        while let Some(who) = self.next() {
            self.cast[who].acted = true;
            self.turn(who, dice);
        }
    }

    /// The fastest who has not acted; of equals the side with the higher roll, then the first.
    fn next(&self) -> Option<usize> {
        let mut best: Option<((i16, u16), usize)> = None;
        for (who, one) in self.cast.iter().enumerate().filter(|(_, one)| !one.out && !one.acted) {
            let key = (one.speed, self.rolls[usize::from(one.side)]);
            if best.is_none_or(|(highest, _)| key > highest) {
                best = Some((key, who));
            }
        }
        best.map(|(_, who)| who)
    }

    fn foes(&self, who: usize) -> impl Iterator<Item = usize> + '_ {
        let side = self.cast[who].side;
        (0..self.cast.len()).filter(move |foe| self.cast[*foe].side != side && !self.cast[*foe].out)
    }

    fn free(&self, at: (i16, i16)) -> bool {
        !self.cast.iter().any(|one| !one.out && one.at == at)
    }

    fn turn(&mut self, who: usize, dice: &mut Stream) {
        let mut turn = Turn { spent: 0, running: false };
        while self.both_stand() && !turn.running {
            if let Some(foe) = self.target(who) {
                self.strike(who, foe, dice);
                return;
            }
            let Some((to, cost)) = self.approach(who, &turn).or_else(|| self.hurry(who, &turn)) else { return };
            let near = self.cast[who].speed - turn.spent;
            turn.running = cost > near;
            turn.spent += cost;
            self.cast[who].at = to;
        }
    }

    /// The foe in reach at whom a blow promises most.
    fn target(&self, who: usize) -> Option<usize> {
        let mut best: Option<(i32, usize)> = None;
        for foe in self.foes(who).filter(|foe| apart(self.cast[who].at, self.cast[*foe].at) <= 1) {
            let (own, its) = (&self.cast[who], &self.cast[foe]);
            let falls = (own.damage - its.armor).max(0);
            let harm = 10 * i32::from(falls.min(its.health)) + if falls >= its.health { 150 } else { 0 };
            let chance = (11 - (its.parry - self.precision(who, foe))).clamp(0, 10);
            let worth = harm * i32::from(chance) / 10;
            if worth > 0 && best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, foe));
            }
        }
        best.map(|(_, foe)| foe)
    }

    /// The modifier of a roll, with a point for a flanked foe.
    fn precision(&self, who: usize, foe: usize) -> i16 {
        let beside = |other: &usize| apart(self.cast[*other].at, self.cast[foe].at) <= 1;
        let flanked = self.foes(foe).filter(beside).count() >= 2;
        self.cast[who].precision + i16::from(flanked)
    }

    fn strike(&mut self, who: usize, foe: usize, dice: &mut Stream) {
        let total = dice.die(10) as i16 + self.precision(who, foe);
        if total < self.cast[foe].parry {
            return;
        }
        let lost = (self.cast[who].damage - self.cast[foe].armor).max(0);
        let its = &mut self.cast[foe];
        its.health -= lost;
        its.out = its.health < 1;
        its.taken += u32::from(lost.unsigned_abs());
        self.cast[who].dealt += u32::from(lost.unsigned_abs());
    }

    /// The nearest foe; of equals one that a friend is at, else the first.
    fn nearest(&self, who: usize) -> Option<usize> {
        let far = |foe: &usize| apart(self.cast[who].at, self.cast[*foe].at);
        let near = self.foes(who).map(|foe| far(&foe)).min()?;
        let mut nearest = self.foes(who).filter(|foe| far(foe) == near);
        let first = nearest.next()?;
        let engaged = |foe: &usize| {
            self.foes(*foe).any(|friend| friend != who && apart(self.cast[friend].at, self.cast[*foe].at) <= 1)
        };
        Some(if engaged(&first) { first } else { nearest.find(engaged).unwrap_or(first) })
    }

    /// A square within the Move from which somebody is in reach, with its cost: straight on, or found by a search.
    fn approach(&mut self, who: usize, turn: &Turn) -> Option<((i16, i16), i16)> {
        let metres = self.cast[who].speed - turn.spent;
        let foe = self.nearest(who)?;
        if apart(self.cast[who].at, self.cast[foe].at) - 1 > metres {
            return None;
        }
        let straight = self.straight(who, foe, metres);
        if straight.is_some_and(|(to, _)| apart(to, self.cast[foe].at) <= 1) {
            return straight;
        }
        let mut search = self.search.take()?;
        search.run(self, who, metres, |arena, at| {
            arena.free(at) && arena.foes(who).any(|foe| apart(at, arena.cast[foe].at) <= 1)
        });
        let found = search.found();
        self.search = Some(search);
        found
    }

    /// As near to the nearest foe as a run leads.
    fn hurry(&mut self, who: usize, turn: &Turn) -> Option<((i16, i16), i16)> {
        let far = 2 * self.cast[who].speed - turn.spent;
        let foe = self.nearest(who)?;
        if apart(self.cast[who].at, self.cast[foe].at) <= 1 {
            return None;
        }
        if self.straight(who, foe, i16::MAX).is_some() {
            return self.straight(who, foe, far);
        }
        let mut search = self.search.take()?;
        search.run(self, who, 400, |arena, at| apart(at, arena.cast[foe].at) <= 1 && arena.free(at));
        let found = search.last_free_within(self, far);
        self.search = Some(search);
        found
    }

    /// Straight on to where a foe is in reach, as far as so many metres and a free square allow; nothing where a foe is
    /// in between or no free square lies at the end.
    fn straight(&self, who: usize, foe: usize, metres: i16) -> Option<((i16, i16), i16)> {
        let (from, to) = (self.cast[who].at, self.cast[foe].at);
        let (dx, dy) = (i32::from(to.0 - from.0), i32::from(to.1 - from.1));
        let long = dx.abs().max(dy.abs());
        let (mut last, mut arrived) = (None, false);
        for nth in 1..=long {
            let along = |whole: i32| ((2 * whole * nth + long).div_euclid(2 * long)) as i16;
            let at = (from.0 + along(dx), from.1 + along(dy));
            if self.foes(who).any(|other| self.cast[other].at == at) {
                return None;
            }
            let free = self.free(at);
            if free && nth <= i32::from(metres) {
                last = Some((at, nth as i16));
            }
            if free && apart(at, to) <= 1 {
                arrived = true;
                break;
            }
        }
        last.filter(|_| arrived)
    }
}
