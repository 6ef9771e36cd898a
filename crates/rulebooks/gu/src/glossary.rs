//! What the values and conditions in the view are, in the order of a character sheet.

use quintain_engine::StatGroup::{Ability, Background, Defence, Gear, Life, Means, State, Turn};
use quintain_engine::StatKind::{Count, Flag, Pool, Score, Words};
use quintain_engine::{StatGroup, StatInfo, StatKind};

mod conditions;

pub use conditions::{
    AIRBORNE, AT_WORK, CLIMBING, CONCUSSED, CONDITIONS, DEAD_GU, EVADING, GRAPPLED, HANDED_OVER, HOLDING, OTHER_BODY,
    UNDER_A_GU, USELESS_LIMB, of,
};

/// What one value is.
const fn stat(
    (key, label, short): (&'static str, &'static str, &'static str),
    (group, kind): (StatGroup, StatKind),
    gloss: &'static str,
) -> StatInfo {
    StatInfo { key, label, short, group, kind, gloss }
}

/// Every value of a combatant.
pub static STATS: &[StatInfo] = &[
    stat(("hp", "Hit Points", "HP"), (Life, Pool), "What damage takes away; at 0 a Perseverance test decides."),
    stat(("soul", "Soul", "Soul"), (Life, Pool), "What Gu of the soul and strain take away; at 0 it is death."),
    stat(
        ("perseverance-tokens", "Perseverance Tokens", "Persev."),
        (Life, Count),
        "Good tests while Dying; 3 of them lead to Final Stand.",
    ),
    stat(("predicament-tokens", "Predicament Tokens", "Predic."), (Life, Count), "Bad tests while Dying; 5 are death."),
    stat(("bleeding", "Bleeding", "Bleed"), (Life, Count), "Hit points lost at the start of each turn."),
    stat(("essence", "Primeval Essence", "PE"), (Means, Pool), "What Gu are paid with, in portions."),
    stat(("stones", "Primeval Stones", "Stones"), (Means, Count), "Stones that can be absorbed for essence."),
    stat(("luck", "Luck", "Luck"), (Means, Count), "Points that ease a test or have it made again."),
    stat(("activations", "Activations", "Activ."), (Turn, Count), "How many Gu one Combat Action activates."),
    stat(("reactions", "Reactions", "React."), (Turn, Count), "Answers to others' doings until the next turn."),
    stat(("movement", "Movement", "Move"), (Turn, Score), "Metres on foot in a turn."),
    stat(("spent", "Movement Spent", "Walked"), (Turn, Count), "Metres of movement used this turn."),
    stat(("flying-speed", "Flying Speed", "Flight"), (Turn, Score), "Metres of one Maneuver in the air."),
    stat(("maneuvers", "Maneuvers", "Maneuv."), (Turn, Count), "Maneuvers in a turn that is flown."),
    stat(("dodge", "Dodge", "Dodge"), (Defence, Score), "The skill of getting out of the way."),
    stat(("armor-hp", "Armor", "Armor"), (Defence, Count), "What is left of the armour or shield before it breaks."),
    stat(
        ("close-combat", "Close Combat", "Close"),
        (Ability, Score),
        "The skill of striking and parrying hand to hand.",
    ),
    stat(("ranged-attack", "Ranged Attack", "Ranged"), (Ability, Score), "The skill of hitting beyond 2 m."),
    stat(("athletics", "Athletics", "Athl."), (Ability, Score), "The skill of grappling, jumping and climbing."),
    stat(("flying", "Flying", "Flying"), (Ability, Score), "The skill of Maneuvers, and of dodging in the air."),
    stat(("awareness", "Awareness", "Aware."), (Ability, Score), "The skill of noticing what is hidden."),
    stat(("insight", "Insight", "Insight"), (Ability, Score), "The skill of seeing through others and their Gu."),
    stat(("strength", "Strength", "STR"), (Ability, Score), "The attribute that makes blows and throws harder."),
    stat(("agility", "Agility", "AGI"), (Ability, Score), "The attribute behind Dodge, Flying and quick feet."),
    stat(("fortitude", "Fortitude", "FOR"), (Ability, Score), "The attribute that withstands poison and holds breath."),
    stat(("cognition", "Cognition", "COG"), (Ability, Score), "The attribute behind aiming and activating Gu."),
    stat(("wisdom", "Wisdom", "WIS"), (Ability, Score), "The attribute behind noticing and activating Gu."),
    stat(("attitude", "Attitude", "ATT"), (Ability, Score), "The attribute of bearing and will towards others."),
    stat(
        ("perseverance", "Perseverance", "PER"),
        (Ability, Score),
        "The attribute that keeps one alive at 0 hit points.",
    ),
    stat(("in-hand", "In Hand", "In hand"), (Gear, Words), "The weapons that are held."),
    stat(("two-handed", "Two-Handed", "2 hands"), (Gear, Flag), "Whether the weapon is held in both hands."),
    stat(("height", "Height", "Height"), (State, Score), "Metres above the ground of the square."),
    stat(("airborne", "Airborne", "In air"), (State, Flag), "Whether it is off the ground, flying or falling."),
    stat(("held-by", "Held By", "Held by"), (State, Words), "Who holds it in a grapple."),
    stat(
        ("cognition-lost", "Cognition Lost", "COG lost"),
        (State, Count),
        "Cognition that concussions have taken for some days.",
    ),
    stat(("strength-lost", "Strength Lost", "STR lost"), (State, Count), "Strength that is gone for good."),
    stat(("player", "Player Character", "Player"), (Background, Flag), "Whether a person plays it."),
];
