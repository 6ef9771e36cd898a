//! Packs and encounters: reading, inheriting and checking them, with problems that name their place.
