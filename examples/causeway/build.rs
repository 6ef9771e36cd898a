//! Embeds the packs, encounters and examples of the game as `FILES`, so that its command works in any folder.
//!
//! This is a build script because Cargo then builds anew when a file is added. A new file needs no line anywhere.

use std::path::Path;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let variable = |name: &str| env::var(name).map_err(io::Error::other);
    let (root, game) = (variable("CARGO_MANIFEST_DIR")?, variable("CARGO_PKG_NAME")?);
    let mut files = Vec::new();
    for kind in ["packs", "encounters", "fights"] {
        let folder = format!("{kind}/{game}");
        println!("cargo::rerun-if-changed={folder}");
        for entry in fs::read_dir(&folder)? {
            files.push(format!("{folder}/{}", entry?.file_name().to_string_lossy()));
        }
    }
    files.sort();
    let text = |path: &String| format!("({path:?}, include_str!({:?})), ", Path::new(&root).join(path));
    let list: String = files.iter().map(text).collect();
    fs::write(Path::new(&variable("OUT_DIR")?).join("files.rs"), format!("&[{list}]"))
}
