//! Everything that options of the book do.

use quintain_engine::Group::{Answer, Attack, End, Gear, Guard, Help, Move, Power, Wait, Word};
use quintain_engine::kit::{named, verb};
use quintain_engine::{Verb, listed};

use crate::rules::{
    attack, combining, concentration, conditions, dice, disarm, disengage, duel, falling_attack, grapple, held, help,
    hide, initiative, items, jumping, maneuvers, moving, non_lethal, objects, passing, reactions, riding, shields,
    shove, spells, tending, throw,
};

listed! {
    /// All of them, what is done on a turn first.
    pub VERBS: Verb;
    ATTACK = verb("attack", "attack", Attack, &attack::ACTION, "Strike or shoot at a foe: a check against its AC.");
    FALL_ON = named("fall on", verb("fall-on", "fall on", Attack, &falling_attack::SETUP,
        "Drop onto a foe straight below and strike as you land."));
    DISARM = verb("disarm", "disarm", Attack, &disarm::ACTION, "Strike what a foe holds out of its hand.");
    GRAPPLE = verb("grapple", "grapple", Attack, &grapple::ACTION, "Take hold of somebody next to you.");
    SHOVE = verb("shove", "shove", Attack, &shove::ACTION, "Push somebody next to you away, or off its feet.");
    TACKLE = verb("tackle", "tackle", Attack, &shove::TACKLE, "Run into somebody, seize it and go down with it.");
    THROW = verb("throw", "throw", Attack, &throw::ACTION, "Throw somebody that you hold, away or at a target.");
    TOSS = named("toss up", verb("toss", "toss", Attack, &throw::VERTICAL,
        "Throw somebody that you hold straight up, to fall."));
    BREAK = verb("break", "break", Attack, &spells::BARRIER, "Strike at a wall of magic.");
    OPPORTUNITY = named("attack of opportunity", verb("opportunity", "opening", Attack, &reactions::AOO_EFFECT,
        "Strike hand to hand at a foe that lays itself open."));
    CAST = verb("cast", "cast", Power, &spells::KIND, "Cast a spell for its AP and MP.");
    USE = verb("use", "use", Power, &spells::SP, "Use a technique or special action for its AP and SP.");
    SUSTAIN = verb("sustain", "sustain", Power, &concentration::SUSTAIN, "Keep up the spell that you concentrate on.");
    LET_GO = named("stop concentrating", verb("stop-concentrating", "give up", Power, &concentration::LOST,
        "Give up the spell that you concentrate on."));
    GATHER = named("gather stamina", verb("gather", "gather", Power, &tending::GATHER,
        "Turn AP or MP into Stamina Points."));
    CHALLENGE = verb("challenge", "duel", Power, &duel::COST, "Set a spell of yours against one that is being cast.");
    SUPPORT = verb("support", "support", Power, &duel::JOIN, "Stand by a spell that has been challenged.");
    JOIN_SPELL = named("cast together", verb("cast-together", "together", Power, &combining::JOIN,
        "Add MP to a friend's casting of the spell that you hold."));
    MOVE = verb("move", "move", Move, &moving::ACTION, "Walk to a Space; AP buy movement as needed.");
    FLY = named("rise or sink", verb("rise-or-sink", "fly", Move, &moving::ACTION, "Fly up or down."));
    JUMP = verb("jump", "jump", Move, &jumping::LEAP, "Jump in a straight line over what lies between.");
    MOUNT = verb("mount", "mount", Move, &riding::MOUNT, "Get on a mount next to you.");
    PASS_THROUGH = named("pass through", verb("pass-through", "pass", Move, &passing::ACTION,
        "Win the right to walk through a foe's Space."));
    STAND = named("stand up", verb("stand-up", "stand", Move, &moving::ACTION, "Get on your feet."));
    LIE_DOWN = named("lie down", verb("lie-down", "lie down", Move, &conditions::PRONE, "Go Prone."));
    RELEASE = named("let go", verb("let-go", "release", Move, &grapple::HAND_USED, "Let somebody go whom you hold."));
    SHIFT = verb("shift", "shift", Move, &grapple::SHIFT, "Put a creature that you hold into another Space beside you.");
    ESCAPE = verb("escape", "escape", Move, &grapple::ESCAPE, "Get out of somebody's grip.");
    FREE_MOVE = named("move for free", verb("move-for-free", "free run", Move, &tending::FREE_MOVE,
        "Take movement that costs nothing."));
    DISENGAGE = verb("disengage", "slip off", Guard, &disengage::BASIC, "Move off without laying yourself open.");
    DODGE = verb("dodge", "dodge", Guard, &disengage::DODGE_BASIC, "Make attacks on you harder.");
    HIDE = verb("hide", "hide", Guard, &hide::ACTION, "Get out of the sight and hearing of those who cannot see you.");
    SEARCH = verb("search", "search", Guard, &hide::ENDS_SEARCH, "Look for those who hide from you.");
    RAISE_SHIELD = named("raise shield", verb("raise-shield", "shield", Guard, &shields::RAISE,
        "Let the shield take the damage of a hit."));
    RESIST = verb("resist", "resist", Guard, &disarm::PICKS_SKILL, "Hold on to what you have, by a skill.");
    HELP = verb("help", "help", Help, &help::ACTION, "Give a friend a die for an attack or a skill.");
    TEND = verb("tend", "tend", Help, &tending::TEND, "Dress a bleeding wound.");
    STABILIZE = verb("stabilize", "stable", Help, &tending::STABILIZE, "Keep somebody who is dying alive.");
    PUT_OUT = named("put out", verb("put-out", "put out", Help, &tending::PUT_OUT, "Put out flames on somebody."));
    WAKE = verb("wake", "wake", Help, &non_lethal::WAKE, "Shake somebody awake who was knocked out.");
    TEAR_FREE = named("tear free", verb("tear-free", "tear", Help, &tending::TEAR_FREE,
        "Tear off what has caught somebody."));
    CUT_FREE = named("cut free", verb("cut-free", "cut", Help, &tending::TEAR_FREE, "Cut what has caught somebody."));
    SHED = verb("shed", "shed", Help, &conditions::SHED, "Get rid of a condition.");
    JOIN_THROW = named("join the throw", verb("join-throw", "join", Help, &throw::TEAM,
        "Add your strength to a friend's throw."));
    DRAW = verb("draw", "draw", Gear, &objects::FREE, "Take a weapon in hand, or the shield on the arm.");
    SWITCH = named("switch to", verb("switch", "switch", Gear, &objects::FREE,
        "Put away what you hold and take another weapon."));
    STOW = verb("stow", "stow", Gear, &objects::FREE, "Put away what a hand holds.");
    DROP = verb("drop", "drop", Gear, &objects::FREE, "Let what a hand holds fall.");
    PICK_UP = named("pick up", verb("pick-up", "pick up", Gear, &objects::FREE, "Take up what lies near."));
    HANDLE = named("handle something", verb("handle", "handle", Gear, &objects::FREE_GM,
        "Do something simple with an object."));
    INTERACT = named("interact with an object", verb("interact", "interact", Gear, &objects::ACTION,
        "Do something with an object that takes a while."));
    MECHANISM = named("work a mechanism", verb("work-mechanism", "trap", Gear, &objects::LIST,
        "Set off or disable a trap or another mechanism."));
    USE_ITEM = named("use item", verb("use-item", "item", Gear, &items::USE,
        "Drink an item, give it to drink, or throw it."));
    GIVE = verb("give", "give", Gear, &objects::TRANSFER, "Hand a thing over.");
    TAKE = verb("take", "take", Gear, &objects::TRANSFER, "Take a thing from somebody.");
    LOB = named("throw a thing", verb("throw-thing", "throw it", Gear, &objects::LIST, "Throw a thing to a Space."));
    OPEN = verb("open", "open", Gear, &objects::FREE, "Open a door.");
    SHUT = verb("shut", "shut", Gear, &objects::FREE, "Shut a door.");
    LOCK = verb("lock", "lock", Gear, &objects::LIST, "Lock a door.");
    UNLOCK = verb("unlock", "unlock", Gear, &objects::LIST, "Unlock a door.");
    RELOAD = verb("load", "load", Gear, &tending::RELOAD, "Load a weapon for its next shot.");
    SPEAK = named("speak aloud", verb("speak", "speak", Word, &hide::ENDS_NOISE, "Say something that all can hear."));
    HOLD = named("hold an action", verb("hold", "hold", Wait, &held::DECLARE,
        "Pay an Action now and carry it out when something happens."));
    TRIGGER = named("wait for", verb("trigger", "wait for", Wait, &held::TRIGGER, "Say what sets a Held Action off."));
    FIRE = named("carry out", verb("carry-out", "act now", Answer, &held::FIRE, "Carry out what you have held."));
    NEXT = named("go next", verb("go-next", "next", Wait, &initiative::INSIDE, "Take the next turn of your side."));
    END = named("end turn", verb("end-turn", "end", End, &initiative::ONCE,
        "End the turn; movement that is left is lost and the AP come back."));
    BUY_ADV = named("buy ADV", verb("buy-adv", "ADV", Attack, &attack::AP_FOR_ADV,
        "Spend an AP for ADV on the attack."));
    SPARE = verb("spare", "spare", Attack, &non_lethal::DECLARE, "Knock out instead of killing.");
    ADD = verb("add", "add", Attack, &maneuvers::ADDED,
        "Add a maneuver, a technique or what a natural attack may bring.");
    ENHANCE = verb("enhance", "enhance", Power, &spells::ENHANCE, "Buy more of what an ability does.");
    ADD_HELP = named("add help", verb("add-help", "add help", Help, &help::ADDS, "Add the Help Die of a friend."));
    ANSWER = verb("answer", "answer", Answer, &maneuvers::ANSWER, "Answer with an ability of yours.");
    AGREE = verb("agree", "yes", Answer, &dice::WILLING_FAIL, "Say that it is so.");
    DECLINE = verb("decline", "no", Answer, &reactions::SEVERAL, "Say that it is not so, or do nothing.");
    LET_BE = named("let the rest be", verb("let-be", "let be", Answer, &reactions::ONE_PER_TRIGGER,
        "Do nothing for the rest of this attack."));
    CHOOSE = verb("choose", "choose", Answer, &spells::TARGET, "Pick this of several.");
    JUDGE = verb("judge", "judge", Answer, &objects::NOT_LIMITED, "Settle as game master how it is.");
}
