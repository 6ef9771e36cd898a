//! The verbs of the book: every kind of thing that an option does.

use quintain_engine::Group::{Answer, Attack, End, Gear, Guard, Help, Move, Power, Wait, Word};
use quintain_engine::kit::{named, verb};
use quintain_engine::{Verb, listed};

use crate::rules::{
    actions, armour, attacks, basics, defence, delaying, effects, environment, magic, readied, willpower,
};

listed! {
    /// All verbs, in the order of the guide: what is done in a turn, then what answers.
    pub(crate) VERBS: Verb;
    ATTACK = verb("attack", "attack", Attack, &actions::ATTACK,
        "Strikes or shoots at a target, with a roll for every weapon in hand.");
    PUNCH = verb("punch", "punch", Attack, &actions::BRAWL, "A blow without a weapon that costs 1 hit point.");
    GRAB = verb("grab", "grab", Attack, &actions::BRAWL, "Takes hold of a target, which is bound then.");
    SHOVE = verb("shove", "shove", Attack, &actions::SHOVE, "Pushes a target out of its cluster.");
    CHARGE = verb("charge", "charge", Attack, &actions::CHARGE,
        "Crosses a border and attacks somebody there; defences are weaker until the next turn.");
    SMASH = named("destroy in hand", verb("smash", "smash", Attack, &armour::TOUGHNESS,
        "Strikes at a flimsy thing in somebody's hand, to destroy it."));
    AIM = named("take aim", verb("aim", "aim", Attack, &actions::AIM,
        "Ends the turn; a shot in the next one has 2 more consistency."));
    MOVE = verb("move", "move", Move, &actions::MOVE, "Walks into a neighbouring location.");
    RUN = verb("run", "run", Move, &actions::RUN,
        "Runs twice as far as a move; defences are weaker until the next turn.");
    CRAWL = verb("crawl", "crawl", Move, &actions::CRAWL, "Crosses a border lying down.");
    CLIMB = verb("climb", "climb", Move, &actions::CLIMB, "Spends a turn on climbing towards a location.");
    SWIM = verb("swim", "swim", Move, &environment::WATER,
        "Crosses water by a Swimming roll; failing again and again hurts.");
    JUMP_DOWN = named("jump down", verb("jump-down", "jump", Move, &actions::JUMP_DOWN,
        "Jumps down to a lower location; every level after the first hurts."));
    STEP_OUT = named("step out", verb("step-out", "step out", Move, &actions::STEP,
        "Leaves the cluster and stays in the location."));
    STEP_IN = named("step in", verb("step-in", "step in", Move, &actions::STEP, "Joins the cluster of somebody."));
    STAND = named("stand up", verb("stand", "stand", Move, &actions::STAND, "Gets up from the ground."));
    LIE_DOWN = named("lie down", verb("lie-down", "lie down", Move, &actions::LIE_DOWN,
        "Goes prone: shots lose 2 consistency, and so do its own attacks and defences."));
    BREAK_FREE = named("break free", verb("break-free", "free", Move, &actions::BREAK_FREE,
        "Tries to get out of a grab, Brawl against Brawl."));
    GUARD = verb("guard", "guard", Guard, &actions::GUARD, "Defends with 2 more consistency until the next turn.");
    READY = named("ready an action", verb("ready", "ready", Guard, &actions::READY,
        "Ends the turn; one action comes as soon as something named happens."));
    SKILL = named("use a skill", verb("skill", "skill", Power, &actions::SKILL,
        "Uses a skill, a blessing or a gift, at its price in willpower."));
    GATHER = named("gather power", verb("gather", "gather", Power, &magic::TURNS,
        "Ends the turn; power for an automaton is gathered from components."));
    RELEASE = named("let go", verb("release", "let go", Power, &magic::EFFECT,
        "Lets go an automaton for which the power has been gathered."));
    DRAW_ON = named("draw on", verb("draw-on", "draw on", Power, &magic::COMPONENTS,
        "Gathers power from one component."));
    ON_HIT = named("use on the hit", verb("on-hit", "on hit", Power, &attacks::ON_HIT,
        "Calls the effect of a skill or a weapon on a hit."));
    TREAT = verb("treat", "treat", Help, &actions::FIRST_AID,
        "Ends the turn; stitches or operates on a patient, turn after turn.");
    BREATHER = named("take a breather", verb("breather", "breathe", Help, &actions::BREATHER,
        "Rests for a turn; some in a row bring fatigue back to its base."));
    LOOK = named("look round", verb("look", "look", Help, &actions::LOOK, "Looks round, by a Perception roll."));
    USE_ITEM = named("use an item", verb("use-item", "item", Gear, &actions::USE_ITEM,
        "Drinks, throws or applies something carried."));
    DRAW_ARROW = named("draw an arrow", verb("draw-arrow", "arrow", Gear, &actions::DRAW_ARROW,
        "Puts an arrow on the string, which every shot of a bow needs."));
    LOAD = verb("load", "load", Gear, &actions::LOAD_CROSSBOW,
        "Loads a crossbow, which takes the action, or a blowgun, which does not.");
    DRAW = named("draw a weapon", verb("draw", "draw", Gear, &actions::DRAW_WEAPON,
        "Takes a weapon in hand that was put away."));
    STOW = named("put away", verb("stow", "stow", Gear, &actions::STOW, "Puts away a weapon that is in hand."));
    DROP = verb("drop", "drop", Gear, &actions::DROP_ITEM, "Lets something fall to the ground.");
    PICK_UP = named("pick up", verb("pick-up", "pick up", Gear, &actions::PICK_UP,
        "Takes up something that lies here."));
    GIVE = verb("give", "give", Gear, &actions::GIVE, "Hands something to a friend who is here.");
    DESTROY = verb("destroy", "destroy", Gear, &effects::BREAK,
        "Destroys a flimsy thing of one's own, or one that lies here.");
    DOOR = named("open or shut", verb("door", "door", Gear, &actions::INTERACT, "Opens a door, or shuts it."));
    SPEAK = verb("speak", "speak", Word, &actions::SPEAK, "Says a few words.");
    DELAY = verb("delay", "delay", Wait, &delaying::TARGET,
        "Takes the turn later, right before or right after somebody, in this round and all others.");
    END_TURN = named("end turn", verb("end-turn", "end", End, &actions::END,
        "Ends the turn with all that is left of it."));
    DODGE = verb("dodge", "dodge", Guard, &defence::DODGE,
        "Gets out of the way by Agility; each earlier dodge takes 2 consistency.");
    BLOCK = verb("block", "block", Guard, &defence::BLOCK,
        "Holds the shield against it; each earlier block takes 2 consistency.");
    PARRY = verb("parry", "parry", Guard, &defence::PARRY,
        "Turns a melee attack aside with a weapon, once between two turns.");
    NO_DEFENCE = named("no defence", verb("no-defence", "none", Guard, &defence::DECLINE,
        "Lets the attack come; no defence is used up."));
    RESIST = verb("resist", "resist", Guard, &willpower::REACTIVE,
        "Keeps an effect away by a skill, at its price in willpower.");
    CARRY_OUT = named("carry out", verb("carry-out", "do it", Guard, &readied::SOON, "Does now what was readied."));
    WAIT_FOR = named("wait for", verb("wait-for", "wait for", Guard, &readied::TRIGGER,
        "Says what sets the readied action off."));
    STRIKE = verb("strike", "strike", Answer, &attacks::EACH,
        "Says how the attack is made: with which weapons, at which part of the body.");
    DAMAGE = verb("damage", "damage", Answer, &attacks::DAMAGE, "Lets the weapon do its damage.");
    GO_ON = named("go on", verb("go-on", "go on", Answer, &actions::CANCEL,
        "Goes on with what was begun or intended."));
    GIVE_UP = named("give up", verb("give-up", "give up", Answer, &actions::CANCEL,
        "Gives up what was begun or intended."));
    AGREE = named("yes", verb("agree", "yes", Answer, &basics::ACTIONS, "Says yes."));
    DECLINE = named("no", verb("decline", "no", Answer, &basics::ACTIONS, "Says no, or nothing."));
    CHOOSE = verb("choose", "choose", Answer, &basics::ACTIONS, "Chooses one of several.");
}
