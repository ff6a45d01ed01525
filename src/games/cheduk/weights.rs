//! The weights of the evaluation, as `janggun tune cheduk` prints them.

use crate::games::linear_eval::blocks;

blocks! {
    // Diplomat, envoy, ambassador, spy, guard.
    Material "material" [389, 91, 97, 55, 110];
    // A spy, the ambassador.
    Reserve "reserve" [47, 53];
    // One to four.
    Information "information" [50, 130, 345, 508];
    // Spies by their steps to the next tile to gather, with up to two pieces of information.
    Approach "approach" [86, 44, 20, 7, 7, -4, 2, 6];
    // The same with three or four.
    Race "race" [89, 42, 16, 24, 0, -10, 5, -17];
    // The same again, if the enemy has lost its diplomat.
    FreeRun "free run" [6, 17, 19, 32, 25, 22, 12, -8];
    // Spies where only a guard keeps them from gathering.
    Watched "watched spies" [41];
    // Informed spies abroad.
    Informed "informed spies" [34];
    // Spies that could gather but also be captured, without and with cover.
    Hunted "hunted spies" [-29, -20];
    // The nearest spy's distance from the embassy that has not been entered yet.
    Entry "entry" [-13, 2, 6, -8, 18, 8];
    // Enemy diplomat, envoys, ambassador, spies, guard that are undefended and attacked by a cheap piece;
    SmallHitsLoose "small hits loose" [3, 31, 5, 8, 8];
    // the same by envoys,
    EnvoyHitsLoose "envoy hits loose" [7, 0, 0, 0, 4];
    // and by the diplomat;
    DiplomatHitsLoose "diplomat hits loose" [5, 26, 13, 2, 26];
    // defended ones, in the same order.
    SmallHitsHeld "small hits held" [7, 34, 5, 5, 13];
    EnvoyHitsHeld "envoy hits held" [11, 0, 0, -1, -6];
    DiplomatHitsHeld "diplomat hits held" [7, 0, 0, -4, -7];
    // Pairs of tiles within reach.
    DiplomatReach "diplomat's reach" [-2, -12, -8, 5, 6, 11, 14, 10, 6, 18, 13, 13, 14];
    EnvoyReach "envoys' reach" [-5, 5, 1, 2, 4, 4, 7, 9];
    // Guarded, could be captured, tiles to step to, own pieces beside it.
    Chief "chief" [21, -36, -14, -22];
    // Tiles to which the chief could step without being attacked.
    Escapes "escapes" [10, 7, 5, -14, -5, -8, 4];
    // Tiles next to the chief that own pieces defend.
    Cover "cover" [-14, -7, -1, -2, 5, 6, 13];
    // Pressure on the enemy chief with an attached guard, and without one.
    Pressure "pressure" [8, 5, 33, 42, 49, 53, 61, 67, 72, 78, 84, 90, 96, 102, 108, 114];
    BarePressure "bare pressure" [-1, 11, 39, 42, 47, 52, 59, 64, 72, 78, 84, 90, 96, 102, 108, 114];
    // Unattacked tiles from which the enemy chief could be attacked: diplomat, envoys, ambassador, spies, guard.
    SafeChecks "safe checks" [37, 9, 1, 10, 4];
    // Pieces on a line with the enemy chief, by the number of pieces between.
    DiplomatLines "diplomat's lines" [30, 9, -6, -5];
    EnvoyLines "envoys' lines" [16, 22, 4, -2];
    // Distance from the enemy chief.
    SpiesAtChief "spies at the chief" [7, -2, 16, 10, -7, -5, -3, -17];
    AmbassadorAtChief "ambassador at the chief" [1, 2, 1, 4, 8, 5, 2, -11];
    // Distance from the own chief.
    SpiesAtHome "spies at home" [26, 22, 5, -9, -5, -14, -17, -14];
    DiplomatAtHome "diplomat at home" [-7, -5, -8, 4, -4, 5, 3, 8];
    // The guard's distance from its chief.
    Guard "guard" [-3, 4, 1, 4, -31];
    // Enemy embassy not occupied yet, own embassy occupied, ambassador at home.
    Embassy "embassy" [23, 16, 10];
    // The embassy's place, in the order of the ambassador tiles.
    Place "embassy's place" [26, -2, -5, 32, 13, -5, 17, 7, 22, -3, -2, -21, -16, -7, -24, -19, -6, -14];
    // Side to move.
    Tempo "tempo" [19];
}
