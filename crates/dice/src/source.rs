//! Where faces come from: the one door between a rule that throws and whatever answers it.

/// Something that can throw one die.
///
/// Any `FnMut(u16) -> u16` is a source that cannot fail, so scripted dice are a closure away; [`Stream`](crate::Stream)
/// and [`Entropy`](crate::Entropy) are sources too.
pub trait Source {
    /// Why a throw may fail; `Infallible` when it cannot.
    type Error;

    /// Throws one die and returns its face, 1 to `sides`.
    fn face(&mut self, sides: u16) -> Result<u16, Self::Error>;
}

impl<F: FnMut(u16) -> u16> Source for F {
    type Error = std::convert::Infallible;

    fn face(&mut self, sides: u16) -> Result<u16, Self::Error> {
        Ok(self(sides))
    }
}
