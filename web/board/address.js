// What the address of the page asks for: `?variant=…&fen=…&lang=en`.
import { VARIANTS } from "./games.js";
import { recall } from "./i18n.js";

const asked = new URLSearchParams(location.search);
const wanted = asked.get("variant") ?? recall("variant") ?? "janggi";

export const askedVariant = Object.hasOwn(VARIANTS, wanted) ? wanted : "janggi";
export const askedFen = asked.get("fen") ?? undefined;
export const askedLanguage = asked.get("lang");
