//! A fight without rules, for tests: its results follow from seed and number by a few shifts.

use std::ops::Range;
use std::sync::Arc;

use quintain_engine::{
    AnyDrill, AnyFight, AnyLive, Before, EachFight, EachSought, Fact, Fate, FightResult, HeardFight, Heed, Outcome,
    Plan, Secrets, Seeker, Side, Terms, View,
};

#[derive(Debug)]
pub(crate) struct Fake;

/// Scrambles a number (the finaliser of MurmurHash3, a common way to do it).
fn scramble(mut n: u64) -> u64 {
    n ^= n >> 33;
    n = n.wrapping_mul(0xff51_afd7_ed55_8ccd);
    n ^= n >> 33;
    n = n.wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    n ^ (n >> 33)
}

impl AnyFight for Fake {
    fn sides(&self) -> Vec<String> {
        vec!["heroes".into(), "monsters".into()]
    }

    fn roster(&self) -> Vec<(String, Side)> {
        vec![("Althea".into(), Side(0)), ("Cyclops".into(), Side(1))]
    }

    fn digest(&self) -> String {
        "0".into()
    }

    fn view(&self) -> View {
        View {
            rulebook: "fake",
            round: 0,
            moment: String::new(),
            over: None,
            order: Vec::new(),
            stats: Vec::new(),
            combatants: Vec::new(),
            intents: Vec::new(),
            zones: Vec::new(),
            lights: Vec::new(),
            scale: None,
            map: Vec::new(),
        }
    }

    fn trace(&self, _: &Plan, fights: Range<u64>, each: &mut dyn FnMut(u64, &View)) {
        for number in fights {
            each(number, &self.view());
        }
    }

    fn before(&self) -> Before {
        Before::default()
    }

    fn secrets(&self) -> Arc<Secrets> {
        Arc::default()
    }

    fn simulate(&self, plan: &Plan, fights: Range<u64>, each: EachFight<'_>) {
        let mut result = FightResult::default();
        for number in fights {
            let bits = scramble(plan.seed ^ scramble(number));
            result.outcome = match bits % 10 {
                0..=4 => Some(Outcome::Won(Side(0))),
                5..=7 => Some(Outcome::Won(Side(1))),
                8 => Some(Outcome::Mutual),
                _ => None,
            };
            result.rounds = ((bits >> 8) % u64::from(plan.round_limit) + 1) as u32;
            let hurt = |shift: u32| ((bits >> shift) % 20) as u32;
            let fell = |side: u8| !matches!(result.outcome, Some(Outcome::Won(won)) if won == Side(side));
            let fate = |side: u8, dealt, taken| {
                let out = fell(side) && result.outcome.is_some();
                Fate { died: out && bits & (1 << 40) != 0, out, dealt, taken }
            };
            let fates = [fate(0, hurt(16), hurt(24)), fate(1, hurt(24), hurt(16))];
            result.fates.clear();
            result.fates.extend(fates);
            if each(number, &result).is_break() {
                return;
            }
        }
    }

    fn hear(&self, _: &Plan, _: Heed, _: Range<u64>, _: &mut dyn FnMut(u64, &HeardFight)) {
        unreachable!("there is nothing to hear")
    }

    fn seek(&self, _: &Plan, _: (&[Seeker], Heed), _: Range<u64>, _: EachSought<'_>) {
        unreachable!("there is nothing to search")
    }

    fn drill(&self, _: Terms) -> Box<dyn AnyDrill> {
        unreachable!("there is nothing to answer")
    }

    fn live(&self, _: Terms, _: Vec<Fact>) -> Box<dyn AnyLive> {
        unreachable!("simulations are never live")
    }
}
