//! How fast move generation, evaluation and search are. Compare two versions on the same idle machine:
//! `cargo bench -- --save-baseline before`, then `cargo bench -- --baseline before`.

use std::hint::black_box;
use std::time::{Duration, Instant};

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use janggun::engine::Options;
use janggun::engine::perft;
use janggun::game::{Evaluator, Game, Variant};
use janggun::games::Played;
use janggun::games::family::Family;
use janggun::games::registry::{self, Visitor};
use janggun::search::{Limits, SearchMemory, Silent, StopToken, Task, TranspositionTable, think};

/// A position that is not the start for the first rule set of each game.
const MIDDLE_GAMES: &[(&str, &str)] =
    &[("janggi", "r1b1kabr1/9/1c2a1nc1/p1p1p1p1p/9/5n3/P1P1P1P1P/1CN1BC3/4A4/R2AK1BNR w - - 4 9")];

struct Measure<'a> {
    criterion: &'a mut Criterion,
    fen: Option<&'a str>,
    name: &'a str,
}

impl Visitor for Measure<'_> {
    type Output = ();

    fn visit<F: Family>(self, variant: &'static Variant) {
        let played: Played<F::Position> =
            Played::new::<&str>(variant, &Options::default(), self.fen, &[]).expect("a sound position");
        let position = &played.position;
        let id = |what: &str| format!("{what} {} {}", variant.name, self.name);

        let mut moves = Vec::new();
        self.criterion.bench_function(&id("legal moves"), |b| {
            b.iter(|| {
                moves.clear();
                black_box(position).legal_moves(&mut moves);
                moves.len()
            });
        });
        self.criterion.bench_function(&id("count moves"), |b| b.iter(|| black_box(position).legal_count()));
        let mut evaluator = F::Evaluation::default();
        self.criterion.bench_function(&id("evaluate"), |b| b.iter(|| evaluator.evaluate(black_box(position), 0)));

        let mut group = self.criterion.benchmark_group("nodes");
        group.sample_size(10).measurement_time(Duration::from_secs(5));
        group.throughput(Throughput::Elements(perft::count(position, 4)));
        group.bench_function(id("perft 4"), |b| b.iter(|| perft::count(black_box(position), 4)));
        let memory = SearchMemory::new(TranspositionTable::try_new(16).expect("16 megabytes"));
        let search = |nodes| {
            let task = Task {
                position: position.clone(),
                past: Vec::new(),
                moves: played.legal_moves(),
                limits: Limits { nodes: Some(nodes), ..Limits::default() },
                multi_pv: 1,
                threads: 1,
                mate_search: true,
                verify_root: true,
                started: Instant::now(),
                stop: StopToken::new(),
            };
            think(task, &memory, &F::Evaluation::default(), &mut Silent).nodes
        };
        group.throughput(Throughput::Elements(100_000));
        group.bench_function(id("search"), |b| b.iter(|| search(100_000)));
    }
}

fn all(criterion: &mut Criterion) {
    let first_of_each_game = registry::VARIANTS.iter().filter(|variant| variant.name == variant.template);
    for variant in first_of_each_game {
        registry::visit(variant.name, Measure { criterion, fen: None, name: "start" });
    }
    for (variant, fen) in MIDDLE_GAMES {
        registry::visit(variant, Measure { criterion, fen: Some(fen), name: "middle game" });
    }
}

criterion_group!(speed, all);
criterion_main!(speed);
