//! The battle map: squares, heights, distances, terrain, paths, sight, cover and areas; knows nothing of fights.
