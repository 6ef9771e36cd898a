//! The book's tactics written out: the attack that adds most to what the side already aims at.

use super::{Fighter, Plan};

/// Whom somebody strikes.
pub fn choose(all: &[Fighter], by: usize) -> Plan {
    let me = &all[by];
    let mut best: Option<(u32, u8)> = None;
    for (at, target) in all.iter().enumerate() {
        if target.side == me.side || target.gone {
            continue;
        }
        let aims = |one: &&Fighter| one.side == me.side && one.plan == Plan::Strike(at as u8);
        let already = all.iter().filter(aims).map(|one| one.die).max().unwrap_or(1);
        let value = worth(target, me.die, already);
        if best.is_none_or(|(known, _)| value > known) {
            best = Some((value, at as u8));
        }
    }
    best.map_or(Plan::Nothing, |(_, at)| Plan::Strike(at))
}

/// The damage that a die adds, more on those who are nearly down, little on those who lie there.
fn worth(target: &Fighter, die: u8, already: u8) -> u32 {
    // A target that lies there is helpless: the attack is enhanced.
    let die = if target.out { die.max(12) } else { die };
    let value = gain(die, already, target.armor);
    if target.out {
        return value / 100 + 1;
    }
    (value + 1) * 4 * 16 / (8 + (target.sta + target.kra / 3).max(1) as u32)
}

const DICE: [u8; 7] = [1, 4, 6, 8, 10, 12, 20];

fn gain(die: u8, already: u8, armor: i16) -> u32 {
    let place = |die| DICE.iter().position(|known| *known == die).unwrap_or(0);
    let (die, already, armor) = (place(die), place(already), usize::from(armor as u16));
    let before = if already == 0 { 0 } else { TABLE[0][already][armor] };
    TABLE[die][already][armor].saturating_sub(before)
}

static TABLE: [[[u32; 4]; 7]; 7] = {
    let mut table = [[[0; 4]; 7]; 7];
    let (mut one, mut other, mut armor) = (0, 0, 0);
    while one < 7 {
        while other < 7 {
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
