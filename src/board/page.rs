//! The files of the page, which are part of the program.

use std::path::Path;

use include_dir::{Dir, DirEntry, include_dir};

static FOLDER: Dir = include_dir!("$CARGO_MANIFEST_DIR/web/board");

/// What browsers are told of a file; others than these are not served.
const CONTENT_TYPES: [(&str, &str); 16] = [
    ("html", "text/html; charset=utf-8"),
    ("js", "text/javascript; charset=utf-8"),
    ("mjs", "text/javascript; charset=utf-8"),
    ("css", "text/css; charset=utf-8"),
    ("svg", "image/svg+xml"),
    ("png", "image/png"),
    ("ico", "image/x-icon"),
    ("json", "application/json"),
    ("map", "application/json"),
    ("webmanifest", "application/manifest+json"),
    ("wasm", "application/wasm"),
    ("woff2", "font/woff2"),
    ("txt", "text/plain; charset=utf-8"),
    ("pgn", "text/plain; charset=utf-8"),
    ("epd", "text/plain; charset=utf-8"),
    ("gib", "application/octet-stream"),
];

/// A file as it is served.
pub struct PageFile {
    path: String,
    /// The header `Content-Type`.
    pub content_type: &'static str,
    /// What is in it.
    pub bytes: &'static [u8],
    /// The header `ETag`.
    pub etag: String,
}

/// All files, in the order of their paths.
pub struct Page {
    files: Vec<PageFile>,
}

impl Page {
    /// What the program was built with.
    pub fn embedded() -> Page {
        let mut files = Vec::new();
        collect(&FOLDER, &mut files);
        files.sort_unstable_by(|a, b| a.path.cmp(&b.path));
        Page { files }
    }

    /// The file at the path of an address, such as `/`, `/main.js` or `/lessons/`.
    pub fn file(&self, path: &str) -> Option<&PageFile> {
        let mut wanted = path.strip_prefix('/')?.to_owned();
        if wanted.is_empty() || wanted.ends_with('/') {
            wanted += "index.html";
        }
        let found = self.files.binary_search_by(|file| file.path.as_str().cmp(&wanted)).ok()?;
        self.files.get(found)
    }
}

fn collect(folder: &'static Dir, files: &mut Vec<PageFile>) {
    for entry in folder.entries() {
        match entry {
            DirEntry::Dir(folder) => collect(folder, files),
            DirEntry::File(file) => {
                let bytes = file.contents();
                let etag = format!("\"{:08x}-{:x}\"", crc32fast::hash(bytes), bytes.len());
                let typed = content_type(file.path()).zip(address_of(file.path()));
                files.extend(typed.map(|(content_type, path)| PageFile { path, content_type, bytes, etag }));
            }
        }
    }
}

fn content_type(path: &Path) -> Option<&'static str> {
    let extension = path.extension()?.to_str()?;
    CONTENT_TYPES.iter().find(|(known, _)| *known == extension).map(|(_, content_type)| *content_type)
}

/// With slashes, on every system; none for hidden files.
fn address_of(path: &Path) -> Option<String> {
    let parts: Option<Vec<&str>> = path.iter().map(|part| part.to_str()).collect();
    parts.filter(|parts| !parts.iter().any(|part| part.starts_with('.'))).map(|parts| parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_at_the_root() {
        let page = Page::embedded();
        let index = page.file("/").expect("the page");
        assert_eq!(index.content_type, "text/html; charset=utf-8");
        assert_eq!(page.file("/index.html").map(|file| &file.etag), Some(&index.etag));
        for path in ["", "index.html", "//index.html", "/../Cargo.toml", "/index.html/", "/nothing.js", "/%2e%2e/"] {
            assert!(page.file(path).is_none(), "{path}");
        }
    }
}
