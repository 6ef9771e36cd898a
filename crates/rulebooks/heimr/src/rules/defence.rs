//! Defence: dodge, block and parry, rolled ahead and open to all; prone and helpless.

use arrayvec::ArrayVec;
use quintain_engine::kit::refuse_if;
use quintain_engine::{Breakdown, Dicing, Event, Refusal, Role as Part, Rule, Table, Thrown, Who};

use crate::content::{AbilityId, BindPart, DefenceMode, Grip, Role, Words};
use crate::rules::attacks::{self, ASK, NEXT};
use crate::rules::challenges::{self, Challenge, Rolled, Said};
use crate::rules::{abilities, actions, armoury, blind_spots, daze, effects, environment, fatigue, powers};
use crate::state::{Act, Ask, Combatant, Defence, Fight, Hold, MOST_HOLDS, Standing, yes};

quintain_engine::section! {
    "Defence";
    THREE = Choice "defence.three": "One dodges, blocks or parries.";
    EQUAL = Engine "defence.equal-or-higher": "An attack misses when the defence is equal or higher.";
    BEFORE = Engine "defence.before-attack-known": "The defence is rolled before the result of the attack is known.";
    DODGE = Engine "defence.dodge": "Dodging is rolled on Agility.";
    BLOCK = Engine "defence.block": "Blocking needs a shield, is rolled on the ability used with it, and adds the shield's bonus.";
    PARRY = Engine "defence.parry": "Parrying needs a melee weapon in hand, works only hand to hand, and adds the weapon's bonus.";
    PENALTY = Engine "defence.penalty": "Each earlier dodge takes 2 consistency from a dodge, each earlier block 2 from a block.";
    SEPARATE = Engine "defence.penalty-separate": "Dodges and blocks are counted apart.";
    LIMIT = Engine "defence.parry-limit": "A weapon parries once between two turns of its bearer, and without a growing penalty.";
    RESTORE = Engine "defence.restore": "All counts begin anew at the start of one's turn.";
    DECLINE = Choice "defence.decline": "One may choose not to defend: the attack hits, and nothing is counted.";
    PRONE = Engine "position.prone": "The prone only crawl, and lose 2 consistency in attack and defence; shots at them lose 2 as well.";
    HELPLESS = Engine "position.helpless": "The helpless neither act nor defend; shooters count them as prone, and attackers choose the part they hit.",
        ruling "The page breaks off; this is assumed.";
}

/// What each use of a dodge or block takes from the next.
const EACH: i16 = 2;

/// What lying prone takes.
pub(crate) const LYING: i16 = 2;

/// What a defence that is not spoilt is worth beside its score, in thousandths.
const STAKE: i32 = 6000;

/// What an ongoing action takes, and what guarding gives.
const OPEN: i16 = 2;

const GUARD: i16 = 2;

/// Whether a combatant can make defensive rolls at all.
pub(crate) fn is_able(fight: &Fight, who: Who) -> bool {
    fight.present(who) && !is_helpless(fight, who) && !daze::is_open(fight, who)
}

/// Whether a combatant is unconscious, or bound hand and foot: attackers choose where they hit.
pub(crate) fn is_helpless(fight: &Fight, who: Who) -> bool {
    fight.one(who).unconscious || is_trussed(fight, who)
}

pub(crate) fn is_trussed(fight: &Fight, who: Who) -> bool {
    effects::is_bound(fight, who, BindPart::Hands) && effects::is_bound(fight, who, BindPart::Feet)
}

/// The bit of a hold among those that have parried.
fn bit(hold: Hold) -> u8 {
    match hold {
        Hold::Sword => 1,
        Hold::Off => 2,
        Hold::Body(place) => 4 << place,
    }
}

/// A weapon newly taken in hand: what was held there before has parried, not this one.
pub(crate) fn has_not_parried(one: &mut Combatant, hold: Hold) {
    one.parried &= !bit(hold);
}

fn shield_ability(fight: &Fight, who: Who) -> Result<AbilityId, Refusal> {
    let guarded = fight.one(who).shield.ok_or_else(|| Refusal::new(&BLOCK, "no shield"))?;
    refuse_if(powers::hand_is_bound(fight, who), &effects::BIND, "the hands are bound")?;
    let shield = fight.shield(guarded.shield);
    let with_shields = Words::NONE.with(Grip::Shield).with(Grip::WithShield);
    let fits = |id: &AbilityId| shield.entry.buckler || fight.ability(*id).grips.meets(with_shields);
    abilities::best_of(fight, who, shield.abilities.iter().copied().filter(fits))
        .ok_or_else(|| Refusal::new(&abilities::WIELDING, "no ability to use the shield with"))
}

/// The ability that a shield is rolled on, for a bash too.
pub(crate) fn with_shield(fight: &Fight, who: Who) -> Option<AbilityId> {
    shield_ability(fight, who).ok()
}

/// Whether a kind of defence can be rolled against an attack of a kind; `None` when it is rolled ahead.
pub(crate) fn may(fight: &Fight, who: Who, kind: Defence, melee: Option<bool>) -> Result<(), Refusal> {
    match kind {
        Defence::Dodge => Ok(()),
        Defence::Block => shield_ability(fight, who).map(|_| ()),
        Defence::Parry(hold) => {
            refuse_if(melee == Some(false), &PARRY, "shots cannot be parried")?;
            let arm = fight.one(who).arm(hold).ok_or_else(|| Refusal::new(&PARRY, "no weapon there"))?;
            refuse_if(!fight.weapon(arm.weapon).is_melee(), &PARRY, "only melee weapons parry")?;
            refuse_if(powers::hand_is_bound(fight, who), &effects::BIND, "the hands are bound")?;
            if !fight.ability(abilities::used_with(fight, who, hold)?).parries {
                return Err(Refusal::new(&PARRY, "natural weapons cannot parry"));
            }
            if fight.one(who).parried & bit(hold) != 0 {
                return Err(Refusal::new(&LIMIT, "this weapon has parried since its bearer's last turn"));
            }
            Ok(())
        }
    }
}

/// All kinds of defence that a combatant can look for.
pub(crate) fn kinds(fight: &Fight, who: Who) -> ArrayVec<Defence, { 2 + MOST_HOLDS }> {
    let mut kinds = ArrayVec::new();
    kinds.push(Defence::Dodge);
    kinds.push(Defence::Block);
    kinds.extend(fight.one(who).holds().map(Defence::Parry));
    kinds
}

pub(crate) fn kind_name(fight: &Fight, who: Who, kind: Defence) -> String {
    match kind {
        Defence::Dodge => "dodge".into(),
        Defence::Block => "block".into(),
        Defence::Parry(hold) => format!("parry with {}", attacks::hold_name(fight, who, hold)),
    }
}

/// The challenge of a kind of defence, light and blind spots left out, or its numbers alone.
pub(crate) fn challenge<R: Dicing>(fight: &Fight, who: Who, kind: Defence, parts: R) -> Challenge<R> {
    let one = fight.one(who);
    let mut challenge = match kind {
        Defence::Dodge => {
            let mut challenge = Challenge::on(fight, who, fight.role(Role::Dodge), parts);
            challenge.parts.dice(&PENALTY, "earlier dodges", -EACH * i16::from(one.dodges)).until("its next turn");
            challenge
        }
        Defence::Block => {
            let ability = shield_ability(fight, who).unwrap_or(fight.role(Role::Dodge));
            let mut challenge = Challenge::on(fight, who, ability, parts);
            if let Some(guarded) = one.shield {
                challenge.parts.add(&armoury::BONUS, "shield", fight.shield(guarded.shield).entry.bonus);
            }
            challenge.parts.dice(&PENALTY, "earlier blocks", -EACH * i16::from(one.blocks)).until("its next turn");
            challenge
        }
        Defence::Parry(hold) => {
            let ability = abilities::used_with(fight, who, hold).unwrap_or(fight.role(Role::Dodge));
            let mut challenge = Challenge::on(fight, who, ability, parts);
            if let Some(arm) = one.arm(hold) {
                challenge.parts.add(&armoury::BONUS, "weapon", fight.weapon(arm.weapon).entry.bonus);
            }
            challenge
        }
    };
    let parts = &mut challenge.parts;
    if one.prone {
        parts.dice(&PRONE, "prone", -LYING).until("it stands up");
    }
    if one.ongoing {
        parts.dice(&actions::ONGOING, "ongoing action", -OPEN).until("its next turn");
    }
    if one.guard {
        parts.dice(&actions::GUARD, "guard", GUARD).until("its next turn");
    }
    challenge
}

fn rule_of(kind: Defence) -> &'static Rule {
    match kind {
        Defence::Dodge => &DODGE,
        Defence::Block => &BLOCK,
        Defence::Parry(_) => &PARRY,
    }
}

/// The rules that have a say in a defence: rolled ahead, after others, too tired.
fn rules_of(ahead: bool, again: bool, failed: bool) -> Vec<&'static Rule> {
    let mut rules = vec![&THREE, &BEFORE];
    if ahead {
        rules.extend([&NEXT, &ASK]);
    }
    if again {
        rules.extend([&PENALTY, &SEPARATE]);
    }
    if failed {
        rules.push(&fatigue::FAILED_DEFENCE);
    }
    rules
}

fn roll<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    kind: Defence,
    blind: bool,
    ahead: bool,
) -> Result<Standing, T::Halt> {
    let mut challenge = challenge(fight, who, kind, Breakdown::if_heard(table.hears()));
    environment::darkness(fight, table, &mut challenge)?;
    if blind {
        challenge.parts.dice(&blind_spots::PENALTY, "blind spot", -blind_spots::TAKES);
    }
    let what = match kind {
        Defence::Dodge => "dodge",
        Defence::Block => "block",
        Defence::Parry(_) => "parry",
    };
    let (dodges, blocks) = (fight.one(who).dodges, fight.one(who).blocks);
    let says = |fight: &Fight, rolled: Rolled| {
        let failed = if rolled.failed { ", which fails" } else { "" };
        let ready = if ahead { " ready" } else { "" };
        let kind = kind_name(fight, who, kind);
        Said {
            text: format!("{} has {kind} {}{ready}{failed}", fight.label(who), rolled.result),
            rules: rules_of(ahead, dodges > 0 || blocks > 0, rolled.failed),
            role: match ahead {
                true if fight.cause.is_none() => Part::Upkeep,
                true => Part::Part,
                false => Part::Answer,
            },
            link: ", rolled",
            sets: ahead.then_some(("defence", 0)),
        }
    };
    let rolled = challenges::roll_as(fight, table, &challenge, rule_of(kind), what, None, says)?;
    Ok(Standing { kind, score: rolled.result, failed: rolled.failed })
}

/// Rolls the next defence ahead, of the kind that its owner chooses.
pub(crate) fn roll_ahead<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    if fight.house().defence_mode == DefenceMode::OnDemand {
        return Ok(());
    }
    fight.one_mut(who).standing = None;
    if !is_able(fight, who) || fight.outcome.is_some() {
        return Ok(());
    }
    let Some(Act::Defend(Some(kind))) = table.choose(fight, Ask::Defend { who, melee: None, by: None })? else {
        return Ok(());
    };
    if !is_able(fight, who) || may(fight, who, kind, None).is_err() {
        return Ok(());
    }
    let strained = fight.one(who).strained;
    let standing = roll(fight, table, who, kind, false, true)?;
    let one = fight.one_mut(who);
    one.standing = Some(standing);
    one.strained = strained;
    Ok(())
}

/// A defence that meets an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Met {
    pub(crate) standing: Standing,
    /// It was rolled ahead.
    pub(crate) ahead: bool,
}

/// What meets an attack: the defence rolled ahead if it can, or one rolled now, or nothing.
pub(crate) fn meet<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    by: Who,
    who: Who,
    melee: bool,
) -> Result<Option<Met>, T::Halt> {
    if !is_able(fight, who) {
        table.tell(|| {
            let rule = if is_helpless(fight, who) { &HELPLESS } else { &daze::NO_DEFENCE };
            fight.caused(Event::new(rule, format!("{} cannot defend", fight.label(who))).by(who).answer())
        });
        return Ok(None);
    }
    let blind = blind_spots::finds(fight, table, by, who, melee)?;
    let standing =
        fight.one(who).standing.filter(|standing| !blind && may(fight, who, standing.kind, Some(melee)).is_ok());
    if let Some(standing) = standing {
        if !yes(fight, table, Ask::Use { who, by })? {
            return Ok(declined(fight, table, who));
        }
        return Ok(fight.one(who).standing.or(Some(standing)).map(|standing| Met { standing, ahead: true }));
    }
    let ask = Ask::Defend { who, melee: Some(melee), by: Some(by) };
    let Some(Act::Defend(Some(kind))) = table.choose(fight, ask)? else {
        return Ok(declined(fight, table, who));
    };
    if !is_able(fight, who) || may(fight, who, kind, Some(melee)).is_err() {
        return Ok(None);
    }
    let standing = roll(fight, table, who, kind, blind, false)?;
    Ok(Some(Met { standing, ahead: false }))
}

fn declined<T: Table<Fight>>(fight: &Fight, table: &mut T, who: Who) -> Option<Met> {
    table.tell(|| fight.caused(fight.event(&DECLINE, who, "does not defend").answer()));
    None
}

/// A defence has been used: it counts, and one rolled ahead is gone.
pub(crate) fn used(fight: &mut Fight, who: Who, met: Met) {
    let one = fight.one_mut(who);
    if met.ahead {
        one.standing = None;
    }
    match met.standing.kind {
        Defence::Dodge => one.dodges = one.dodges.saturating_add(1),
        Defence::Block => one.blocks = one.blocks.saturating_add(1),
        Defence::Parry(hold) => one.parried |= bit(hold),
    }
    forget(fight, who);
}

/// The defence rolled ahead that a combatant can use as things are.
pub(crate) fn standing(fight: &Fight, who: Who) -> Option<Standing> {
    fight.one(who).standing.filter(|standing| is_able(fight, who) && may(fight, who, standing.kind, None).is_ok())
}

/// A defence rolled ahead with something that is gone, or that has parried meanwhile, cannot stand. What only a bind
/// keeps from being used stands again when that has passed.
pub(crate) fn forget(fight: &mut Fight, who: Who) {
    let one = fight.one(who);
    let gone = match one.standing.map(|standing| standing.kind) {
        Some(Defence::Parry(hold)) => one.parried & bit(hold) != 0 || one.arm(hold).is_none(),
        Some(Defence::Block) => one.shield.is_none(),
        Some(Defence::Dodge) | None => false,
    };
    if gone {
        fight.one_mut(who).standing = None;
    }
}

pub(crate) fn restore<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) {
    let one = fight.one_mut(who);
    let counted = one.dodges > 0 || one.blocks > 0 || one.parried > 0;
    (one.dodges, one.blocks, one.parried) = (0, 0, 0);
    one.ongoing = false;
    one.guard = false;
    one.blind = 0;
    if counted && is_able(fight, who) {
        table.tell(|| fight.event(&RESTORE, who, "has all defences again").upkeep());
    }
}

/// The best kind for those who do not choose, with its numbers: by its mean, and by the chance that tiredness does not spoil it.
pub(crate) fn best(fight: &Fight, who: Who, melee: Option<bool>) -> Option<(Defence, Thrown)> {
    let mut best: Option<(Defence, Thrown, i32)> = None;
    for kind in kinds(fight, who) {
        if may(fight, who, kind, melee).is_err() {
            continue;
        }
        let numbers @ Thrown { dice: c, plus: p } = challenge(fight, who, kind, Thrown::default()).parts;
        let lasts = if fatigue::is_ignored(fight, who) { 1000 } else { abilities::chance(c, fight.one(who).fatigue) };
        let worth = (abilities::mean(c, p) + STAKE) * lasts;
        if best.is_none_or(|(.., known)| worth > known) {
            best = Some((kind, numbers, worth));
        }
    }
    best.map(|(kind, numbers, _)| (kind, numbers))
}
