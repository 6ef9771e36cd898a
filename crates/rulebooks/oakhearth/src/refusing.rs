//! Refusals: when a rule forbids something, and in which words, in one line.

use quintain_engine::{Refusal, Rule};

/// # Errors
/// By this rule, for this reason, where that is so.
#[inline]
pub(crate) fn refuse_if(so: bool, rule: &'static Rule, why: &'static str) -> Result<(), Refusal> {
    if so { Err(Refusal::new(rule, why)) } else { Ok(()) }
}
