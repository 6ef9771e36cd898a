//! What each chair may know: its events, its questions, and the figures of its own side.

use quintain_engine::{
    AnyLive, Audience, CombatantView, Event, Intent, Label, OpenQuestion, Standing, Stat, View, Waiting, Why,
};

use crate::chair::{ChairId, Holder};
use crate::fault::Fault;
use crate::session::Session;

/// How somebody looks from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Band {
    /// Unhurt.
    Whole,
    /// Less than all.
    Hurt,
    /// At most half.
    Bloodied,
    /// At most a quarter.
    Failing,
    /// Does not take part any more.
    Out,
}

impl Band {
    /// The band of a combatant, by what it lives by.
    pub fn of(combatant: &CombatantView) -> Band {
        let (now, most) = match combatant.life() {
            _ if !combatant.fighting => return Band::Out,
            Some(pair) => pair,
            None => return Band::Whole,
        };
        match now {
            now if now >= most => Band::Whole,
            now if now * 4 <= most => Band::Failing,
            now if now * 2 <= most => Band::Bloodied,
            _ => Band::Hurt,
        }
    }

    /// In a word.
    pub fn word(self) -> &'static str {
        match self {
            Band::Whole => "unhurt",
            Band::Hurt => "hurt",
            Band::Bloodied => "badly hurt",
            Band::Failing => "close to falling",
            Band::Out => "out",
        }
    }
}

/// A question that the chair may answer.
#[derive(Clone, Debug, PartialEq)]
pub struct SeenQuestion {
    /// Its place among all that are open.
    pub place: usize,
    /// Its number: goes with the answer, so that a late one is known.
    pub number: String,
    /// Whether the chair holds the combatant; the game master may answer for others as well.
    pub own: bool,
    /// The question.
    pub asked: OpenQuestion,
    /// What each of its options does, in parts; nothing where the book does not say.
    pub labels: Vec<Option<Label>>,
}

/// Dice that the chair is to throw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeenDice {
    /// The number of the throw: goes with the faces, so that a late one is known.
    pub number: String,
    /// What for, in words.
    pub text: String,
    /// How many.
    pub count: u8,
    /// Sides of each.
    pub sides: u16,
}

/// A fight as one chair may see it.
#[derive(Clone, Debug)]
pub struct Seen {
    /// The state; figures that the chair may not know are left out.
    pub view: View,
    /// The events that the chair may know, each with its place in the whole log.
    pub log: Vec<(usize, Event)>,
    /// The questions that the chair may answer.
    pub questions: Vec<SeenQuestion>,
    /// What those for whom the chair answers say to a kind of question until they say otherwise.
    pub standing: Vec<Standing>,
    /// The dice that the chair is to throw.
    pub dice: Option<SeenDice>,
    /// Who is asked now, by name.
    pub asked: Vec<String>,
    /// Whom the table waits for, and on which chair they sit.
    pub waits_for: Vec<String>,
    /// How it ended, in words.
    pub over: Option<String>,
    /// Why it cannot go on, in words.
    pub broken: Option<String>,
    /// That another revision of the rules made the record.
    pub older: Option<String>,
}

impl Session {
    /// The fight as this chair may see it.
    pub fn seen(&self, chair: ChairId) -> Seen {
        let (view, log) = self.moment(self.live(), chair);
        let waiting = self.live().waiting();
        let over = match &waiting {
            Waiting::Over(words) => Some(words.clone()),
            Waiting::Undecided => Some("undecided at the round limit".to_owned()),
            _ => None,
        };
        let broken = if let Waiting::Broken(words) = &waiting { Some(words.clone()) } else { None };
        Seen {
            view,
            log,
            questions: self.questions_of(chair),
            standing: self.standing(chair),
            dice: self.dice_of(chair, &waiting),
            asked: self.open().into_iter().map(|asked| asked.who).collect(),
            waits_for: self.waits_for(&waiting),
            over,
            broken,
            older: self.older().map(str::to_owned),
        }
    }

    /// The fight as this chair may see it after the first `facts` facts, to be looked at: nothing is asked there.
    pub fn seen_at(&self, chair: ChairId, facts: usize) -> Seen {
        let (view, log) = self.moment(&*self.earlier(facts), chair);
        Seen {
            view,
            log,
            questions: Vec::new(),
            standing: Vec::new(),
            dice: None,
            asked: Vec::new(),
            waits_for: Vec::new(),
            over: None,
            broken: None,
            older: None,
        }
    }

    /// Why a figure of the combatant at this place is what it is. Players learn its parts, and only of those whose figures
    /// they may see.
    ///
    /// # Errors
    /// When the figure is not for this chair to see, or its parts cannot be told.
    pub fn why(&self, chair: ChairId, who: usize, key: &str) -> Result<Why, Fault> {
        let (view, _) = self.moment(self.live(), chair);
        let shown = view.combatants.get(who).filter(|one| one.stats.iter().any(|stat| stat.key == key));
        let one = shown.ok_or_else(|| Fault::NotYours("this figure is not yours to see".into()))?;
        let why = self.live().why(&format!("{}.{key}", one.name));
        let mut why = why.map_err(|fault| Fault::NotTaken(fault.to_string()))?;
        if !self.room().is_gm(chair) {
            why.origin.clear();
        }
        Ok(why)
    }

    /// State and events of a moment, without what the chair may not know.
    fn moment(&self, live: &dyn AnyLive, chair: ChairId) -> (View, Vec<(usize, Event)>) {
        let mut view = live.view();
        let sides = self.sides_of(chair, &view);
        let open_to = |combatant: &CombatantView| self.room().open_figures || sides.contains(&combatant.side);
        if !self.room().is_gm(chair) {
            let hides = |intent: &Intent| !self.may_know(intent.audience, (chair, &sides), &view);
            let hidden: Vec<bool> = view.intents.iter().map(hides).collect();
            let mut hidden = hidden.into_iter();
            view.intents.retain(|_| !hidden.next().unwrap_or(false));
            for combatant in view.combatants.iter_mut().filter(|combatant| !open_to(combatant)) {
                let band = Band::of(combatant).word();
                combatant.stats = vec![Stat::new("health", band)];
            }
        }
        let log = self.log_of(live, chair, &sides, &view);
        (view, log)
    }

    /// The sides for which the chair plays.
    fn sides_of(&self, chair: ChairId, view: &View) -> Vec<String> {
        let own = view.combatants.iter().filter(|combatant| self.room().holds(chair, &combatant.name));
        own.map(|combatant| combatant.side.clone()).collect()
    }

    /// Whether the chair, which plays for these sides, is of those who may know of something.
    fn may_know(&self, audience: Audience, (chair, sides): (ChairId, &[String]), view: &View) -> bool {
        let gm = self.room().is_gm(chair);
        match audience {
            Audience::All => true,
            Audience::Gm => gm,
            Audience::Side(side) => {
                let names = self.opened().fight.sides();
                gm || names.get(side.index()).is_some_and(|name| sides.contains(name))
            }
            Audience::Of(who) => {
                let name = view.combatants.get(who.index()).map(|one| one.name.as_str());
                gm || name.is_some_and(|name| self.room().holds(chair, name))
            }
        }
    }

    fn log_of(&self, live: &dyn AnyLive, chair: ChairId, sides: &[String], view: &View) -> Vec<(usize, Event)> {
        let gm = self.room().is_gm(chair);
        let may_know = |audience: Audience| self.may_know(audience, (chair, sides), view);
        let hidden = |place: usize| {
            let foe = |one: &CombatantView| !sides.contains(&one.side);
            !gm && !self.room().open_figures && view.combatants.get(place).is_some_and(foe)
        };
        let log = live.log().iter().enumerate();
        log.filter(|(_, event)| may_know(event.audience))
            .map(|(place, event)| {
                let mut event = event.clone();
                event.changes.retain(|change| !hidden(change.who.index()));
                (place, event)
            })
            .collect()
    }

    fn questions_of(&self, chair: ChairId) -> Vec<SeenQuestion> {
        let own = |asked: &OpenQuestion| self.room().holds(chair, &asked.who);
        let open = self.open().into_iter().enumerate();
        let open = open.filter(|(_, asked)| self.room().may_answer(chair, &asked.who));
        let seen = |(place, asked): (usize, OpenQuestion)| SeenQuestion {
            place,
            number: self.number(&asked),
            own: own(&asked),
            labels: self.live().labels(place),
            asked,
        };
        let mut seen: Vec<SeenQuestion> = open.map(seen).collect();
        seen.sort_by_key(|question| !question.own);
        seen
    }

    fn dice_of(&self, chair: ChairId, waiting: &Waiting) -> Option<SeenDice> {
        let Waiting::Dice { text, who, count, sides } = waiting else { return None };
        let whose = who.as_deref().unwrap_or("gm");
        let number = self.number_of_throw(text);
        let seen = SeenDice { number, text: text.clone(), count: *count, sides: *sides };
        self.room().may_answer(chair, whose).then_some(seen)
    }

    fn waits_for(&self, waiting: &Waiting) -> Vec<String> {
        let named = |who: &str| match self.room().holder(who) {
            Holder::Chair(chair) => {
                let chair = self.room().chair(chair).map_or("nobody", |chair| chair.name.as_str());
                if who == "gm" { chair.to_owned() } else { format!("{who} ({chair})") }
            }
            Holder::Tactics => who.to_owned(),
        };
        match waiting {
            Waiting::Answer(open) => {
                let mut all: Vec<String> = open.iter().map(|asked| named(&asked.who)).collect();
                all.dedup();
                all
            }
            Waiting::Dice { who, .. } => vec![format!("dice of {}", named(who.as_deref().unwrap_or("gm")))],
            _ => Vec::new(),
        }
    }
}
