//! Writes the list of all `.script` files below this folder, with their ids. The crate
//! `ponderhit-scripts` embeds the list and the scripts.

use std::{env, error::Error, fmt::Write, fs, path::Path};

fn main() -> Result<(), Box<dyn Error>> {
    let root = env::var("CARGO_MANIFEST_DIR")?;
    let mut found = Vec::new();
    collect_scripts(Path::new(&root), Path::new(&root), &mut found)?;
    found.sort();
    let mut list = String::from("&[\n");
    for (id, path) in found {
        writeln!(list, "    ({id:?}, include_bytes!({path:?})),")?;
    }
    list.push_str("]\n");
    fs::write(Path::new(&env::var("OUT_DIR")?).join("scripts.rs"), list)?;
    Ok(())
}

fn collect_scripts(
    root: &Path,
    folder: &Path,
    found: &mut Vec<(String, String)>,
) -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed={}", folder.display());
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect_scripts(root, &path, found)?;
        } else if path.extension().is_some_and(|it| it == "script") {
            println!("cargo::rerun-if-changed={}", path.display());
            let id = path.strip_prefix(root)?.with_extension("");
            let id = id.to_str().ok_or("the path of a script is not UTF-8")?;
            let file = path.to_str().ok_or("the path of a script is not UTF-8")?;
            found.push((id.replace('\\', "/"), file.to_owned()));
        }
    }
    Ok(())
}
