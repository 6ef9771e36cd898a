//! Pictures that people send: read within limits, made small, and written anew, so that nothing of the file that came
//! is ever sent to another browser.

use std::io::Cursor;

use image::codecs::jpeg::JpegEncoder;
use image::imageops::{FilterType, overlay};
use image::{DynamicImage, ImageFormat, ImageReader, Limits, Rgba, RgbaImage};
use quintain_content::uvtt::Picture;
use quintain_field::{Map, Square};
use quintain_session::Fault;

use crate::tables::Failed;

/// The most bytes of a picture for a token.
pub const MOST_FACE_BYTES: usize = 4 * 1024 * 1024;

/// The most pixels on a side of what is read, and the most memory that reading may take, in bytes.
const MOST_READ: u32 = 16_000;
const MOST_MEMORY: u64 = 512 * 1024 * 1024;

/// A token's picture, in pixels on a side: twice the largest that a token of one square is shown.
const FACE: u32 = 192;

/// A map's picture, in pixels on the longer side.
const GROUND: u32 = 4096;

/// How well JPEG keeps what it is given, of 100.
const QUALITY: u8 = 84;

/// What shows through a picture's clear places.
const PAPER: Rgba<u8> = Rgba([0xf8, 0xf2, 0xe3, 0xff]);

/// A picture for a token: its middle, square.
///
/// # Errors
/// Says why the file is none.
pub fn face(bytes: &[u8]) -> Result<Picture, Failed> {
    written(&read(bytes)?.resize_to_fill(FACE, FACE, FilterType::CatmullRom))
}

/// A picture for the ground, whole, with its width and height in pixels as it came.
///
/// # Errors
/// Says why the file is none.
pub fn ground(bytes: &[u8]) -> Result<(Picture, (u32, u32)), Failed> {
    let picture = read(bytes)?;
    let size = (picture.width(), picture.height());
    let picture = match size.0.max(size.1) > GROUND {
        true => picture.resize(GROUND, GROUND, FilterType::CatmullRom),
        false => picture,
    };
    Ok((written(&picture)?, size))
}

/// How many pixels a picture is wide.
pub fn width(bytes: &[u8]) -> Option<u32> {
    let reader = ImageReader::new(Cursor::new(bytes)).with_guessed_format().ok()?;
    reader.into_dimensions().ok().map(|(width, _)| width)
}

/// Pixels on the side of a square in a plain picture.
const PLAIN: u32 = 48;

/// A map as a plain picture, for programs that need one: a colour for each kind of ground, brighter where it is high, and a grid.
///
/// # Errors
/// When it cannot be written.
pub fn plain(map: &Map) -> Result<Picture, Failed> {
    let (wide, deep) = (u32::from(map.width()), u32::from(map.depth()));
    let picture = RgbaImage::from_fn(wide * PLAIN, deep * PLAIN, |x, y| {
        let square = Square::new((x / PLAIN) as i16, (deep - 1 - y / PLAIN) as i16);
        let colour = colour(map, square);
        let line = x % PLAIN == 0 || y % PLAIN == 0;
        Rgba(colour.map(|part| if line { part - part / 8 } else { part }))
    });
    written(&DynamicImage::from(picture))
}

fn colour(map: &Map, square: Square) -> [u8; 4] {
    let name = map.terrain_name(square).unwrap_or_default();
    let lift = i32::from(map.ground(square).whole_metres()) * 8;
    let [red, green, blue] = match name {
        _ if map.blocks_movement(square) && map.blocks_sight(square) => [96, 88, 74],
        name if name.contains("deep water") => [74, 134, 158],
        name if name.contains("water") => [124, 176, 186],
        name if name.contains("pit") => [70, 62, 50],
        name if name.starts_with("dark") => [92, 92, 84],
        name if name.starts_with("dim") => [140, 140, 122],
        "difficult" | "heavy" => [170, 164, 122],
        _ => [194, 197, 146],
    };
    let lifted = |part: i32| u8::try_from((part + lift).clamp(0, 255)).unwrap_or(u8::MAX);
    [lifted(red), lifted(green), lifted(blue), 255]
}

/// Whether a file begins like a picture that can be read.
pub fn is_picture(bytes: &[u8]) -> bool {
    let known = [ImageFormat::Png, ImageFormat::Jpeg, ImageFormat::WebP];
    image::guess_format(bytes).is_ok_and(|format| known.contains(&format))
}

fn read(bytes: &[u8]) -> Result<DynamicImage, Failed> {
    let no = |why: &str| Failed::from(Fault::NotTaken(format!("this picture cannot be shown: {why}")));
    if !is_picture(bytes) {
        return Err(no("it is no PNG, JPEG or WebP"));
    }
    let mut reader =
        ImageReader::new(Cursor::new(bytes)).with_guessed_format().map_err(|fault| no(&fault.to_string()))?;
    let mut limits = Limits::default();
    (limits.max_image_width, limits.max_image_height) = (Some(MOST_READ), Some(MOST_READ));
    limits.max_alloc = Some(MOST_MEMORY);
    reader.limits(limits);
    reader.decode().map_err(|fault| no(&fault.to_string()))
}

fn written(picture: &DynamicImage) -> Result<Picture, Failed> {
    let mut paper = RgbaImage::from_pixel(picture.width(), picture.height(), PAPER);
    overlay(&mut paper, &picture.to_rgba8(), 0, 0);
    let mut bytes = Vec::new();
    let encoder = JpegEncoder::new_with_quality(&mut bytes, QUALITY);
    let done = DynamicImage::from(paper).to_rgb8().write_with_encoder(encoder);
    done.map_err(|fault| Failed::Broken(fault.to_string()))?;
    Ok(Picture { kind: "image/jpeg", bytes })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn png(width: u32, height: u32, colour: Rgba<u8>) -> Vec<u8> {
        let mut bytes = Vec::new();
        let picture = DynamicImage::from(RgbaImage::from_pixel(width, height, colour));
        picture.write_to(&mut Cursor::new(&mut bytes), ImageFormat::Png).unwrap();
        bytes
    }

    fn again(picture: &Picture) -> DynamicImage {
        image::load_from_memory_with_format(&picture.bytes, ImageFormat::Jpeg).unwrap()
    }

    #[test]
    fn a_face_is_small_and_square_whatever_came() {
        for size in [(10, 10), (900, 300), (300, 900)] {
            let made = face(&png(size.0, size.1, Rgba([200, 20, 20, 255]))).unwrap();
            let read = again(&made);
            assert_eq!((read.width(), read.height()), (FACE, FACE));
            assert!(made.bytes.len() < 16 * 1024, "{}", made.bytes.len());
        }
    }

    #[test]
    fn clear_places_show_paper() {
        let read = again(&face(&png(40, 40, Rgba([0, 0, 0, 0]))).unwrap()).to_rgb8();
        assert!(read.get_pixel(20, 20).0[0] > 0xf0);
    }

    #[test]
    fn the_ground_keeps_its_shape_and_is_never_huge() {
        let (made, size) = ground(&png(6000, 60, Rgba([0, 90, 0, 255]))).unwrap();
        assert_eq!(size, (6000, 60));
        assert_eq!((again(&made).width(), again(&made).height()), (GROUND, 41));
    }

    #[test]
    fn what_is_no_picture_is_refused_in_words() {
        for bytes in [&b"GIF89a"[..], b"<svg/>", b"", b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff"] {
            assert!(face(bytes).unwrap_err().to_string().contains("this picture cannot be shown"));
        }
    }
}
