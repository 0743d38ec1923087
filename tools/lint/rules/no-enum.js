// A closed vocabulary is one `as const` array; type, order and maps are derived from it.
export const noEnum = {
  create: (context) => ({
    TSEnumDeclaration: (node) => context.report({ node, message: 'no enums: write an `as const` array' }),
  }),
};
