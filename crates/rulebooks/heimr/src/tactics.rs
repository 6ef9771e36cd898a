//! How an unattended seat answers, and the default of every question. Nothing here throws a die.

mod approach;
mod guarding;
mod powers;
mod shots;
mod tending;
mod threats;
mod tools;
mod weigh;

use quintain_engine::{Answer, Foe, TacticsInfo, Who};

use crate::content::{Limb, Loading};
use crate::questions::options;
use crate::rules::health::{self, Level};
use crate::rules::{actions, clusters, defence, fatigue, stumble};
use crate::state::{Act, Ask, Deed, Fight, Hold, How, PowerAct, PowerAsk, Thing, What, Whose, With};

/// The tactics of the book, the best first.
pub(crate) static TACTICS: &[TacticsInfo] = &[
    TacticsInfo {
        name: "sensible",
        about: "Strikes where the open defence is worst, calls the shot that takes a foe out, shoots from outside of clusters and spares friends, lets foes come and readies against them, gets its breath, takes up what a foe was disarmed of, tends the dying where it is quiet, and retreats when mangled while friends fight on; leaves the unconscious alone.",
    },
    TacticsInfo {
        name: "ruthless",
        about: "The same, but never retreats, shoots into clusters with friends, and strikes the unconscious.",
    },
];

/// The default of a question: what the best tactics answer, but for what nobody does without saying so.
pub(crate) fn default(fight: &Fight, ask: &Ask) -> Answer<Act> {
    match *ask {
        Ask::Words { .. } => Answer::Text("".into()),
        Ask::Defend { who, melee, .. } => {
            Answer::One(Act::Defend(defence::best(fight, who, melee).map(|(kind, _)| kind)))
        }
        Ask::How { by, at, with } => {
            Answer::One(Act::How(How { power: shots::goes_for(fight, by, at, with, None), ..How::default() }))
        }
        // At a table a fight goes on until a combatant breaks it off, and so does what somebody has begun.
        Ask::Endless | Ask::Continue { .. } => Answer::One(Act::Yes),
        Ask::Turn { who } => Answer::One(Act::Deed(options::as_offered(fight, who, deed(fight, who, false)))),
        _ => answer_as(fight, 0, ask),
    }
}

pub(crate) fn answer_as(fight: &Fight, tactics: usize, ask: &Ask) -> Answer<Act> {
    Answer::One(choose_as(fight, tactics, ask))
}

fn yes(yes: bool) -> Act {
    if yes { Act::Yes } else { Act::No }
}

pub(crate) fn choose_as(fight: &Fight, tactics: usize, ask: &Ask) -> Act {
    match *ask {
        Ask::Turn { who } => turn(fight, who, fight.one(who).minded.strikes_the_fallen(tactics == 1)),
        Ask::Ready { who } => Act::Readied { deed: Deed::Attack { at: who, with: With::Weapons }, at_trigger: true },
        Ask::Trigger { .. } => Act::What(What::Enters),
        Ask::Whose { .. } | Ask::Victim { .. } => Act::Whose(Whose::Foe),
        Ask::Place { who, .. } => Act::Square(fight.one(who).at),
        Ask::Aware { seen, .. } => yes(seen),
        Ask::Slot { .. } | Ask::Fires { .. } | Ask::Endless => Act::No,
        Ask::How { by, at, with } => Act::How(shots::how(fight, by, at, with)),
        Ask::Words { .. } => Act::No,
        Ask::Part { .. } => Act::Part(Limb::Torso),
        Ask::Defend { who, melee, by } => Act::Defend(threats::worthwhile(fight, who, melee, by)),
        Ask::Direction { by, whom } => {
            let source = by.map(|by| fight.one(by).at);
            stumble::fitting(fight.one(whom).at, source).next().map_or(Act::No, Act::Way)
        }
        Ask::Axis { one, .. } => Act::Way(one),
        Ask::Light { proposed, .. } => Act::Light(proposed),
        Ask::Cover { proposed, .. } => Act::Cover(proposed),
        Ask::Water { proposed, .. } => Act::Against(proposed),
        Ask::Power(PowerAsk::Amount { who, power, least, most }) => {
            Act::Power(PowerAct::Amount(tools::amount(fight, who, power, least, most)))
        }
        Ask::Power(ask) => powers::choose(fight, &ask),
        Ask::Continue { who } => yes(tending::goes_on(fight, who)),
        Ask::Hold { .. }
        | Ask::Spot { .. }
        | Ask::GoOn { .. }
        | Ask::Use { .. }
        | Ask::Footing { .. }
        | Ask::Reopens { .. }
        | Ask::Bear { .. }
        | Ask::StrikeOn { .. }
        | Ask::Steady { .. }
        | Ask::Over => Act::Yes,
    }
}

/// Nobody who is farther off than this hurries a breather.
const FAR: u16 = 2;

/// What to do next in a turn, or which combatant to wait for.
fn turn(fight: &Fight, who: Who, ruthless: bool) -> Act {
    if fight.turn.fresh
        && let Some(whom) = approach::worth_waiting_for(fight, who)
    {
        return Act::Delay { whom, after: true };
    }
    Act::Deed(options::as_offered(fight, who, deed(fight, who, ruthless)))
}

fn deed(fight: &Fight, who: Who, ruthless: bool) -> Deed {
    let may = |deed: Deed| actions::may(fight, who, deed).is_ok();
    let one = fight.one(who);
    let near = if fight.turn.standard { None } else { approach::nearest_foe(fight, who, ruthless) };
    if let Some((foe, 0)) = near
        && let Some(change) = tools::changes(fight, who, foe)
    {
        return change;
    }
    if let Some(load) = loads(fight, who).filter(|deed| may(*deed)) {
        return load;
    }
    let shooter = weigh::is_shooter(fight, who);
    if shooter && one.cluster != 0 && may(Deed::StepOut) {
        return Deed::StepOut;
    }
    if fight.turn.standard {
        return if shots::steadies(fight, who, ruthless) { Deed::Aim } else { Deed::End };
    }
    let Some((near, distance)) = near else {
        return idle(fight, who);
    };
    if wants_out(fight, who, ruthless) {
        if let Some(away) = approach::away(fight, who) {
            return away;
        }
        if may(Deed::BreakFree) {
            return Deed::BreakFree;
        }
    }
    against(fight, who, ruthless, (near, distance))
}

/// Rounds after which nobody runs any more who is only so minded.
const CORNERED: u32 = 20;

/// Whether somebody would rather be elsewhere: mangled while friends fight on, or by its temperament.
fn wants_out(fight: &Fight, who: Who, ruthless: bool) -> bool {
    let usually = || !ruthless && health::level(fight, who) >= Level::Mangled && approach::is_backed(fight, who);
    let minded = fight.one(who).minded;
    if minded.0.is_none() || fight.round > CORNERED {
        return usually();
    }
    let up = |other: &Who| fight.present(*other) && !fight.one(*other).unconscious;
    let is_foe = |other: &Who| fight.foes(who, *other);
    let (foes, all) = (fight.everyone().filter(up).filter(is_foe).count(), fight.everyone().filter(up).count());
    minded.breaks_off(left(fight, who), 2 * foes > all, usually())
}

/// How much of its hit points is left, in hundredths.
fn left(fight: &Fight, who: Who) -> i32 {
    let one = fight.one(who);
    100 * i32::from(one.hp.max(0)) / i32::from(one.hp_max).max(1)
}

/// A foe as a temperament sees it.
fn as_prey(fight: &Fight, who: Who, at: Who) -> Foe {
    let friend = |other: Who| other != who && !fight.foes(who, other) && !fight.one(other).unconscious;
    let at_a_friend = clusters::mates(fight, at).any(friend);
    Foe { health: left(fight, at), fallen: fight.one(at).unconscious, at_a_friend }
}

/// What to do about the nearest foe, so far away.
fn against(fight: &Fight, who: Who, ruthless: bool, (near, distance): (Who, u16)) -> Deed {
    let may = |deed: Deed| actions::may(fight, who, deed).is_ok();
    let (one, shooter) = (fight.one(who), weigh::is_shooter(fight, who));
    if distance > FAR
        && tending::is_quiet(fight, who)
        && let Some(aid) = weigh::aid(fight, who)
    {
        return aid;
    }
    if one.sword.is_none()
        && one.off.is_none()
        && one.natural.is_empty()
        && let Some(arms) = arms(fight, who)
    {
        return arms;
    }
    if let Some(robbery) = tools::robs(fight, who) {
        return robbery;
    }
    if one.prone && may(Deed::Stand) {
        return Deed::Stand;
    }
    // A skill or a draught would spoil the aim.
    if !fight.turn.aiming
        && let Some(power) = weigh::best_power(fight, who, distance)
    {
        return power;
    }
    // A breather takes two turns: what comes between them would undo the first.
    if one.breathers > 0 && distance > 0 && is_tired(fight, who) && may(Deed::Breather) {
        return Deed::Breather;
    }
    if shooter && distance > 0 && shots::pays_to_aim(fight, who, ruthless) {
        return Deed::Aim;
    }
    let best = weigh::best_attack(fight, who, ruthless);
    if let Some((attack, chance)) = best
        && (chance >= weigh::HOPELESS || !is_tired(fight, who))
    {
        return attack;
    }
    if is_tired(fight, who) {
        return Deed::Breather;
    }
    if distance > FAR && !shooter && guarding::holds(fight, who) {
        return guarding::wait(fight, who);
    }
    approach::towards(fight, who, near, distance, shooter)
}

/// Whether a combatant is too tired to charge: before that, a turn of attack is worth more than breath.
fn is_tired(fight: &Fight, who: Who) -> bool {
    let one = fight.one(who);
    one.fatigue > fatigue::EXHAUSTION && one.fatigue > fatigue::base(fight, who) && !fatigue::is_ignored(fight, who)
}

/// With nobody to fight: up, or breath.
fn idle(fight: &Fight, who: Who) -> Deed {
    for deed in [Deed::Stand, Deed::Guard] {
        if actions::may(fight, who, deed).is_ok() {
            return deed;
        }
    }
    Deed::End
}

/// An arrow, a bolt or a dart for what is in hand.
fn loads(fight: &Fight, who: Who) -> Option<Deed> {
    let one = fight.one(who);
    let empty = |hold: &Hold| {
        one.arm(*hold).is_some_and(|arm| !arm.loaded && fight.weapon(arm.weapon).entry.loading != Loading::None)
    };
    one.holds().find(|hold| empty(hold)).map(Deed::Load)
}

/// A weapon for empty hands: drawn, or picked up here.
fn arms(fight: &Fight, who: Who) -> Option<Deed> {
    let one = fight.one(who);
    let stowed = (0..one.stowed.len() as u8).map(Deed::Draw);
    let lying = fight
        .floor
        .iter()
        .enumerate()
        .filter(|(_, lying)| lying.at == one.at && matches!(lying.thing, Thing::Weapon(_)));
    stowed
        .chain(lying.map(|(place, _)| Deed::PickUp(place as u16)))
        .find(|deed| actions::may(fight, who, *deed).is_ok())
}
