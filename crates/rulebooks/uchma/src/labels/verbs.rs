//! The verbs of the book: every kind of thing that an option does.

use quintain_engine::{Group, Rule, Verb};

use crate::rules::{actions, falling, mounted, movement, phases, precision, prone, special_actions, weapons};

const fn verb(
    (key, name, short): (&'static str, &'static str, &'static str),
    group: Group,
    rule: &'static Rule,
    gloss: &'static str,
) -> Verb {
    Verb { key, name, short, group, rule, gloss }
}

pub(super) static ATTACK: Verb = verb(
    ("attack", "attack", "attack"),
    Group::Attack,
    &weapons::BASIC,
    "Attacks with a weapon in hand, or with tooth and claw.",
);
pub(super) static CHARGE: Verb = verb(
    ("charge", "charge", "charge"),
    Group::Attack,
    &special_actions::CHARGE,
    "Runs straight at a foe and strikes; the whole turn, and fatigue after it.",
);
pub(super) static DUAL_STRIKE: Verb = verb(
    ("dual-strike", "dual strike", "dual"),
    Group::Attack,
    &special_actions::DUAL,
    "Strikes with both hands; the whole turn.",
);
pub(super) static DISARM: Verb = verb(
    ("disarm", "disarm", "disarm"),
    Group::Attack,
    &special_actions::DISARM,
    "Strikes for half damage; a hit makes the target drop a weapon.",
);
pub(super) static SEVER: Verb = verb(
    ("sever", "sever", "sever"),
    Group::Attack,
    &special_actions::SEVER,
    "Strikes for half damage; a hit makes the target bleed.",
);
pub(super) static THROW: Verb = verb(
    ("throw", "throw", "throw"),
    Group::Attack,
    &special_actions::THROW,
    "Throws the weapon in the main hand, at a foe or to a square.",
);
pub(super) static STEADY: Verb = verb(
    ("steady", "steady the aim", "steady"),
    Group::Attack,
    &weapons::STEADY,
    "Gives up the whole Move so that an unsteady weapon shoots straight.",
);
pub(super) static ADD: Verb = verb(
    ("add", "add", "add"),
    Group::Attack,
    &actions::REGULAR,
    "Adds a modification to the next thing that is done.",
);
pub(super) static USE: Verb = verb(
    ("use", "use an ability", "use"),
    Group::Power,
    &actions::PRICE,
    "Uses a technique, a poem, a ritual or another ability, at its price.",
);
pub(super) static END_KEPT: Verb =
    verb(("end-kept", "stop it", "stop"), Group::Power, &actions::UPKEEP, "Ends a poem or a ritual that is kept up.");
pub(super) static KEEP_UP: Verb = verb(
    ("keep-up", "keep up", "keep up"),
    Group::Power,
    &actions::UPKEEP,
    "Pays for a poem or a ritual, so that it goes on.",
);
pub(super) static MOVE: Verb = verb(
    ("move", "move", "move"),
    Group::Move,
    &movement::UP_TO_SPEED,
    "Walks to a square within the speed that is left.",
);
pub(super) static RUN: Verb = verb(
    ("run", "run", "run"),
    Group::Move,
    &movement::RUN_INSTEAD,
    "Goes up to twice as far and gives up the action.",
);
pub(super) static CRAWL: Verb =
    verb(("crawl", "crawl", "crawl"), Group::Move, &movement::SPECIAL, "Moves lying down, at 3 a metre.");
pub(super) static FLY: Verb =
    verb(("fly", "fly", "fly"), Group::Move, &movement::FLY_DIRECTIONS, "Flies to a square at the height it has.");
pub(super) static RISE: Verb =
    verb(("rise", "rise", "rise"), Group::Move, &movement::ASCEND, "Flies up, at 2 a metre.");
pub(super) static SINK: Verb =
    verb(("sink", "sink", "sink"), Group::Move, &movement::DESCEND, "Flies down, or lands, at 1 a metre.");
pub(super) static JUMP_DOWN: Verb = verb(
    ("jump-down", "jump down", "jump"),
    Group::Move,
    &falling::THRESHOLD,
    "Steps over a ledge and falls; from more than 5 m it hurts.",
);
pub(super) static STAND: Verb =
    verb(("stand", "stand up", "stand"), Group::Move, &prone::STAND, "Gets up, for half the walking speed.");
pub(super) static LIE_DOWN: Verb = verb(
    ("lie-down", "go prone", "prone"),
    Group::Move,
    &prone::VOLUNTARY,
    "Lies down, for half the walking speed: cover from shots, and little else can be done.",
);
pub(super) static MOUNT: Verb =
    verb(("mount", "mount", "mount"), Group::Move, &mounted::UNDEFINED, "Gets on a creature beside.");
pub(super) static DISMOUNT: Verb =
    verb(("dismount", "dismount", "get off"), Group::Move, &mounted::UNDEFINED, "Gets off to a square near by.");
pub(super) static PREPARE: Verb = verb(
    ("prepare", "prepare", "prepare"),
    Group::Guard,
    &actions::PREPARED_SETUP,
    "Takes the minor action; it comes when its trigger does, in this round.",
);
pub(super) static CARRY_OUT: Verb =
    verb(("carry-out", "carry out", "do it"), Group::Guard, &actions::PREPARED_TRIGGER, "Does now what was prepared.");
pub(super) static FIRST_AID: Verb = verb(
    ("first-aid", "first aid", "aid"),
    Group::Help,
    &special_actions::FIRST_AID,
    "Tries to bring somebody unconscious back, by a roll on Healing.",
);
pub(super) static SELF_CURE: Verb = verb(
    ("self-cure", "self cure", "cure"),
    Group::Help,
    &special_actions::SELF_CURE,
    "Gets rid of one status effect of its own; the whole turn.",
);
pub(super) static RELOAD: Verb = verb(
    ("reload", "reload", "reload"),
    Group::Gear,
    &weapons::RELOADING,
    "Loads the weapon in hand, or catches breath.",
);
pub(super) static ITEM: Verb = verb(
    ("item", "use an item", "item"),
    Group::Gear,
    &special_actions::USE_ITEM,
    "Uses something from a quick-access slot, on oneself or somebody beside.",
);
pub(super) static SWAP: Verb = verb(
    ("swap", "swap weapons", "swap"),
    Group::Gear,
    &special_actions::SWAP,
    "Takes another weapon in hand, or changes hands, once a round.",
);
pub(super) static PICK_UP: Verb = verb(
    ("pick-up", "pick up", "pick up"),
    Group::Gear,
    &special_actions::SWAP,
    "Takes a weapon in hand that lies below, once a round.",
);
pub(super) static SIDEARM: Verb = verb(
    ("sidearm", "draw a sidearm", "sidearm"),
    Group::Gear,
    &weapons::SIDEARM,
    "Draws a sidearm for nothing; what was held falls down.",
);
pub(super) static DROP: Verb =
    verb(("drop", "drop", "drop"), Group::Gear, &special_actions::DROP, "Lets a weapon in hand fall.");
pub(super) static RETRIEVE: Verb = verb(
    ("retrieve", "retrieve", "retrieve"),
    Group::Gear,
    &special_actions::RETRIEVE,
    "Pulls a weapon out of somebody beside, which hurts.",
);
pub(super) static SPEAK: Verb = verb(
    ("speak", "speak", "speak"),
    Group::Word,
    &special_actions::SPEAK,
    "Shouts to all within 30 m, with the action or the minor action.",
);
pub(super) static WHISPER: Verb = verb(
    ("whisper", "whisper", "whisper"),
    Group::Word,
    &special_actions::SPEAK,
    "Says something to one beside, whom alone it reaches.",
);
pub(super) static DONE: Verb =
    verb(("done", "done", "done"), Group::End, &phases::OPTIONAL, "Ends the turn with all that is left of it.");
pub(super) static REROLL: Verb =
    verb(("reroll", "roll again", "reroll"), Group::Answer, &precision::OTHER, "Has a precision roll made again.");
pub(super) static FLEE: Verb =
    verb(("flee", "flee", "flee"), Group::Answer, &phases::LEAVE, "Leaves the fight for good.");
pub(super) static AGREE: Verb = verb(("agree", "yes", "yes"), Group::Answer, &actions::OPEN, "Says yes.");
pub(super) static DECLINE: Verb = verb(("decline", "no", "no"), Group::Answer, &actions::OPEN, "Says no, or nothing.");
pub(super) static CHOOSE: Verb =
    verb(("choose", "choose", "choose"), Group::Answer, &actions::OPEN, "Chooses one of several.");

/// All verbs, in the order of the guide: what is done on a turn, then what answers.
pub static VERBS: &[&Verb] = &[
    &ATTACK,
    &CHARGE,
    &DUAL_STRIKE,
    &DISARM,
    &SEVER,
    &THROW,
    &STEADY,
    &ADD,
    &USE,
    &END_KEPT,
    &KEEP_UP,
    &MOVE,
    &RUN,
    &CRAWL,
    &FLY,
    &RISE,
    &SINK,
    &JUMP_DOWN,
    &STAND,
    &LIE_DOWN,
    &MOUNT,
    &DISMOUNT,
    &PREPARE,
    &CARRY_OUT,
    &FIRST_AID,
    &SELF_CURE,
    &RELOAD,
    &ITEM,
    &SWAP,
    &PICK_UP,
    &SIDEARM,
    &DROP,
    &RETRIEVE,
    &SPEAK,
    &WHISPER,
    &DONE,
    &REROLL,
    &FLEE,
    &AGREE,
    &DECLINE,
    &CHOOSE,
];
