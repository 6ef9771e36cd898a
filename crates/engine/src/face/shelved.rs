//! A rulebook behind the common face. This is the only place where a rulebook meets the tables, so its rules are
//! compiled twice, for the hall and for the common table, in its own crate's instantiation, and never again by those who use it.

use std::fmt::Debug;
use std::ops::Range;
use std::sync::Arc;

use quintain_content::{Encounter, Problem, Problems, Source};

use super::{
    AnyBook, AnyCamp, AnyDrill, AnyFight, AnyLive, AnyRulebook, Before, EachFight, EachSought, FightResult, HeardFight,
    Moment, Plan, Quiet,
};
use crate::aftermath::RestKind;
use crate::cast::{Side, Who};
use crate::digest::digest;
use crate::drill::Drill;
use crate::fact::Fact;
use crate::glossary::{ConditionKind, StatInfo};
use crate::had::Had;
use crate::hall::Hall;
use crate::house::HouseRule;
use crate::label::Verb;
use crate::live::{Live, Terms};
use crate::rule::Section;
use crate::rulebook::{EntryInfo, Outcome, Progress, Rulebook, TacticsInfo};
use crate::search::{Entry, Heed, Seeker, Start, seek};
use crate::secrets::Secrets;
use crate::tactics::Tactics;
use crate::topic::Topic;
use crate::view::View;

/// A rulebook as a value, to be put on a shelf.
pub struct Shelved<R>(std::marker::PhantomData<fn() -> R>);

impl<R> Shelved<R> {
    /// The rulebook of this fight.
    pub const fn new() -> Self {
        Shelved(std::marker::PhantomData)
    }
}

impl<R> Default for Shelved<R> {
    fn default() -> Self {
        Self::new()
    }
}

impl<R: Rulebook> Debug for Shelved<R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(R::ID)
    }
}

impl<R: Rulebook> AnyRulebook for Shelved<R> {
    fn id(&self) -> &'static str {
        R::ID
    }

    fn name(&self) -> &'static str {
        R::NAME
    }

    fn revision(&self) -> u32 {
        R::REVISION
    }

    fn tables(&self) -> &'static [&'static str] {
        R::TABLES
    }

    fn tactics(&self) -> &'static [TacticsInfo] {
        R::TACTICS
    }

    fn tactics_named(&self, name: &str) -> Option<Tactics> {
        Tactics::named::<R>(name)
    }

    fn sections(&self) -> &'static [&'static Section] {
        R::sections()
    }

    fn house_rules(&self) -> &'static [HouseRule] {
        R::house_rules()
    }

    fn topics(&self) -> &'static [&'static Topic] {
        R::topics()
    }

    fn stats(&self) -> &'static [StatInfo] {
        R::stats()
    }

    fn conditions(&self) -> &'static [&'static ConditionKind] {
        R::conditions()
    }

    fn verbs(&self) -> &'static [&'static Verb] {
        R::verbs()
    }

    fn rests(&self) -> &'static [&'static RestKind] {
        R::rests()
    }

    fn entry_schemas(&self) -> Vec<(&'static str, serde_json::Value)> {
        R::entry_schemas()
    }

    fn read(&self, packs: &[Source]) -> Result<Box<dyn AnyBook>, Problems> {
        Ok(Box::new(BookOf::<R>(Arc::new(R::read(packs)?))))
    }
}

#[derive(Debug)]
struct BookOf<R: Rulebook>(Arc<R::Book>);

impl<R: Rulebook> AnyBook for BookOf<R> {
    fn entries(&self) -> Vec<EntryInfo> {
        R::entries(&self.0)
    }

    fn set_up(&self, encounter: &Encounter) -> Result<Box<dyn AnyFight>, Problems> {
        if let Some(party) = &encounter.party {
            let problem = Problem::at(&party.place, format!("the party `{party}` has not joined this encounter"));
            return Err(problem.help("open it with the reader that finds the party's file").into());
        }
        let secrets = Arc::new(Secrets::of(encounter));
        Ok(Box::new(FightOf { start: R::set_up(&self.0, encounter)?, secrets, moment: None }))
    }
}

/// A fight ready to begin: at its beginning, or at a moment behind a resting point.
#[derive(Debug)]
pub(super) struct FightOf<R: Rulebook> {
    pub(super) start: R,
    secrets: Arc<Secrets>,
    moment: Option<Moment<R>>,
}

impl<R: Rulebook> FightOf<R> {
    /// The fight that goes on from this moment.
    pub(super) fn at(live: &Live<R>, had: Vec<Had>) -> Self {
        let (start, secrets) = (live.since_rest().0.clone(), Arc::new(live.secrets()));
        FightOf { start, secrets, moment: Some(Moment::of(live, had)) }
    }

    /// The fight at its start.
    fn shown(&self) -> &R {
        self.moment.as_ref().map_or(&self.start, |moment| moment.live().fight())
    }

    fn begins(&self) -> Start<'_, R> {
        Start { rest: &self.start, moment: self.moment.as_ref() }
    }

    /// What was said before the start; it is repeated in each fight.
    fn tape(&self) -> Vec<Entry<R>> {
        self.moment.as_ref().map_or_else(Vec::new, |moment| moment.tape().to_vec())
    }

    /// Makes `fight` the one of this number and leads it to where tactics and dice alone go on. `rests` sees it at each
    /// resting point on the way.
    ///
    /// # Errors
    /// The outcome, where it ends before that.
    fn begin<'a>(
        &self,
        fight: &mut R,
        tape: &'a mut Vec<Entry<R>>,
        (plan, number): (&'a Plan, u64),
        rests: &mut dyn FnMut(&R),
    ) -> Result<Hall<'a>, Option<Outcome>> {
        fight.clone_from(&self.start);
        match &self.moment {
            None => Ok(Hall::new(plan.seed, number, &plan.conduct)),
            Some(moment) => moment.lead_on(fight, tape, (plan, number), rests),
        }
    }
}

pub(crate) fn roster_of<R: Rulebook>(fight: &R) -> Vec<(String, Side)> {
    let everyone = (0..fight.roster_len()).map(|place| Who(place as u16));
    everyone.map(|who| (fight.name(who).to_owned(), fight.side(who))).collect()
}

impl<R: Rulebook> AnyFight for FightOf<R> {
    fn sides(&self) -> Vec<String> {
        self.start.sides().to_vec()
    }

    fn roster(&self) -> Vec<(String, Side)> {
        roster_of(self.shown())
    }

    fn digest(&self) -> String {
        self.moment.as_ref().map_or_else(|| digest(&self.start), Moment::digest)
    }

    fn view(&self) -> View {
        self.shown().view()
    }

    fn before(&self) -> Before {
        self.moment.as_ref().map(Moment::before).unwrap_or_default()
    }

    fn secrets(&self) -> Arc<Secrets> {
        Arc::clone(&self.secrets)
    }

    fn simulate(&self, plan: &Plan, fights: Range<u64>, each: EachFight<'_>) {
        let (mut fight, mut tape) = (self.start.clone(), self.tape());
        let mut result = FightResult::default();
        for number in fights {
            let ended = match self.begin(&mut fight, &mut tape, (plan, number), &mut |_| {}) {
                Ok(mut hall) => played_out(&mut fight, &mut hall, plan.round_limit),
                Err(outcome) => (outcome, false),
            };
            result_of(&fight, ended, plan.round_limit, &mut result);
            if each(number, &result).is_break() {
                return;
            }
        }
    }

    fn trace(&self, plan: &Plan, fights: Range<u64>, each: &mut dyn FnMut(u64, &View)) {
        let (mut fight, mut tape) = (self.start.clone(), self.tape());
        for number in fights {
            each(number, &self.view());
            let mut shown = self.shown().rounds_done();
            let mut rests = |fight: &R| {
                if fight.rounds_done() > shown {
                    shown = fight.rounds_done();
                    each(number, &fight.view());
                }
            };
            let begun = self.begin(&mut fight, &mut tape, (plan, number), &mut rests);
            if let Ok(mut hall) = begun {
                while let Ok(Progress::Resting) = fight.advance(&mut hall)
                    && fight.rounds_done() < plan.round_limit
                {
                    rests(&fight);
                }
            }
            each(number, &fight.view());
        }
    }

    fn hear(&self, plan: &Plan, heed: Heed, fights: Range<u64>, each: &mut dyn FnMut(u64, &HeardFight)) {
        for number in fights {
            each(number, &seek(&self.begins(), plan, (&[], heed), number, None).heard);
        }
    }

    fn seek(&self, plan: &Plan, sought: (&[Seeker], Heed), fights: Range<u64>, each: EachSought<'_>) {
        for number in fights {
            if each(number, &seek(&self.begins(), plan, sought, number, Some(Vec::new()))).is_break() {
                return;
            }
        }
    }

    fn live(&self, terms: Terms, facts: Vec<Fact>) -> Box<dyn AnyLive> {
        match &self.moment {
            None => Box::new(Live::resume(self.start.clone(), terms, facts)),
            Some(moment) => Box::new(moment.live().going_on(terms, facts, moment.forced())),
        }
    }

    fn camp(&self) -> Option<&dyn AnyCamp> {
        Some(self)
    }

    fn drill(&self, terms: Terms) -> Box<dyn AnyDrill> {
        let watched = Some(Arc::clone(&self.secrets));
        let terms = Terms { watched, ..terms };
        Box::new(match &self.moment {
            None => Drill::begin(self.start.clone(), terms),
            Some(moment) => Drill::begin_at(moment.outset(), terms),
        })
    }
}

/// Plays a fight to its end; `None` at the round limit.
pub fn play_out<R: Rulebook>(fight: &mut R, table: &mut Hall<'_>, round_limit: u32) -> Option<Outcome> {
    played_out(fight, table, round_limit).0
}

/// The same, with whether it has come to a stand where it is undecided.
pub(super) fn played_out<R: Rulebook>(
    fight: &mut R,
    table: &mut Hall<'_>,
    round_limit: u32,
) -> (Option<Outcome>, bool) {
    let mut quiet = Quiet::before(round_limit);
    loop {
        let Ok(progress) = fight.advance(table);
        if let Some(outcome) = at_its_end(fight, progress, round_limit) {
            return (outcome, outcome.is_none() && quiet.is_stalemate(fight));
        }
        quiet.look(fight);
    }
}

/// What simulations report of a fight that has come to its end, by how it ended and whether it is a stalemate.
pub(super) fn result_of<R: Rulebook>(
    fight: &R,
    ended: (Option<Outcome>, bool),
    round_limit: u32,
    result: &mut FightResult,
) {
    (result.outcome, result.stalemate) = ended;
    result.rounds = rounds_of(fight, round_limit);
    result.fates.clear();
    result.fates.extend((0..fight.roster_len()).map(|place| fight.fate(Who(place as u16))));
}

/// How many rounds a fight took. Some books have counted on by the time that the last round before the limit is over.
pub(crate) fn rounds_of<R: Rulebook>(fight: &R, round_limit: u32) -> u32 {
    fight.round().min(round_limit)
}

/// How the fight ended, once it is over: without an outcome at the round limit.
pub(crate) fn at_its_end<R: Rulebook>(fight: &R, progress: Progress, round_limit: u32) -> Option<Option<Outcome>> {
    match progress {
        Progress::Over(outcome) => Some(Some(outcome)),
        Progress::Resting if fight.rounds_done() >= round_limit => Some(None),
        Progress::Resting => None,
    }
}

/// Who is out.
pub(crate) fn out_now<R: Rulebook>(fight: &R) -> Vec<Who> {
    (0..fight.roster_len()).map(|place| Who(place as u16)).filter(|who| fight.fate(*who).out).collect()
}
