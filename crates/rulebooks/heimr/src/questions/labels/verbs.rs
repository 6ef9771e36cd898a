//! The verbs of the book: every kind of thing that an option does.

use quintain_engine::{Group, Rule, Verb};

use crate::rules::{
    actions, armour, attacks, basics, defence, delaying, effects, environment, magic, readied, willpower,
};

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
    &actions::ATTACK,
    "Strikes or shoots at a target, with a roll for every weapon in hand.",
);

pub(super) static PUNCH: Verb = verb(
    ("punch", "punch", "punch"),
    Group::Attack,
    &actions::BRAWL,
    "A blow without a weapon that costs 1 hit point.",
);

pub(super) static GRAB: Verb =
    verb(("grab", "grab", "grab"), Group::Attack, &actions::BRAWL, "Takes hold of a target, which is bound then.");
pub(super) static SHOVE: Verb =
    verb(("shove", "shove", "shove"), Group::Attack, &actions::SHOVE, "Pushes a target out of its cluster.");
pub(super) static CHARGE: Verb = verb(
    ("charge", "charge", "charge"),
    Group::Attack,
    &actions::CHARGE,
    "Crosses a border and attacks somebody there; defences are weaker until the next turn.",
);

pub(super) static SMASH: Verb = verb(
    ("smash", "destroy in hand", "smash"),
    Group::Attack,
    &armour::TOUGHNESS,
    "Strikes at a flimsy thing in somebody's hand, to destroy it.",
);

pub(super) static AIM: Verb = verb(
    ("aim", "take aim", "aim"),
    Group::Attack,
    &actions::AIM,
    "Ends the turn; a shot in the next one has 2 more consistency.",
);

pub(super) static MOVE: Verb =
    verb(("move", "move", "move"), Group::Move, &actions::MOVE, "Walks into a neighbouring location.");
pub(super) static RUN: Verb = verb(
    ("run", "run", "run"),
    Group::Move,
    &actions::RUN,
    "Runs twice as far as a move; defences are weaker until the next turn.",
);

pub(super) static CRAWL: Verb =
    verb(("crawl", "crawl", "crawl"), Group::Move, &actions::CRAWL, "Crosses a border lying down.");
pub(super) static CLIMB: Verb =
    verb(("climb", "climb", "climb"), Group::Move, &actions::CLIMB, "Spends a turn on climbing towards a location.");
pub(super) static SWIM: Verb = verb(
    ("swim", "swim", "swim"),
    Group::Move,
    &environment::WATER,
    "Crosses water by a Swimming roll; failing again and again hurts.",
);

pub(super) static JUMP_DOWN: Verb = verb(
    ("jump-down", "jump down", "jump"),
    Group::Move,
    &actions::JUMP_DOWN,
    "Jumps down to a lower location; every level after the first hurts.",
);

pub(super) static STEP_OUT: Verb = verb(
    ("step-out", "step out", "step out"),
    Group::Move,
    &actions::STEP,
    "Leaves the cluster and stays in the location.",
);

pub(super) static STEP_IN: Verb =
    verb(("step-in", "step in", "step in"), Group::Move, &actions::STEP, "Joins the cluster of somebody.");
pub(super) static STAND: Verb =
    verb(("stand", "stand up", "stand"), Group::Move, &actions::STAND, "Gets up from the ground.");
pub(super) static LIE_DOWN: Verb = verb(
    ("lie-down", "lie down", "lie down"),
    Group::Move,
    &actions::LIE_DOWN,
    "Goes prone: shots lose 2 consistency, and so do its own attacks and defences.",
);

pub(super) static BREAK_FREE: Verb = verb(
    ("break-free", "break free", "free"),
    Group::Move,
    &actions::BREAK_FREE,
    "Tries to get out of a grab, Brawl against Brawl.",
);

pub(super) static GUARD: Verb = verb(
    ("guard", "guard", "guard"),
    Group::Guard,
    &actions::GUARD,
    "Defends with 2 more consistency until the next turn.",
);

pub(super) static READY: Verb = verb(
    ("ready", "ready an action", "ready"),
    Group::Guard,
    &actions::READY,
    "Ends the turn; one action comes as soon as something named happens.",
);

pub(super) static SKILL: Verb = verb(
    ("skill", "use a skill", "skill"),
    Group::Power,
    &actions::SKILL,
    "Uses a skill, a blessing or a gift, at its price in willpower.",
);

pub(super) static GATHER: Verb = verb(
    ("gather", "gather power", "gather"),
    Group::Power,
    &magic::TURNS,
    "Ends the turn; power for an automaton is gathered from components.",
);

pub(super) static RELEASE: Verb = verb(
    ("release", "let go", "let go"),
    Group::Power,
    &magic::EFFECT,
    "Lets go an automaton for which the power has been gathered.",
);

pub(super) static DRAW_ON: Verb =
    verb(("draw-on", "draw on", "draw on"), Group::Power, &magic::COMPONENTS, "Gathers power from one component.");
pub(super) static ON_HIT: Verb = verb(
    ("on-hit", "use on the hit", "on hit"),
    Group::Power,
    &attacks::ON_HIT,
    "Calls the effect of a skill or a weapon on a hit.",
);

pub(super) static TREAT: Verb = verb(
    ("treat", "treat", "treat"),
    Group::Help,
    &actions::FIRST_AID,
    "Ends the turn; stitches or operates on a patient, turn after turn.",
);

pub(super) static BREATHER: Verb = verb(
    ("breather", "take a breather", "breathe"),
    Group::Help,
    &actions::BREATHER,
    "Rests for a turn; some in a row bring fatigue back to its base.",
);

pub(super) static LOOK: Verb =
    verb(("look", "look round", "look"), Group::Help, &actions::LOOK, "Looks round, by a Perception roll.");
pub(super) static USE_ITEM: Verb = verb(
    ("use-item", "use an item", "item"),
    Group::Gear,
    &actions::USE_ITEM,
    "Drinks, throws or applies something carried.",
);

pub(super) static DRAW_ARROW: Verb = verb(
    ("draw-arrow", "draw an arrow", "arrow"),
    Group::Gear,
    &actions::DRAW_ARROW,
    "Puts an arrow on the string, which every shot of a bow needs.",
);

pub(super) static LOAD: Verb = verb(
    ("load", "load", "load"),
    Group::Gear,
    &actions::LOAD_CROSSBOW,
    "Loads a crossbow, which takes the action, or a blowgun, which does not.",
);

pub(super) static DRAW: Verb = verb(
    ("draw", "draw a weapon", "draw"),
    Group::Gear,
    &actions::DRAW_WEAPON,
    "Takes a weapon in hand that was put away.",
);

pub(super) static STOW: Verb =
    verb(("stow", "put away", "stow"), Group::Gear, &actions::STOW, "Puts away a weapon that is in hand.");
pub(super) static DROP: Verb =
    verb(("drop", "drop", "drop"), Group::Gear, &actions::DROP_ITEM, "Lets something fall to the ground.");
pub(super) static PICK_UP: Verb =
    verb(("pick-up", "pick up", "pick up"), Group::Gear, &actions::PICK_UP, "Takes up something that lies here.");
pub(super) static GIVE: Verb =
    verb(("give", "give", "give"), Group::Gear, &actions::GIVE, "Hands something to a friend who is here.");
pub(super) static DESTROY: Verb = verb(
    ("destroy", "destroy", "destroy"),
    Group::Gear,
    &effects::BREAK,
    "Destroys a flimsy thing of one's own, or one that lies here.",
);

pub(super) static DOOR: Verb =
    verb(("door", "open or shut", "door"), Group::Gear, &actions::INTERACT, "Opens a door, or shuts it.");
pub(super) static SPEAK: Verb = verb(("speak", "speak", "speak"), Group::Word, &actions::SPEAK, "Says a few words.");
pub(super) static DELAY: Verb = verb(
    ("delay", "delay", "delay"),
    Group::Wait,
    &delaying::TARGET,
    "Takes the turn later, right before or right after somebody, in this round and all others.",
);

pub(super) static END_TURN: Verb =
    verb(("end-turn", "end turn", "end"), Group::End, &actions::END, "Ends the turn with all that is left of it.");

pub(super) static DODGE: Verb = verb(
    ("dodge", "dodge", "dodge"),
    Group::Guard,
    &defence::DODGE,
    "Gets out of the way by Agility; each earlier dodge takes 2 consistency.",
);

pub(super) static BLOCK: Verb = verb(
    ("block", "block", "block"),
    Group::Guard,
    &defence::BLOCK,
    "Holds the shield against it; each earlier block takes 2 consistency.",
);

pub(super) static PARRY: Verb = verb(
    ("parry", "parry", "parry"),
    Group::Guard,
    &defence::PARRY,
    "Turns a melee attack aside with a weapon, once between two turns.",
);

pub(super) static NO_DEFENCE: Verb = verb(
    ("no-defence", "no defence", "none"),
    Group::Guard,
    &defence::DECLINE,
    "Lets the attack come; no defence is used up.",
);

pub(super) static RESIST: Verb = verb(
    ("resist", "resist", "resist"),
    Group::Guard,
    &willpower::REACTIVE,
    "Keeps an effect away by a skill, at its price in willpower.",
);

pub(super) static CARRY_OUT: Verb =
    verb(("carry-out", "carry out", "do it"), Group::Guard, &readied::SOON, "Does now what was readied.");
pub(super) static WAIT_FOR: Verb = verb(
    ("wait-for", "wait for", "wait for"),
    Group::Guard,
    &readied::TRIGGER,
    "Says what sets the readied action off.",
);

pub(super) static STRIKE: Verb = verb(
    ("strike", "strike", "strike"),
    Group::Answer,
    &attacks::EACH,
    "Says how the attack is made: with which weapons, at which part of the body.",
);

pub(super) static DAMAGE: Verb =
    verb(("damage", "damage", "damage"), Group::Answer, &attacks::DAMAGE, "Lets the weapon do its damage.");
pub(super) static GO_ON: Verb =
    verb(("go-on", "go on", "go on"), Group::Answer, &actions::CANCEL, "Goes on with what was begun or intended.");
pub(super) static GIVE_UP: Verb =
    verb(("give-up", "give up", "give up"), Group::Answer, &actions::CANCEL, "Gives up what was begun or intended.");
pub(super) static AGREE: Verb = verb(("agree", "yes", "yes"), Group::Answer, &basics::ACTIONS, "Says yes.");
pub(super) static DECLINE: Verb =
    verb(("decline", "no", "no"), Group::Answer, &basics::ACTIONS, "Says no, or nothing.");
pub(super) static CHOOSE: Verb =
    verb(("choose", "choose", "choose"), Group::Answer, &basics::ACTIONS, "Chooses one of several.");

/// All verbs, in the order of the guide: what is done in a turn, then what answers.
pub(crate) static VERBS: &[&Verb] = &[
    &ATTACK,
    &PUNCH,
    &GRAB,
    &SHOVE,
    &CHARGE,
    &SMASH,
    &AIM,
    &MOVE,
    &RUN,
    &CRAWL,
    &CLIMB,
    &SWIM,
    &JUMP_DOWN,
    &STEP_OUT,
    &STEP_IN,
    &STAND,
    &LIE_DOWN,
    &BREAK_FREE,
    &GUARD,
    &READY,
    &SKILL,
    &GATHER,
    &RELEASE,
    &DRAW_ON,
    &ON_HIT,
    &TREAT,
    &BREATHER,
    &LOOK,
    &USE_ITEM,
    &DRAW_ARROW,
    &LOAD,
    &DRAW,
    &STOW,
    &DROP,
    &PICK_UP,
    &GIVE,
    &DESTROY,
    &DOOR,
    &SPEAK,
    &DELAY,
    &END_TURN,
    &DODGE,
    &BLOCK,
    &PARRY,
    &NO_DEFENCE,
    &RESIST,
    &CARRY_OUT,
    &WAIT_FOR,
    &STRIKE,
    &DAMAGE,
    &GO_ON,
    &GIVE_UP,
    &AGREE,
    &DECLINE,
    &CHOOSE,
];
