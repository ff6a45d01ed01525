//! What an item shows to users, on a line: no bodies, no values, no private fields, no documentation.

use std::mem;

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use syn::{Attribute, Block, Expr, Fields, Item, Visibility, parse_quote};

/// Attributes that users can notice.
const NOTICED: [&str; 4] = ["cfg", "derive", "must_use", "non_exhaustive"];

pub fn keep_noticed(attributes: &mut Vec<Attribute>) {
    attributes.retain(|attribute| NOTICED.iter().any(|name| attribute.path().is_ident(name)));
}

pub fn is_public(visibility: &Visibility) -> bool {
    matches!(visibility, Visibility::Public(_))
}

pub fn no_body() -> Block {
    parse_quote!({})
}

pub fn no_value() -> Expr {
    parse_quote!(_)
}

/// Formatted on one line, without the stand-ins for bodies and values.
pub fn line(item: Item) -> String {
    let printed = prettyplease::unparse(&syn::File { shebang: None, attrs: Vec::new(), items: vec![item] });
    let line = printed.split_whitespace().collect::<Vec<_>>().join(" ");
    let line = line.trim_end_matches(" {}").trim_end_matches(" = _;").trim_end_matches(';');
    line.replace("( ", "(").replace(", )", ")").replace(", }", " }").replace(" = _;", ";").to_owned()
}

/// Drops documentation and private fields; tells whether there were any.
pub fn hide_private(fields: &mut Fields) -> bool {
    let all = fields.len();
    let shown = |field: &mut syn::Field| {
        keep_noticed(&mut field.attrs);
        is_public(&field.vis)
    };
    match fields {
        Fields::Named(named) => {
            let kept = mem::take(&mut named.named).into_iter();
            named.named = kept.filter_map(|mut field| shown(&mut field).then_some(field)).collect();
        }
        Fields::Unnamed(unnamed) => {
            let kept = mem::take(&mut unnamed.unnamed).into_iter();
            unnamed.unnamed = kept.filter_map(|mut field| shown(&mut field).then_some(field)).collect();
        }
        Fields::Unit => (),
    }
    fields.len() < all
}

/// The names that a macro is called with; its numbers and texts are nobody's API.
pub fn words(tokens: TokenStream) -> Vec<String> {
    let mut found = Vec::new();
    for token in tokens {
        match token {
            TokenTree::Ident(word) => found.push(word.to_string()),
            // Documentation is in brackets.
            TokenTree::Group(group) if group.delimiter() != Delimiter::Bracket => found.extend(words(group.stream())),
            _ => (),
        }
    }
    found
}

/// The declarations that a macro makes: what stands between a `pub` and the body or value.
pub fn made_by_macro(tokens: TokenStream) -> Vec<String> {
    let mut found = Vec::new();
    let mut declaration: Option<TokenStream> = None;
    for token in tokens {
        let ends = match &token {
            TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
            TokenTree::Punct(mark) => matches!(mark.as_char(), ';' | '=') && declaration.is_some(),
            _ => false,
        };
        if ends {
            found.extend(declaration.take().map(|tokens| tokens.to_string()));
        }
        match &token {
            TokenTree::Ident(word) if word == "pub" && declaration.is_none() => declaration = Some(TokenStream::new()),
            TokenTree::Group(group) if ends || declaration.is_none() => found.extend(made_by_macro(group.stream())),
            _ => (),
        }
        if let Some(tokens) = &mut declaration {
            tokens.extend([token]);
        }
    }
    found.extend(declaration.map(|tokens| tokens.to_string()));
    found.retain(|text| !text.starts_with("pub ("));
    found
}
