//! Answers to what something else has raised: reactions, prices, choices while an ability is carried out.

use quintain_content::Word;
use quintain_engine::{Label, Tags, Target, Who};

use crate::ask::{Ask, Lore};
use crate::book::{Cover, Status};
use crate::content::AbilityId;
use crate::fight::Fight;
use crate::rules::{abilities, kept};

use super::deeds::{costing_energy, with_ability};
use super::verbs::*;

/// Yes.
pub(super) fn yes(fight: &Fight, ask: &Ask) -> Label {
    let paying = |label, who, amount| costing_energy(label, fight, who, (amount, 0));
    match *ask {
        Ask::React { ability, at, .. } => with_ability(Label::new(&CARRY_OUT), fight, ability).on(Target::Who(at)),
        Ask::Reroll { ability, at, .. } => with_ability(Label::new(&REROLL), fight, ability).on(Target::Who(at)),
        Ask::Upkeep { who, ability } => {
            let energy = kept::price_of_upkeep(fight, who, ability);
            paying(with_ability(Label::new(&KEEP_UP), fight, ability), who, energy)
        }
        Ask::Duet { who, by, ability } => {
            let half = fight.half(kept::price_of_upkeep(fight, by, ability));
            paying(agree(fight, ability), who, half).on(Target::Who(by))
        }
        Ask::CriticalPrice { who, whom, ability } => {
            paying(agree(fight, ability), who, abilities::extra_price(fight, ability)).on(Target::Who(whom))
        }
        Ask::Wants { who, whom, ability } => {
            paying(agree(fight, ability), who, abilities::price_of_offer(fight, ability)).on(Target::Who(whom))
        }
        Ask::Instead { who, ability, energy } => paying(agree(fight, ability), who, energy),
        Ask::Allows { by, ability, .. } => agree(fight, ability).on(Target::Who(by)),
        Ask::Recall { whom, .. } => Label::new(&AGREE).on(Target::Who(whom)),
        Ask::Flee { .. } => Label::new(&FLEE).tagged(Tags::NO_RETURN),
        Ask::Leave { who } => Label::new(&AGREE).on(Target::Who(who)).tagged(Tags::NO_RETURN),
        Ask::Inspired { .. } => thing("roll", "on the roll"),
        Ask::Away { .. } => thing("away", "away"),
        Ask::Disarm { whom, .. } => thing("main-hand", &held(fight, fight.one(whom).main)),
        Ask::Critical { .. } => thing("damage", "more damage"),
        _ => Label::new(&AGREE),
    }
}

/// No, nobody, nothing.
pub(super) fn no(fight: &Fight, ask: &Ask) -> Label {
    match *ask {
        Ask::Upkeep { ability, .. } => with_ability(Label::new(&END_KEPT), fight, ability),
        Ask::Away { .. } => thing("near", "near"),
        Ask::Disarm { whom, .. } => thing("off-hand", &held(fight, fight.one(whom).off)),
        Ask::Continue { .. } => Label::new(&DECLINE).tagged(Tags::NO_RETURN),
        _ => Label::new(&DECLINE),
    }
}

fn agree(fight: &Fight, ability: AbilityId) -> Label {
    with_ability(Label::new(&AGREE), fight, ability)
}

fn held(fight: &Fight, weapon: Option<crate::content::WeaponId>) -> String {
    weapon.map_or("nothing".into(), |weapon| fight.weapon(weapon).entry.name.clone())
}

/// One of several things.
pub(super) fn thing(key: &str, name: &str) -> Label {
    Label::new(&CHOOSE).on(Target::Thing(key.into(), name.into()))
}

/// A creature: one more of several may cost more.
pub(super) fn person(fight: &Fight, ask: &Ask, who: Who) -> Label {
    let label = Label::new(&CHOOSE).on(Target::Who(who));
    match *ask {
        Ask::Devour { .. } => label.tagged(Tags::NO_RETURN),
        Ask::Another { who: by, ability } => {
            let reached = fight.scratch.eligible.len();
            let price = |many| abilities::due(fight, by, ability, &[], many).0;
            costing_energy(label, fight, by, (price(reached + 1) - price(reached), price(reached)))
        }
        _ => label,
    }
}

/// A grade of cover.
pub(super) fn cover(cover: Option<Cover>) -> Label {
    match cover {
        Some(cover) => thing(&kebab(cover.text()), cover.text()),
        None => thing("none", "no cover"),
    }
}

/// A status effect.
pub(super) fn status(status: Status) -> Label {
    thing(&kebab(status.text()), status.text())
}

/// Something to be known about a creature.
pub(super) fn lore(fight: &Fight, lore: Lore) -> Label {
    match lore {
        Lore::Health => thing("health", "health"),
        Lore::Armor => thing("armor", "armor"),
        Lore::Resistances => thing("resistances", "resistances"),
        Lore::Ability(ability) => {
            let ability = fight.ability(ability);
            thing(&format!("ability-{}", ability.id), &ability.entry.name)
        }
    }
}

fn kebab(words: &str) -> String {
    words.replace(' ', "-")
}
