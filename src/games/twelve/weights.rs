//! The weights of the evaluation, in hundredths of a man, as `janggun tune twelvejanggi` prints them.

use crate::games::linear_eval::blocks;

blocks! {
    // Minister, general, man, lord on the board.
    Material "material" [233, 299, 90, 388];
    // One or two ministers, generals, men in hand, where they may go anywhere.
    Hand "hand" [285, 553, 342, 686, 175, 287];
    // The king by ranks from home, at the edge and in the middle.
    King "king" [-19, 22, 17, 11, 24, 35, 60, 60];
    // Minister, general, man, lord by ranks from home.
    Places "places" [-18, 2, 4, -27, -13, -2, 20, -51, -4, 9, -28, 0, 1, 15, 9, -57];
    // Squares that a king, minister, general, man, lord attacks.
    Reach "reach" [4, 22, 10, 43, 11];
    // Attacks on the enemy king and the squares around it.
    Pressure "pressure" [19, 13, 15, 34, 60, 80, 79, 92];
    // Squares to which the king can step without being attacked.
    Escapes "escapes" [-27, 11, 14, 7, -3, -5, 11, 0, 0];
    // Attacked enemy minister, general, man, lord, undefended and defended.
    Loose "threats to loose pieces" [48, 36, 50, 40];
    Held "threats to held pieces" [31, 4, -4, 15];
    // Side to move.
    Tempo "tempo" [20];
}
