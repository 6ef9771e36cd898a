//! Every decision of the book on one page: what is asked, who is asked, what the answers are.

use std::sync::Arc;

use quintain_engine::{Answer, Choice, Question, Rule, Seat, Shape, Table, Wants, Weight, Who};
use quintain_field::Square;

use crate::arm::ArmId;
use crate::condition::Ability;
use crate::declaration::{Also, Cost, Daring, Deed, Move};
use crate::fight::Fight;
use crate::options;
use crate::rules::modifiers::State;
use crate::rules::{
    actions, battle_map, blast, creatures, critical, death, detachment, gear, magic, modifiers, morale, order, pool,
    scars,
};

/// A decision. The fields say whom it is about: `who` and `by` act, `at` and `whom` suffer.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs, reason = "the enum's own text says what its fields are")]
pub enum Ask {
    /// Does this one roll for order, or is it settled?
    Excused { who: Who },
    /// Fresh saves for order?
    Resave,
    /// What is this opponent about to do?
    Telegraph { who: Who },
    /// What does this one do this round?
    Declare { who: Who },
    /// Whom do the further strikes go to?
    Further { who: Who, most: u8 },
    /// A move after the action?
    MoveAfter { who: Who },
    /// What is being improvised?
    Describe { who: Who },
    /// Does the GM allow it?
    Allows { who: Who },
    /// Does any act call for a save?
    RiskCalls,
    /// What does failing the save cost that the GM has called for?
    CallCost { who: Who },
    /// On which score is this daring manoeuvre tried?
    DaresOn { who: Who },
    /// Change the declaration that the GM has called for?
    Reconsider { who: Who },
    /// Whom does a stale attack turn to, because its target is gone or `fallen`?
    Redirect { who: Who, fallen: bool },
    /// Impaired, enhanced or neither?
    State { by: Who, at: Who, proposed: State },
    /// The larger die?
    LargerDie { by: Who, at: Who, own: u8, larger: u8 },
    /// Whom does the blast catch?
    Caught { by: Who, count: u8 },
    /// Which of the equal dice counts?
    Tie { by: Who, whom: Who, from: u16, to: u16, proposed: u16 },
    /// Does the blow at somebody helpless simply kill?
    CoupDeGrace { by: Who, whom: Who },
    /// With which score does it resist?
    Resists { by: Who, at: Who },
    /// Is it dangerous to recite now?
    InDanger { who: Who },
    /// Does the failed incantation turn on its reciter?
    TurnsOnReciter { who: Who },
    /// How does the hero refocus?
    Refocus { who: Who },
    /// Which appendage is lost?
    Appendage { who: Who },
    /// Is what this scar brought over, now that the fight is?
    Recovered { who: Who, row: u8 },
    /// Does critical damage kill it?
    DiesOfCritical { who: Who },
    /// Is the detachment weakened instead of routed?
    Weakened { who: Who },
    /// Does the leader roll for all?
    LeaderRolls { leader: Who },
    /// Who comes in place of the dead hero?
    Replacement { who: Who },
    /// Where does the newcomer enter?
    Enters { who: Who, beside: Who },
}

/// What a choice stands for. Which kind of act it is stands beside the act, not within it, so that whoever has just made
/// one need not look into it to know.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(u8)]
pub enum Act {
    /// Yes.
    Yes,
    /// No.
    No,
    /// Rolls like everyone.
    Rolls,
    /// Passes without rolling.
    Passes,
    /// Fails without rolling.
    Fails,
    /// The move before the action, or after it.
    Move(Move),
    /// Keeps the eyes averted.
    Avert,
    /// The action.
    Deed(Deed),
    /// A combatant.
    Who(Who),
    /// A save that the GM calls for.
    Call {
        /// By whom.
        who: Who,
        /// On which score.
        ability: Ability,
    },
    /// No call.
    NoCall,
    /// What a failed save costs.
    Cost(Cost),
    /// How an attack is made.
    State(State),
    /// One of the dice of a pool, by its place.
    Blow(u16),
    /// Nobody.
    Nobody,
    /// Takes a companion over.
    TakeOver(Who),
    /// Brings in a hero of the packs, by the place in the setting's list.
    BringIn(u16),
    /// A square.
    Square(Square),
}

/// Asks for one act.
#[inline(always)]
pub(crate) fn act<T: Table<Fight>>(fight: &mut Fight, table: &mut T, ask: Ask) -> Result<Option<Act>, T::Halt> {
    table.choose(fight, ask)
}

/// Asks yes or no.
#[inline(always)]
pub(crate) fn yes<T: Table<Fight>>(fight: &mut Fight, table: &mut T, ask: Ask) -> Result<bool, T::Halt> {
    table.choose_then(fight, ask, |_, act| matches!(act, Some(Act::Yes)))
}

/// Asks for free words.
pub(crate) fn words<T: Table<Fight>>(fight: &mut Fight, table: &mut T, ask: Ask) -> Result<Option<Arc<str>>, T::Halt> {
    Ok(match table.ask(fight, ask)? {
        Answer::Text(words) => Some(words),
        _ => None,
    })
}

/// Asks for a number.
pub(crate) fn number<T: Table<Fight>>(fight: &mut Fight, table: &mut T, ask: Ask) -> Result<i64, T::Halt> {
    Ok(table.ask(fight, ask)?.number().unwrap_or(0))
}

/// Asks for a square.
pub(crate) fn square<T: Table<Fight>>(fight: &mut Fight, table: &mut T, ask: Ask) -> Result<Option<Square>, T::Halt> {
    Ok(match table.choose(fight, ask)? {
        Some(Act::Square(square)) => Some(square),
        _ => None,
    })
}

/// Asks how an attack is made.
#[inline(always)]
pub(crate) fn state<T: Table<Fight>>(fight: &mut Fight, table: &mut T, ask: Ask) -> Result<State, T::Halt> {
    table.choose_then(fight, ask, |_, act| match act {
        Some(Act::State(state)) => state,
        _ => State::Normal,
    })
}

/// Who is asked.
pub fn seat(fight: &Fight, ask: &Ask) -> Seat {
    match *ask {
        // Who declares for a hero whom a foe's incantation leads? The foe's side.
        Ask::Declare { who }
        | Ask::Further { who, .. }
        | Ask::MoveAfter { who }
        | Ask::Describe { who }
        | Ask::Reconsider { who }
        | Ask::Redirect { who, .. }
            if fight.one(who).hero && fight.led(who) =>
        {
            Seat::Gm
        }
        Ask::Declare { who }
        | Ask::Further { who, .. }
        | Ask::MoveAfter { who }
        | Ask::Describe { who }
        | Ask::Reconsider { who }
        | Ask::Redirect { who, .. }
        | Ask::Refocus { who }
        | Ask::Replacement { who } => Seat::Of(who),
        Ask::LargerDie { by, .. } | Ask::Caught { by, .. } | Ask::Tie { by, .. } => Seat::Of(by),
        _ => Seat::Gm,
    }
}

/// How much it presses: what is done is chosen; everything else has a default that stands.
pub fn weight(fight: &Fight, ask: &Ask) -> Weight {
    match *ask {
        Ask::Redirect { fallen: true, .. } => Weight::Detail,
        Ask::Declare { who } | Ask::Redirect { who, .. } => {
            Weight::of_choice(fight.one(who).hero && !fight.led(who))
        }
        Ask::Replacement { .. } => Weight::Decision,
        Ask::Caught { by, .. } => Weight::of_choice(fight.one(by).hero),
        _ => Weight::Formality,
    }
}

fn rule(ask: &Ask) -> &'static Rule {
    match ask {
        Ask::Excused { .. } => &order::OVERRIDE,
        Ask::Resave => &order::ONCE,
        Ask::Telegraph { .. } => &order::TELEGRAPH,
        Ask::Declare { .. } => &actions::BEFORE_DICE,
        Ask::Further { .. } => &creatures::SEVERAL,
        Ask::MoveAfter { .. } => &battle_map::SPLIT,
        Ask::Describe { .. } | Ask::Allows { .. } => &actions::OTHER,
        Ask::RiskCalls | Ask::Reconsider { .. } => &actions::RISK_CALL,
        Ask::CallCost { .. } => &actions::RISK_FAILURE,
        Ask::DaresOn { .. } => &actions::RISK_DEFAULTS,
        Ask::Redirect { .. } => &actions::STALE,
        Ask::State { proposed: State::Enhanced, .. } => &modifiers::ENHANCED_WHEN,
        Ask::State { .. } => &modifiers::IMPAIRED_WHEN,
        Ask::LargerDie { .. } => &modifiers::ENHANCED_DIE,
        Ask::Caught { .. } => &blast::WHICH,
        Ask::Tie { .. } => &pool::KEPT_ATTACK,
        Ask::CoupDeGrace { .. } => &modifiers::ENHANCED_WHEN,
        Ask::Resists { .. } => &gear::CONTEST,
        Ask::InDanger { .. } => &magic::DANGER,
        Ask::TurnsOnReciter { .. } => &magic::FAIL,
        Ask::Refocus { .. } => &scars::RATTLING,
        Ask::Appendage { .. } => &scars::SUNDERED,
        Ask::Recovered { row, .. } => scars::rule_of(*row),
        Ask::DiesOfCritical { .. } => &critical::NPC_STATE,
        Ask::Weakened { .. } => &detachment::CRITICAL,
        Ask::LeaderRolls { .. } => &morale::LEADER,
        Ask::Replacement { .. } => &death::CHOICE,
        Ask::Enters { .. } => &death::JOIN,
    }
}

fn sentence(fight: &Fight, ask: &Ask) -> String {
    let name = |who: Who| fight.label(who);
    match *ask {
        Ask::Excused { who } => format!("Does {} roll for order?", name(who)),
        Ask::Resave => "Is a fresh save for order due?".into(),
        Ask::Telegraph { who } => format!("What is {} most likely to do?", name(who)),
        Ask::Declare { who } => format!("What does {} do in round {}?", name(who), fight.round),
        Ask::Further { who, most } => format!("Whom else does {} strike? (up to {most})", name(who)),
        Ask::MoveAfter { who } => format!("Does {} move after the action?", name(who)),
        Ask::Describe { who } => format!("What does {} try?", name(who)),
        Ask::Allows { who } => format!("Does what {} tries fit into one action?", name(who)),
        Ask::RiskCalls => "Does any of these acts call for a save?".into(),
        Ask::CallCost { who } => format!("What does it cost {} if the save fails?", name(who)),
        Ask::DaresOn { who } => format!("On which score is the manoeuvre of {} tried?", name(who)),
        Ask::Reconsider { who } => format!("Does {} declare something else instead?", name(who)),
        Ask::Redirect { who, .. } => format!("Whom does {} attack instead?", name(who)),
        Ask::State { by, at, proposed } => {
            format!("How does {} attack {}? (proposed: {})", name(by), name(at), proposed.word())
        }
        Ask::LargerDie { by, at, own, larger } => {
            format!("Does {} roll d{larger} instead of d{own} against {}?", name(by), name(at))
        }
        Ask::Caught { by, count } => format!("Which {count} does the blast of {} catch?", name(by)),
        Ask::Tie { whom, .. } => format!("Which of the equal dice on {} counts?", name(whom)),
        Ask::CoupDeGrace { by, whom } => format!("Does {} simply kill {}?", name(by), name(whom)),
        Ask::Resists { by, at } => format!("With what does {} resist {}?", name(at), name(by)),
        Ask::InDanger { who } => format!("Is it dangerous for {} to recite now?", name(who)),
        Ask::TurnsOnReciter { who } => format!("Does the incantation turn on {}?", name(who)),
        Ask::Refocus { who } => format!("How does {} refocus?", name(who)),
        Ask::Appendage { who } => format!("Which appendage does {} lose? (0: a die decides; 1-6)", name(who)),
        Ask::Recovered { who, row } => {
            format!("Has {} recovered by the time the story goes on? ({})", name(who), scars::row_name(row))
        }
        Ask::DiesOfCritical { who } => format!("Does critical damage kill {}?", name(who)),
        Ask::Weakened { who } => format!("Is {} only weakened, not routed?", name(who)),
        Ask::LeaderRolls { leader } => format!("Does {} roll morale for all?", name(leader)),
        Ask::Replacement { who } => format!("Who comes in place of {}?", name(who)),
        Ask::Enters { who, .. } => format!("Where does {} enter?", name(who)),
    }
}

/// The question in full.
pub fn question(fight: &Fight, ask: &Ask) -> Question<Act> {
    let (shape, refused) = options::shape(fight, ask);
    let default = crate::tactics::default(fight, ask);
    Question {
        to: seat(fight, ask),
        text: sentence(fight, ask),
        rule: rule(ask),
        weight: weight(fight, ask),
        shape,
        refused,
        default,
    }
    .with_an_offered_default()
}

/// Yes or no.
pub(crate) fn yes_no() -> Shape<Act> {
    Shape::OneOf(Wants::YesNo, vec![Choice::new("yes", Act::Yes), Choice::new("no", Act::No)])
}

/// An action in the words of its option.
pub fn deed_text(fight: &Fight, who: Who, deed: Deed) -> String {
    let name = |whom: Who| if whom == who { "oneself".to_owned() } else { fight.label(whom).to_owned() };
    match deed {
        Deed::Nothing if fight.one(who).is(crate::condition::Condition::Critical) => "lie still".into(),
        Deed::Nothing => "nothing".into(),
        Deed::Attack { arm, off, at, daring } => {
            let with = match off {
                Some(off) => format!("{} and {}", fight.arm(arm).name, fight.arm(off).name),
                None => fight.arm(arm).name.clone(),
            };
            let how = match daring {
                Daring::No => "",
                Daring::Manoeuvre => " by a daring manoeuvre",
                Daring::IntoTheMouth => " into the mouth",
            };
            format!("attack {} with {with}{how}", name(at))
        }
        Deed::Cast { spell, at, also } => {
            let known = fight.one(who).spells.get(usize::from(spell)).copied();
            let entry = known.map(|known| &fight.setting.incantations[usize::from(known.incantation)]);
            let title = entry.map_or("?", |entry| entry.name.as_str());
            format!("cast {title} on {}{}", name(at), also_text(fight, also))
        }
        Deed::Pray { god, at, also } => crate::rules::prayer::text(fight, who, god, (at, also)),
        Deed::SecondMove(to) => format!("second move{}", move_text(fight, to)),
        Deed::Retreat => "retreat".into(),
        Deed::Aid(at) => format!("aid {}", name(at)),
        Deed::Draw(arm) => format!("draw {}", fight.arm(arm).name),
        Deed::TakeShield => "take shield".into(),
        Deed::Contest { kind, at } => format!("{} {}", kind.word(), name(at)),
        Deed::BreakFree => "break free".into(),
        Deed::Gaze(at) => format!("gaze at {}", name(at)),
        Deed::Sing => "sing".into(),
        Deed::Snatch(at) => format!("snatch from {}", name(at)),
        Deed::CarryOff(at) => format!("carry off {}", name(at)),
        Deed::Sow => "sow teeth".into(),
        Deed::Use { item, at } => {
            format!("use {} on {}", item_name(fight, who, item), name(at))
        }
        Deed::Arrow { item, at, hated } => {
            format!("use {} on {} for hate of {}", item_name(fight, who, item), name(at), name(hated))
        }
        Deed::Restore { arm, at } => format!("heal {} with {}", name(at), fight.arm(arm).name),
        Deed::Pour { item, at } => format!("pour {} at {at}", item_name(fight, who, item)),
        Deed::Light(at) => format!("light the tar at {at}"),
        Deed::Sear(at) => format!("sear {}", name(at)),
        Deed::Rest => "rest".into(),
        Deed::Improvise => "something else".into(),
    }
}

/// A piece of gear that somebody carries, by its place.
fn item_name(fight: &Fight, who: Who, item: u8) -> &str {
    let place = fight.one(who).items.get(usize::from(item)).copied();
    place.map_or("?", |place| fight.setting.items[usize::from(place)].name.as_str())
}

fn also_text(fight: &Fight, also: Also) -> String {
    match also {
        Also::Nothing | Also::Hunt => String::new(),
        Also::Who(who) => format!(" and {}", fight.label(who)),
        Also::Score(ability) => format!(" for {}", ability.name()),
        Also::Weapon(arm) => format!(" for {}", fight.arm(arm).name),
        Also::Armor(place) => format!(" for {}", fight.setting.armors[usize::from(place)].name),
    }
}

/// A move in the words of its option, with a blank in front; nothing for none.
pub fn move_text(fight: &Fight, to: Move) -> String {
    match to {
        Move::AsNeeded => String::new(),
        Move::Stay => " stay".into(),
        Move::To(square) => format!(" to {square}"),
        Move::Close(who) => format!(" close with {}", fight.label(who)),
        Move::Away => " away".into(),
    }
}

/// The option's text of a move before or after the action.
pub fn move_option(fight: &Fight, to: Move) -> String {
    match to {
        Move::To(square) => format!("move to {square}"),
        Move::Close(who) => format!("close with {}", fight.label(who)),
        _ => "stay".into(),
    }
}

/// A whole declaration in words.
pub fn plan_text(fight: &Fight, who: Who) -> String {
    let plan = &fight.one(who).plan;
    let mut parts = Vec::new();
    if plan.averted {
        parts.push("avert eyes".to_owned());
    }
    if !matches!(plan.before, Move::AsNeeded) {
        parts.push(move_option(fight, plan.before));
    }
    parts.push(deed_text(fight, who, plan.deed));
    if !plan.further.is_empty() {
        let names: Vec<&str> = plan.further.iter().map(|who| fight.label(*who)).collect();
        parts.push(format!("and {}", names.join(" and ")));
    }
    if !matches!(plan.after, Move::AsNeeded | Move::Stay) {
        parts.push(move_option(fight, plan.after));
    }
    parts.join(", ")
}

/// The arms that a combatant may strike with now.
#[inline]
pub fn ready_arms(fight: &Fight, who: Who) -> impl Iterator<Item = ArmId> + '_ {
    let one = fight.one(who);
    one.arms.iter().copied().filter(|arm| fight.arm(*arm).natural || one.in_hand.contains(arm))
}
