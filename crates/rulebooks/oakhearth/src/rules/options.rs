//! What may be done: every legality check, every candidate, each in one place.

mod extras;
mod texts;
mod together;

use quintain_engine::{Refusal, Who};
use quintain_field::Square;

use crate::ask::{Coin, Deed, Target, With};
use crate::book::{Condition, Feature, Skill};
use crate::combatant::{Hand, Kind, Signal};
use crate::fight::{Fight, Thing};
use crate::rules::{
    abilities, action_points, attack, disarm, disengage, doors, falling_attack, grapple, help, hide, jumping,
    maneuvers, moving, non_lethal, objects, passing, riding, shove, tending, throw, transfer, weapons, zones,
};

pub use extras::{MOST_TIMES, added, any_extra, extras, former_text, most_adv, price, text as extra_text};
pub use texts::{deed_text, item_text, reaction_text, target as target_text, thing_text};
pub use together::together;

/// Skills with which one helps or is helped in a fight.
pub const HELPED: [Skill; 4] = [Skill::Athletics, Skill::Acrobatics, Skill::Stealth, Skill::Perception];

/// The AP that a deed takes when it is declared: 1 for most.
pub fn ap_of(fight: &Fight, who: Who, deed: Deed) -> u8 {
    match deed {
        Deed::Disengage(full) => 1 + u8::from(full && !disengage::nimble(fight, who)),
        Deed::Dodge(full) => 1 + u8::from(full),
        Deed::Tend(_) | Deed::PutOut(_) | Deed::Gather => 2,
        Deed::Door(_, turn) if turn.is_a_lock() => 1,
        Deed::Draw(_) | Deed::Switch(_) | Deed::Stow(_) | Deed::PickUp(_) | Deed::Handle | Deed::Door(..) => {
            objects::price(fight, who)
        }
        Deed::Reload(weapon) => fight.weapon(weapon).loading,
        Deed::Cast { ability, coin, .. } => abilities::cost(fight, ability).paid_with(coin).ap.max(0) as u8,
        // What is paid with movement, costs nothing, or is no deed by itself.
        Deed::Move(_) | Deed::Jump(_) | Deed::Mount(_) | Deed::Climb(_) | Deed::Shift(..) => 0,
        Deed::Stand | Deed::MoveForFree => 0,
        Deed::End | Deed::LieDown | Deed::Release(_) | Deed::Drop(_) | Deed::Speak | Deed::Hold => 0,
        Deed::StopConcentrating | Deed::GatherMana(_) => 0,
        _ => 1,
    }
}

/// The kind of Check that a deed makes, for the Multiple Check Penalty.
pub fn kind_of(fight: &Fight, who: Who, deed: Deed) -> Option<Kind> {
    match deed {
        Deed::Attack { .. } | Deed::FallOn { .. } | Deed::Disarm { .. } | Deed::Break { .. } | Deed::Cut { .. } => {
            Some(Kind::Attack)
        }
        Deed::Grapple(_) | Deed::Shove(_) | Deed::Tackle(_) | Deed::Throw(_) | Deed::ThrowAt(..) | Deed::Toss(_) => {
            Some(Kind::Skill(Skill::Athletics))
        }
        Deed::Escape(_) | Deed::Pass(_) => Some(Kind::Skill(crate::rules::numbers::physical_skill(fight, who))),
        Deed::TearFree(_) => Some(Kind::Might),
        Deed::Hide => Some(Kind::Skill(Skill::Stealth)),
        Deed::Mechanism => Some(Kind::Skill(Skill::SleightOfHand)),
        Deed::Door(_, turn) if turn.is_a_lock() => Some(Kind::Skill(Skill::SleightOfHand)),
        Deed::Search => Some(Kind::Skill(Skill::Perception)),
        Deed::Cast { ability, .. } => crate::rules::spell_checks::kind_of(fight, ability),
        _ => None,
    }
}

/// # Errors
/// Why a deed may not be done now: its own rule, then its AP.
pub fn may(fight: &Fight, who: Who, deed: Deed) -> Result<(), Refusal> {
    possible(fight, who, deed)?;
    action_points::may_pay(fight, who, ap_of(fight, who, deed))
}

/// # Errors
/// Why a deed cannot be done now, its AP aside.
pub fn possible(fight: &Fight, who: Who, deed: Deed) -> Result<(), Refusal> {
    let by = |rule, why: &'static str| Err(Refusal::new(rule, why));
    if deed != Deed::End && !fight.able(who) {
        return by(&crate::rules::conditions::INCAPACITATED, "it cannot act");
    }
    crate::rules::conditions::dares(fight, who, deed)?;
    match deed {
        Deed::End | Deed::Handle | Deed::Interact | Deed::Mechanism | Deed::Search => Ok(()),
        Deed::Disengage(_) | Deed::Dodge(_) => Ok(()),
        Deed::Attack { at, with } => attack::may_attack(fight, who, at, with),
        Deed::FallOn { at, with } => falling_attack::may_drop(fight, who, at, with),
        Deed::Move(to) => may_walk(fight, who, to),
        Deed::Climb(by) => moving::may_climb(fight, who, by.into()),
        Deed::Jump(to) => jumping::may_jump(fight, who, to),
        Deed::Mount(beast) => riding::may_mount(fight, who, beast),
        Deed::Pass(other) => passing::may_pass(fight, who, other),
        Deed::Disarm { at, hand, with } => disarm::may_disarm(fight, who, at, hand, with),
        Deed::Grapple(at) => grapple::may_grapple(fight, who, at),
        Deed::Release(at) if grapple::holds(fight, who, at) => Ok(()),
        Deed::Shift(whom, to) => grapple::aside::may_shift(fight, who, whom, to),
        Deed::Escape(from) if grapple::holds(fight, from, who) => Ok(()),
        Deed::Release(_) => by(&grapple::HAND_USED, "nobody of that name is in its grip"),
        Deed::Escape(_) => by(&grapple::ESCAPE, "nobody of that name holds it"),
        Deed::Shove(at) => shove::may_shove(fight, who, at),
        Deed::Tackle(at) => shove::may_tackle(fight, who, at),
        Deed::Throw(whom) | Deed::Toss(whom) => throw::may_throw(fight, who, whom),
        Deed::ThrowAt(whom, target) if throw::line(fight, who, whom, target).is_some() => {
            throw::may_throw(fight, who, whom)
        }
        Deed::ThrowAt(..) => Err(Refusal::new(&throw::TARGET, "the target is in no straight line")),
        Deed::Hide => hide::may_hide(fight, who),
        Deed::HelpAttack(ally, enemy) => help::may_help_attack(fight, who, ally, enemy),
        Deed::HelpSkill(ally, skill) => help::may_help_skill(fight, who, ally, skill),
        Deed::Stand => moving::may_stand(fight, who),
        Deed::LieDown if !fight.one(who).has(Condition::Prone) => Ok(()),
        Deed::LieDown => by(&crate::rules::conditions::PRONE, "it is Prone"),
        Deed::Cast { ability, at, coin } => may_use(fight, who, (ability, coin), at),
        Deed::Sustain if fight.one(who).concentration.is_some() && !fight.one(who).turn.sustained => Ok(()),
        Deed::StopConcentrating if fight.one(who).concentration.is_some() => Ok(()),
        Deed::Sustain | Deed::StopConcentrating => {
            by(&crate::rules::concentration::SUSTAIN, "there is nothing to keep up")
        }
        Deed::MoveForFree => tending::may_move_free(fight, who),
        Deed::Shed(condition) => tending::may_shed(fight, who, condition),
        Deed::Break { at, with } => zones::may_break(fight, who, at, with),
        Deed::Tend(whom) => tending::may_tend(fight, who, whom),
        Deed::Stabilize(whom) => tending::may_stabilize(fight, who, whom),
        Deed::PutOut(whom) => tending::may_put_out(fight, who, whom),
        Deed::Wake(whom) => non_lethal::may_wake(fight, who, whom),
        Deed::TearFree(whom) => tending::may_tear_free(fight, who, whom),
        Deed::Cut { whom, with } => tending::may_cut(fight, who, whom, with),
        Deed::Gather => tending::may_gather(fight, who),
        Deed::Stride(_) if crate::rules::numbers::speed(fight, who) > 0 => Ok(()),
        Deed::Stride(_) => Err(Refusal::new(&moving::ACTION, "its Movement is 0")),
        Deed::Hold => action_points::may_pay(fight, who, 1),
        _ => possible_with_things(fight, who, deed),
    }
}

/// The same for what is done with weapons, things and doors, and for mana.
fn possible_with_things(fight: &Fight, who: Who, deed: Deed) -> Result<(), Refusal> {
    let by = |rule, why: &'static str| Err(Refusal::new(rule, why));
    match deed {
        Deed::Draw(thing) => objects::may_draw(fight, who, thing),
        Deed::Switch(weapon) if armed(fight, who) => objects::may_switch(fight, who, weapon),
        Deed::Switch(_) => by(&objects::FREE, "no hand holds a weapon"),
        Deed::Stow(hand) if objects::held(fight, who, hand).is_some() => objects::may_handle(fight, who),
        Deed::Drop(hand) if objects::held(fight, who, hand).is_some() => Ok(()),
        Deed::Stow(_) | Deed::Drop(_) => by(&objects::FREE, "that hand holds nothing"),
        Deed::PickUp(thing) => objects::may_pick_up(fight, who, thing),
        Deed::Use { item, at } => crate::rules::items::may_use(fight, who, item, at),
        Deed::Give { thing, to } => transfer::may_give(fight, who, thing, to),
        Deed::Take { thing, from } => transfer::may_take(fight, who, thing, from),
        Deed::Lob(thing) => transfer::may_lob(fight, who, thing),
        Deed::Door(portal, turn) => doors::may_turn(fight, who, portal, turn),
        Deed::Speak if matters_aloud(fight, who) => Ok(()),
        Deed::Speak => Err(Refusal::new(&hide::ENDS_NOISE, "it is neither Hidden nor does it hold its breath")),
        Deed::Reload(weapon) => tending::may_reload(fight, who, weapon),
        Deed::GatherMana(mp) => tending::may_gather_mana(fight, who, mp),
        // All other deeds are judged above.
        _ => Ok(()),
    }
}

/// Whether an ability may be used so, paid with this and aimed at that.
fn may_use(fight: &Fight, who: Who, (ability, coin): (u16, Coin), at: Target) -> Result<(), Refusal> {
    abilities::may_begin(fight, who, ability)?;
    maneuvers::may_pay_with(fight, who, ability, coin)?;
    abilities::may_aim(fight, who, ability, at)
}

/// Whether it makes a difference that somebody speaks aloud.
fn matters_aloud(fight: &Fight, who: Who) -> bool {
    !fight.one(who).hidden_from.is_empty() || fight.underwater(who)
}

fn may_walk(fight: &Fight, who: Who, to: Square) -> Result<(), Refusal> {
    let ap = action_points::available(fight, who);
    let budget = moving::within_reach(fight, who, ap);
    if budget <= 0 {
        return moving::may_move(fight, who).and(Err(Refusal::new(&moving::ACTION, "it has no movement")));
    }
    if moving::cost_to(fight, who, to, budget).is_some() {
        return Ok(());
    }
    if fight.one(who).moves >= 3 {
        return moving::may_move(fight, who);
    }
    let why = format!("{to} is too far or taken; {} of movement can be had", crate::words::spaces(budget));
    Err(Refusal::new(&moving::ACTION, why))
}

fn armed(fight: &Fight, who: Who) -> bool {
    fight.one(who).each_hand().any(|hand| holds_weapon(fight, who, hand))
}

fn holds_weapon(fight: &Fight, who: Who, hand: u8) -> bool {
    matches!(fight.one(who).hands.get(usize::from(hand)), Some(Hand::Weapon(_)))
}

/// Everything that somebody could attack with, in a fixed order.
pub fn arms(fight: &Fight, who: Who) -> impl Iterator<Item = With> + '_ {
    let shape = fight.one(who).shape;
    let own = move |_: &u8| shape.is_none();
    let hands =
        fight.one(who).each_hand().filter(own).filter(move |hand| holds_weapon(fight, who, *hand)).map(With::Hand);
    let natural = weapons::natural(fight, who).iter().map(|weapon| With::Natural(*weapon));
    let drawn = objects::sheathed(fight, who).filter(move |_| shape.is_none()).map(With::Drawn);
    hands.chain(natural).chain([With::Body]).chain(drawn)
}

/// Everything that could be done on a turn, legal or not, movement aside.
pub fn candidates(fight: &Fight, who: Who, mut each: impl FnMut(Deed)) {
    each(Deed::End);
    against_enemies(fight, who, &mut each);
    in_a_grip(fight, who, &mut each);
    for full in [false, true] {
        each(Deed::Disengage(full));
        each(Deed::Dodge(full));
    }
    each(Deed::Hide);
    each(Deed::Search);
    for ally in fight.allies(who) {
        for enemy in fight.enemies(who) {
            each(Deed::HelpAttack(ally, enemy));
        }
        for skill in HELPED {
            each(Deed::HelpSkill(ally, skill));
        }
    }
    each(Deed::Stand);
    each(Deed::LieDown);
    with_things(fight, who, &mut each);
    more(fight, who, &mut each);
}

fn against_enemies(fight: &Fight, who: Who, each: &mut impl FnMut(Deed)) {
    for at in fight.enemies(who) {
        for with in arms(fight, who) {
            each(Deed::Attack { at, with });
            if falling_attack::height(fight, who, at) > 0 {
                each(Deed::FallOn { at, with });
            }
        }
        for hand in fight.one(at).each_hand() {
            if matches!(fight.one(at).hands.get(usize::from(hand)), Some(Hand::Weapon(_) | Hand::Shield)) {
                disarm::means(fight, who).for_each(|with| each(Deed::Disarm { at, hand, with }));
            }
        }
        each(Deed::Grapple(at));
        each(Deed::Shove(at));
        each(Deed::Tackle(at));
        if fight.distance(who, at) <= 1 {
            each(Deed::Pass(at));
        }
    }
}

/// What is done to the creatures that it grapples or could grapple, and to those that grapple it.
fn in_a_grip(fight: &Fight, who: Who, each: &mut impl FnMut(Deed)) {
    for other in fight.everyone().filter(|other| *other != who && fight.present(*other)) {
        if grapple::holds(fight, who, other) {
            each(Deed::Release(other));
            grapple::aside::places(fight, who, other).for_each(|to| each(Deed::Shift(other, to)));
            each(Deed::Throw(other));
            each(Deed::Toss(other));
            for target in fight.enemies(who).filter(|target| *target != other) {
                each(Deed::ThrowAt(other, target));
            }
        }
        if grapple::holds(fight, other, who) {
            each(Deed::Escape(other));
        }
        each(Deed::Wake(other));
    }
    // A friend may be taken hold of or pushed out of harm's way, and may let it happen.
    for ally in fight.allies(who).filter(|ally| fight.distance(who, *ally) <= 1) {
        each(Deed::Grapple(ally));
        each(Deed::Shove(ally));
    }
}

fn with_things(fight: &Fight, who: Who, each: &mut impl FnMut(Deed)) {
    for weapon in objects::sheathed(fight, who) {
        each(Deed::Draw(Thing::Weapon(weapon)));
        each(Deed::Switch(weapon));
    }
    objects::slung(fight, who).into_iter().for_each(|shield| each(Deed::Draw(shield)));
    for hand in fight.one(who).each_hand() {
        each(Deed::Stow(hand));
        each(Deed::Drop(hand));
    }
    for thing in objects::within_reach(fight, who) {
        each(Deed::PickUp(thing));
    }
    each(Deed::Handle);
    each(Deed::Interact);
    each(Deed::Mechanism);
    for (portal, _) in doors::all(fight).filter(|(portal, _)| doors::within_reach(fight, who, *portal)) {
        doors::Turn::ALL.into_iter().for_each(|turn| each(Deed::Door(portal, turn)));
    }
    each(Deed::Speak);
}

fn more(fight: &Fight, who: Who, each: &mut impl FnMut(Deed)) {
    for item in 0..fight.one(who).items.len() as u8 {
        for at in crate::rules::items::aims(fight, who, item) {
            each(Deed::Use { item, at });
        }
    }
    for thing in transfer::belongings(fight, who) {
        fight.allies(who).for_each(|to| each(Deed::Give { thing, to }));
        each(Deed::Lob(thing));
    }
    // Of enemies and the dead only those are thought of who lie close by.
    let near = |from: Who| fight.distance(who, from) <= 1;
    let friend = |from: Who| fight.present(from) && fight.one(from).side == fight.one(who).side;
    for from in fight.everyone().filter(|from| *from != who && (near(*from) || friend(*from))) {
        transfer::belongings(fight, from).for_each(|thing| each(Deed::Take { thing, from }));
    }
    for with in arms(fight, who) {
        let weapon = weapons::used(fight, who, with);
        if fight.weapon(weapon).loading > 0 {
            each(Deed::Reload(weapon));
        }
    }
    for ability in fight.template(who).uses.deeds.iter().copied() {
        for at in abilities::thought_of(fight, who, ability) {
            maneuvers::coins(fight, who, ability).for_each(|coin| each(Deed::Cast { ability, at, coin }));
        }
    }
    [Deed::Sustain, Deed::StopConcentrating, Deed::MoveForFree].into_iter().for_each(&mut *each);
    for status in &fight.one(who).statuses {
        if status.shed.is_some() {
            each(Deed::Shed(status.condition));
        }
    }
    for at in zones::walls(fight) {
        for with in arms(fight, who).filter(|with| !matches!(with, With::Drawn(_))) {
            each(Deed::Break { at, with });
        }
    }
    for whom in fight.everyone().filter(|whom| fight.present(*whom)) {
        for deed in [Deed::Tend(whom), Deed::Stabilize(whom), Deed::PutOut(whom), Deed::TearFree(whom)] {
            each(deed);
        }
        if tending::may_tear_free(fight, who, whom).is_ok() {
            arms(fight, who).for_each(|with| each(Deed::Cut { whom, with }));
        }
    }
    each(Deed::Gather);
    (1..=tending::most_mana(fight, who)).for_each(|mp| each(Deed::GatherMana(mp)));
    if fight.one(who).height > 0 || fight.template(who).entry.fly.is_some() {
        for by in [-3, -2, -1, 1, 2, 3] {
            each(Deed::Climb(by));
        }
    }
    for beast in fight.allies(who).filter(|ally| fight.template(*ally).has(&Feature::Mount)) {
        each(Deed::Mount(beast));
    }
    jumping::thought_of(fight, who).for_each(|to| each(Deed::Jump(to)));
    each(Deed::Hold);
}

/// What can be held: whatever costs AP and could be possible when its trigger comes.
pub fn holdable(fight: &Fight, who: Who, deed: Deed) -> bool {
    let at_once = matches!(
        deed,
        Deed::FallOn { .. }
            | Deed::Pass(_)
            | Deed::Tackle(_)
            | Deed::Draw(_)
            | Deed::Switch(_)
            | Deed::Stow(_)
            | Deed::PickUp(_)
            | Deed::Handle
            | Deed::Sustain
            | Deed::Gather
    );
    // Where an area will lie is said when it is carried out.
    let there = !matches!(
        deed,
        Deed::Cast { at: Target::Square(_) | Target::Way(..), .. } | Deed::Attack { with: With::Drawn(_), .. }
    );
    let ap = ap_of(fight, who, deed);
    !at_once && there && ap > 0 && action_points::may_pay(fight, who, ap).is_ok()
}

/// Everything that can be held now.
pub fn holdables(fight: &Fight, who: Who) -> Vec<Deed> {
    let mut all = Vec::new();
    if let Some(spaces) = moving::next_move(fight, who, fight.one(who).moves).filter(|spaces| *spaces > 0) {
        all.extend(Some(Deed::Stride(spaces.min(255) as u8)).filter(|deed| may(fight, who, *deed).is_ok()));
    }
    candidates(fight, who, |deed| {
        let deed = match deed {
            Deed::Cast { ability, at: Target::Square(_) | Target::Way(..), coin } => {
                Deed::Cast { ability, at: Target::Later, coin }
            }
            _ => deed,
        };
        if holdable(fight, who, deed) && !all.contains(&deed) {
            all.push(deed);
        }
    });
    for ability in fight.template(who).abilities.iter().copied() {
        let deed = Deed::Cast { ability, at: Target::Later, coin: Coin::Ap };
        let placed = abilities::is_deed(fight, ability) && abilities::placed(fight, ability);
        let paid = action_points::may_pay(fight, who, ap_of(fight, who, deed)).is_ok();
        if placed && paid && !all.contains(&deed) && abilities::may_begin(fight, who, ability).is_ok() {
            all.push(deed);
        }
    }
    all
}

/// What may set a Held Action off.
pub fn signals(fight: &Fight, who: Who) -> Vec<Signal> {
    let others = fight.everyone().filter(|other| *other != who && fight.present(*other));
    others
        .flat_map(|other| {
            [
                Signal::Nears(other),
                Signal::Moves(other),
                Signal::Leaves(other),
                Signal::Attacks(other),
                Signal::Casts(other),
                Signal::Ends(other),
                Signal::Acts(other),
                Signal::Uses(other),
            ]
        })
        .chain([Signal::Changes, Signal::Word])
        .collect()
}
