//! Everything that options of the book do.

use quintain_engine::{Group, Rule, Verb};

use crate::rules::{
    actions, battle_map, blast, creatures, critical, death, gear, gifts, hazards, modifiers, prayer, retreat,
};

/// A verb of this group, by its key, its name and its short name.
const fn verb(
    group: Group,
    (key, name, short): (&'static str, &'static str, &'static str),
    rule: &'static Rule,
    gloss: &'static str,
) -> Verb {
    Verb { key, name, short, group, rule, gloss }
}

pub(super) static ATTACK: Verb = verb(
    Group::Attack,
    ("attack", "attack", "attack"),
    &actions::ATTACK,
    "Roll the die of what you strike with; the target's Armor comes off it, the rest comes off STA.",
);
pub(super) static SHOVE: Verb =
    verb(Group::Attack, ("shove", "shove", "shove"), &gear::CONTEST, "Push a foe one square back, unless it saves.");
pub(super) static TRIP: Verb =
    verb(Group::Attack, ("trip", "trip", "trip"), &gear::CONTEST, "Throw a foe flat on the ground, unless it saves.");
pub(super) static GRAPPLE: Verb =
    verb(Group::Attack, ("grapple", "grapple", "grapple"), &gear::CONTEST, "Hold a foe fast, unless it saves.");
pub(super) static DISARM: Verb = verb(
    Group::Attack,
    ("disarm", "disarm", "disarm"),
    &gear::CONTEST,
    "Knock a weapon out of a foe's hand, unless it saves.",
);
pub(super) static SNATCH: Verb = verb(
    Group::Attack,
    ("snatch", "snatch", "snatch"),
    &creatures::SNATCH,
    "Fly past and take what a foe holds, unless it saves.",
);
pub(super) static CARRY_OFF: Verb = verb(
    Group::Attack,
    ("carry-off", "carry off", "carry"),
    &creatures::SNATCH,
    "Lift a foe and carry it 20 feet away, unless it saves.",
);
pub(super) static SEAR: Verb = verb(
    Group::Attack,
    ("sear", "sear", "sear"),
    &gear::FIRE,
    "Hold fire to cut necks so that no head grows from them.",
);
pub(super) static STRIKE_TOO: Verb = verb(
    Group::Attack,
    ("strike-too", "strike too", "also"),
    &creatures::SEVERAL,
    "Let a further strike of the same attack go to another foe.",
);
pub(super) static TURN_TO: Verb = verb(
    Group::Attack,
    ("turn-to", "turn to", "turn to"),
    &actions::STALE,
    "Aim an attack at another foe, because its target is gone or has fallen.",
);
pub(super) static CAST: Verb = verb(
    Group::Power,
    ("cast", "cast", "cast"),
    &actions::CAST,
    "Recite an incantation; it costs 1d6 THU, and in danger a THU save.",
);
pub(super) static PRAY: Verb = verb(
    Group::Power,
    ("pray", "pray", "pray"),
    &prayer::RECOLLECTION,
    "Spend whole turns in prayer; at the end a god may grant it, for 1d6 THU either way.",
);
pub(super) static GAZE: Verb =
    verb(Group::Power, ("gaze", "gaze", "gaze"), &creatures::GAZE, "Turn a foe to stone by a look, unless it saves.");
pub(super) static SING: Verb = verb(
    Group::Power,
    ("sing", "sing", "sing"),
    &creatures::SONG,
    "Draw every foe that hears the song towards the singer, unless it saves.",
);
pub(super) static SOW: Verb = verb(
    Group::Power,
    ("sow", "sow teeth", "sow"),
    &creatures::TEETH,
    "Sow teeth, from which fighters rise in the next round.",
);
pub(super) static MOVE: Verb =
    verb(Group::Move, ("move", "move", "move"), &actions::MOVE_40, "Go to a square within one move.");
pub(super) static CLOSE: Verb = verb(
    Group::Move,
    ("close-with", "close with", "close"),
    &battle_map::SIMULTANEOUS,
    "Go towards a foe, wherever it goes, until it is in reach.",
);
pub(super) static STAY: Verb = verb(Group::Move, ("stay", "stay", "stay"), &actions::ALLOWANCE, "Do not move.");
pub(super) static MOVE_LATER: Verb = verb(
    Group::Move,
    ("move-afterwards", "move afterwards", "later"),
    &battle_map::SPLIT,
    "Act first and move after it.",
);
pub(super) static SECOND_MOVE: Verb = verb(
    Group::Move,
    ("second-move", "second move", "2nd move"),
    &actions::SECOND_MOVE,
    "Move again in place of an action.",
);
pub(super) static RETREAT: Verb = verb(
    Group::Move,
    ("retreat", "retreat", "retreat"),
    &retreat::DECLARE,
    "Run away from the fight; it takes the whole turn and a TEK save.",
);
pub(super) static BREAK_FREE: Verb =
    verb(Group::Move, ("break-free", "break free", "free"), &gear::BOUND, "Strain out of bonds or a grip by a save.");
pub(super) static ENTER: Verb =
    verb(Group::Move, ("enter", "enter", "enter"), &death::JOIN, "Come into the fight at this square.");
pub(super) static AVERT: Verb = verb(
    Group::Guard,
    ("avert-eyes", "avert eyes", "avert"),
    &creatures::GAZE,
    "Look away this round, proof against a gaze that turns to stone.",
);
pub(super) static AID: Verb = verb(
    Group::Help,
    ("aid", "give first aid", "aid"),
    &critical::STABILISE,
    "Stop the clock of a dying person beside you.",
);
pub(super) static HEAL: Verb = verb(
    Group::Help,
    ("heal", "heal", "heal"),
    &gifts::APOLLONS_BOW,
    "Restore the STA of somebody in sight with a bow that brings health.",
);
pub(super) static REST: Verb =
    verb(Group::Help, ("rest", "rest", "rest"), &gear::REST, "Spend the whole turn to get STA back.");
pub(super) static DRAW: Verb =
    verb(Group::Gear, ("draw", "draw", "draw"), &gear::DRAW, "Take another weapon, or the shield, in hand.");
pub(super) static USE: Verb = verb(Group::Gear, ("use", "use", "use"), &actions::OTHER, "Use a piece of gear.");
pub(super) static POUR: Verb =
    verb(Group::Gear, ("pour", "pour", "pour"), &hazards::SLICK, "Pour grease or tar over 10 feet of ground.");
pub(super) static LIGHT: Verb = verb(
    Group::Gear,
    ("light", "set fire to", "light"),
    &hazards::BURNING,
    "Set fire to tar; it burns through the next round.",
);
pub(super) static DROP: Verb =
    verb(Group::Gear, ("drop", "drop", "drop"), &gear::FULL_PACK, "Let go for good of what there is no slot for.");
pub(super) static IMPROVISE: Verb = verb(
    Group::Word,
    ("something-else", "something else", "else"),
    &actions::OTHER,
    "Try something in your own words, and the game master judges it.",
);
pub(super) static NOTHING: Verb =
    verb(Group::End, ("nothing", "do nothing", "nothing"), &actions::ALLOWANCE, "Let the action go.");
pub(super) static AGREE: Verb = verb(Group::Answer, ("agree", "agree", "yes"), &actions::OTHER, "Say that it is so.");
pub(super) static DECLINE: Verb =
    verb(Group::Answer, ("decline", "decline", "no"), &actions::OTHER, "Say that it is not so, or name nobody.");
pub(super) static CHOOSE: Verb =
    verb(Group::Answer, ("choose", "choose", "choose"), &blast::WHICH, "Pick this of several.");
pub(super) static JUDGE: Verb =
    verb(Group::Answer, ("judge", "judge", "judge"), &modifiers::IMPAIRED_WHEN, "Settle as game master how it is.");
pub(super) static CALL: Verb = verb(
    Group::Answer,
    ("call-for-save", "call for a save", "call"),
    &actions::RISK_CALL,
    "Demand a save of somebody whose act is risky.",
);
pub(super) static TAKE_OVER: Verb = verb(
    Group::Answer,
    ("take-over", "take over", "take"),
    &death::CHOICE,
    "Play a companion in place of a dead hero.",
);
pub(super) static BRING_IN: Verb = verb(
    Group::Answer,
    ("bring-in", "bring in", "bring in"),
    &death::CHOICE,
    "Bring a new hero in place of a dead one.",
);

/// All of them, what is done on a turn first.
pub static VERBS: &[&Verb] = &[
    &ATTACK,
    &SHOVE,
    &TRIP,
    &GRAPPLE,
    &DISARM,
    &SNATCH,
    &CARRY_OFF,
    &SEAR,
    &STRIKE_TOO,
    &TURN_TO,
    &CAST,
    &PRAY,
    &GAZE,
    &SING,
    &SOW,
    &MOVE,
    &CLOSE,
    &STAY,
    &MOVE_LATER,
    &SECOND_MOVE,
    &RETREAT,
    &BREAK_FREE,
    &ENTER,
    &AVERT,
    &AID,
    &HEAL,
    &REST,
    &DRAW,
    &USE,
    &POUR,
    &LIGHT,
    &DROP,
    &IMPROVISE,
    &NOTHING,
    &AGREE,
    &DECLINE,
    &CHOOSE,
    &JUDGE,
    &CALL,
    &TAKE_OVER,
    &BRING_IN,
];
