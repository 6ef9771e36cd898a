//! Those who fight, as an encounter describes them: built from an entry, dressed, armed and given values of their own.

use quintain_content::{CombatantSpec, Encounter, Place, Placed, Problem, Value, nearest};
use quintain_engine::{Side, Who};
use quintain_field::Square;

use crate::content::{
    ArmorId, Content, Feature, Hands, ItemId, MOST_ITEMS, MOST_NATURAL, MOST_POWERS, MOST_WEAPONS, Marks, PowerEntry,
    PowerId, ShieldId, WeaponId,
};
use crate::face::words;
use crate::rules::magic::MOST_RESERVES;
use crate::rules::{armour, fatigue};
use crate::state::{Arm, Combatant, Fight, Guarded, Setting};

/// One who fights, before its numbers are filled in.
pub(super) struct Member {
    pub(crate) name: String,
    pub(crate) one: Combatant,
    pub(crate) at: Option<Square>,
    pub(crate) place: Place,
    pub(crate) partner: Option<String>,
    pub(crate) values: Given,
}

/// Values to be set once the usual ones are known.
pub(super) type Given = Vec<(Placed<String>, Placed<Value>)>;

pub(super) fn members(setting: &mut Setting, encounter: &Encounter, problems: &mut Vec<Problem>) -> Vec<Member> {
    let mut members = Vec::new();
    let mut faulty: Vec<usize> = Vec::new();
    for named in encounter.expand() {
        let Some(spec) = encounter.spec(&named) else { continue };
        if faulty.contains(&named.spec) {
            continue;
        }
        let before = problems.len();
        if let Some(mut member) = member(setting, spec, problems) {
            member.name = named.name.clone();
            member.at = named.at.as_ref().map(|at| at.value);
            member.place = named.at.as_ref().map_or_else(|| spec.place.clone(), |at| at.place.clone());
            members.push(member);
        }
        if problems.len() > before {
            faulty.push(named.spec);
        }
    }
    members
}

fn member(setting: &mut Setting, spec: &CombatantSpec, problems: &mut Vec<Problem>) -> Option<Member> {
    let Some(template) = setting.content.templates.iter().position(|template| template.id == spec.is.value) else {
        let known: Vec<String> = setting.content.templates.iter().map(|template| template.id.clone()).collect();
        problems.push(Problem::no_such("creature", &spec.is, known.iter().map(String::as_str)));
        return None;
    };
    let side = setting.roster.side_named(&spec.side.value).unwrap_or_default();
    let mut kit = Kit::of(setting, template);
    let (mut values, mut partner) = (Vec::new(), None);
    for id in &spec.with {
        if let Err(problem) = kit.add(setting, id) {
            problems.push(problem);
        }
    }
    problems.extend(second(setting, &spec.with));
    for (key, value) in &spec.set {
        match kit.set(setting, key, value) {
            Some(Ok(())) => {}
            Some(Err(problem)) => problems.push(problem),
            None if key.value == "partner" => match value.value.as_text() {
                Some(name) => partner = Some(name.to_owned()),
                None => problems.push(Problem::at(&value.place, "partner is the name of another combatant")),
            },
            None => values.push((key.clone(), value.clone())),
        }
    }
    if kit.changed {
        problems.extend(kit.too_many_blessings(setting, &spec.place));
    }
    let template = kit.template(setting, template);
    let one = dressed(setting, template, side, &kit);
    problems.extend(kit.too_much(setting, &spec.place));
    Some(Member { name: String::new(), one, at: None, place: spec.place.clone(), partner, values })
}

/// A second shield or a second armour in one `with`: each would take the place of the one before.
fn second(setting: &Setting, with: &[Placed<String>]) -> Option<Problem> {
    let content = &setting.content;
    let shields = with.iter().filter(|id| content.shields.iter().any(|known| known.id == id.value)).nth(1);
    let armors = with.iter().filter(|id| content.armors.iter().any(|known| known.id == id.value)).nth(1);
    let shield = shields.map(|id| Problem::at(&id.place, "one shield is carried"));
    shield.or_else(|| armors.map(|id| Problem::at(&id.place, "one armour is worn at a time")))
}

#[derive(Clone, Debug, Default)]
struct Kit {
    weapons: Vec<WeaponId>,
    shield: Option<ShieldId>,
    armor: Option<ArmorId>,
    /// Items with the uses left, where those are not all.
    items: Vec<(ItemId, Option<u8>)>,
    /// Powers besides those of the entry, or instead of them.
    powers: Vec<PowerId>,
    changed: bool,
}

/// An item by its id, perhaps with the uses that are left of it: `healing-potion 1`.
fn item(setting: &Setting, words: &str) -> Option<(usize, Option<u8>)> {
    let items = &setting.content.items;
    if let Some(at) = find(items, words, |known| &known.id) {
        return Some((at, None));
    }
    let (id, uses) = words.rsplit_once(' ')?;
    let at = find(items, id.trim(), |known| &known.id)?;
    let uses: u8 = uses.parse().ok().filter(|uses| (1..=items[at].entry.uses).contains(uses))?;
    Some((at, Some(uses)))
}

fn find<T>(list: &[T], id: &str, name: impl Fn(&T) -> &String) -> Option<usize> {
    list.iter().position(|known| name(known) == id)
}

impl Kit {
    fn of(setting: &Setting, template: usize) -> Kit {
        let template = &setting.content.templates[template];
        Kit {
            weapons: template.weapons.clone(),
            shield: template.shield,
            armor: template.armor,
            items: template.items.iter().map(|id| (*id, None)).collect(),
            powers: template.powers.clone(),
            changed: false,
        }
    }

    /// `with`: something besides what the entry says.
    fn add(&mut self, setting: &Setting, id: &Placed<String>) -> Result<(), Problem> {
        let content = &setting.content;
        let word = id.value.as_str();
        if let Some(at) = find(&content.weapons, word, |known| &known.id) {
            self.weapons.push(WeaponId(at as u8));
        } else if let Some(at) = find(&content.shields, word, |known| &known.id) {
            self.shield = Some(ShieldId(at as u8));
        } else if let Some(at) = find(&content.armors, word, |known| &known.id) {
            self.armor = Some(ArmorId(at as u8));
        } else if let Some((at, uses)) = item(setting, word) {
            self.items.push((ItemId(at as u8), uses));
        } else if let Some(at) = find(&content.powers, word, |known| &known.id) {
            self.powers.push(PowerId(at as u16));
            self.changed = true;
        } else {
            let known = content.weapons.iter().map(|known| known.id.as_str());
            let known = known.chain(content.shields.iter().map(|known| known.id.as_str()));
            let known = known.chain(content.armors.iter().map(|known| known.id.as_str()));
            let known = known.chain(content.items.iter().map(|known| known.id.as_str()));
            let known: Vec<&str> = known.chain(content.powers.iter().map(|known| known.id.as_str())).collect();
            let near = nearest(word, known.iter().copied()).map(|near| format!("the nearest name is `{near}`"));
            let what = format!("no weapon, shield, armour, item or power is called `{word}`");
            return Err(Problem { help: near, ..Problem::at(&id.place, what) });
        }
        Ok(())
    }

    /// What is borne beyond the most that anybody can bear.
    fn too_much(&self, setting: &Setting, place: &Place) -> Option<Problem> {
        let natural = |id: &&WeaponId| setting.content.weapon(**id).entry.hands == Hands::None;
        let reserves = |power: &PowerId| {
            setting
                .content
                .power(*power)
                .always()
                .iter()
                .filter(|feature| matches!(feature, Feature::Reserve(_)))
                .count()
        };
        let counts = [
            (self.weapons.len(), MOST_WEAPONS, "weapons"),
            (self.weapons.iter().filter(natural).count(), MOST_NATURAL, "natural weapons"),
            (self.items.len(), MOST_ITEMS, "items"),
            (self.powers.len(), MOST_POWERS, "powers"),
            (self.powers.iter().map(reserves).sum(), MOST_RESERVES, "reserves of power"),
        ];
        let (count, most, what) = counts.into_iter().find(|(count, most, _)| count > most)?;
        Some(Problem::at(place, format!("{count} {what}")).help(format!("at most {most} {what} can be borne")))
    }

    fn too_many_blessings(&self, setting: &Setting, place: &Place) -> Option<Problem> {
        let entries = self.powers.iter().map(|power| &setting.content.power(*power).entry);
        let (carried, most) = PowerEntry::blessings_fit(entries).err()?;
        let what = format!("{carried} blessings, and {most} may be carried");
        Some(Problem::at(place, what).help("leave some away, or add `crusader-1` or `crusader-2`"))
    }

    /// A list of `set` that takes the place of what the entry gives; nothing if the key is no such list.
    fn set(&mut self, setting: &Setting, key: &Placed<String>, value: &Placed<Value>) -> Option<Result<(), Problem>> {
        let kind = key.value.as_str();
        match kind {
            "weapons" => self.weapons.clear(),
            "shield" => self.shield = None,
            "armor" => self.armor = None,
            "items" => self.items.clear(),
            "powers" => {
                self.powers.clear();
                self.changed = true;
            }
            _ => return None,
        }
        let words: Vec<Placed<String>> = match &value.value {
            Value::Text(word) if words::is_nothing(word) => Vec::new(),
            Value::Text(word) => vec![Placed::new(word.clone(), value.place.clone())],
            Value::List(list) => match list.iter().find(|item| item.value.as_text().is_none()) {
                Some(wrong) => return Some(Err(Problem::at(&wrong.place, format!("{kind} is a list of ids")))),
                None => list
                    .iter()
                    .filter_map(|item| Some(Placed::new(item.value.as_text()?.to_owned(), item.place.clone())))
                    .collect(),
            },
            Value::Bool(false) => Vec::new(),
            _ => return Some(Err(Problem::at(&value.place, format!("{kind} is a list of ids")))),
        };
        if let ("shield" | "armor", Some(second)) = (kind, words.get(1)) {
            let what = if kind == "armor" { "one armour is worn at a time" } else { "one shield is carried" };
            return Some(Err(Problem::at(&second.place, what)));
        }
        Some(words.iter().try_for_each(|word| self.add(setting, word)))
    }

    /// The entry with these powers: itself, or a copy where they differ.
    fn template(&self, setting: &mut Setting, place: usize) -> u16 {
        if !self.changed {
            return place as u16;
        }
        let mut template = setting.content.templates[place].clone();
        let passive = |list: &[PowerId]| -> Vec<Feature> {
            list.iter().flat_map(|power| setting.content.power(*power).always()).copied().collect()
        };
        let own = template.gives.len().saturating_sub(passive(&template.powers).len());
        template.gives.truncate(own);
        template.gives.extend(passive(&self.powers));
        template.always = Marks::of(&template.gives);
        template.powers = self.powers.clone();
        setting.content.templates.push(template);
        (setting.content.templates.len() - 1) as u16
    }
}

/// A fresh combatant of a template, as it comes.
pub(crate) fn combatant(setting: &Setting, template: u16, side: Side) -> Combatant {
    let kit = Kit::of(setting, usize::from(template));
    dressed(setting, template, side, &kit)
}

fn dressed(setting: &Setting, place: u16, side: Side, kit: &Kit) -> Combatant {
    let template = &setting.content.templates[usize::from(place)];
    let stumbles = kit.armor.map_or(0, |armor| setting.content.armor(armor).entry.stumbles);
    let lasts = template.gives.iter().find_map(|feature| match feature {
        Feature::LastsRounds(rounds) => Some(u32::from(*rounds)),
        _ => None,
    });
    let items = kit.items.iter().take(MOST_ITEMS);
    let items = items.map(|(id, left)| (*id, left.unwrap_or(setting.content.item(*id).entry.uses)));
    let mut one = Combatant {
        side,
        pc: template.pc,
        minded: template.minded,
        template: place,
        attributes: template.attributes,
        fatigue: 1,
        at: Square::new(1, 1),
        shield: kit.shield.map(|shield| Guarded { shield, free: 0 }),
        items: items.collect(),
        armor: kit.armor,
        steadied: stumbles,
        ends: lasts,
        ..Combatant::default()
    };
    arm(&setting.content, &mut one, &kit.weapons);
    one
}

/// Weapons into hands as far as they go, the first ones first; the rest is put away.
fn arm(content: &Content, one: &mut Combatant, weapons: &[WeaponId]) {
    let strapped = one.shield.is_some_and(|guarded| !content.shield(guarded.shield).entry.buckler);
    for id in weapons {
        let fresh = Arm::new(*id);
        let hands = content.weapon(*id).entry.hands;
        let free = one.sword.is_none();
        match hands {
            Hands::None if !one.natural.is_full() => one.natural.push(fresh),
            Hands::Two if free && one.off.is_none() && !strapped => {
                one.sword = Some(fresh);
                one.both = true;
            }
            Hands::Sword | Hands::OneOrTwo | Hands::Either if free => one.sword = Some(fresh),
            Hands::Either if one.off.is_none() && !one.both && !strapped => one.off = Some(fresh),
            _ if !one.stowed.is_full() => one.stowed.push(fresh),
            _ => {}
        }
    }
}

/// The usual numbers of a combatant as it is built and dressed.
pub(super) fn fill(fight: &mut Fight, who: Who) {
    let (hp, wp): (i16, i16) = (armour::most_hp(fight, who), armour::most_wp(fight, who));
    let tired = fatigue::base(fight, who);
    let one = fight.one_mut(who);
    (one.hp, one.hp_max) = (hp, hp);
    (one.wp, one.wp_max) = (wp, wp);
    one.fatigue = tired;
}

/// The numbers of one who joins a fight that runs.
pub(crate) fn fill_late(fight: &mut Fight, who: Who) {
    fill(fight, who);
    let ends = fight.one(who).ends.map(|rounds| rounds + fight.round);
    fight.one_mut(who).ends = ends;
}
