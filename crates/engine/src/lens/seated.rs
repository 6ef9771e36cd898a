//! A live fight behind the eyes of a seat: what it shows is what the seat may know, what it takes is what the seat may say.

use std::fmt;
use std::sync::OnceLock;

use quintain_field::{Map, Square};

use super::Lens;
use crate::advice::{Budget, Weighed};
use crate::cast::{Side, Who};
use crate::desk::{Divergence, Seats};
use crate::edict::Edict;
use crate::event::Event;
use crate::face::{AnyFight, AnyLive, AnyQuestion, EachPlayOut, OpenQuestion, Waiting};
use crate::fact::Fact;
use crate::foresight::Foresight;
use crate::ground::{OnGround, Reach};
use crate::had::Had;
use crate::knowledge::{Clarity, Glimpse, SeenGround};
use crate::label::Label;
use crate::live::Fault;
use crate::odds::{Going, Odds, OddsLimit, Supposed};
use crate::question::{Answer, Refused};
use crate::rulebook::{Fate, Outcome};
use crate::secrets::Secrets;
use crate::standing::Standing;
use crate::view::{NoSuchValue, View};
use crate::why::Why;

/// A live fight as one seat may see it. The fight must be [watched](crate::Terms::watched).
pub struct Seated {
    live: Box<dyn AnyLive>,
    /// For which combatants the seat answers, by name in lower case.
    holds: Vec<String>,
    now: OnceLock<Now>,
}

/// What the seat knows at this moment, made when it is first looked at.
struct Now {
    lens: Lens,
    believed: Box<dyn AnyLive>,
    view: View,
    log: Vec<Event>,
    open: Vec<(OpenQuestion, Vec<Option<Label>>)>,
}

impl fmt::Debug for Seated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Seated").field("holds", &self.holds).finish_non_exhaustive()
    }
}

impl Seated {
    /// The fight as those see it who answer for these combatants, by name; with nobody named, as the heroes see it together.
    pub fn new(live: Box<dyn AnyLive>, holds: &[String]) -> Self {
        let holds = holds.iter().map(|name| name.to_lowercase()).collect();
        Seated { live, holds, now: OnceLock::new() }
    }

    /// The fight as those see it who sit at the table: all of it where the game master is among them.
    pub fn at(seats: &Seats, live: Box<dyn AnyLive>) -> Box<dyn AnyLive> {
        if seats.gm {
            return live;
        }
        let everybody = live.roster().into_iter().zip(live.players());
        let own = everybody.filter(|((name, side), player)| {
            seats.players && *player || seats.sides.contains(side) || seats.named.contains(&name.to_lowercase())
        });
        let own: Vec<String> = own.map(|((name, _), _)| name).collect();
        Box::new(Seated::new(live, &own))
    }

    fn holds(&self, name: &str) -> bool {
        self.holds.contains(&name.to_lowercase())
    }

    fn now(&self) -> &Now {
        self.now.get_or_init(|| {
            let live = &*self.live;
            let holds = |name: &str| self.holds(name);
            let lens = Lens::of_seat(live, &holds);
            let believed = lens.believed(live);
            let known = lens.known(live, &|audience| Lens::is_of(live, &holds, audience));
            let open = (0..live.open()).filter_map(|place| lens.asked(live, &*believed, place)).collect();
            let log = known.log.into_iter().map(|(_, event)| event).collect();
            Now { lens, believed, view: known.view, log, open }
        })
    }

    /// Does something with the fight, which is looked at anew afterwards.
    fn changed<T>(&mut self, act: impl FnOnce(&mut dyn AnyLive) -> T) -> T {
        let done = act(&mut *self.live);
        self.now = OnceLock::new();
        done
    }

    /// Words of the seat about the fight that it believes in.
    fn said(&self, words: &str) -> Result<String, Fault> {
        self.now().lens.foreseeable(&*self.live, words)
    }

    fn veiled(&self, fault: &Fault) -> Fault {
        Fault::Other(self.now().lens.words(&fault.to_string()))
    }
}

impl AnyLive for Seated {
    fn waiting(&self) -> Waiting {
        let Now { lens, open, .. } = self.now();
        match self.live.waiting() {
            Waiting::Answer(_) => Waiting::Answer(open.iter().map(|(asked, _)| asked.clone()).collect()),
            Waiting::Dice { text, who, count, sides } => {
                let who = who.map(|who| lens.words(&who));
                Waiting::Dice { text: lens.words(&text), who, count, sides }
            }
            other => other,
        }
    }

    fn open(&self) -> usize {
        self.live.open()
    }

    fn question(&self, place: usize) -> Option<Box<dyn AnyQuestion + '_>> {
        self.now().believed.question(place)
    }

    fn who_is_asked(&self) -> Vec<String> {
        self.live.who_is_asked().iter().map(|asked| self.now().lens.words(asked)).collect()
    }

    fn taking(&self, who: &str, words: &str) -> Result<usize, Fault> {
        let Now { lens, believed, .. } = self.now();
        believed.taking(who, &lens.unsaid(words)).map_err(|fault| self.veiled(&fault))
    }

    fn offered(&self, who: &str, words: &str) -> Result<(), Fault> {
        let Now { lens, believed, .. } = self.now();
        lens.offered(&*self.live, &**believed, who, words).map(|_| ())
    }

    fn answer(&mut self, who: &str, words: &str) -> Result<(), Fault> {
        let Now { lens, believed, .. } = self.now();
        let said = lens.offered(&*self.live, &**believed, who, words)?;
        self.changed(|live| live.answer(who, &said)).map_err(|_| Fault::Unseen)
    }

    fn answer_with(&mut self, place: usize, answer: &Answer<usize>) -> Result<(), Fault> {
        let Some((asked, _)) = self.now().open.get(place) else {
            return self.changed(|live| live.answer_with(place, answer));
        };
        let (who, words) = (asked.who.clone(), asked.question.write(answer));
        self.answer(&who, &words)
    }

    fn answer_default(&mut self) -> Result<(), Fault> {
        self.answer_default_of(0)
    }

    fn pass_over(&mut self) -> Result<(), Fault> {
        self.changed(|live| live.pass_over())
    }

    fn answer_default_of(&mut self, place: usize) -> Result<(), Fault> {
        match self.now().open.get(place) {
            Some((asked, _)) => {
                let default = asked.question.default.clone();
                self.answer_with(place, &default)
            }
            None => self.changed(|live| live.answer_default_of(place)),
        }
    }

    fn throw(&mut self, faces: &[u16]) -> Result<(), Fault> {
        self.changed(|live| live.throw(faces))
    }

    fn queue_dice(&mut self, faces: &[u16]) {
        self.changed(|live| live.queue_dice(faces));
    }

    fn dice_left(&self) -> usize {
        self.live.dice_left()
    }

    fn standing(&self) -> Vec<Standing> {
        let own = self.live.standing().into_iter().filter(|said| self.holds(&said.to));
        own.map(|said| self.now().lens.standing(said)).collect()
    }

    fn ask_again(&mut self, who: &str, topic: &str) -> Result<(), Fault> {
        self.changed(|live| live.ask_again(who, topic))
    }

    fn labels(&self, place: usize) -> Vec<Option<Label>> {
        self.now().open.get(place).map(|(_, labels)| labels.clone()).unwrap_or_default()
    }

    fn on_ground(&self, place: usize, option: usize) -> OnGround {
        let Now { lens, believed, .. } = self.now();
        lens.on_ground(believed.on_ground(place, option))
    }

    fn reach_of(&self, who: Who) -> Reach {
        let Now { lens, believed, .. } = self.now();
        lens.back(who).map(|who| lens.reach(believed.reach_of(who))).unwrap_or_default()
    }

    fn decided_alone(&self) -> Vec<(usize, Fact)> {
        let own = |fact: &Fact| matches!(fact, Fact::Answer { to, .. } if self.holds(to));
        self.live.decided_alone().into_iter().filter(|(_, fact)| own(fact)).collect()
    }

    fn overrule(&mut self, place: usize, words: &str) -> Result<(), Fault> {
        self.changed(|live| live.overrule(place, words))
    }

    fn refusals(&self, place: usize) -> Vec<Refused> {
        let Now { lens, believed, .. } = self.now();
        let mut all = believed.refusals(place);
        all.retain(|refused| lens.knows_refused(refused));
        all.iter_mut().for_each(|refused| lens.refused(refused));
        all
    }

    fn edict(&mut self, words: &str) -> Result<(), Fault> {
        self.changed(|live| live.edict(words))
    }

    fn undo(&mut self) -> Result<String, Fault> {
        let undone = self.changed(|live| live.undo())?;
        Ok(self.now().lens.words(&undone))
    }

    fn log(&self) -> &[Event] {
        &self.now().log
    }

    fn facts(&self) -> &[Fact] {
        self.live.facts()
    }

    fn unwritten(&mut self) -> Vec<Fact> {
        self.live.unwritten()
    }

    fn view(&self) -> View {
        self.now().view.clone()
    }

    fn why(&self, path: &str) -> Result<Why, NoSuchValue> {
        let Now { lens, view, .. } = self.now();
        view.value(path)?;
        let why = self.live.why(path).map(|why| lens.why(why));
        why.map_err(|none| NoSuchValue { known: view.combatants.iter().map(|one| one.name.clone()).collect(), ..none })
    }

    fn condition_names(&self) -> Vec<String> {
        self.live.condition_names()
    }

    fn secrets(&self) -> Secrets {
        self.live.secrets()
    }

    fn sightings(&self) -> &[Glimpse] {
        self.live.sightings()
    }

    fn moments(&self) -> &[(usize, usize)] {
        self.live.moments()
    }

    fn seen_ground(&self) -> Option<&SeenGround> {
        self.live.seen_ground()
    }

    fn map(&self) -> Option<Map> {
        self.live.map().map(|map| self.now().lens.ground(map))
    }

    fn unknown_to(&self, eyes: &[Who]) -> Vec<Square> {
        self.now().believed.unknown_to(eyes)
    }

    fn clarity(&self, eyes: &[Who], square: Square) -> Clarity {
        self.live.clarity(eyes, square)
    }

    fn believed(&self, edicts: &[Edict], sees: &dyn Fn(Option<Who>) -> bool) -> Box<dyn AnyLive> {
        self.now().believed.believed(edicts, sees)
    }

    fn roster(&self) -> Vec<(String, Side)> {
        let roster = self.live.roster();
        let Now { lens, .. } = self.now();
        let back = (0..).map_while(|place| lens.back(Who(place)));
        let sides = back.filter_map(|who| roster.get(who.index()).map(|(_, side)| *side));
        lens.names().into_iter().zip(sides).collect()
    }

    fn players(&self) -> Vec<bool> {
        self.of_the_known(&self.live.players())
    }

    fn fates(&self) -> Vec<Fate> {
        self.of_the_known(&self.live.fates())
    }

    fn digest(&self) -> String {
        self.live.digest()
    }

    fn diverged(&self) -> Option<&Divergence> {
        self.live.diverged()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.live.outcome()
    }

    fn is_stalemate(&self) -> bool {
        self.live.is_stalemate()
    }

    fn advise(&self, place: usize, budget: Budget) -> Vec<Weighed> {
        let Now { lens, believed, .. } = self.now();
        let mut all = believed.advise(place, budget);
        for one in &mut all {
            one.words = lens.words(&one.words);
        }
        all
    }

    fn play_outs(&self, budget: Budget, each: EachPlayOut<'_>) {
        self.now().believed.play_outs(budget, &mut |outcome, fates| each(outcome, &self.of_the_known(fates)));
    }

    fn odds_of(&self, supposed: &Supposed<'_>, limit: OddsLimit, going: Going<'_>) -> Result<Odds, Fault> {
        let Now { lens, believed, .. } = self.now();
        let words = self.said(supposed.words)?;
        let supposed = Supposed { words: &words, ..*supposed };
        let odds = believed.odds_of(&supposed, limit, going).map_err(|fault| self.veiled(&fault))?;
        Ok(lens.odds(odds))
    }

    fn foresee(&self, who: &str, words: &str, going: Going<'_>) -> Result<Foresight, Fault> {
        let Now { lens, believed, .. } = self.now();
        let foresight = believed.foresee(who, &self.said(words)?, going).map_err(|fault| self.veiled(&fault))?;
        Ok(lens.foresight(foresight))
    }

    fn apart(&self) -> Box<dyn AnyLive> {
        self.now().believed.apart()
    }

    fn redealt(&self, seed: u64) -> Box<dyn AnyLive> {
        self.now().believed.redealt(seed)
    }

    /// The fight that the seat believes in goes on; whom it does not know has no part in it.
    fn moment(&self, had: Vec<Had>) -> Result<Box<dyn AnyFight>, Fault> {
        let said = |had: Had| Ok(Had { words: self.said(&had.words)?, ..had });
        self.now().believed.moment(had.into_iter().map(said).collect::<Result<_, Fault>>()?)
    }
}

impl Seated {
    /// Of values for each of the roster those of whom the seat knows.
    fn of_the_known<T: Clone>(&self, all: &[T]) -> Vec<T> {
        let lens = &self.now().lens;
        let back = (0..).map_while(|place| lens.back(Who(place)));
        back.filter_map(|who| all.get(who.index()).cloned()).collect()
    }
}
