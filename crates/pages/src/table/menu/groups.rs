//! The groups of verbs in a menu: which make room first, and what they are called.

use quintain_engine::Group;

/// Which groups are folded into one tile first, where there are too many verbs.
pub(super) const FOLDED: [Group; 10] = [
    Group::Word,
    Group::Gear,
    Group::Wait,
    Group::Help,
    Group::Guard,
    Group::Power,
    Group::Answer,
    Group::Attack,
    Group::Move,
    Group::End,
];

/// A group's name and icon.
pub(super) fn group_name(group: Group) -> (&'static str, &'static str) {
    match group {
        Group::Move => ("Movement", "move"),
        Group::Attack => ("Attacks", "sword"),
        Group::Power => ("Powers", "spark"),
        Group::Guard => ("Guard", "wall"),
        Group::Help => ("Help", "heal"),
        Group::Gear => ("Gear", "bag"),
        Group::Word => ("Words", "speak"),
        Group::Wait => ("Wait", "ready"),
        Group::End => ("End", "end"),
        Group::Answer => ("Answers", "check"),
    }
}
