// The lint rules of the project as an oxlint plugin.
import { kindsInStrategies } from './rules/kinds-in-strategies.js';
import { layers } from './rules/layers.js';
import { noAmbient } from './rules/no-ambient.js';
import { noEnum } from './rules/no-enum.js';
import { noLiteralText } from './rules/no-literal-text.js';
import { oneSessionCreator } from './rules/one-session-creator.js';
import { scopeConstructors } from './rules/scope-constructors.js';
import { semanticColours } from './rules/semantic-colours.js';

export default {
  meta: { name: 'porchlight' },
  rules: {
    'kinds-in-strategies': kindsInStrategies,
    layers,
    'no-ambient': noAmbient,
    'no-enum': noEnum,
    'no-literal-text': noLiteralText,
    'one-session-creator': oneSessionCreator,
    'scope-constructors': scopeConstructors,
    'semantic-colours': semanticColours,
  },
};
