//! Edicts at random: whatever the GM decrees, the fight stays sound and goes on.

use quintain_engine::{Edict, Waiting};

use crate::battery::{Arena, Battery};
use crate::bout::Bout;
use crate::questions::questions_now;
use crate::views::view_is_sound;
use crate::{Check, claim};

/// Plays a fight with random answers, and between them edicts out of everything that edicts can say.
///
/// # Errors
/// The first edict that is refused and does something, or after which the fight is not sound.
pub fn edicts_keep_it_sound(battery: &Battery, arena: &Arena, seed: u64, formalities: bool, steps: usize) -> Check {
    let mut bout = Bout::begin(arena, seed, formalities);
    for _ in 0..steps {
        if bout.open()?.is_empty() {
            break;
        }
        for _ in 0..1 + bout.below(3) {
            decree(battery, &mut bout)?;
        }
        questions_now(&bout)?;
        if !bout.step()? {
            break;
        }
    }
    let again = bout.resumed(bout.live.facts().to_vec());
    let (one, other) = (bout.live.digest(), again.digest());
    claim(again.diverged().is_none(), || bout.fault(format!("replayed, it differs: {:?}", again.diverged())))?;
    claim(one == other && bout.live.view() == again.view(), || bout.fault("replayed, the state is another"))
}

fn decree(battery: &Battery, bout: &mut Bout<'_>) -> Check {
    let words = edict(battery, bout);
    let before = (bout.live.digest(), bout.live.facts().len(), bout.live.who_is_asked());
    match bout.live.edict(&words) {
        Ok(()) => {
            bout.told.push(format!("gm: {words}"));
            let broken = matches!(bout.live.waiting(), Waiting::Broken(_));
            claim(!broken, || bout.fault(format!("the edict breaks the fight: {:?}", bout.live.who_is_asked())))?;
        }
        Err(fault) => {
            let after = (bout.live.digest(), bout.live.facts().len(), bout.live.who_is_asked());
            let what = || format!("the edict `{words}` is refused ({fault}) and changes something");
            claim(before == after, || bout.fault(what()))?;
        }
    }
    view_is_sound(bout.arena.rulebook, &*bout.live, &battery.below_zero).map_err(|what| bout.fault(what)).map(drop)
}

/// One of these, by the bout's own stream.
fn one_of<T: Clone>(bout: &mut Bout<'_>, of: &[T]) -> Option<T> {
    if of.is_empty() {
        return None;
    }
    let place = bout.below(of.len());
    of.get(place).cloned()
}

/// An edict out of the grammar, most of them such as can be carried out.
fn edict(battery: &Battery, bout: &mut Bout<'_>) -> String {
    let view = bout.live.view();
    let names: Vec<String> = view.combatants.iter().map(|who| who.name.clone()).collect();
    let sides = bout.arena.fight.sides();
    let who = one_of(bout, &names).unwrap_or_default();
    let square = square(bout);
    let words = match bout.below(12) {
        0..=3 => {
            let own = view.combatant(&who).map(|who| who.stats.iter().map(|stat| stat.key).collect::<Vec<_>>());
            let keys: Vec<&str> = own.unwrap_or_default().into_iter().chain(battery.values.iter().copied()).collect();
            let key = one_of(bout, &keys).unwrap_or("at");
            let values = ["0", "1", "2", "3", "5", "9", "12", "-1", "30", "1000", "yes", "no", "none", "99999999999"];
            let value = one_of(bout, &values).unwrap_or("0");
            format!("set {who}.{key} {value}")
        }
        4..=6 => format!("give {who} {}", condition(battery, bout)),
        7 | 8 => {
            let own: Vec<String> =
                view.combatant(&who).into_iter().flat_map(|who| &who.conditions).map(|one| one.name.clone()).collect();
            let condition = one_of(bout, &own).unwrap_or_else(|| condition(battery, bout).to_owned());
            format!("take {condition} from {who}")
        }
        9 => format!("move {who} to {square}"),
        10 => {
            let entries: Vec<String> = battery.book.entries().into_iter().map(|entry| entry.id).collect();
            let entry = one_of(bout, &entries).unwrap_or_default();
            let side = one_of(bout, &sides).unwrap_or_default();
            let number = bout.below(5);
            let at = if bout.arena.mapped { format!(" at {square}") } else { String::new() };
            format!("add {entry} as New {number} to {side}{at}")
        }
        _ => match bout.below(3) {
            0 => format!("remove {who}"),
            1 => format!("set round {}", bout.below(6)),
            _ => format!("die {} = {}", 1 + bout.below(4), 1 + bout.below(8)),
        },
    };
    debug_assert!(Edict::looks_like(&words), "{words}");
    words
}

fn condition(battery: &Battery, bout: &mut Bout<'_>) -> &'static str {
    one_of(bout, &battery.conditions).unwrap_or("nothing")
}

fn square(bout: &mut Bout<'_>) -> String {
    let column = char::from(b'A' + bout.below(18) as u8);
    format!("{column}{}", 1 + bout.below(14))
}
