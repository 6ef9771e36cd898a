//! The battery that every rulebook must pass.
