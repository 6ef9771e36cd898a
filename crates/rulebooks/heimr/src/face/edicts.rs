//! What the game master changes by hand.

use quintain_engine::kit::{Edicts, Number, Roster, refuse_if};
use quintain_engine::{EDICT, Lights, Minded, Outcome, Refusal, Side, Who};
use quintain_field::{Site, Square};

use crate::rules::health::{self, Level};
use crate::rules::powers::lasting;
use crate::rules::{clusters, conditions, defence, effects, initiative, powers};
use crate::state::{Clocks, Fight, Out, Stage};

use super::set_up;
use super::sheet::SHEET;

impl Edicts for Fight {
    const HAS_CONDITIONS: bool = true;

    fn roster(&self) -> &Roster {
        &self.setting.roster
    }

    fn set(&mut self, who: Who, key: &str, value: &str) -> Result<(), Refusal> {
        let lived = !is_dead(self, who);
        if let Some(why) = set_up::unfit_by_edict(self, who, key, value.trim()) {
            return Err(Refusal::new(&EDICT, why));
        }
        match key {
            "initiative" => set_initiative(self, who, value)?,
            "partner" => set_partner(self, who, value)?,
            Minded::KEY => self.one_mut(who).minded = Minded::by_edict(value)?,
            "player" => Number::set_by_edict(&SHEET, self, who, "pc", value)?,
            _ => Number::set_by_edict(&SHEET, self, who, key, value)?,
        }
        comes_of(self, who, lived);
        Ok(())
    }

    fn set_round(&mut self, round: u32) -> Result<(), Refusal> {
        refuse_if(self.round == 0, &EDICT, "round is a whole number from 1 to 1,000,000, once the fight has begun")?;
        let old = std::mem::replace(&mut self.round, round);
        for who in self.everyone() {
            let one = self.one_mut(who);
            let moved = |due: Option<u32>| due.map(|due| (due + round).saturating_sub(old).max(1));
            one.clocks = Clocks { faints: moved(one.clocks.faints), dies: moved(one.clocks.dies) };
        }
        Ok(())
    }

    fn place(&mut self, who: Who, at: Square) -> Result<(), Refusal> {
        has_room(self, at)?;
        if self.one(who).at != at {
            clusters::vanish(self, who);
        }
        let one = self.one_mut(who);
        one.at = at;
        one.climbing = None;
        Ok(())
    }

    /// Initiative is rolled when the turn that runs is over.
    fn add(&mut self, is: &str, name: &str, side: Side, at: Option<Square>) -> Result<(), Refusal> {
        let Some(template) = self.setting.content.templates.iter().position(|template| template.id == is) else {
            return Err(Refusal::new(&EDICT, format!("no creature is called {is}")));
        };
        let at = at.unwrap_or(Square::new(1, 1));
        has_room(self, at)?;
        let mut one = set_up::combatant(&self.setting, template as u16, side);
        one.at = at;
        self.cast.push(one);
        let setting = self.setting.change();
        setting.partners.push(None);
        let who = setting.roster.join(name);
        set_up::fill_late(self, who);
        health::settle(self, who);
        if self.stage != Stage::Start {
            self.late.push(who);
        }
        Ok(())
    }

    fn remove(&mut self, who: Who) {
        clusters::vanish(self, who);
        self.one_mut(who).out = Some(Out::Gone);
        make_sound(self, who);
    }

    fn give(&mut self, who: Who, condition: &str) -> Result<(), Refusal> {
        let lived = !is_dead(self, who);
        if condition.trim().eq_ignore_ascii_case("dead") {
            kill(self, who);
        } else {
            let refuse = |why| Refusal::new(&EDICT, why);
            let effect = match conditions::named(condition) {
                Ok(conditions::Named::Effect(effect, ..)) => Some(effect),
                _ => None,
            };
            if let Some(effect) = effect.filter(|effect| effects::is_immune(self, who, *effect)) {
                return Err(refuse(format!("{effect} does nothing to {}", self.label(who))));
            }
            conditions::give(self, who, condition).map_err(refuse)?;
            if effect.is_some() {
                break_off(self, who);
            }
        }
        comes_of(self, who, lived);
        Ok(())
    }

    fn take(&mut self, who: Who, condition: &str) -> Result<bool, Refusal> {
        let had = match condition.trim().eq_ignore_ascii_case("dead") {
            true => raise(self, who),
            false => conditions::take(self, who, condition).map_err(|why| Refusal::new(&EDICT, why))?,
        };
        if had {
            make_sound(self, who);
        }
        Ok(had)
    }

    fn clear(&mut self, site: Site) -> bool {
        let buried = self.ground.map.clone().bury(site);
        if buried {
            self.ground.change().bury(site);
        }
        buried
    }

    fn lights(&mut self) -> &mut Lights {
        &mut self.lights
    }

    fn end(&mut self, outcome: Outcome) {
        self.stage = Stage::Over(outcome);
        self.outcome = Some(outcome);
        self.turn.ended = true;
    }
}

fn set_initiative(fight: &mut Fight, who: Who, value: &str) -> Result<(), Refusal> {
    let number = value.trim().parse::<i16>().ok().filter(|number| (-99..=999).contains(number));
    let Some(number) = number.filter(|_| fight.order.contains(&who)) else {
        let why = "initiative is a whole number from -99 to 999, of somebody who has a place in the order";
        return Err(Refusal::new(&EDICT, why));
    };
    initiative::change(fight, who, number);
    Ok(())
}

/// `nobody` leaves it without a partner.
fn set_partner(fight: &mut Fight, who: Who, value: &str) -> Result<(), Refusal> {
    let name = value.trim();
    let named = |other: &Who| *other != who && fight.label(*other).eq_ignore_ascii_case(name);
    let partner = fight.everyone().find(named).map(|other| fight.label(other).to_owned());
    if partner.is_none() && !name.eq_ignore_ascii_case("nobody") {
        return Err(Refusal::new(&EDICT, format!("partner is the name of another combatant, or nobody; not {name}")));
    }
    let setting = fight.setting.change();
    setting.partners[who.index()] = partner;
    setting.paired = setting.partners.iter().any(Option::is_some);
    lasting::companies(fight);
    Ok(())
}

fn has_room(fight: &Fight, at: Square) -> Result<(), Refusal> {
    match fight.ground.map.contains(at) && !fight.ground.map.blocks_movement(at) {
        true => Ok(()),
        false => Err(Refusal::new(&EDICT, format!("nobody can be at {at}"))),
    }
}

/// An effect breaks off what was to go on in the next turn, and power that is being gathered.
fn break_off(fight: &mut Fight, who: Who) {
    if fight.turn.who == Some(who) && !fight.turn.standard {
        fight.turn.aiming = false;
    }
    let one = fight.one_mut(who);
    one.upcoming = None;
    one.gathered = one.gathered.filter(|gathered| gathered.ready.is_some());
}

/// As many hit points as the dead have, and no fewer.
fn kill(fight: &mut Fight, who: Who) {
    let round = fight.round;
    while health::level(fight, who) != Level::Dead && fight.one(who).hp > i16::MIN {
        fight.one_mut(who).hp -= 1;
    }
    fight.one_mut(who).out = Some(Out::Dead { round });
}

fn is_dead(fight: &Fight, who: Who) -> bool {
    matches!(fight.one(who).out, Some(Out::Dead { .. }))
}

/// What follows from a change by hand; a death that came of it is one for the partner, too.
fn comes_of(fight: &mut Fight, who: Who, lived: bool) {
    make_sound(fight, who);
    if lived && is_dead(fight, who) {
        powers::partner_is_dead(fight, who);
    }
}

/// Back from the dead; says whether it was.
fn raise(fight: &mut Fight, who: Who) -> bool {
    if !is_dead(fight, who) {
        return false;
    }
    let one = fight.one_mut(who);
    one.out = None;
    one.hp = one.hp.max(1);
    one.unconscious = false;
    one.clocks = Clocks::default();
    if !fight.order.contains(&who) && !fight.late.contains(&who) {
        fight.late.push(who);
    }
    true
}

/// What follows from values that were set: nothing half dead, nobody alone in a cluster.
pub(crate) fn make_sound(fight: &mut Fight, who: Who) {
    let round = fight.round;
    let level = health::level(fight, who);
    let was_dead = is_dead(fight, who);
    let one = fight.one_mut(who);
    match level {
        Level::Dead if one.out.is_none() => one.out = Some(Out::Dead { round }),
        Level::Dead => {}
        _ if was_dead => one.out = None,
        _ => {}
    }
    let back = was_dead && one.out.is_none();
    if level == Level::Fine {
        // One that fainted of an injury comes to with it; one that is unconscious without an injury is not helped by health.
        if was_dead || one.hurt != 0 || one.clocks != Clocks::default() {
            one.unconscious = false;
        }
        one.clocks = Clocks::default();
        one.hurt = 0;
        one.stabilised = false;
    }
    health::settle(fight, who);
    let one = fight.one_mut(who);
    if one.unconscious || one.out.is_some() {
        one.standing = None;
        one.readied = None;
        one.upcoming = None;
        one.gathered = None;
    }
    if one.out.is_some() {
        one.cluster = 0;
    }
    if back && fight.round > 0 && !fight.order.contains(&who) && !fight.late.contains(&who) {
        fight.late.push(who);
    }
    defence::forget(fight, who);
    let ended = fight.one(who).out.is_some() || fight.one(who).unconscious;
    if ended && fight.turn.who == Some(who) {
        fight.turn.ended = true;
    }
    clusters::make_sound(fight);
}
