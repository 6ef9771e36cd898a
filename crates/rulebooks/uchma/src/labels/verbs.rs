//! The verbs of the book: every kind of thing that an option does.

use quintain_engine::Group::{Answer, Attack, End, Gear, Guard, Help, Move, Power, Word};
use quintain_engine::kit::{named, verb};
use quintain_engine::{Verb, listed};

use crate::rules::{actions, falling, mounted, movement, phases, precision, prone, special_actions, weapons};

listed! {
    /// All verbs, in the order of the guide: what is done on a turn, then what answers.
    pub VERBS: Verb;
    ATTACK = verb("attack", "attack", Attack, &weapons::BASIC,
        "Attacks with a weapon in hand, or with tooth and claw.");
    CHARGE = verb("charge", "charge", Attack, &special_actions::CHARGE,
        "Runs straight at a foe and strikes; the whole turn, and fatigue after it.");
    DUAL_STRIKE = named("dual strike", verb("dual-strike", "dual", Attack, &special_actions::DUAL,
        "Strikes with both hands; the whole turn."));
    DISARM = verb("disarm", "disarm", Attack, &special_actions::DISARM,
        "Strikes for half damage; a hit makes the target drop a weapon.");
    SEVER = verb("sever", "sever", Attack, &special_actions::SEVER,
        "Strikes for half damage; a hit makes the target bleed.");
    THROW = verb("throw", "throw", Attack, &special_actions::THROW,
        "Throws the weapon in the main hand, at a foe or to a square.");
    STEADY = named("steady the aim", verb("steady", "steady", Attack, &weapons::STEADY,
        "Gives up the whole Move so that an unsteady weapon shoots straight."));
    ADD = verb("add", "add", Attack, &actions::REGULAR, "Adds a modification to the next thing that is done.");
    USE = named("use an ability", verb("use", "use", Power, &actions::PRICE,
        "Uses a technique, a poem, a ritual or another ability, at its price."));
    END_KEPT = named("stop it", verb("end-kept", "stop", Power, &actions::UPKEEP,
        "Ends a poem or a ritual that is kept up."));
    KEEP_UP = named("keep up", verb("keep-up", "keep up", Power, &actions::UPKEEP,
        "Pays for a poem or a ritual, so that it goes on."));
    MOVE = verb("move", "move", Move, &movement::UP_TO_SPEED, "Walks to a square within the speed that is left.");
    RUN = verb("run", "run", Move, &movement::RUN_INSTEAD, "Goes up to twice as far and gives up the action.");
    CRAWL = verb("crawl", "crawl", Move, &movement::SPECIAL, "Moves lying down, at 3 a metre.");
    FLY = verb("fly", "fly", Move, &movement::FLY_DIRECTIONS, "Flies to a square at the height it has.");
    RISE = verb("rise", "rise", Move, &movement::ASCEND, "Flies up, at 2 a metre.");
    SINK = verb("sink", "sink", Move, &movement::DESCEND, "Flies down, or lands, at 1 a metre.");
    JUMP_DOWN = named("jump down", verb("jump-down", "jump", Move, &falling::THRESHOLD,
        "Steps over a ledge and falls; from more than 5 m it hurts."));
    STAND = named("stand up", verb("stand", "stand", Move, &prone::STAND, "Gets up, for half the walking speed."));
    LIE_DOWN = named("go prone", verb("lie-down", "prone", Move, &prone::VOLUNTARY,
        "Lies down, for half the walking speed: cover from shots, and little else can be done."));
    MOUNT = verb("mount", "mount", Move, &mounted::UNDEFINED, "Gets on a creature beside.");
    DISMOUNT = verb("dismount", "get off", Move, &mounted::UNDEFINED, "Gets off to a square near by.");
    PREPARE = verb("prepare", "prepare", Guard, &actions::PREPARED_SETUP,
        "Takes the minor action; it comes when its trigger does, in this round.");
    CARRY_OUT = named("carry out", verb("carry-out", "do it", Guard, &actions::PREPARED_TRIGGER,
        "Does now what was prepared."));
    FIRST_AID = named("first aid", verb("first-aid", "aid", Help, &special_actions::FIRST_AID,
        "Tries to bring somebody unconscious back, by a roll on Healing."));
    SELF_CURE = named("self cure", verb("self-cure", "cure", Help, &special_actions::SELF_CURE,
        "Gets rid of one status effect of its own; the whole turn."));
    RELOAD = verb("reload", "reload", Gear, &weapons::RELOADING, "Loads the weapon in hand, or catches breath.");
    ITEM = named("use an item", verb("item", "item", Gear, &special_actions::USE_ITEM,
        "Uses something from a quick-access slot, on oneself or somebody beside."));
    SWAP = named("swap weapons", verb("swap", "swap", Gear, &special_actions::SWAP,
        "Takes another weapon in hand, or changes hands, once a round."));
    PICK_UP = named("pick up", verb("pick-up", "pick up", Gear, &special_actions::SWAP,
        "Takes a weapon in hand that lies below, once a round."));
    SIDEARM = named("draw a sidearm", verb("sidearm", "sidearm", Gear, &weapons::SIDEARM,
        "Draws a sidearm for nothing; what was held falls down."));
    DROP = verb("drop", "drop", Gear, &special_actions::DROP, "Lets a weapon in hand fall.");
    RETRIEVE = verb("retrieve", "retrieve", Gear, &special_actions::RETRIEVE,
        "Pulls a weapon out of somebody beside, which hurts.");
    SPEAK = verb("speak", "speak", Word, &special_actions::SPEAK,
        "Shouts to all within 30 m, with the action or the minor action.");
    WHISPER = verb("whisper", "whisper", Word, &special_actions::SPEAK,
        "Says something to one beside, whom alone it reaches.");
    DONE = verb("done", "done", End, &phases::OPTIONAL, "Ends the turn with all that is left of it.");
    REROLL = named("roll again", verb("reroll", "reroll", Answer, &precision::OTHER,
        "Has a precision roll made again."));
    FLEE = verb("flee", "flee", Answer, &phases::LEAVE, "Leaves the fight for good.");
    AGREE = named("yes", verb("agree", "yes", Answer, &actions::OPEN, "Says yes."));
    DECLINE = named("no", verb("decline", "no", Answer, &actions::OPEN, "Says no, or nothing."));
    CHOOSE = verb("choose", "choose", Answer, &actions::OPEN, "Chooses one of several.");
}
