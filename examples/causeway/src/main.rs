//! The `quintain` command with Causeway on its shelf.

fn main() -> std::process::ExitCode {
    quintain_cli::run(quintain_cli::Library::built_in().with(causeway::RULEBOOK, causeway::FILES))
}
