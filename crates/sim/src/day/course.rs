//! The course of one day: each fight with what those before have left.

use quintain_content::Carried;
use quintain_engine::{Aftermath, Fate, FightResult, Left, Outcome, Plan, Side};

use super::{Bout, Day, Set, link};

/// How a hero stands between two fights.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Standing {
    /// What it has with it.
    pub(super) now: Aftermath,
    /// Whether that has changed since the morning.
    pub(super) changed: bool,
}

/// A moment of a day, to be counted.
pub(super) enum Moment<'a> {
    /// A fight is about to begin: how the heroes stand, in the order of the camp.
    Before { bout: usize, heroes: &'a [Standing] },
    /// It is over.
    After { bout: usize, heroes: &'a [Standing], came: &'a [bool], won: bool, rounds: u32 },
}

/// What is known of the day so far.
struct Course {
    heroes: Vec<Standing>,
    result: FightResult,
}

impl Day {
    /// Plays a day. It ends with the first fight that the party does not win, or when nobody is able to go to the next.
    pub(super) fn play(&self, plan: &Plan, number: u64, each: &mut dyn FnMut(Moment<'_>)) -> FightResult {
        let morning = link(&*self.morning).map(quintain_engine::AnyCamp::left).unwrap_or_default();
        let heroes = morning.into_iter().map(|now| Standing { now, changed: false }).collect::<Vec<_>>();
        let fates = vec![Fate::default(); heroes.len()];
        let mut course = Course { heroes, result: FightResult { fates, ..FightResult::default() } };
        let mut fought = 0;
        let mut stands = true;
        for (place, step) in self.steps.iter().enumerate() {
            let plan = Plan { seed: seed_of(plan.seed, place as u64), ..plan.clone() };
            match step {
                Set::Bout(bout) => {
                    each(Moment::Before { bout: fought, heroes: &course.heroes });
                    match self.fight(bout, &plan, number, &mut course) {
                        Ok((won, rounds, came)) => {
                            let heroes = &course.heroes;
                            each(Moment::After { bout: fought, heroes, came: &came, won, rounds });
                            stands = won;
                        }
                        Err(why) => {
                            self.complain(why);
                            stands = false;
                        }
                    }
                    fought += 1;
                }
                Set::Rest(_) | Set::Hand(_) => {
                    if let Err(why) = self.between(step, &plan, number, &mut course) {
                        self.complain(why);
                        stands = false;
                    }
                }
            }
            if !stands {
                break;
            }
        }
        let won = if stands { Side(0) } else { Side(1) };
        course.result.outcome = Some(Outcome::Won(won));
        for (fate, hero) in course.result.fates.iter_mut().zip(&course.heroes) {
            fate.died = hero.now.left == Left::Dead;
            fate.out = hero.now.left != Left::Able;
        }
        course.result
    }

    /// One fight: whether the party won it, its rounds, and who came.
    fn fight(
        &self,
        bout: &Bout,
        plan: &Plan,
        number: u64,
        course: &mut Course,
    ) -> Result<(bool, u32, Vec<bool>), String> {
        let able: Vec<bool> = course.heroes.iter().map(|hero| hero.now.left == Left::Able).collect();
        let came: Vec<bool> = able.iter().zip(&bout.places).map(|(able, place)| *able && place.is_some()).collect();
        if !came.contains(&true) {
            return Ok((false, 0, came));
        }
        let plan = Plan { conduct: bout.conduct.clone(), ..plan.clone() };
        let as_in_the_morning = course.heroes.iter().all(|hero| !hero.changed && hero.now.left == Left::Able);
        let (played, roster) = if as_in_the_morning {
            (link(&*bout.fresh)?.play(&plan, number), bout.fresh.roster())
        } else {
            let encounter = bout.encounter.carrying(&self.carried(&course.heroes));
            let fight = bout.book.set_up(&encounter).map_err(|problems| format!("{}: {problems}", bout.title))?;
            (link(&*fight)?.play(&plan, number), fight.roster())
        };
        for (place, name) in self.heroes.iter().enumerate().filter(|(place, _)| came[*place]) {
            let Some(at) = roster.iter().position(|(known, _)| known == name) else { continue };
            if let Some(left) = played.left.get(at) {
                course.heroes[place] = Standing { now: left.clone(), changed: true };
            }
            if let Some(fate) = played.result.fates.get(at) {
                let sums = &mut course.result.fates[place];
                sums.dealt = sums.dealt.saturating_add(fate.dealt);
                sums.taken = sums.taken.saturating_add(fate.taken);
            }
        }
        let rounds = played.result.rounds;
        course.result.rounds = course.result.rounds.saturating_add(rounds);
        Ok((played.result.outcome == Some(Outcome::Won(bout.side)), rounds, came))
    }

    /// A rest, or what the game master hands out, for all who live.
    fn between(&self, step: &Set, plan: &Plan, number: u64, course: &mut Course) -> Result<(), String> {
        let living = |hero: &Standing| hero.now.left != Left::Dead;
        if !course.heroes.iter().any(living) {
            return Ok(());
        }
        let mut carried = self.carried(&course.heroes);
        for (one, hero) in carried.iter_mut().zip(&course.heroes) {
            one.comes = living(hero);
        }
        let camp = self.book.set_up(&self.camp.carrying(&carried)).map_err(|problems| problems.to_string())?;
        let left = match step {
            Set::Rest(kind) => link(&*camp)?.rest(kind, plan, number),
            // An edict for one who has died means nothing any more; the others are carried out.
            Set::Hand(edicts) => {
                let gone: Vec<&String> =
                    self.heroes.iter().zip(&carried).filter(|(_, one)| !one.comes).map(|(name, _)| name).collect();
                let of_the_gone = |words: &&String| gone.iter().any(|name| words.contains(name.as_str()));
                let edicts: Vec<String> = edicts.iter().filter(|words| !of_the_gone(words)).cloned().collect();
                link(&*camp)?.hand(&edicts)?.left
            }
            Set::Bout(_) => return Ok(()),
        };
        for ((name, _), left) in camp.roster().iter().zip(left) {
            if let Some(place) = self.heroes.iter().position(|hero| hero == name) {
                course.heroes[place] = Standing { now: left, changed: true };
            }
        }
        Ok(())
    }

    /// What each brings along to the next fight; those who are not able do not come.
    fn carried(&self, heroes: &[Standing]) -> Vec<Carried> {
        let one = |(name, hero): (&String, &Standing)| Carried {
            name: name.clone(),
            comes: hero.now.left == Left::Able,
            values: match hero.changed {
                true => hero.now.kept.iter().map(|kept| (kept.key, kept.value.clone())).collect(),
                false => Vec::new(),
            },
        };
        self.heroes.iter().zip(heroes).map(one).collect()
    }
}

/// The seed of a step: the first has that of the day, so that a day's first fight is the very fight that is simulated alone.
fn seed_of(seed: u64, place: u64) -> u64 {
    seed ^ place.wrapping_mul(0x9e37_79b9_7f4a_7c15)
}
