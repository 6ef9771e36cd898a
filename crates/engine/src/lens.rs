//! The one glass through which a seat sees a fight: it leaves out those whom the seat does not know, calls those by no
//! name whom it has never seen, and takes away every number that it may not know.

mod events;
mod ground;
mod known;
mod numbers;
mod questions;
mod seat;
mod seated;
mod view;

use ground::Unknown;
pub(crate) use ground::says;
pub use known::Knowing;
use known::Knowledge;
pub use seat::{Known, players_or_all};
pub use seated::Seated;

use crate::band::Band;
use crate::cast::Who;
use crate::edict::Edict;
use crate::face::{AnyLive, Waiting};
use crate::knowledge::{Clarity, Perceived};
use crate::view::{CombatantView, Stat, Value, View, When};

/// How somebody is called of whom nothing is known.
const UNSEEN: &str = "somebody unseen";

/// Stands for a name that is left out.
const GONE: &str = "\u{E000}";

/// A name that nobody has.
const NOBODY: &str = "\u{E001}";

/// What a seat's knowledge is made from.
#[derive(Debug)]
pub struct Grounds<'a> {
    /// The fight, [watched](crate::Terms::watched).
    pub live: &'a dyn AnyLive,
    /// For each of the roster: whether it is of the seat's own side.
    pub own: Vec<bool>,
    /// For each of the roster: whether the seat may see its figures where it sees it.
    pub figures: Vec<bool>,
}

/// What a seat knows at one moment, put to use.
#[derive(Clone, Debug)]
pub struct Lens {
    knowledge: Knowledge,
    /// Everyone's name, in roster order.
    names: Vec<String>,
    /// The places of all names, the longest first, so that `Wolf 2` is found before `Wolf`.
    longest: Vec<usize>,
    /// What is known of each.
    known: Vec<Knowing>,
    /// How each is called: by its name where the seat knows that.
    called: Vec<String>,
    /// Whether the seat sees the figures of each.
    figures: Vec<bool>,
    /// Who acts now of those whom somebody else plays: what comes of them by their own doing is their plan.
    plan: Vec<bool>,
    /// The place of each among those whom the seat knows.
    places: Vec<Option<Who>>,
    /// Those whom the seat knows, in roster order.
    back: Vec<Who>,
    /// What the seat does not know of the ground.
    unknown: Unknown,
}

impl Lens {
    /// The glass that these grounds come to.
    pub fn of(grounds: Grounds<'_>) -> Lens {
        let (live, figures, view) = (grounds.live, grounds.figures.clone(), grounds.live.view());
        let knowledge = Knowledge::of(&grounds);
        let unknown = Unknown::of(&grounds, knowledge.eyes());
        let names: Vec<String> = live.roster().into_iter().map(|(name, _)| name).collect();
        let mut longest: Vec<usize> = (0..names.len()).collect();
        longest.sort_by_key(|place| std::cmp::Reverse(names[*place].len()));
        // Whether the remembered one is still there must make no difference, so only what is seen of the square counts.
        let eyes = knowledge.eyes();
        let stands = |at| eyes.iter().any(|who| view.combatants.get(who.index()).is_some_and(|one| one.at == Some(at)));
        let empty = |at| live.clarity(eyes, at) == Clarity::Clear || stands(at);
        let known: Vec<Knowing> = (0..names.len()).map(|who| knowledge.of_now(who, empty)).collect();
        let mut shapes = 0;
        let mut call = |who: usize| match known[who] {
            Knowing::Unknown => UNSEEN.to_owned(),
            Knowing::Felt if !knowledge.has_seen(who) => {
                shapes += 1;
                if shapes == 1 { "something".to_owned() } else { format!("something {shapes}") }
            }
            _ => names[who].clone(),
        };
        let called: Vec<String> = (0..names.len()).map(&mut call).collect();
        let back: Vec<Who> =
            (0..names.len()).filter(|who| known[*who] != Knowing::Unknown).map(|who| Who(who as u16)).collect();
        let mut places = vec![None; names.len()];
        for (place, who) in back.iter().enumerate() {
            places[who.index()] = Some(Who(place as u16));
        }
        let acting: Vec<&String> =
            view.order.iter().filter(|slot| slot.when == When::Now).flat_map(|slot| &slot.who).collect();
        let others = |who: usize| !eyes.iter().any(|own| own.index() == who);
        let plan = names.iter().enumerate().map(|(who, name)| others(who) && acting.contains(&name)).collect();
        Lens { knowledge, longest, known, called, figures, plan, places, back, unknown, names }
    }

    /// The seat's own handle for a combatant, if it knows it.
    pub fn who(&self, who: Who) -> Option<Who> {
        self.places.get(who.index()).copied().flatten()
    }

    /// The combatant behind the seat's own handle.
    pub fn back(&self, who: Who) -> Option<Who> {
        self.back.get(who.index()).copied()
    }

    /// What is known of each whom the seat knows, in the order of its view.
    pub fn knowings(&self) -> Vec<Knowing> {
        self.back.iter().map(|who| self.known[who.index()]).collect()
    }

    /// Whether the seat perceives a combatant, by its place in the roster.
    pub fn perceives(&self, who: usize) -> bool {
        self.known.get(who).is_some_and(|known| known.is_perceived())
    }

    /// How those are called whom the seat knows, in the order of its view.
    pub fn names(&self) -> Vec<String> {
        self.back.iter().map(|who| self.called[who.index()].clone()).collect()
    }

    /// How somebody is called whom the seat perceives, by its place in the roster.
    pub fn called(&self, who: usize) -> Option<String> {
        self.perceives(who).then(|| self.called[who].clone())
    }

    /// With whose eyes the seat sees.
    pub fn eyes(&self) -> &[Who] {
        self.knowledge.eyes()
    }

    /// How many facts had led to the moment behind the seat's event at this place of the whole log.
    pub fn facts_behind(&self, events: usize) -> usize {
        self.knowledge.facts_behind(events)
    }

    /// The fight as this seat believes it to be: those whom it does not perceive are gone, and of the others it has seen no
    /// more than how they look. Those who act now, or bring about what is asked, stay; of them nothing is known.
    pub fn beliefs(&self, live: &dyn AnyLive, view: &View) -> Vec<Edict> {
        let at_work = at_work(live, view);
        let mut beliefs = self.absent_but(&at_work, view);
        beliefs.extend(self.bare_ground());
        for (place, one) in view.combatants.iter().enumerate() {
            if self.figures[place] {
                continue;
            }
            let known = self.known[place];
            if known.is_seen() || !one.fighting {
                beliefs.extend(looks(one, Band::of(one)));
            } else if known.is_perceived() || at_work.contains(&one.name) {
                // How hurt it looks now does not show.
                beliefs.extend(looks(one, Band::Whole));
            }
        }
        beliefs.extend(self.without_plans(view));
        beliefs
    }

    /// The edicts that take away what those hold ready of whom it does not show what that is.
    fn without_plans(&self, view: &View) -> impl Iterator<Item = Edict> {
        let hidden = view.intents.iter().filter(|intent| !self.sees_figures(Some(intent.who)));
        hidden.filter_map(|intent| {
            let condition = intent.shows?.condition.to_owned();
            Some(Edict::Take { who: view.combatants.get(intent.who.index())?.name.clone(), condition })
        })
    }

    /// The edicts that take those away whom the seat does not perceive, but for those who act now or bring a question about.
    pub fn absent(&self, live: &dyn AnyLive, view: &View) -> Vec<Edict> {
        self.absent_but(&at_work(live, view), view)
    }

    fn absent_but(&self, at_work: &[String], view: &View) -> Vec<Edict> {
        let all = view.combatants.iter().zip(&self.known);
        let gone = all.filter(|(one, known)| one.fighting && !known.is_perceived() && !at_work.contains(&one.name));
        gone.map(|(one, _)| Edict::Remove { who: one.name.clone() }).collect()
    }

    /// Takes conditions out of a state that are there only as long as somebody unperceived is near, such as being flanked:
    /// those that nobody has given and that are not there without the absent.
    pub fn forget_pressure(&self, view: &mut View, without: &View) {
        for one in &mut view.combatants {
            let Some(alone) = without.combatants.iter().find(|other| other.name == one.name) else { continue };
            one.conditions.retain(|condition| {
                let lasts = condition.source.is_some() || condition.until.is_some() || condition.hits.is_some();
                lasts || alone.conditions.iter().any(|other| other.name == condition.name)
            });
        }
    }

    /// Words in which those whom the seat does not know have no name.
    pub fn words(&self, text: &str) -> String {
        self.renamed(text, |place| &self.called[place])
    }

    /// A value in words, such as a list of names: those whom the seat does not perceive are left out, since whether they are still
    /// in it would say how they fare.
    pub(crate) fn listed(&self, text: &str) -> String {
        if !self.names_unperceived(text) {
            return self.words(text);
        }
        let mut listed = self.renamed(text, |place| match self.known[place].is_perceived() {
            false => GONE,
            true => &self.called[place],
        });
        for between in [" and ", ", ", " then ", " "] {
            listed = listed.replace(&format!("{between}{GONE}"), "").replace(&format!("{GONE}{between}"), "");
        }
        if listed == GONE { "nobody".to_owned() } else { listed.replace(GONE, UNSEEN) }
    }

    /// Whether words name somebody whom the seat does not know.
    pub fn names_unknown(&self, text: &str) -> bool {
        let mut found = false;
        self.each_name(text, |place| found |= self.known[place] == Knowing::Unknown);
        found
    }

    /// Whether words name somebody whom the seat does not perceive now.
    pub fn names_unperceived(&self, text: &str) -> bool {
        let mut found = false;
        self.each_name(text, |place| found |= !self.known[place].is_perceived());
        found
    }

    /// Whether words name somebody of whom the seat knows only that it is there.
    fn names_felt(&self, text: &str) -> bool {
        let mut found = false;
        self.each_name(text, |place| found |= self.known[place] == Knowing::Felt);
        found
    }

    /// Whether what is asked in a fight is brought about by somebody whom the seat does not see.
    fn is_brought_by_unseen(&self, live: &dyn AnyLive) -> bool {
        let Waiting::Answer(open) = live.waiting() else { return false };
        open.iter().filter_map(|asked| asked.by.as_deref()).any(|by| self.names_felt(by) || self.names_unperceived(by))
    }

    /// The seat's words with the names that the rules know.
    pub fn unsaid(&self, words: &str) -> String {
        let mut said = words.to_owned();
        // The longest first, so that `something 2` is not taken for `something`.
        let mut shapes: Vec<usize> =
            (0..self.names.len()).filter(|who| self.names[*who] != self.called[*who]).collect();
        shapes.retain(|who| self.known[*who] != Knowing::Unknown);
        shapes.sort_by_key(|who| std::cmp::Reverse(self.called[*who].len()));
        for who in shapes {
            said = replaced(&said, &self.called[who], &self.names[who]);
        }
        said
    }

    /// The seat's words, with a name that nobody has for each that the seat does not know.
    fn blanked(&self, words: &str) -> String {
        self.renamed(words, |place| match self.names[place] == self.called[place] {
            false => NOBODY,
            true => &self.called[place],
        })
    }

    fn renamed<'a>(&'a self, text: &str, called: impl Fn(usize) -> &'a str) -> String {
        let mut said = String::with_capacity(text.len());
        let mut rest = text;
        let mut before: Option<char> = None;
        while let Some(first) = rest.chars().next() {
            match self.name_at(before, rest) {
                Some(place) => {
                    said.push_str(called(place));
                    rest = &rest[self.names[place].len()..];
                    before = self.names[place].chars().last();
                }
                None => {
                    said.push(first);
                    rest = &rest[first.len_utf8()..];
                    before = Some(first);
                }
            }
        }
        said
    }

    fn each_name(&self, text: &str, mut each: impl FnMut(usize)) {
        let mut before: Option<char> = None;
        for (at, letter) in text.char_indices() {
            if let Some(place) = self.name_at(before, &text[at..]) {
                each(place);
            }
            before = Some(letter);
        }
    }

    /// The longest name with which `rest` begins, as words of their own.
    fn name_at(&self, before: Option<char>, rest: &str) -> Option<usize> {
        if before.is_some_and(char::is_alphanumeric) {
            return None;
        }
        let ends = |name: &str| !rest[name.len()..].starts_with(char::is_alphanumeric);
        self.longest.iter().copied().find(|place| {
            let name = self.names[*place].as_str();
            rest.starts_with(name) && ends(name)
        })
    }

    /// Whether the seat sees the figures of a combatant.
    fn sees_figures(&self, who: Option<Who>) -> bool {
        who.is_none_or(|who| self.figures.get(who.index()).copied().unwrap_or_default())
    }

    fn perceived(&self, who: Who, event: usize) -> Perceived {
        self.knowledge.at_event(who, event)
    }
}

/// Those who act now or bring about what is asked: that they are there makes itself felt.
fn at_work(live: &dyn AnyLive, view: &View) -> Vec<String> {
    let acting = view.order.iter().filter(|slot| slot.when == When::Now).flat_map(|slot| &slot.who);
    let open = if let Waiting::Answer(open) = live.waiting() { open } else { Vec::new() };
    acting.cloned().chain(open.into_iter().filter_map(|asked| asked.by)).collect()
}

/// What a combatant may still have, going by how it looks: as much as the middle of its band, and all of everything else.
fn looks(one: &CombatantView, band: Band) -> Vec<Edict> {
    let life = one.stats.iter().position(|stat| stat.max.is_some() && matches!(stat.value, Value::Number(_)));
    let set = |(place, stat): (usize, &Stat)| {
        let (Value::Number(now), Some(most)) = (&stat.value, stat.max) else { return None };
        let believed = match band {
            _ if Some(place) != life => most,
            Band::Out if *now <= 0 => return None,
            // It has left or is helpless, with something left: how much does not show.
            Band::Out => Band::Bloodied.middle(most),
            band => band.middle(most),
        };
        let edict = Edict::Set { who: one.name.clone(), key: stat.key.to_owned(), value: believed.to_string() };
        (believed != *now).then_some(edict)
    };
    one.stats.iter().enumerate().filter_map(set).collect()
}

/// `text` with `to` in the place of `from`, where that stands as words of its own.
fn replaced(text: &str, from: &str, to: &str) -> String {
    let mut said = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(from) {
        let (head, tail) = (&rest[..at], &rest[at + from.len()..]);
        let alone = !head.ends_with(char::is_alphanumeric) && !tail.starts_with(char::is_alphanumeric);
        said.push_str(head);
        said.push_str(if alone { to } else { from });
        rest = tail;
    }
    said + rest
}
