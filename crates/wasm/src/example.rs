//! Examples of rules, run where they stand.

use maud::html;
use quintain_books::library;
use quintain_content::Source;
use quintain_engine::{CaseResult, run_script};
use quintain_library::{House, files};

/// Runs the text of a `.fight` file and tells as a piece of a page what came of each case: what happened, by which rule,
/// and where it failed.
pub fn example(text: &str) -> String {
    let source = Source::new("the example", text);
    let told = match run_script(&source, &House::of(library(), &files::none)) {
        Ok(cases) => html! { @for case in &cases { (told(case)) } },
        Err(problems) => html! { pre .problem { (problems) } },
    };
    told.into_string()
}

fn told(case: &CaseResult) -> maud::Markup {
    html! {
        section .outcome {
            @match &case.failure {
                None => p .right { "It holds: " (case.title) },
                Some(failure) => {
                    p .wrong { "Line " (failure.place.line) ": " (failure.what) }
                    @if !failure.problems.is_empty() { pre .problem { (failure.problems) } }
                    @if !failure.asked.is_empty() { ul { @for asked in &failure.asked { li { (asked) } } } }
                }
            }
            ol .told {
                @for event in &case.events { li { (event) " " small .dim { (event.rule.id) } } }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ARMOUR: &str = "= Armour\n---\nrulebook = \"thalassa\"\nshows = [\"attack.armor\"]\n\n[[combatant]]\nname = \"Althea\"\n\
        is = \"hero\"\nside = \"heroes\"\nset = { sta = 5, armor = 1 }\n\n[[combatant]]\nname = \"Cyclops\"\nis = \"cyclops\"\nside = \
        \"monsters\"\n---\ndice 15\nAlthea: attack Cyclops with xiphos\ndice 4\nexpect Althea.sta 2\n";

    #[test]
    fn an_example_tells_what_happened() {
        let told = example(ARMOUR);
        assert!(told.contains("It holds: Armour") && told.contains("attack.armor"), "{told}");
    }

    #[test]
    fn an_example_that_is_changed_says_where_it_fails() {
        let told = example(&ARMOUR.replace("sta 2\n", "sta 3\n"));
        assert!(told.contains("Line 20") && told.contains("wrong"), "{told}");
        assert!(example("nonsense").contains("problem"));
    }
}
