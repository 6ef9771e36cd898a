//! One step of an ability: an effect, its targets, and its time.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::super::formula::Formula;
use super::super::link::Link;
use super::super::words::Class;
use super::{
    Apply, Charge, Damage, Dig, Effect, Go, Grant, Heal, Lasts, Lift, On, Passage, Push, Steal, Strike, Summon,
    Transform, When, Zone,
};

/// An amount that lasts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Grantable {
    /// How much.
    pub amount: Formula,
    /// How long.
    #[serde(rename = "for")]
    pub lasts: Lasts,
}

/// One step of an ability: an effect, its targets, and its time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(try_from = "StepEntry")]
#[schemars(with = "StepEntry")]
pub struct Step {
    /// What.
    pub effect: Effect,
    /// Its targets.
    pub on: On,
    /// Only then.
    pub when: Option<When>,
    /// Not then.
    pub unless: Option<When>,
}

impl Step {
    /// The damage that it does to the target, if it does that whatever else holds.
    pub fn plain_damage(&self) -> Option<Damage> {
        let always = self.when.is_none() && self.unless.is_none() && self.on == On::Target;
        match self.effect {
            Effect::Damage(damage) if always => Some(damage),
            _ => None,
        }
    }

    /// Whether it brings its user something, with any target.
    pub fn gains(&self) -> bool {
        match self.effect {
            Effect::Summon(_) | Effect::Zone(_) | Effect::Reload => true,
            Effect::Apply(_) => self.on == On::User,
            _ => false,
        }
    }
}

/// A step as it is written: exactly one effect, and perhaps `on`, `when`, `unless`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
struct StepEntry {
    on: On,
    when: Option<When>,
    unless: Option<When>,
    damage: Option<Damage>,
    bonus: Option<Formula>,
    steal: Option<Steal>,
    heal: Option<Heal>,
    apply: Option<Apply>,
    lift: Option<Lift>,
    pass_on: bool,
    spread: Option<Formula>,
    shorten: Option<Formula>,
    prone: bool,
    energy: Option<Formula>,
    push: Option<Push>,
    leap: bool,
    charge: Option<Charge>,
    go: Option<Go>,
    dig: Option<Dig>,
    strike: Option<Strike>,
    summon: Option<Summon>,
    transform: Option<Transform>,
    zone: Option<Zone>,
    grant: Option<Grant>,
    reload: bool,
    passage: Option<Passage>,
    disarm: bool,
    wake: Option<Grantable>,
    comes_back: bool,
    sacrifice: Option<Formula>,
    learn: bool,
    pin: Option<Damage>,
    devour: Option<Formula>,
    order: Option<Link>,
    first_aid: bool,
    include: Option<Formula>,
    widen: Option<Formula>,
    end_ritual: bool,
}

impl TryFrom<StepEntry> for Step {
    type Error = String;

    fn try_from(entry: StepEntry) -> Result<Step, String> {
        let plain = |said: bool, effect: Effect| said.then_some(effect);
        let said = [
            entry.damage.map(Effect::Damage),
            entry.bonus.map(Effect::Bonus),
            entry.steal.map(Effect::Steal),
            entry.heal.map(Effect::Heal),
            entry.apply.map(Effect::Apply),
            entry.lift.map(Effect::Lift),
            plain(entry.pass_on, Effect::PassOn),
            entry.spread.map(Effect::Spread),
            entry.shorten.map(Effect::Shorten),
            plain(entry.prone, Effect::Prone),
            entry.energy.map(Effect::Energy),
            entry.push.map(Effect::Push),
            plain(entry.leap, Effect::Leap),
            entry.charge.map(Effect::Charge),
            entry.go.map(Effect::Go),
            entry.dig.map(Effect::Dig),
            entry.strike.map(Effect::Strike),
            entry.summon.map(Effect::Summon),
            entry.transform.map(Effect::Transform),
            entry.zone.map(Effect::Zone),
            entry.grant.map(Effect::Grant),
            plain(entry.reload, Effect::Reload),
            entry.passage.map(Effect::Passage),
            plain(entry.disarm, Effect::Disarm),
            entry.wake.map(Effect::Wake),
            plain(entry.comes_back, Effect::ComesBack),
            entry.sacrifice.map(Effect::Sacrifice),
            plain(entry.learn, Effect::Learn),
            entry.pin.map(Effect::Pin),
            entry.devour.map(Effect::Devour),
            entry.order.map(Effect::Order),
            plain(entry.first_aid, Effect::FirstAid),
            entry.include.map(Effect::Include),
            entry.widen.map(Effect::Widen),
            plain(entry.end_ritual, Effect::EndRitual),
        ];
        let mut said = said.into_iter().flatten();
        match (said.next(), said.next()) {
            (Some(effect), None) => Ok(Step { effect, on: entry.on, when: entry.when, unless: entry.unless }),
            (None, _) => Err("a step does something: write such as `{ damage = { … } }` or `{ prone = true }`".into()),
            _ => Err("a step does one thing; write two steps, one after the other".into()),
        }
    }
}

impl Effect {
    /// Whether its target would want it.
    pub fn helps(&self) -> bool {
        match self {
            Effect::Heal(_) | Effect::Wake(_) => true,
            Effect::Apply(apply) => apply.status.class() == Class::Supportive,
            _ => false,
        }
    }

    /// Whether its target would not want it.
    pub fn harms(&self) -> bool {
        match self {
            Effect::Damage(_) | Effect::Steal(_) | Effect::Prone | Effect::Push(_) | Effect::Disarm => true,
            Effect::Pin(_) | Effect::Passage(_) | Effect::PassOn | Effect::Spread(_) | Effect::Sacrifice(_) => true,
            Effect::Apply(apply) => apply.status.class() != Class::Supportive,
            _ => false,
        }
    }
}
