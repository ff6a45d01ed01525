//! The known word that somebody meant who wrote an unknown one.

/// The fewest letters to insert, remove, change or swap with their neighbours.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.to_lowercase().chars().collect(), b.to_lowercase().chars().collect());
    let mut rows = vec![vec![0; b.len() + 1]; a.len() + 1];
    for (i, row) in rows.iter_mut().enumerate() {
        row[0] = i;
    }
    rows[0] = (0..=b.len()).collect();
    for i in 1..=a.len() {
        for j in 1..=b.len() {
            let changed = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
            rows[i][j] = changed.min(rows[i - 1][j] + 1).min(rows[i][j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                rows[i][j] = rows[i][j].min(rows[i - 2][j - 2] + 1);
            }
        }
    }
    rows[a.len()][b.len()]
}

/// The known word that somebody meant who wrote another: one that begins so, or with few letters changed. None if no word is near.
pub fn nearest(word: &str, known: &[&'static str]) -> Option<&'static str> {
    let most = (word.chars().count() / 3).max(1);
    let far = |known: &str| if known.starts_with(word) { 1 } else { distance(word, known) };
    let near = known.iter().filter(|known| !word.is_empty() && far(known) <= most);
    near.min_by_key(|known| far(known)).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_recognised() {
        let known = ["rounds", "repeat", "recover", "resign", "ratinginterval"];
        for (slip, meant) in
            [("round", "rounds"), ("reapet", "repeat"), ("Recover", "recover"), ("rating", "ratinginterval")]
        {
            assert_eq!(nearest(slip, &known), Some(meant));
        }
        // Whoever writes something else altogether meant none of them.
        for word in ["foo", "", "x", "log", "tournament"] {
            assert_eq!(nearest(word, &known), None, "{word}");
        }
        assert_eq!(nearest("foo", &["log", "cmd"]), None);
        assert_eq!((distance("", "abc"), distance("abc", "acb"), distance("x", "x")), (3, 1, 0));
    }
}
