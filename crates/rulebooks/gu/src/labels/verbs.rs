//! Everything that options do, each declared once.

use quintain_engine::Group::{Answer, Attack, End, Gear, Guard, Help, Move, Power, Word};
use quintain_engine::kit::{named, verb};
use quintain_engine::{Verb, listed};

use crate::rules::{
    activating, detonating, dodge, falling, grapple, ground, holding, jumping, killer_moves, maneuvers, melee,
    movement, parry, reactions, status, stones, turns,
};

listed! {
    /// All of them: those of a turn, group by group, then those of answers.
    pub VERBS: Verb;
    MOVE = verb("move", "move", Move, &movement::ALLOWANCE, "Goes there on foot, by the cheapest way.");
    PUSH_THROUGH = named("push through", verb("push-through", "push", Move, &movement::THROUGH_HOSTILE,
        "Goes there through enemies' squares, with a Dodge test for each of them."));
    JUMP = verb("jump", "jump", Move, &jumping::COST, "Jumps there, for half the movement value.");
    STEP_OFF = named("step off", verb("step-off", "step off", Move, &falling::THRESHOLD,
        "Steps off an edge: a flyer is in the air then, everybody else falls."));
    CLIMB = verb("climb", "climb", Move, &ground::CLIMB_HALF, "Climbs there, at twice the price of walking.");
    CLIMB_DOWN = named("climb down", verb("climb-down", "down", Move, &ground::CLIMB_HALF,
        "Climbs down the wall that it hangs on."));
    STAND_UP = named("stand up", verb("stand-up", "stand up", Move, &status::PRONE_STAND,
        "Stands up, for half the movement value."));
    GO_UNDER = named("go under", verb("go-under", "under", Move, &ground::SWIM_BREATH,
        "Goes under water and holds its breath."));
    COME_UP = named("come up", verb("come-up", "come up", Move, &ground::SWIM_BREATH, "Comes up for air."));
    SPRINT = verb("sprint", "sprint", Move, &turns::SPRINT_TRIPLE,
        "Triples the movement on foot until the end of the turn.");
    TAKE_FLIGHT = named("take flight", verb("take-flight", "take off", Move, &maneuvers::TAKE_FLIGHT,
        "Rises into the air by half the flying speed."));
    FLY = verb("fly", "fly", Move, &maneuvers::FLY, "Flies straight there, up to its flying speed.");
    DIVE = verb("dive", "dive", Move, &maneuvers::DIVE_MOVE,
        "Dives fast and far with a Flying test, and may strike at the end.");
    LAND = verb("land", "land", Move, &maneuvers::LAND, "Comes down to the ground below.");
    RISE = verb("rise", "rise", Move, &maneuvers::DIVE_FINISH, "Stays in the air after a dive, 1 m higher.");
    DRAG = verb("drag", "drag", Move, &grapple::DRAG, "Drags those it holds along, with an Athletics test.");
    BREAK_FREE = named("break free", verb("break-free", "free", Move, &grapple::BREAK_FREE,
        "Tries to get out of a grapple, Athletics against Athletics."));
    ESCAPE = verb("escape", "escape", Move, &activating::EFFECT, "Tries to get out of the hold of a Gu.");
    PASS = named("pass through", verb("pass", "pass", Move, &activating::EFFECT,
        "Goes straight through everybody in a direction, carried by a Gu."));
    LEAVE = named("leave the fight", verb("leave", "leave", Move, &turns::ACTION_LIST,
        "Leaves the map at its edge, for good."));
    ATTACK = verb("attack", "attack", Attack, &melee::WEAPON_TEST,
        "Strikes or shoots with a weapon or a natural attack.");
    THROW_WEAPON = named("throw weapon", verb("throw-weapon", "throw", Attack, &melee::WEAPON_TEST,
        "Throws a weapon, which is gone then."));
    PUNCH = verb("punch", "punch", Attack, &melee::PUNCH_TEST, "Punches; a hard punch hurts the fist.");
    KICK = verb("kick", "kick", Attack, &melee::KICK_TEST, "Kicks: a hit pushes back and throws down.");
    BITE = verb("bite", "bite", Attack, &melee::BITE_TEST, "Bites: what reaches hit points bleeds.");
    GRAPPLE = verb("grapple", "grapple", Attack, &grapple::TEST,
        "Takes hold of an enemy beside it, Athletics against Athletics.");
    THROW_HELD = named("throw captive", verb("throw-held", "hurl", Attack, &grapple::THROW,
        "Throws a captive straight on."));
    LET_GO = named("let go", verb("let-go", "let go", Attack, &grapple::SAME_SQUARE, "Lets a captive go."));
    CHARGE = verb("charge", "charge", Attack, &turns::ACTION_LIST,
        "Runs an enemy down after 2 m straight towards it: damage, and prone.");
    FLURRY = verb("flurry", "flurry", Attack, &turns::ACTION_LIST,
        "Two punches with each arm; dodging and parrying are harder until the next turn.");
    RUNNING_PUNCH = named("running punch", verb("running-punch", "run hit", Attack, &turns::SPRINT_TRIPLE,
        "Punches out of a sprint: a hit throws back, and the movement ends."));
    TRADE = named("trade for an attack", verb("trade", "trade", Attack, &activating::LIMIT,
        "Gives up the activations that are left for the attack of a Gu."));
    ACTIVATE = verb("activate", "activate", Power, &activating::LIMIT, "Activates a Gu, for its essence.");
    PERFORM = named("killer move", verb("killer-move", "killer", Power, &killer_moves::REQUIREMENTS,
        "Makes a killer move: several Gu at once, for the essence of all of them."));
    WIELD = verb("use", "use", Power, &turns::ACTION_LIST, "Does what a Gu at work allows, with a Combat Action.");
    ATTAIN = verb("attain", "attain", Power, &turns::BONUS_ACTION,
        "Activates one more Gu of a path that it has mastered, as a bonus action.");
    STEER = verb("steer", "steer", Power, &activating::EFFECT, "Moves what a Gu has put on the map.");
    DIRECT = verb("direct", "direct", Power, &turns::BONUS_SCOPE, "Has those act that a Gu has called.");
    STOP = verb("stop", "stop", Power, &activating::REPEAT, "Lets a sustained Gu rest.");
    DETONATE = verb("detonate", "detonate", Power, &detonating::WHEN, "Destroys one of its own Gu.");
    DODGE = verb("dodge", "dodge", Guard, &dodge::WINDOW,
        "Gets out of the way: a Dodge test against a hit, and a step of at least 1 m.");
    PARRY = verb("parry", "parry", Guard, &parry::WINDOW,
        "Turns a melee hit aside with Close Combat, and may strike back.");
    RELEASE = named("held action", verb("held-action", "held", Guard, &reactions::HELD,
        "Takes the action that it has held."));
    HOLD = named("hold an action", verb("hold", "hold", Guard, &holding::DECLARE,
        "Keeps its Combat Action for a trigger, to be taken as a reaction."));
    EVADE = verb("evade", "evade", Guard, &maneuvers::EVADE_TEST,
        "Makes itself hard to hit until the next turn, with a Flying test.");
    ROLL_OUT = named("roll on the ground", verb("roll-out", "roll", Help, &status::BURNING_ROLL,
        "Puts out the flames on itself."));
    GIVE = verb("give", "give", Help, &turns::BONUS_SCOPE, "Hands one of its Gu to a friend beside it.");
    APPLY = verb("apply", "apply", Help, &turns::BONUS_SCOPE, "Applies a remedy to itself or to somebody beside it.");
    ABSORB = named("absorb stones", verb("absorb", "absorb", Gear, &stones::GAIN,
        "Turns primeval stones into essence, one for each free hand."));
    DRAW = verb("draw", "draw", Gear, &turns::BONUS_SCOPE, "Takes a weapon in hand.");
    PUT_AWAY = named("put away", verb("put-away", "put away", Gear, &turns::BONUS_SCOPE,
        "Takes a weapon out of hand."));
    OPEN = named("open the door", verb("open", "open", Gear, &turns::BONUS_SCOPE, "Opens a door beside it."));
    CLOSE = named("close the door", verb("close", "close", Gear, &turns::BONUS_SCOPE, "Closes a door beside it."));
    QUICK = named("something quick", verb("something-quick", "quick", Word, &turns::BONUS_SCOPE,
        "Anything quick and easy, in words; the game master allows it as a bonus action or not."));
    IMPROVISE = named("something else", verb("something-else", "else", Word, &turns::ACTION_LIST,
        "Anything else, in words; the game master allows it as the Combat Action or not."));
    SURRENDER = verb("surrender", "give up", Word, &turns::ACTION_LIST, "Gives up for the rest of the fight.");
    END_TURN = named("end turn", verb("end-turn", "end", End, &turns::ANY_ORDER, "Does nothing more this turn."));
    AGREE = named("yes", verb("agree", "yes", Answer, &reactions::WHEN, "Yes to what is asked."));
    DECLINE = named("no", verb("decline", "no", Answer, &reactions::WHEN, "No, or nothing of what is asked."));
    CHOOSE = verb("choose", "choose", Answer, &turns::EFFECT_ORDER,
        "Picks what is asked for: a creature, a square, a Gu, a place in an order.");
    WAIT_FOR = named("wait for", verb("wait-for", "wait for", Answer, &holding::DECLARE,
        "Says what the held action waits for."));
}
