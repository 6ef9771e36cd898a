//! What is concealed on the ground is in nothing that a seat is sent, until it shows itself or the game master reveals it; and
//! where a map is to be explored, so is what nobody of the seat has seen.

use crate::common::{Play, Table, Twins};
use quintain_engine::Clarity;

/// A hall with a closet: `door` is what else is said of the edges of the map, between C2 and D2.
fn hall(book: &str, hero: &str, foe: &str, door: &str) -> String {
    let who = |name: &str, is: &str, side: &str, at: &str| {
        format!("[[combatant]]\nname = \"{name}\"\nis = \"{is}\"\nside = \"{side}\"\nat = \"{at}\"\n")
    };
    let set = match book {
        "heimr" => "set = { pc = true }\n",
        "oakhearth" => "set = { hero = true }\n",
        _ => "",
    };
    format!(
        "rulebook = \"{book}\"\n[map]\nsize = [4, 3]\nedges = [\"wall D1-D3 west\"{door}\n{}{set}{}",
        who("Ann", hero, "heroes", "C2"),
        who("Orc", foe, "foes", "A1")
    )
}

const DOOR: &str = ", \"door C2-D2 closed\"]\nconcealed = \"C2-D2\"";

/// The books whose rules know doors that one opens, with someone to fight on either side.
const DOORS: [(&str, &str, &str); 3] = [
    ("oakhearth", "champion", "hobgoblin-captain"),
    ("heimr", "human-duellist", "human-greatsword"),
    ("gu", "moonlight-striker", "moonlight-striker"),
];

#[test]
fn a_concealed_door_is_wall_to_all_who_do_not_know_of_it() {
    for (book, hero, foe) in DOORS {
        let (door, wall) = (hall(book, hero, foe, DOOR), hall(book, hero, foe, "]"));
        let mut twins = Twins::of_texts(&door, &wall, Play::Plain);
        twins.agree(book);
        assert!(twins.play(book, 10) > 0, "{book}: the players were asked");
    }
}

#[test]
fn a_door_that_is_no_secret_is_known_and_a_secret_one_is_not() {
    for (book, hero, foe) in DOORS {
        let known = Table::of_text(&hall(book, hero, foe, ", \"door C2-D2 closed\"]"), Play::Plain);
        assert!(known.sent().contains("Door("), "{book}: the door is on the map");
        let secret = Table::of_text(&hall(book, hero, foe, DOOR), Play::Plain);
        for told in ["Door(", "C2-D2", "door to"] {
            assert!(!secret.sent().contains(told), "{book}: `{told}` is in\n{}", secret.sent());
        }
        assert_eq!(secret.seen_by_the_game_master().concealed.len(), 1, "{book}: the game master sees the secret");
    }
}

#[test]
fn the_game_master_reveals_a_door_and_conceals_it_again() {
    for (book, hero, foe) in DOORS {
        let mut table = Table::of_text(&hall(book, hero, foe, DOOR), Play::Plain);
        let mapped = |table: &Table| format!("{:?}", table.seen().map).contains("Door(");
        table.edict("reveal C2-D2");
        assert!(mapped(&table), "{book}: it is revealed");
        table.edict("conceal C2-D2");
        assert!(!mapped(&table), "{book}: it is concealed");
        assert!(!table.try_edict("conceal A1-A2"), "{book}: there is no door");
    }
}

#[test]
fn a_door_that_stands_open_before_ones_eyes_shows_itself() {
    let mut table = Table::of_text(&hall("oakhearth", "champion", "hobgoblin-captain", DOOR), Play::Plain);
    table.edict("set door C2-D2 open");
    assert!(format!("{:?}", table.seen().map).contains("Door(Open"), "it is seen to be open");
    table.edict("set door C2-D2 closed");
    assert!(format!("{:?}", table.seen().map).contains("Door(Closed"), "and is known from then on");
}

/// `gear.trap`: only those who set a trap know of it.
#[test]
fn a_trap_of_foes_is_in_nothing_that_the_heroes_are_sent() {
    let fight = |trap: &str| {
        format!(
            "rulebook = \"thalassa\"\n[map]\nrows = [\"..........\"]\n\
             [[combatant]]\nname = \"Althea\"\nis = \"althea\"\nside = \"heroes\"\nat = \"A1\"\n\
             [[combatant]]\nname = \"Bandit\"\nis = \"bandit\"\nside = \"bandits\"\nat = \"J1\"\n{trap}"
        )
    };
    for salt in 0..4 {
        let (trapped, free) = (fight("set = { trap = [\"C1\", \"D1\"] }\n"), fight(""));
        let mut twins = Twins::of_texts(&trapped, &free, Play::Random(salt));
        twins.agree("a trap");
        twins.play("a trap", 6);
    }
}

fn steam(concealed: &str) -> String {
    let who = |name: &str, side: &str, at: &str| {
        format!("[[combatant]]\nname = \"{name}\"\nis = \"hero\"\nside = \"{side}\"\nat = \"{at}\"\n")
    };
    format!(
        "rulebook = \"uchma\"\n[map]\nsize = [10, 6]\n{concealed}[[ability]]\nid = \"steam\"\nname = \"steam\"\n\
         no-roll = true\naim = {{ one = {{ range = 1 }} }}\ndoes = [{{ damage = {{ amount = 10, kind = \"magical\", potency = \"none\" }} }}]\n\
         [[hazard]]\nid = \"vent\"\nname = \"hot steam\"\ndoes = \"steam\"\narea = [\"B1\", \"B2\"]\n{}{}",
        who("Ada", "red", "E1"),
        who("Bo", "blue", "J6")
    )
}

#[test]
fn dangerous_ground_is_shown_unless_it_is_concealed() {
    let open = Table::of_text(&steam(""), Play::Plain);
    assert!(open.sent().contains("hot steam"));
    let mut secret = Table::of_text(&steam("concealed = [\"B1\", \"B2\"]\n"), Play::Plain);
    assert!(!secret.sent().contains("steam"), "{}", secret.sent());
    secret.edict("move Ada to B2");
    assert!(secret.sent().contains("hot steam"), "those who stand in it know of it, and of all of it");
}

const CORRIDOR: &str = "rulebook = \"oakhearth\"\n[sight]\nexplored = true\n[map]\nrows = [\"....#~~~\", \"....#.o.\"]\n\
     [[combatant]]\nname = \"Ann\"\nis = \"champion\"\nside = \"heroes\"\nat = \"B1\"\nset = { hero = true }\n\
     [[combatant]]\nname = \"Orc\"\nis = \"hobgoblin-captain\"\nside = \"foes\"\nat = \"G1\"\n";

#[test]
fn ground_that_nobody_has_seen_is_not_sent() {
    let mut table = Table::of_text(CORRIDOR, Play::Plain);
    let seen = table.seen();
    assert_eq!(seen.view.map, ["....#▒▒▒", "....#▒▒▒"]);
    assert_eq!(seen.map.unwrap().to_rows(), seen.view.map);
    assert_eq!(seen.clarity[7], Clarity::Unknown);
    table.edict("move Ann to H1");
    let rows = table.seen().view.map;
    assert_eq!(rows[1], "....#.o.", "what was seen is remembered: {rows:?}");
    table.edict("move Ann to B1");
    assert_eq!(table.seen().view.map, rows);
}

#[test]
fn what_lies_on_unseen_ground_makes_no_difference() {
    let other = CORRIDOR.replace("#~~~", "#.~.").replace("#.o.", "#_..");
    let mut twins = Twins::of_texts(CORRIDOR, &other, Play::Plain);
    twins.edicts("conceal Orc");
    twins.agree("another room");
}

const TORCH: &str = "rulebook = \"oakhearth\"\n[map]\nrows = [\"dddddddd\"]\nlegend = { d = { terrain = \"dark floor\" } }\n\
     [[light]]\nname = \"Lamp\"\nat = \"H1\"\nbright = 0\ndim = 1\nlit = false\n\
     [[combatant]]\nname = \"Ann\"\nis = \"champion\"\nside = \"heroes\"\nat = \"A1\"\nset = { hero = true, darkvision = 0 }\nlight = 2\n\
     [[combatant]]\nname = \"Orc\"\nis = \"hobgoblin-captain\"\nside = \"foes\"\nat = \"G1\"\n";

#[test]
fn a_torch_lights_the_way_of_its_bearer_and_can_be_put_out() {
    use Clarity::{Clear, Dark, Dim};
    let mut table = Table::of_text(TORCH, Play::Plain);
    let ground = |table: &Table| table.seen().clarity;
    assert_eq!(ground(&table)[..4], [Clear, Clear, Clear, Dark]);
    table.edict("move Ann to D1");
    assert_eq!(ground(&table)[5..], [Clear, Dark, Dark], "it goes along");
    table.edict("kindle lamp");
    assert_eq!(ground(&table)[6..], [Dim, Clear], "a lamp is bright where it stands");
    table.edict("douse light of Ann");
    assert_eq!(ground(&table)[2..5], [Dark, Clear, Dark]);
    assert_eq!(table.seen().view.lights.iter().map(|one| one.lit).collect::<Vec<_>>(), [true, false]);
    assert!(!table.try_edict("douse the sun"));
}

#[test]
fn how_dangerous_it_is_names_nobody_unknown() {
    let (table, foe) = Table::concealing("oakhearth/bandit-camp", Play::Plain)
        .or_else(|| Table::concealing("thalassa/pilgrims", Play::Plain))
        .unwrap();
    let danger = table.scene().outlook.unwrap().danger(3);
    assert!(danger.combatants.iter().all(|one| one.name != foe), "{foe} is among {danger:?}");
}
