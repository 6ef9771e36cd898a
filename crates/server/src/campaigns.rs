//! Campaigns in the store: who plays, by which link, which fights there were, and the rest that is being taken. The party of a
//! campaign is a document under the same id, with all that it has been.

use std::collections::HashMap;

use rusqlite::{OptionalExtension, params};

use crate::documents::{Change, Kind, added, changed};
use crate::store::{Store, StoreError};

/// What is kept of campaigns. A fight is taken into the roster as long as the document stands at the version that did it, or
/// behind it: who undoes that version, has not taken it.
pub(crate) const SCHEMA: &str = "
    create table campaigns (
        id text primary key,
        gm text not null unique,
        rest text
    ) without rowid;
    create table players (
        campaign text not null,
        place integer not null,
        name text not null,
        token text not null unique,
        primary key (campaign, place)
    ) without rowid;
    create table outings (
        campaign text not null,
        place integer not null,
        fight text not null unique,
        title text not null,
        taken integer,
        aside integer not null default 0,
        primary key (campaign, place)
    ) without rowid;
";

/// A campaign.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Campaign {
    /// Its id, and that of its party.
    pub id: String,
    /// The word of the game master's link.
    pub gm: String,
    /// The rest under way, as JSON.
    pub rest: Option<String>,
}

/// A player of a campaign.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Player {
    /// The place among the players, for good.
    pub place: i64,
    /// What they are called.
    pub name: String,
    /// The word of their link.
    pub token: String,
}

/// A fight of a campaign.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Outing {
    /// The fight.
    pub fight: String,
    /// What it was called when it began.
    pub title: String,
    /// The version of the party into which it was taken.
    pub taken: Option<i64>,
    /// Whether it counts for nothing.
    pub aside: bool,
    /// How it ended.
    pub over: Option<String>,
    /// The game master's word at its table; none where it has been deleted.
    pub table: Option<String>,
}

/// What a link to a campaign opens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Opens {
    /// All of it.
    Gm(Campaign),
    /// A player's part of it.
    Player(Campaign, Player),
}

const CAMPAIGN: &str = "select id, gm, rest from campaigns";

fn campaign(row: &rusqlite::Row<'_>) -> rusqlite::Result<Campaign> {
    Ok(Campaign { id: row.get(0)?, gm: row.get(1)?, rest: row.get(2)? })
}

fn player(row: &rusqlite::Row<'_>) -> rusqlite::Result<Player> {
    Ok(Player { place: row.get(0)?, name: row.get(1)?, token: row.get(2)? })
}

impl Store {
    /// Adds a campaign with its party and its players.
    pub(crate) fn add_campaign(
        &mut self,
        (new, name): (&Campaign, &str),
        change: Change<'_>,
        players: &[Player],
    ) -> Result<(), StoreError> {
        let all = self.connection.transaction()?;
        added(&all, &new.id, (Kind::Party, name), change)?;
        all.execute("insert into campaigns values (?, ?, ?)", params![new.id, new.gm, new.rest])?;
        for one in players {
            all.execute("insert into players values (?, ?, ?, ?)", params![new.id, one.place, one.name, one.token])?;
        }
        Ok(all.commit()?)
    }

    /// All campaigns.
    pub(crate) fn campaigns(&self) -> Result<Vec<Campaign>, StoreError> {
        let mut query = self.connection.prepare_cached(CAMPAIGN)?;
        Ok(query.query_map([], campaign)?.collect::<Result<_, _>>()?)
    }

    /// What a word opens.
    pub(crate) fn opens_campaign(&self, token: &str) -> Result<Option<Opens>, StoreError> {
        let mut by_word = self.connection.prepare_cached("select id, gm, rest from campaigns where gm = ?")?;
        if let Some(own) = by_word.query_row([token], campaign).optional()? {
            return Ok(Some(Opens::Gm(own)));
        }
        let query = "select players.place, players.name, players.token, id, gm, rest
                     from players join campaigns on campaigns.id = players.campaign where token = ?";
        let read = |row: &rusqlite::Row<'_>| {
            Ok(Opens::Player(Campaign { id: row.get(3)?, gm: row.get(4)?, rest: row.get(5)? }, player(row)?))
        };
        Ok(self.connection.prepare_cached(query)?.query_row([token], read).optional()?)
    }

    /// The title of the campaign that a fight belongs to, and the word that opens it: the game master's, or that of the player of
    /// this name.
    pub(crate) fn campaign_of(
        &self,
        fight: &str,
        player: Option<&str>,
    ) -> Result<Option<(String, String)>, StoreError> {
        let query = "select documents.title, iif(?2 is null, campaigns.gm, players.token)
                     from outings join campaigns on campaigns.id = outings.campaign
                     join documents on documents.id = campaigns.id
                     left join players on players.campaign = campaigns.id and players.name = ?2
                     where outings.fight = ?1 and (?2 is null or players.token is not null)";
        let mut query = self.connection.prepare_cached(query)?;
        Ok(query.query_row(params![fight, player], |row| Ok((row.get(0)?, row.get(1)?))).optional()?)
    }

    /// Every fight of a campaign, with the campaign's title.
    pub(crate) fn fights_of_campaigns(&self) -> Result<HashMap<String, String>, StoreError> {
        let query = "select outings.fight, documents.title from outings
                     join documents on documents.id = outings.campaign";
        let mut query = self.connection.prepare_cached(query)?;
        let rows = query.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// Forgets a campaign with its party, its players and what it knows of its fights; the fights stay.
    pub(crate) fn delete_campaign(&mut self, id: &str) -> Result<(), StoreError> {
        let all = self.connection.transaction()?;
        for table in [
            "delete from outings where campaign = ?",
            "delete from players where campaign = ?",
            "delete from campaigns where id = ?",
            "delete from versions where document = ?",
            "delete from documents where id = ?",
        ] {
            all.execute(table, [id])?;
        }
        Ok(all.commit()?)
    }

    /// Gives the game master another link; the old one opens nothing any more.
    pub(crate) fn relink_campaign(&mut self, id: &str, token: &str) -> Result<(), StoreError> {
        self.connection.execute("update campaigns set gm = ? where id = ?", [token, id])?;
        Ok(())
    }

    /// The players of a campaign.
    pub(crate) fn players(&self, campaign: &str) -> Result<Vec<Player>, StoreError> {
        let query = "select place, name, token from players where campaign = ? order by place";
        let mut query = self.connection.prepare_cached(query)?;
        Ok(query.query_map([campaign], player)?.collect::<Result<_, _>>()?)
    }

    /// Adds a player.
    pub(crate) fn add_player(&mut self, campaign: &str, name: &str, token: &str) -> Result<(), StoreError> {
        let add = "insert into players
                   select ?1, coalesce(max(place) + 1, 0), ?2, ?3 from players where campaign = ?1";
        self.connection.execute(add, [campaign, name, token])?;
        Ok(())
    }

    /// Gives a player another name and another link, and changes the party with it where that is to change.
    pub(crate) fn change_player(
        &mut self,
        campaign: &str,
        new: &Player,
        party: Option<(i64, Change<'_>)>,
    ) -> Result<bool, StoreError> {
        let all = self.connection.transaction()?;
        let update = "update players set name = ?, token = ? where campaign = ? and place = ?";
        all.execute(update, params![new.name, new.token, campaign, new.place])?;
        if let Some((at, change)) = party
            && !changed(&all, campaign, at, change)?
        {
            return Ok(false);
        }
        all.commit()?;
        Ok(true)
    }

    /// Takes a player and the link away; the party is changed with it where that is to change.
    pub(crate) fn remove_player(
        &mut self,
        campaign: &str,
        place: i64,
        party: Option<(i64, Change<'_>)>,
    ) -> Result<bool, StoreError> {
        let all = self.connection.transaction()?;
        all.execute("delete from players where campaign = ? and place = ?", params![campaign, place])?;
        if let Some((at, change)) = party
            && !changed(&all, campaign, at, change)?
        {
            return Ok(false);
        }
        all.commit()?;
        Ok(true)
    }

    /// The fights of a campaign, the oldest first.
    pub(crate) fn outings(&self, campaign: &str) -> Result<Vec<Outing>, StoreError> {
        let query = "select outings.fight, outings.title, taken, aside, over, token
                     from outings left join fights on fights.id = outings.fight
                     left join links on links.fight = outings.fight and chair = 0
                     where campaign = ? order by place";
        let mut query = self.connection.prepare_cached(query)?;
        let read = |row: &rusqlite::Row<'_>| {
            Ok(Outing {
                fight: row.get(0)?,
                title: row.get(1)?,
                taken: row.get(2)?,
                aside: row.get(3)?,
                over: row.get(4)?,
                table: row.get(5)?,
            })
        };
        Ok(query.query_map([campaign], read)?.collect::<Result<_, _>>()?)
    }

    /// Adds a fight to a campaign.
    pub(crate) fn add_outing(&mut self, campaign: &str, fight: &str, title: &str) -> Result<(), StoreError> {
        let add = "insert into outings (campaign, place, fight, title)
                   select ?1, coalesce(max(place) + 1, 0), ?2, ?3 from outings where campaign = ?1";
        self.connection.execute(add, [campaign, fight, title])?;
        Ok(())
    }

    /// Says that a fight of a campaign counts for nothing.
    pub(crate) fn set_outing_aside(&mut self, campaign: &str, fight: &str) -> Result<(), StoreError> {
        self.connection.execute("update outings set aside = 1 where campaign = ? and fight = ?", [campaign, fight])?;
        Ok(())
    }

    /// Takes what a fight leaves into the roster: the party is changed, if it still stands where it was read and the fight has
    /// not been taken yet; says whether both was so.
    pub(crate) fn take_outing(
        &mut self,
        campaign: &str,
        fight: &str,
        (at, change): (i64, Change<'_>),
    ) -> Result<bool, StoreError> {
        let all = self.connection.transaction()?;
        if !changed(&all, campaign, at, change)? {
            return Ok(false);
        }
        let update = "update outings set taken = ?, aside = 0 where campaign = ? and fight = ? and taken is null";
        if all.execute(update, params![at + 1, campaign, fight])? == 0 {
            return Ok(false);
        }
        all.commit()?;
        Ok(true)
    }

    /// Keeps how far a rest has come, or that none is taken any more; with the party as the rest leaves it, where it is over. Of
    /// two who answer at once the second is refused: `before` is what was kept until now.
    pub(crate) fn keep_rest(
        &mut self,
        campaign: &str,
        (before, now): (Option<&str>, Option<&str>),
        party: Option<(i64, Change<'_>)>,
    ) -> Result<bool, StoreError> {
        let all = self.connection.transaction()?;
        let update = "update campaigns set rest = ? where id = ? and rest is ?";
        if all.execute(update, params![now, campaign, before])? == 0 {
            return Ok(false);
        }
        if let Some((at, change)) = party
            && !changed(&all, campaign, at, change)?
        {
            return Ok(false);
        }
        all.commit()?;
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn change(text: &str) -> Change<'_> {
        Change { text, title: "T", rulebook: "gu", what: "a change" }
    }

    fn begun() -> Store {
        let mut store = Store::in_memory().unwrap();
        let new = Campaign { id: "c".into(), gm: "gm".into(), rest: None };
        let ann = Player { place: 0, name: "Ann".into(), token: "ann".into() };
        store.add_campaign((&new, "t.toml"), change("0"), &[ann]).unwrap();
        store
    }

    #[test]
    fn each_link_opens_its_part_until_there_is_another() {
        let mut store = begun();
        store.add_player("c", "Ben", "ben").unwrap();
        assert!(matches!(store.opens_campaign("gm").unwrap(), Some(Opens::Gm(_))));
        let Some(Opens::Player(_, ben)) = store.opens_campaign("ben").unwrap() else { panic!() };
        assert_eq!((ben.place, ben.name.as_str()), (1, "Ben"));
        let again = Player { token: "new".into(), ..ben };
        assert!(store.change_player("c", &again, None).unwrap());
        assert_eq!(store.opens_campaign("ben").unwrap(), None);
        assert!(store.opens_campaign("new").unwrap().is_some());
        store.delete_campaign("c").unwrap();
        assert_eq!((store.opens_campaign("gm").unwrap(), store.document("c").unwrap()), (None, None));
    }

    #[test]
    fn a_fight_is_taken_once_and_again_only_when_that_is_undone() {
        let mut store = begun();
        store.add_outing("c", "f", "Fight").unwrap();
        let taken = |store: &Store| store.outings("c").unwrap()[0].taken;
        assert!(store.take_outing("c", "f", (0, change("1"))).unwrap());
        assert_eq!(taken(&store), Some(1));
        assert!(!store.take_outing("c", "f", (1, change("2"))).unwrap(), "once");
        assert_eq!(store.document("c").unwrap().unwrap().text, "1", "nothing of the second has been written");
        store.step_document("c", 0, ("T", "gu")).unwrap();
        assert!(store.change_document("c", 0, change("other")).unwrap());
        assert_eq!(taken(&store), None, "what was undone has not been taken");
        assert!(store.take_outing("c", "f", (1, change("3"))).unwrap());
        assert!(!store.take_outing("c", "f", (1, change("4"))).unwrap(), "the party has changed meanwhile");
    }

    #[test]
    fn a_fight_leads_back_to_its_campaign_the_game_master_and_its_players_and_nobody_else() {
        let mut store = begun();
        store.add_outing("c", "f", "Fight").unwrap();
        let way = |fight: &str, player: Option<&str>| store.campaign_of(fight, player).unwrap().map(|(_, word)| word);
        assert_eq!(way("f", None).as_deref(), Some("gm"));
        assert_eq!(way("f", Some("Ann")).as_deref(), Some("ann"));
        assert_eq!((way("f", Some("Ben")), way("other", None)), (None, None));
    }

    #[test]
    fn of_two_who_answer_a_rest_at_once_one_is_refused() {
        let mut store = begun();
        assert!(store.keep_rest("c", (None, Some("a")), None).unwrap());
        assert!(!store.keep_rest("c", (None, Some("b")), None).unwrap());
        assert!(store.keep_rest("c", (Some("a"), None), Some((0, change("1")))).unwrap());
        assert_eq!(store.document("c").unwrap().unwrap().text, "1");
    }
}
