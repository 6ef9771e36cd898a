//! Dice: pools, faces, expressions, exact distributions and seeded streams; knows nothing of fights.
