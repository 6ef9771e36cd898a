//! The same fights written by hand, with no table, no questions and no events: the limit that the rules are held
//! against. One program for all fights of people and beasts with one weapon each, without a map and without magic: any
//! number of them, their scores given. Every function mirrors a rule of the book, and the tactics are the book's own.

mod weigh;

use quintain_dice::Stream;
use quintain_engine::Fate;
use quintain_testkit::Ended;
use weigh::choose;

/// One who fights.
#[derive(Clone, Copy, Debug)]
pub struct Fighter {
    side: u8,
    hero: bool,
    sta: i16,
    max_sta: i16,
    armor: i16,
    kra: i16,
    tek: i16,
    thu: i16,
    max_thu: i16,
    die: u8,
    /// Passed its save for order.
    first: bool,
    /// Down, dead or away.
    out: bool,
    /// Dead or away: nobody to strike at any more.
    gone: bool,
    /// Dead or down, not away.
    casualty: bool,
    fleeing: bool,
    /// The next failed save against critical damage kills.
    doomed: bool,
    plan: Plan,
    /// What it dealt and took.
    dealt: u32,
    taken: u32,
}

/// What one does in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Plan {
    Nothing,
    Strike(u8),
    Run,
}

impl Fighter {
    /// Fresh, with these scores.
    pub const fn new(side: u8, hero: bool, sta: i16, armor: i16, [kra, tek, thu]: [i16; 3], die: u8) -> Self {
        let (max_sta, max_thu, plan) = (sta, thu, Plan::Nothing);
        let (first, out, gone, casualty, fleeing, doomed) = (false, false, false, false, false, false);
        Fighter {
            side,
            hero,
            sta,
            max_sta,
            armor,
            kra,
            tek,
            thu,
            max_thu,
            die,
            first,
            out,
            gone,
            casualty,
            fleeing,
            doomed,
            plan,
            dealt: 0,
            taken: 0,
        }
    }

    /// What became of it.
    fn fate(&self) -> Fate {
        Fate { died: self.gone && self.casualty, out: self.out, dealt: self.dealt, taken: self.taken }
    }
}

/// Althea against one Kyklôps.
pub const DUEL: [Fighter; 2] =
    [Fighter::new(0, true, 5, 1, [10, 13, 11], 8), Fighter::new(1, false, 8, 0, [18, 8, 12], 10)];

/// Four bandits against four hoplites.
pub const FOURS: [Fighter; 8] = {
    let bandit = Fighter::new(0, false, 3, 0, [10, 10, 8], 6);
    let hoplite = Fighter::new(1, false, 4, 3, [12, 10, 12], 8);
    [bandit, bandit, bandit, bandit, hoplite, hoplite, hoplite, hoplite]
};

/// Whether a save passes.
fn save(dice: &mut Stream, score: i16) -> bool {
    dice.die(20) <= score.clamp(1, 19) as u16
}

/// A fight under way; kept from one fight to the next, so that it allocates nothing.
#[derive(Debug, Default)]
pub struct Arena {
    all: Vec<Fighter>,
    blows: Vec<Blow>,
    /// Whose STA was taken to 0 in this phase.
    at_zero: Vec<u8>,
    /// Whether a side has saved for its first casualty, and for half its number.
    tried: [[bool; 2]; 2],
    began: [usize; 2],
}

/// A die on its way.
#[derive(Clone, Copy, Debug)]
struct Blow {
    at: u8,
    by: u8,
    face: u8,
}

impl Arena {
    /// Plays one fight to its end, and adds what became of each.
    pub fn play(&mut self, fighters: &[Fighter], dice: &mut Stream, fates: &mut Vec<Fate>) -> Ended {
        self.all.clear();
        self.all.extend_from_slice(fighters);
        self.tried = [[false; 2]; 2];
        self.began = [0, 1].map(|side| self.all.iter().filter(|one| one.side == side).count());
        let heroes = self.all.iter().any(|one| one.hero);
        for one in self.all.iter_mut().filter(|one| one.hero) {
            one.first = save(dice, one.tek);
        }
        let mut rounds = 0;
        loop {
            rounds += 1;
            self.declare();
            let phases = if rounds == 1 && heroes { 3 } else { 1 };
            for phase in 0..phases {
                self.phase(dice, (phases == 3).then_some(phase));
                if let Some(winner) = self.over() {
                    fates.extend(self.all.iter().map(Fighter::fate));
                    return Ended { winner, rounds };
                }
            }
        }
    }

    /// Everyone able decides: opponents first, whose acts are foretold, then heroes; in roster order.
    fn declare(&mut self) {
        for one in &mut self.all {
            one.plan = Plan::Nothing;
        }
        for heroes in [false, true] {
            for by in 0..self.all.len() {
                if self.all[by].hero == heroes && !self.all[by].out {
                    self.all[by].plan =
                        if self.all[by].fleeing || self.is_hopeless(by) { Plan::Run } else { choose(&self.all, by) };
                }
            }
        }
    }

    /// A hero at STA 0 whose side is outnumbered three to one.
    fn is_hopeless(&self, who: usize) -> bool {
        let one = &self.all[who];
        if !one.hero || one.sta > 0 {
            return false;
        }
        let able = |ours: bool| self.all.iter().filter(|other| !other.out && (other.side == one.side) == ours).count();
        able(false) >= 3 && able(false) >= 3 * able(true)
    }

    /// Saves to run away, then all dice, then all results; `phase` tells who acts, where not everybody does.
    fn phase(&mut self, dice: &mut Stream, phase: Option<u8>) {
        self.blows.clear();
        self.at_zero.clear();
        let acts = |one: &Fighter| match phase {
            None => true,
            Some(0) => one.hero && one.first,
            Some(1) => !one.hero,
            Some(_) => one.hero && !one.first,
        };
        for one in &mut self.all {
            if acts(one) && !one.out && one.fleeing {
                one.plan = Plan::Run;
            }
            if acts(one) && !one.out && one.plan == Plan::Run && save(dice, one.tek) {
                (one.out, one.gone) = (true, true);
            }
        }
        for by in 0..self.all.len() {
            let one = self.all[by];
            let Plan::Strike(at) = one.plan else { continue };
            if acts(&one) && !one.out {
                let at = if self.all[usize::from(at)].gone { self.redirect(by, phase) } else { Some(at) };
                self.blows.extend(at.map(|at| Blow { at, by: by as u8, face: 0 }));
            }
        }
        self.blows.sort_unstable_by_key(|blow| (blow.at, blow.by));
        for blow in &mut self.blows {
            blow.face = dice.die(self.all[usize::from(blow.by)].die.into()) as u8;
        }
        let mut from = 0;
        while let Some(first) = self.blows.get(from).copied() {
            let pool = self.blows[from..].iter().take_while(|blow| blow.at == first.at);
            let (count, best) = pool
                .fold((0, first), |(count, best), blow| (count + 1, if blow.face > best.face { *blow } else { best }));
            from += count;
            let net = i16::from(best.face) - self.all[usize::from(first.at)].armor;
            if net > 0 {
                let lost = self.hurt(dice, usize::from(first.at), net);
                self.all[usize::from(best.by)].dealt += lost;
            }
        }
        self.morale(dice);
    }

    /// In a later phase of the round an attacker that finds its target gone turns to another, an able one first.
    fn redirect(&self, by: usize, phase: Option<u8>) -> Option<u8> {
        let foes = || (0..self.all.len()).filter(|at| self.all[*at].side != self.all[by].side && !self.all[*at].gone);
        let able = foes().find(|at| !self.all[*at].out).or_else(|| foes().next());
        able.filter(|_| phase.is_some_and(|phase| phase > 0)).map(|at| at as u8)
    }

    /// STA first, the rest to KRA with its save, or a scar at exactly 0; says what was lost.
    fn hurt(&mut self, dice: &mut Stream, whom: usize, net: i16) -> u32 {
        let one = &mut self.all[whom];
        let from_sta = net.min(one.sta);
        if one.sta > 0 && from_sta == one.sta {
            self.at_zero.push(whom as u8);
        }
        one.sta -= from_sta;
        let excess = net - from_sta;
        let mut lost = from_sta;
        if excess > 0 && !(one.gone && one.casualty) {
            let from_kra = excess.min(one.kra);
            one.kra -= from_kra;
            lost += from_kra;
            overflow(dice, one);
        } else if excess == 0 && one.sta == 0 && from_sta > 0 && one.hero {
            scar(dice, one, net);
        }
        one.taken += lost as u32;
        lost as u32
    }

    /// Each side of opponents saves THU for its first casualty, for half its number, or as the last one at STA 0.
    fn morale(&mut self, dice: &mut Stream) {
        for side in 0..2u8 {
            let (mut casualty, mut lost, mut standing, mut wavering, mut first) = (false, 0, 0, 0, None);
            for (place, one) in self.all.iter().enumerate().filter(|(_, one)| one.side == side) {
                casualty |= one.casualty;
                lost += usize::from(one.out);
                standing += usize::from(!one.out);
                if !one.hero && !one.out && !one.fleeing {
                    wavering += 1;
                    first = first.or(Some(place as u8));
                }
            }
            let tried = &mut self.tried[usize::from(side)];
            let for_first = casualty && !tried[0];
            let for_half = lost > 0 && lost * 2 >= self.began[usize::from(side)] && !tried[1];
            tried[0] |= for_first;
            tried[1] |= for_half;
            let Some(first) = first else { continue };
            let lone = wavering == 1 && standing == 1 && self.at_zero.contains(&first);
            if for_first || for_half || lone {
                for one in self.all.iter_mut().filter(|one| one.side == side) {
                    if !one.hero && !one.out && !one.fleeing && !save(dice, one.thu) {
                        one.fleeing = true;
                    }
                }
            }
        }
    }

    /// Who has won, once nobody able has an able foe.
    fn over(&self) -> Option<Option<u8>> {
        let mut able = self.all.iter().filter(|one| !one.out).map(|one| one.side);
        let Some(first) = able.next() else { return Some(None) };
        if able.any(|side| side != first) { None } else { Some(Some(first)) }
    }
}

/// The save of one whose KRA was reduced.
fn overflow(dice: &mut Stream, one: &mut Fighter) {
    if one.kra == 0 {
        (one.out, one.gone, one.casualty) = (true, true, true);
        return;
    }
    let passed = save(dice, one.kra);
    if std::mem::take(&mut one.doomed) {
        if passed {
            one.max_sta = one.max_sta.max(sum(dice, 3));
        } else {
            (one.out, one.gone, one.casualty) = (true, true, true);
        }
    } else if !passed {
        (one.out, one.casualty) = (true, true);
    }
}

fn sum(dice: &mut Stream, count: u8) -> i16 {
    (0..count).map(|_| dice.die(6) as i16).sum()
}

/// The table of scars, as far as it matters before the fight is over.
fn scar(dice: &mut Stream, one: &mut Fighter, row: i16) {
    match row {
        1 => {
            dice.die(6);
            one.max_sta = one.max_sta.max(sum(dice, 1));
        }
        2 => one.max_sta = one.max_sta.max(sum(dice, 1)),
        4 => {
            dice.die(6);
        }
        6 => {
            let which = dice.die(6);
            let total = sum(dice, 3);
            let score = match which {
                1 | 2 => &mut one.kra,
                3 | 4 => &mut one.tek,
                _ => &mut one.thu,
            };
            *score = total.max(*score);
        }
        8 if save(dice, one.thu) => grow(one, dice.die(4) as i16),
        9 => {
            let more = sum(dice, 3) - one.max_thu;
            grow(one, more);
        }
        10 => {
            dice.die(6);
            if save(dice, one.thu) {
                grow(one, dice.die(6) as i16);
            }
        }
        11 => one.out = true,
        12.. => one.doomed = true,
        _ => {}
    }
}

/// A higher maximum THU, and THU with it where it was full.
fn grow(one: &mut Fighter, more: i16) {
    if more > 0 {
        if one.thu == one.max_thu {
            one.thu += more;
        }
        one.max_thu += more;
    }
}
