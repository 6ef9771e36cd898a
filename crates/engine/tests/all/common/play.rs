//! The course of the toy game.

use quintain_dice::{Cuts, LateStream};
use quintain_engine::{
    Answer, Choice, Event, Outcome, Picks, Progress, Question, Refusal, Refused, Rulebook, Seat, Shape, Table, Throw,
    Wants, Weight, Who,
};
use quintain_field::Square;

use super::Toy;
use super::rules::*;

#[derive(Clone, Debug, PartialEq)]
pub enum Ask {
    Declare(Who),
    Order(Vec<Who>),
    Luck(Who),
    Keep(Who, [u16; 3]),
    Dodge(Who, Who),
    Counter(Who, Who),
    Path(Who),
    Cry(Who),
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Act {
    Attack(Who),
    Move,
    Guard,
    Yes,
    No,
    Die(usize),
    First(Who),
}

pub fn seat(ask: &Ask) -> Seat {
    match ask {
        Ask::Order(_) => Seat::Gm,
        Ask::Declare(who)
        | Ask::Luck(who)
        | Ask::Keep(who, _)
        | Ask::Dodge(who, _)
        | Ask::Counter(who, _)
        | Ask::Path(who)
        | Ask::Cry(who) => Seat::Of(*who),
    }
}

pub fn weight(fight: &Toy, ask: &Ask) -> Weight {
    match ask {
        Ask::Order(_) | Ask::Cry(_) | Ask::Keep(..) => Weight::Formality,
        Ask::Dodge(..) => Weight::Detail,
        _ => Weight::of_choice(!matches!(seat(ask), Seat::Of(who) if !fight.is_players(who))),
    }
}

pub fn may_move(fight: &Toy, who: Who) -> Result<(), Refusal> {
    if fight.get(who).bound {
        return Err(Refusal::new(&BOUND, format!("{} is bound", fight.name(who))));
    }
    fight.get(who).at.map(|_| ()).ok_or_else(|| Refusal::new(&MOVE, "there is no map"))
}

pub fn may_dodge(fight: &Toy, who: Who) -> Result<(), Refusal> {
    if !fight.dodging {
        return Err(Refusal::new(&DODGE, "the house does not allow it"));
    }
    if fight.get(who).bound {
        return Err(Refusal::new(&BOUND, format!("{} is bound", fight.name(who))));
    }
    match fight.get(who).reactions > 0 {
        true => Ok(()),
        false => Err(Refusal::new(&DODGE, "no reaction is left")),
    }
}

pub fn question(fight: &Toy, ask: &Ask) -> Question<Act> {
    let yes_no =
        |yes: &str, no: &str| Shape::OneOf(Wants::YesNo, vec![Choice::new(yes, Act::Yes), Choice::new(no, Act::No)]);
    let mut refused = Vec::new();
    let (text, rule, shape, default) = match ask {
        Ask::Declare(who) => {
            let mut of: Vec<Choice<Act>> = fight
                .foes(*who)
                .map(|foe| Choice::new(format!("attack {}", fight.name(foe)), Act::Attack(foe)).on(foe))
                .collect();
            match may_move(fight, *who) {
                Ok(()) => of.push(Choice::new("move", Act::Move)),
                Err(refusal) => refused.push(Refused { text: "move".into(), refusal }),
            }
            of.push(Choice::new("guard", Act::Guard));
            let first = of[0].act;
            ("What do you do?", &DECLARE, Shape::OneOf(Wants::Act, of), Answer::One(first))
        }
        Ask::Order(all) => {
            let of: Vec<Choice<Act>> = all.iter().map(|who| Choice::new(fight.name(*who), Act::First(*who))).collect();
            let order = of.iter().map(|choice| choice.act).collect();
            ("In which order?", &ORDER, Shape::OrderOf(of), Answer::Order(order))
        }
        Ask::Luck(who) => {
            let most = fight.get(*who).luck;
            ("How much luck do you add?", &LUCK, Shape::Number { least: 0, most }, Answer::Number(0))
        }
        Ask::Keep(_, faces) => {
            let of: Vec<Choice<Act>> =
                (0..3).map(|die| Choice::new(format!("die {} ({})", die + 1, faces[die]), Act::Die(die))).collect();
            let best = (0..3).max_by_key(|die| faces[*die]).unwrap_or(0);
            let default = Answer::Several([Act::Die(best)].into_iter().collect());
            ("Which dice count?", &KEEP, Shape::Several { wants: Wants::Act, of, least: 1, most: 2 }, default)
        }
        Ask::Dodge(who, _) => {
            let mut of = vec![Choice::new("take it", Act::No).also(&["no"])];
            match may_dodge(fight, *who) {
                Ok(()) => of.insert(0, Choice::new("dodge", Act::Yes)),
                Err(refusal) => refused.push(Refused { text: "dodge".into(), refusal }),
            }
            ("You are hit: dodge?", &DODGE, Shape::OneOf(Wants::YesNo, of), Answer::One(Act::No))
        }
        Ask::Counter(..) => ("Strike back?", &COUNTER, yes_no("counter", "let go"), Answer::One(Act::No)),
        Ask::Path(who) => {
            let from = fight.get(*who).at.unwrap_or_default();
            let of = from
                .neighbours()
                .into_iter()
                .flat_map(Square::neighbours)
                .filter(|to| (0..6).contains(&to.x) && (0..4).contains(&to.y));
            ("Where to?", &MOVE, Shape::Path { from, of: of.collect(), most: 2 }, Answer::Squares(Picks::new()))
        }
        Ask::Cry(_) => ("What do you cry?", &CRY, Shape::Text, Answer::Text("Ha!".into())),
    };
    let weight = weight(fight, ask);
    Question { to: seat(ask), text: text.into(), rule, weight, shape, refused, default, waits: None }
}

pub fn tactics(fight: &Toy, tactics: usize, ask: &Ask, own: &mut LateStream) -> Answer<Act> {
    let question = question(fight, ask);
    match ask {
        Ask::Declare(_) if tactics == 1 && own.below(2) == 0 => Answer::One(Act::Guard),
        Ask::Declare(who) => {
            let foes: Vec<Who> = fight.foes(*who).collect();
            Answer::One(Act::Attack(foes[own.below(foes.len() as u32) as usize]))
        }
        Ask::Dodge(who, _) => Answer::One(if may_dodge(fight, *who).is_ok() { Act::Yes } else { Act::No }),
        Ask::Counter(..) => Answer::One(Act::Yes),
        Ask::Luck(who) => Answer::Number(fight.get(*who).luck.min(1)),
        _ => question.default,
    }
}

static CHAOS: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0);

pub fn round<T: Table<Toy>>(fight: &mut Toy, table: &mut T) -> Result<Progress, T::Halt> {
    fight.round = fight.round.max(1);
    for who in fight.who() {
        fight.get_mut(who).reactions = 1;
    }
    if fight.chaos {
        let text = format!("chaos {}", CHAOS.fetch_add(1, std::sync::atomic::Ordering::Relaxed));
        table.tell(|| Event::new(&DECLARE, text));
    }
    let able: Vec<Who> = fight.who().filter(|who| !fight.get(*who).out).collect();
    let asks: Vec<Ask> = able.iter().map(|who| Ask::Declare(*who)).collect();
    let answers = table.ask_all(fight, &asks)?;
    let order = table.ask(fight, Ask::Order(able.clone()))?;
    let order: Vec<Act> = order.picks().to_vec();
    for first in order {
        let Act::First(who) = first else { continue };
        let Some(place) = able.iter().position(|one| *one == who) else { continue };
        if fight.get(who).out {
            continue;
        }
        match answers[place].one() {
            Some(Act::Attack(foe)) if !fight.get(foe).out => attack(fight, table, who, foe)?,
            Some(Act::Move) => walk(fight, table, who)?,
            _ => {}
        }
        if let Some(outcome) = end(fight) {
            return Ok(Progress::Over(outcome));
        }
    }
    let unlucky: Vec<Who> = fight.who().filter(|who| !fight.get(*who).out).collect();
    let hit = table.by_dice(fight, &("wear", unlucky.len()), |fight, table| {
        for _ in 1..fight.wear {
            table.die(fight, Throw::die(8, &WEAR, "wear"))?;
        }
        let die = table.die(fight, Throw::die(8, &WEAR, "wear"))?;
        Ok(Some(usize::from(die) - 1).filter(|place| *place < unlucky.len()))
    })?;
    if let Some(who) = hit.map(|place| unlucky[place]) {
        hurt(fight, table, who, who, 1)?;
    }
    if let Some(outcome) = end(fight) {
        return Ok(Progress::Over(outcome));
    }
    fight.round += 1;
    Ok(Progress::Resting)
}

fn walk<T: Table<Toy>>(fight: &mut Toy, table: &mut T, who: Who) -> Result<(), T::Halt> {
    let path = table.ask(fight, Ask::Path(who))?;
    if let Answer::Squares(path) = path
        && let Some(last) = path.last()
    {
        fight.get_mut(who).at = Some(*last);
        let text = format!("{} goes to {last}", fight.name(who));
        table.tell(|| Event::new(&MOVE, text).by(who));
    }
    Ok(())
}

fn attack<T: Table<Toy>>(fight: &mut Toy, table: &mut T, who: Who, foe: Who) -> Result<(), T::Halt> {
    let luck = table.ask(fight, Ask::Luck(who))?.number().unwrap_or(0);
    fight.get_mut(who).luck -= luck;
    let cuts = Cuts::new(&[(11 - luck) as u16, 20]).unwrap();
    let face = table.degree(fight, Throw::die(20, &ATTACK, "attack").by(who).at(foe), &cuts)?;
    let degree = cuts.degree_of(face);
    let text = format!("{} {} {}", fight.name(who), ["misses", "hits", "hits hard"][degree], fight.name(foe));
    let cause = table.tell(|| {
        let event = Event::new(&ATTACK, text).by(who).to(foe).dice(20, &[face]).term("d20", face.into(), "");
        event.term("luck", luck, "luck").total(i64::from(face) + luck).against("defence", 11)
    });
    if degree == 0 {
        return Ok(());
    }
    if table.ask(fight, Ask::Dodge(foe, who))?.one() == Some(Act::Yes) {
        fight.get_mut(foe).reactions -= 1;
        if table.die(fight, Throw::die(6, &DODGE, "dodge").by(foe))? >= 4 {
            let text = format!("{} dodges", fight.name(foe));
            table.tell(|| Event::new(&DODGE, text).by(foe).because(cause));
            if table.ask(fight, Ask::Counter(foe, who))?.one() == Some(Act::Yes) {
                let text = format!("{} strikes back", fight.name(foe));
                table.tell(|| Event::new(&COUNTER, text).by(foe).to(who));
                attack(fight, table, foe, who)?;
            }
            return Ok(());
        }
    }
    let faces = table.roll(fight, Throw::dice(3, 6, &DAMAGE, "damage").by(who).at(foe))?;
    let faces = [faces[0], faces[1], faces[2]];
    let kept = table.ask(fight, Ask::Keep(who, faces))?;
    let sum: u16 = kept.picks().iter().map(|act| if let Act::Die(die) = act { faces[*die] } else { 0 }).sum();
    let loss = i64::from(sum) * if degree == 2 { 2 } else { 1 };
    hurt(fight, table, who, foe, loss)?;
    if fight.get(foe).out && who != foe {
        let cry = table.ask(fight, Ask::Cry(who))?;
        let text = format!("{} cries: {}", fight.name(who), cry.text().unwrap_or_default());
        table.tell(|| Event::new(&CRY, text).by(who));
    }
    Ok(())
}

fn hurt<T: Table<Toy>>(fight: &mut Toy, table: &mut T, who: Who, foe: Who, loss: i64) -> Result<(), T::Halt> {
    let before = fight.get(foe).hp;
    fight.get_mut(foe).hp -= loss;
    fight.get_mut(foe).taken += loss.max(0) as u32;
    fight.get_mut(who).dealt += loss.max(0) as u32;
    let text = format!("{} loses {loss}", fight.name(foe));
    table.tell(|| Event::new(&DAMAGE, text).to(foe).change(foe, "hp", before, before - loss));
    if before - loss <= 0 && !fight.get(foe).out {
        fight.get_mut(foe).out = true;
        let text = format!("{} falls", fight.name(foe));
        table.tell(|| Event::new(&FALL, text).by(foe).and(&DAMAGE));
    }
    Ok(())
}

fn end(fight: &mut Toy) -> Option<Outcome> {
    let mut standing: Vec<_> = fight.who().filter(|who| !fight.get(*who).out).map(|who| fight.side(who)).collect();
    standing.sort();
    standing.dedup();
    fight.outcome = match standing[..] {
        [] => Some(Outcome::Mutual),
        [side] => Some(Outcome::Won(side)),
        _ => fight.outcome,
    };
    fight.outcome
}
