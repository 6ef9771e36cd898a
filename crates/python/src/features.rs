//! What a program that learns is given to see: the fight, those in it and each option, as rows of numbers.
//!
//! Nothing is in them that the seat could not know: of foes it sees where they stand, their conditions, and how hurt they look,
//! in the bands that players at a table see, and nothing of those whom its side does not perceive.

use std::collections::BTreeMap;

use quintain::fight::{AnyQuestion, CombatantView, Group, Label, Price, Shape, Square, Tags, Target, Value, View};
use quintain::rulebook::engine::{AnyRulebook, Mood, StatKind};
use quintain::session::Band;

/// A step of this many squares counts as 1.
const FAR: f32 = 16.0;

/// How many kinds of means, and of variants, are told apart: by their names, scrambled.
const KINDS: usize = 8;

const GROUPS: [Group; 10] = [
    Group::Move,
    Group::Attack,
    Group::Power,
    Group::Guard,
    Group::Help,
    Group::Gear,
    Group::Word,
    Group::Wait,
    Group::End,
    Group::Answer,
];

const PRICES: [&str; 9] = ["action", "quick", "reaction", "whole-turn", "bonus", "pool", "distance", "time", "gear"];

const TAGS: [(Tags, &str); 8] = [
    (Tags::PROVOKES, "provokes"),
    (Tags::ENDS_TURN, "ends-turn"),
    (Tags::HURTS_SELF, "hurts-self"),
    (Tags::HURTS_FRIEND, "hurts-friend"),
    (Tags::NO_RETURN, "no-return"),
    (Tags::FREE, "free"),
    (Tags::ADDS, "adds"),
    (Tags::DECLARES, "declares"),
];

/// Takes numbers with their names, one after the other: the same code tells what each stands for and writes it.
trait Row {
    fn put(&mut self, name: impl Fn() -> String, value: f32);

    /// A number of 0 for each name, and of 1 for one of them; `other` where it is none of them.
    fn one_of(&mut self, prefix: &str, names: &[&str], is: Option<&str>) {
        let mut found = false;
        for name in names {
            let here = is == Some(*name);
            found |= here;
            self.put(|| format!("{prefix}:{name}"), f32::from(u8::from(here)));
        }
        self.put(|| format!("{prefix}:other"), f32::from(u8::from(is.is_some() && !found)));
    }
}

impl Row for Vec<f32> {
    fn put(&mut self, _: impl Fn() -> String, value: f32) {
        self.push(value);
    }
}

impl Row for Vec<String> {
    fn put(&mut self, name: impl Fn() -> String, _: f32) {
        self.push(name());
    }
}

/// The rows of one rulebook: how long they are, and what stands where.
#[derive(Clone, Debug)]
pub(crate) struct Spec {
    topics: Vec<&'static str>,
    verbs: Vec<&'static str>,
    /// Values that are spent: pools and counts.
    pools: Vec<&'static str>,
    moods: BTreeMap<&'static str, Mood>,
    /// How many combatants have a row.
    pub(crate) combatants: usize,
    /// How many numbers tell of the fight as a whole.
    pub(crate) whole: usize,
    /// How many tell of each combatant.
    pub(crate) each: usize,
    /// How many tell of each option.
    pub(crate) option: usize,
}

impl Spec {
    pub(crate) fn of(book: &dyn AnyRulebook, combatants: usize) -> Self {
        let pools = book.stats().iter().filter(|stat| matches!(stat.kind, StatKind::Pool | StatKind::Count));
        let mut spec = Spec {
            topics: book.topics().iter().map(|topic| topic.key).collect(),
            verbs: book.verbs().iter().map(|verb| verb.key).collect(),
            pools: pools.map(|stat| stat.key).collect(),
            moods: book.conditions().iter().map(|kind| (kind.key, kind.mood)).collect(),
            combatants,
            whole: 0,
            each: 0,
            option: 0,
        };
        let (whole, each, option) = spec.names();
        (spec.whole, spec.each, spec.option) = (whole.len(), each.len(), option.len());
        spec
    }

    /// What the numbers stand for: of the fight, of each combatant, of each option.
    pub(crate) fn names(&self) -> (Vec<String>, Vec<String>, Vec<String>) {
        let (mut whole, mut each, mut option) = (Vec::new(), Vec::new(), Vec::new());
        self.put_whole(&mut whole, 0, None);
        self.put_each(&mut each, None);
        self.put_option(&mut option, &Shown::default());
        (whole, each, option)
    }

    /// How many numbers an observation has.
    pub(crate) fn width(&self) -> usize {
        self.whole + self.combatants * self.each
    }

    fn put_whole(&self, row: &mut impl Row, round: u32, topic: Option<&str>) {
        row.put(|| "round/20".into(), round as f32 / 20.0);
        row.one_of("topic", &self.topics, topic);
    }

    fn put_each(&self, row: &mut impl Row, seen: Option<&Seen<'_>>) {
        let flag = |of: fn(&Seen<'_>) -> bool| seen.map_or(0.0, |seen| f32::from(u8::from(of(seen))));
        let of = |of: fn(&Seen<'_>) -> f32| seen.map_or(0.0, of);
        row.put(|| "there".into(), flag(|_| true));
        row.put(|| "oneself".into(), flag(|seen| seen.oneself));
        row.put(|| "friend".into(), flag(|seen| seen.friend));
        row.put(|| "fighting".into(), flag(|seen| seen.is.fighting));
        row.put(|| "life".into(), of(|seen| seen.life));
        row.put(|| "placed".into(), flag(|seen| seen.is.at.is_some()));
        row.put(|| "east/16".into(), of(|seen| seen.away.0 / FAR));
        row.put(|| "south/16".into(), of(|seen| seen.away.1 / FAR));
        row.put(|| "distance/16".into(), of(|seen| seen.away.0.abs().max(seen.away.1.abs()) / FAR));
        let moods = [("good conditions/4", Mood::Good), ("bad conditions/4", Mood::Bad)];
        for (name, mood) in moods {
            let count = seen.map_or(0, |seen| seen.is.conditions.iter().filter(|one| self.mood(one) == mood).count());
            row.put(|| name.into(), count as f32 / 4.0);
        }
        for pool in &self.pools {
            let own = seen.filter(|seen| seen.friend);
            let stat = own.and_then(|seen| seen.is.stats.iter().find(|stat| stat.key == *pool));
            let left = stat.map_or(0.0, |stat| match (&stat.value, stat.max) {
                (Value::Number(now), Some(most)) => *now as f32 / most.max(1) as f32,
                (Value::Number(now), None) => *now as f32 / 10.0,
                _ => 0.0,
            });
            row.put(|| format!("own {pool}"), left);
        }
    }

    fn mood(&self, condition: &quintain::fight::Condition) -> Mood {
        condition.kind.and_then(|kind| self.moods.get(kind.key)).copied().unwrap_or(Mood::Plain)
    }

    fn put_option(&self, row: &mut impl Row, shown: &Shown<'_>) {
        let flag = |is: bool| f32::from(u8::from(is));
        let label = shown.label;
        row.put(|| "default".into(), flag(shown.default));
        row.put(|| "number/10".into(), shown.number / 10.0);
        for group in GROUPS {
            row.put(|| format!("group:{}", group.word()), flag(label.is_some_and(|it| it.verb.group == group)));
        }
        row.one_of("verb", &self.verbs, label.map(|it| it.verb.key));
        row.put(|| "on oneself".into(), flag(shown.oneself));
        row.put(|| "on friends/4".into(), shown.friends / 4.0);
        row.put(|| "on foes/4".into(), shown.foes / 4.0);
        row.put(|| "life of the first".into(), shown.life);
        row.put(|| "distance of the first/16".into(), shown.distance / FAR);
        row.put(|| "at a square".into(), flag(shown.square.is_some()));
        let (east, south) = shown.square.unwrap_or_default();
        row.put(|| "east/16".into(), east / FAR);
        row.put(|| "south/16".into(), south / FAR);
        row.put(|| "distance/16".into(), east.abs().max(south.abs()) / FAR);
        row.put(|| "nearest foe from there/16".into(), shown.foe_from_there / FAR);
        row.put(|| "nearer to the nearest foe/16".into(), shown.nearer / FAR);
        for price in PRICES {
            let costs = label.map_or(&[][..], |it| &it.costs).iter().filter(|cost| price_of(cost.price) == price);
            row.put(|| format!("costs {price}/10"), costs.map(|cost| f32::from(cost.amount)).sum::<f32>() / 10.0);
        }
        for (tag, word) in TAGS {
            row.put(|| format!("tag:{word}"), flag(label.is_some_and(|it| it.tags.contains(tag))));
        }
        let means = label.and_then(|it| it.means.as_ref()).map(|means| scrambled(&means.key));
        for kind in 0..KINDS {
            row.put(|| format!("means:{kind}"), flag(means == Some(kind)));
        }
        for kind in 0..KINDS {
            let is = |it: &Label| it.variants.iter().any(|one| scrambled(&one.key) == kind);
            row.put(|| format!("variant:{kind}"), flag(label.is_some_and(is)));
        }
    }

    /// Writes what somebody sees of the fight; `topic` is the kind of question, if it is asked one.
    pub(crate) fn observe(&self, eyes: &Eyes<'_>, topic: Option<&str>, out: &mut Vec<f32>) {
        let begin = out.len();
        self.put_whole(out, eyes.view.round, topic);
        for seen in in_order(eyes).into_iter().take(self.combatants) {
            self.put_each(out, Some(&seen));
        }
        out.resize(begin + self.width(), 0.0);
    }

    /// Writes a row for each option of a question, and says how many there are.
    pub(crate) fn options(&self, eyes: &Eyes<'_>, question: &dyn AnyQuestion, out: &mut Vec<f32>) -> usize {
        let sight = Sight::of(eyes);
        let default = question.default();
        if let Shape::Number { least, most } = question.shape() {
            let usual = question.plain().default.number();
            for number in least..=most {
                let shown = Shown { number: number as f32, default: usual == Some(number), ..Shown::default() };
                self.put_option(out, &shown);
            }
            return (most - least + 1).max(0) as usize;
        }
        for place in 0..question.options() {
            let label = question.label(place);
            let square = question.option(place).and_then(|option| option.square);
            let mut shown = sight.shown(label.as_ref(), square);
            shown.default = default == Some(place);
            self.put_option(out, &shown);
        }
        question.options()
    }
}

fn price_of(price: Price) -> &'static str {
    if let Price::Pool(_) = price { "pool" } else { price.word() }
}

fn scrambled(words: &str) -> usize {
    let mixed = words.bytes().fold(0xcbf2_9ce4_u32, |sum, byte| (sum ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    (mixed >> 16) as usize % KINDS
}

/// Who looks at a fight.
#[derive(Debug)]
pub(crate) struct Eyes<'a> {
    pub(crate) view: &'a View,
    /// The place in the roster of who looks.
    pub(crate) me: usize,
    /// Of each of the roster whether it is not perceived; empty where everybody is.
    pub(crate) unperceived: &'a [bool],
}

impl<'a> Eyes<'a> {
    /// Those whom the eyes perceive, each with its place in the roster.
    fn perceived(&self) -> impl Iterator<Item = (usize, &'a CombatantView)> {
        let hidden = self.unperceived;
        let all = self.view.combatants.iter().enumerate();
        all.filter(|(place, _)| !hidden.get(*place).copied().unwrap_or_default())
    }
}

/// A combatant as somebody sees it.
struct Seen<'a> {
    is: &'a CombatantView,
    oneself: bool,
    friend: bool,
    /// From 0 to 1; of foes only as they look.
    life: f32,
    /// How far to the east and to the south.
    away: (f32, f32),
}

/// Everyone who is perceived: oneself first, then friends, then foes.
fn in_order<'a>(eyes: &Eyes<'a>) -> Vec<Seen<'a>> {
    let own = eyes.view.combatants.get(eyes.me);
    let mut all: Vec<Seen<'a>> = eyes.perceived().map(|(place, is)| seen(own, is, place == eyes.me)).collect();
    all.sort_by_key(|seen| (!seen.oneself, !seen.friend));
    all
}

fn seen<'a>(own: Option<&CombatantView>, is: &'a CombatantView, oneself: bool) -> Seen<'a> {
    let friend = own.is_some_and(|own| own.side == is.side);
    let life = if friend { exactly(is) } else { as_it_looks(is) };
    Seen { is, oneself, friend, life, away: away(own.and_then(|own| own.at), is.at) }
}

/// The share of its life that somebody has left.
pub(crate) fn exactly(is: &CombatantView) -> f32 {
    match is.life() {
        _ if !is.fighting => 0.0,
        Some((now, most)) => (now as f32 / most.max(1) as f32).clamp(0.0, 1.0),
        None => 1.0,
    }
}

fn as_it_looks(is: &CombatantView) -> f32 {
    match Band::of(is) {
        Band::Whole => 1.0,
        Band::Hurt => 0.75,
        Band::Bloodied => 0.5,
        Band::Failing => 0.25,
        Band::Out => 0.0,
    }
}

fn away(from: Option<Square>, to: Option<Square>) -> (f32, f32) {
    match (from, to) {
        (Some(from), Some(to)) => (f32::from(to.x) - f32::from(from.x), f32::from(to.y) - f32::from(from.y)),
        _ => (0.0, 0.0),
    }
}

fn far((east, south): (f32, f32)) -> f32 {
    east.abs().max(south.abs())
}

/// What somebody sees who weighs options.
struct Sight<'a> {
    view: &'a View,
    me: usize,
    at: Option<Square>,
    foes: Vec<Square>,
    /// How far off the nearest foe is now.
    nearest: f32,
}

/// What an option shows of itself.
#[derive(Default)]
struct Shown<'a> {
    label: Option<&'a Label>,
    default: bool,
    number: f32,
    oneself: bool,
    friends: f32,
    foes: f32,
    life: f32,
    distance: f32,
    square: Option<(f32, f32)>,
    foe_from_there: f32,
    nearer: f32,
}

impl<'a> Sight<'a> {
    fn of(eyes: &Eyes<'a>) -> Self {
        let (view, me) = (eyes.view, eyes.me);
        let own = view.combatants.get(me);
        let is_foe = |one: &&CombatantView| one.fighting && own.is_none_or(|own| own.side != one.side);
        let foes: Vec<Square> = eyes.perceived().map(|(_, one)| one).filter(is_foe).filter_map(|one| one.at).collect();
        let at = own.and_then(|own| own.at);
        let mut sight = Sight { view, me, at, foes, nearest: 0.0 };
        sight.nearest = sight.nearest_to(at);
        sight
    }

    fn nearest_to(&self, square: Option<Square>) -> f32 {
        let all = self.foes.iter().map(|foe| far(away(square, Some(*foe))));
        all.min_by(f32::total_cmp).unwrap_or_default()
    }

    fn shown<'b>(&self, label: Option<&'b Label>, square: Option<Square>) -> Shown<'b> {
        let mut shown = Shown { label, ..Shown::default() };
        let square = match label.map(|label| &label.target) {
            Some(Target::Square(square) | Target::Area(square, _) | Target::Route { to: square, .. }) => Some(*square),
            _ => square,
        };
        if let Some(square) = square {
            shown.square = Some(away(self.at, Some(square)));
            shown.foe_from_there = self.nearest_to(Some(square));
            shown.nearer = self.nearest - shown.foe_from_there;
        }
        match label.map(|label| &label.target) {
            Some(Target::Oneself) => shown.oneself = true,
            Some(Target::Who(who)) => self.aim(&mut shown, who.index()),
            Some(Target::Pair(one, other)) => [one, other].iter().for_each(|who| self.aim(&mut shown, who.index())),
            Some(Target::All(all)) => all.iter().for_each(|who| self.aim(&mut shown, who.index())),
            Some(Target::Slot { who, .. }) => self.aim(&mut shown, who.index()),
            Some(Target::Number(number)) => shown.number = *number as f32,
            _ => {}
        }
        shown
    }

    /// Counts one who is aimed at.
    fn aim(&self, shown: &mut Shown<'_>, place: usize) {
        let (own, Some(is)) = (self.view.combatants.get(self.me), self.view.combatants.get(place)) else { return };
        let seen = seen(own, is, place == self.me);
        if shown.friends + shown.foes == 0.0 {
            (shown.life, shown.distance) = (seen.life, far(seen.away));
        }
        shown.oneself |= seen.oneself;
        *(if seen.friend { &mut shown.friends } else { &mut shown.foes }) += 1.0;
    }
}
