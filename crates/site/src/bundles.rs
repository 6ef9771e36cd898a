//! The rules as WebAssembly: a bundle for each rulebook.

use std::path::Path;
use std::process::Command;

use serde_json::json;
use wasm_bindgen_cli_support::Bindgen;

use crate::write::Folder;

/// What browsers run.
const TARGET: &str = "wasm32-unknown-unknown";

/// Whether the compiler has what it needs for browsers.
fn has_target() -> bool {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let asked = Command::new(rustc).args(["--print", "target-libdir", "--target", TARGET]).output();
    asked.is_ok_and(|told| Path::new(String::from_utf8_lossy(&told.stdout).trim()).is_dir())
}

/// Builds the bundles of these rulebooks into `wasm/`, and says how large each is.
pub(crate) fn build(root: &Path, books: &[&str], folder: &mut Folder) -> Result<Vec<(String, u64)>, String> {
    if !has_target() {
        return Err(format!("the target {TARGET} is missing; `rustup target add {TARGET}` brings it"));
    }
    let mut sizes = Vec::new();
    for book in books {
        let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        cargo.args(["build", "--quiet", "--package", "quintain-wasm", "--lib", "--target", TARGET]);
        cargo.args(["--profile", "web", "--no-default-features", "--features", book]);
        let built = cargo.current_dir(root).status().map_err(|fault| format!("cargo does not run: {fault}"))?;
        if !built.success() {
            return Err(format!("the bundle of {book} does not build"));
        }
        let module = target(root).join(TARGET).join("web/quintain_wasm.wasm");
        sizes.push(((*book).to_owned(), bind(&module, book, folder)?));
    }
    folder.add("wasm/package.json", package(books))?;
    Ok(sizes)
}

/// What npm knows of the bundles, should they be published there.
fn package(books: &[&str]) -> String {
    let exports: serde_json::Map<String, serde_json::Value> = books
        .iter()
        .flat_map(|book| {
            let module = json!({ "types": format!("./{book}.d.ts"), "default": format!("./{book}.js") });
            [(format!("./{book}"), module), (format!("./{book}.wasm"), json!(format!("./{book}.wasm")))]
        })
        .collect();
    let package = json!({
        "name": "quintain",
        "version": env!("CARGO_PKG_VERSION"),
        "description": "Quintain referees tabletop fights by the full rules of five games: in the browser, without a server.",
        "license": env!("CARGO_PKG_LICENSE"),
        "type": "module",
        "sideEffects": false,
        "exports": exports,
        "files": ["*.js", "*.d.ts", "*.wasm"],
    });
    format!("{package:#}\n")
}

/// Where cargo builds.
fn target(root: &Path) -> std::path::PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), Into::into)
}

/// Puts the module and its JavaScript into the folder, and says how large the module is.
fn bind(module: &Path, book: &str, folder: &mut Folder) -> Result<u64, String> {
    let said = |fault: &dyn std::fmt::Display| format!("the bundle of {book}: {fault}");
    let mut bindgen = Bindgen::new();
    bindgen.input_path(module).out_name(book).web(true).map_err(|fault| said(&fault))?;
    bindgen.remove_name_section(true).remove_producers_section(true);
    let mut output = bindgen.typescript(true).generate_output().map_err(|fault| said(&fault))?;
    let types = output.ts().unwrap_or_default().to_owned();
    folder.add(&format!("wasm/{book}.js"), output.js())?;
    folder.add(&format!("wasm/{book}.d.ts"), types)?;
    let bytes = output.wasm_mut().emit_wasm();
    folder.add(&format!("wasm/{book}.wasm"), &bytes)?;
    Ok(bytes.len() as u64)
}
