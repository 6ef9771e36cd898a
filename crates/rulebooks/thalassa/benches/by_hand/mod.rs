//! The same fights written by hand, with no table, no questions and no events: the limit that the rules are held
//! against. Every function mirrors a rule of the book; the tactics are the book's own, written out for these fights.

use quintain_dice::Stream;

/// How a fight ended, and what it cost: enough to tell two programs apart that do not play the same fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ended {
    /// The winning side; `None` if all fell together.
    pub winner: Option<u8>,
    /// The round.
    pub rounds: u32,
    /// Damage taken by everyone, added up.
    pub taken: u32,
}

fn save(dice: &mut Stream, score: i16) -> bool {
    dice.die(20) <= score.clamp(1, 19) as u16
}

/// Althea (STA 5, Armor 1, KRA 10, TEK 13, THU 11, d8) against one Kyklôps (STA 8, KRA 18, TEK 8, THU 12, d10).
pub fn hero_against_kyklops(dice: &mut Stream) -> Ended {
    let mut hero = Hero { sta: 5, kra: 10, max_sta: 5, out: false };
    let mut monster = Monster { sta: 8, kra: 18, out: false, fleeing: false, fled: false };
    let (mut rounds, mut taken) = (0, 0);
    let first = save(dice, 13);
    loop {
        rounds += 1;
        if rounds == 1 {
            if first {
                strike_monster(dice, &mut monster, &mut taken, true);
                if monster.out {
                    return ended(&hero, &monster, rounds, taken);
                }
            }
            monsters_turn(dice, &mut hero, &mut monster, &mut taken);
            if hero.out || monster.out {
                return ended(&hero, &monster, rounds, taken);
            }
            if !first {
                strike_monster(dice, &mut monster, &mut taken, true);
                if monster.out {
                    return ended(&hero, &monster, rounds, taken);
                }
            }
            continue;
        }
        // One phase: the retreat's save first, then both damage dice, then both results.
        let fleeing = monster.fleeing;
        if fleeing && save(dice, 8) {
            monster.out = true;
            monster.fled = true;
            return ended(&hero, &monster, rounds, taken);
        }
        let at_hero = if fleeing { None } else { Some(dice.die(10) as i16) };
        let at_monster = dice.die(8) as i16;
        if let Some(face) = at_hero {
            hurt_hero(dice, &mut hero, face - 1, &mut taken);
        }
        let at_zero = hurt_monster(dice, &mut monster, at_monster, &mut taken);
        morale(dice, &mut monster, at_zero);
        if hero.out || monster.out {
            return ended(&hero, &monster, rounds, taken);
        }
    }
}

struct Hero {
    sta: i16,
    kra: i16,
    max_sta: i16,
    out: bool,
}

struct Monster {
    sta: i16,
    kra: i16,
    out: bool,
    fleeing: bool,
    fled: bool,
}

fn ended(hero: &Hero, monster: &Monster, rounds: u32, taken: u32) -> Ended {
    let winner = match (hero.out, monster.out) {
        (true, true) => None,
        (true, false) => Some(1),
        _ => Some(0),
    };
    Ended { winner, rounds, taken }
}

fn monsters_turn(dice: &mut Stream, hero: &mut Hero, monster: &mut Monster, taken: &mut u32) {
    if monster.fleeing {
        if save(dice, 8) {
            (monster.out, monster.fled) = (true, true);
        }
        return;
    }
    let face = dice.die(10) as i16;
    hurt_hero(dice, hero, face - 1, taken);
}

fn strike_monster(dice: &mut Stream, monster: &mut Monster, taken: &mut u32, tries_morale: bool) {
    let face = dice.die(8) as i16;
    let at_zero = hurt_monster(dice, monster, face, taken);
    if tries_morale {
        morale(dice, monster, at_zero);
    }
}

fn morale(dice: &mut Stream, monster: &mut Monster, at_zero: bool) {
    if at_zero && !monster.out && !monster.fleeing && !save(dice, 12) {
        monster.fleeing = true;
    }
}

fn hurt_monster(dice: &mut Stream, monster: &mut Monster, net: i16, taken: &mut u32) -> bool {
    if net <= 0 {
        return false;
    }
    let from_sta = net.min(monster.sta);
    let at_zero = monster.sta > 0 && from_sta == monster.sta;
    monster.sta -= from_sta;
    *taken += from_sta as u32;
    let excess = net - from_sta;
    if excess > 0 {
        let lost = excess.min(monster.kra);
        monster.kra -= lost;
        *taken += lost as u32;
        monster.out = monster.kra == 0 || !save(dice, monster.kra);
    }
    at_zero
}

fn hurt_hero(dice: &mut Stream, hero: &mut Hero, net: i16, taken: &mut u32) {
    if net <= 0 {
        return;
    }
    let from_sta = net.min(hero.sta);
    hero.sta -= from_sta;
    *taken += from_sta as u32;
    let excess = net - from_sta;
    if excess > 0 {
        let lost = excess.min(hero.kra);
        hero.kra -= lost;
        *taken += lost as u32;
        hero.out = hero.kra == 0 || !save(dice, hero.kra);
    } else if hero.sta == 0 && from_sta > 0 {
        scar(dice, hero, net);
    }
}

fn scar(dice: &mut Stream, hero: &mut Hero, row: i16) {
    match row {
        1 => {
            dice.die(6);
            hero.max_sta = hero.max_sta.max(dice.die(6) as i16);
        }
        2 => hero.max_sta = hero.max_sta.max(dice.die(6) as i16),
        4 => {
            dice.die(6);
        }
        _ => {}
    }
}

/// One of eight.
#[derive(Clone, Copy)]
struct Fighter {
    sta: i16,
    kra: i16,
    armor: i16,
    die: u8,
    tek: i16,
    thu: i16,
    side: u8,
    out: bool,
    fleeing: bool,
    at: Option<u8>,
}

/// Four bandits (STA 3, KRA 10, TEK 10, THU 8, d6) against four hoplites (STA 4, Armor 3, KRA 12, TEK 10, THU 12, d8).
pub fn four_against_four(dice: &mut Stream) -> Ended {
    let bandit =
        Fighter { sta: 3, kra: 10, armor: 0, die: 6, tek: 10, thu: 8, side: 0, out: false, fleeing: false, at: None };
    let hoplite = Fighter { sta: 4, kra: 12, armor: 3, die: 8, tek: 10, thu: 12, side: 1, ..bandit };
    let mut all = [bandit, bandit, bandit, bandit, hoplite, hoplite, hoplite, hoplite];
    let mut tried = [[false; 2]; 2];
    let (mut rounds, mut taken) = (0, 0);
    loop {
        rounds += 1;
        declare(&mut all);
        run_away(dice, &mut all);
        let mut faces = [0u8; 8];
        for target in 0..8 {
            for by in 0..8 {
                if all[by].at == Some(target) && !gone(&all[usize::from(target)]) {
                    faces[by] = dice.die(all[by].die.into()) as u8;
                }
            }
        }
        let mut at_zero = [false; 8];
        for target in 0..8usize {
            let best = (0..8).filter(|by| all[*by].at == Some(target as u8)).map(|by| faces[by]).max();
            let Some(best) = best else { continue };
            let net = (i16::from(best) - all[target].armor).max(0);
            at_zero[target] = hurt(dice, &mut all[target], net, &mut taken);
        }
        try_morale(dice, &mut all, &mut tried, &at_zero);
        let standing = |side: u8| all.iter().any(|one| one.side == side && !one.out);
        let winner = match (standing(0), standing(1)) {
            (true, true) => continue,
            (true, false) => Some(0),
            (false, true) => Some(1),
            (false, false) => None,
        };
        return Ended { winner, rounds, taken };
    }
}

fn gone(one: &Fighter) -> bool {
    one.kra == 0 || one.at == Some(u8::MAX)
}

/// The book's tactics: the attack that adds most to what the side already aims.
fn declare(all: &mut [Fighter; 8]) {
    for one in all.iter_mut() {
        one.at = if one.out { one.at.filter(|at| *at == u8::MAX) } else { None };
    }
    for by in 0..8 {
        if all[by].out || all[by].fleeing {
            continue;
        }
        let mut best = (0, None);
        for target in 0..8 {
            if all[target].side == all[by].side || all[target].kra == 0 || all[target].at == Some(u8::MAX) {
                continue;
            }
            let already = (0..by)
                .filter(|other| all[*other].side == all[by].side && all[*other].at == Some(target as u8))
                .map(|other| all[other].die)
                .max()
                .unwrap_or(1);
            let value = worth(&all[target], all[by].die, already);
            if value > best.0 {
                best = (value, Some(target as u8));
            }
        }
        all[by].at = best.1;
    }
}

fn worth(target: &Fighter, die: u8, already: u8) -> u32 {
    let value = gain(die, already, target.armor);
    if target.out {
        return value / 100 + 1;
    }
    (value + 1) * 4 * 16 / (8 + (target.sta + target.kra / 3).max(1) as u32)
}

const DICE: [u8; 4] = [1, 4, 6, 8];

fn gain(die: u8, already: u8, armor: i16) -> u32 {
    let place = |die| DICE.iter().position(|known| *known == die).unwrap_or(0);
    let (die, already, armor) = (place(die), place(already), usize::from(armor as u16));
    TABLE[die][already][armor] - if already == 0 { 0 } else { TABLE[0][already][armor] }
}

static TABLE: [[[u32; 4]; 4]; 4] = {
    let mut table = [[[0; 4]; 4]; 4];
    let (mut one, mut other, mut armor) = (0, 0, 0);
    while one < 4 {
        while other < 4 {
            while armor < 4 {
                let (mut sum, mut a) = (0u32, 1);
                while a <= DICE[one] as u32 {
                    let mut b = 1;
                    while b <= DICE[other] as u32 {
                        let high = if a > b { a } else { b };
                        sum += high.saturating_sub(armor as u32);
                        b += 1;
                    }
                    a += 1;
                }
                table[one][other][armor] = sum * 1000 / (DICE[one] as u32 * DICE[other] as u32);
                armor += 1;
            }
            armor = 0;
            other += 1;
        }
        other = 0;
        one += 1;
    }
    table
};

/// Who flees saves TEK to get away, before any damage die.
fn run_away(dice: &mut Stream, all: &mut [Fighter; 8]) {
    for one in all.iter_mut() {
        if one.fleeing && !one.out && save(dice, one.tek) {
            one.out = true;
            one.at = Some(u8::MAX);
        }
    }
    for by in 0..8 {
        if let Some(at) = all[by].at.filter(|at| *at != u8::MAX)
            && all[usize::from(at)].at == Some(u8::MAX)
        {
            all[by].at = None;
        }
    }
}

fn hurt(dice: &mut Stream, one: &mut Fighter, net: i16, taken: &mut u32) -> bool {
    if net <= 0 {
        return false;
    }
    let from_sta = net.min(one.sta);
    let at_zero = one.sta > 0 && from_sta == one.sta;
    one.sta -= from_sta;
    *taken += from_sta as u32;
    let excess = net - from_sta;
    if excess > 0 {
        let lost = excess.min(one.kra);
        one.kra -= lost;
        *taken += lost as u32;
        if one.kra == 0 || !save(dice, one.kra) {
            one.out = true;
        }
    }
    at_zero
}

fn try_morale(dice: &mut Stream, all: &mut [Fighter; 8], tried: &mut [[bool; 2]; 2], at_zero: &[bool; 8]) {
    for side in 0..2u8 {
        let of = |one: &&Fighter| one.side == side;
        let casualty = all.iter().filter(of).any(|one| one.out && one.at != Some(u8::MAX));
        let lost = all.iter().filter(of).filter(|one| one.out).count();
        let tried = &mut tried[usize::from(side)];
        let first = casualty && !tried[0];
        let half = lost * 2 >= 4 && !tried[1];
        tried[0] |= first;
        tried[1] |= half;
        let mut wavering = (0..8).filter(|place| all[*place].side == side && !all[*place].out && !all[*place].fleeing);
        let standing = all.iter().filter(of).filter(|one| !one.out).count();
        let (one, two) = (wavering.next(), wavering.next());
        let lone = matches!((one, two), (Some(lone), None) if standing == 1 && at_zero[lone]);
        if one.is_some() && (first || half || lone) {
            for one in all.iter_mut().filter(|one| one.side == side) {
                if !one.out && !one.fleeing && !save(dice, one.thu) {
                    one.fleeing = true;
                }
            }
        }
    }
}
