//! Everything that options of the book do.

use quintain_engine::Group::{Answer, Attack, End, Gear, Guard, Help, Move, Power, Word};
use quintain_engine::kit::{named, verb};
use quintain_engine::{Verb, listed};

use crate::rules::{
    actions, battle_map, blast, creatures, critical, death, gear, gifts, hazards, modifiers, prayer, retreat,
};

listed! {
    /// All of them, what is done on a turn first.
    pub VERBS: Verb;
    ATTACK = verb("attack", "attack", Attack, &actions::ATTACK,
        "Roll the die of what you strike with; the target's Armor comes off it, the rest comes off STA.");
    SHOVE = verb("shove", "shove", Attack, &gear::CONTEST, "Push a foe one square back, unless it saves.");
    TRIP = verb("trip", "trip", Attack, &gear::CONTEST, "Throw a foe flat on the ground, unless it saves.");
    GRAPPLE = verb("grapple", "grapple", Attack, &gear::CONTEST, "Hold a foe fast, unless it saves.");
    DISARM = verb("disarm", "disarm", Attack, &gear::CONTEST, "Knock a weapon out of a foe's hand, unless it saves.");
    SNATCH = verb("snatch", "snatch", Attack, &creatures::SNATCH,
        "Fly past and take what a foe holds, unless it saves.");
    CARRY_OFF = named("carry off", verb("carry-off", "carry", Attack, &creatures::SNATCH,
        "Lift a foe and carry it 20 feet away, unless it saves."));
    SEAR = verb("sear", "sear", Attack, &gear::FIRE, "Hold fire to cut necks so that no head grows from them.");
    STRIKE_TOO = named("strike too", verb("strike-too", "also", Attack, &creatures::SEVERAL,
        "Let a further strike of the same attack go to another foe."));
    TURN_TO = named("turn to", verb("turn-to", "turn to", Attack, &actions::STALE,
        "Aim an attack at another foe, because its target is gone or has fallen."));
    CAST = verb("cast", "cast", Power, &actions::CAST,
        "Recite an incantation; it costs 1d6 THU, and in danger a THU save.");
    PRAY = verb("pray", "pray", Power, &prayer::RECOLLECTION,
        "Spend whole turns in prayer; at the end a god may grant it, for 1d6 THU either way.");
    GAZE = verb("gaze", "gaze", Power, &creatures::GAZE, "Turn a foe to stone by a look, unless it saves.");
    SING = verb("sing", "sing", Power, &creatures::SONG,
        "Draw every foe that hears the song towards the singer, unless it saves.");
    SOW = named("sow teeth", verb("sow", "sow", Power, &creatures::TEETH,
        "Sow teeth, from which fighters rise in the next round."));
    MOVE = verb("move", "move", Move, &actions::MOVE_40, "Go to a square within one move.");
    CLOSE = named("close with", verb("close-with", "close", Move, &battle_map::SIMULTANEOUS,
        "Go towards a foe, wherever it goes, until it is in reach."));
    STAY = verb("stay", "stay", Move, &actions::ALLOWANCE, "Do not move.");
    MOVE_LATER = named("move afterwards", verb("move-afterwards", "later", Move, &battle_map::SPLIT,
        "Act first and move after it."));
    SECOND_MOVE = named("second move", verb("second-move", "2nd move", Move, &actions::SECOND_MOVE,
        "Move again in place of an action."));
    RETREAT = verb("retreat", "retreat", Move, &retreat::DECLARE,
        "Run away from the fight; it takes the whole turn and a TEK save.");
    BREAK_FREE = named("break free", verb("break-free", "free", Move, &gear::BOUND,
        "Strain out of bonds or a grip by a save."));
    ENTER = verb("enter", "enter", Move, &death::JOIN, "Come into the fight at this square.");
    AVERT = named("avert eyes", verb("avert-eyes", "avert", Guard, &creatures::GAZE,
        "Look away this round, proof against a gaze that turns to stone."));
    AID = named("give first aid", verb("aid", "aid", Help, &critical::STABILISE,
        "Stop the clock of a dying person beside you."));
    HEAL = verb("heal", "heal", Help, &gifts::APOLLONS_BOW,
        "Restore the STA of somebody in sight with a bow that brings health.");
    REST = verb("rest", "rest", Help, &gear::REST, "Spend the whole turn to get STA back.");
    DRAW = verb("draw", "draw", Gear, &gear::DRAW, "Take another weapon, or the shield, in hand.");
    USE = verb("use", "use", Gear, &actions::OTHER, "Use a piece of gear.");
    POUR = verb("pour", "pour", Gear, &hazards::SLICK, "Pour grease or tar over 10 feet of ground.");
    LIGHT = named("set fire to", verb("light", "light", Gear, &hazards::BURNING,
        "Set fire to tar; it burns through the next round."));
    DROP = verb("drop", "drop", Gear, &gear::FULL_PACK, "Let go for good of what there is no slot for.");
    IMPROVISE = named("something else", verb("something-else", "else", Word, &actions::OTHER,
        "Try something in your own words, and the game master judges it."));
    NOTHING = named("do nothing", verb("nothing", "nothing", End, &actions::ALLOWANCE, "Let the action go."));
    AGREE = verb("agree", "yes", Answer, &actions::OTHER, "Say that it is so.");
    DECLINE = verb("decline", "no", Answer, &actions::OTHER, "Say that it is not so, or name nobody.");
    CHOOSE = verb("choose", "choose", Answer, &blast::WHICH, "Pick this of several.");
    JUDGE = verb("judge", "judge", Answer, &modifiers::IMPAIRED_WHEN, "Settle as game master how it is.");
    CALL = named("call for a save", verb("call-for-save", "call", Answer, &actions::RISK_CALL,
        "Demand a save of somebody whose act is risky."));
    TAKE_OVER = named("take over", verb("take-over", "take", Answer, &death::CHOICE,
        "Play a companion in place of a dead hero."));
    BRING_IN = named("bring in", verb("bring-in", "bring in", Answer, &death::CHOICE,
        "Bring a new hero in place of a dead one."));
}
