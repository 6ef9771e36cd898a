//! The log as a story: what belongs to what.

use super::{Event, Role};

/// How deep the deepest line stands.
const DEEPEST: u8 = 4;

/// How far each event stands in from the margin: 0 for acts, headings, what falls due and the end of a turn, 1 for what came of
/// an act, one more for what came of that. An event stands under its cause; one without a cause under the act that goes on.
pub fn depths<'e>(log: impl IntoIterator<Item = &'e Event>) -> Vec<u8> {
    let mut depths: Vec<u8> = Vec::new();
    let mut acts = false;
    for event in log {
        let cause = event.cause.and_then(|cause| depths.get(cause.0 as usize)).copied();
        let depth = match (event.role, cause) {
            (Role::Heading, _) => 0,
            (_, Some(cause)) => (cause + 1).min(DEEPEST),
            (Role::Act | Role::Upkeep | Role::Closing, None) => 0,
            (Role::Part | Role::Price | Role::Answer, None) => u8::from(acts),
        };
        match event.role {
            Role::Act => acts = true,
            Role::Heading | Role::Upkeep | Role::Closing if depth == 0 => acts = false,
            _ => {}
        }
        depths.push(depth);
    }
    depths
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::EventId;
    use crate::rule::{Kind, Rule};

    static RULE: Rule = Rule { id: "any", kind: Kind::Engine, summary: "", ruling: None, house: None };

    fn event(text: &str) -> Event {
        Event::new(&RULE, text)
    }

    #[test]
    fn what_an_act_brought_stands_under_it() {
        let log = [
            event("Round 1").heading(),
            event("Ann attacks Orc").act(),
            event("Orc parries").answer(),
            event("the parry fails").because(EventId(2)),
            event("Orc loses 4 health"),
            event("Orc falls").because(EventId(4)),
            event("the poison burns Ann").upkeep(),
            event("Ann loses 1 health").because(EventId(6)),
            event("Ann attacks Orc").act(),
            event("Ann does nothing more").closing(),
            event("Orc's turn").heading(),
            event("nothing stirs"),
        ];
        assert_eq!(depths(&log), [0, 0, 1, 2, 1, 2, 0, 1, 0, 0, 0, 0]);
    }
}
