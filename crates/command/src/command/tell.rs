//! `quintain replay --as`: a recorded fight written to be kept, as all of it or as some seats know it.

use std::io::Write;

use quintain_engine::Record;
use quintain_library::Opened;
use quintain_pages::{Script, film, transcript};
use quintain_session::{Chair, ChairId, Fault as Refused, Holder, Role, Room, Session};

use crate::args::Manner;
use crate::fault::{Done, Fault};

/// The chair of those who are named.
const SEAT: ChairId = ChairId(1);

/// Writes the fight of a record.
///
/// # Errors
/// When the record does not fit the rules, or nobody has one of the names.
pub(crate) fn write(opened: Opened, record: &Record, (manner, seat): (Manner, &[String]), out: &mut dyn Write) -> Done {
    let room = Room::of(&opened.encounter);
    let session = Session::reading(opened, record, room).map_err(parts_ways)?;
    let (session, chair) = match seat {
        [] => (session, ChairId::GM),
        seat => seated(session, record, seat)?,
    };
    let scene = session.scene(chair);
    let text = match manner {
        Manner::Markdown => transcript(&scene, Script::Markdown),
        Manner::Text => transcript(&scene, Script::Text),
        Manner::Html => {
            let frames = session.frames(chair, &|| true).unwrap_or_default();
            film(&scene, &frames, &|_| None)
        }
    };
    out.write_all(text.as_bytes())?;
    Ok(out.flush()?)
}

/// What is said of a record that these rules do not follow.
fn parts_ways(fault: Refused) -> Fault {
    Fault::Failure(format!("this record and these rules part ways: {fault}"))
}

/// The same fight with a chair for those who are named.
fn seated(session: Session, record: &Record, seat: &[String]) -> Result<(Session, ChairId), Fault> {
    let roster = session.live().roster();
    let heroes = session.live().players();
    let mut room = session.room().clone();
    room.chairs = vec![Chair::new("Game master", Role::Gm), Chair::new(seat.join(", "), Role::Player)];
    room.holders.clear();
    for word in seat {
        let players = word.eq_ignore_ascii_case("players");
        let named = roster.iter().zip(&heroes).filter(|((name, _), hero)| match players {
            true => **hero,
            false => name.eq_ignore_ascii_case(word),
        });
        let named: Vec<&str> = named.map(|((name, _), _)| name.as_str()).collect();
        if named.is_empty() {
            let all: Vec<&str> = roster.iter().map(|(name, _)| name.as_str()).collect();
            let what = format!("nobody here is called `{word}`; there are {}, and `players`", all.join(", "));
            return Err(Fault::Wrong(what));
        }
        named.into_iter().for_each(|name| room.give(name, Holder::Chair(SEAT)));
    }
    let opened = quintain_library::open_stored(&record.header)?;
    Ok((Session::reading(opened, record, room).map_err(parts_ways)?, SEAT))
}
