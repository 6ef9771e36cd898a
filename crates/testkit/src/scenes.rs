//! A fight that a test puts up, leads to a question and looks at. All of it panics where something is not as the test
//! supposes, for tests have nobody else to tell.

use quintain_content::{Encounter, Source};
use quintain_dice::Stream;
use quintain_engine::{
    AnyLive, AnyRulebook, Area, Conduct, DiceFrom, Event, Group, Label, OnGround, OpenQuestion, Seats, Target, Terms,
    Waiting, Who,
};

use crate::Battery;
use crate::battery::packs_by_id;

/// Terms with these seats, with dice and tactics of a seed, for so many rounds.
pub fn seeded(seats: Seats, seed: u64, round_limit: u32) -> Terms {
    let dice = DiceFrom::Seed(Box::new(Stream::new(seed, 0)));
    Terms { dice, round_limit, conduct: Conduct::best(), seed, ..Terms::attended(seats) }
}

/// The fight of an encounter that is given as text, with the packs of the rulebook under test.
pub fn scene(rulebook: &dyn AnyRulebook, text: &str, terms: Terms) -> Box<dyn AnyLive> {
    let book = rulebook.read(&packs_by_id(rulebook.id())).unwrap_or_else(|problems| panic!("{problems}"));
    let encounter = Encounter::parse(&Source::new("scene.toml", text), rulebook.tables());
    let encounter = encounter.unwrap_or_else(|problems| panic!("{problems}"));
    book.set_up(&encounter).unwrap_or_else(|problems| panic!("{problems}")).live(terms, Vec::new())
}

/// The first question that is open, if anything is asked.
pub fn asked(live: &dyn AnyLive) -> Option<OpenQuestion> {
    if let Waiting::Answer(mut open) = live.waiting() { Some(open.swap_remove(0)) } else { None }
}

/// The place of the option with this text among those of an open question.
pub fn option(asked: &OpenQuestion, text: &str) -> usize {
    let texts: Vec<&str> = asked.question.choices().iter().map(|choice| choice.text.as_str()).collect();
    let place = texts.iter().position(|known| *known == text);
    place.unwrap_or_else(|| panic!("{} is not offered `{text}` but {texts:?}", asked.who))
}

/// The label of an option of the first question.
pub fn label(live: &dyn AnyLive, text: &str) -> Label {
    let asked = asked(live).expect("something is asked");
    live.labels(0).swap_remove(option(&asked, text)).expect("a label")
}

/// The same in a line: `move to B3, 1 action of 1, PROVOKES`.
pub fn label_line(live: &dyn AnyLive, text: &str) -> String {
    let label = label(live, text);
    let variants: String = label.variants.iter().map(|one| format!(" {}={}", one.axis, one.key)).collect();
    let means = label.means.as_ref().map_or(String::new(), |means| format!(" with {}", means.key));
    let target = match &label.target {
        Target::None => String::new(),
        Target::Square(square) => format!(" to {square}"),
        Target::Route { to, by } => format!(" to {to} by {by}"),
        Target::Area(square, way) => format!(" about {square} {way:?}"),
        target => format!(" on {target:?}"),
    };
    let mut line = format!("{}{means}{variants}{target}", label.verb.key);
    for cost in &label.costs {
        let left = cost.left.map_or(String::new(), |left| format!(" of {}", left + cost.amount));
        line += &format!(", {} {}{left}", cost.amount, cost.price.word());
    }
    for (tag, _) in label.tags.iter_names() {
        line += &format!(", {tag}");
    }
    line
}

/// What is known beforehand of what an option of the first question does on the ground.
pub fn on_ground(live: &dyn AnyLive, text: &str) -> OnGround {
    live.on_ground(0, option(&asked(live).expect("something is asked"), text))
}

/// What a copy of a fight has told since it was made; it begins by telling again what has been told since the last resting
/// point.
pub fn told_since<'a>(live: &dyn AnyLive, then: &'a dyn AnyLive) -> &'a [Event] {
    let (before, after) = (live.log(), then.log());
    let again =
        |many: &usize| after.iter().zip(&before[before.len() - many..]).all(|(one, other)| one.text == other.text);
    let many = (0..=before.len().min(after.len())).rev().find(again).unwrap_or(0);
    &after[many..]
}

/// A turn in which an option covers an area.
#[derive(Debug)]
pub struct Covering<'a> {
    /// The fight.
    pub live: &'a dyn AnyLive,
    /// What is asked.
    pub asked: &'a OpenQuestion,
    /// The option, by its place.
    pub option: usize,
    /// Whom it would strike, as is said beforehand.
    pub named: Vec<Who>,
}

impl Covering<'_> {
    /// The text of the option.
    pub fn words(&self) -> &str {
        &self.asked.question.choices()[self.option].text
    }

    /// A copy of the fight in which it has been done, and all has been answered by default up to a question of these kinds.
    pub fn done(&self, until: &[&str]) -> Box<dyn AnyLive> {
        let mut then = self.live.apart();
        then.answer(&self.asked.who, self.words()).expect("an option that is offered");
        while asked(&*then).is_some_and(|next| !until.contains(&next.topic)) {
            then.answer_default().expect("a default that is legal");
        }
        then
    }
}

/// Plays so many answers of a fight in each ready-made encounter by default, and on each turn tries up to three options that
/// are done by these groups of verbs and cover an area that suits. Returns how many `holds` could compare with what came of
/// them.
pub fn areas_compared(
    battery: &Battery,
    (seats, answers): (&Seats, usize),
    (groups, suits): (&[Group], impl Fn(&Area) -> bool),
    holds: impl Fn(&Covering<'_>) -> bool,
) -> usize {
    let mut compared = 0;
    for (arena, seed) in battery.arenas.iter().zip(1..) {
        let mut live = arena.fight.live(seeded(seats.clone(), seed, 4), Vec::new());
        for _ in 0..answers {
            let Some(asked) = asked(&*live) else { break };
            if asked.topic == "turn" {
                let (live, labels) = (&*live, live.labels(0));
                let done = |label: &Option<Label>| label.as_ref().is_some_and(|one| groups.contains(&one.verb.group));
                let options = (0..labels.len()).filter(|option| done(&labels[*option]));
                let areas = options.map(|option| (option, live.on_ground(0, option).area));
                let tried = areas.filter(|(_, area)| suits(area)).take(3);
                let covering = tried.map(|(option, area)| Covering { live, asked: &asked, option, named: area.hits });
                compared += covering.filter(|covering| holds(covering)).count();
            }
            live.answer_default().expect("a default that is legal");
        }
    }
    compared
}
