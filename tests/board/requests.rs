//! Files, headers, refusals, and the command line.

use super::client::{Answer, Board};
use super::common::{Folder, end_of, output_lines, run};
use std::fs;
use std::io::{Read, Write};
use std::net::{IpAddr, SocketAddr, TcpListener, TcpStream, UdpSocket};

#[test]
fn the_first_line_is_the_address_of_the_page() {
    let board = Board::start(&[]);
    assert_eq!(board.address.ip(), IpAddr::from([127, 0, 0, 1]));
    assert!(board.token.len() == 32 && board.token.bytes().all(|byte| byte.is_ascii_hexdigit()), "{}", board.token);
    assert_eq!(board.url, format!("http://{}/?token={}", board.address, board.token));
    let other = Board::start(&[]);
    assert_ne!(other.token, board.token);

    let page = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/web/board/index.html")).expect("the page");
    for path in ["/", "/index.html", "/?token=wrong", "/?variant=x&lang=en"] {
        let answer = board.get(path);
        assert_eq!((answer.status, answer.body.as_str()), (200, page.as_str()), "{path}");
        assert_eq!(answer.header("Content-Type"), Some("text/html; charset=utf-8"));
    }
    let head = board.request("HEAD /", "");
    assert_eq!((head.status, head.body.as_str()), (200, ""));
    assert_eq!(head.header("Content-Length"), Some(page.len().to_string().as_str()));
}

/// Every file of the page that has a type, as it is on the disk.
#[test]
fn all_files_of_the_page_are_served() {
    fn walk(folder: &std::path::Path, found: &mut Vec<std::path::PathBuf>) {
        for entry in fs::read_dir(folder).expect("a folder of the page").flatten() {
            if entry.path().is_dir() { walk(&entry.path(), found) } else { found.push(entry.path()) }
        }
    }
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("web/board");
    let types = [("html", "text/html"), ("js", "text/javascript"), ("css", "text/css"), ("svg", "image/svg+xml")];
    let mut files = Vec::new();
    walk(&root, &mut files);
    let board = Board::start(&[]);
    for file in files {
        let extension = file.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        let Some((_, content_type)) = types.iter().find(|(known, _)| *known == extension) else { continue };
        let inside = file.strip_prefix(&root).expect("inside").to_str().expect("text").replace('\\', "/");
        let answer = board.get(&format!("/{inside}"));
        assert_eq!((answer.status, answer.body), (200, fs::read_to_string(&file).expect("a file")), "{inside}");
        let told = answer.head.to_lowercase();
        assert!(told.contains(&format!("content-type: {content_type}")), "{inside}: {told}");
    }
}

#[test]
fn whoever_has_a_file_is_not_sent_it_again() {
    let board = Board::start(&[]);
    let first = board.get("/");
    let etag = first.header("ETag").expect("an ETag");
    assert_eq!(first.header("Cache-Control"), Some("no-cache"));
    for known in [etag.to_owned(), format!("\"other\", {etag}")] {
        let again = board.request("GET /", &format!("If-None-Match: {known}\r\n"));
        assert_eq!((again.status, again.body.as_str()), (304, ""));
        assert_eq!(again.header("ETag"), Some(etag));
    }
    assert_eq!(board.request("GET /", "If-None-Match: \"other\"\r\n").status, 200);
}

#[test]
fn several_requests_share_a_connection() {
    let board = Board::start(&[]);
    let mut stream = board.connect();
    let host = board.address;
    // The second and third at once, and the last in two pieces.
    let requests = [
        format!("GET / HTTP/1.1\r\nHost: {host}\r\n\r\n"),
        format!("HEAD / HTTP/1.1\r\nHost: {host}\r\n\r\nHEAD / HTTP/1.1\r\nHost: {host}\r\n\r\nGET / HT"),
        format!("TP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"),
    ];
    for request in requests {
        stream.write_all(request.as_bytes()).expect("the server reads");
    }
    let mut said = String::new();
    stream.read_to_string(&mut said).expect("answers");
    assert_eq!(said.matches("HTTP/1.1 200 OK\r\n").count(), 4, "{said}");
    assert_eq!(said.matches("</html>").count(), 2, "{said}");
}

#[test]
fn every_answer_keeps_other_sites_away() {
    let board = Board::start(&[]);
    let host = board.address;
    let policy = format!(
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self' \
         ws://{host}; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    );
    assert_eq!(board.get("/").header("Content-Security-Policy"), Some(policy.as_str()));
    for answer in [board.get("/"), board.get("/nothing"), board.request("GET /", "Host: evil.example\r\n")] {
        for (name, value) in [
            ("X-Content-Type-Options", "nosniff"),
            ("Referrer-Policy", "no-referrer"),
            ("X-Frame-Options", "DENY"),
            ("Cross-Origin-Opener-Policy", "same-origin"),
            ("Cross-Origin-Embedder-Policy", "require-corp"),
            ("Cross-Origin-Resource-Policy", "same-origin"),
        ] {
            assert_eq!(answer.header(name), Some(value), "{answer:?}");
        }
        let policy = answer.header("Content-Security-Policy").expect("a policy");
        assert!(policy.starts_with("default-src 'none'; ") && !policy.contains("unsafe"), "{policy}");
        assert_eq!(answer.header("Access-Control-Allow-Origin"), None);
        assert_eq!(answer.header("Set-Cookie"), None);
    }
}

#[test]
fn what_is_refused_is_told_why() {
    let board = Board::start(&[]);
    let long = "x".repeat(20_000);
    let body = "Content-Length: 5\r\n";
    for (line, headers, status) in [
        ("GET /nothing.js", "", 404),
        ("GET /../Cargo.toml", "", 404),
        ("GET /..%2f..%2fCargo.toml", "", 404),
        ("GET /index.html/", "", 404),
        ("POST /", "", 405),
        ("DELETE /engine", "", 405),
        ("OPTIONS *", "", 405),
        ("GET /", body, 413),
        ("GET /", "Transfer-Encoding: chunked\r\n", 413),
        ("GET /", "Host: evil.example\r\n", 403),
        ("GET /", &format!("Host: evil.example:{}\r\n", board.address.port()), 403),
        ("GET /", "Host: 127.0.0.1\r\n", 403),
        ("GET /", &format!("Host: {0}\r\nHost: {0}\r\n", board.address), 400),
        ("GET /", "broken header\r\n", 400),
        ("GET http://evil.example/", "", 404),
        (&format!("GET /{long}"), "", 431),
        ("GET /", &format!("X: {long}\r\n"), 431),
        ("GET /", &"X: y\r\n".repeat(100), 431),
        ("GET /status", "", 403),
        ("GET /status?token=0123456789abcdef0123456789abcdef", "", 403),
    ] {
        let answer = board.request(line, headers);
        answer.assert_refused(status);
        assert_eq!(answer.header("Allow"), (status == 405).then_some("GET, HEAD"));
    }
    let mut stream = board.connect();
    stream.write_all(b"GET / HTTP/1.1\r\n\r\n").expect("the server reads");
    Answer::read(stream).assert_refused(400);
}

#[test]
fn only_our_own_page_with_the_token_gets_an_engine() {
    let board = Board::start(&["--host", "board.example"]);
    let path = format!("GET /engine?token={}", board.token);
    let upgrade = board.upgrade();
    let origin = format!("Origin: http://{}\r\n", board.address);
    let port = board.address.port();
    let from = |origin: &str| upgrade.lines().skip(1).fold(origin.to_owned(), |all, line| all + line + "\r\n");
    for (line, headers, status) in [
        ("GET /engine", upgrade.clone(), 403),
        ("GET /engine?token=", upgrade.clone(), 403),
        ("GET /engine?token=0123456789abcdef0123456789abcdef", upgrade.clone(), 403),
        (&path[..path.len() - 1], upgrade.clone(), 403),
        (&path, from(""), 403),
        (&path, from("Origin: null\r\n"), 403),
        (&path, from("Origin: http://evil.example\r\n"), 403),
        (&path, from(&format!("Origin: http://evil.example:{port}\r\n")), 403),
        (&path, from("Origin: http://127.0.0.1\r\n"), 403),
        (&path, from(&format!("Origin: https://127.0.0.1:{port}\r\n")), 403),
        (&path, from(&format!("Origin: http://localhost:{port}\r\n")), 403),
        // A name that leads to us, but is not ours: DNS rebinding.
        (&path, from(&format!("Host: evil.example:{port}\r\nOrigin: http://evil.example:{port}\r\n")), 403),
        (&path, origin, 426),
        (&path, upgrade.replace("Version: 13", "Version: 8"), 426),
        (&path, upgrade.replace("Sec-WebSocket-Key", "X-Key"), 426),
    ] {
        board.request(line, &headers).assert_refused(status);
    }
    assert_eq!(board.engines(), 0);

    for host in [format!("localhost:{port}"), format!("board.example:{port}")] {
        let mut stream = board.connect();
        let headers = from(&format!("Host: {host}\r\nOrigin: http://{host}\r\n"));
        write!(stream, "{path} HTTP/1.1\r\n{headers}\r\n").expect("the server reads");
        let mut start = [0; 12];
        stream.read_exact(&mut start).expect("an answer");
        assert_eq!(&start, b"HTTP/1.1 101");
    }
    board.until_no_engine();
}

/// An address of this machine that is not the loopback, if it has one. Nothing is sent.
fn outside_address() -> Option<IpAddr> {
    let socket = UdpSocket::bind("0.0.0.0:0").ok()?;
    socket.connect("192.0.2.1:9").ok()?;
    Some(socket.local_addr().ok()?.ip()).filter(|ip| !ip.is_loopback() && !ip.is_unspecified())
}

#[cfg(unix)]
#[test]
fn others_are_let_in_only_on_demand_and_with_a_warning() {
    use nix::sys::signal::{Signal, kill};
    let interrupt = |board: &Board| {
        let process = nix::unistd::Pid::from_raw(board.child.id().cast_signed());
        kill(process, Signal::SIGINT).expect("a signal");
    };
    let mut quiet = Board::start(&[]);
    let mut open = Board::start(&["--listen", "0.0.0.0"]);
    assert_eq!(open.address.ip(), IpAddr::from([127, 0, 0, 1]));
    assert_eq!(open.get("/").status, 200);
    open.request("GET /", "Host: evil.example\r\n").assert_refused(403);
    match outside_address() {
        None => eprintln!("not tried from outside: this machine has no other address than the loopback"),
        Some(ip) => {
            let outside = |port| TcpStream::connect(SocketAddr::new(ip, port));
            assert!(outside(quiet.address.port()).is_err(), "the loopback is not to be reached as {ip}");
            let address = SocketAddr::new(ip, open.address.port());
            let mut stream = outside(address.port()).expect("the server listens everywhere");
            write!(stream, "GET / HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n").expect("the server reads");
            assert_eq!(Answer::read(stream).status, 200);
        }
    }
    interrupt(&open);
    let (status, warning) = end_of(&mut open.child);
    assert!(status.success() && warning.contains("nothing is encrypted"), "{warning}");
    interrupt(&quiet);
    let (status, warning) = end_of(&mut quiet.child);
    assert!(status.success() && warning.is_empty(), "{warning}");
}

#[test]
fn what_cannot_be_served_is_a_sentence() {
    let folder = Folder::new("board");
    let no_table = folder.file("no.table");
    fs::write(&no_table, "nothing of the kind").expect("a file");
    let taken = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let port = taken.local_addr().expect("an address").port().to_string();
    let no_table = no_table.as_str();
    for (arguments, reason) in [
        (&["--port", &port][..], "choose another port with --port, 0 takes a free one"),
        (&["--port", "0", "--table", no_table], no_table),
        (&["--port", "0", "--table", "/missing.table"], "/missing.table"),
        (&["--port", "0", "--option", "Hash"], "expected NAME=VALUE"),
        (&["--port", "0", "--option", "Hash=0"], "it takes a whole number from 1 to 65536"),
        (&["--port", "0", "--option", "log file=x"], "RUST_LOG=debug"),
        (&["--port", "0", "--option", "EvalFile=/missing.net"], "/missing.net"),
    ] {
        let arguments: Vec<&str> = ["board"].iter().chain(arguments).copied().collect();
        let output = run(&arguments, "");
        let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
        let is_wrong = arguments.last().is_some_and(|last| ["Hash", "Hash=0", "log file=x"].contains(last));
        assert_eq!(output.status.code(), Some(if is_wrong { 2 } else { 1 }), "{arguments:?}: {complaint}");
        assert!(complaint.starts_with("janggun: ") && complaint.contains(reason), "{arguments:?}: {complaint}");
        assert!(output_lines(&output).is_empty());
    }
}
