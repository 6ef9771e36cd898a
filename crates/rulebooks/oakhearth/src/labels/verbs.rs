//! Everything that options of the book do.

use quintain_engine::{Group, Rule, Verb};

use crate::rules::{
    attack, combining, concentration, conditions, dice, disarm, disengage, duel, falling_attack, grapple, held, help,
    hide, initiative, items, jumping, maneuvers, moving, non_lethal, objects, passing, reactions, riding, shields,
    shove, spells, tending, throw,
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
    &attack::ACTION,
    "Strike or shoot at a foe: a check against its AC.",
);
pub(super) static FALL_ON: Verb = verb(
    Group::Attack,
    ("fall-on", "fall on", "fall on"),
    &falling_attack::SETUP,
    "Drop onto a foe straight below and strike as you land.",
);
pub(super) static DISARM: Verb =
    verb(Group::Attack, ("disarm", "disarm", "disarm"), &disarm::ACTION, "Strike what a foe holds out of its hand.");
pub(super) static GRAPPLE: Verb =
    verb(Group::Attack, ("grapple", "grapple", "grapple"), &grapple::ACTION, "Take hold of somebody next to you.");
pub(super) static SHOVE: Verb = verb(
    Group::Attack,
    ("shove", "shove", "shove"),
    &shove::ACTION,
    "Push somebody next to you away, or off its feet.",
);
pub(super) static TACKLE: Verb = verb(
    Group::Attack,
    ("tackle", "tackle", "tackle"),
    &shove::TACKLE,
    "Run into somebody, seize it and go down with it.",
);
pub(super) static THROW: Verb = verb(
    Group::Attack,
    ("throw", "throw", "throw"),
    &throw::ACTION,
    "Throw somebody that you hold, away or at a target.",
);
pub(super) static TOSS: Verb = verb(
    Group::Attack,
    ("toss", "toss up", "toss"),
    &throw::VERTICAL,
    "Throw somebody that you hold straight up, to fall.",
);
pub(super) static BREAK: Verb =
    verb(Group::Attack, ("break", "break", "break"), &spells::BARRIER, "Strike at a wall of magic.");
pub(super) static OPPORTUNITY: Verb = verb(
    Group::Attack,
    ("opportunity", "attack of opportunity", "opening"),
    &reactions::AOO_EFFECT,
    "Strike hand to hand at a foe that lays itself open.",
);
pub(super) static CAST: Verb =
    verb(Group::Power, ("cast", "cast", "cast"), &spells::KIND, "Cast a spell for its AP and MP.");
pub(super) static USE: Verb =
    verb(Group::Power, ("use", "use", "use"), &spells::SP, "Use a technique or special action for its AP and SP.");
pub(super) static SUSTAIN: Verb = verb(
    Group::Power,
    ("sustain", "sustain", "sustain"),
    &concentration::SUSTAIN,
    "Keep up the spell that you concentrate on.",
);
pub(super) static LET_GO: Verb = verb(
    Group::Power,
    ("stop-concentrating", "stop concentrating", "give up"),
    &concentration::LOST,
    "Give up the spell that you concentrate on.",
);
pub(super) static GATHER: Verb =
    verb(Group::Power, ("gather", "gather stamina", "gather"), &tending::GATHER, "Turn AP into a Stamina Point.");
pub(super) static CHALLENGE: Verb = verb(
    Group::Power,
    ("challenge", "challenge", "duel"),
    &duel::COST,
    "Set a spell of yours against one that is being cast.",
);
pub(super) static SUPPORT: Verb =
    verb(Group::Power, ("support", "support", "support"), &duel::JOIN, "Stand by a spell that has been challenged.");
pub(super) static JOIN_SPELL: Verb = verb(
    Group::Power,
    ("cast-together", "cast together", "together"),
    &combining::JOIN,
    "Add MP to a friend's casting of the spell that you hold.",
);
pub(super) static MOVE: Verb =
    verb(Group::Move, ("move", "move", "move"), &moving::ACTION, "Walk to a Space; AP buy movement as needed.");
pub(super) static FLY: Verb =
    verb(Group::Move, ("rise-or-sink", "rise or sink", "fly"), &moving::ACTION, "Fly up or down.");
pub(super) static JUMP: Verb =
    verb(Group::Move, ("jump", "jump", "jump"), &jumping::LEAP, "Jump in a straight line over what lies between.");
pub(super) static MOUNT: Verb =
    verb(Group::Move, ("mount", "mount", "mount"), &riding::MOUNT, "Get on a mount next to you.");
pub(super) static PASS_THROUGH: Verb = verb(
    Group::Move,
    ("pass-through", "pass through", "pass"),
    &passing::ACTION,
    "Win the right to walk through a foe's Space.",
);
pub(super) static STAND: Verb =
    verb(Group::Move, ("stand-up", "stand up", "stand"), &moving::ACTION, "Get on your feet.");
pub(super) static LIE_DOWN: Verb =
    verb(Group::Move, ("lie-down", "lie down", "lie down"), &conditions::PRONE, "Go Prone.");
pub(super) static RELEASE: Verb =
    verb(Group::Move, ("let-go", "let go", "release"), &grapple::HAND_USED, "Let somebody go whom you hold.");
pub(super) static ESCAPE: Verb =
    verb(Group::Move, ("escape", "escape", "escape"), &grapple::ESCAPE, "Get out of somebody's grip.");
pub(super) static FREE_MOVE: Verb = verb(
    Group::Move,
    ("move-for-free", "move for free", "free run"),
    &tending::FREE_MOVE,
    "Take movement that costs nothing.",
);
pub(super) static DISENGAGE: Verb = verb(
    Group::Guard,
    ("disengage", "disengage", "slip off"),
    &disengage::BASIC,
    "Move off without laying yourself open.",
);
pub(super) static DODGE: Verb =
    verb(Group::Guard, ("dodge", "dodge", "dodge"), &disengage::DODGE_BASIC, "Make attacks on you harder.");
pub(super) static HIDE: Verb = verb(
    Group::Guard,
    ("hide", "hide", "hide"),
    &hide::ACTION,
    "Get out of the sight and hearing of those who cannot see you.",
);
pub(super) static SEARCH: Verb =
    verb(Group::Guard, ("search", "search", "search"), &hide::ENDS_SEARCH, "Look for those who hide from you.");
pub(super) static RAISE_SHIELD: Verb = verb(
    Group::Guard,
    ("raise-shield", "raise shield", "shield"),
    &shields::RAISE,
    "Let the shield take the damage of a hit.",
);
pub(super) static RESIST: Verb =
    verb(Group::Guard, ("resist", "resist", "resist"), &disarm::PICKS_SKILL, "Hold on to what you have, by a skill.");
pub(super) static HELP: Verb =
    verb(Group::Help, ("help", "help", "help"), &help::ACTION, "Give a friend a die for an attack or a skill.");
pub(super) static TEND: Verb = verb(Group::Help, ("tend", "tend", "tend"), &tending::TEND, "Dress a bleeding wound.");
pub(super) static STABILIZE: Verb =
    verb(Group::Help, ("stabilize", "stabilize", "stable"), &tending::STABILIZE, "Keep somebody who is dying alive.");
pub(super) static PUT_OUT: Verb =
    verb(Group::Help, ("put-out", "put out", "put out"), &tending::PUT_OUT, "Put out flames on somebody.");
pub(super) static WAKE: Verb =
    verb(Group::Help, ("wake", "wake", "wake"), &non_lethal::WAKE, "Shake somebody awake who was knocked out.");
pub(super) static TEAR_FREE: Verb =
    verb(Group::Help, ("tear-free", "tear free", "tear"), &tending::TEAR_FREE, "Tear off what has caught somebody.");
pub(super) static CUT_FREE: Verb =
    verb(Group::Help, ("cut-free", "cut free", "cut"), &tending::TEAR_FREE, "Cut what has caught somebody.");
pub(super) static SHED: Verb =
    verb(Group::Help, ("shed", "shed", "shed"), &conditions::SHED, "Get rid of a condition.");
pub(super) static JOIN_THROW: Verb =
    verb(Group::Help, ("join-throw", "join the throw", "join"), &throw::TEAM, "Add your strength to a friend's throw.");
pub(super) static DRAW: Verb =
    verb(Group::Gear, ("draw", "draw", "draw"), &objects::FREE, "Take a weapon in hand, or the shield on the arm.");
pub(super) static SWITCH: Verb = verb(
    Group::Gear,
    ("switch", "switch to", "switch"),
    &objects::FREE,
    "Put away what you hold and take another weapon.",
);
pub(super) static STOW: Verb =
    verb(Group::Gear, ("stow", "stow", "stow"), &objects::FREE, "Put away what a hand holds.");
pub(super) static DROP: Verb =
    verb(Group::Gear, ("drop", "drop", "drop"), &objects::FREE, "Let what a hand holds fall.");
pub(super) static PICK_UP: Verb =
    verb(Group::Gear, ("pick-up", "pick up", "pick up"), &objects::FREE, "Take up what lies near.");
pub(super) static HANDLE: Verb = verb(
    Group::Gear,
    ("handle", "handle something", "handle"),
    &objects::FREE_GM,
    "Do something simple with an object.",
);
pub(super) static INTERACT: Verb = verb(
    Group::Gear,
    ("interact", "interact with an object", "interact"),
    &objects::ACTION,
    "Do something with an object that takes a while.",
);
pub(super) static MECHANISM: Verb = verb(
    Group::Gear,
    ("work-mechanism", "work a mechanism", "trap"),
    &objects::LIST,
    "Set off or disable a trap or another mechanism.",
);
pub(super) static USE_ITEM: Verb =
    verb(Group::Gear, ("use-item", "use item", "item"), &items::USE, "Drink an item, give it to drink, or throw it.");
pub(super) static GIVE: Verb = verb(Group::Gear, ("give", "give", "give"), &objects::TRANSFER, "Hand a thing over.");
pub(super) static TAKE: Verb =
    verb(Group::Gear, ("take", "take", "take"), &objects::TRANSFER, "Take a thing from somebody.");
pub(super) static LOB: Verb =
    verb(Group::Gear, ("throw-thing", "throw a thing", "throw it"), &objects::LIST, "Throw a thing to a Space.");
pub(super) static OPEN: Verb = verb(Group::Gear, ("open", "open", "open"), &objects::FREE, "Open a door.");
pub(super) static SHUT: Verb = verb(Group::Gear, ("shut", "shut", "shut"), &objects::FREE, "Shut a door.");
pub(super) static LOCK: Verb = verb(Group::Gear, ("lock", "lock", "lock"), &objects::LIST, "Lock a door.");
pub(super) static UNLOCK: Verb = verb(Group::Gear, ("unlock", "unlock", "unlock"), &objects::LIST, "Unlock a door.");
pub(super) static RELOAD: Verb =
    verb(Group::Gear, ("load", "load", "load"), &tending::RELOAD, "Load a weapon for its next shot.");
pub(super) static SPEAK: Verb =
    verb(Group::Word, ("speak", "speak aloud", "speak"), &hide::ENDS_NOISE, "Say something that all can hear.");
pub(super) static HOLD: Verb = verb(
    Group::Wait,
    ("hold", "hold an action", "hold"),
    &held::DECLARE,
    "Pay an Action now and carry it out when something happens.",
);
pub(super) static TRIGGER: Verb =
    verb(Group::Wait, ("trigger", "wait for", "wait for"), &held::TRIGGER, "Say what sets a Held Action off.");
pub(super) static FIRE: Verb =
    verb(Group::Answer, ("carry-out", "carry out", "act now"), &held::FIRE, "Carry out what you have held.");
pub(super) static NEXT: Verb =
    verb(Group::Wait, ("go-next", "go next", "next"), &initiative::INSIDE, "Take the next turn of your side.");
pub(super) static END: Verb = verb(
    Group::End,
    ("end-turn", "end turn", "end"),
    &initiative::ONCE,
    "End the turn; movement that is left is lost and the AP come back.",
);
pub(super) static BUY_ADV: Verb =
    verb(Group::Attack, ("buy-adv", "buy ADV", "ADV"), &attack::AP_FOR_ADV, "Spend an AP for ADV on the attack.");
pub(super) static SPARE: Verb =
    verb(Group::Attack, ("spare", "spare", "spare"), &non_lethal::DECLARE, "Knock out instead of killing.");
pub(super) static ADD: Verb = verb(
    Group::Attack,
    ("add", "add", "add"),
    &maneuvers::ADDED,
    "Add a maneuver, a technique or what a natural attack may bring.",
);
pub(super) static ENHANCE: Verb =
    verb(Group::Power, ("enhance", "enhance", "enhance"), &spells::ENHANCE, "Buy more of what an ability does.");
pub(super) static ADD_HELP: Verb =
    verb(Group::Help, ("add-help", "add help", "add help"), &help::ADDS, "Add the Help Die of a friend.");
pub(super) static ANSWER: Verb =
    verb(Group::Answer, ("answer", "answer", "answer"), &maneuvers::ANSWER, "Answer with an ability of yours.");
pub(super) static AGREE: Verb =
    verb(Group::Answer, ("agree", "agree", "yes"), &dice::WILLING_FAIL, "Say that it is so.");
pub(super) static DECLINE: Verb =
    verb(Group::Answer, ("decline", "decline", "no"), &reactions::SEVERAL, "Say that it is not so, or do nothing.");
pub(super) static LET_BE: Verb = verb(
    Group::Answer,
    ("let-be", "let the rest be", "let be"),
    &reactions::ONE_PER_TRIGGER,
    "Do nothing for the rest of this attack.",
);
pub(super) static CHOOSE: Verb =
    verb(Group::Answer, ("choose", "choose", "choose"), &spells::TARGET, "Pick this of several.");
pub(super) static JUDGE: Verb =
    verb(Group::Answer, ("judge", "judge", "judge"), &objects::NOT_LIMITED, "Settle as game master how it is.");

/// All of them, what is done on a turn first.
pub static VERBS: &[&Verb] = &[
    &ATTACK,
    &FALL_ON,
    &DISARM,
    &GRAPPLE,
    &SHOVE,
    &TACKLE,
    &THROW,
    &TOSS,
    &BREAK,
    &OPPORTUNITY,
    &CAST,
    &USE,
    &SUSTAIN,
    &LET_GO,
    &GATHER,
    &CHALLENGE,
    &SUPPORT,
    &JOIN_SPELL,
    &MOVE,
    &FLY,
    &JUMP,
    &MOUNT,
    &PASS_THROUGH,
    &STAND,
    &LIE_DOWN,
    &RELEASE,
    &ESCAPE,
    &FREE_MOVE,
    &DISENGAGE,
    &DODGE,
    &HIDE,
    &SEARCH,
    &RAISE_SHIELD,
    &RESIST,
    &HELP,
    &TEND,
    &STABILIZE,
    &PUT_OUT,
    &WAKE,
    &TEAR_FREE,
    &CUT_FREE,
    &SHED,
    &JOIN_THROW,
    &DRAW,
    &SWITCH,
    &STOW,
    &DROP,
    &PICK_UP,
    &HANDLE,
    &INTERACT,
    &MECHANISM,
    &USE_ITEM,
    &GIVE,
    &TAKE,
    &LOB,
    &OPEN,
    &SHUT,
    &LOCK,
    &UNLOCK,
    &RELOAD,
    &SPEAK,
    &HOLD,
    &TRIGGER,
    &FIRE,
    &NEXT,
    &END,
    &BUY_ADV,
    &SPARE,
    &ADD,
    &ENHANCE,
    &ADD_HELP,
    &ANSWER,
    &AGREE,
    &DECLINE,
    &LET_BE,
    &CHOOSE,
    &JUDGE,
];
