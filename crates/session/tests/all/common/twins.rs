//! Two tables that differ in what the players may not know, and when they may be told apart.

use super::*;

/// Two tables that differ in a secret.
pub struct Twins {
    pub plain: Table,
    pub other: Table,
    /// One of whom the players know nothing.
    pub hidden: Option<String>,
    /// What else is looked at wherever they are compared.
    pub look: fn(&str, &Table, &Table),
}

impl Twins {
    pub fn of(short: &str, play: Play) -> Twins {
        Twins { plain: Table::of(short, play), other: Table::of(short, play), hidden: None, look: |_, _, _| {} }
    }

    /// Two tables at which encounters are played that are given as texts.
    pub fn of_texts(one: &str, other: &str, play: Play) -> Twins {
        let (plain, other) = (Table::of_text(one, play), Table::of_text(other, play));
        Twins { plain, other, hidden: None, look: |_, _, _| {} }
    }

    /// Two tables with the same foe concealed from the start.
    pub fn concealing(short: &str, play: Play) -> Option<(Twins, String)> {
        let (plain, foe) = Table::concealing(short, play)?;
        let (other, _) = Table::concealing(short, play)?;
        Some((Twins { plain, other, hidden: Some(foe.clone()), look: |_, _, _| {} }, foe))
    }

    /// The game master says the same at both.
    pub fn edicts(&mut self, words: &str) {
        self.plain.edict(words);
        self.other.edict(words);
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
        let texts = |seen: &Seen| seen.questions.iter().map(|one| one.asked.question.text.clone()).collect::<Vec<_>>();
        let asked = || format!("asked {:?} and {:?}", texts(one), texts(other));
        same(&one.view, &other.view, || format!("{when}: the state, {}", asked()));
        same(&(&one.map, &one.clarity), &(&other.map, &other.clarity), || format!("{when}: the ground"));
        same(&one.knowing, &other.knowing, || format!("{when}: who is known"));
        same(&one.questions, &other.questions, || format!("{when}: what is asked, {}", asked()));
        same(&(&one.waits_for, &one.asked), &(&other.waits_for, &other.asked), || format!("{when}: who is waited for"));
        same(&(one.moment, &one.dice), &(other.moment, &other.dice), || format!("{when}: moments and dice"));
        // What foes have decided before it shows goes into what comes of an act.
        if self.plain.decided() == self.other.decided() {
            same(&self.plain.odds(), &self.other.odds(), || format!("{when}: the odds"));
        }
    }

    /// Plays both for so many answers of the players: as long as they have perceived the same, they are shown the same. What
    /// they perceive may come to differ, but never in a number alone. How many decisions they were asked for alike.
    pub fn play(&mut self, when: &str, answers: u32) -> u32 {
        let foes = self.plain.foes();
        for nth in 0..answers {
            if self.plain.has_a_friend_among(&foes) {
                // Those who have come over tell their new friends all about themselves.
                return nth;
            }
            if let Some(hidden) = &self.hidden
                && (self.plain.is_at_work(hidden) || self.other.is_at_work(hidden))
            {
                // A blow out of nowhere comes from somewhere, and what can be done about it tells from where.
                return nth;
            }
            if self.plain.felt() != self.other.felt() {
                // That someone unseen is at work shows in what is asked because of it, and so does from where.
                return nth;
            }
            let (one, other) = (self.plain.seen(), self.other.seen());
            if let Some((one, other)) = one.log.iter().zip(&other.log).find(|(one, other)| one != other) {
                let names = self.plain.names();
                let bare = |text: &str| without_numbers(text, &names);
                // Where dice lie open, their numbers are no secret.
                assert!(
                    one.1.dice != other.1.dice
                        || one.1.text == other.1.text
                        || bare(&one.1.text) != bare(&other.1.text),
                    "{when}, answer {nth}: a number tells the difference: `{}`, `{}`",
                    one.1.text,
                    other.1.text
                );
                return nth;
            }
            if one.log.len() != other.log.len()
                || one.questions.first().map(|q| &q.asked.who) != other.questions.first().map(|q| &q.asked.who)
            {
                return nth;
            }
            let health = |seen: &Seen| seen.view.combatants.iter().map(|one| one.stats.clone()).collect::<Vec<_>>();
            if health(&one) != health(&other) {
                return nth;
            }
            let stands = |seen: &Seen| seen.view.combatants.iter().map(|one| one.at).collect::<Vec<_>>();
            if one.view.combatants.len() == other.view.combatants.len() && stands(&one) != stands(&other) {
                // Where foes go who know of those unseen is seen.
                return nth;
            }
            let order = |seen: &Seen| seen.view.order.iter().flat_map(|slot| slot.who.clone()).collect::<Vec<_>>();
            let (mut places, mut others) = (order(&one), order(&other));
            if places != others {
                places.sort_unstable();
                others.sort_unstable();
                if places == others {
                    // A foe that waits for someone unseen acts when it acts; nobody else has a place in the order.
                    return nth;
                }
            }
            let asked = one.questions.first().map(|question| &question.asked.who);
            let walks = asked.is_some() && asked == self.plain.walked.as_ref();
            if refusals(&one) != refusals(&other) || walks && squares(&one) != squares(&other) {
                // The way to a square leads around those who stand there: what has been walked is another thing.
                return nth;
            }
            if callings(&one) != callings(&other) {
                // What is called comes up beside all foes in an area, those unseen among them.
                return nth;
            }
            if below(&one) != below(&other) {
                // What lay on the ground has been taken by someone unseen; that it is gone is seen.
                return nth;
            }
            self.agree_but_for_the_log(&format!("{when}, answer {nth}, after {:#?}", lately(&one)), &one, &other);
            if !self.plain.step() || !self.other.step() {
                return nth + 1;
            }
        }
        answers
    }
}

/// The last lines of what the players know of.
fn lately(seen: &Seen) -> Vec<&str> {
    let from = seen.log.len().saturating_sub(8);
    seen.log[from..].iter().map(|(_, event)| event.text.as_str()).collect()
}

/// A sentence without the numbers that tell of someone, whose names these are. Where they go, and to the end of
/// which round something works, is seen by all.
fn without_numbers(text: &str, names: &[String]) -> String {
    let whole = names.iter().fold(text.to_owned(), |text, name| text.replace(name, &name.replace(' ', "_")));
    let words: Vec<&str> = whole.split(' ').collect();
    let is_seen = |at: usize| at > 0 && ["distance", "round"].contains(&words[at - 1]);
    let stays = |(at, word): &(usize, &&str)| is_seen(*at) || !word.starts_with(|c: char| c.is_ascii_digit());
    words.iter().enumerate().filter(stays).map(|(_, word)| *word).collect::<Vec<_>>().join(" ")
}

/// Fails with the first lines in which two things differ.
fn same<T: PartialEq + std::fmt::Debug>(one: &T, other: &T, when: impl Fn() -> String) {
    if one == other {
        return;
    }
    let (one, other) = (format!("{one:#?}").replace("\\n", "\n"), format!("{other:#?}").replace("\\n", "\n"));
    let differs = one.lines().zip(other.lines()).position(|(one, other)| one != other).unwrap_or(0);
    let around = |text: &str| text.lines().skip(differs.saturating_sub(12)).take(20).collect::<Vec<_>>().join("\n");
    panic!("{}:\n{}\nthe other:\n{}", when(), around(&one), around(&other));
}
