//! Words can be read on everything that they stand on, in the light and in the dark: WCAG AA, a contrast of 4.5.

use quintain_pages::STYLE;

/// The two values of a colour of the style sheet: in the light, in the dark.
fn colour(name: &str) -> [[f64; 3]; 2] {
    let from = STYLE.split(&format!("--{name}:light-dark(")).nth(1).unwrap_or_else(|| panic!("no colour {name}"));
    let (both, _) = from.split_once(')').unwrap();
    let (light, dark) = both.split_once(',').unwrap();
    [read(light.trim()), read(dark.trim())]
}

/// A colour as `#rgb` or `#rrggbb`, from 0 to 1 each.
fn read(hex: &str) -> [f64; 3] {
    let digits: Vec<u32> = hex.trim_start_matches('#').chars().map(|digit| digit.to_digit(16).unwrap()).collect();
    let of = |place: usize| match digits.len() {
        3 => digits[place] * 17,
        _ => digits[place * 2] * 16 + digits[place * 2 + 1],
    };
    [of(0), of(1), of(2)].map(|part| f64::from(part) / 255.0)
}

fn luminance(colour: [f64; 3]) -> f64 {
    let linear = colour.map(|part| if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) });
    0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
}

fn contrast(one: [f64; 3], other: [f64; 3]) -> f64 {
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

#[test]
fn words_stand_out_from_what_they_stand_on() {
    for words in ["ink", "ink2", "accent", "warn", "good", "bad", "s0t", "s1t", "s2t", "s3t", "s4t", "s5t"] {
        for ground in ["vellum", "tile"] {
            for (place, when) in ["light", "dark"].iter().enumerate() {
                let found = contrast(colour(words)[place], colour(ground)[place]);
                assert!(found >= 4.5, "{words} on {ground} in the {when}: {found:.2}");
            }
        }
    }
}

#[test]
fn emblems_stand_out_from_tokens() {
    for side in 0..6 {
        for (place, when) in ["light", "dark"].iter().enumerate() {
            let found = contrast(read("#fff8ea"), colour(&format!("s{side}"))[place]);
            assert!(found >= 3.0, "the emblem of side {side} in the {when}: {found:.2}");
        }
    }
}

#[test]
fn buttons_can_be_read_and_edges_be_seen() {
    for place in 0..2 {
        assert!(contrast(colour("onaccent")[place], colour("accent")[place]) >= 4.5);
        assert!(contrast(colour("edge")[place], colour("tile")[place]) >= 3.0);
        assert!(contrast(colour("gold")[place], colour("tile")[place]) >= 3.0);
    }
}
