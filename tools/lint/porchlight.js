// The lint rules of the project as an oxlint plugin.
import { layers } from './rules/layers.js';
import { noAmbient } from './rules/no-ambient.js';
import { noEnum } from './rules/no-enum.js';
import { noLiteralText } from './rules/no-literal-text.js';
import { oneSessionMaker } from './rules/one-session-maker.js';
import { scopeMakers } from './rules/scope-makers.js';
import { semanticColours } from './rules/semantic-colours.js';

export default {
  meta: { name: 'porchlight' },
  rules: {
    layers,
    'no-ambient': noAmbient,
    'no-enum': noEnum,
    'no-literal-text': noLiteralText,
    'one-session-maker': oneSessionMaker,
    'scope-makers': scopeMakers,
    'semantic-colours': semanticColours,
  },
};
