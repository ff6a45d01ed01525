//! The modules of a crate, parsed.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use syn::{Attribute, Item, Visibility};

/// A module and what it holds, without tests.
pub struct Module {
    /// Whether users of the crate can name it.
    pub public: bool,
    pub items: Vec<Item>,
}

/// By their paths, such as `games::janggi`; the root's is empty.
pub type Modules = BTreeMap<String, Module>;

/// The path of something in a module.
pub fn inside(module: &str, name: &str) -> String {
    if module.is_empty() { name.to_owned() } else { format!("{module}::{name}") }
}

/// Reads a crate from its files.
pub fn modules(root: &Path) -> Modules {
    let folder = root.parent().expect("a folder of the sources");
    let mut found = Modules::new();
    let read = |path: &str| {
        let file = folder.join(path.replace("::", "/"));
        let candidates = [root.to_owned(), file.with_extension("rs"), file.join("mod.rs")];
        let candidates = if path.is_empty() { &candidates[..1] } else { &candidates[1..] };
        candidates.iter().find_map(|file| fs::read_to_string(file).ok())
    };
    add(&mut found, "", true, &read);
    found
}

/// A crate of texts, by the paths of its modules.
pub fn modules_of(texts: &[(&str, &str)]) -> Modules {
    let mut found = Modules::new();
    let read = |path: &str| texts.iter().find(|(named, _)| *named == path).map(|(_, text)| (*text).to_owned());
    add(&mut found, "", true, &read);
    found
}

fn add(found: &mut Modules, path: &str, public: bool, read: &dyn Fn(&str) -> Option<String>) {
    let text = read(path).unwrap_or_else(|| panic!("the module {path} has no file"));
    let parsed = syn::parse_file(&text).unwrap_or_else(|error| panic!("{path} cannot be parsed: {error}"));
    add_items(found, path, public, parsed.items, read);
}

fn add_items(found: &mut Modules, path: &str, public: bool, items: Vec<Item>, read: &dyn Fn(&str) -> Option<String>) {
    let items: Vec<Item> = items.into_iter().filter(|item| !is_test(attributes(item))).collect();
    for item in &items {
        let Item::Mod(module) = item else { continue };
        let child = inside(path, &module.ident.to_string());
        let public = public && matches!(module.vis, Visibility::Public(_));
        match &module.content {
            Some((_, items)) => add_items(found, &child, public, items.clone(), read),
            None => add(found, &child, public, read),
        }
    }
    found.insert(path.to_owned(), Module { public, items });
}

fn is_test(attributes: &[Attribute]) -> bool {
    let is_word = |tokens: String| tokens.split(|c: char| !c.is_alphanumeric()).any(|word| word == "test");
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("cfg")
            && attribute.meta.require_list().is_ok_and(|list| is_word(list.tokens.to_string()))
    })
}

fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Macro(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => &[],
    }
}
