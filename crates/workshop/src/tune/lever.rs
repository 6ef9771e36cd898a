//! What may be turned in a draft to make it harder or easier: how many there are of each kind, who comes in addition, and what
//! each lives by, hits with and is kept from harm by.

use std::cmp::Reverse;

use quintain_engine::{StatGroup, StatKind, Value};
use quintain_library::Opened;

use crate::bestiary::{Bestiary, Creature};
use crate::draft::{Draft, Someone};

/// The fields of a form.
pub(super) type Form = Vec<(String, String)>;

/// How many kinds that are not there yet are tried.
const NEWCOMERS: usize = 3;

/// How many of such a kind come at most.
const MOST_NEW: usize = 4;

/// How many values of one combatant are turned.
const VALUES: usize = 4;

/// Something that can be turned, with its settings in order; one of them leaves it as it is.
#[derive(Debug)]
pub(super) struct Lever {
    pub settings: Vec<Setting>,
}

/// One setting.
#[derive(Debug)]
pub(super) struct Setting {
    /// What it is, in words.
    pub words: String,
    /// The forms that make it; none where nothing changes.
    pub forms: Vec<Form>,
}

impl Setting {
    fn stays() -> Setting {
        Setting { words: String::new(), forms: Vec::new() }
    }
}

fn form(fields: &[(&str, String)]) -> Form {
    fields.iter().map(|(key, value)| ((*key).to_owned(), value.clone())).collect()
}

/// The one form that makes several settings at once; none where nothing changes. Those who leave go last, the last of the file
/// first: places of combatants are as they were until then.
pub(super) fn composed(settings: &[&Setting]) -> Option<Form> {
    let mut forms: Vec<&Form> = settings.iter().flat_map(|one| &one.forms).collect();
    let of = |form: &Form, key: &str| form.iter().find(|(known, _)| known == key).map(|(_, value)| value.clone());
    let leaves = |form: &Form| {
        let place = of(form, "who").and_then(|who| who.parse::<usize>().ok());
        place.filter(|_| of(form, "do").as_deref() == Some("remove")).map(Reverse)
    };
    forms.sort_by_key(|form| leaves(form).map_or((false, Reverse(0)), |place| (true, place)));
    match forms.as_slice() {
        [] => None,
        [one] => Some((*one).clone()),
        several => {
            let numbered = several.iter().enumerate().flat_map(|(step, form)| {
                form.iter().map(move |(key, value)| (format!("{}.{key}", step + 1), value.clone()))
            });
            Some([("do".to_owned(), "several".to_owned())].into_iter().chain(numbered).collect())
        }
    }
}

/// What may be turned in a draft, what changes a fight most plainly first.
pub(super) fn levers(draft: &Draft, opened: &Opened, bestiary: &Bestiary) -> Vec<Lever> {
    let people: Vec<(usize, Someone)> = draft.people().into_iter().enumerate().collect();
    let first = opened.fight.sides().first().cloned().unwrap_or_default();
    let (own, foes): (Vec<_>, Vec<_>) = people.into_iter().partition(|(_, one)| one.side == first);
    let mut all: Vec<Lever> = foes.iter().map(|(place, one)| count(*place, one, &foes)).collect();
    if let Some((_, foe)) = foes.first() {
        all.extend(newcomers(bestiary, draft, &foes).into_iter().map(|kind| joins(kind, &foe.side)));
    }
    all.extend(foes.iter().chain(&own).flat_map(|(place, one)| values(*place, one, opened)));
    all
}

/// How many there are of a kind, down to none where others of its side stay.
fn count(place: usize, one: &Someone, foes: &[(usize, Someone)]) -> Lever {
    let (now, name) = (one.many(), &one.name);
    let most = (now * 2).max(now + 4).min(24).max(now);
    let alone = foes.iter().filter(|(_, other)| other.side == one.side).count() < 2;
    let setting = |many: usize| {
        let who = ("who", place.to_string());
        match many {
            0 => Setting { words: format!("without {name}"), forms: vec![form(&[("do", "remove".into()), who])] },
            _ if many == now => Setting::stays(),
            _ => Setting {
                words: format!("{many} of {name} instead of {now}"),
                forms: vec![form(&[("do", "count".into()), who, ("count", many.to_string())])],
            },
        }
    };
    Lever { settings: (usize::from(alone)..=most).map(setting).collect() }
}

/// So many of a kind that is not there yet.
fn joins(kind: &Creature, side: &str) -> Lever {
    let name = kind.short_name();
    let setting = |many: usize| {
        let add = form(&[("do", "add".into()), ("is", kind.id.clone()), ("side", side.to_owned())]);
        let words = match many {
            1 => format!("{name} joins {side}"),
            _ => format!("{many} of {name} join {side}"),
        };
        Setting { words, forms: vec![add; many] }
    };
    Lever { settings: [Setting::stays()].into_iter().chain((1..=MOST_NEW).map(setting)).collect() }
}

/// Kinds that go with the foes there are: those that share most of their tags, and then their level.
fn newcomers<'b>(bestiary: &'b Bestiary, draft: &Draft, foes: &[(usize, Someone)]) -> Vec<&'b Creature> {
    let known: Vec<&Creature> = foes.iter().filter_map(|(_, one)| bestiary.find(&one.is)).collect();
    let there: Vec<String> = draft.people().into_iter().map(|one| one.is).collect();
    let shared = |kind: &Creature| {
        known.iter().map(|foe| kind.tags.iter().filter(|tag| foe.tags.contains(tag)).count()).max().unwrap_or(0)
    };
    let apart = |kind: &Creature| {
        let level = |one: &Creature| one.level.map(|(level, _)| level);
        known.iter().filter_map(|foe| Some(level(foe)?.abs_diff(level(kind)?))).min().unwrap_or(u64::MAX)
    };
    let mut all: Vec<&Creature> = bestiary.all().filter(|kind| !kind.hero && !there.contains(&kind.id)).collect();
    all.sort_by_key(|kind| (Reverse(shared(kind)), apart(kind)));
    all.truncate(NEWCOMERS);
    all
}

/// What one lives by, hits with and is kept from harm by; its level first, where it has one.
fn values(place: usize, one: &Someone, opened: &Opened) -> Vec<Lever> {
    let view = opened.fight.view();
    let name = one.each().into_iter().next().map(|(name, _)| name).unwrap_or_default();
    let Some(shown) = view.combatant(&name) else { return Vec::new() };
    let mut known: Vec<_> = opened.rulebook.stats().iter().filter(|info| tells(info.group, info.kind)).collect();
    known.sort_by_key(|info| info.key != "level");
    let lever = |info: &&quintain_engine::StatInfo| {
        let stat = shown.stats.iter().find(|stat| stat.key == info.key)?;
        let Value::Number(now) = stat.value else { return None };
        let step = (now.abs() / 8).max(1);
        let setting = |value: i64| match value == now {
            true => Setting::stays(),
            false => Setting {
                words: format!("{}: {} {value} instead of {now}", one.name, info.label),
                forms: vec![form(&[
                    ("do", "value".into()),
                    ("who", place.to_string()),
                    ("key", info.key.to_owned()),
                    ("value", value.to_string()),
                ])],
            },
        };
        let range = (-6..=8).map(|steps| now + steps * step).filter(|value| *value >= 0);
        Some(Lever { settings: range.map(setting).collect() })
    };
    known.iter().filter_map(lever).take(VALUES).collect()
}

fn tells(group: StatGroup, kind: StatKind) -> bool {
    matches!(group, StatGroup::Life | StatGroup::Defence | StatGroup::Ability)
        && matches!(kind, StatKind::Pool | StatKind::Score)
}
