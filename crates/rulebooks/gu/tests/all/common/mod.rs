//! A master of a great Gu among so many villagers, for tests and benches of crowds.

use quintain_content::{Encounter, Source};
use quintain_dice::Stream;
use quintain_engine::{AnyLive, Conduct, DiceFrom, Seats, Terms, Waiting};
use quintain_gu::{Fight, RULEBOOK};
use quintain_testkit::packs_of;

/// Gu that reach everybody on the map: a blast, one that pushes and sets on fire, one that stays, and a balm for all.
const GU: &str = r#"
[[gu]]
id = "wave"
name = "Wave"
path = "fire"
rank = 1
cost = 1
range = 100
hp = 5
does = [{ area = { form = { radius = 60 }, deals = [{ type = "heat", amount = 6 }] } }]
[[gu]]
id = "gale"
name = "Gale"
path = "fire"
rank = 1
cost = 1
range = 100
hp = 5
does = [{ area = { form = { around = 60 }, deals = [{ type = "force", amount = 2 }], gains = [{ then = { burning = 1 } }, { then = { push = 1 } }] } }]
[[gu]]
id = "fen"
name = "Fen"
path = "fire"
rank = 1
cost = 1
range = 100
hp = 5
does = [{ zone = { form = { radius = 60 }, turns = 3, strikes = ["at-once", "starting"], deals = [{ type = "cold", amount = 3 }] } }]
[[gu]]
id = "balm"
name = "Balm"
path = "wood"
rank = 1
cost = 1
range = 100
hp = 5
does = [{ heal = { whom = "everyone-in-range", amount = 4 } }]
[[creature]]
id = "master"
like = "fire-skirmisher"
name = "Master"
hp = 5000
gu = ["wave", "gale", "fen", "balm"]
vital = "wave"
killer-moves = []
"#;

/// A live fight of one master against so many villagers who stand still; `dodge` lets them try to get out of the way.
pub fn crowd(villagers: usize, dodge: bool) -> Box<dyn AnyLive> {
    let mut text = String::from(
        "rulebook = \"gu\"\n[map]\nsize = [40, 40]\n[[combatant]]\nname = \"Master\"\nis = \"master\"\nside = \"clan\"\n\
         at = \"A1\"\nset = { luck = 0, close-combat = 900, ranged-attack = 900 }\n",
    );
    text.push_str(GU);
    let movement = if dodge { 2 } else { 0 };
    for place in 0..villagers {
        let square = quintain_field::Square::new((place % 38 + 2) as i16, (place / 38 + 2) as i16);
        text.push_str(&format!(
            "[[combatant]]\nname = \"V{place}\"\nis = \"villager\"\nside = \"village\"\nat = \"{square}\"\n\
             set = {{ movement = {movement} }}\n"
        ));
    }
    let book = RULEBOOK.read(&packs_of::<Fight>()).expect("sound packs");
    let encounter = Encounter::parse(&Source::new("crowd.toml", text), RULEBOOK.tables()).expect("an encounter");
    let fight = book.set_up(&encounter).expect("a sound encounter");
    let seats = Seats { players: true, ..Seats::nobody() };
    let dice = DiceFrom::Seed(Box::new(Stream::new(5, 0)));
    let live = fight
        .live(Terms { dice, round_limit: 60, conduct: Conduct::best(), seed: 5, ..Terms::attended(seats) }, Vec::new());
    assert!(matches!(live.waiting(), Waiting::Answer(_)), "the master is asked: {:?}", live.waiting());
    live
}
