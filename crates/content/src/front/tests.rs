//! The front matter of scripts.

use super::*;

const SCRIPT: &str = "= a case\n---\nencounter = \"../x.toml\"\nseed = 3\nshows = [\"a.b\"]\n---\n";

#[test]
fn the_head_may_be_a_path() {
    let source = Source::new("fights/gu/parry.fight", SCRIPT);
    assert!(FrontMatter::peek_rulebook(&source, 13..SCRIPT.len() - 4).unwrap().is_none());
    let head = FrontMatter::parse_within(&source, 13..SCRIPT.len() - 4, &[]).unwrap();
    let FrontMatter::Path { path, seed, shows } = head else { panic!() };
    assert_eq!(path.value, "fights/x.toml");
    assert_eq!(path.place.to_string(), "fights/gu/parry.fight:3:13");
    assert_eq!((seed, shows.len()), (Some(3), 1));
}

#[test]
fn nothing_else_may_stand_beside_a_path() {
    let text = SCRIPT.replace("seed", "house");
    let source = Source::new("x.fight", text.as_str());
    let problems = FrontMatter::parse_within(&source, 13..text.len() - 4, &[]).map(|_| ()).unwrap_err();
    assert_eq!(
        problems.to_string(),
        "x.fight:4:1: the head has no key `house`; the keys here are `encounter`, `seed` and `shows`"
    );
}

#[test]
fn the_head_may_be_an_encounter() {
    let text = "= a case\n---\nrulebook = \"gu\"\n[[combatant]]\nis = 3\nside = \"a\"\n---\n";
    let source = Source::new("x.fight", text);
    assert_eq!(FrontMatter::peek_rulebook(&source, 13..text.len() - 4).unwrap().unwrap().value, "gu");
    let problems = FrontMatter::parse_within(&source, 13..text.len() - 4, &[]).map(|_| ()).unwrap_err();
    assert_eq!(problems.to_string(), "x.fight:5:6: `is` must be a text, not the number 3");
}
