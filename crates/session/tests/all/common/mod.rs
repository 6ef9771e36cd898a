//! Tables with one chair for all heroes, whose dice and answers follow from a salt, from who throws and from what is asked.
#![allow(dead_code, clippy::unwrap_used)]

mod twins;

use std::panic::{AssertUnwindSafe, catch_unwind};

use quintain_books::library;
use quintain_content::Source;
use quintain_engine::{Answer, Choice, Fact, OddsLimit, Question, Value, Waiting, When};
use quintain_field::Square;
use quintain_library::{Opened, files};
use quintain_session::{Chair, ChairId, Holder, Role, Room, Scene, Seen, SeenQuestion, Session};
use xxhash_rust::xxh3::xxh3_64;

#[allow(unused_imports)]
pub use twins::Twins;

/// The players' chair.
pub const PLAYERS: ChairId = ChairId(1);

/// Tries something with every ready-made encounter and fails with all those with which it does not hold.
pub fn in_each(holds: impl Fn(&str)) {
    let names = library().ready_made().map(|one| format!("{}/{}", one.book(), one.short()));
    let fails = |name: &String| catch_unwind(AssertUnwindSafe(|| holds(name))).is_err();
    let failed: Vec<String> = names.filter(fails).collect();
    assert!(failed.is_empty(), "it does not hold for {}", failed.join(", "));
}

/// What the dice and the answers of a table follow from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Play {
    /// The game master takes every default, as in the first fight that anybody would look at.
    Plain,
    /// Everybody answers by chance, another chance for each number.
    Random(u32),
}

/// A fight with a chair for all heroes, as that chair plays it.
pub struct Table {
    session: Session,
    play: Play,
    /// How often each has thrown a die, and been asked.
    thrown: Counts,
    asked: Counts,
    answered: u32,
    /// Whose turn the players last took a step in.
    walked: Option<String>,
}

/// How often something has come up for each name.
#[derive(Default)]
struct Counts(Vec<(String, u32)>);

impl Counts {
    fn next(&mut self, who: &str) -> u32 {
        match self.0.iter_mut().find(|(known, _)| known == who) {
            Some((_, count)) => {
                *count += 1;
                *count
            }
            None => {
                self.0.push((who.to_owned(), 1));
                1
            }
        }
    }
}

impl Table {
    pub fn of(short: &str, play: Play) -> Table {
        Table::with(
            library().open(short, &files::read).unwrap_or_else(|problems| panic!("{short}: {problems:?}")),
            play,
        )
    }

    /// The same with the last of the foes concealed from the start, and those who come from the same line of the encounter.
    pub fn concealing(short: &str, play: Play) -> Option<(Table, String)> {
        let foe = Table::of(short, play).foes().pop()?;
        let mut opened = library().open(short, &files::read).ok()?;
        let spec = opened.encounter.expand().iter().find(|one| one.name == foe)?.spec;
        opened.encounter.combatants[spec].concealed = true;
        Some((Table::with(opened, play), foe))
    }

    /// A table at which an encounter is played that is given as text.
    pub fn of_text(text: &str, play: Play) -> Table {
        let opened = library().open_source(Source::new("a text", text), &files::none);
        Table::with(opened.unwrap_or_else(|problems| panic!("{text}: {problems:?}")), play)
    }

    fn with(mut opened: Opened, play: Play) -> Table {
        opened.encounter.sight.fog = true;
        opened.fight = library().set_up(&opened.encounter, &files::read).unwrap();
        let mut room = Room::default();
        room.chairs[0].by_hand = true;
        room.chairs.push(Chair { by_hand: true, ..Chair::new("Ann", Role::Player) });
        let mut session = Session::begin(opened, room, false).unwrap();
        let roster = session.live().roster();
        let players = session.live().players();
        let heroes = players.contains(&true);
        for (place, (name, side)) in roster.iter().enumerate() {
            let own = if heroes { players[place] } else { side.0 == 0 };
            session
                .arrange(ChairId::GM, |room| room.give(name, Holder::Chair(if own { PLAYERS } else { ChairId::GM })))
                .unwrap();
        }
        let (thrown, asked) = (Counts::default(), Counts::default());
        let mut table = Table { session, play, thrown, asked, answered: 0, walked: None };
        table.play_up_to_the_players();
        table
    }

    /// Those who are not the players', by name.
    pub fn foes(&self) -> Vec<String> {
        let room = self.session.room();
        let all = self.session.live().view().combatants;
        let own: Vec<String> =
            all.iter().filter(|one| room.holds(PLAYERS, &one.name)).map(|one| one.side.clone()).collect();
        all.into_iter().filter(|one| one.fighting && !own.contains(&one.side)).map(|one| one.name).collect()
    }

    /// Everybody's name, the longest first.
    fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = self.session.live().roster().into_iter().map(|(name, _)| name).collect();
        names.sort_by_key(|name| std::cmp::Reverse(name.len()));
        names
    }

    /// Whether one of these is the players' now, or fights on their side.
    fn has_a_friend_among(&self, foes: &[String]) -> bool {
        let now = self.foes();
        let fights =
            |name: &String| self.session.live().view().combatants.iter().any(|one| one.name == *name && one.fighting);
        foes.iter().any(|foe| !now.contains(foe) && fights(foe))
    }

    pub fn edict(&mut self, words: &str) {
        self.session.edict(ChairId::GM, words).unwrap_or_else(|fault| panic!("`{words}`: {fault}"));
        self.play_up_to_the_players();
    }

    pub fn try_edict(&mut self, words: &str) -> bool {
        let taken = self.session.edict(ChairId::GM, words).is_ok();
        self.play_up_to_the_players();
        taken
    }

    /// For each foe two edicts that leave it in the same band of health.
    pub fn in_one_band(&self) -> Vec<(String, String, String)> {
        let foes = self.foes();
        let all = self.session.live().view().combatants.into_iter().filter(|one| foes.contains(&one.name));
        let set = |one: quintain_engine::CombatantView| {
            let life = one.stats.iter().find(|stat| stat.max.is_some() && matches!(stat.value, Value::Number(_)))?;
            let most = life.max?;
            let (low, high) = (most / 2 + 1, most - 1);
            let edict = |value: i64| format!("set {}.{} {value}", one.name, life.key);
            let mut trial = self.session.live().apart();
            let both = low < high && trial.edict(&edict(low)).is_ok() && trial.edict(&edict(high)).is_ok();
            both.then(|| (one.name.clone(), edict(low), edict(high)))
        };
        all.filter_map(set).collect()
    }

    /// The square of the map that is farthest from all who stand on it.
    pub fn free_square(&self) -> Option<String> {
        let view = self.session.live().view();
        let depth = view.map.len();
        let rows = view.map.iter().enumerate();
        let free = rows.flat_map(|(down, row)| {
            row.chars().enumerate().filter(|(_, land)| *land == '.').map(move |(x, _)| (x, depth - down))
        });
        let taken = |name: &str| view.combatants.iter().any(|one| one.at.is_some_and(|at| at.to_string() == name));
        let far = |x: usize, y: usize| {
            let apart = |at: Square| i32::from(at.x).abs_diff(x as i32).max(i32::from(at.y).abs_diff(y as i32 - 1));
            view.combatants.iter().filter_map(|one| one.at).map(apart).min()
        };
        let free = free.filter(|(x, y)| !taken(&Square::new(*x as i16, *y as i16 - 1).to_string()));
        let farthest = free.max_by_key(|(x, y)| far(*x, *y));
        farthest.map(|(x, y)| Square::new(x as i16, y as i16 - 1).to_string())
    }

    /// Answers for someone, as the players or as the game master.
    pub fn answers(&mut self, who: &str, words: &str) -> Result<(), String> {
        let open = self.session.open();
        let asked = open.iter().find(|asked| asked.who == who).ok_or_else(|| format!("{who} is not asked"))?;
        let chair = if self.session.room().holds(PLAYERS, who) { PLAYERS } else { ChairId::GM };
        let number = self.session.number(chair, asked);
        self.session.answer(chair, &number, who, words).map_err(|fault| fault.to_string())?;
        self.play_up_to_the_players();
        Ok(())
    }

    /// What the game master sees.
    pub fn seen_by_the_game_master(&self) -> Seen {
        self.session.seen(ChairId::GM)
    }

    pub fn scene(&self) -> Scene {
        self.session.scene(PLAYERS)
    }

    pub fn seen(&self) -> Seen {
        self.session.seen(PLAYERS)
    }

    /// Whether the players know of someone.
    pub fn perceives(&self, name: &str) -> bool {
        self.seen().view.combatants.iter().any(|one| one.name == name)
    }

    /// Whether someone acts now, or has brought about what is asked: its presence makes itself felt.
    pub fn is_at_work(&self, name: &str) -> bool {
        let live = self.session.live();
        let acts =
            live.view().order.iter().any(|slot| slot.when == When::Now && slot.who.iter().any(|who| who == name));
        let brings = matches!(live.waiting(), Waiting::Answer(open) if open.iter().any(|asked| asked.by.as_deref() == Some(name)));
        acts || brings
    }

    /// Those of whom the players know nothing and because of whom something is asked, with where they stand.
    fn felt(&self) -> Vec<(String, Option<Square>)> {
        let (all, seen) = (self.session.live().view().combatants, self.seen().view.combatants);
        let open = self.session.open();
        let brings = |name: &String| open.iter().any(|asked| asked.by.as_ref() == Some(name));
        let unseen = all.into_iter().filter(|one| brings(&one.name) && seen.iter().all(|known| known.name != one.name));
        unseen.map(|one| (one.name, one.at)).collect()
    }

    /// Whether words name someone: `Swarming` does not name a Swarm.
    pub fn names_in(text: &str, name: &str) -> bool {
        text.split(name).skip(1).any(|behind| !behind.starts_with(char::is_alphanumeric))
    }

    /// Everything that the players are sent, but for what the session knows of itself.
    pub fn sent(&self) -> String {
        let scene = self.session.scene(PLAYERS);
        format!("{:#?}\n{:#?}", scene.seen, scene.room)
    }

    /// Who acts now and is not the players', and the values that the odds of the first options of their question are about.
    pub fn foretold(&self) -> (Vec<String>, Vec<String>) {
        let seen = self.seen();
        let now = seen.view.order.iter().filter(|slot| slot.when == When::Now).flat_map(|slot| slot.who.clone());
        let others = now.filter(|who| !self.session.room().holds(PLAYERS, who)).collect();
        let Some(question) = seen.questions.iter().find(|question| question.own) else { return (others, Vec::new()) };
        let outlook = self.session.outlook_for(PLAYERS);
        let limit = OddsLimit { branches: 100, samples: 20, seed: 1 };
        let odds = question
            .asked
            .question
            .choices()
            .iter()
            .take(3)
            .filter_map(|choice| outlook.odds(&question.asked.who, &choice.text, limit).ok());
        (others, odds.flat_map(|odds| odds.measures).map(|measure| measure.path).collect())
    }

    /// Goes on until the players are asked; the game master takes every default.
    fn play_up_to_the_players(&mut self) {
        for _ in 0..2_000 {
            match self.session.live().waiting() {
                Waiting::Dice { text, who, count, sides } => {
                    let who = who.unwrap_or_default();
                    let faces: Vec<u16> = (0..count)
                        .map(|_| {
                            let nth = self.thrown.next(&who);
                            let chance = self.play.hash(&format!("{who} {nth} {text}"));
                            (chance % u64::from(sides)) as u16 + 1
                        })
                        .collect();
                    self.session.throw(ChairId::GM, None, &faces).unwrap();
                }
                Waiting::Answer(open) => {
                    let room = self.session.room();
                    if open.iter().any(|asked| room.holds(PLAYERS, &asked.who)) {
                        return;
                    }
                    let asked = &open[0];
                    let number = self.session.number(ChairId::GM, asked);
                    let nth = self.asked.next(&asked.who);
                    let words = self.play.by_the_game_master(&asked.question, &format!("{} {nth}", asked.who));
                    self.session.answer(ChairId::GM, &number, &asked.who, &words).unwrap();
                }
                _ => return,
            }
        }
    }

    /// The players answer the first of their questions, each time another of its options; whether there was one.
    pub fn step(&mut self) -> bool {
        let seen = self.seen();
        let Some(question) = seen.questions.iter().find(|question| question.own) else { return false };
        self.answered += 1;
        let mut refused = Vec::new();
        for words in self.play.by_the_players(question, self.answered) {
            match self.session.answer(PLAYERS, &question.number, &question.asked.who, &words) {
                Ok(_) => {
                    let choices = question.asked.question.choices();
                    if choices.iter().any(|choice| choice.text == words && choice.square.is_some()) {
                        self.walked = Some(question.asked.who.clone());
                    }
                    self.play_up_to_the_players();
                    return true;
                }
                Err(fault) => refused.push(format!("`{words}`: {fault}")),
            }
        }
        panic!("nothing that {} may do is taken:\n{}", question.asked.who, refused.join("\n"));
    }

    /// Where a foe has just thrown a die and the players are asked for something because of what it does: two faces that the
    /// die may show. Which of these moments it is in a fight, chance says as well.
    pub fn faces_of_a_foe(&self, nth: u32) -> Option<(u64, u64)> {
        let live = self.session.live();
        let Some(Fact::Dice { who: Some(who), sides, .. }) = live.facts().last() else { return None };
        let asked = self.session.open();
        let brought = asked.iter().any(|asked| asked.by.as_ref() == Some(who));
        let whole = self.play.hash(&format!("{who} {nth}"));
        let (sides, chance) = (u64::from(*sides), whole / 2);
        let faces = (chance % sides + 1, chance / sides % sides + 1);
        let seen = self.seen().view.combatants.into_iter().find(|one| one.name == *who);
        let open = seen.is_some_and(|one| one.stats.iter().any(|stat| matches!(stat.value, Value::Number(_))));
        (brought && !open && whole.is_multiple_of(2)).then_some(faces)
    }

    /// Everything that has been decided, what is planned among it.
    fn decided(&self) -> String {
        let live = self.session.live();
        let answers: Vec<&Fact> = live.facts().iter().filter(|fact| matches!(fact, Fact::Answer { .. })).collect();
        format!("{answers:?} {:?}", live.view().intents)
    }

    /// The odds of what the players may do first, what they are told of how it might go, and how dangerous things are.
    fn odds(&self) -> Vec<String> {
        let scene = self.session.scene(PLAYERS);
        let (Some(outlook), Some(question)) = (scene.outlook.as_ref(), scene.seen.questions.first()) else {
            return Vec::new();
        };
        let limit = OddsLimit { branches: 30, samples: 8, seed: 1 };
        let one = |choice: &Choice<usize>| {
            let (who, words) = (&question.asked.who, &choice.text);
            let (odds, tried) = (outlook.odds(who, words, limit), outlook.rehearse(who, words));
            format!("{words}: {odds:#?} {tried:#?} {:#?}", outlook.foresee(who, words, &|| true))
        };
        let danger = format!("{:#?}", outlook.danger(2));
        question.asked.question.choices().iter().take(2).map(one).chain([danger]).collect()
    }
}

/// Why what is refused is refused.
fn refusals(seen: &Seen) -> Vec<String> {
    seen.questions
        .iter()
        .flat_map(|question| &question.asked.question.refused)
        .map(|refused| format!("{refused:?}"))
        .collect()
}

/// The squares at which what the players call may come up.
fn callings(seen: &Seen) -> Vec<Square> {
    let calls = seen.questions.iter().filter(|question| question.asked.topic == "summon-at");
    calls.flat_map(|question| question.asked.question.choices()).filter_map(|choice| choice.square).collect()
}

/// The squares to which the players may go, or at which they may aim.
fn squares(seen: &Seen) -> Vec<Square> {
    let all = seen.questions.iter().flat_map(|question| question.asked.question.choices());
    all.filter_map(|choice| choice.square).collect()
}

/// What can be picked up.
fn below(seen: &Seen) -> Vec<&str> {
    let all = seen.questions.iter().flat_map(|question| question.asked.question.choices());
    all.map(|choice| &*choice.text).filter(|text| text.starts_with("pick up ")).collect()
}

impl Play {
    /// A number that follows from these words.
    fn hash(self, words: &str) -> u64 {
        match self {
            Play::Plain => xxh3_64(words.as_bytes()),
            Play::Random(salt) => xxh3_64(format!("{salt} {words}").as_bytes()),
        }
    }

    /// What the game master answers. Each option draws a number of its own, so that the same one is taken where another
    /// option is missing.
    fn by_the_game_master<T: Copy + PartialEq>(self, asked: &Question<T>, whose: &str) -> String {
        let drawn = |choice: &&Choice<T>| self.hash(&format!("{whose} {}", choice.text));
        let plain =
            self == Play::Plain || self.hash(whose).is_multiple_of(2) || !matches!(asked.default, Answer::One(_));
        let choices = asked.choices();
        match choices.iter().min_by_key(drawn) {
            Some(choice) if !plain => choice.text.clone(),
            _ => asked.write(&asked.default),
        }
    }

    /// What the players might answer, the one whose turn it is first.
    fn by_the_players(self, question: &SeenQuestion, nth: u32) -> Vec<String> {
        let asked: &Question<usize> = &question.asked.question;
        let choices = asked.choices();
        let drawn = match self {
            Play::Plain => xxh3_64(&nth.to_le_bytes()),
            Play::Random(_) => self.hash(&nth.to_string()),
        };
        let picked = choices.get(drawn as usize % choices.len().max(1));
        let mut all: Vec<String> = match &asked.default {
            Answer::One(_) => picked.map(|choice| choice.text.clone()).into_iter().collect(),
            _ => Vec::new(),
        };
        all.push(asked.write(&asked.default));
        // Something unseen may stand against those two.
        all.extend(choices.iter().map(|choice| choice.text.clone()));
        all
    }
}
