//! The rules of the toy game.

quintain_engine::section! {
    "Skirmish";
    DECLARE = Choice "round.declare": "All declare sealed.";
    ORDER = Gm "round.order": "The GM orders what is simultaneous.", ruling "Roster order.";
    ATTACK = Engine "attack.hit": "A d20 of 11 hits, of 20 hits hard.";
    LUCK = Choice "attack.luck": "Luck may be added to a blow.";
    DAMAGE = Engine "attack.damage": "The chosen dice of three d6 hurt.";
    KEEP = Choice "attack.keep": "Which dice count.";
    DODGE = Choice "react.dodge": "Who is hit may dodge on a d6 of 4.", house "dodging";
    COUNTER = Choice "react.counter": "Who has dodged may strike back.";
    MOVE = Choice "move.path": "A path of at most two squares.";
    BOUND = Engine "state.bound": "The bound neither move nor dodge.";
    WEAR = Engine "round.wear": "At the end of a round chance takes a point.";
    FALL = Engine "state.fall": "At 0 a fighter falls.";
    CRY = Choice "state.cry": "Who fells a foe may cry out.";
    EDICTS = Gm "edict": "The GM changes things.";
    LORE = OffMap "lore": "Not in a fight.";
}
