//! Pictures and maps that people send.

use std::io::Cursor;

use crate::common::{KEY, althea, begun, get, house, opened, send};
use axum::Router;
use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use image::{DynamicImage, ImageFormat, Rgba, RgbaImage};

/// A form in pieces, each with its name, its file's name and what it holds.
fn pieces(path: &str, pieces: &[(&str, Option<&str>, &[u8])]) -> Request<Body> {
    let mut body = Vec::new();
    for (name, file, held) in pieces {
        let file = file.map_or_else(String::new, |file| format!("; filename=\"{file}\""));
        body.extend(format!("--X\r\nContent-Disposition: form-data; name=\"{name}\"{file}\r\n\r\n").bytes());
        body.extend(*held);
        body.extend(b"\r\n");
    }
    body.extend(b"--X--\r\n");
    let request = Request::post(path).header(header::COOKIE, format!("quintain={KEY}"));
    request.header(header::CONTENT_TYPE, "multipart/form-data; boundary=X").body(Body::from(body)).unwrap()
}

fn png(width: u32, height: u32) -> Vec<u8> {
    let mut bytes = Vec::new();
    let picture = DynamicImage::from(RgbaImage::from_pixel(width, height, Rgba([20, 120, 40, 255])));
    picture.write_to(&mut Cursor::new(&mut bytes), ImageFormat::Png).unwrap();
    bytes
}

/// The name of the picture in the encounter that a page proposes.
fn pictured(page: &str) -> &str {
    let (_, name) = page.split_once("picture = &quot;").expect("the picture is named");
    name.split_once("&quot;").unwrap().0
}

async fn is_a_jpeg(app: &Router, path: &str) -> bool {
    let (status, picture, _) = send(app, get(path)).await;
    status == StatusCode::OK && picture.contains("JFIF")
}

/// An empty map with a wall, three squares by two, with these fields before.
fn measured(fields: &str) -> Vec<u8> {
    let map = r#""format": "0.3", "resolution": { "map_size": { "x": 3, "y": 2 } },
        "line_of_sight": [[{ "x": 1, "y": 0 }, { "x": 1, "y": 2 }]] }"#;
    format!("{{ {fields} {map}").into_bytes()
}

#[tokio::test]
async fn a_file_that_the_workshop_cannot_take_is_refused_as_what_it_was_meant_to_be() {
    let app = house();
    let upload = |name: &str, file: &[u8]| {
        pieces("/workshop/upload", &[("file", Some(name), file), ("rulebook", None, b"thalassa")])
    };
    for (name, file, words) in [
        ("cellar.dd2vtt", "no map", "`cellar.dd2vtt` is no map that can be read"),
        ("cellar.UVTT", "{ \"format\": 0.3 }", "cellar.UVTT"),
        ("empty.toml", "", "does not say its game"),
        ("other.toml", "rulebook = \"chess\"\n", "no rulebook is called `chess`"),
        ("crew.toml", "rulebook = \"thalassa\"\n[[hero]]\nname = \"A\"\nis = \"althea\"\n", "campaigns begin with"),
        ("day.toml", "rulebook = \"thalassa\"\n[[step]]\nrest = \"night\"\n", "days are put together at the bench"),
    ] {
        let (status, page, _) = send(&app, upload(name, file.as_bytes())).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{name}: {page}");
        assert!(page.contains(words) && page.contains("None yet."), "{name}: {page}");
    }
}

#[tokio::test]
async fn a_map_that_begins_an_encounter_of_the_workshop_brings_its_picture() {
    let app = house();
    let map = measured(&format!("\"image\": \"{}\",", STANDARD.encode(png(30, 20))));
    let file = pieces("/workshop/upload", &[("file", Some("cellar.dd2vtt"), &map), ("rulebook", None, b"thalassa")]);
    let (status, page, to) = send(&app, file).await;
    assert_eq!(status, StatusCode::SEE_OTHER, "{page}");
    let (_, text, _) = send(&app, get(&format!("{}/file", to.unwrap()))).await;
    assert!(text.contains("picture = ") && text.contains("wall A2-B2"), "{text}");
}

#[tokio::test]
async fn a_map_of_another_program_becomes_an_encounter_to_fill_in() {
    let app = house();
    let upload = |map: &[u8]| pieces("/maps", &[("map", Some("cellar.dd2vtt"), map), ("rulebook", None, b"thalassa")]);
    let (status, page, _) = send(&app, upload(&measured(""))).await;
    assert_eq!(status, StatusCode::OK, "{page}");
    assert!(page.contains("wall A2-B2") && page.contains("title = &quot;cellar&quot;"), "{page}");
    assert!(!page.contains("picture ="), "{page}");
    let image = STANDARD.encode(png(30, 20));
    let (_, page, _) = send(&app, upload(&measured(&format!("\"image\": \"{image}\",")))).await;
    let name = pictured(&page);
    assert!(is_a_jpeg(&app, &format!("/pictures/{name}")).await);
    assert_eq!(send(&app, get("/pictures/0123")).await.0, StatusCode::NOT_FOUND);
    let with_people = format!(
        "{}{}[map]\nsize = [3, 2]\npicture = \"{name}\"\n",
        "rulebook=\"thalassa\"\n[[combatant]]\nis=\"althea\"\nside=\"a\"\nat=\"A1\"\n",
        "[[combatant]]\nis=\"cyclops\"\nside=\"b\"\nat=\"B1\"\n"
    );
    let gm = begun(&app, &with_people).await;
    let (_, page, _) = send(&app, get(&format!("/t/{gm}"))).await;
    assert!(page.contains(&format!("href=\"/pictures/{name}\"")), "{page}");
    let (status, page, _) = send(&app, upload(b"no map")).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(page.contains("this is no Universal VTT map"), "{page}");
}

#[tokio::test]
async fn a_map_whose_picture_cannot_be_read_comes_without_it() {
    let app = house();
    let map = measured("\"image\": \"iVBORw0KGgo=\",");
    let fields: [(&str, Option<&str>, &[u8]); 2] = [("map", Some("a.uvtt"), &map), ("rulebook", None, b"heimr")];
    let (status, page, _) = send(&app, pieces("/maps", &fields)).await;
    assert_eq!(status, StatusCode::OK);
    assert!(page.contains("it was left out") && !page.contains("picture ="), "{page}");
}

#[tokio::test]
async fn a_plain_picture_becomes_open_ground() {
    let app = house();
    let upload = |file: &[u8], columns: &str| {
        let fields = [("map", Some("meadow.png"), file), ("columns", None, columns.as_bytes())];
        pieces("/maps", &[fields[0], fields[1], ("rulebook", None, b"uchma")])
    };
    let (status, page, _) = send(&app, upload(&png(90, 60), "12")).await;
    assert_eq!(status, StatusCode::OK);
    assert!(page.contains("size = [12, 8]"), "{page}");
    assert!(is_a_jpeg(&app, &format!("/pictures/{}", pictured(&page))).await);
    let (_, page, _) = send(&app, upload(&png(9, 900), "")).await;
    assert!(page.contains("size = [24, 100]"), "{page}");
}

#[tokio::test]
async fn a_token_shows_the_picture_that_its_player_sends() {
    let app = house();
    let gm = opened(&app, "thalassa/cyclops").await;
    let ann = althea(&app, &gm).await;
    let send_face = |token: &str, who: &str, file: &[u8]| {
        pieces(&format!("/t/{token}/face"), &[("who", None, who.as_bytes()), ("picture", Some("me.png"), file)])
    };
    let (status, page, _) = send(&app, send_face(&ann, "Cyclops", &png(8, 8))).await;
    assert_eq!(status, StatusCode::FORBIDDEN, "{page}");
    let (status, page, _) = send(&app, send_face(&ann, "Althea", b"<svg onload='alert(1)'/>")).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(page.contains("no PNG, JPEG or WebP"), "{page}");
    assert_eq!(send(&app, send_face(&ann, "Althea", &png(8, 8))).await.0, StatusCode::SEE_OTHER);
    // Everybody sees it.
    for token in [&ann, &gm] {
        let (_, page, _) = send(&app, get(&format!("/t/{token}"))).await;
        let (_, name) = page.split_once("href=\"/pictures/").expect("a picture");
        assert!(is_a_jpeg(&app, &format!("/pictures/{}", name.split('"').next().unwrap())).await);
    }
    // The game master gives and takes any.
    assert_eq!(send(&app, send_face(&gm, "Cyclops", &png(8, 8))).await.0, StatusCode::SEE_OTHER);
    let none = |who: &str| pieces(&format!("/t/{gm}/face"), &[("who", None, who.as_bytes()), ("none", None, b"yes")]);
    for who in ["Althea", "Cyclops"] {
        assert_eq!(send(&app, none(who)).await.0, StatusCode::SEE_OTHER);
    }
    let (_, page, _) = send(&app, get(&format!("/t/{gm}"))).await;
    assert!(!page.contains("/pictures/"), "{page}");
    let (status, page, _) = send(&app, none("Nobody")).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{page}");
}
