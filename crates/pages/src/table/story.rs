//! The story: a line an act, with what came of it indented beneath, unfolding to dice, terms and rules.

use maud::{Markup, html};
use quintain_engine::{EDICT, Event, Role, Shown, Term, depths};

use super::Sight;
use crate::cast::Cast;
use crate::figures::{capital, counted};
use crate::part::Part;
use crate::stamp::Stamp;

/// How many acts a page shows at once.
const SHOWN: usize = 60;

/// The most lines that stand under a folded act.
const BENEATH: usize = 2;

/// One act: its head and what belongs to it.
#[derive(Clone, Debug)]
pub(crate) struct Act<'e> {
    /// What was done, with its place in the log.
    pub(crate) head: &'e (usize, Event),
    /// What came of it, each with how far it stands in.
    pub(crate) rest: Vec<(u8, &'e (usize, Event))>,
}

/// The acts of a log, in their order.
pub(crate) fn acts(log: &[(usize, Event)]) -> Vec<Act<'_>> {
    // Depths are told by causes, which name places in the whole log: an event whose cause is hidden stands at its act.
    let last = log.last().map_or(0, |(place, _)| place + 1);
    let mut whole: Vec<Option<&Event>> = vec![None; last];
    for (place, event) in log {
        whole[*place] = Some(event);
    }
    let blank = log.first().map(|(_, event)| event);
    let deep = depths(whole.into_iter().filter_map(|event| event.or(blank)));
    let mut acts: Vec<Act<'_>> = Vec::new();
    for one in log {
        let depth = if is_aside(&one.1) { 0 } else { deep.get(one.0).copied().unwrap_or(0) };
        match acts.iter_mut().rev().find(|act| !is_aside(&act.head.1)) {
            Some(act) if depth > 0 && act.head.1.role != Role::Heading => act.rest.push((depth, one)),
            _ => acts.push(Act { head: one, rest: Vec::new() }),
        }
    }
    acts
}

/// What is said at the table, or done by the game master: it is no part of the act in whose middle it comes, and stands by itself.
fn is_aside(event: &Event) -> bool {
    event.rule.id == EDICT.id
}

impl Act<'_> {
    fn put_into(&self, stamp: &mut Stamp) {
        stamp.put((self.head.0, self.rest.len()));
        stamp.put_event(&self.head.1);
        for (depth, (_, event)) in &self.rest {
            stamp.put(depth);
            stamp.put_event(event);
        }
    }
}

/// A part for each act that is shown, the oldest first.
pub(crate) fn story<'l>(acts: Vec<Act<'l>>, sight: &'l Sight<'_>) -> impl Iterator<Item = Part<'l>> {
    let from = acts.len().saturating_sub(SHOWN);
    let known = sight.names.clone().with(&sight.own);
    acts.into_iter().skip(from).filter(|act| !is_turn(act) && !is_empty(act)).map(move |act| {
        let mut stamp = known.clone();
        act.put_into(&mut stamp);
        Part::made_from(format!("act-{}", act.head.0), &stamp, move || line(&act, &sight.cast, &sight.own))
    })
}

/// The drawer's head: which acts are shown, and a way to see them once more.
pub(crate) fn heading() -> Markup {
    html! {
        h2 { "Story" }
        div .sift role="group" aria-label="Which acts" {
            @for (place, (id, name)) in [("all", "All"), ("mine", "Mine"), ("thrown", "Numbers")].into_iter().enumerate() {
                label { input type="radio" name="acts" id={ "acts-" (id) } checked[place == 0]; span { (name) } }
            }
            button .scripted type="button" data-replay title="Shows once more what has happened since your last turn" { (quintain_draw::icon("play")) "Replay" }
        }
    }
}

/// The last line, for where there is no room for more.
pub(crate) fn ticker<'l>(acts: &[Act<'l>], sight: &'l Sight<'_>) -> Part<'l> {
    let acts = acts.iter().rev().filter(|act| act.head.1.role != Role::Heading && !is_empty(act)).take(2);
    let mut last: Vec<Told<'_>> = acts.map(Told::of).collect();
    last.reverse();
    let stamp = sight.names.clone().with(&last);
    let write = move || {
        html! {
            div #ticker .panel {
                @for (place, told) in last.iter().enumerate() {
                    p .old[place + 1 < last.len()] {
                        (sight.cast.coloured(&capital(told.head)))
                        @if let Some(harm) = told.harm { " " b { "−" (harm) } }
                        @else if let Some(outcome) = told.outcome { span .sub { (sight.cast.coloured(outcome)) } }
                    }
                }
            }
        }
    };
    Part::made_from("ticker", &stamp, write)
}

/// An act where there is room for a line: what was done, and what it took or how it came out.
#[derive(Hash)]
struct Told<'l> {
    head: &'l str,
    harm: Option<u32>,
    outcome: Option<&'l str>,
}

impl<'l> Told<'l> {
    fn of(act: &Act<'l>) -> Told<'l> {
        let outcome = notable(act).into_iter().next_back().map(|event| event.text.as_str());
        Told { head: &act.head.1.text, harm: harm(act), outcome }
    }
}

/// The beginning of a turn: the acts say whose it is.
pub(crate) fn is_turn(act: &Act<'_>) -> bool {
    act.head.1.role == Role::Heading && act.head.1.who.is_some() && act.rest.is_empty()
}

/// Whether an act tells no more than that a combatant does nothing else: the next act says so anyway.
pub(crate) fn is_empty(act: &Act<'_>) -> bool {
    act.head.1.role == Role::Closing && act.rest.is_empty()
}

/// What an act took of health.
pub(crate) fn harm(act: &Act<'_>) -> Option<u32> {
    let all = std::iter::once(act.head).chain(act.rest.iter().map(|(_, one)| *one));
    let sum: u32 = all.filter_map(|(_, event)| event.harm).map(|harm| harm.amount).sum();
    (sum > 0).then_some(sum)
}

/// An act as the story shows it: a line that unfolds.
pub(crate) fn line(act: &Act<'_>, cast: &Cast<'_>, own: &[usize]) -> Markup {
    let (place, head) = act.head;
    if head.role == Role::Heading {
        return html! { li #{ "act-" (place) } .round { (capital(&head.text)) } };
    }
    let side = head.who.and_then(|who| cast.view.combatants.get(who.index())).map(|one| cast.side(one));
    let involved = involved(act);
    let mine = involved.iter().any(|who| own.contains(who));
    let who = involved.iter().map(usize::to_string).collect::<Vec<_>>().join(" ");
    html! {
        li #{ "act-" (place) } class={ "act" @if let Some(side) = side { " s" (side) } @if mine { " mine" } } data-who=(who) data-play=(played(act))
            data-own[head.who.is_some_and(|who| own.contains(&who.index()))] {
            details {
                summary {
                    (quintain_draw::icon(icon(head)))
                    span .says {
                        (cast.coloured(&capital(&head.text)))
                        @for event in notable(act) { span .sub { (cast.coloured(&event.text)) } }
                    }
                    @if let Some(harm) = harm(act) { span .amount { "−" (harm) } }
                }
                (why(head))
                @for (depth, (_, event)) in &act.rest {
                    div class={ "step d" (depth) } { p { (cast.coloured(&event.text)) } (why(event)) }
                }
                (rules(std::iter::once(head).chain(act.rest.iter().map(|(_, one)| &one.1)), cast.book.id()))
            }
        }
    }
}

/// An act as the script plays it: `0>3` who does it to whom, `d6:4,2` the faces of dice, `3-5` a loss.
fn played(act: &Act<'_>) -> String {
    steps(std::iter::once(&act.head.1).chain(act.rest.iter().map(|(_, one)| &one.1)), Some)
}

/// Events as a script plays them, with combatants by the numbers that `called` gives them.
pub(crate) fn steps<'e>(
    events: impl Iterator<Item = &'e Event>,
    mut called: impl FnMut(usize) -> Option<usize>,
) -> String {
    let mut steps: Vec<String> = Vec::new();
    for event in events {
        if let (Some(who), Some(whom)) = (event.who, event.whom)
            && who != whom
            && let (Some(from), Some(to)) = (called(who.index()), called(whom.index()))
        {
            let step = format!("{from}>{to}");
            if !steps.contains(&step) {
                steps.push(step);
            }
        }
        for shown in &event.dice {
            let faces: Vec<String> = shown.faces.iter().map(u16::to_string).collect();
            steps.push(format!("d{}:{}", shown.sides, faces.join(",")));
        }
        let lost = event.harm.filter(|harm| harm.amount > 0);
        if let Some((whom, harm)) = lost.and_then(|harm| Some((called(harm.whom.index())?, harm))) {
            steps.push(format!("{whom}-{}", harm.amount));
        }
    }
    steps.join(" ")
}

fn icon(event: &Event) -> &'static str {
    match event.role {
        Role::Upkeep | Role::Closing => "ready",
        _ if event.harm.is_some() || event.against.is_some() => "sword",
        _ if event.whom.is_some() => "sword",
        _ => "move",
    }
}

/// Everybody who does something in an act or to whom it is done.
fn involved(act: &Act<'_>) -> Vec<usize> {
    let all = std::iter::once(act.head).chain(act.rest.iter().map(|(_, one)| *one));
    let mut who: Vec<usize> =
        all.flat_map(|(_, event)| [event.who, event.whom]).flatten().map(|who| who.index()).collect();
    who.sort_unstable();
    who.dedup();
    who
}

/// What a reader wants to see beneath a folded act: who was hurt, or how it came out; then who answered, then what else
/// changed, without sums and prices.
pub(crate) fn notable<'e>(act: &Act<'e>) -> Vec<&'e Event> {
    let rest = || act.rest.iter().map(|(_, one)| &one.1);
    let is_plain = |event: &&Event| event.role == Role::Part && event.changes.is_empty() && event.harm.is_none();
    let hurts = rest().filter(|event| event.harm.is_some());
    let outcome = rest().rev().filter(is_plain).take(usize::from(hurts.clone().next().is_none()));
    let answers = rest().filter(|event| event.role == Role::Answer);
    let changes = rest().filter(|event| !event.changes.is_empty() && event.role != Role::Price);
    let others = rest().rev().filter(is_plain);
    let mut shown: Vec<&Event> = Vec::new();
    for event in hurts.chain(outcome).chain(answers).chain(changes).chain(others) {
        if shown.len() < BENEATH && !shown.iter().any(|known| std::ptr::eq(*known, event)) {
            shown.push(event);
        }
    }
    shown.sort_by_key(|event| act.rest.iter().position(|(_, one)| std::ptr::eq(&one.1, *event)));
    shown
}

/// The dice and the sum of an event: what counts, and in a fold what does not.
pub(crate) fn why(event: &Event) -> Markup {
    let terms = event.terms.iter().filter(|term| !is_shown_die(term, event));
    let (counts, others): (Vec<&Term>, Vec<&Term>) = terms.partition(|term| term.applied);
    let is_sum = event.total.is_some() || event.against.is_some();
    html! {
        @if !event.dice.is_empty() || !event.terms.is_empty() || is_sum {
            div .why {
                table {
                    @for shown in &event.dice {
                        tr { td { @if let Some(whose) = &shown.whose { (whose) " " } @for face in &shown.faces { span .die { (face) } " " } } td {} td { "d" (shown.sides) } }
                    }
                    @for term in counts { tr { td { (term.label) } td { (format!("{:+}", term.value)) } td { (term.source) } } }
                    @if is_sum {
                        tr .total { td { "total" @if let Some((label, value)) = &event.against { " against " (label) " " (value) } } td { @if let Some(total) = event.total { (total) } } td {} }
                    }
                }
                @if !others.is_empty() {
                    details {
                        summary { "what did not count (" (others.len()) ")" }
                        table { @for term in others { tr { td { s { (term.label) } } td { s { (format!("{:+}", term.value)) } } td { (term.source) @if let Some(why) = term.why { " " (why) } } } } }
                    }
                }
            }
        }
    }
}

/// Whether a term says once more what a die shows that stands above it.
fn is_shown_die(term: &Term, event: &Event) -> bool {
    let same = |shown: &Shown| {
        let sum: i64 = shown.faces.iter().map(|face| i64::from(*face)).sum();
        term.label == format!("d{}", shown.sides) && term.value == sum
    };
    event.dice.iter().any(same)
}

/// The rules that events go by, each once, behind a fold.
pub(crate) fn rules<'e>(events: impl Iterator<Item = &'e Event>, book: &str) -> Markup {
    let mut ids: Vec<&str> = Vec::new();
    for rule in events.flat_map(|event| std::iter::once(&event.rule).chain(&event.also)) {
        if !ids.contains(&rule.id) {
            ids.push(rule.id);
        }
    }
    html! {
        details .rules {
            summary { (counted(ids.len(), "rule")) }
            p { @for (place, id) in ids.iter().enumerate() { @if place > 0 { " · " } a href={ "/rules/" (book) "/" (id) } { (named(id)) } } }
        }
    }
}

/// A rule's id as words: `attack.armor` as `attack: armor`.
pub(crate) fn named(id: &str) -> String {
    id.replace('.', ": ").replace('-', " ")
}

#[cfg(test)]
mod tests {
    use quintain_engine::{Harm, Kind, Rule, Who};

    use super::*;

    static RULE: Rule = Rule { id: "any", kind: Kind::Engine, summary: "", ruling: None, house: None };

    fn log(events: Vec<Event>) -> Vec<(usize, Event)> {
        events.into_iter().enumerate().collect()
    }

    fn told(text: &str) -> Event {
        Event::new(&RULE, text)
    }

    fn heads(log: &[(usize, Event)]) -> Vec<&str> {
        acts(log).iter().map(|act| act.head.1.text.as_str()).collect()
    }

    fn beneath(log: &[(usize, Event)]) -> Vec<&str> {
        notable(&acts(log)[0]).iter().map(|event| event.text.as_str()).collect()
    }

    #[test]
    fn what_is_said_in_the_middle_of_an_act_stands_by_itself() {
        let said = |words: &str| Event::new(&EDICT, words);
        let log =
            log(vec![told("Ann shoots at Orc").act(), said("Bo: hello"), said("Bo: psst"), told("Ann misses Orc")]);
        assert_eq!(heads(&log), ["Ann shoots at Orc", "Bo: hello", "Bo: psst"]);
        assert_eq!(beneath(&log), ["Ann misses Orc"]);
    }

    #[test]
    fn what_only_says_that_somebody_is_done_is_left_out() {
        let log = log(vec![told("Dog bites Bo").act(), told("Dog rests").closing(), told("Orc is done").act()]);
        assert_eq!(acts(&log).iter().map(is_empty).collect::<Vec<_>>(), [false, true, false]);
    }

    #[test]
    fn what_an_act_is_paid_with_stands_in_its_unfolded_line_alone() {
        let log = log(vec![told("Orc bites Ann").act(), told("Orc spends 1 AP").price(), told("Orc misses Ann")]);
        assert_eq!(beneath(&log), ["Orc misses Ann"]);
    }

    #[test]
    fn how_an_act_came_out_is_told_before_who_answered() {
        let missed = log(vec![
            told("Orc bites Ann").act(),
            told("Ann reacts").answer(),
            told("Ann parries"),
            told("Bo reacts").answer(),
            told("Orc misses Ann"),
        ]);
        assert_eq!(beneath(&missed), ["Ann reacts", "Orc misses Ann"]);
        let hurt = Event { harm: Some(Harm { by: Some(Who(0)), whom: Who(1), amount: 4 }), ..told("Ann loses 4 hp") };
        let struck = log(vec![
            told("Orc bites Ann").act(),
            told("Ann reacts").answer(),
            told("Bo reacts").answer(),
            hurt,
            told("the wound is deep"),
        ]);
        assert_eq!(beneath(&struck), ["Ann reacts", "Ann loses 4 hp"]);
    }
}
