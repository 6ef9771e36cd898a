//! The checks of spells and special actions: one row of dice for all targets, what answers it, how it comes out for each.

use quintain_engine::{Audience, Event, Table, Throw, Who};

use crate::ask::Moment;
use crate::book::{Check, Save, Skill};
use crate::combatant::Kind;
use crate::fight::Fight;
use crate::rules::blow::{self, Blow};
use crate::rules::dice::{self, Pool, Rolled};
use crate::rules::effects::Outcome;
use crate::rules::spells::{self, CHECK, Use};
use crate::rules::{
    abilities, advantage, attack, boons, combining, damage, disengage, dispelling, dual, flanking, help, marks,
    numbers, penalty, reactions, shields, sight, stamina, water, weapons,
};
use crate::setting::{Table as Kept, UNARMED};
use crate::those::List;

/// The attacks of one use, one for each target.
pub type Blows = List<Blow, 12>;

/// A check as it lies on the table, with everything that went into it.
#[derive(Clone, Debug)]
pub struct Made {
    /// What went in.
    pub pool: Pool,
    /// What came out.
    pub rolled: Rolled,
    /// For each target of an attack: the ADV or DIS that is left, and everything added.
    pub lines: List<(i16, i16), 16>,
    /// The best check of those who cast together with its maker: the die and the total.
    pub best: Option<(u16, i16)>,
}

impl Made {
    /// The die and the total that count: the best of all who cast.
    pub fn counts(&self) -> (u16, i16) {
        let own = (self.rolled.natural, self.rolled.total);
        self.best.filter(|(_, total)| *total > own.1).unwrap_or(own)
    }
}

/// Aimed, not rolled: each target of an attack and those near it may answer. Empty for whatever is no attack.
///
/// # Errors
/// Halts with the table.
pub fn answered<T: Table<Fight>>(fight: &mut Fight, table: &mut T, using: &Use) -> Result<Blows, T::Halt> {
    let mut blows = Blows::new();
    let entry = &fight.ability(using.ability).entry;
    if !matches!(entry.check, Check::Attack | Check::Weapon) {
        return Ok(blows);
    }
    let (melee, far) = (entry.melee, farthest(fight, using));
    let mut guard: Option<Blow> = None;
    for whom in using.targets.iter().copied() {
        let mut blow = Blow::new(using.who, whom, melee && using.thrown != Some(whom)).within(far);
        blow::aimed(fight, table, &mut blow, &mut guard)?;
        blows.push(blow);
    }
    Ok(blows)
}

/// How far an attack with an ability gets, where it is aimed at one and not at an area or by a thing.
fn farthest(fight: &Fight, using: &Use) -> i16 {
    let entry = &fight.ability(using.ability).entry;
    if entry.area.is_some() || entry.by_thing.is_some() {
        return i16::MAX;
    }
    let bought = spells::more(fight, using.ability, using.bought, |more| more.range.into());
    // The caster that goes first has gone, and the legs do not count any more.
    if entry.goes_first { entry.range.into() } else { abilities::range(fight, using.who, using.ability) + bought }
}

/// The kind of Check that an ability makes, if it makes one.
pub fn kind_of(fight: &Fight, ability: u16) -> Option<Kind> {
    let known = fight.ability(ability);
    let spell = known.table == Kept::Spell || known.entry.follows.is_some();
    match known.entry.check {
        Check::None | Check::Save(_) => None,
        Check::Wrestle => Some(Kind::Skill(Skill::Athletics)),
        Check::Frighten => Some(Kind::Skill(Skill::Intimidation)),
        Check::Weapon => Some(Kind::Attack),
        Check::Attack if !spell => Some(Kind::Attack),
        _ => Some(Kind::Spell),
    }
}

/// The check of the ability itself, thrown and kept to the game master until nobody challenges it.
///
/// # Errors
/// Halts with the table.
pub fn roll<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    using: &Use,
    blows: &Blows,
) -> Result<Option<Made>, T::Halt> {
    let (who, ability) = (using.who, using.ability);
    let Some(kind) = kind_of(fight, ability) else { return Ok(None) };
    if matches!(fight.ability(ability).entry.check, Check::AgainstUnwilling(_)) && willing(fight, using) {
        return Ok(None);
    }
    let weapon = fight.ability(ability).entry.check == Check::Weapon;
    let mut pool = pool_of(fight, using, kind);
    if !blows.is_empty() || matches!(fight.ability(ability).entry.check, Check::Attack | Check::Weapon) {
        boons::attack_dice(fight, table, who, &mut pool)?;
    }
    penalty::count(fight, who, kind);
    if kind == Kind::Attack {
        // It stands between the blows of two hands.
        dual::note(fight, who, None);
    }
    let melee = fight.ability(ability).entry.melee;
    if let Some(shot) = spells::weapon(fight, who, melee).filter(|_| weapon) {
        attack::set_unloaded_after(fight, who, shot, None, melee);
    }
    pool.many(&attack::AP_FOR_ADV, "AP for ADV", using.bought.adv as i8);
    let what = match kind {
        Kind::Attack => "Attack Check",
        Kind::Spell => "Spell Check",
        Kind::Might => "Might",
        Kind::Skill(skill) => skill.text(),
    };
    let mut lines: List<(i16, i16), 16> = List::new();
    let mut single: Option<Pool> = None;
    for blow in blows {
        let mut own = pool.clone();
        aimed(fight, table, using, blow, &mut own);
        own.add(&help::ADDS, "Help Die", helped(fight, table, using, blow.at)?);
        own.add(&spells::BOON, "mark", marks::die(fight, table, who, blow.at)?);
        lines.push((own.net(), own.bonus()));
        single = (blows.len() == 1).then_some(own);
    }
    let mut pool = single.unwrap_or(pool);
    let most = lines.iter().map(|(net, _)| net.unsigned_abs()).chain([pool.net().unsigned_abs()]).max().unwrap_or(0);
    let throw = Throw::dice(1 + most as u8, 20, &CHECK, what).by(who);
    let throw = if let Some(at) = using.targets.first() { throw.at(*at) } else { throw };
    let faces = table.roll(fight, throw)?;
    let natural = dice::kept(&faces, pool.net());
    for (line, blow) in lines.iter_mut().zip(blows) {
        let late = help::late(fight, table, who, blow.at)?;
        line.1 += late;
        if blows.len() == 1 {
            pool.add(&help::ADDS, "Help Die", late);
        }
    }
    let rolled = Rolled { natural, total: natural as i16 + pool.bonus(), faces };
    let best = combining::checks(fight, table, using)?;
    Ok(Some(Made { pool, rolled, lines, best }))
}

/// What speaks for and against the check, with any target.
fn pool_of(fight: &Fight, using: &Use, kind: Kind) -> Pool {
    let who = using.who;
    match kind {
        Kind::Skill(skill) => dice::skill_pool(fight, who, skill),
        _ if fight.ability(using.ability).entry.check == Check::Weapon => {
            let melee = fight.ability(using.ability).entry.melee;
            attack::plain(fight, who, spells::weapon(fight, who, melee).unwrap_or(UNARMED))
        }
        _ => {
            let bonus = numbers::attack_bonus(fight, who);
            let mut pool = Pool::with(&numbers::ATTACK_CHECK, "Prime and Combat Proficiency", bonus);
            dice::common(fight, who, kind, &mut pool);
            pool
        }
    }
}

/// The Help Dice that have been added to the attack on one target.
fn helped<T: Table<Fight>>(fight: &mut Fight, table: &mut T, using: &Use, at: Who) -> Result<i16, T::Halt> {
    let mut sum = 0;
    for helper in using.helped.iter() {
        sum += help::spend(fight, table, using.who, helper, at)?;
    }
    Ok(sum)
}

/// Friends do not resist.
fn willing(fight: &Fight, using: &Use) -> bool {
    using.targets.iter().all(|whom| !fight.foes(using.who, *whom))
}

/// What speaks for and against the roll where one target is concerned.
fn aimed<T: Table<Fight>>(fight: &mut Fight, table: &mut T, using: &Use, blow: &Blow, pool: &mut Pool) {
    let (who, at) = (using.who, blow.at);
    let entry = &fight.ability(using.ability).entry;
    let weapon = (entry.check == Check::Weapon).then(|| spells::weapon(fight, who, entry.melee)).flatten();
    if at != who {
        advantage::on_attack(fight, who, at, blow.melee, pool);
    }
    if blow.melee && flanking::flanked(fight, at) {
        pool.adv(&flanking::ADV, "flanked");
    }
    if let Some(weapon) = weapon {
        weapons::pool(fight, who, at, weapon, pool);
    }
    let arm = fight.weapon(weapon.unwrap_or(UNARMED));
    if water::hampers(fight, who, arm, blow.melee) {
        pool.dis(&water::MELEE, "under water");
    }
    if !blow.melee {
        let cover = sight::cover(fight, who, at).unwrap_or(0);
        pool.add(&shields::HEAVY, "cover", cover.min(shields::cover(fight, at)));
    }
    pool.many(&spells::ANSWERED, "a Reaction", -(blow.dis as i8));
    disengage::dodging(fight, table, at, pool);
}

/// The check is told once nothing can be changed any more: an attack is answered by those who wait for its roll while the
/// roll is hidden still.
///
/// # Errors
/// Halts with the table.
pub fn reveal<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    using: &Use,
    check: Option<&Made>,
    blows: &mut Blows,
) -> Result<(), T::Halt> {
    let Some(made) = check else { return Ok(()) };
    for blow in blows.iter_mut() {
        if blow.at != using.who && fight.present(blow.at) {
            reactions::window(fight, table, Moment::Rolled, using.who, blow.at, Some(blow))?;
        }
    }
    table.tell(|| {
        let text = format!("{}: the check for {}", fight.label(using.who), fight.ability(using.ability).entry.name);
        let event = Event::new(&CHECK, text).by(using.who);
        let event = if made.best.is_some() { event.and(&combining::BEST) } else { event };
        made.pool.show(event, &made.rolled).only_for(Audience::All)
    });
    Ok(())
}

/// One target of an attack that has been rolled: held against its AC, answered again.
///
/// # Errors
/// Halts with the table.
pub fn strike<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    using: &Use,
    made: &Made,
    place: usize,
    blow: &mut Blow,
) -> Result<Outcome, T::Halt> {
    let who = using.who;
    let foreign = blow.at != who;
    if fight.ability(using.ability).entry.check == Check::Weapon {
        blow.unreduced = marks::spend(fight, who, blow.at);
    }
    let (net, bonus) = made.lines.get(place).copied().unwrap_or((0, made.pool.bonus()));
    let own = dice::kept(&made.rolled.faces, net);
    let own = (own, own as i16 + bonus);
    let (natural, total) = made.best.filter(|(_, total)| *total > own.1).unwrap_or(own);
    let bonus = total - natural as i16;
    let ac = numbers::ac(fight, blow.at) + blow.ac;
    let success = attack::hits(natural, total - ac);
    let critical = success && attack::critical(fight, blow, natural);
    table.tell(|| {
        let how = if success { "hits" } else { "misses" };
        let text = format!("{} {how} {}", fight.label(who), fight.label(blow.at));
        let event = Event::new(&damage::ATTACK_HITS, text).by(who).to(blow.at);
        let event = event.term("die", natural.into(), "").term("bonus", bonus.into(), "");
        let event = event.total(total.into()).against("AC", ac.into());
        let event = if made.lines.len() > 1 { event.and(&spells::ROW) } else { event };
        let event = if blow.ac != 0 { event.and(&spells::ANSWERED) } else { event };
        let event = if critical { event.and(&damage::CRIT) } else { event };
        if natural == 1 { event.and(&damage::NAT1) } else { event }
    });
    let melee = blow.melee;
    let moment = if success { Moment::Hit { melee } } else { Moment::Missed { melee } };
    if foreign {
        reactions::window(fight, table, moment, who, blow.at, Some(blow))?;
    }
    if success && (critical || total - ac >= 5) {
        stamina::on_heavy(fight, table, (who, blow.at), using.cost.sp > 0);
        marks::struck(fight, table, who, blow.at);
    }
    if success {
        stamina::on_hit(fight, table, who, blow.at);
    }
    let spares = using.bought.spares && melee;
    Ok(Outcome { spares, ..Outcome::struck(blow, (success, critical), total - ac) })
}

/// The outcome of a check that needs no target.
pub fn outcome_of(fight: &Fight, ability: u16, check: Option<&Made>) -> Outcome {
    match (fight.ability(ability).entry.check, check) {
        (Check::Dc(dc), Some(made)) => Outcome::of(made.counts().1 - i16::from(dc)),
        _ => Outcome::of(0),
    }
}

/// How the ability comes out against one target, where it is no attack.
///
/// # Errors
/// Halts with the table.
pub fn against<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    using: &Use,
    whom: Who,
    check: Option<&Made>,
) -> Result<Outcome, T::Halt> {
    let kind = fight.ability(using.ability).entry.check;
    let dc = combining::save_dc(fight, using);
    Ok(match (kind, check) {
        (Check::Save(save), _) => resisted(fight, table, using, whom, (save, dc))?,
        (Check::Against(save) | Check::AgainstUnwilling(save), Some(made)) if whom != using.who => {
            // The one who began the contest has to be higher.
            resisted(fight, table, using, whom, (save, made.counts().1))?
        }
        (Check::AgainstBody | Check::Wrestle, Some(made)) => {
            let skill = numbers::physical_skill(fight, whom);
            let pool = dice::skill_pool(fight, whom, skill);
            let resisting = dice::answer(fight, table, whom, using.who, skill, pool)?;
            let success = dice::wins(fight, &made.rolled, &resisting);
            Outcome::told(success, made.rolled.total - resisting.total)
        }
        (Check::Frighten, Some(made)) => resisted(fight, table, using, whom, (Save::Charisma, made.rolled.total))?,
        (Check::AgainstMaker, Some(made)) => {
            let mp = if fight.ability(using.ability).entry.mp > 0 { i16::from(using.cost.mp) } else { 0 };
            Outcome::of(made.counts().1 + mp - dispelling::difficulty(fight, using.mark))
        }
        _ => outcome_of(fight, using.ability, check),
    })
}

/// A Save against a number: the outcome as its maker sees it.
fn resisted<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    using: &Use,
    whom: Who,
    (save, dc): (Save, i16),
) -> Result<Outcome, T::Halt> {
    let saved = dice::save(fight, table, whom, save, dc, &CHECK, Some(using.who))?;
    Ok(Outcome::resisted(saved, save, dc))
}
