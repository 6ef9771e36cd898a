//! Days: from a file to fights in a row, with rests and what is handed out between them.

use quintain_content::{Day, Does, Encounter, Placed, Problem, Problems, Source, Step};
use quintain_engine::RestKind;

use crate::files::Reader;
use crate::library::Library;
use crate::open::Opened;
use crate::party::{OpenedParty, rest_at};

/// A day that was read, with all that belongs to it.
#[derive(Debug)]
pub struct OpenedDay {
    /// The day.
    pub day: Day,
    /// Its party, in camp.
    pub party: OpenedParty,
    /// What happens, in order.
    pub stages: Vec<Stage>,
}

/// A step of a day, ready.
#[derive(Debug)]
pub enum Stage {
    /// A fight in which everybody of the party who lives has a place.
    Fight {
        /// What it is called.
        title: String,
        /// The fight.
        opened: Box<Opened>,
    },
    /// A rest.
    Rest(&'static RestKind),
    /// What the game master changes.
    Hand(Vec<String>),
}

impl OpenedDay {
    /// What to call it: its title, otherwise the name of its file.
    pub fn title(&self) -> &str {
        let path = &*self.day.source.path;
        let file = path.rsplit(['/', '\\']).next().unwrap_or(path);
        self.day.title.as_deref().unwrap_or(file.strip_suffix(".toml").unwrap_or(file))
    }
}

impl Library {
    /// Opens a day that has been read. Its party and encounters are looked for beside its path; encounters may be ready-made
    /// ones as well.
    ///
    /// # Errors
    /// All that is wrong with the day, its party and its encounters.
    pub fn open_day(&self, source: &Source, reader: Reader<'_>) -> Result<OpenedDay, Problems> {
        let day = Day::parse(source)?;
        let rulebook = self.rulebook_at(&day.rulebook)?;
        let path = day.beside(&day.party);
        let text = reader(&path).ok().flatten().or_else(|| self.text(&path).map(str::to_owned));
        let text = text.ok_or_else(|| {
            let help = "the party is named as a path beside the day's own file";
            Problem::at(&path.place, format!("there is no party `{path}`")).help(help)
        })?;
        let party = self.open_party_source(&Source::new(path.value.as_str(), text), reader)?;
        if party.rulebook.id() != rulebook.id() {
            let what = format!("the day is for `{}`, and its party for `{}`", rulebook.id(), party.rulebook.id());
            return Err(Problem::at(&day.party.place, what).into());
        }
        let (mut stages, mut problems) = (Vec::new(), Problems::new());
        for step in &day.steps {
            let stage = match &step.does {
                Does::Fight(path) => self.fight_of(&day, &party, (path, step), reader),
                Does::Rest(kind) => rest_at(rulebook, kind).map(Stage::Rest).map_err(Problems::from),
                Does::Hand(edicts) => Ok(Stage::Hand(edicts.iter().map(|words| words.value.clone()).collect())),
            };
            match stage {
                Ok(stage) => stages.push(stage),
                Err(fault) => problems.extend(fault),
            }
        }
        problems.or(OpenedDay { day, party, stages })
    }

    fn fight_of(
        &self,
        day: &Day,
        party: &OpenedParty,
        (path, step): (&Placed<String>, &Step),
        reader: Reader<'_>,
    ) -> Result<Stage, Problems> {
        let source = match reader(&day.beside(path)) {
            Ok(Some(text)) => Source::new(day.beside(path).value, text),
            _ => self.source_at(path, reader).map_err(|fault| Problem { place: Some(path.place.clone()), ..fault })?,
        };
        let title = Encounter::parse(&source, party.rulebook.tables()).ok().and_then(|encounter| encounter.title);
        let mut party = party.party.all_up();
        if let Some(side) = &step.side {
            party.side.clone_from(side);
        }
        let opened = self.open_with_party(source, &party, reader)?;
        let title = step.title.clone().or(title).unwrap_or_else(|| path.value.clone());
        Ok(Stage::Fight { title, opened: Box::new(opened) })
    }
}
