// The rules of the game on the board, with its pieces as they are drawn there.
import { VARIANTS, pieceName } from "./games.js";
import { currentLanguage, t } from "./i18n.js";
import { RULES_EN, RULE_SETS_EN } from "./rules/en.js";
import { RULES_KO, RULE_SETS_KO } from "./rules/ko.js";
import { html, svg } from "./svg.js";

/** @param {string} variant */
export function rulesOf(variant) {
  const [rules, sets] = currentLanguage() === "ko" ? [RULES_KO, RULE_SETS_KO] : [RULES_EN, RULE_SETS_EN];
  return { ...(rules[variant] ?? rules[VARIANTS[variant].family]), own: sets[variant] ?? [] };
}

/**
 * @param {string} variant
 * @param {(letter: string) => SVGElement[]} draw a piece of who moves first, around 50, 50
 * @returns {HTMLElement[]}
 */
export function rulesPage(variant, draw) {
  const { aim, pieces, chapters, own } = rulesOf(variant);
  const { first } = VARIANTS[variant];
  const paragraphs = (/** @type {string[]} */ texts) => texts.map((text) => html("p", {}, [text]));
  const rows = pieces.map(([letter, text]) => {
    const icon = svg("svg", { viewBox: "0 0 100 104", class: "man", "aria-hidden": "true" }, draw(letter));
    const name = t(pieceName(variant, letter, first));
    return html("tr", {}, [html("td", {}, [icon]), html("th", { scope: "row" }, [name]), html("td", {}, [text])]);
  });
  return [
    html("h2", { id: "rules-title", tabindex: -1 }, [t("learn.rules", { game: t(`variant.${variant}`) })]),
    ...paragraphs([aim]),
    html("table", { class: "men" }, [html("tbody", {}, rows)]),
    ...chapters.flatMap(([title, texts]) => [html("h3", {}, [title]), ...paragraphs(texts)]),
    ...(own.length ? [html("h3", {}, [t("learn.own")]), html("ul", {}, own.map((text) => html("li", {}, [text])))] : []),
  ];
}
