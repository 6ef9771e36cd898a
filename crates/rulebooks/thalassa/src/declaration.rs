//! Declarations: what somebody is going to do this round.

use quintain_engine::Who;
use quintain_field::Square;

use crate::arm::ArmId;
use crate::book::God;
use crate::condition::Ability;
use quintain_engine::Few;

/// Where somebody moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Move {
    /// Wherever the action makes it necessary: towards the target of an attack, as far as one move goes.
    #[default]
    AsNeeded,
    /// Nowhere.
    Stay,
    /// To this square.
    To(Square),
    /// Into reach of that one, wherever it goes.
    Close(Who),
}

/// What makes an attack a daring one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Daring {
    /// Nothing.
    #[default]
    No,
    /// A daring manoeuvre, for an enhanced attack.
    Manoeuvre,
    /// Into the mouth of a creature that cannot be hurt from outside.
    IntoTheMouth,
}

/// A contest of bodies that the target resists with a save.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Contest {
    /// Pushed back a square.
    Shove,
    /// Thrown down.
    Trip,
    /// Held fast.
    Grapple,
    /// Loses what it has in hand.
    Disarm,
}

impl Contest {
    /// The word for it in options.
    pub fn word(self) -> &'static str {
        match self {
            Contest::Shove => "shove",
            Contest::Trip => "trip",
            Contest::Grapple => "grapple",
            Contest::Disarm => "disarm",
        }
    }

    /// All of them.
    pub const ALL: [Contest; 4] = [Contest::Shove, Contest::Trip, Contest::Grapple, Contest::Disarm];
}

/// The action of a turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Deed {
    /// None.
    #[default]
    Nothing,
    /// An attack.
    Attack {
        /// With this.
        arm: ArmId,
        /// And, at the same time, with that.
        off: Option<ArmId>,
        /// On this one.
        at: Who,
        /// Daringly.
        daring: Daring,
    },
    /// An incantation.
    Cast {
        /// Its place among those the reciter commands.
        spell: u8,
        /// On this one.
        at: Who,
        /// The other one that it concerns, or the score, or the object: its meaning depends on the spell.
        also: Also,
    },
    /// A prayer, begun or gone on with.
    Pray {
        /// To this god.
        god: God,
        /// For or against this one.
        at: Who,
        /// For what of it, where the god leaves a choice.
        also: Also,
    },
    /// A second move.
    SecondMove(Move),
    /// Running away from the fight.
    Retreat,
    /// First aid for one who is dying.
    Aid(Who),
    /// Another weapon into the hand.
    Draw(ArmId),
    /// The shield back into the hand.
    TakeShield,
    /// A contest of bodies.
    Contest {
        kind: Contest,
        /// The partner.
        at: Who,
    },
    /// Breaking free of bonds or a grip.
    BreakFree,
    /// A gaze that turns to stone.
    Gaze(Who),
    /// A song that bewitches.
    Sing,
    /// Snatching a held thing.
    Snatch(Who),
    /// Carrying a victim off through the air.
    CarryOff(Who),
    /// Sowing teeth.
    Sow,
    /// A piece of gear, on somebody.
    Use {
        /// Its place among the gear carried.
        item: u8,
        /// On this one.
        at: Who,
    },
    /// An arrow of Eros, for hate.
    Arrow {
        /// The bow's place among the gear carried.
        item: u8,
        /// At this one.
        at: Who,
        /// The combatant that it will have to attack.
        hated: Who,
    },
    /// Health from a bow that brings both.
    Restore {
        /// The bow.
        arm: ArmId,
        /// For this one.
        at: Who,
    },
    /// Grease or tar over the ground.
    Pour {
        /// Its place among the gear carried.
        item: u8,
        /// The south-west square.
        at: Square,
    },
    /// Fire to the tar that lies there.
    Light(Square),
    /// Holding fire to the necks of a creature whose heads regrow.
    Sear(Who),
    /// A whole turn's rest.
    Rest,
    /// Something that no entry describes, in words.
    Improvise,
}

// What somebody does is handed on from rule to rule all the time: it fits into a register.
const _: () = assert!(size_of::<Deed>() == 8);

/// What else an incantation or a prayer concerns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Also {
    /// Nothing.
    #[default]
    Nothing,
    /// Another combatant.
    Who(Who),
    /// A score.
    Score(Ability),
    /// A weapon.
    Weapon(ArmId),
    /// A piece of armour, by its place in the setting's list.
    Armor(u8),
    /// The hunt: what is shot or thrown.
    Hunt,
}

/// A save that the GM calls for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Call {
    /// On which score.
    pub ability: Ability,
    /// What failing it costs.
    pub cost: Cost,
}

/// What a failed save costs that the GM has called for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Cost {
    /// The action; the move still happens.
    #[default]
    Action,
    /// The move; the action still happens, as far as it can without.
    Move,
    /// Both.
    Turn,
    /// The attack is impaired.
    Impaired,
    /// Damage of a die of so many sides.
    Harm(u8),
    /// What the GM says and brings about by edicts.
    Words,
}

impl Cost {
    /// All of them, the usual one first.
    pub const ALL: [Cost; 10] = [
        Cost::Action,
        Cost::Move,
        Cost::Turn,
        Cost::Impaired,
        Cost::Harm(4),
        Cost::Harm(6),
        Cost::Harm(8),
        Cost::Harm(10),
        Cost::Harm(12),
        Cost::Words,
    ];

    /// The name by which programs know it.
    pub fn key(self) -> String {
        match self {
            Cost::Action => "action".into(),
            Cost::Move => "move".into(),
            Cost::Turn => "turn".into(),
            Cost::Impaired => "impaired".into(),
            Cost::Harm(die) => format!("d{die}"),
            Cost::Words => "words".into(),
        }
    }

    /// The words of its option.
    pub fn words(self) -> String {
        match self {
            Cost::Action => "the action is lost".into(),
            Cost::Move => "the move is lost".into(),
            Cost::Turn => "the whole turn is lost".into(),
            Cost::Impaired => "the attack is impaired".into(),
            Cost::Harm(die) => format!("d{die} damage"),
            Cost::Words => "as the GM says".into(),
        }
    }
}

/// What somebody is going to do this round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Declaration {
    /// The action has been named.
    pub made: bool,
    /// Nothing more can be added.
    pub done: bool,
    /// The phase in which its turn came, where others follow in the round.
    pub acted: Option<u8>,
    /// The move before the action.
    pub before: Move,
    /// The action.
    pub deed: Deed,
    /// The move after it.
    pub after: Move,
    /// Further targets of an attack of several strikes or of a blast.
    pub further: Few<Who, 9>,
    /// Moves after the action, not before it.
    pub moves_later: bool,
    /// Keeps its eyes averted.
    pub averted: bool,
    /// A save that the GM has called for.
    pub call: Option<Call>,
    /// The score on which a daring manoeuvre is tried, where the GM names another than TEK.
    pub dares_on: Option<Ability>,
    /// A failed save has impaired the attack.
    pub hindered: bool,
    /// The target had fallen already when it was declared.
    pub on_the_fallen: bool,
    /// The one change after a call has been used.
    pub changed: bool,
    /// What the GM foretold.
    pub telegraph: Option<Deed>,
    /// Its outcome stands: the action is lost.
    pub lost: bool,
    /// How the save that comes with the act went: a manoeuvre's, a retreat's, a recital's.
    pub dared: Option<bool>,
    /// What the gear used this turn does.
    pub used: Option<crate::book::Use>,
    /// Jealousy took its declaration away: the target may be a friend.
    pub jealous: bool,
}

impl Declaration {
    /// What has been declared, or else what was foretold.
    #[inline]
    pub fn deed_or_telegraph(&self) -> Option<Deed> {
        if self.made { Some(self.deed) } else { self.telegraph }
    }
}

impl Deed {
    /// Whether it takes the whole turn: there is no move beside it.
    pub fn fills_the_turn(self) -> bool {
        matches!(self, Deed::Retreat | Deed::Pray { .. } | Deed::Rest)
    }

    /// Whether it is an attack.
    pub fn is_attack(self) -> bool {
        matches!(self, Deed::Attack { .. })
    }

    /// With what an attack strikes, and with what else at the same time.
    pub fn arms(self) -> Option<(ArmId, Option<ArmId>)> {
        if let Deed::Attack { arm, off, .. } = self { Some((arm, off)) } else { None }
    }

    /// The arm and the target of an attack.
    #[inline]
    pub fn aim(self) -> Option<(ArmId, Who)> {
        if let Deed::Attack { arm, at, .. } = self { Some((arm, at)) } else { None }
    }

    /// The target.
    pub fn target(self) -> Option<Who> {
        match self {
            Deed::Attack { at, .. }
            | Deed::Cast { at, .. }
            | Deed::Pray { at, .. }
            | Deed::Contest { at, .. }
            | Deed::Use { at, .. }
            | Deed::Arrow { at, .. }
            | Deed::Restore { at, .. }
            | Deed::Aid(at)
            | Deed::Gaze(at)
            | Deed::Snatch(at)
            | Deed::CarryOff(at)
            | Deed::Sear(at) => Some(at),
            _ => None,
        }
    }
}
