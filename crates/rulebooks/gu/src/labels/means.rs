//! What acts are made with and aimed at, by keys that stay the same throughout a fight.

use quintain_engine::{Label, Target, Who};

use crate::arm::ArmId;
use crate::fight::Fight;
use crate::hold::HeldAction;
use crate::kinds::side_word;
use crate::rules::activating::{self, Target as Aimed, Wanted};
use crate::rules::called_shot::{self, Called};
use crate::rules::gu;
use crate::rules::standing::entry;

/// Words as a key: `old mountain path` is `old-mountain-path`.
pub(super) fn slug(words: &str) -> String {
    let parts = words.split(|c: char| !c.is_alphanumeric()).filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join("-").to_lowercase()
}

/// The same with a weapon or natural attack.
pub(super) fn with_arm(fight: &Fight, label: Label, arm: ArmId) -> Label {
    let arm = fight.arm(arm);
    label.with(&arm.id, &arm.name)
}

/// The same with a Gu, killer move or talent of somebody's; a second of the same has a number.
pub(super) fn with_gu(fight: &Fight, label: Label, who: Who, slot: u8) -> Label {
    let Some(owned) = activating::owned(fight, who, slot) else { return label };
    let id = &fight.setting.book.gus[usize::from(owned.gu)].id;
    let before = fight.one(who).gu.iter().take(slot.into()).filter(|other| other.gu == owned.gu).count();
    let key = if before == 0 { id.clone() } else { format!("{id}-{}", before + 1) };
    label.with(key, gu::name_of(fight, who, slot))
}

/// The same with a Gu of the book, of any owner.
pub(super) fn with_entry(fight: &Fight, label: Label, gu: u16) -> Label {
    label.with(&fight.setting.book.gus[usize::from(gu)].id, &entry(fight, gu).name)
}

/// The same with an action that is held.
pub(super) fn with_held(fight: &Fight, label: Label, who: Who, action: HeldAction) -> Label {
    let way =
        |key: &'static str| label.clone().variant("action", key, crate::rules::wording::held_text(fight, who, action));
    match action {
        HeldAction::Attack => way("attack"),
        HeldAction::Grapple => way("grapple"),
        HeldAction::BreakFree => way("break-free"),
        HeldAction::Absorb(stones) => stones_of(label.variant("action", "absorb", "absorbing stones"), stones),
        HeldAction::Sprint => way("sprint"),
        HeldAction::RollOut => way("roll-out"),
        HeldAction::Gu(slot) => with_gu(fight, label.variant("action", "activate", "activating"), who, slot),
        HeldAction::Move(slot) => with_gu(fight, label.variant("action", "killer-move", "a killer move"), who, slot),
    }
}

/// The same with so many stones.
pub(super) fn stones_of(label: Label, stones: u8) -> Label {
    let word = if stones == 1 { "stone" } else { "stones" };
    label.variant("stones", stones.to_string(), format!("{stones} {word}"))
}

/// The same, aimed at a part of somebody or at a thing.
pub(super) fn aimed_at(fight: &Fight, label: Label, whom: Who, called: Called) -> Label {
    let one = fight.one(whom);
    let key = match called {
        Called::Part(part) => part.name().to_owned(),
        Called::Limb { part, left } => format!("{}-{}", side_word(left), part.name()),
        Called::Weapon(place) => {
            let arm = one.in_hand.get(usize::from(place)).map(|arm| fight.arm(*arm));
            format!("held-{}", arm.map_or("weapon", |arm| arm.id.as_str()))
        }
        Called::Worn(place) => {
            let piece =
                one.worn.get(usize::from(place)).map(|(piece, _)| &fight.setting.book.armors[usize::from(*piece)]);
            format!("worn-{}", piece.map_or("armour", |piece| piece.id.as_str()))
        }
        Called::Gu(slot) => format!("gu-{}", slug(&gu::name_of(fight, whom, slot))),
    };
    label.variant("aim", key, called_shot::words(fight, whom, called).trim())
}

/// The same at what a Gu of somebody's is aimed at; where it strikes an area, on that.
pub(super) fn at(fight: &Fight, label: Label, who: Who, (wanted, at): (Wanted, Aimed)) -> Label {
    match at {
        Aimed::None => label,
        Aimed::Who(whom) if whom == who => label.on(Target::Oneself),
        Aimed::Who(whom) => label.on(Target::Who(whom)),
        Aimed::Called(whom, called) => aimed_at(fight, label, whom, called).on(Target::Who(whom)),
        Aimed::Square(square) if wanted == Wanted::Square => label.on(Target::Area(square, None)),
        Aimed::Square(square) => label.on(Target::Square(square)),
        Aimed::Step(step) => label.on(Target::Way(step)),
        Aimed::Right(step) => label.variant("width", "right", "wider on the right").on(Target::Way(step)),
        Aimed::Line(square, step) => label.on(Target::Area(square, Some(step))),
    }
}
