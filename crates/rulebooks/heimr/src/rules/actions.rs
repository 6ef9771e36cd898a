//! Combat actions: their types, what each costs of a turn, when each is possible, and what it does.

mod times;

use quintain_engine::kit::refuse_if;
use quintain_engine::{Event, Refusal, Rule, Table, Who};

use crate::content::{BindPart, Effect, Limb, Loading, Role, Time};
use crate::rules::health::{self, Strain};
use crate::rules::powers::uses;
use crate::rules::{
    attacks, brawl, challenges, clusters, daze, defence, effects, fatigue, grid, handling, magic, movement, readied,
    stumble,
};
use crate::state::{Ask, Deed, Fight, Happened, Held, Hold, Thing, Upcoming, Use, Wanted, yes};

use times::{bit, cost_of};
pub(crate) use times::{ends_turn, is_ongoing, is_simultaneous, spend, time};

quintain_engine::section! {
    "Combat actions";
    TYPES = Engine "action.types": "Actions are standard, free, ongoing or upcoming.";
    STANDARD = Engine "action.standard": "One standard action in a turn.";
    FREE = Engine "action.free": "Any number of free actions in a turn, but each of them once.",
        ruling "The same action is the same row of the table, whatever it is done with.";
    ONGOING = Engine "action.ongoing": "An ongoing action takes the standard action and ends the turn; until the next one all defences lose 2 consistency.";
    UPCOMING = Engine "action.upcoming": "An upcoming action is free, ends the turn, and goes on as the standard action of the next turn.";
    INTERRUPT = Engine "action.upcoming.interrupt": "It is broken off if its owner is attacked, receives an effect or uses a skill before that.";
    NO_LOSS = Engine "action.upcoming.no-loss": "Broken off, it does not cost the standard action of the next turn.";
    CANCEL = Choice "action.upcoming.cancel": "Else its owner may still give it up at the start of the next turn.";
    SIMULTANEOUS = Choice "action.simultaneous": "Some actions can be done at the same time as another, one of them in a turn.";
    GROUPS = Engine "action.groups": "There are actions of attack and defence, of movement, with items, and others.";
    SKILL = Choice "action.skill": "Using a skill is an action of the skill's own type; its needs come first, and only one is used at a time.";
    ATTACK = Choice "act.weapon-attack": "A weapon attack is a standard action: a roll for each weapon wielded, at one target.";
    BRAWL = Choice "act.brawl": "A brawl attack is a standard action.";
    USE = Choice "act.skill": "A skill takes whatever type of action its card says.";
    CHARGE = Choice "act.charge": "A charge is ongoing: across an open border, then an attack on somebody there.";
    MOVE = Choice "act.move": "A move is a standard action: across an open border.",
        ruling "Distance is counted in turns, so a move crosses one border.", house "move.borders-per-action";
    JUMP_DOWN = Choice "act.jump-down": "Jumping down to a lower neighbour is free, once in a turn.";
    DRAW_ARROW = Choice "act.draw-arrow": "An arrow is drawn before every shot of a bow: free, at the same time as another action.";
    READY = Choice "act.ready": "Readying takes the standard action and ends the turn.";
    RUN = Choice "act.run": "A run is ongoing: across up to two open borders.";
    CRAWL = Choice "act.crawl": "The prone crawl across an open border: a standard action.";
    CLIMB = Choice "act.climb": "Climbing is a standard action: a level of height, by a Climbing roll where the border has a requirement.";
    STEP = Choice "act.step": "Stepping out of a cluster or into one, inside the location, is free.";
    STAND = Choice "act.stand": "Standing up is a standard action.";
    LIE_DOWN = Choice "act.lie-down": "Lying down is free.";
    SHOVE = Choice "act.shove": "A shove is a standard action: a brawl attack that pushes out of the cluster and does no damage.";
    BREAK_FREE = Choice "act.break-free": "Breaking free is a standard action: Brawl against the Brawl of the one who holds.";
    GUARD = Choice "act.guard": "Guarding is a standard action: 2 more consistency in defence until the next turn.";
    AIM = Choice "act.aim": "An aimed shot is upcoming: in the next turn a shot with 2 more consistency.";
    DRAW_WEAPON = Choice "act.draw-weapon": "Drawing a weapon is free, at the same time as another action.";
    LOAD_CROSSBOW = Choice "act.load-crossbow": "Loading a crossbow is a standard action, before every shot.";
    LOAD_BLOWGUN = Choice "act.load-blowgun": "Loading a blowgun is free, at the same time as another action.";
    DROP_ITEM = Choice "act.drop-item": "Letting something fall is free.";
    PICK_UP = Choice "act.pick-up": "Picking something up is a standard action.";
    STOW = Choice "act.stow": "Putting something away is a standard action.";
    USE_ITEM = Choice "act.use-item": "Using an item is a standard action.";
    GIVE = Choice "act.give": "Giving something to somebody is a standard action.";
    INTERACT = Choice "act.interact": "Opening or shutting a door is a standard action.";
    SPEAK = Choice "act.speak": "A few words are free.";
    LOOK = Choice "act.look": "A look round is free: a Perception roll.";
    BREATHER = Choice "act.breather": "A breather is ongoing.";
    FIRST_AID = Choice "act.first-aid": "Treating a patient is upcoming.";
    END = Choice "act.end": "The turn may be ended at any time.";
}

/// Rows of free actions that are told apart by a bit each; the bits from here on are those of powers.
const POWERS: u32 = 8;

pub(crate) fn loading(fight: &Fight, who: Who, hold: Hold) -> Loading {
    fight.one(who).arm(hold).map_or(Loading::None, |arm| fight.weapon(arm.weapon).entry.loading)
}

pub(crate) fn may(fight: &Fight, who: Who, deed: Deed) -> Result<(), Refusal> {
    if deed == Deed::End {
        return Ok(());
    }
    let turn = &fight.turn;
    match time(fight, who, deed) {
        Time::Standard | Time::Ongoing if turn.standard => {
            return Err(Refusal::new(&STANDARD, "the standard action is used"));
        }
        Time::Free if turn.free & bit(deed) != 0 => {
            return Err(Refusal::new(&FREE, "this has been done in this turn"));
        }
        _ => {}
    }
    if turn.simultaneous && is_simultaneous(fight, who, deed) {
        return Err(Refusal::new(&SIMULTANEOUS, "one thing has been done at the same time already"));
    }
    possible(fight, who, deed)
}

pub(crate) fn possible(fight: &Fight, who: Who, deed: Deed) -> Result<(), Refusal> {
    refuse_if(daze::is_dazed(fight, who) && deed != Deed::End, &daze::NO_ACTIONS, "dazed")?;
    refuse_if(defence::is_trussed(fight, who) && deed != Deed::End, &defence::HELPLESS, "bound hand and foot")?;
    match deed {
        Deed::End | Deed::Speak | Deed::Look | Deed::Guard | Deed::Breather => Ok(()),
        Deed::Ready => Ok(()),
        Deed::Attack { at, with } => attacks::may_attack(fight, who, at, with),
        Deed::Charge { to, at, with } => movement::may_charge(fight, who, to, at, with),
        Deed::Move { to } => movement::may_move(fight, who, to),
        Deed::Run { to, via } => movement::may_run(fight, who, to, via),
        Deed::Crawl { to } => movement::may_crawl(fight, who, to),
        Deed::Climb { to } => movement::may_climb(fight, who, to),
        Deed::Swim { to } => movement::may_swim(fight, who, to),
        Deed::JumpDown { to } => movement::may_jump_down(fight, who, to),
        Deed::StepOut => may_step_out(fight, who),
        Deed::StepInto { whom } => may_step_into(fight, who, whom),
        Deed::Stand => may_stand(fight, who),
        Deed::LieDown if fight.one(who).prone => Err(Refusal::new(&defence::PRONE, "it lies already")),
        Deed::LieDown => Ok(()),
        Deed::BreakFree => {
            let held = fight.one(who).effects.iter().any(|lasting| lasting.grabbed && lasting.turns > 0);
            refuse_if(!held, &BREAK_FREE, "nobody holds it")
        }
        Deed::Aim => may_aim(fight, who),
        Deed::Power(used) => uses::may(fight, who, used),
        _ => handling::may(fight, who, deed),
    }
}

fn may_step_out(fight: &Fight, who: Who) -> Result<(), Refusal> {
    refuse_if(fight.one(who).cluster == 0, &clusters::STEP_OUT, "it is in no cluster")?;
    bound_in_place(fight, who)
}

fn may_step_into(fight: &Fight, who: Who, whom: Who) -> Result<(), Refusal> {
    let (one, other) = (fight.one(who), fight.one(whom));
    if one.at != other.at || other.cluster == 0 || clusters::together(fight, who, whom) {
        return Err(Refusal::new(&clusters::DEFINITION, "there is no cluster to step into"));
    }
    refuse_if(one.suffers(Effect::Stumble), &stumble::CLUSTER_ONLY, "the stumbling do not step into clusters")?;
    if effects::fears(fight, who).any(|source| source == whom || clusters::together(fight, source, whom)) {
        return Err(Refusal::new(&effects::FEAR, "fear keeps it out of that cluster"));
    }
    bound_in_place(fight, who)
}

fn bound_in_place(fight: &Fight, who: Who) -> Result<(), Refusal> {
    refuse_if(effects::is_held(fight, who), &effects::BIND, "bound to its place")
}

fn may_stand(fight: &Fight, who: Who) -> Result<(), Refusal> {
    let one = fight.one(who);
    refuse_if(!one.prone, &STAND, "it stands already")?;
    refuse_if(one.suffers(Effect::Fall), &effects::FALL, "it may stand up only when the effect has passed")?;
    refuse_if(health::lame(fight, who), &health::EFFECT, "an injured leg keeps it down")?;
    Ok(())
}

fn may_aim(fight: &Fight, who: Who) -> Result<(), Refusal> {
    let ranged = |hold: &Hold| fight.one(who).arm(*hold).is_some_and(|arm| !fight.weapon(arm.weapon).is_melee());
    refuse_if(!fight.one(who).holds().any(|hold| ranged(&hold)), &AIM, "no ranged weapon in hand")?;
    refuse_if(fight.one(who).suffers(Effect::Stumble), &stumble::NO_RANGED, "stumbling: no ranged attacks")?;
    let natural = |hold: &Hold| fight.one(who).arm(*hold).is_some_and(|arm| fight.weapon(arm.weapon).is_natural());
    let free = fight.one(who).holds().any(|hold| ranged(&hold) && natural(&hold))
        || !effects::is_bound(fight, who, BindPart::Hands);
    refuse_if(!free, &effects::BIND, "the hands are bound")
}

/// How something weighs on the body that nobody can see coming; all else is weighed once it begins.
pub(super) fn strain_of(deed: Deed) -> Option<Strain> {
    match deed {
        Deed::Stand => Some(Strain::Legs),
        Deed::LieDown | Deed::Guard | Deed::Aim | Deed::Breather | Deed::Look | Deed::Ready => Some(Strain::Other),
        _ => None,
    }
}

/// Does something that has been found possible. False if it did not take place after all.
pub(crate) fn perform<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    deed: Deed,
) -> Result<bool, T::Halt> {
    if let Some(strain) = strain_of(deed) {
        health::strains(fight, table, who, strain)?;
    }
    match deed {
        Deed::End | Deed::StepOut | Deed::StepInto { .. }
            if !readied::wants(fight, table, who, Wanted::Deed(deed))? || possible(fight, who, deed).is_err() =>
        {
            return Ok(false);
        }
        Deed::End => {
            table.tell(|| Event::new(&END, format!("{} ends its turn", fight.label(who))).by(who).closing());
        }
        Deed::Attack { at, with } => {
            return attacks::attack(fight, table, who, at, with, false);
        }
        deed if movement::is_movement(deed) => {
            if !movement::perform(fight, table, who, deed)? {
                return Ok(false);
            }
        }
        Deed::StepOut => {
            health::strains(fight, table, who, Strain::Legs)?;
            does(fight, table, who, &STEP, "steps out of the cluster");
            clusters::leave(fight, table, who, &clusters::STEP_OUT);
        }
        Deed::StepInto { whom } => {
            health::strains(fight, table, who, Strain::Legs)?;
            does(fight, table, who, &STEP, "steps into a cluster");
            clusters::join(fight, table, who, whom);
        }
        Deed::Ready => return readied::ready(fight, table, who),
        Deed::Power(used) => {
            if !use_power(fight, table, who, used)? {
                return Ok(false);
            }
        }
        Deed::Stand
        | Deed::LieDown
        | Deed::BreakFree
        | Deed::Guard
        | Deed::Aim
        | Deed::Breather
        | Deed::Speak
        | Deed::Look => in_place(fight, table, who, deed)?,
        _ => {
            if !handling::comes_to_it(fight, table, who, deed)? {
                return Ok(false);
            }
            handling::perform(fight, table, who, deed)?;
        }
    }
    readied::run(fight, table)?;
    Ok(true)
}

/// What is done without leaving one's place.
fn in_place<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, deed: Deed) -> Result<(), T::Halt> {
    match deed {
        Deed::Stand => {
            fight.one_mut(who).prone = false;
            does(fight, table, who, &STAND, "stands up");
        }
        Deed::LieDown => {
            does(fight, table, who, &LIE_DOWN, "lies down");
            effects::lie_down(fight, table, who, &LIE_DOWN);
        }
        Deed::BreakFree => {
            does(fight, table, who, &BREAK_FREE, "tries to break free");
            brawl::break_free(fight, table, who)?;
        }
        Deed::Guard => {
            fight.one_mut(who).guard = true;
            does(fight, table, who, &GUARD, "guards");
        }
        Deed::Aim => {
            fight.one_mut(who).upcoming = Some(Upcoming::Aim);
            does(fight, table, who, &AIM, "takes aim");
        }
        Deed::Breather => {
            fatigue::breathe(fight, table, who);
        }
        Deed::Speak => {
            does(fight, table, who, &SPEAK, "says a few words");
        }
        Deed::Look => {
            does(fight, table, who, &LOOK, "looks round");
            look(fight, table, who)?;
        }
        _ => {}
    }
    Ok(())
}

/// A skill, an item, magic, treatment. False if it did not take place.
fn use_power<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, used: Use) -> Result<bool, T::Halt> {
    if !readied::wants(fight, table, who, Wanted::Skill)? || uses::may(fight, who, used).is_err() {
        return Ok(false);
    }
    if uses::strains(used) {
        health::strains(fight, table, who, Strain::Other)?;
    }
    if let Use::Gather { .. } = used {
        table.tell(|| {
            let text = format!("{} gathers power{}", fight.label(who), uses::goal(fight, who, used));
            act_of(fight, who, Event::new(&USE, text))
        });
    }
    interrupt(fight, table, who, "a skill of its own");
    let took_place = uses::carry_out(fight, table, who, used)?;
    if took_place && !matches!(used, Use::Attack { .. } | Use::Item { .. }) {
        readied::note(fight, Happened::UsedSkill(who));
    }
    Ok(took_place)
}

/// The event of a deed, with the rules of its kind and of what it costs of the turn.
pub(crate) fn act_of(fight: &Fight, who: Who, event: Event) -> Event {
    let event = fight.caused(event.and(&GROUPS).act().by(who));
    let own = fight.turn.who == Some(who) && fight.acting == Some(who);
    match fight.turn.deed.filter(|_| own) {
        Some(deed) => event.and(&TYPES).and(cost_of(fight, who, deed)),
        None => event,
    }
}

/// Tells of a deed, in words behind the doer's name.
fn does<T: Table<Fight>>(fight: &Fight, table: &mut T, who: Who, rule: &'static Rule, words: &str) {
    table.tell(|| act_of(fight, who, Event::new(rule, format!("{} {words}", fight.label(who)))));
}

fn look<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    let challenge = challenges::of_role(fight, table, who, Role::Notice)?;
    challenges::roll(fight, table, &challenge, &LOOK, "looking round", None)?;
    Ok(())
}

/// What is to go on in the next turn is broken off, and with it the gathering of power.
pub(crate) fn interrupt<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, why: &'static str) {
    // An aim that goes on is upcoming until the shot of this turn.
    let aims = fight.turn.who == Some(who) && !fight.turn.standard && std::mem::take(&mut fight.turn.aiming);
    let gathers = magic::lapses(fight, who);
    if fight.one_mut(who).upcoming.take().is_some() || aims || gathers {
        table.tell(|| {
            let what = if gathers { "the power gathered so far" } else { "what it had begun" };
            let event = fight.event(&INTERRUPT, who, format_args!("loses {what}: {why} breaks it off")).and(&NO_LOSS);
            fight.caused(if gathers { event.and(&magic::CONCENTRATION) } else { event })
        });
    }
}

/// At the start of a turn: what was begun goes on or is given up.
pub(crate) fn goes_on<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    if fight.one(who).upcoming.is_none() {
        return Ok(());
    }
    let on = yes(fight, table, Ask::Continue { who })?;
    let Some(upcoming) = fight.one(who).upcoming else { return Ok(()) };
    if !on {
        fight.one_mut(who).upcoming = None;
        let gathers = magic::lapses(fight, who);
        table.tell(|| {
            let event = Event::new(&CANCEL, format!("{} gives up what it has begun", fight.label(who))).by(who).act();
            if gathers { event.and(&magic::CONCENTRATION) } else { event }
        });
        return Ok(());
    }
    table.tell(|| {
        let what = match upcoming {
            Upcoming::Aim => "goes on aiming",
            Upcoming::Gather => "goes on gathering power",
            Upcoming::Tend(_) => "goes on with the treatment",
        };
        Event::new(&CANCEL, format!("{} {what}", fight.label(who))).and(&UPCOMING).by(who).act()
    });
    if upcoming == Upcoming::Aim {
        fight.one_mut(who).upcoming = None;
        fight.turn.aiming = true;
        return Ok(());
    }
    uses::goes_on(fight, table, who)?;
    readied::run(fight, table)
}

pub(crate) fn thing_name(fight: &Fight, thing: Thing) -> String {
    match thing {
        Thing::Weapon(arm) => fight.weapon(arm.weapon).entry.name.clone(),
        Thing::Shield(held) => fight.shield(held.shield).entry.name.clone(),
        Thing::Item(item, _) => fight.item(item).entry.name.clone(),
    }
}

/// Whether something that is held can be used: its arm is whole and its hand free.
pub(crate) fn arm_is_fit(fight: &Fight, who: Who, held: Held) -> Result<(), Refusal> {
    let arm = match held {
        Held::Sword | Held::Item(_) => Limb::SwordArm,
        Held::Off | Held::Shield => Limb::OffArm,
    };
    refuse_if(health::useless(fight, who, arm), &health::EFFECT, "the arm is injured")?;
    refuse_if(effects::is_bound(fight, who, BindPart::Hands), &effects::BIND, "the hands are bound")
}

pub(crate) fn took(fight: &mut Fight, who: Who) {
    readied::note(fight, Happened::Took(who));
}

/// A location that a combatant may reach in one step, whatever the way.
pub(crate) fn is_neighbour(fight: &Fight, who: Who, to: quintain_field::Square) -> bool {
    grid::neighbours(fight, fight.one(who).at).any(|(_, known)| known == to)
}
