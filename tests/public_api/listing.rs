//! Finds what users of a crate can name: the items of public modules, and what these re-export from private ones.

use std::collections::{BTreeMap, BTreeSet};

use quote::ToTokens;
use syn::{ImplItem, Item, ItemFn, ItemImpl, TraitItem, Type, UseTree, Visibility, parse_quote};

use super::source::{Modules, inside};
use super::text::{hide_private, is_public, keep_noticed, line, made_by_macro, no_body, no_value, words};

/// One line for each thing that can be named, sorted.
pub fn list(modules: &Modules) -> String {
    let mut listing = Listing { modules, lines: BTreeSet::new(), types: BTreeMap::new() };
    for (path, module) in modules.iter().filter(|(_, module)| module.public) {
        for item in &module.items {
            listing.add(path, item, path);
        }
    }
    for (path, module) in modules {
        for item in &module.items {
            match item {
                Item::Impl(item) => listing.add_impl(path, item),
                Item::Macro(made) => listing.add_macro(path, made),
                _ => (),
            }
        }
    }
    listing.lines.iter().map(|line| format!("{line}\n")).collect()
}

struct Listing<'a> {
    modules: &'a Modules,
    lines: BTreeSet<String>,
    /// By the module that defines it and its name: by which path users name it.
    types: BTreeMap<(String, String), String>,
}

impl Listing<'_> {
    fn note(&mut self, path: &str, item: Item) {
        self.lines.insert(format!("{path} # {}", line(item)));
    }

    /// An item of the module `home`, which users find in the module `shown`.
    fn add(&mut self, shown: &str, item: &Item, home: &str) {
        match item.clone() {
            Item::Const(mut item) if is_public(&item.vis) => {
                keep_noticed(&mut item.attrs);
                *item.expr = no_value();
                self.note(&inside(shown, &item.ident.to_string()), Item::Const(item));
            }
            Item::Static(mut item) if is_public(&item.vis) => {
                keep_noticed(&mut item.attrs);
                *item.expr = no_value();
                self.note(&inside(shown, &item.ident.to_string()), Item::Static(item));
            }
            Item::Fn(mut item) if is_public(&item.vis) => {
                keep_noticed(&mut item.attrs);
                *item.block = no_body();
                self.note(&inside(shown, &item.sig.ident.to_string()), Item::Fn(item));
            }
            Item::Type(mut item) if is_public(&item.vis) => {
                keep_noticed(&mut item.attrs);
                self.note(&inside(shown, &item.ident.to_string()), Item::Type(item));
            }
            Item::Mod(mut item) if is_public(&item.vis) => {
                keep_noticed(&mut item.attrs);
                (item.content, item.semi) = (None, Some(Default::default()));
                self.note(&inside(shown, &item.ident.to_string()), Item::Mod(item));
            }
            Item::Struct(mut item) if is_public(&item.vis) => {
                keep_noticed(&mut item.attrs);
                let path = self.shown_type(shown, &item.ident.to_string(), home);
                let hidden = hide_private(&mut item.fields);
                let text = line(Item::Struct(item));
                self.lines.insert(format!("{path} # {}", if hidden { with_rest(&text) } else { text }));
            }
            Item::Enum(mut item) if is_public(&item.vis) => {
                keep_noticed(&mut item.attrs);
                let path = self.shown_type(shown, &item.ident.to_string(), home);
                for mut variant in std::mem::take(&mut item.variants) {
                    keep_noticed(&mut variant.attrs);
                    variant.fields.iter_mut().for_each(|field| keep_noticed(&mut field.attrs));
                    let name = variant.ident.to_string();
                    let text = within(&line(parse_quote!(enum E { #variant })));
                    self.lines.insert(format!("{path}::{name} # {text}"));
                }
                self.note(&path, Item::Enum(item));
            }
            Item::Trait(mut item) if is_public(&item.vis) => {
                keep_noticed(&mut item.attrs);
                let path = self.shown_type(shown, &item.ident.to_string(), home);
                for part in std::mem::take(&mut item.items) {
                    self.add_trait_item(&path, part);
                }
                self.note(&path, Item::Trait(item));
            }
            Item::Use(item) if is_public(&item.vis) => {
                for (from, name) in leaves(&item.tree) {
                    self.add_use(shown, home, &from, &name);
                }
            }
            _ => (),
        }
    }

    fn shown_type(&mut self, shown: &str, name: &str, home: &str) -> String {
        let path = inside(shown, name);
        self.types.insert((home.to_owned(), name.to_owned()), path.clone());
        path
    }

    /// Of what an implementor may leave out, that is told.
    fn add_trait_item(&mut self, path: &str, part: TraitItem) {
        let (name, text, provided) = match part {
            TraitItem::Fn(mut part) => {
                keep_noticed(&mut part.attrs);
                let (attrs, vis, sig) = (part.attrs, Visibility::Inherited, part.sig);
                let name = sig.ident.to_string();
                (name, line(Item::Fn(ItemFn { attrs, vis, sig, block: Box::new(no_body()) })), part.default.is_some())
            }
            TraitItem::Const(part) => {
                let (ident, ty) = (part.ident, part.ty);
                (ident.to_string(), line(parse_quote!(const #ident: #ty = _;)), part.default.is_some())
            }
            TraitItem::Type(mut part) => {
                keep_noticed(&mut part.attrs);
                let text = within(&line(parse_quote!(trait T { #part })));
                (part.ident.to_string(), text, part.default.is_some())
            }
            _ => return,
        };
        self.lines.insert(format!("{path}::{name} # {text}{}", if provided { ", provided" } else { "" }));
    }

    /// Something of a private module is listed where it is re-exported; of what has another home, that is told.
    fn add_use(&mut self, shown: &str, home: &str, from: &[String], name: &str) {
        let is_shown_there = |way| self.module(home, way).is_some_and(|module| self.modules[&module].public);
        let elsewhere = from.split_last().is_some_and(|(_, way)| !way.is_empty() && is_shown_there(way));
        match self.find(home, from) {
            Some((module, item)) if !elsewhere && !self.modules[&module].public => self.add(shown, &item, &module),
            _ => drop(self.lines.insert(format!("{} # pub use {}", inside(shown, name), from.join("::")))),
        }
    }

    /// The module that a path means in another.
    fn module(&self, from: &str, way: &[String]) -> Option<String> {
        let mut home = from.to_owned();
        for (index, step) in way.iter().enumerate() {
            home = match step.as_str() {
                "crate" => String::new(),
                "self" => home,
                "super" => home.rsplit_once("::").map_or(String::new(), |(parent, _)| parent.to_owned()),
                child if self.modules.contains_key(&inside(&home, child)) => inside(&home, child),
                // A module that was brought in by `use`.
                child if index == 0 => {
                    self.module(&home, &self.brought_in(&home, child).filter(|path| path.len() > 1)?)?
                }
                _ => return None,
            };
        }
        self.modules.contains_key(&home).then_some(home)
    }

    /// The module and the item that a path means in a module.
    fn find(&self, module: &str, path: &[String]) -> Option<(String, Item)> {
        let (name, way) = path.split_last()?;
        let home = self.module(module, way)?;
        let here = &self.modules[&home];
        if let Some(item) = here.items.iter().find(|item| is_named(item, name)) {
            return Some((home, item.clone()));
        }
        let Some(path) = self.brought_in(&home, name) else {
            // `use super::*`, as in modules for one system.
            return self
                .brought_in(&home, "*")
                .filter(|path| *path == ["super", "*"])
                .and_then(|_| self.find(&home, &["super".to_owned(), name.clone()]));
        };
        // A name that is imported under itself would be looked for again and again.
        (path != [name.clone()]).then(|| self.find(&home, &path)).flatten()
    }

    /// Where a name of a module comes from, if by `use`.
    fn brought_in(&self, module: &str, name: &str) -> Option<Vec<String>> {
        let uses = self.modules.get(module)?.items.iter().filter_map(|item| match item {
            Item::Use(item) => Some(leaves(&item.tree)),
            _ => None,
        });
        uses.flatten().find(|(_, named)| named == name).map(|(path, _)| path)
    }

    /// Of a type that users can name: its public functions and constants, or that it has a trait.
    fn add_impl(&mut self, module: &str, item: &ItemImpl) {
        let Type::Path(of) = &*item.self_ty else { return };
        let path: Vec<String> = of.path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        let Some((home, found)) = self.find(module, &path) else { return };
        let Some(shown) = name_of(&found).and_then(|name| self.types.get(&(home, name)).cloned()) else { return };
        let has_public = item.items.iter().any(|part| match part {
            ImplItem::Fn(part) => is_public(&part.vis),
            ImplItem::Const(part) => is_public(&part.vis),
            _ => false,
        });
        if item.trait_.is_some() || (has_public && !item.generics.params.is_empty()) {
            let mut head = item.clone();
            keep_noticed(&mut head.attrs);
            head.items.clear();
            self.note(&shown, Item::Impl(head));
        }
        for part in &item.items {
            match part.clone() {
                ImplItem::Fn(mut part) if is_public(&part.vis) => {
                    keep_noticed(&mut part.attrs);
                    let (attrs, vis, sig, block) = (part.attrs, part.vis, part.sig, Box::new(no_body()));
                    let name = inside(&shown, &sig.ident.to_string());
                    self.note(&name, Item::Fn(ItemFn { attrs, vis, sig, block }));
                }
                ImplItem::Const(part) if is_public(&part.vis) => {
                    let (vis, ident, ty) = (part.vis, part.ident, part.ty);
                    let name = inside(&shown, &ident.to_string());
                    self.note(&name, parse_quote!(#vis const #ident: #ty = _;));
                }
                _ => (),
            }
        }
    }

    /// What macros make does not show before they are expanded: their public declarations, and what public modules call them with.
    fn add_macro(&mut self, module: &str, made: &syn::ItemMacro) {
        if let Some(name) = &made.ident {
            let declarations = made_by_macro(made.mac.tokens.clone());
            self.lines.extend(declarations.into_iter().map(|text| format!("{name}! # {text}")));
        } else if self.modules[module].public {
            let text = format!("{}! ({})", made.mac.path.to_token_stream(), words(made.mac.tokens.clone()).join(" "));
            self.lines.insert(format!("{module} # {text}"));
        }
    }
}

/// What stands in the outermost braces of a line.
fn within(line: &str) -> String {
    let inner = line.split_once(" { ").and_then(|(_, rest)| rest.strip_suffix(" }")).unwrap_or(line);
    inner.trim_end_matches(';').to_owned()
}

/// Private fields keep users from making one: `{ .. }` tells.
fn with_rest(text: &str) -> String {
    match text.strip_suffix(" }").or_else(|| text.strip_suffix(')')) {
        Some(begun) if text.ends_with('}') => format!("{begun}, .. }}"),
        Some(begun) if begun.ends_with('(') => format!("{begun}..)"),
        Some(begun) => format!("{begun}, ..)"),
        None => format!("{text} {{ .. }}"),
    }
}

fn name_of(item: &Item) -> Option<String> {
    Some(match item {
        Item::Const(item) => item.ident.to_string(),
        Item::Enum(item) => item.ident.to_string(),
        Item::Fn(item) => item.sig.ident.to_string(),
        Item::Static(item) => item.ident.to_string(),
        Item::Struct(item) => item.ident.to_string(),
        Item::Trait(item) => item.ident.to_string(),
        Item::Type(item) => item.ident.to_string(),
        _ => return None,
    })
}

fn is_named(item: &Item, name: &str) -> bool {
    name_of(item).is_some_and(|found| found == name)
}

/// Each path of a `use`, with the name that it gets.
fn leaves(tree: &UseTree) -> Vec<(Vec<String>, String)> {
    let behind = |step: String, rest: &UseTree| {
        let with_step = |(mut path, name): (Vec<String>, String)| {
            path.insert(0, step.clone());
            // `a::{self}` is `a`.
            let is_self = path.len() == 2 && path[1] == "self";
            if is_self { (vec![step.clone()], step.clone()) } else { (path, name) }
        };
        leaves(rest).into_iter().map(with_step).collect()
    };
    match tree {
        UseTree::Path(path) => behind(path.ident.to_string(), &path.tree),
        UseTree::Name(name) => vec![(vec![name.ident.to_string()], name.ident.to_string())],
        UseTree::Rename(name) => vec![(vec![name.ident.to_string()], name.rename.to_string())],
        UseTree::Glob(_) => vec![(vec!["*".to_owned()], "*".to_owned())],
        UseTree::Group(group) => group.items.iter().flat_map(leaves).collect(),
    }
}
