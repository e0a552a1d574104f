//! Writes the generated pages into the folder that it is given. `cargo xtask pages` runs it.

use std::path::PathBuf;
use std::{env, fs, io};
use switchover_tests::pages::PAGES;

fn main() -> io::Result<()> {
    let folder = env::args_os().nth(1).map(PathBuf::from).ok_or_else(|| io::Error::other("usage: pages <folder>"))?;
    for page in PAGES {
        fs::write(folder.join(page.name), (page.text)())?;
        println!("pages: {} written", page.name);
    }
    Ok(())
}
