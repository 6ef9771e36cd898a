//! What abilities ask while they are carried out: which further targets, which weapon, whose action.

use quintain_engine::{Choice, Shape, Wants, Who};

use crate::ask::{self, Act, Ask, Deed, Lore};
use crate::book::{Kind, Status};
use crate::fight::Fight;
use crate::rules::{abilities, adjacency, distance, kept, targets};

/// The options of such a question; nothing for any other.
pub(super) fn shape(fight: &Fight, ask: &Ask) -> Option<Shape<Act>> {
    Some(match *ask {
        Ask::Beside { who, whom } => people(fight, false, |other| {
            other != whom && other != who && fight.present(other) && adjacency::adjacent(fight, whom, other)
        }),
        Ask::Another { who, ability } => people(fight, true, |other| {
            !fight.scratch.eligible.contains(&other) && targets::may_pick(fight, who, ability, other).is_ok()
        }),
        Ask::Next { who, ability, .. } => {
            people(fight, false, |other| targets::may_pick(fight, who, ability, other).is_ok())
        }
        Ask::Devour { who, .. } => people(fight, true, |other| {
            fight.present(other)
                && fight.allies(who, other)
                && fight.template(other).kinds.has(Kind::VampireKin)
                && distance::between(fight, who, other) <= 10
        }),
        Ask::Echo { who, far } => people(fight, true, |other| {
            other != who && fight.able(other) && fight.allies(who, other) && distance::between(fight, who, other) <= far
        }),
        Ask::FadeOut { who } => {
            let poem =
                |(ability, aim)| Choice::new(ask::aim_text(fight, ability, aim), Act::Deed(Deed::Use { ability, aim }));
            let mut of: Vec<Choice<Act>> = kept::other_poems(fight, who).into_iter().map(poem).collect();
            of.push(Choice::new("none", Act::No));
            Shape::OneOf(Wants::Act, of)
        }
        Ask::Lore { whom, .. } => lore(fight, whom),
        Ask::Inspired { .. } => inspired(fight),
        Ask::Disarm { whom, .. } => {
            let one = fight.one(whom);
            let name = |weapon: Option<crate::content::WeaponId>| {
                weapon.map_or("nothing".to_owned(), |weapon| fight.weapon(weapon).entry.name.clone())
            };
            let off = format!("{} of the off hand", name(one.off));
            Shape::OneOf(Wants::Act, vec![Choice::new(name(one.main), Act::Yes), Choice::new(off, Act::No)])
        }
        Ask::Critical { regeneration, exposes, .. } => {
            let mut of = vec![Choice::new("more damage", Act::Yes)];
            if regeneration {
                of.push(Choice::new("regeneration", Act::Status(Status::Regeneration)));
            }
            if exposes {
                of.push(Choice::new("expose", Act::Status(Status::Exposed)));
            }
            Shape::OneOf(Wants::Act, of)
        }
        Ask::TeamBonus { .. } => Shape::Number { least: 0, most: 2 },
        _ => return None,
    })
}

/// A roll and, of a basic weapon attack, its damage; in first aid there is the roll alone.
fn inspired(fight: &Fight) -> Shape<Act> {
    let mut of = vec![Choice::new("on the roll", Act::Yes).also(&["yes"])];
    if fight.scratch.basic_blow {
        of.push(Choice::new("on the damage", Act::Damage));
    }
    of.push(Choice::new("keep it", Act::No).also(&["no", "nothing", "none", "pass"]));
    Shape::OneOf(Wants::Act, of)
}

fn lore(fight: &Fight, whom: Who) -> Shape<Act> {
    let plain = [("health", Lore::Health), ("armor", Lore::Armor), ("resistances", Lore::Resistances)];
    let mut of: Vec<Choice<Act>> = plain.map(|(name, lore)| Choice::new(name, Act::Lore(lore))).into();
    abilities::each(fight, whom, |ability| {
        let text = format!("ability: {}", fight.ability(ability).entry.name);
        if !of.iter().any(|known| known.text == text) {
            of.push(Choice::new(text, Act::Lore(Lore::Ability(ability))));
        }
    });
    Shape::OneOf(Wants::Act, of)
}

fn people(fight: &Fight, nobody: bool, fits: impl Fn(Who) -> bool) -> Shape<Act> {
    let person = |who: Who| Choice::new(fight.label(who), Act::Who(who)).on(who);
    let mut of: Vec<Choice<Act>> = fight.everyone().filter(|who| fits(*who)).map(person).collect();
    if nobody || of.is_empty() {
        of.push(Choice::new("nobody", Act::No));
    }
    Shape::OneOf(Wants::Creature, of)
}
