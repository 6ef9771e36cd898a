//! Everything that options do, each declared once.

use quintain_engine::Group::{Answer, Attack, End, Gear, Guard, Help, Move, Power, Word};
use quintain_engine::{Group, Rule, Verb};

use crate::rules::{
    activating, detonating, dodge, falling, grapple, ground, holding, jumping, killer_moves, maneuvers, melee,
    movement, parry, reactions, status, stones, turns,
};

/// One thing that an option does.
const fn verb(
    (key, name, short): (&'static str, &'static str, &'static str),
    group: Group,
    (rule, gloss): (&'static Rule, &'static str),
) -> Verb {
    Verb { key, name, short, group, rule, gloss }
}

pub(super) static MOVE: Verb =
    verb(("move", "move", "move"), Move, (&movement::ALLOWANCE, "Goes there on foot, by the cheapest way."));
pub(super) static PUSH_THROUGH: Verb = verb(
    ("push-through", "push through", "push"),
    Move,
    (&movement::THROUGH_HOSTILE, "Goes there through enemies' squares, with a Dodge test for each of them."),
);
pub(super) static JUMP: Verb =
    verb(("jump", "jump", "jump"), Move, (&jumping::COST, "Jumps there, for half the movement value."));
pub(super) static STEP_OFF: Verb = verb(
    ("step-off", "step off", "step off"),
    Move,
    (&falling::THRESHOLD, "Steps off an edge: a flyer is in the air then, everybody else falls."),
);
pub(super) static CLIMB: Verb =
    verb(("climb", "climb", "climb"), Move, (&ground::CLIMB_HALF, "Climbs there, at twice the price of walking."));
pub(super) static CLIMB_DOWN: Verb =
    verb(("climb-down", "climb down", "down"), Move, (&ground::CLIMB_HALF, "Climbs down the wall that it hangs on."));
pub(super) static STAND_UP: Verb =
    verb(("stand-up", "stand up", "stand up"), Move, (&status::PRONE_STAND, "Stands up, for half the movement value."));
pub(super) static GO_UNDER: Verb =
    verb(("go-under", "go under", "under"), Move, (&ground::SWIM_BREATH, "Goes under water and holds its breath."));
pub(super) static COME_UP: Verb =
    verb(("come-up", "come up", "come up"), Move, (&ground::SWIM_BREATH, "Comes up for air."));
pub(super) static SPRINT: Verb = verb(
    ("sprint", "sprint", "sprint"),
    Move,
    (&turns::SPRINT_TRIPLE, "Triples the movement on foot until the end of the turn."),
);
pub(super) static TAKE_FLIGHT: Verb = verb(
    ("take-flight", "take flight", "take off"),
    Move,
    (&maneuvers::TAKE_FLIGHT, "Rises into the air by half the flying speed."),
);
pub(super) static FLY: Verb =
    verb(("fly", "fly", "fly"), Move, (&maneuvers::FLY, "Flies straight there, up to its flying speed."));
pub(super) static DIVE: Verb = verb(
    ("dive", "dive", "dive"),
    Move,
    (&maneuvers::DIVE_MOVE, "Dives fast and far with a Flying test, and may strike at the end."),
);
pub(super) static LAND: Verb =
    verb(("land", "land", "land"), Move, (&maneuvers::LAND, "Comes down to the ground below."));
pub(super) static RISE: Verb =
    verb(("rise", "rise", "rise"), Move, (&maneuvers::DIVE_FINISH, "Stays in the air after a dive, 1 m higher."));
pub(super) static DRAG: Verb =
    verb(("drag", "drag", "drag"), Move, (&grapple::DRAG, "Drags those it holds along, with an Athletics test."));
pub(super) static BREAK_FREE: Verb = verb(
    ("break-free", "break free", "free"),
    Move,
    (&grapple::BREAK_FREE, "Tries to get out of a grapple, Athletics against Athletics."),
);
pub(super) static ESCAPE: Verb =
    verb(("escape", "escape", "escape"), Move, (&activating::EFFECT, "Tries to get out of the hold of a Gu."));
pub(super) static PASS: Verb = verb(
    ("pass", "pass through", "pass"),
    Move,
    (&activating::EFFECT, "Goes straight through everybody in a direction, carried by a Gu."),
);
pub(super) static LEAVE: Verb =
    verb(("leave", "leave the fight", "leave"), Move, (&turns::ACTION_LIST, "Leaves the map at its edge, for good."));
pub(super) static ATTACK: Verb = verb(
    ("attack", "attack", "attack"),
    Attack,
    (&melee::WEAPON_TEST, "Strikes or shoots with a weapon or a natural attack."),
);
pub(super) static THROW_WEAPON: Verb = verb(
    ("throw-weapon", "throw weapon", "throw"),
    Attack,
    (&melee::WEAPON_TEST, "Throws a weapon, which is gone then."),
);
pub(super) static PUNCH: Verb =
    verb(("punch", "punch", "punch"), Attack, (&melee::PUNCH_TEST, "Punches; a hard punch hurts the fist."));
pub(super) static KICK: Verb =
    verb(("kick", "kick", "kick"), Attack, (&melee::KICK_TEST, "Kicks: a hit pushes back and throws down."));
pub(super) static BITE: Verb =
    verb(("bite", "bite", "bite"), Attack, (&melee::BITE_TEST, "Bites: what reaches hit points bleeds."));
pub(super) static GRAPPLE: Verb = verb(
    ("grapple", "grapple", "grapple"),
    Attack,
    (&grapple::TEST, "Takes hold of an enemy beside it, Athletics against Athletics."),
);
pub(super) static THROW_HELD: Verb =
    verb(("throw-held", "throw captive", "hurl"), Attack, (&grapple::THROW, "Throws a captive straight on."));
pub(super) static LET_GO: Verb =
    verb(("let-go", "let go", "let go"), Attack, (&grapple::SAME_SQUARE, "Lets a captive go."));
pub(super) static CHARGE: Verb = verb(
    ("charge", "charge", "charge"),
    Attack,
    (&turns::ACTION_LIST, "Runs an enemy down after 2 m straight towards it: damage, and prone."),
);
pub(super) static FLURRY: Verb = verb(
    ("flurry", "flurry", "flurry"),
    Attack,
    (&turns::ACTION_LIST, "Two punches with each arm; dodging and parrying are harder until the next turn."),
);
pub(super) static RUNNING_PUNCH: Verb = verb(
    ("running-punch", "running punch", "run hit"),
    Attack,
    (&turns::SPRINT_TRIPLE, "Punches out of a sprint: a hit throws back, and the movement ends."),
);
pub(super) static TRADE: Verb = verb(
    ("trade", "trade for an attack", "trade"),
    Attack,
    (&activating::LIMIT, "Gives up the activations that are left for the attack of a Gu."),
);
pub(super) static ACTIVATE: Verb =
    verb(("activate", "activate", "activate"), Power, (&activating::LIMIT, "Activates a Gu, for its essence."));
pub(super) static PERFORM: Verb = verb(
    ("killer-move", "killer move", "killer"),
    Power,
    (&killer_moves::REQUIREMENTS, "Makes a killer move: several Gu at once, for the essence of all of them."),
);
pub(super) static WIELD: Verb =
    verb(("use", "use", "use"), Power, (&turns::ACTION_LIST, "Does what a Gu at work allows, with a Combat Action."));
pub(super) static ATTAIN: Verb = verb(
    ("attain", "attain", "attain"),
    Power,
    (&turns::BONUS_ACTION, "Activates one more Gu of a path that it has mastered, as a bonus action."),
);
pub(super) static STEER: Verb =
    verb(("steer", "steer", "steer"), Power, (&activating::EFFECT, "Moves what a Gu has put on the map."));
pub(super) static DIRECT: Verb =
    verb(("direct", "direct", "direct"), Power, (&turns::BONUS_SCOPE, "Has those act that a Gu has called."));
pub(super) static STOP: Verb =
    verb(("stop", "stop", "stop"), Power, (&activating::REPEAT, "Lets a sustained Gu rest."));
pub(super) static DETONATE: Verb =
    verb(("detonate", "detonate", "detonate"), Power, (&detonating::WHEN, "Destroys one of its own Gu."));
pub(super) static DODGE: Verb = verb(
    ("dodge", "dodge", "dodge"),
    Guard,
    (&dodge::WINDOW, "Gets out of the way: a Dodge test against a hit, and a step of at least 1 m."),
);
pub(super) static PARRY: Verb = verb(
    ("parry", "parry", "parry"),
    Guard,
    (&parry::WINDOW, "Turns a melee hit aside with Close Combat, and may strike back."),
);
pub(super) static RELEASE: Verb =
    verb(("held-action", "held action", "held"), Guard, (&reactions::HELD, "Takes the action that it has held."));
pub(super) static HOLD: Verb = verb(
    ("hold", "hold an action", "hold"),
    Guard,
    (&holding::DECLARE, "Keeps its Combat Action for a trigger, to be taken as a reaction."),
);
pub(super) static EVADE: Verb = verb(
    ("evade", "evade", "evade"),
    Guard,
    (&maneuvers::EVADE_TEST, "Makes itself hard to hit until the next turn, with a Flying test."),
);
pub(super) static ROLL_OUT: Verb =
    verb(("roll-out", "roll on the ground", "roll"), Help, (&status::BURNING_ROLL, "Puts out the flames on itself."));
pub(super) static GIVE: Verb =
    verb(("give", "give", "give"), Help, (&turns::BONUS_SCOPE, "Hands one of its Gu to a friend beside it."));
pub(super) static APPLY: Verb = verb(
    ("apply", "apply", "apply"),
    Help,
    (&turns::BONUS_SCOPE, "Applies a remedy to itself or to somebody beside it."),
);
pub(super) static ABSORB: Verb = verb(
    ("absorb", "absorb stones", "absorb"),
    Gear,
    (&stones::GAIN, "Turns primeval stones into essence, one for each free hand."),
);
pub(super) static DRAW: Verb = verb(("draw", "draw", "draw"), Gear, (&turns::BONUS_SCOPE, "Takes a weapon in hand."));
pub(super) static PUT_AWAY: Verb =
    verb(("put-away", "put away", "put away"), Gear, (&turns::BONUS_SCOPE, "Takes a weapon out of hand."));
pub(super) static OPEN: Verb =
    verb(("open", "open the door", "open"), Gear, (&turns::BONUS_SCOPE, "Opens a door beside it."));
pub(super) static CLOSE: Verb =
    verb(("close", "close the door", "close"), Gear, (&turns::BONUS_SCOPE, "Closes a door beside it."));
pub(super) static QUICK: Verb = verb(
    ("something-quick", "something quick", "quick"),
    Word,
    (&turns::BONUS_SCOPE, "Anything quick and easy, in words; the game master allows it as a bonus action or not."),
);
pub(super) static IMPROVISE: Verb = verb(
    ("something-else", "something else", "else"),
    Word,
    (&turns::ACTION_LIST, "Anything else, in words; the game master allows it as the Combat Action or not."),
);
pub(super) static SURRENDER: Verb =
    verb(("surrender", "surrender", "give up"), Word, (&turns::ACTION_LIST, "Gives up for the rest of the fight."));
pub(super) static END_TURN: Verb =
    verb(("end-turn", "end turn", "end"), End, (&turns::ANY_ORDER, "Does nothing more this turn."));
pub(super) static AGREE: Verb = verb(("agree", "yes", "yes"), Answer, (&reactions::WHEN, "Yes to what is asked."));
pub(super) static DECLINE: Verb =
    verb(("decline", "no", "no"), Answer, (&reactions::WHEN, "No, or nothing of what is asked."));
pub(super) static CHOOSE: Verb = verb(
    ("choose", "choose", "choose"),
    Answer,
    (&turns::EFFECT_ORDER, "Picks what is asked for: a creature, a square, a Gu, a place in an order."),
);
pub(super) static WAIT_FOR: Verb =
    verb(("wait-for", "wait for", "wait for"), Answer, (&holding::DECLARE, "Says what the held action waits for."));

/// All of them: those of a turn, group by group, then those of answers.
pub static VERBS: &[&Verb] = &[
    &MOVE,
    &PUSH_THROUGH,
    &JUMP,
    &STEP_OFF,
    &CLIMB,
    &CLIMB_DOWN,
    &STAND_UP,
    &GO_UNDER,
    &COME_UP,
    &SPRINT,
    &TAKE_FLIGHT,
    &FLY,
    &DIVE,
    &LAND,
    &RISE,
    &DRAG,
    &BREAK_FREE,
    &ESCAPE,
    &PASS,
    &LEAVE,
    &ATTACK,
    &THROW_WEAPON,
    &PUNCH,
    &KICK,
    &BITE,
    &GRAPPLE,
    &THROW_HELD,
    &LET_GO,
    &CHARGE,
    &FLURRY,
    &RUNNING_PUNCH,
    &TRADE,
    &ACTIVATE,
    &PERFORM,
    &WIELD,
    &ATTAIN,
    &STEER,
    &DIRECT,
    &STOP,
    &DETONATE,
    &DODGE,
    &PARRY,
    &RELEASE,
    &HOLD,
    &EVADE,
    &ROLL_OUT,
    &GIVE,
    &APPLY,
    &ABSORB,
    &DRAW,
    &PUT_AWAY,
    &OPEN,
    &CLOSE,
    &QUICK,
    &IMPROVISE,
    &SURRENDER,
    &END_TURN,
    &AGREE,
    &DECLINE,
    &CHOOSE,
    &WAIT_FOR,
];
