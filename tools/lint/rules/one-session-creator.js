// Every way to sign in ends in completeSignIn, the only code that can create a session.
import { isTest, onImports, placeOf, targetOf } from './tree.js';

const CREATOR = 'createSession';
const HOME = 'server/src/stores/auth/session';
const MAY_CALL = ['server/src/auth/complete-sign-in.ts'];

const MESSAGE = `only ${MAY_CALL.join(', ')} may create a session: end the sign-in there`;
const mayCall = (file) =>
  MAY_CALL.includes(file) ||
  file.startsWith('server/src/testing/') ||
  (isTest(file) && file.startsWith('server/'));
const nameOf = (node) => node.name ?? node.value;
const keyOf = (node) =>
  node.computed && node.property.type !== 'Literal' ? undefined : nameOf(node.property);

export const oneSessionCreator = {
  create(context) {
    if (mayCall(placeOf(context.filename))) return {};
    const report = (node) => context.report({ node, message: MESSAGE });

    // `import * as sessions` is fine as long as every use names another function.
    const checkNamespace = (specifier) => {
      const [variable] = context.sourceCode.getDeclaredVariables(specifier);
      for (const { identifier } of variable.references) {
        const { parent } = identifier;
        if (parent.type === 'TSTypeQuery' || parent.type === 'TSQualifiedName') continue;
        const key =
          parent.type === 'MemberExpression' && parent.object === identifier ? keyOf(parent) : undefined;
        if (key === undefined || key === CREATOR) report(identifier);
      }
    };

    return onImports(({ node, specifier, typeOnly }) => {
      if (typeOnly || specifier === undefined) return;
      const { file } = targetOf(specifier, context.filename);
      if (file?.replace(/\.[jt]s$/, '') !== HOME) return;
      if (node.type === 'ImportExpression' || node.type === 'ExportAllDeclaration') report(node);
      for (const part of node.specifiers ?? []) {
        if (part.type === 'ImportNamespaceSpecifier') checkNamespace(part);
        else if (part.importKind !== 'type' && nameOf(part.imported ?? part.local) === CREATOR) report(part);
      }
    });
  },
};
