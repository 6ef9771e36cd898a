//! What the rulebook brings along for a shelf is all that lies in its folders.

use std::collections::BTreeSet;
use std::path::Path;

use causeway::FILES;

#[test]
fn every_file_of_the_folders_is_on_the_list() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let listed: BTreeSet<String> = FILES.iter().map(|(path, _)| (*path).to_owned()).collect();
    let mut lying = BTreeSet::new();
    for folder in ["packs/causeway", "encounters/causeway", "fights/causeway"] {
        for entry in std::fs::read_dir(root.join(folder)).unwrap() {
            lying.insert(format!("{folder}/{}", entry.unwrap().file_name().to_string_lossy()));
        }
    }
    assert_eq!(listed, lying);
}
