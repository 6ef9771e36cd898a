//! What fights leave behind is taken in again by the next fight, and rests go the same way at every table.

use quintain_content::{Carried, Encounter, Value};
use quintain_engine::{Aftermath, AnyCamp, AnyFight, Conduct, DiceFrom, Left, Plan, ROUND_LIMIT, Terms, Waiting};

use crate::battery::{Arena, Battery};
use crate::{Check, claim};

/// After random fights in each encounter, a fresh fight begins with the values that are left, and shows just them; so it does
/// after each rest that the book knows. What is kept and what ends names rules of the book.
///
/// # Errors
/// The first fight of which something is lost.
pub fn what_is_left_is_taken_in_again(battery: &Battery, seed: u64, fights: u64) -> Check {
    for arena in &battery.arenas {
        let plan = Plan { seed, conduct: Conduct::best(), round_limit: ROUND_LIMIT };
        for number in 0..if arena.mapped { fights.div_ceil(4) } else { fights } {
            let fault = |what: String| format!("{}, seed {seed}, fight {number}: {what}", arena.name);
            let left = camp(&*arena.fight)?.play(&plan, number).left;
            rules_are_known(battery, &left).map_err(fault)?;
            let (again, written) = begin(battery, arena, &*arena.fight, &left).map_err(fault)?;
            same(&*arena.fight, &left[..written], &*again).map_err(fault)?;
            for kind in battery.rulebook.rests() {
                let rested = camp(&*again)?.rest(kind, &plan, number);
                let terms = Terms::unattended(seed, number, Conduct::best());
                let live = camp(&*again)?.resting(kind, terms, Vec::new());
                let fault = |what: String| fault(format!("after {kind}: {what}"));
                claim(matches!(live.waiting(), Waiting::Over(_)), || fault(format!("it waits: {:?}", live.waiting())))?;
                claim(live.aftermath() == rested, || fault("a live rest leaves something else".into()))?;
                rules_are_known(battery, &rested).map_err(fault)?;
                let (morning, _) = begin(battery, arena, &*again, &rested).map_err(fault)?;
                same(&*again, &rested[..written], &*morning).map_err(fault)?;
            }
        }
    }
    Ok(())
}

/// A rest that throws dice stops where dice are thrown by hand, and goes on with them.
///
/// # Errors
/// The first rest that does not.
pub fn rests_take_dice_by_hand(battery: &Battery, seed: u64) -> Check {
    let plan = Plan { seed, conduct: Conduct::best(), round_limit: ROUND_LIMIT };
    for arena in &battery.arenas {
        let (again, _) = begin(battery, arena, &*arena.fight, &camp(&*arena.fight)?.play(&plan, 0).left)?;
        for kind in battery.rulebook.rests() {
            let terms = Terms { dice: DiceFrom::Hand, ..Terms::unattended(seed, 0, Conduct::best()) };
            let mut live = camp(&*again)?.resting(kind, terms, Vec::new());
            while let Waiting::Dice { count, .. } = live.waiting() {
                let faces = vec![1; usize::from(count)];
                live.throw(&faces).map_err(|fault| format!("{}, {kind}: {fault}", arena.name))?;
            }
            let words = || format!("{}, {kind}: it waits: {:?}", arena.name, live.waiting());
            claim(matches!(live.waiting(), Waiting::Over(_)), words)?;
        }
    }
    Ok(())
}

fn camp(fight: &dyn AnyFight) -> Result<&dyn AnyCamp, String> {
    fight.camp().ok_or_else(|| "the fight is no link of a chain".to_owned())
}

/// The encounter with what is left of those who were in a fight `before`, and how many of them it names.
fn begin(
    battery: &Battery,
    arena: &Arena,
    before: &dyn AnyFight,
    left: &[Aftermath],
) -> Result<(Box<dyn AnyFight>, usize), String> {
    let parsed = Encounter::parse(&arena.source, battery.rulebook.tables());
    let encounter = parsed.map_err(|problems| problems.to_string())?;
    let carried: Vec<Carried> =
        before.roster().into_iter().zip(left).map(|((name, _), left)| carried(name, left)).collect();
    let set =
        |one: &Carried| one.values.iter().map(|(key, value)| format!("{key} = {value}")).collect::<Vec<_>>().join(", ");
    let begun = battery.book.set_up(&encounter.carrying(&carried)).map_err(|problems| {
        let all: Vec<String> = carried.iter().map(|one| format!("{}: {}", one.name, set(one))).collect();
        format!("what is left is refused:\n{problems}\n{}", all.join("\n"))
    })?;
    Ok((begun, encounter.expand().len().min(left.len())))
}

fn carried(name: String, left: &Aftermath) -> Carried {
    Carried { name, comes: true, values: left.kept.iter().map(|kept| (kept.key, kept.value.clone())).collect() }
}

/// Each in the fresh fight, found by name, has what was left of it: those who became heroes may stand before others there.
/// Those whom the fight itself brings along come last, are new, and are not among those that are `left`.
fn same(before: &dyn AnyFight, left: &[Aftermath], again: &dyn AnyFight) -> Check {
    let values = |one: &Aftermath| {
        let mut all: Vec<String> =
            one.kept.iter().map(|kept| format!("{} = {}", kept.key, sorted(&kept.value))).collect();
        all.sort();
        format!("{} {}", one.left.word(), all.join(", "))
    };
    let (roster, begun) = (again.roster(), camp(again)?.left());
    for ((name, _), left) in before.roster().iter().zip(left) {
        let found = roster.iter().zip(&begun).find(|((other, _), _)| other == name);
        let (_, begun) = found.ok_or_else(|| format!("{name} does not come again"))?;
        claim(values(left) == values(begun), || {
            format!("{name} was left with\n  {}\nand begins with\n  {}", values(left), values(begun))
        })?;
    }
    Ok(())
}

/// A value in words; of a list the order is no part of it.
fn sorted(value: &Value) -> String {
    let Some(list) = value.as_list() else { return value.to_string() };
    let mut words: Vec<String> = list.iter().map(ToString::to_string).collect();
    words.sort();
    format!("[{}]", words.join(", "))
}

fn rules_are_known(battery: &Battery, left: &[Aftermath]) -> Check {
    let sections = battery.rulebook.sections();
    let known = |id: &str| sections.iter().any(|section| section.rules.iter().any(|rule| rule.id == id));
    let cited = left.iter().flat_map(|one| {
        let kept = one.kept.iter().map(|kept| kept.rule.id);
        kept.chain(one.ended.iter().chain(&one.open).map(|ended| ended.rule.id))
    });
    for id in cited {
        claim(known(id), || format!("`{id}` is no rule of the book"))?;
    }
    let words = left.iter().all(|one| Left::named(one.left.word()) == Some(one.left));
    claim(words, || "what is left of somebody has no word".to_owned())
}
