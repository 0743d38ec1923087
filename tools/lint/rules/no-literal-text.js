// Every word a person reads comes from the catalogue in locales/.
import { isAt, isTest, placeOf } from './tree.js';

const PLACE = 'web/src/';
const ALLOWED = ['web/src/app/dev/'];
const ATTRIBUTES = [
  'alt',
  'aria-description',
  'aria-label',
  'aria-roledescription',
  'aria-valuetext',
  'label',
  'placeholder',
  'title',
];

const isChecked = (file) =>
  file.startsWith(PLACE) && file.endsWith('.tsx') && !isTest(file) && !isAt(file, ALLOWED);

// The text of a JSX node is given as written, so '&nbsp;' has to go before letters are looked for.
const hasLetters = (text) => /\p{L}/u.test(text.replace(/&#?\w+;/g, ''));

/** The fixed texts an expression can turn into: 'a', `a`, 'a' + b, b ? 'a' : 'c', b && 'a'. */
const textsOf = (node) => {
  switch (node?.type) {
    case 'Literal':
      return typeof node.value === 'string' ? [{ node, text: node.value }] : [];
    case 'TemplateLiteral':
      return [{ node, text: node.quasis.map((quasi) => quasi.value.raw).join('') }];
    case 'ConditionalExpression':
      return [...textsOf(node.consequent), ...textsOf(node.alternate)];
    case 'BinaryExpression':
      return node.operator === '+' ? [...textsOf(node.left), ...textsOf(node.right)] : [];
    case 'LogicalExpression':
      return [...textsOf(node.left), ...textsOf(node.right)];
    case 'JSXExpressionContainer':
    case 'TSAsExpression':
      return textsOf(node.expression);
    default:
      return [];
  }
};

export const noLiteralText = {
  create(context) {
    if (!isChecked(placeOf(context.filename))) return {};
    const report = (texts) => {
      for (const { node, text } of texts) {
        if (hasLetters(text))
          context.report({ node, message: `text belongs in the catalogue: ${text.trim()}` });
      }
    };
    const inside = (element) =>
      report(element.children.flatMap((child) => (child.type === 'JSXText' ? [] : textsOf(child))));
    return {
      JSXText: (node) => report([{ node, text: node.value }]),
      JSXElement: inside,
      JSXFragment: inside,
      JSXAttribute: (node) => ATTRIBUTES.includes(node.name.name) && report(textsOf(node.value)),
    };
  },
};
