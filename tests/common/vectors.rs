//! Files of data from other programs.

/// The lines of a file that are not comments, each split into its fields.
pub fn lines(data: &str) -> impl Iterator<Item = Vec<&str>> {
    data.lines().filter(|line| !line.starts_with('#')).map(|line| line.split(';').collect())
}
