//! Answers of programs, which know options by their places.

use super::{Answer, Picks, Question, Shape};

impl<A: Copy + PartialEq> Question<A> {
    /// The answer that stands for the options at these places; `None` where it is not legal.
    pub fn of_places(&self, answer: &Answer<usize>) -> Option<Answer<A>> {
        let act = |place: &usize| Some(self.choices().get(*place)?.act);
        match (&self.shape, answer) {
            (Shape::OneOf(..), Answer::One(place)) => act(place).map(Answer::One),
            (Shape::Several { of, least, most, .. }, Answer::Several(places)) => {
                places.iter().all(|place| *place < of.len()).then_some(())?;
                let picked = of.iter().enumerate().filter(|(place, _)| places.contains(place));
                let picked: Picks<A> = picked.map(|(_, choice)| choice.act).collect();
                (*least..=*most).contains(&picked.len()).then_some(Answer::Several(picked))
            }
            (Shape::OrderOf(of), Answer::Order(places)) => {
                let each_once = (0..of.len()).all(|place| places.contains(&place)) && places.len() == of.len();
                each_once.then(|| places.iter().filter_map(act).collect()).map(Answer::Order)
            }
            (Shape::Number { least, most }, Answer::Number(number)) => {
                (*least..=*most).contains(number).then_some(Answer::Number(*number))
            }
            (Shape::Path { .. }, Answer::Squares(squares)) => {
                let words: Vec<String> = squares.iter().map(ToString::to_string).collect();
                self.read(&words.join(" ")).ok()
            }
            (Shape::Text, Answer::Text(text)) => Some(Answer::Text(text.clone())),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cast::Seat;
    use crate::question::{Choice, Wants, Weight};
    use crate::rule::{Kind, Rule};

    static RULE: Rule = Rule { id: "a", kind: Kind::Engine, summary: "", ruling: None, house: None };

    fn question(shape: Shape<char>) -> Question<char> {
        Question {
            to: Seat::Gm,
            text: String::new(),
            rule: &RULE,
            weight: Weight::Decision,
            shape,
            refused: Vec::new(),
            default: Answer::Number(0),
            waits: None,
        }
    }

    fn abc() -> Vec<Choice<char>> {
        ['a', 'b', 'c'].into_iter().map(|letter| Choice::new(letter, letter)).collect()
    }

    fn picks<T: Copy>(all: &[T]) -> Picks<T> {
        all.iter().copied().collect()
    }

    #[test]
    fn places_stand_for_options() {
        let one = question(Shape::OneOf(Wants::Act, abc()));
        assert_eq!(one.of_places(&Answer::One(2)), Some(Answer::One('c')));
        assert_eq!(one.of_places(&Answer::One(3)), None);
        assert_eq!(one.of_places(&Answer::Number(0)), None);
        let order = question(Shape::OrderOf(abc()));
        assert_eq!(order.of_places(&Answer::Order(picks(&[2, 0, 1]))), Some(Answer::Order(picks(&['c', 'a', 'b']))));
        assert_eq!(order.of_places(&Answer::Order(picks(&[2, 2, 1]))), None);
    }

    #[test]
    fn picks_come_in_the_order_of_the_options_and_in_the_right_number() {
        let several = question(Shape::Several { wants: Wants::Act, of: abc(), least: 1, most: 2 });
        assert_eq!(several.of_places(&Answer::Several(picks(&[2, 0]))), Some(Answer::Several(picks(&['a', 'c']))));
        for wrong in [&[][..], &[0, 1, 2], &[5]] {
            assert_eq!(several.of_places(&Answer::Several(picks(wrong))), None, "{wrong:?}");
        }
    }

    #[test]
    fn numbers_stay_in_their_range() {
        let number = question(Shape::Number { least: 1, most: 3 });
        assert_eq!(number.of_places(&Answer::Number(3)), Some(Answer::Number(3)));
        assert_eq!(number.of_places(&Answer::Number(4)), None);
    }
}
