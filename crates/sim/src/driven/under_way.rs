//! Fights under way in one thread: one after another, or many at once where the programs that play them can tell them apart.

use std::collections::VecDeque;
use std::ops::ControlFlow;

use quintain_engine::AnyLive;

use super::{Course, Driven, Driver};
use crate::program::Talk;

/// So many fights for each that may be under way are kept, done or not, until those before them are done as well.
const KEPT: usize = 4;

/// The fights of one thread, and the programs that are asked in them.
pub(super) struct UnderWay<'d> {
    /// By the place of the driver; nothing for one that searches.
    talks: Vec<Option<Talk<'d>>>,
    at_once: usize,
}

impl<'d> UnderWay<'d> {
    pub(super) fn of(driven: &'d Driven) -> Self {
        let talk = |driver: &'d Driver| match driver {
            Driver::Program(program) => Some(Talk::with(program)),
            Driver::Search { .. } => None,
        };
        let talks = driven.drivers.iter().map(|(_, driver)| talk(driver)).collect();
        UnderWay { talks, at_once: driven.at_once() }
    }

    /// Plays one fight on until somebody else than a driver is asked, or to its end.
    pub(super) fn alone(mut self, mut course: Course<'d>) -> Box<dyn AnyLive> {
        while course.go_on(&mut self.talks) {
            for heard in
                self.talks.iter_mut().flatten().flat_map(|talk| if talk.waits() { talk.hear() } else { Vec::new() })
            {
                course.hear(heard.said);
            }
        }
        course.into_live()
    }

    /// Plays fights, and hands each over when it is done, in their order.
    pub(super) fn play(
        mut self,
        mut courses: impl Iterator<Item = Course<'d>>,
        each: &mut dyn FnMut(u64, Box<dyn AnyLive>) -> ControlFlow<()>,
    ) {
        // Each with whether something is asked in it; the others are done.
        let mut window: VecDeque<(Course<'d>, bool)> = VecDeque::new();
        let mut more = true;
        while more || !window.is_empty() {
            while more && self.has_room(&window) {
                match courses.next() {
                    Some(mut course) => {
                        let waits = course.go_on(&mut self.talks);
                        window.push_back((course, waits));
                    }
                    None => more = false,
                }
            }
            while let Some((course, _)) = window.pop_front_if(|(_, waits)| !*waits) {
                if each(course.number(), course.into_live()).is_break() {
                    return;
                }
            }
            self.hear(&mut window);
        }
    }

    fn has_room(&self, window: &VecDeque<(Course<'d>, bool)>) -> bool {
        let waiting = window.iter().filter(|(_, waits)| *waits).count();
        waiting < self.at_once && window.len() < KEPT * self.at_once
    }

    /// Takes the answers that have come, and goes on with their fights.
    fn hear(&mut self, window: &mut VecDeque<(Course<'d>, bool)>) {
        for place in 0..self.talks.len() {
            let Some(talk) = self.talks[place].as_mut().filter(|talk| talk.waits()) else { continue };
            for heard in talk.hear() {
                if let Some((course, waits)) = window.iter_mut().find(|(course, _)| course.number() == heard.fight) {
                    course.hear(heard.said);
                    *waits = course.go_on(&mut self.talks);
                }
            }
        }
    }
}
