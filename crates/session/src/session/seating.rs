//! What changes the room: chairs, tokens, and how a chair plays.

use super::Session;
use crate::chair::{Chair, ChairId, Holder, Role, Room};
use crate::fault::Fault;

/// The most letters of a chair's name.
const LONGEST_NAME: usize = 60;

/// Whether a chair may be called so.
pub(super) fn sayable(name: &str) -> Result<(), Fault> {
    match name.chars().count() {
        0 => Err(Fault::NotTaken("a chair needs a name".into())),
        long if long > LONGEST_NAME => {
            Err(Fault::NotTaken(format!("the name of a chair has {LONGEST_NAME} letters at most, not {long}")))
        }
        _ => Ok(()),
    }
}

impl Session {
    /// Changes the room; the fight goes on where the one it waited for is not asked any more.
    ///
    /// # Errors
    /// When the change is not the chair's to make.
    pub fn arrange(&mut self, chair: ChairId, change: impl FnOnce(&mut Room)) -> Result<(), Fault> {
        self.only_gm(chair)?;
        change(&mut self.room);
        self.settle()
    }

    /// Adds a chair, and says which it is.
    ///
    /// # Errors
    /// When it has no name or one that is too long, or the change is not the chair's to make.
    pub fn add_chair(&mut self, by: ChairId, name: &str, role: Role) -> Result<ChairId, Fault> {
        let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
        sayable(&name)?;
        let added = ChairId(u32::try_from(self.room.chairs.len()).unwrap_or(u32::MAX));
        self.arrange(by, |room| room.chairs.push(Chair::new(name, role)))?;
        Ok(added)
    }

    /// Gives combatants to a chair or to tactics.
    ///
    /// # Errors
    /// When the chair is closed or only looks on, or the change is not the chair's to make.
    pub fn give(&mut self, by: ChairId, who: &[String], to: Holder) -> Result<(), Fault> {
        self.only_gm(by)?;
        if let Holder::Chair(id) = to {
            let chair = self.room.chair(id).ok_or_else(|| Fault::NotTaken("this chair is closed".into()))?;
            if chair.role == Role::Watcher {
                let what = format!("{} only looks on; give them to a player's chair", chair.name);
                return Err(Fault::NotTaken(what));
            }
        }
        self.arrange(by, |room| who.iter().for_each(|who| room.give(who, to)))
    }

    /// Closes a chair: its combatants go back to the game master, whose own chair stays open.
    ///
    /// # Errors
    /// When the change is not the chair's to make.
    pub fn close_chair(&mut self, by: ChairId, closed: ChairId) -> Result<(), Fault> {
        self.arrange(by, |room| {
            if let Some(chair) = room.chairs.get_mut(closed.index()).filter(|chair| chair.role != Role::Gm) {
                chair.open = false;
            }
        })
    }

    /// Lets everything that is asked take its default up to the end of this round.
    ///
    /// # Errors
    /// When the chair is not the game master's.
    pub fn hurry(&mut self, chair: ChairId) -> Result<(), Fault> {
        let round = self.live.view().round;
        self.arrange(chair, |room| room.hurried = Some(round))
    }

    /// Gives a combatant's token a picture, by the name under which it is kept, or its emblem back.
    ///
    /// # Errors
    /// When the combatant is not the chair's to play, nor the chair the game master's; or nobody is called so.
    pub fn show_face(&mut self, chair: ChairId, who: &str, picture: Option<String>) -> Result<(), Fault> {
        self.may_show_face(chair, who)?;
        self.room.faces.retain(|(name, _)| !name.eq_ignore_ascii_case(who));
        self.room.faces.extend(picture.map(|picture| (who.to_owned(), picture)));
        Ok(())
    }

    /// Whether a chair may give a combatant's token a picture.
    ///
    /// # Errors
    /// As [`Session::show_face`] says.
    pub fn may_show_face(&self, chair: ChairId, who: &str) -> Result<(), Fault> {
        if !self.room.is_gm(chair) && !self.room.holds(chair, who) {
            return Err(Fault::NotYours(format!("{who} is not yours to play")));
        }
        if !self.live.roster().iter().any(|(name, _)| name.eq_ignore_ascii_case(who)) {
            return Err(Fault::NotTaken(format!("nobody here is called {who}")));
        }
        Ok(())
    }

    /// Changes a chair's own habits: dice by hand.
    ///
    /// # Errors
    /// When the chair is closed.
    pub fn habit(&mut self, chair: ChairId, change: impl FnOnce(&mut Chair)) -> Result<(), Fault> {
        let own = self.room.chairs.get_mut(chair.index()).filter(|chair| chair.open);
        change(own.ok_or_else(|| Fault::NotYours("this chair is closed".into()))?);
        self.settle()
    }
}
