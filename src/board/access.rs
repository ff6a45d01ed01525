//! Who is let in. A page of another site must neither speak to an engine nor pass itself off as ours (DNS rebinding), so each request
//! must name this server as its host, and a WebSocket must come from our own page and know the token.

use std::net::{IpAddr, SocketAddr};

use constant_time_eq::constant_time_eq;

use super::refusal::Refusal;

/// 128 bits.
const TOKEN_BYTES: usize = 16;

/// The secret part of the page's address: only those who were given the address may use the engine.
pub struct Token(String);

impl Token {
    /// A new one.
    pub fn random() -> Result<Token, getrandom::Error> {
        let mut bytes = [0; TOKEN_BYTES];
        getrandom::fill(&mut bytes)?;
        Ok(Token(bytes.iter().map(|byte| format!("{byte:02x}")).collect()))
    }

    /// As the address has it.
    pub fn text(&self) -> &str {
        &self.0
    }
}

/// What requests are checked against.
pub struct Access {
    address: SocketAddr,
    names: Vec<String>,
    token: Token,
}

impl Access {
    /// For a server on this address that is also known by these names.
    pub fn new(address: SocketAddr, names: &[String], token: Token) -> Access {
        Access { address, names: names.iter().map(|name| name.to_ascii_lowercase()).collect(), token }
    }

    /// Returns the host if it is this server. A name that is not known may be anybody's who points it at us; an IP address
    /// cannot be.
    pub fn check_host<'a>(&self, host: Option<&'a str>) -> Result<&'a str, Refusal> {
        let host = host.ok_or(Refusal::Malformed("it has no Host"))?;
        let (name, port) = split_port(host).ok_or(Refusal::Host)?;
        let is_known = match name.parse::<IpAddr>() {
            Ok(ip) => ip.to_canonical().is_loopback() || !self.address.ip().is_loopback(),
            Err(_) => {
                name.eq_ignore_ascii_case("localhost")
                    || self.names.iter().any(|known| known.eq_ignore_ascii_case(name))
            }
        };
        if is_known && port == self.address.port() { Ok(host) } else { Err(Refusal::Host) }
    }

    /// Whether a WebSocket comes from a page of this server.
    pub fn check_origin(origin: Option<&str>, host: &str) -> Result<(), Refusal> {
        let from = origin.and_then(|origin| origin.strip_prefix("http://")).ok_or(Refusal::Origin)?;
        if from.eq_ignore_ascii_case(host) { Ok(()) } else { Err(Refusal::Origin) }
    }

    /// Whether the query of an address has the token.
    pub fn check_token(&self, query: &str) -> Result<(), Refusal> {
        let given = query.split('&').find_map(|pair| pair.strip_prefix("token=")).unwrap_or_default();
        if constant_time_eq(given.as_bytes(), self.token.0.as_bytes()) { Ok(()) } else { Err(Refusal::Token) }
    }
}

/// Takes `name:port`, `[v6]:port` or, for port 80, the name alone apart.
fn split_port(host: &str) -> Option<(&str, u16)> {
    const USUAL: u16 = 80;
    let (name, port) = match host.strip_prefix('[') {
        Some(rest) => {
            let (name, behind) = rest.split_once(']')?;
            (name, if behind.is_empty() { None } else { Some(behind.strip_prefix(':')?) })
        }
        None => host.split_once(':').map_or((host, None), |(name, port)| (name, Some(port))),
    };
    // `parse` would take a sign.
    let is_number = |port: &str| port.bytes().all(|byte| byte.is_ascii_digit());
    match port {
        None => Some((name, USUAL)),
        Some(port) => Some((name, port.parse().ok().filter(|_| is_number(port))?)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn access(address: &str, names: &[&str]) -> Access {
        let names: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
        Access::new(address.parse().expect("an address"), &names, Token("0123456789abcdef".to_owned()))
    }

    #[test]
    fn on_the_loopback_only_its_own_names_are_hosts() {
        let access = access("127.0.0.1:8710", &["Board.Example"]);
        for host in ["127.0.0.1:8710", "localhost:8710", "LOCALHOST:8710", "[::1]:8710", "board.example:8710"] {
            assert_eq!(access.check_host(Some(host)), Ok(host));
        }
        for host in [
            "127.0.0.1",
            "127.0.0.1:8711",
            "127.0.0.1:",
            "127.0.0.1:+8710",
            "localhost",
            "localhost.:8710",
            "localhost.evil.example:8710",
            "evil.example:8710",
            "127.0.0.1.evil.example:8710",
            "192.168.1.5:8710",
            "0.0.0.0:8710",
            "[::1:8710",
            "[::1]8710",
            "::1:8710",
            "user@127.0.0.1:8710",
            "127.0.0.1:8710:8710",
            "",
            ":8710",
        ] {
            assert_eq!(access.check_host(Some(host)), Err(Refusal::Host), "{host}");
        }
        assert!(matches!(access.check_host(None), Err(Refusal::Malformed(_))));
    }

    #[test]
    fn on_the_network_a_host_is_an_address_or_a_name_that_was_given() {
        let access = access("0.0.0.0:80", &["board.example"]);
        for host in ["192.168.1.5", "192.168.1.5:80", "[fe80::1]", "localhost", "board.example"] {
            assert_eq!(access.check_host(Some(host)), Ok(host));
        }
        assert_eq!(access.check_host(Some("evil.example")), Err(Refusal::Host));
    }

    #[test]
    fn a_page_of_another_origin_is_refused() {
        let check = |origin| Access::check_origin(origin, "localhost:8710");
        assert_eq!(check(Some("http://localhost:8710")), Ok(()));
        for origin in [
            None,
            Some("null"),
            Some("file://"),
            Some("https://localhost:8710"),
            Some("http://localhost"),
            Some("http://localhost:8711"),
            Some("http://127.0.0.1:8710"),
            Some("http://localhost:8710.evil.example"),
            Some("http://evil.example"),
        ] {
            assert_eq!(check(origin), Err(Refusal::Origin), "{origin:?}");
        }
    }

    #[test]
    fn a_token_is_whole_or_wrong() {
        let access = access("127.0.0.1:8710", &[]);
        assert_eq!(access.check_token("token=0123456789abcdef"), Ok(()));
        assert_eq!(access.check_token("variant=x&token=0123456789abcdef&lang=ko"), Ok(()));
        for query in
            ["", "token", "token=", "token=0123456789abcde", "token=0123456789abcdef0", "Token=0123456789abcdef"]
        {
            assert_eq!(access.check_token(query), Err(Refusal::Token), "{query}");
        }
        let (one, two) = (Token::random().expect("random numbers"), Token::random().expect("random numbers"));
        assert_eq!(one.text().len(), 2 * TOKEN_BYTES);
        assert_ne!(one.text(), two.text());
    }
}
