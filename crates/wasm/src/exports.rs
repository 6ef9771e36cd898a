//! What JavaScript sees.

use wasm_bindgen::prelude::*;

use crate::{Game, House, Reply, Request, Run, example};

/// The table without a server.
#[wasm_bindgen(js_name = House)]
#[derive(Debug)]
pub struct JsHouse(House);

/// What comes back of a request.
#[wasm_bindgen(js_name = Reply)]
#[derive(Debug)]
pub struct JsReply(Reply);

/// A simulation, piece by piece.
#[wasm_bindgen(js_name = Run)]
#[derive(Debug)]
pub struct JsRun(Run);

/// A fight that a program plays. What it tells is JSON.
#[wasm_bindgen(js_name = Fight)]
#[derive(Debug)]
pub struct JsFight(Game);

#[wasm_bindgen(js_class = House)]
impl JsHouse {
    /// A house below an address that ends with `/`.
    #[wasm_bindgen(constructor)]
    pub fn new(root: &str) -> JsHouse {
        JsHouse(House::new(root, js_sys::Date::now))
    }

    /// Whether a fight is here.
    pub fn has(&self, fight: &str) -> bool {
        self.0.has(fight)
    }

    /// Takes a fight up that was kept.
    #[wasm_bindgen(js_name = takeUp)]
    pub fn take_up(&mut self, fight: &str, record: &str, room: &str) -> Result<(), JsError> {
        self.0.take_up(fight, record, room).map_err(|fault| JsError::new(&fault))
    }

    /// The record of a fight.
    pub fn record(&self, fight: &str) -> Option<String> {
        self.0.record(fight)
    }

    /// Who sits where, as text.
    pub fn room(&self, fight: &str) -> Option<String> {
        self.0.room(fight)
    }

    /// The title of a fight and where it stands.
    pub fn line(&self, fight: &str) -> Option<Vec<String>> {
        self.0.line(fight).map(|(title, stands)| vec![title, stands])
    }

    /// Answers a request.
    pub fn serve(&mut self, posted: bool, path: &str, query: &str, form: &[u8], held: &str, scripted: bool) -> JsReply {
        JsReply(self.0.serve(&Request { posted, path, query, form, held, scripted }))
    }
}

#[wasm_bindgen(js_class = Reply)]
impl JsReply {
    /// The number of its state in HTTP.
    #[wasm_bindgen(getter)]
    pub fn status(&self) -> u16 {
        self.0.status.code()
    }

    /// The media type.
    #[wasm_bindgen(getter)]
    pub fn kind(&self) -> String {
        self.0.kind.to_owned()
    }

    /// The body.
    #[wasm_bindgen(getter)]
    pub fn body(&self) -> String {
        self.0.body.clone()
    }

    /// Where to look.
    #[wasm_bindgen(getter)]
    pub fn location(&self) -> String {
        self.0.location.clone()
    }

    /// The fight that is to be kept.
    #[wasm_bindgen(getter)]
    pub fn changed(&self) -> String {
        self.0.changed.clone()
    }
}

#[wasm_bindgen(js_class = Run)]
impl JsRun {
    /// A run of so many fights of an encounter: the text of one, or the name of a ready-made one.
    #[wasm_bindgen(constructor)]
    pub fn new(encounter: &str, fights: u32, seed: u32) -> Result<JsRun, JsError> {
        Run::new(encounter, fights.into(), seed.into()).map(JsRun).map_err(|problem| JsError::new(&problem))
    }

    /// Plays some more, and says how many are done.
    pub fn more(&mut self, fights: u32) -> u32 {
        u32::try_from(self.0.more(fights.into())).unwrap_or(u32::MAX)
    }

    /// The report of what has been played, as a page.
    pub fn page(&self) -> String {
        self.0.page()
    }

    /// The same as JSON.
    pub fn json(&self) -> String {
        self.0.json()
    }
}

#[wasm_bindgen(js_class = Fight)]
impl JsFight {
    /// Begins a fight: the text of an encounter or the name of a ready-made one, a seed, and the sides that are asked; the
    /// others play by the book's tactics.
    #[wasm_bindgen(constructor)]
    pub fn new(encounter: &str, seed: u32, play: Vec<String>) -> Result<JsFight, JsError> {
        Game::new(encounter, seed.into(), &play).map(JsFight).map_err(|problem| JsError::new(&problem))
    }

    /// The open questions.
    pub fn questions(&self) -> String {
        self.0.questions().to_string()
    }

    /// Answers in a seat's name; `default` is an answer to everything but free words.
    pub fn answer(&mut self, who: &str, words: &str) -> Result<(), JsError> {
        self.0.answer(who, words).map_err(|fault| JsError::new(&fault))
    }

    /// Takes the last decision back and says which it was.
    pub fn undo(&mut self) -> Result<String, JsError> {
        self.0.undo().map_err(|fault| JsError::new(&fault))
    }

    /// The odds of what follows from an answer, to the end of that act.
    pub fn odds(&self, who: &str, words: &str) -> Result<String, JsError> {
        self.0.odds(who, words).map(|odds| odds.to_string()).map_err(|fault| JsError::new(&fault))
    }

    /// What has happened, from the event of this number on.
    pub fn events(&self, since: usize) -> String {
        self.0.events(since).to_string()
    }

    /// The state as it can be shown.
    pub fn view(&self) -> String {
        self.0.view().to_string()
    }

    /// The side that has won, once one has.
    #[wasm_bindgen(getter)]
    pub fn winner(&self) -> Option<String> {
        self.0.winner().map(str::to_owned)
    }

    /// Whether it is over.
    #[wasm_bindgen(getter)]
    pub fn over(&self) -> bool {
        self.0.is_over()
    }

    /// The record so far, as lines of JSON.
    pub fn record(&self) -> String {
        self.0.record()
    }

    /// The digest of the state.
    pub fn digest(&self) -> String {
        self.0.digest()
    }
}

/// Runs a `.fight` text and tells as a piece of a page what came of it.
#[wasm_bindgen(js_name = example)]
pub fn js_example(text: &str) -> String {
    example(text)
}
