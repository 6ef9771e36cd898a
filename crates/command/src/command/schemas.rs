//! `quintain schemas`: the JSON Schemas, for editors that check and complete while one writes.

use std::fs;
use std::io::Write;

use quintain_library::schemas;

use crate::args;
use crate::fault::{Done, Fault};
use crate::output::{self, Kind};

pub(crate) fn run(args: &args::Schemas, out: &mut dyn Write) -> Done {
    let wrong = |path: &std::path::Path| {
        let path = path.display().to_string();
        move |fault: std::io::Error| Fault::Wrong(format!("`{path}` cannot be written: {fault}"))
    };
    output::check_folder(&args.dir)?;
    fs::create_dir_all(&args.dir).map_err(wrong(&args.dir))?;
    for (name, schema) in schemas() {
        let path = args.dir.join(name);
        output::write(&path, Kind::Schema, args.force, &format!("{schema:#}\n"))?;
        writeln!(out, "{}", path.display())?;
    }
    Ok(())
}
