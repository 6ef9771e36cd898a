//! The `quintain` command with Causeway on its shelf.

fn main() -> std::process::ExitCode {
    quintain_command::run(quintain_books::built_in().with(causeway::RULEBOOK, causeway::FILES))
}
