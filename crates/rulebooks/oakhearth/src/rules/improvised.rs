//! Improvised weapons and unarmed strikes.

quintain_engine::section! {
    "Improvised Weapons and Unarmed Strikes";
    DAMAGE = Gm "improvised.damage": "Whatever is picked up deals 1 damage, of a kind that the game master names.",
        ruling "The kind that its entry states, else Bludgeoning, unless something else is said.";
    CHECK = Engine "improvised.check": "An attack with it adds Prime and no Combat Proficiency.";
    NO_STYLE = Gm "improvised.no-style": "It has neither style nor properties unless the game master says so.";
    UNARMED_DAMAGE = Engine "unarmed.damage": "A blow with the body deals 0 Bludgeoning damage, and what degrees and bonuses add.",
        ruling "The 0 is not raised to 1.";
    UNARMED_DEFINITION = Engine "unarmed.definition": "Any part of the body will do, so no hand need be free.";
}
