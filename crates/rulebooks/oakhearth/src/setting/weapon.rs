//! A weapon, with what is asked of it most worked out.

use arrayvec::ArrayVec;

use crate::book::{Damage, Group, Property, Style, WeaponEntry};

/// The weapon that everybody has.
pub const UNARMED: u16 = 0;

/// A weapon, its properties taken apart.
#[derive(Clone, Debug)]
pub struct Weapon {
    /// Its id in the packs; natural attacks carry their creature's in front.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Who knows how to use it.
    pub group: Group,
    /// Its families.
    pub styles: ArrayVec<Style, 3>,
    /// Base damage.
    pub damage: i16,
    /// What the damage is made of.
    pub kinds: ArrayVec<Damage, 3>,
    /// Reach in Spaces.
    pub reach: i16,
    /// Normal and long range of a weapon for shooting.
    pub range: Option<(i16, i16)>,
    /// Normal and long range when thrown.
    pub thrown: Option<(i16, i16)>,
    /// AP to load it again; 0 for none.
    pub loading: u8,
    /// The Might that it asks for.
    pub strength: Option<i8>,
    /// Its properties, by bit.
    properties: u32,
}

/// The bit of a property, whatever number it has.
fn bit(property: Property) -> u32 {
    use Property as P;
    1 << match property {
        P::AgainstGrappled => 0,
        P::Capture => 1,
        P::Concealable => 2,
        P::Heavy => 3,
        P::Impact => 4,
        P::Loading(_) => 5,
        P::Reach => 6,
        P::Silent => 7,
        P::Strength(_) => 8,
        P::Thrown(..) => 9,
        P::TwoHanded => 10,
        P::Unwieldy => 11,
        P::Versatile => 12,
        P::Bonk => 13,
    }
}

impl Weapon {
    /// Whether it has a property.
    pub fn is(&self, property: Property) -> bool {
        self.properties & bit(property) != 0
    }

    /// Part of a body: needs no hand and cannot be dropped.
    pub fn natural(&self) -> bool {
        self.group == Group::Natural
    }

    /// Takes both hands to attack with.
    pub fn two_handed(&self) -> bool {
        self.is(Property::TwoHanded)
    }

    /// From the packs.
    pub fn of(id: String, entry: &WeaponEntry) -> Weapon {
        let find = |wanted: fn(&Property) -> Option<(i16, i16)>| entry.properties.iter().find_map(wanted);
        let reach = entry.reach.map(i16::from);
        let longer = i16::from(entry.properties.contains(&Property::Reach));
        Weapon {
            id,
            name: entry.name.clone(),
            group: entry.group,
            styles: entry.styles.iter().copied().take(3).collect(),
            damage: entry.damage.into(),
            kinds: entry.kinds.iter().copied().take(3).collect(),
            reach: reach.unwrap_or(1 + longer),
            range: entry.range.map(|(normal, long)| (normal.into(), long.into())),
            thrown: find(|property| match property {
                Property::Thrown(normal, long) => Some(((*normal).into(), (*long).into())),
                _ => None,
            }),
            loading: entry
                .properties
                .iter()
                .find_map(|property| if let Property::Loading(ap) = property { Some(*ap) } else { None })
                .unwrap_or(0),
            strength: entry
                .properties
                .iter()
                .find_map(|property| if let Property::Strength(might) = property { Some(*might) } else { None }),
            properties: entry.properties.iter().fold(0, |all, property| all | bit(*property)),
        }
    }

    /// Fists, feet and foreheads.
    pub(super) fn unarmed() -> Weapon {
        Weapon {
            id: "unarmed".into(),
            name: "unarmed".into(),
            group: Group::Natural,
            styles: [Style::Fist].into_iter().collect(),
            damage: 0,
            kinds: [Damage::Bludgeoning].into_iter().collect(),
            reach: 1,
            range: None,
            thrown: None,
            loading: 0,
            strength: None,
            properties: 0,
        }
    }
}
