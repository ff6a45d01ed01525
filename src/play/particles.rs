//! Korean particles whose form depends on the sound before them: `은(는)` becomes 은 or 는.

/// As sentences leave it open, after a consonant, after a vowel.
const PARTICLES: [(&str, &str, &str); 5] = [
    ("은(는)", "은", "는"),
    ("이(가)", "이", "가"),
    ("을(를)", "을", "를"),
    ("(으)로", "으로", "로"),
    ("(이)라는", "이라는", "라는"),
];

/// The sound with which a word ends.
#[derive(Clone, Copy, PartialEq, Eq)]
enum FinalSound {
    Vowel,
    /// ㄹ, after which 로 stands as after a vowel.
    Liquid,
    Consonant,
}

/// Text whose particles fit the words before them; what is read in a way that cannot be known keeps both forms.
pub fn settle(text: &str) -> String {
    let mut settled = String::new();
    let mut rest = text;
    while let Some((at, (open, after_consonant, after_vowel))) = first_particle(rest) {
        settled.push_str(&rest[..at]);
        settled.push_str(match final_sound(&settled) {
            None => open,
            Some(FinalSound::Vowel) => after_vowel,
            Some(FinalSound::Liquid) if after_vowel == "로" => after_vowel,
            Some(_) => after_consonant,
        });
        rest = &rest[at + open.len()..];
    }
    settled + rest
}

fn first_particle(text: &str) -> Option<(usize, (&'static str, &'static str, &'static str))> {
    PARTICLES.into_iter().filter_map(|particle| Some((text.find(particle.0)?, particle))).min_by_key(|(at, _)| *at)
}

fn final_sound(text: &str) -> Option<FinalSound> {
    match text.trim_end_matches(['\'', '"']).chars().next_back()? {
        // 2 이, 4 사, 5 오, 9 구.
        '2' | '4' | '5' | '9' => Some(FinalSound::Vowel),
        // 1 일, 7 칠, 8 팔.
        '1' | '7' | '8' => Some(FinalSound::Liquid),
        // 10 십, 3 삼, 6 육.
        '0' | '3' | '6' => Some(FinalSound::Consonant),
        // Syllables stand in the order of their 28 ends, of which the first is none.
        syllable @ '가'..='힣' => Some(match (u32::from(syllable) - u32::from('가')) % 28 {
            0 => FinalSound::Vowel,
            8 => FinalSound::Liquid,
            _ => FinalSound::Consonant,
        }),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn particles_follow_the_sound_before_them() {
        for (open, settled) in [
            ("e4에 자기 졸이(가) 있습니다", "e4에 자기 졸이 있습니다"),
            ("a1의 차은(는) a9(으)로 갈 수 없습니다", "a1의 차는 a9로 갈 수 없습니다"),
            ("'끝판'은(는) c3(으)로", "'끝판'은 c3으로"),
            ("졸은(는) a10(으)로, 왕을(를) d1(으)로", "졸은 a10으로, 왕을 d1로"),
            ("'xyz'은(는) …(으)로", "'xyz'은(는) …(으)로"),
            ("(으)로", "(으)로"),
            ("'바둑'(이)라는 게임, '고누'(이)라는 게임", "'바둑'이라는 게임, '고누'라는 게임"),
        ] {
            assert_eq!(settle(open), settled);
        }
    }
}
