//! Which paths go together: a carving beside one of a path that its own does not go with gives nothing.

use super::gu::Path;

/// The paths that each goes with besides its own; it is enough that one of two has the other.
const TOGETHER: [(Path, &[Path]); 25] = [
    (Path::Blood, &[Path::Enslavement, Path::Water, Path::Wood]),
    (Path::Dark, &[Path::Poison, Path::Space, Path::Theft]),
    (Path::Earth, &[Path::Metal, Path::Wood]),
    (Path::Enslavement, &[Path::Blood, Path::Soul, Path::Theft]),
    (Path::Fire, &[Path::Light, Path::Lightning, Path::Metal, Path::Wind]),
    (Path::Ice, &[Path::Water, Path::Wind]),
    (Path::Information, &[Path::Rule, Path::Wisdom]),
    (Path::Light, &[Path::Fire, Path::Lightning, Path::Sound]),
    (Path::Lightning, &[Path::Fire, Path::Light, Path::Wind]),
    (Path::Luck, &[Path::Rule]),
    (Path::Metal, &[Path::Earth, Path::Fire, Path::Strength, Path::Sword]),
    (Path::Poison, &[Path::Dark, Path::Wind, Path::Wood]),
    (Path::Refinement, &[Path::Soul, Path::Wisdom]),
    (Path::Rule, &[Path::Information, Path::Luck]),
    (Path::Soul, &[Path::Refinement, Path::Wisdom]),
    (Path::Sound, &[Path::Light, Path::Sword]),
    (Path::Space, &[Path::Dark, Path::Time]),
    (Path::Strength, &[Path::Metal, Path::Soul]),
    (Path::Sword, &[Path::Metal, Path::Sound]),
    (Path::Theft, &[Path::Dark, Path::Enslavement]),
    (Path::Time, &[Path::Space, Path::Wisdom]),
    (Path::Water, &[Path::Blood, Path::Ice, Path::Wood]),
    (Path::Wind, &[Path::Fire, Path::Ice, Path::Lightning, Path::Poison]),
    (Path::Wisdom, &[Path::Information, Path::Refinement, Path::Soul, Path::Time]),
    (Path::Wood, &[Path::Blood, Path::Earth, Path::Poison, Path::Water]),
];

impl Path {
    /// Whether carvings of two paths are both at work in one body; those of Transformation are beside any other.
    pub fn goes_with(self, other: Path) -> bool {
        let names = |one: Path, two: Path| TOGETHER.iter().any(|(path, with)| *path == one && with.contains(&two));
        let everywhere = [self, other].contains(&Path::Transformation);
        self == other || everywhere || names(self, other) || names(other, self)
    }
}
