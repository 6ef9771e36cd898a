//! What each chair may know: its events, its questions, and the figures of its own side.

use quintain_engine::{
    AnyLive, Audience, Clarity, CombatantView, Event, Grounds, Knowing, Known, Label, Lens, OpenQuestion, Standing,
    View, Waiting, Why, players_or_all,
};
use quintain_field::{Map, Site};

use crate::chair::{ChairId, Holder};
use crate::fault::Fault;
use crate::session::Session;

/// A question that the chair may answer.
#[derive(Clone, Debug, PartialEq, Hash)]
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
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
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
#[derive(Clone, Debug, PartialEq, Hash)]
pub struct Seen {
    /// The state as far as the chair knows it.
    pub view: View,
    /// What the chair knows of each combatant of the view.
    pub knowing: Vec<Knowing>,
    /// For the game master: whether a combatant is one that no player perceives.
    pub unseen: Vec<bool>,
    /// How clearly the chair sees each square of the map, from A1 along the first row and so on upwards; empty where it sees
    /// all of it clearly.
    pub clarity: Vec<Clarity>,
    /// The ground as the chair knows it, with doors as they stand; nothing without a map.
    pub map: Option<Map>,
    /// For the game master: places on the ground that are concealed from the players.
    pub concealed: Vec<Site>,
    /// The events that the chair knows, counted among themselves.
    pub log: Vec<(usize, Event)>,
    /// Which moment it is as the chair counts them; see [`Session::facts_at`].
    pub moment: usize,
    /// The rounds that have begun, each with its first moment as the chair counts them.
    pub rounds: Vec<(u32, usize)>,
    /// The questions that the chair may answer.
    pub questions: Vec<SeenQuestion>,
    /// What those for whom the chair answers say to a kind of question until they say otherwise.
    pub standing: Vec<Standing>,
    /// The dice that the chair is to throw.
    pub dice: Option<SeenDice>,
    /// Who is asked now, by name.
    pub asked: Vec<String>,
    /// Who the table waits for, and on which chair they sit.
    pub waits_for: Vec<String>,
    /// How it ended, in words.
    pub over: Option<String>,
    /// Why it cannot go on, in words.
    pub broken: Option<String>,
    /// That another revision of the rules made the record.
    pub older: Option<String>,
}

impl Seen {
    /// A state of which nobody asks anything, and of whose combatants nothing else is known.
    pub fn nothing(view: View) -> Seen {
        Seen {
            view,
            knowing: Vec::new(),
            unseen: Vec::new(),
            clarity: Vec::new(),
            map: None,
            concealed: Vec::new(),
            log: Vec::new(),
            moment: 0,
            rounds: Vec::new(),
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
}

impl Session {
    /// The fight as this chair may see it.
    pub fn seen(&self, chair: ChairId) -> Seen {
        let (truth, waiting) = (self.live(), self.live().waiting());
        let lens = self.lens(truth, chair);
        let believed = lens.as_ref().map(|lens| lens.believed(truth));
        let live = believed.as_deref().unwrap_or(truth);
        let over = match &waiting {
            Waiting::Over(words) => Some(words.clone()),
            Waiting::Undecided => Some("undecided at the round limit".to_owned()),
            _ => None,
        };
        let broken = match (&waiting, &lens) {
            (Waiting::Broken(words), None) => Some(words.clone()),
            (Waiting::Broken(_), Some(_)) => Some("the game master has to mend something".to_owned()),
            _ => None,
        };
        let (mut asked, mut waits_for) = (Vec::new(), Vec::new());
        match &waiting {
            Waiting::Answer(open) => {
                for who in those_asked(open, lens.as_ref()) {
                    asked.push(self.called(lens.as_ref(), who.to_owned()));
                    waits_for.push(self.holder_of(lens.as_ref(), who));
                }
            }
            Waiting::Dice { who, .. } => {
                let whose = self.holder_of(lens.as_ref(), who.as_deref().unwrap_or("gm"));
                waits_for.push(format!("dice of {whose}"));
            }
            _ => {}
        }
        asked.dedup();
        waits_for.dedup();
        let standing = self.standing(chair);
        Seen {
            questions: self.questions_of(chair, live, lens.as_ref()),
            standing: match &lens {
                Some(lens) => standing.into_iter().map(|said| lens.standing(said)).collect(),
                None => standing,
            },
            dice: self.dice_of(chair, &waiting, lens.as_ref()),
            asked,
            waits_for,
            over,
            broken,
            older: self.older().map(str::to_owned),
            ..self.moment(truth, chair, lens.as_ref())
        }
    }

    /// The fight as this chair may see it at an earlier moment, by what [`Seen::moment`] was then, to be looked at: nothing is
    /// asked there.
    pub fn seen_at(&self, chair: ChairId, moment: usize) -> Seen {
        let live = self.earlier(self.facts_at(chair, moment));
        let lens = self.lens(&*live, chair);
        self.moment(&*live, chair, lens.as_ref())
    }

    /// How many facts had led to a moment as a chair counts them. The game master counts facts; the others count what they
    /// have perceived, so that nothing shows how much they have not.
    pub fn facts_at(&self, chair: ChairId, moment: usize) -> usize {
        let all = self.live().facts().len();
        let Some(lens) = self.lens(self.live(), chair) else { return moment.min(all) };
        let places = self.places(self.live(), chair, &lens);
        let last = moment.checked_sub(1).and_then(|place| places.get(place).or(places.last()));
        match last {
            Some(_) if moment >= places.len() => all,
            Some(place) => lens.facts_behind(place + 1),
            None => 0,
        }
    }

    /// Why a figure of the combatant at this place of the chair's view is what it is. Players learn its parts, and only of
    /// those whose figures they may see.
    ///
    /// # Errors
    /// When the figure is not for this chair to see, or its parts cannot be told.
    pub fn why(&self, chair: ChairId, who: usize, key: &str) -> Result<Why, Fault> {
        let lens = self.lens(self.live(), chair);
        let view = self.moment(self.live(), chair, lens.as_ref()).view;
        let shown = view.combatants.get(who).filter(|one| one.stats.iter().any(|stat| stat.key == key));
        let one = shown.ok_or_else(|| Fault::NotYours("this figure is not yours to see".into()))?;
        let why = self.live().why(&format!("{}.{key}", one.name));
        let why = why.map_err(|fault| Fault::NotTaken(fault.to_string()))?;
        Ok(match lens {
            Some(lens) => lens.why(why),
            None => why,
        })
    }

    /// The glass through which a chair sees a fight; none for the game master, who sees all.
    pub(crate) fn lens(&self, live: &dyn AnyLive, chair: ChairId) -> Option<Lens> {
        if self.room().is_gm(chair) {
            return None;
        }
        let view = live.view();
        let sides = self.sides_of(chair, &view);
        let shared = self.opened().encounter.sight.shared;
        let own = |one: &CombatantView| match shared {
            true => sides.contains(&one.side),
            false => self.room().holds(chair, &one.name),
        };
        let own: Vec<bool> = view.combatants.iter().map(own).collect();
        match own.contains(&true) {
            true => Some(self.lens_of(live, &view, own, &sides)),
            // Those who look on see what the players see together.
            false => Some(self.lens_of(live, &view, players_or_all(live), &sides)),
        }
    }

    /// The glass of those who see with the eyes of these of the roster, and the figures of these sides.
    fn lens_of(&self, live: &dyn AnyLive, view: &View, own: Vec<bool>, sides: &[String]) -> Lens {
        let open = self.room().open_figures;
        let figures = view.combatants.iter().map(|one| open || sides.contains(&one.side)).collect();
        Lens::of(Grounds { live, own, figures })
    }

    /// Of each whether no player perceives it; empty where they perceive everybody.
    fn unseen_by_players(lens: &Lens, view: &View) -> Vec<bool> {
        let unseen: Vec<bool> = (0..view.combatants.len()).map(|who| !lens.perceives(who)).collect();
        if unseen.contains(&true) { unseen } else { Vec::new() }
    }

    /// State and events of a moment, without what the chair may not know. Nothing is asked there.
    pub(crate) fn moment(&self, live: &dyn AnyLive, chair: ChairId, lens: Option<&Lens>) -> Seen {
        let (view, mapped) = (live.view(), self.opened().encounter.map.is_some());
        let map = live.map().filter(|_| mapped);
        match lens {
            None => self.moment_of_all(live, view, map),
            Some(lens) => {
                let sides = self.sides_of(chair, &view);
                let Known { view, knowing, clarity, log } =
                    lens.known(live, &|audience| self.may_know(audience, (chair, &sides), &view));
                let log: Vec<(usize, Event)> = log.into_iter().map(|(_, event)| event).enumerate().collect();
                let moment = log.len();
                let rounds = rounds(&log, &|place| place + 1);
                let map = map.map(|map| lens.ground(map));
                Seen { knowing, clarity, map, log, moment, rounds, ..Seen::nothing(view) }
            }
        }
    }

    /// A moment for the game master, who also sees what the players do not.
    fn moment_of_all(&self, live: &dyn AnyLive, view: View, map: Option<Map>) -> Seen {
        let players = self.lens_of(live, &view, players_or_all(live), &[]);
        let log: Vec<(usize, Event)> = live.log().iter().cloned().enumerate().collect();
        Seen {
            unseen: Session::unseen_by_players(&players, &view),
            concealed: players.hidden_sites().to_vec(),
            map,
            knowing: vec![Knowing::Own; view.combatants.len()],
            moment: live.facts().len(),
            rounds: rounds(&log, &|place| players.facts_behind(place + 1)),
            log,
            ..Seen::nothing(view)
        }
    }

    /// The places in the whole log of the events that a chair knows.
    fn places(&self, live: &dyn AnyLive, chair: ChairId, lens: &Lens) -> Vec<usize> {
        let view = live.view();
        let sides = self.sides_of(chair, &view);
        let seen = lens.log(live.log(), &|audience| self.may_know(audience, (chair, &sides), &view));
        seen.into_iter().map(|(place, _)| place).collect()
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

    /// The questions of the chair as it sees them: with the options of the fight that it believes in.
    fn questions_of(&self, chair: ChairId, believed: &dyn AnyLive, lens: Option<&Lens>) -> Vec<SeenQuestion> {
        let open = self.open().into_iter().enumerate();
        let open = open.filter(|(_, asked)| self.room().may_answer(chair, &asked.who));
        let seen = |(place, asked): (usize, OpenQuestion)| {
            let (number, own) = (self.number_through(lens, &asked), self.room().holds(chair, &asked.who));
            let through = lens.and_then(|lens| lens.asked(self.live(), believed, place));
            let (asked, labels) = through.unwrap_or_else(|| (asked, self.live().labels(place)));
            SeenQuestion { place, number, own, labels, asked }
        };
        let mut seen: Vec<SeenQuestion> = open.map(seen).collect();
        seen.sort_by_key(|question| !question.own);
        seen
    }

    fn dice_of(&self, chair: ChairId, waiting: &Waiting, lens: Option<&Lens>) -> Option<SeenDice> {
        let Waiting::Dice { text, who, count, sides } = waiting else { return None };
        let whose = who.as_deref().unwrap_or("gm");
        let number = self.number_of_throw(chair, text);
        let text = lens.map_or_else(|| text.clone(), |lens| lens.words(text));
        let seen = SeenDice { number, text, count: *count, sides: *sides };
        self.room().may_answer(chair, whose).then_some(seen)
    }

    /// How a seat is called for those who may not know all: the game master acts for those that they do not perceive.
    fn called(&self, lens: Option<&Lens>, who: String) -> String {
        match lens {
            Some(lens) if who != "gm" && lens.names_unperceived(&who) => "gm".to_owned(),
            Some(lens) => lens.words(&who),
            None => who,
        }
    }

    /// One who is asked, with the chair that answers, as a seat may know it.
    fn holder_of(&self, lens: Option<&Lens>, who: &str) -> String {
        match (self.called(lens, who.to_owned()), self.room().holder(who)) {
            (called, _) if called == "gm" => self.name_of(ChairId::GM),
            (called, Holder::Chair(chair)) => format!("{called} ({})", self.name_of(chair)),
            (called, Holder::Tactics) => called,
        }
    }

    fn name_of(&self, chair: ChairId) -> String {
        self.room().chair(chair).map_or("nobody", |chair| chair.name.as_str()).to_owned()
    }
}

/// The rounds that have begun by a log, each with its first moment, told from the place of the event that opens it.
fn rounds(log: &[(usize, Event)], moment: &dyn Fn(usize) -> usize) -> Vec<(u32, usize)> {
    log.iter().filter_map(|(place, event)| Some((event.round?, moment(*place)))).collect()
}

/// Those that a seat may know to be asked. That an unperceived one is asked shows only when the fight waits
/// for nobody else.
fn those_asked<'a>(open: &'a [OpenQuestion], lens: Option<&Lens>) -> Vec<&'a str> {
    let known = |who: &&str| lens.is_none_or(|lens| !lens.names_unperceived(who));
    let all = || open.iter().map(|asked| asked.who.as_str());
    let perceived: Vec<&str> = all().filter(known).collect();
    if perceived.is_empty() { all().collect() } else { perceived }
}

#[cfg(test)]
mod tests {
    use quintain_engine::{Event, Kind, Rule};

    use super::rounds;

    static RULE: Rule = Rule { id: "any", kind: Kind::Engine, summary: "", ruling: None, house: None };

    #[test]
    fn a_round_begins_with_the_event_that_opens_it() {
        let told = |text: &str| Event::new(&RULE, text);
        let events = [told("set-up").heading(), told("one").opening(1), told("Ann waits"), told("two").opening(2)];
        let log: Vec<(usize, Event)> = events.into_iter().enumerate().collect();
        assert_eq!(rounds(&log, &|place| place + 1), [(1, 2), (2, 4)]);
    }
}
