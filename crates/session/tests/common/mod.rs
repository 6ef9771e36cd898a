//! Tables with one chair for all heroes, whose dice and answers follow from who throws and what is asked.
#![allow(dead_code, clippy::unwrap_used)]

use std::panic::{AssertUnwindSafe, catch_unwind};

use quintain_engine::{Answer, Choice, Fact, OddsLimit, Question, Value, Waiting, When};
use quintain_field::Square;
use quintain_library::{Opened, files, open, ready_made, set_up};
use quintain_session::{Chair, ChairId, Holder, Role, Room, Scene, Seen, SeenQuestion, Session};
use xxhash_rust::xxh3::xxh3_64;

/// The players' chair.
pub const PLAYERS: ChairId = ChairId(1);

/// Tries something with every ready-made encounter and fails with all those with which it does not hold.
pub fn in_each(holds: impl Fn(&str)) {
    let names = ready_made().map(|one| format!("{}/{}", one.book(), one.short()));
    let fails = |name: &String| catch_unwind(AssertUnwindSafe(|| holds(name))).is_err();
    let failed: Vec<String> = names.filter(fails).collect();
    assert!(failed.is_empty(), "it does not hold for {}", failed.join(", "));
}

/// A fight with a chair for all heroes, as that chair plays it.
pub struct Table {
    session: Session,
    thrown: Vec<(String, u32)>,
    answered: u32,
}

impl Table {
    pub fn of(short: &str) -> Table {
        Table::with(open(short, &files::read).unwrap_or_else(|problems| panic!("{short}: {problems:?}")))
    }

    /// The same with the last of the foes concealed from the start, and those who come from the same line of the encounter.
    pub fn concealing(short: &str) -> Option<(Table, String)> {
        let foe = Table::of(short).foes().pop()?;
        let mut opened = open(short, &files::read).ok()?;
        let spec = opened.encounter.expand().iter().find(|one| one.name == foe)?.spec;
        opened.encounter.combatants[spec].concealed = true;
        Some((Table::with(opened), foe))
    }

    fn with(mut opened: Opened) -> Table {
        opened.encounter.sight.fog = true;
        opened.fight = set_up(&opened.encounter, &files::read).unwrap();
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
        let mut table = Table { session, thrown: Vec::new(), answered: 0 };
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

    pub fn scene(&self) -> Scene {
        self.session.scene(PLAYERS)
    }

    pub fn seen(&self) -> Seen {
        self.session.seen(PLAYERS)
    }

    /// Whether the players know of somebody.
    pub fn perceives(&self, name: &str) -> bool {
        self.seen().view.combatants.iter().any(|one| one.name == name)
    }

    /// Whether somebody acts now, or has brought about what is asked: its presence makes itself felt.
    pub fn is_at_work(&self, name: &str) -> bool {
        let live = self.session.live();
        let acts =
            live.view().order.iter().any(|slot| slot.when == When::Now && slot.who.iter().any(|who| who == name));
        let brings = matches!(live.waiting(), Waiting::Answer(open) if open.iter().any(|asked| asked.by.as_deref() == Some(name)));
        acts || brings
    }

    /// Everything that the players are sent, but for what the session knows of itself.
    pub fn sent(&self) -> String {
        let scene = self.session.scene(PLAYERS);
        format!("{:#?}\n{:#?}", scene.seen, scene.room)
    }

    /// Goes on until the players are asked; the game master takes every default.
    fn play_up_to_the_players(&mut self) {
        for _ in 0..2_000 {
            match self.session.live().waiting() {
                Waiting::Dice { text, who, count, sides } => {
                    let who = who.unwrap_or_default();
                    let count_of = match self.thrown.iter_mut().find(|(known, _)| *known == who) {
                        Some((_, count)) => count,
                        None => {
                            self.thrown.push((who.clone(), 0));
                            &mut self.thrown.last_mut().unwrap().1
                        }
                    };
                    let faces: Vec<u16> = (0..count)
                        .map(|_| {
                            *count_of += 1;
                            (xxh3_64(format!("{who} {count_of} {text}").as_bytes()) % u64::from(sides)) as u16 + 1
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
                    let words = asked.question.write(&asked.question.default);
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
        for words in answers(question, self.answered) {
            if self.session.answer(PLAYERS, &question.number, &question.asked.who, &words).is_ok() {
                self.play_up_to_the_players();
                return true;
            }
        }
        panic!("no option of `{}` is taken: {:#?}", question.asked.question.text, question.asked.question.shape);
    }

    /// Everything that has been decided, what is planned among it.
    fn decided(&self) -> String {
        let live = self.session.live();
        let answers: Vec<&Fact> = live.facts().iter().filter(|fact| matches!(fact, Fact::Answer { .. })).collect();
        format!("{answers:?} {:?}", live.view().intents)
    }

    /// The odds of what the players may do first.
    fn odds(&self) -> String {
        let scene = self.session.scene(PLAYERS);
        let (Some(outlook), Some(question)) = (scene.outlook.as_ref(), scene.seen.questions.first()) else {
            return String::new();
        };
        let limit = OddsLimit { branches: 30, samples: 8, seed: 1 };
        let one = |choice: &Choice<usize>| format!("{:?}", outlook.odds(&question.asked.who, &choice.text, limit));
        let all = question.asked.question.choices().iter().take(2).map(one);
        all.collect::<Vec<_>>().join("\n")
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

/// What might be answered, the one whose turn it is first.
fn answers(question: &SeenQuestion, nth: u32) -> Vec<String> {
    let asked: &Question<usize> = &question.asked.question;
    let default = asked.write(&asked.default);
    let choices = asked.choices();
    let picked = choices.get(xxh3_64(&nth.to_le_bytes()) as usize % choices.len().max(1));
    let mut all: Vec<String> = match &asked.default {
        Answer::One(_) => picked.map(|choice| choice.text.clone()).into_iter().collect(),
        _ => Vec::new(),
    };
    all.push(default);
    all
}

/// Two tables that differ in a secret.
pub struct Twins {
    pub plain: Table,
    pub other: Table,
    /// What else is looked at wherever they are compared.
    pub look: fn(&str, &Table, &Table),
}

impl Twins {
    pub fn of(short: &str) -> Twins {
        Twins { plain: Table::of(short), other: Table::of(short), look: |_, _, _| {} }
    }

    /// Two tables with the same foe concealed from the start.
    pub fn concealing(short: &str) -> Option<(Twins, String)> {
        let (plain, foe) = Table::concealing(short)?;
        let (other, _) = Table::concealing(short)?;
        Some((Twins { plain, other, look: |_, _, _| {} }, foe))
    }

    /// Everything that the players are shown is the same at both tables.
    pub fn agree(&self, when: &str) {
        let (one, other) = (self.plain.seen(), self.other.seen());
        for (place, (one, other)) in one.log.iter().zip(&other.log).enumerate() {
            assert_eq!(one, other, "{when}: event {place}");
        }
        assert_eq!(one.log.len(), other.log.len(), "{when}: what the players know of has another length");
        self.agree_but_for_the_log(when, &one, &other);
    }

    fn agree_but_for_the_log(&self, when: &str, one: &Seen, other: &Seen) {
        (self.look)(when, &self.plain, &self.other);
        assert_eq!(one.view, other.view, "{when}: the state");
        assert_eq!(one.knowing, other.knowing, "{when}: who is known");
        assert_eq!(one.questions, other.questions, "{when}: what is asked");
        assert_eq!((&one.waits_for, &one.asked), (&other.waits_for, &other.asked), "{when}: who is waited for");
        assert_eq!((one.moment, &one.dice), (other.moment, &other.dice), "{when}: moments and dice");
        // What foes have decided before it shows goes into what comes of an act.
        if self.plain.decided() == self.other.decided() {
            assert_eq!(self.plain.odds(), self.other.odds(), "{when}: the odds");
        }
    }

    /// Plays both for so many answers of the players: as long as they have perceived the same, they are shown the same. What
    /// they perceive may come to differ, but never in a number alone.
    pub fn play(&mut self, when: &str, answers: u32) {
        for nth in 0..answers {
            let (one, other) = (self.plain.seen(), self.other.seen());
            if let Some((one, other)) = one.log.iter().zip(&other.log).find(|(one, other)| one != other) {
                let number = |word: &&str| !word.starts_with(|c: char| c.is_ascii_digit());
                let bare = |text: &str| text.split(' ').filter(number).collect::<Vec<_>>().join(" ");
                assert!(
                    one.1.text == other.1.text || bare(&one.1.text) != bare(&other.1.text),
                    "{when}, answer {nth}: a number tells the difference: `{}`, `{}`",
                    one.1.text,
                    other.1.text
                );
                return;
            }
            if one.log.len() != other.log.len()
                || one.questions.first().map(|q| &q.asked.who) != other.questions.first().map(|q| &q.asked.who)
            {
                return;
            }
            let health = |seen: &Seen| seen.view.combatants.iter().map(|one| one.stats.clone()).collect::<Vec<_>>();
            if health(&one) != health(&other) {
                return;
            }
            if refusals(&one) != refusals(&other) {
                // The way to a square leads around those who stand there: what has been walked is another thing.
                return;
            }
            self.agree_but_for_the_log(&format!("{when}, answer {nth}"), &one, &other);
            if !self.plain.step() || !self.other.step() {
                return;
            }
        }
    }
}
