//! Solved games
