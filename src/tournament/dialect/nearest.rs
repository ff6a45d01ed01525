//! The known word that is nearest to an unknown one.

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

/// The known word with the smallest edit distance; the word itself if none is known.
pub fn nearest<'a>(word: &'a str, known: &[&'a str]) -> &'a str {
    // Somebody who writes only the beginning of a word means that word.
    let far = |known: &&&str| if known.starts_with(word) { 1 } else { distance(word, known) };
    known.iter().min_by_key(far).copied().unwrap_or(word)
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
            assert_eq!(nearest(slip, &known), meant);
        }
        assert_eq!((distance("", "abc"), distance("abc", "acb"), distance("x", "x")), (3, 1, 0));
    }
}
