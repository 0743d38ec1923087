// What an event does with a kind of device is known to its strategy alone: adding a kind touches no other file.
import { isAt, isTest, placeOf } from './tree.js';

const STRATEGIES = 'domain/src/events/plan/strategies/';
/** Screens of one strategy alone. */
const OWN_SCREENS = 'web/src/features/events/battery/';
const EVENTS = [
  'domain/src/events/',
  'domain/src/results/',
  'server/src/events/',
  'server/src/stores/events/',
  'server/src/results/',
  'server/src/stores/results/',
  'web/src/features/events/',
  'web/src/features/results/',
  'server/src/notify/',
  'server/src/routes/events.ts',
  'server/src/routes/operator.ts',
  'server/src/routes/results.ts',
  'tools/operator/',
  'web/src/api/event-hold.ts',
  'web/src/api/event-lock.ts',
  'web/src/api/event-return.ts',
  'web/src/api/home-back-by.ts',
  'web/src/lib/planned-settings.ts',
];
const isFree = (file) =>
  !isAt(file, EVENTS) || isAt(file, [STRATEGIES, OWN_SCREENS]) || isTest(file) || file.includes('/testing/');

const KINDS = ['tstat', 'rac', 'hwh', 'battery', 'evse', 'ev'];
const SETPOINTS = ['setpoint', 'heatSetpoint', 'coolSetpoint'];
/** Names of the sentences that kinds are told by (EventWords): a table of all of them is complete by its type, a comparison is not. */
const WORDS = ['air', 'water', 'charge'];
/** Beginnings of the resources and settings that one kind has. */
const RESOURCE = /^(tstat|thermostat|rac|hwh|battery|evse|ev|sis)-/;
const PATTERN = /(^|\W)(tstat|rac|hwh|battery|evse|ev)(\W|$)/;
const HELPERS = ['setpointBounds', 'setpointLimits', 'holdsSetpoint', 'isHeating'];

const messageFor = (name) => `${name}: only a strategy (${STRATEGIES}) asks for a kind or a setpoint`;

export const kindsInStrategies = {
  create(context) {
    if (isFree(placeOf(context.filename))) return {};
    const check = (node, name, names) => {
      if (names.includes(name)) context.report({ node, message: messageFor(name) });
    };
    const keyOf = (node, key) => (node.computed && node[key].type !== 'Literal' ? undefined : node[key].name);
    const checkText = (node, text) => {
      check(node, text, [...KINDS, ...SETPOINTS]);
      if (RESOURCE.test(text)) context.report({ node, message: messageFor(text) });
    };
    return {
      // In JSX a text names an icon or a style.
      Literal: (node) => {
        if (node.parent.type === 'JSXAttribute') return;
        if (typeof node.value === 'string') checkText(node, node.value);
        else if (node.regex && PATTERN.test(node.regex.pattern))
          context.report({ node, message: messageFor(node.regex.pattern) });
      },
      TemplateLiteral: (node) => checkText(node, node.quasis[0].value.cooked ?? ''),
      MemberExpression: (node) => check(node, keyOf(node, 'property'), [...KINDS, ...SETPOINTS]),
      BinaryExpression: (node) => {
        for (const side of [node.left, node.right]) check(side, side.value, WORDS);
      },
      // A table by kind is written as an object, and a field is read by a pattern.
      Property: (node) => check(node, keyOf(node, 'key'), [...KINDS, ...SETPOINTS]),
      ImportSpecifier: (node) => check(node, node.imported.name, HELPERS),
    };
  },
};
