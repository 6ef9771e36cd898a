//! What an encounter sets of what earlier fights have left: clocks that run, uses that are spent, wounds of surgery.

use quintain_content::{Placed, Problem, Value};
use quintain_engine::Who;

use crate::content::{Deed, Limb, Power, PowerId, Word};
use crate::rules::surgery;
use crate::state::{Arm, Boon, Fight, Scars};

/// The keys of `set` for that.
pub(crate) const CARRIED: [&str; 15] = [
    "rounds-to-live",
    "rounds-awake",
    "rounds-left",
    "risen",
    "used",
    "used-freely",
    "gear-used",
    "staggers-used",
    "steadied",
    "spent-weapons",
    "wounds-of-surgery",
    "wounds-last",
    "sharpened",
    "hooked",
    "attacked",
];

/// The most rounds that a clock is set to: a day.
const MOST_ROUNDS: i64 = 43_200;

/// Sets one of [`CARRIED`]; nothing for other keys.
pub(super) fn set(
    fight: &mut Fight,
    who: Who,
    key: &Placed<String>,
    value: &Placed<Value>,
) -> Option<Result<(), Problem>> {
    Some(match key.value.as_str() {
        "rounds-to-live" => clock(key, value).map(|due| fight.one_mut(who).clocks.dies = due),
        "rounds-awake" => clock(key, value).map(|due| fight.one_mut(who).clocks.faints = due),
        "rounds-left" => clock(key, value).map(|due| fight.one_mut(who).ends = due),
        "risen" => risen(fight, value).map(|power| raise(fight, who, power)),
        "steadied" => number(key, value, 0, 20).map(|n| fight.one_mut(who).steadied = n as u8),
        "sharpened" => number(key, value, 0, 20).map(|n| fight.one_mut(who).sharpened = n as i16),
        "hooked" => number(key, value, 0, 20).map(|n| fight.one_mut(who).hooked = n as i16),
        "attacked" => number(key, value, 0, 1).map(|n| fight.one_mut(who).attacked = n == 1),
        "wounds-last" => clock(key, value).map(|due| {
            let one = fight.one_mut(who);
            let parts = one.scars.map_or(0, |scars| scars.parts);
            one.scars = due.map(|until| Scars { parts, until, borne: false });
        }),
        "wounds-of-surgery" => each(key, value, |word| wound(fight, who, word)),
        "used" => each(key, value, |word| counted(fight, who, word, false)),
        "used-freely" => each(key, value, |word| counted(fight, who, word, true)),
        "gear-used" => each(key, value, |word| gear(fight, who, word)),
        "staggers-used" => each(key, value, |word| staggers(fight, who, word)),
        "spent-weapons" => each(key, value, |word| spent(fight, who, word)),
        _ => return None,
    })
}

fn number(key: &Placed<String>, value: &Placed<Value>, least: i64, most: i64) -> Result<i64, Problem> {
    let number = value.value.as_int().filter(|number| (least..=most).contains(number));
    let what = || format!("{} is a whole number from {least} to {most}, not {}", key.value, value.value);
    number.ok_or_else(|| Problem::at(&value.place, what()))
}

/// Rounds until something is due; none where it is 0.
fn clock(key: &Placed<String>, value: &Placed<Value>) -> Result<Option<u32>, Problem> {
    number(key, value, 0, MOST_ROUNDS).map(|rounds| u32::try_from(rounds).ok().filter(|rounds| *rounds > 0))
}

/// Each word of a list; one that cannot be taken says what would be right.
fn each(
    key: &Placed<String>,
    value: &Placed<Value>,
    mut one: impl FnMut(&str) -> Result<(), String>,
) -> Result<(), Problem> {
    let Some(list) = value.value.as_list() else {
        return Err(Problem::at(&value.place, format!("{} is a list of words", key.value)));
    };
    list.iter().try_for_each(|item| {
        let word = item.value.as_text().ok_or("it is a list of words".to_owned());
        word.and_then(&mut one).map_err(|why| Problem::at(&item.place, format!("{}: {why}", key.value)))
    })
}

/// The power by which somebody has risen from the dead.
fn risen(fight: &Fight, value: &Placed<Value>) -> Result<PowerId, Problem> {
    let raises = |power: &Power| power.entry.does.iter().any(|deed| matches!(deed, Deed::Rise { .. }));
    let powers = &fight.setting.content.powers;
    let named = |power: &Power| Some(power.id.as_str()) == value.value.as_text() && raises(power);
    let known = || powers.iter().filter(|power| raises(power)).map(|power| power.id.as_str());
    let place = powers.iter().position(named);
    place.map(|place| PowerId(place as u16)).ok_or_else(|| {
        let what = format!("risen is a power that raises the dead: {}", known().collect::<Vec<_>>().join(", "));
        Problem::at(&value.place, what)
    })
}

/// One that has risen has what the power gives to the body, for good.
fn raise(fight: &mut Fight, who: Who, power: PowerId) {
    let gives = !fight.power(power).entry.gives.is_empty();
    let one = fight.one_mut(who);
    one.risen = Some(power);
    if gives {
        one.boons.push(Boon { power, wait: 0, left: -1, amount: 0, counted: false });
    }
}

/// `ID 2`: an id and how often.
fn times(words: &str) -> Result<(&str, u8), String> {
    let parted = words.rsplit_once(' ').and_then(|(id, times)| Some((id.trim(), times.parse().ok()?)));
    parted.ok_or_else(|| format!("`{words}` is an id and how often: \"ID 1\""))
}

/// Uses of a power that are gone.
fn counted(fight: &mut Fight, who: Who, words: &str, freely: bool) -> Result<(), String> {
    let (id, times) = times(words)?;
    let place = fight.powers(who).iter().position(|power| fight.power(*power).id == id);
    let place = place.ok_or_else(|| format!("{} has no power `{id}`", fight.label(who)))?;
    let most = fight.power_at(who, place).and_then(|power| fight.power(power).entry.uses);
    if let Some(most) = most.filter(|most| !freely && times > *most) {
        return Err(format!("no more than {most} of `{id}` can be gone"));
    }
    let one = fight.one_mut(who);
    let counts = if freely { &mut one.freely } else { &mut one.used };
    if let Some(count) = counts.get_mut(place) {
        *count = times;
    }
    Ok(())
}

/// A weapon of this kind that fits.
fn weapon<'a>(fight: &'a mut Fight, who: Who, id: &str, fits: impl Fn(&Arm) -> bool) -> Result<&'a mut Arm, String> {
    let content = fight.setting.content.clone();
    let one = fight.one_mut(who);
    let mut arms = one.sword.iter_mut().chain(&mut one.off).chain(&mut one.natural).chain(&mut one.stowed);
    let arm = arms.find(|arm| content.weapon(arm.weapon).id == id && fits(arm));
    arm.ok_or_else(|| format!("it carries no weapon `{id}`"))
}

/// Free uses of a weapon or shield that are gone.
fn gear(fight: &mut Fight, who: Who, words: &str) -> Result<(), String> {
    let (id, times) = times(words)?;
    let content = fight.setting.content.clone();
    if let Some(guarded) = fight.one_mut(who).shield.as_mut().filter(|held| content.shield(held.shield).id == id) {
        guarded.free = times;
        return Ok(());
    }
    let arm = weapon(fight, who, id, |arm| arm.free == 0);
    arm.map(|arm| arm.free = times).map_err(|_| format!("it carries no weapon or shield `{id}`"))
}

/// Stumbles called with a long weapon on targets that were too close.
fn staggers(fight: &mut Fight, who: Who, words: &str) -> Result<(), String> {
    let (id, times) = times(words)?;
    weapon(fight, who, id, |arm| arm.close == 0).map(|arm| arm.close = times)
}

/// A weapon whose automaton is spent.
fn spent(fight: &mut Fight, who: Who, id: &str) -> Result<(), String> {
    weapon(fight, who, id, |arm| !arm.spent).map(|arm| arm.spent = true)
}

/// A part of the body that surgery has left wounded.
fn wound(fight: &mut Fight, who: Who, word: &str) -> Result<(), String> {
    let limb = Limb::named(word).ok_or_else(|| format!("there is no part of the body `{word}`"))?;
    let scars = fight.one_mut(who).scars.get_or_insert(Scars { parts: 0, until: surgery::AN_HOUR, borne: false });
    scars.parts |= 1 << limb.place();
    Ok(())
}
