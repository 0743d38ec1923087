// Components name colours by their role, var(--color-…), so that brand, dark mode and contrast hold everywhere.
import { isTest, placeOf } from './tree.js';

const PLACE = 'web/src/';
const COLOURS = [
  /(?:^|[\s,(:])#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})(?![\w/-])/i,
  /\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch)\(/i,
];

export const semanticColours = {
  create(context) {
    const file = placeOf(context.filename);
    if (!file.startsWith(PLACE) || isTest(file)) return {};
    const check = (node, text) => {
      if (typeof text !== 'string' || !COLOURS.some((colour) => colour.test(text))) return;
      context.report({ node, message: `name a colour by its role, var(--color-…), not ${text.trim()}` });
    };
    return {
      Literal: (node) => check(node, node.value),
      TemplateElement: (node) => check(node, node.value.raw),
    };
  },
};
