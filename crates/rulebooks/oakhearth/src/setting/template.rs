//! What the packs say of a creature, with what is asked of it most worked out.

use super::{Ability, Weapon};
use crate::book::{
    AbilityEntry, AddsTo, Bears, Condition, CreatureEntry, Effect, Feature, Rider, Save, Step, Tag, Trigger,
};

/// A creature of the packs, its names looked up.
#[derive(Clone, Debug)]
pub struct Template {
    /// Its id.
    pub id: String,
    /// What the packs say.
    pub entry: CreatureEntry,
    /// Natural weapons, by their places.
    pub natural: Vec<u16>,
    /// Weapons carried.
    pub weapons: Vec<u16>,
    /// Spells, maneuvers, techniques, special actions.
    pub abilities: Vec<u16>,
    /// The shield.
    pub shield: Option<u8>,
    /// The armour.
    pub armor: Option<u8>,
    /// Items.
    pub items: Vec<u8>,
    /// Its abilities by what they are for.
    pub uses: Uses,
    /// Ground that is hard to cross is not to it.
    pub light_footed: bool,
    /// What its wounds change about its Speed and its AC.
    pub wounded: Option<(i16, i16)>,
    /// What it adds to an Attack Check against a flanked target.
    pub hits_flanked: Option<i16>,
    /// It has movement that costs nothing, by its nature.
    pub moves_for_free: bool,
    /// The styles with which it attacks better than others, by bit.
    pub(super) styles: u16,
}

/// The kinds of moments of others' deeds that abilities answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Occasion {
    /// An Attack has been declared.
    Targeted,
    /// An Attack has been rolled.
    Rolled,
    /// An Attack hits.
    Hit,
    /// An Attack missed.
    Missed,
    /// Somebody was hurt.
    Hurt,
    /// Somebody left reach.
    Left,
}

impl Occasion {
    /// How many there are.
    pub const COUNT: usize = 6;

    /// Of what triggers an ability.
    fn of(trigger: Trigger) -> Occasion {
        match trigger {
            Trigger::Targeted | Trigger::TargetedNear(_) | Trigger::AllyAttacked => Occasion::Targeted,
            Trigger::Rolled(_) => Occasion::Rolled,
            Trigger::Struck | Trigger::HitNear(_) => Occasion::Hit,
            Trigger::Missed | Trigger::MissedNear(_) => Occasion::Missed,
            Trigger::Hurt => Occasion::Hurt,
            Trigger::Left => Occasion::Left,
        }
    }
}

/// Whose sake an ability answers for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sake {
    /// Only one's own.
    Own,
    /// Only that of somebody else on one's side.
    Friends,
    /// One's own and theirs.
    Side,
    /// That of anybody: what counts is who has done it.
    Anyone,
}

/// An ability that answers what others do.
#[derive(Clone, Copy, Debug)]
pub struct Reply {
    /// Which.
    pub ability: u16,
    /// What it answers.
    pub trigger: Trigger,
    /// For whose sake.
    pub sake: Sake,
}

impl Reply {
    /// A creature that takes a blow off another takes it off that one alone, unless it holds one before itself for
    /// that.
    fn of(ability: u16, trigger: Trigger, entry: &AbilityEntry) -> Reply {
        let takes =
            |step: &Step| matches!(step.effect, Effect::ShareDamage | Effect::ShareUnreduced | Effect::TakeTheBlow);
        let protects = entry.does.iter().any(takes) && !entry.only_grappled;
        let sake = match trigger {
            Trigger::AllyAttacked => Sake::Friends,
            Trigger::TargetedNear(_) | Trigger::Rolled(_) | Trigger::HitNear(_) if protects => Sake::Friends,
            Trigger::TargetedNear(_) | Trigger::Rolled(_) | Trigger::HitNear(_) => Sake::Side,
            Trigger::Targeted | Trigger::Struck | Trigger::Missed | Trigger::Hurt => Sake::Own,
            Trigger::MissedNear(_) | Trigger::Left => Sake::Anyone,
        };
        Reply { ability, trigger, sake }
    }
}

/// The abilities of a creature by what they are for, sorted once for all that is asked of them in a fight.
#[derive(Clone, Debug, Default)]
pub struct Uses {
    /// Done on one's own turn.
    pub deeds: Vec<u16>,
    /// Answers to what others do, by the occasion.
    pub replies: [Vec<Reply>; Occasion::COUNT],
    /// Added to an attack.
    pub on_attack: Vec<u16>,
    /// Added to a Grapple.
    pub on_grapple: Vec<u16>,
    /// The first of those added to an attack that make it reach farther, and by how much, hand to hand and at range.
    pub extends: Option<(u16, (i16, i16))>,
    /// The first of them that adds 1 damage for 1 AP, as often as that is paid.
    pub hurts_more: Option<u16>,
    /// The first of them that takes in others for 1 AP.
    pub sweeps: Option<u16>,
    /// Those of them that cost stamina only.
    pub for_stamina: Vec<u16>,
}

impl Uses {
    pub(super) fn of(template: &Template, all: &[Ability]) -> Uses {
        let mut uses = Uses::default();
        for place in template.abilities.iter().copied() {
            let Some(entry) = all.get(usize::from(place)).map(|known| &known.entry) else { continue };
            if entry.is_deed() {
                uses.deeds.push(place);
            }
            if let Some(trigger) = entry.trigger {
                uses.replies[Occasion::of(trigger) as usize].push(Reply::of(place, trigger, entry));
            }
            match entry.adds_to {
                Some(AddsTo::Attack) => {
                    uses.on_attack.push(place);
                    let more = entry.extends.map(|(reach, range)| (place, (reach.into(), range.into())));
                    uses.extends = uses.extends.or(more);
                    uses.note_added(place, entry);
                }
                Some(AddsTo::Grapple) => uses.on_grapple.push(place),
                None => {}
            }
        }
        uses
    }
}

impl Uses {
    /// What is added to an attack, by what it costs and brings.
    fn note_added(&mut self, place: u16, entry: &AbilityEntry) {
        let more = entry.does.iter().any(|step| step.effect == Effect::WeaponDamage { more: 1 });
        if more && entry.repeats && entry.ap == 1 && entry.sp == 0 {
            self.hurts_more = self.hurts_more.or(Some(place));
        }
        if entry.sweeps.is_some() && entry.ap == 1 {
            self.sweeps = self.sweeps.or(Some(place));
        }
        if entry.ap == 0 && entry.sp > 0 {
            self.for_stamina.push(place);
        }
    }
}

impl Template {
    /// The bit that counts the uses of an ability.
    pub fn slot(&self, ability: u16) -> Option<u64> {
        let place = self.abilities.iter().position(|known| *known == ability)?;
        1u64.checked_shl(place as u32)
    }

    /// Whether it is of a kind.
    pub fn is(&self, tag: Tag) -> bool {
        self.entry.tags.contains(&tag)
    }

    /// The first feature for which `wanted` has an answer.
    pub fn feature<R>(&self, wanted: impl Fn(&Feature) -> Option<R>) -> Option<R> {
        self.entry.features.iter().find_map(wanted)
    }

    /// Whether it has a feature.
    pub fn has(&self, feature: &Feature) -> bool {
        self.entry.features.contains(feature)
    }

    /// Whether it attacks better than others with a weapon, by its style.
    pub fn has_style(&self, weapon: &Weapon) -> bool {
        self.styles != 0 && weapon.styles.iter().any(|style| self.styles & (1 << *style as u16) != 0)
    }

    /// Whether a condition never takes hold.
    pub fn immune(&self, condition: Condition) -> bool {
        self.entry.immune.contains(&condition)
    }

    /// How it bears damage.
    pub fn bears(&self) -> &[Bears] {
        &self.entry.bears
    }

    /// Whether Combat Proficiency counts for a save.
    pub fn trained(&self, save: Save) -> bool {
        self.entry.saves.as_ref().is_none_or(|saves| saves.contains(&save))
    }
}

/// What an attack may add by itself or for AP, by the place in its creature's list.
pub fn riders(template: &Template) -> &[Rider] {
    &template.entry.riders
}
