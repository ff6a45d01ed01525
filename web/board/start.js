// The first thing that is seen: the board, drawn before the rest of the page has been loaded.
import { askedFen, askedLanguage, askedVariant } from "./address.js";
import { Engine } from "./engine.js";
import { Game } from "./game.js";
import { kept } from "./keep.js";
import { preferredLanguage, recall, setLanguage, translate } from "./i18n.js";
import { Input } from "./input.js";
import { Table } from "./table.js";

setLanguage(preferredLanguage(askedLanguage));
translate();
const table = new Table({ point: () => {}, hand: () => {} });
table.script = recall("script") === "hangul" ? "hangul" : "hanja";
const before = kept();
table.flipped = before?.flipped ?? false;
table.show(new Game(new Engine(), before?.variant ?? askedVariant, before?.shown ?? askedFen), null, new Input(), { arrows: [], ratings: new Map(), mayMove: false });
requestAnimationFrame(() => setTimeout(() => performance.mark("board-painted")));
import("./app.js");
