//! Every kind of condition that the view shows: those that the book names, other states, then boons and banes.

use quintain_engine::Mood::{Bad, Good, Plain};
use quintain_engine::{ConditionKind, Mood, Rule, listed};

use crate::book::{Boon, Condition};
use crate::rules::{
    concentration, conditions, disengage, dying, held, help, hide, reactions, riding, spells, surprise,
};

/// A kind of condition, by its key, its name and its short name.
const fn kind(
    mood: Mood,
    order: u8,
    (key, label, short): (&'static str, &'static str, &'static str),
    rule: &'static Rule,
    gloss: &'static str,
) -> ConditionKind {
    ConditionKind { key, label, short, mood, order, rule, gloss }
}

listed! {
    /// All of them.
    pub CONDITIONS: ConditionKind;
    BLEEDING = kind(Bad, 3, ("bleeding", "Bleeding", "bleeds"), &conditions::BLEEDING,
        "Loses 1 HP each turn until somebody tends or heals it.");
    BLINDED = kind(Bad, 2, ("blinded", "Blinded", "blind"), &conditions::BLINDED,
        "Sees nobody; attacks on it have ADV and its own have DIS.");
    BURNING = kind(Bad, 3, ("burning", "Burning", "burns"), &conditions::BURNING,
        "Takes 1 Fire damage each turn until the flames are put out.");
    CHARMED = kind(Bad, 3, ("charmed", "Charmed", "charmed"), &conditions::CHARMED,
        "Does nothing harmful to whoever has charmed it.");
    DAZED = kind(Bad, 4, ("dazed", "Dazed", "dazed"), &conditions::DAZED, "DIS on Mental Checks.");
    HEAVILY_DAZED = kind(Bad, 3, ("heavily-dazed", "Heavily Dazed", "dazed+"), &conditions::DAZED,
        "DIS on Mental Checks and Mental Saves.");
    DEAFENED = kind(Bad, 6, ("deafened", "Deafened", "deaf"), &conditions::DEAFENED,
        "Hears nothing and takes half of Sonic damage.");
    EXHAUSTION = kind(Bad, 4, ("exhaustion", "Exhaustion", "exhaust"), &conditions::EXHAUSTION,
        "Its number comes off Checks, Saves, Speed and Save DC; 6 kill.");
    EXPOSED = kind(Bad, 4, ("exposed", "Exposed", "exposed"), &conditions::EXPOSED, "Attacks against it have ADV.");
    FRIGHTENED = kind(Bad, 2, ("frightened", "Frightened", "afraid"), &conditions::FRIGHTENED,
        "Must flee from what it fears.");
    GRAPPLED = kind(Bad, 3, ("grappled", "Grappled", "held"), &conditions::GRAPPLED,
        "Somebody holds it: Speed 0, and DIS on Dexterity Saves.");
    HINDERED = kind(Bad, 4, ("hindered", "Hindered", "hindered"), &conditions::HINDERED, "DIS on its Attacks.");
    IMPAIRED = kind(Bad, 4, ("impaired", "Impaired", "impaired"), &conditions::IMPAIRED, "DIS on Physical Checks.");
    HEAVILY_IMPAIRED = kind(Bad, 3, ("heavily-impaired", "Heavily Impaired", "impair+"), &conditions::IMPAIRED,
        "DIS on Physical Checks and Physical Saves.");
    INCAPACITATED = kind(Bad, 1, ("incapacitated", "Incapacitated", "incapac."), &conditions::INCAPACITATED,
        "Spends no AP, does not speak and does not concentrate.");
    INTIMIDATED = kind(Bad, 4, ("intimidated", "Intimidated", "cowed"), &conditions::INTIMIDATED,
        "DIS on Checks while whoever cows it is in sight.");
    INVISIBLE = kind(Good, 2, ("invisible", "Invisible", "unseen"), &conditions::INVISIBLE,
        "Nobody sees it: its Attacks have ADV, those on it DIS.");
    PARALYZED = kind(Bad, 1, ("paralyzed", "Paralyzed", "paralyz."), &conditions::PARALYZED,
        "Cannot act, and hits from next to it are critical.");
    PETRIFIED = kind(Bad, 1, ("petrified", "Petrified", "stone"), &conditions::PETRIFIED,
        "Turned to stone: it cannot act and takes half of all damage.");
    POISONED = kind(Bad, 3, ("poisoned", "Poisoned", "poison"), &conditions::POISONED,
        "Takes 1 Poison damage each turn and is Impaired.");
    PRONE = kind(Bad, 4, ("prone", "Prone", "prone"), &conditions::PRONE,
        "On the ground: easier to strike hand to hand, harder to shoot, and it crawls.");
    RESTRAINED = kind(Bad, 3, ("restrained", "Restrained", "bound"), &conditions::RESTRAINED,
        "Held fast: Hindered, Exposed and Grappled.");
    SLOWED = kind(Bad, 5, ("slowed", "Slowed", "slowed"), &conditions::SLOWED, "Each Space costs its number more.");
    STUNNED = kind(Bad, 2, ("stunned", "Stunned", "stunned"), &conditions::STUNNED,
        "Has as many AP fewer as its number says.");
    SURPRISED = kind(Bad, 2, ("surprised", "Surprised", "surprise"), &surprise::NO_AP,
        "Spends no AP and is Exposed until its first turn is over.");
    TAUNTED = kind(Bad, 5, ("taunted", "Taunted", "taunted"), &conditions::TAUNTED,
        "DIS on Attacks against others than the taunter.");
    UNCONSCIOUS = kind(Bad, 1, ("unconscious", "Unconscious", "out"), &conditions::UNCONSCIOUS,
        "Out cold: it can do nothing and lies Prone.");
    SUFFOCATING = kind(Bad, 1, ("suffocating", "Suffocating", "chokes"), &conditions::SUFFOCATING,
        "Has no breath left and is soon Unconscious.");
    WITHOUT_REACTIONS = kind(Bad, 5, ("without-reactions", "without Reactions", "no react"), &reactions::DEFINITION,
        "Takes no Reactions.");
    DEAD = kind(Bad, 0, ("dead", "dead", "dead"), &dying::DEATH, "It has died.");
    DEATHS_DOOR = kind(Bad, 1, ("deaths-door", "Death's Door", "door"), &dying::ENTER,
        "Dying but conscious: 1 AP at most, and a Death Save each turn.");
    STABLE = kind(Good, 3, ("stable", "Stable", "stable"), &dying::STABLE,
        "Makes no Death Saves until it is hurt again.");
    BLOODIED = kind(Bad, 6, ("bloodied", "Bloodied", "bloodied"), &conditions::GAINED,
        "Half of its HP or less are left.");
    DISENGAGED = kind(Good, 5, ("disengaged", "Disengaged", "free"), &disengage::BASIC,
        "Attacks of Opportunity on it have DIS, or are not made at all.");
    DODGING = kind(Good, 4, ("dodging", "Dodging", "dodges"), &disengage::DODGE_BASIC,
        "The next Attack or Grapple on it has DIS, or all have.");
    HIDDEN = kind(Good, 2, ("hidden", "Hidden", "hidden"), &hide::EFFECT,
        "Some neither see nor hear it and do not know where it is.");
    MOUNTED = kind(Plain, 6, ("mounted", "Mounted", "rides"), &riding::MOUNT, "Goes where its mount goes.");
    CONCENTRATING = kind(Plain, 4, ("concentrating", "concentrating", "focus"), &concentration::ONE,
        "Keeps a spell going; harm may end it.");
    HELPED = kind(Good, 5, ("helped", "helped", "helped"), &help::ACTION, "Has a die from a friend to add.");
    HOLDING = kind(Plain, 5, ("holding", "holding", "holding"), &held::DECLARE,
        "Has an Action ready for when something happens.");
    OPEN_GUARD = kind(Bad, 5, ("open-guard", "open guard", "open"), &spells::BOON,
        "Fights with an open guard: its AC is lower.");
    WARDED = kind(Good, 4, ("warded", "warded", "warded"), &spells::BOON, "Its AC is higher.");
    HASTED = kind(Good, 4, ("hasted", "hasted", "hasted"), &spells::BOON,
        "Goes farther, or has movement that costs nothing.");
    BLESSED = kind(Good, 4, ("blessed", "blessed", "blessed"), &spells::BOON, "Adds a die to Attacks or Saves.");
    BANE = kind(Bad, 4, ("under-a-bane", "under a bane", "bane"), &spells::BOON, "Takes a die from Attacks or Saves.");
    RAGING = kind(Good, 4, ("raging", "raging", "raging"), &spells::BOON, "Has ADV on Checks and Saves with Might.");
    STRENGTHENED = kind(Good, 4, ("strengthened", "strengthened", "stronger"), &spells::BOON,
        "Strikes harder hand to hand.");
    BLADE_AFIRE = kind(Good, 4, ("blade-afire", "blade afire", "afire"), &spells::BOON,
        "Its next hits deal more damage.");
    RESISTANT = kind(Good, 5, ("resistant", "resistant", "resist"), &spells::BOON,
        "Takes less of some damage, or none.");
    SANCTUARY = kind(Good, 3, ("in-sanctuary", "in sanctuary", "sanctum"), &spells::BOON,
        "Whoever would attack it must first overcome the magic.");
    DEATH_WARD = kind(Good, 4, ("warded-against-death", "warded against death", "ward"), &spells::BOON,
        "What would kill it does not, once.");
    FIRE_SHIELD = kind(Good, 5, ("shielded-by-fire", "shielded by fire", "fire"), &spells::BOON,
        "Whoever strikes it is hurt in turn.");
    RESIZED = kind(Plain, 6, ("resized", "resized", "resized"), &spells::BOON,
        "Larger or smaller than it is by nature.");
    ON_GUARD = kind(Good, 4, ("on-guard", "on guard", "on guard"), &spells::BOON, "Dodges everything.");
    LIGHT = kind(Plain, 8, ("carrying-a-light", "carrying a light", "light"), &spells::BOON,
        "Makes the Spaces around it bright.");
    MARKED = kind(Bad, 5, ("marked", "marked", "marked"), &spells::BOON, "Somebody has marked it for a blow.");
    BESET = kind(Bad, 5, ("beset", "beset", "beset"), &spells::BOON, "The next Attack on it has a further die.");
}

/// The kind of a condition: those of the book come first, in its own order.
pub fn of_condition(condition: Condition) -> &'static ConditionKind {
    CONDITIONS[condition as usize]
}

/// The kind of a changed number; its name is what views call it.
pub fn of_boon(boon: Boon) -> &'static ConditionKind {
    match boon {
        Boon::Ac(by) if by < 0 => &OPEN_GUARD,
        Boon::Ac(_) | Boon::AcNow(_) => &WARDED,
        Boon::Speed(_) | Boon::FreeMove | Boon::FreeHalfMove => &HASTED,
        Boon::AttackDie(_) | Boon::SaveDie(_) => &BLESSED,
        Boon::AttackDieLess(_) | Boon::SaveDieLess(_) => &BANE,
        Boon::Mighty => &RAGING,
        Boon::MeleeDamage(_) => &STRENGTHENED,
        Boon::NextHit(..) | Boon::NextHitBoth(..) => &BLADE_AFIRE,
        Boon::Half(_) | Boon::HalfPhysical | Boon::HalfNow | Boon::Immune(_) | Boon::Less(..) => &RESISTANT,
        Boon::Sanctuary => &SANCTUARY,
        Boon::DeathWard(_) => &DEATH_WARD,
        Boon::Retorts(_) => &FIRE_SHIELD,
        Boon::Resize(_) => &RESIZED,
        Boon::DodgeAll => &ON_GUARD,
        Boon::Light => &LIGHT,
        Boon::FirstBlow | Boon::Marked(_) => &MARKED,
        Boon::Beset(_) => &BESET,
    }
}

/// What a boon makes of its bearer, in words that follow its name.
pub fn boon_words(boon: Boon) -> String {
    let name = of_boon(boon).label;
    match boon {
        Boon::Ac(by) if by < 0 => "fights with an open guard".to_owned(),
        Boon::NextHit(..) | Boon::NextHitBoth(..) => "has a blade afire".to_owned(),
        Boon::Light => "carries a light".to_owned(),
        Boon::FirstBlow => "lies open to a first blow".to_owned(),
        _ => format!("is {name}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_conditions_of_the_book_come_first_in_its_order() {
        for condition in Condition::ALL {
            assert_eq!(of_condition(*condition).label, condition.text());
        }
    }
}
