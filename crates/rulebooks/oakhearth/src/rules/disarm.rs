//! Disarming.

use quintain_engine::{Event, Refusal, Table, Who, section};

use crate::ask::{Act, Ask, Deed, Moment, With};
use crate::book::Skill;
use crate::combatant::Hand;
use crate::fight::Fight;
use crate::rules::attack::How;
use crate::rules::blow::Blow;
use crate::rules::dice::{self, Pool};
use crate::rules::{
    attack, boons, disengage, hide, maneuvers, marks, numbers, objects, penalty, reactions, spells, weapons,
};

section! {
    "Disarm";
    ACTION = Choice "disarm.action": "For 1 AP one strikes at an object that a creature within weapon range holds.";
    CONTEST = Engine "disarm.contest": "An Attack Check is contested by a skill of the target; AC has no part in it.";
    PICKS_SKILL = Choice "disarm.target-picks-skill": "The target picks Athletics, Acrobatics or Sleight of Hand.";
    SUCCESS = Engine "disarm.success": "Who wins makes the target drop it; there is no damage.";
    LIMBS = Engine "disarm.limbs": "Each further limb that holds the object gives the target ADV.";
    SIZE = Engine "disarm.size": "A larger target gives one DIS, a smaller one ADV.";
    SIZE_LIMIT = Engine "disarm.size-limit": "Two or more sizes apart there is no Disarm.";
    WHERE = Engine "disarm.where": "The object lies in the target's Space.", ruling "It is nobody's until it is picked up.";
}

/// The skills with which a target may resist.
pub const SKILLS: [Skill; 3] = [Skill::Athletics, Skill::Acrobatics, Skill::SleightOfHand];

/// Everything that one may disarm with: the hands that hold a weapon, natural weapons, the body.
pub fn means(fight: &Fight, who: Who) -> impl Iterator<Item = With> + '_ {
    let hands = fight.one(who).each_hand().map(With::Hand);
    let armed = hands.filter(move |with| weapons::used(fight, who, *with) != crate::setting::UNARMED);
    armed.chain(weapons::natural(fight, who).iter().map(|weapon| With::Natural(*weapon))).chain([With::Body])
}

/// The first of them that reaches: what one disarms with unless one says otherwise.
pub fn handiest(fight: &Fight, who: Who, at: Who) -> Option<With> {
    means(fight, who).find(|with| attack::can_attack(fight, who, at, *with))
}

/// # Errors
/// Why this creature cannot be disarmed of what this hand holds.
pub fn may_disarm(fight: &Fight, who: Who, at: Who, hand: u8, with: With) -> Result<(), Refusal> {
    if !fight.present(at) || who == at || !attack::can_attack(fight, who, at, with) {
        return Err(Refusal::new(&ACTION, "the target is out of the weapon's range"));
    }
    if !matches!(fight.one(at).hands.get(usize::from(hand)), Some(Hand::Weapon(_) | Hand::Shield)) {
        return Err(Refusal::new(&ACTION, "that hand holds nothing"));
    }
    if (fight.size(who) as i16 - fight.size(at) as i16).abs() >= 2 {
        return Err(Refusal::new(&SIZE_LIMIT, "they are two or more sizes apart"));
    }
    Ok(())
}

/// Disarms.
///
/// # Errors
/// Halts with the table.
pub(crate) fn disarm<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    at: Who,
    hand: u8,
    with: With,
) -> Result<(), T::Halt> {
    let extras = attack::extras(fight, table, who, Deed::Disarm { at, hand, with }, How::default())?;
    let weapon = weapons::used(fight, who, with);
    let melee = weapons::melee(fight, who, at, fight.weapon(weapon));
    let striking = weapons::hand(fight, who, with);
    let more = maneuvers::extension(fight, &extras);
    let mut blow = Blow::new(who, at, melee).within(attack::farthest(fight, who, weapon, melee, more));
    reactions::window(fight, table, Moment::Disarming, who, at, Some(&mut blow))?;
    let ready = fight.able(who) && weapons::still_held(fight, who, weapon, striking);
    let near = fight.present(at) && !attack::out_of_reach(fight, who, at, weapon, melee, more);
    let Some(thing) = objects::held(fight, at, hand).filter(|_| ready && near) else {
        table.tell(|| Event::new(&reactions::SEVERAL, format!("{}'s Disarm is lost", fight.label(who))).by(who));
        return Ok(());
    };
    let name = if table.hears() { crate::rules::options::thing_text(fight, thing) } else { String::new() };
    let check = attack::Check { by: who, at, weapon, farther: more.1, hand: striking, melee };
    let mut pool = weigh(fight, table, check, &blow)?;
    let own = attack::roll(fight, table, (who, at, striking), &extras, &mut pool)?;
    attack::set_unloaded_after(fight, who, weapon, striking, melee);
    table.tell(|| {
        let text = format!("{} strikes at {} in the hand of {}", fight.label(who), name, fight.label(at));
        pool.show(Event::new(&CONTEST, text).by(who).to(at).and(&numbers::ATTACK_CHECK), &own)
    });
    let skill = match table.choose(fight, Ask::Resist { who: at, by: who })? {
        Some(Act::Skill(skill)) if SKILLS.contains(&skill) => Some(skill),
        Some(Act::Pass) => None,
        _ => Some(best_skill(fight, at)),
    };
    let shown = skill.unwrap_or(Skill::Athletics);
    let mut resist = dice::skill_pool(fight, at, shown);
    let more = fight.one(at).grip(hand).saturating_sub(1);
    resist.many(&LIMBS, "both hands", more as i8);
    let other = match skill {
        Some(skill) => dice::answer(fight, table, at, who, skill, resist)?,
        None => dice::given_in(fight, table, at),
    };
    let won = dice::wins(fight, &own, &other);
    table.tell(|| {
        let how = if won { "disarms" } else { "does not disarm" };
        let text = format!("{} {how} {} of {name}", fight.label(who), fight.label(at));
        let event = Event::new(&CONTEST, text).by(who).to(at);
        let event = event.total(own.total.into()).against(shown.text(), other.total.into()).and(&ACTION);
        let event = event.and(&PICKS_SKILL).and(&dice::CONTEST).and(&numbers::ATTACK_CHECK).and(&penalty::KINDS);
        if won { event.and(&SUCCESS).and(&WHERE) } else { event }
    });
    if won {
        objects::let_fall(fight, at, usize::from(hand));
    }
    boons::attacked(fight, who);
    attack::throw_away(fight, who, at, striking, weapon, melee);
    hide::revealed(fight, table, who, &hide::ENDS_ATTACK);
    Ok(())
}

/// Everything that goes into the check of a Disarm before it is rolled: it is an Attack, so what Attacks throw in and
/// what they suffer belongs to it.
fn weigh<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    check: attack::Check,
    blow: &Blow,
) -> Result<Pool, T::Halt> {
    let mut pool = circumstances(fight, check, blow);
    disengage::dodging(fight, table, blow.at, &mut pool);
    boons::attack_dice(fight, table, blow.by, &mut pool)?;
    pool.add(&spells::BOON, "mark", marks::die(fight, table, blow.by, blow.at)?);
    Ok(pool)
}

/// What speaks for and against the check of a Disarm.
fn circumstances(fight: &Fight, check: attack::Check, blow: &Blow) -> Pool {
    let mut pool = Pool::default();
    attack::circumstances(fight, check, &mut pool);
    pool.many(&dice::ADV_STACKS, "a Reaction", -(blow.dis as i8));
    match fight.size(check.at).cmp(&fight.size(check.by)) {
        std::cmp::Ordering::Greater => pool.dis(&SIZE, "larger target"),
        std::cmp::Ordering::Less => pool.adv(&SIZE, "smaller target"),
        std::cmp::Ordering::Equal => {}
    }
    pool
}

/// The best of the skills that resist.
pub fn best_skill(fight: &Fight, who: Who) -> Skill {
    let bonus = |skill: &Skill| numbers::skill_bonus(fight, who, *skill);
    SKILLS.into_iter().rev().max_by_key(bonus).unwrap_or(Skill::Athletics)
}
