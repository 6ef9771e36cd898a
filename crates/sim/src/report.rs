//! What a simulation says, as values that go out as JSON unchanged.

use std::time::Duration;

use quintain_engine::{AnyFight, wilson};
use serde::{Deserialize, Serialize};

use crate::study::Study;
use crate::tally::{Fates, Tally};
use crate::telling::Telling;

/// What came of a simulation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// The version of Quintain that played it.
    #[serde(default)]
    pub version: String,
    /// The encounter.
    pub encounter: String,
    /// The rulebook's id.
    pub rulebook: String,
    /// How many fights were played.
    pub fights: u64,
    /// The seed.
    pub seed: u64,
    /// How many threads played them.
    pub threads: usize,
    /// True where the run was stopped before all fights were played.
    pub stopped: bool,
    /// What each side made of it.
    pub sides: Vec<SideReport>,
    /// The share of fights in which at least one combatant died, of whatever side.
    #[serde(default)]
    pub someone_died_rate: f64,
    /// Fights that reached the round limit, stalemates apart.
    pub undecided: u64,
    /// Fights that reached the round limit and in whose last fifty rounds nobody was harmed and nobody left: they would stand
    /// like that for ever.
    #[serde(default)]
    pub stalemates: u64,
    /// Fights in which the last of all sides fell together.
    pub mutual: u64,
    /// Fights that ended in some other way, with no winner.
    pub ended: u64,
    /// The round after which a fight counts as undecided.
    pub round_limit: u32,
    /// How long the fights were; those at the limit count with the limit.
    pub rounds: RoundsReport,
    /// What became of each combatant.
    pub combatants: Vec<CombatantReport>,
    /// Those who joined later, summed up; none where nobody did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub joined: Option<JoinedReport>,
    /// The number of a fight that went as most of them do: of the first thousand the one whose outcome is the commonest and
    /// whose length, losses and damage lie nearest to the means.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub typical_fight: Option<u64>,
    /// What the events of some of the fights say, where they were heard.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub telling: Option<Telling>,
    /// What went wrong with programs that played a side, and how often; the default answer stood each time.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub complaints: Vec<(String, u64)>,
    /// How long it took.
    pub seconds: f64,
    /// How many fights a second were played.
    pub fights_per_second: f64,
}

/// What one side made of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SideReport {
    /// Its name.
    pub name: String,
    /// How it was played, where that is known: tactics, a search, a program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tactics: Option<String>,
    /// How many fights it won.
    pub wins: u64,
    /// The share of all fights that it won.
    pub win_rate: f64,
    /// The 95 % interval of that share (Wilson).
    pub interval95: [f64; 2],
    /// The share of fights in which at least one of its combatants died.
    pub someone_died_rate: f64,
    /// The share of fights at whose end all its combatants were out.
    pub all_out_rate: f64,
    /// The number of the fight that went worst for it: most out, then most dead, then most damage.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub worst_fight: Option<u64>,
    /// The number of the fight that went best for it: won, then fewest out, then fewest dead, then least damage.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub best_fight: Option<u64>,
}

/// How long the fights were, in rounds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RoundsReport {
    /// The mean.
    pub mean: f64,
    /// One in twenty was no longer than this.
    pub p5: u32,
    /// Half were no longer than this.
    pub p50: u32,
    /// One in twenty was longer than this, at most.
    pub p95: u32,
    /// The longest.
    pub max: u32,
    /// How many fights took how many rounds, from 0 on.
    pub counts: Vec<u64>,
}

/// What became of one combatant.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CombatantReport {
    /// Its name.
    pub name: String,
    /// Its side's name.
    pub side: String,
    /// The share of fights in which it died.
    pub died_rate: f64,
    /// The 95 % interval of that share (Wilson).
    #[serde(default)]
    pub died_interval95: [f64; 2],
    /// The share of fights in which it was out at the end, the dead included.
    pub out_rate: f64,
    /// The 95 % interval of that share (Wilson).
    #[serde(default)]
    pub out_interval95: [f64; 2],
    /// The damage it dealt in a fight, on average.
    pub mean_damage_dealt: f64,
    /// The 95 % interval of that mean.
    #[serde(default)]
    pub dealt_interval95: [f64; 2],
    /// The damage it took in a fight, on average.
    pub mean_damage_taken: f64,
    /// The 95 % interval of that mean.
    #[serde(default)]
    pub taken_interval95: [f64; 2],
}

/// What became of those who joined after the beginning, in all fights together.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct JoinedReport {
    /// How many joined in a fight, on average.
    pub mean_number: f64,
    /// The share of them that died.
    pub died_rate: f64,
    /// The share of them that were out at the end.
    pub out_rate: f64,
    /// The damage that all of them dealt in a fight, on average.
    pub mean_damage_dealt: f64,
    /// The damage that all of them took in a fight, on average.
    pub mean_damage_taken: f64,
}

impl Report {
    pub(crate) fn new(fight: &dyn AnyFight, study: &Study, tally: &Tally, took: Duration) -> Report {
        let names = fight.sides();
        let sides = names.iter().zip(&tally.sides).map(|(name, side)| {
            let win_rate = share(side.wins, tally.fights);
            SideReport {
                name: name.clone(),
                tactics: None,
                wins: side.wins,
                win_rate,
                interval95: of_share(win_rate, tally.fights),
                someone_died_rate: share(side.someone_died, tally.fights),
                all_out_rate: share(side.all_out, tally.fights),
                worst_fight: side.worst.map(|(_, fight)| fight.0),
                best_fight: side.best.map(|(_, _, fight)| fight.0),
            }
        });
        let combatants = fight.roster().into_iter().zip(&tally.combatants).map(|((name, side), sums)| {
            let side = names.get(side.index()).cloned().unwrap_or_default();
            CombatantReport::new(name, side, sums, tally.fights)
        });
        let seconds = took.as_secs_f64();
        Report {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            encounter: study.encounter.clone(),
            rulebook: fight.view().rulebook.to_owned(),
            fights: tally.fights,
            seed: study.seed,
            threads: study.threads.max(1),
            stopped: tally.fights < study.fights,
            sides: sides.collect(),
            someone_died_rate: share(tally.someone_died, tally.fights),
            undecided: tally.undecided,
            stalemates: tally.stalemates,
            mutual: tally.mutual,
            ended: tally.ended,
            round_limit: study.round_limit,
            rounds: RoundsReport {
                mean: tally.rounds.mean(),
                p5: tally.rounds.percentile(5),
                p50: tally.rounds.percentile(50),
                p95: tally.rounds.percentile(95),
                max: tally.rounds.max(),
                counts: tally.rounds.counts().to_vec(),
            },
            combatants: combatants.collect(),
            joined: (tally.joined.seen > 0).then(|| JoinedReport::new(&tally.joined, tally.fights)),
            typical_fight: tally.candidates.typical(),
            telling: None,
            complaints: Vec::new(),
            seconds,
            fights_per_second: if seconds > 0.0 { tally.fights as f64 / seconds } else { 0.0 },
        }
    }
}

impl CombatantReport {
    fn new(name: String, side: String, sums: &Fates, fights: u64) -> Self {
        let (died_rate, out_rate) = (share(sums.died, fights), share(sums.out, fights));
        CombatantReport {
            name,
            side,
            died_rate,
            died_interval95: of_share(died_rate, fights),
            out_rate,
            out_interval95: of_share(out_rate, fights),
            mean_damage_dealt: sums.dealt.mean(fights),
            dealt_interval95: sums.dealt.interval95(fights),
            mean_damage_taken: sums.taken.mean(fights),
            taken_interval95: sums.taken.interval95(fights),
        }
    }
}

impl JoinedReport {
    fn new(sums: &Fates, fights: u64) -> Self {
        JoinedReport {
            mean_number: share(sums.seen, fights),
            died_rate: share(sums.died, sums.seen),
            out_rate: share(sums.out, sums.seen),
            mean_damage_dealt: sums.dealt.mean(fights),
            mean_damage_taken: sums.taken.mean(fights),
        }
    }
}

/// The 95 % interval of a share of so many fights.
pub(crate) fn of_share(rate: f64, fights: u64) -> [f64; 2] {
    let (low, high) = wilson(rate, fights as f64);
    [low, high]
}

fn share(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}
