//! `quintain serve`: opens the web table.

use std::io::Write;

use quintain_server::{Serving, serve};

use crate::args;
use crate::fault::{Done, Fault};
use crate::render::{BOLD, DIM};

pub(crate) fn run(args: &args::Serve, out: &mut dyn Write) -> Done {
    let serving = Serving { address: args.listen, store: &args.store };
    let mut told = Ok(());
    let served = serve(&serving, |link| {
        told = tell(link, args, out);
    });
    served.map_err(|fault| Fault::Wrong(fault.to_string()))?;
    Ok(told?)
}

fn tell(link: &str, args: &args::Serve, out: &mut dyn Write) -> std::io::Result<()> {
    writeln!(out, "the table is open: {BOLD}{link}{BOLD:#}")?;
    writeln!(
        out,
        "{DIM}this link makes its holder the game master; players get links of their own at the table{DIM:#}"
    )?;
    writeln!(out, "{DIM}every fight is kept in {}; Ctrl-C ends{DIM:#}", args.store.display())?;
    out.flush()
}
