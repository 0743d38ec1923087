import { z } from 'zod';
import { nearestName } from '../../lib/text/nearest-name.ts';
import type { ProviderProblem } from './provider-problem.ts';

type Issue = z.core.$ZodIssue;
type Found = Omit<ProviderProblem, 'file'>;

const LONGEST = 60;

/** As the file has it, cut where it is long. */
const written = (value: unknown): string => {
  const text = JSON.stringify(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
};

const TYPES: Readonly<Record<string, string>> = {
  boolean: 'true or false',
  string: 'a text in quotes',
  number: 'a number',
  int: 'a whole number',
  array: 'a list in [ ]',
  object: 'a group of fields in { }',
};

const FORMATS: Readonly<Record<string, string>> = {
  email: 'an e-mail address such as help@utility.example',
  date: 'a date such as 2026-07-04',
  datetime: 'a time such as 2026-01-01T00:00:00Z',
};

const boundOf = (issue: Extract<Issue, { code: 'too_small' | 'too_big' }>): string => {
  if (issue.code === 'too_big') return `${String(issue.maximum)} or less`;
  if (issue.origin === 'string') return 'a text that is not empty';
  if (issue.origin === 'array') return 'a list that is not empty';
  return `${String(issue.minimum)} or more`;
};

/** What would be right there. Where a schema has a sentence of its own, it says so best. */
const expectation = (issue: Issue): string => {
  switch (issue.code) {
    case 'invalid_type':
      return TYPES[issue.expected] ?? issue.expected;
    case 'invalid_value':
      return issue.values.length === 1
        ? written(issue.values[0])
        : `one of ${issue.values.map(written).join(', ')}`;
    case 'too_small':
    case 'too_big':
      return boundOf(issue);
    case 'invalid_format':
      return FORMATS[issue.format] ?? issue.message;
    case 'invalid_union':
      return 'a kind that is known (providers/README.md lists them)';
    default:
      return issue.message;
  }
};

const valueAt = (data: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (value, key) => (value === null || value === undefined ? undefined : (value as never)[key]),
    data,
  );

/** Every name of a field that the schema knows, at whatever depth. */
const fieldsOf = (schema: z.ZodType): readonly string[] => {
  const names = new Set<string>();
  const collect = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    for (const [key, value] of Object.entries(node)) {
      if (key === 'properties') for (const name of Object.keys(value as object)) names.add(name);
      collect(value);
    }
  };
  collect(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }));
  return [...names];
};

/** Sentences for all that the schema refuses. `nameOf` writes a path as people read it. */
export const schemaProblems = (
  schema: z.ZodType,
  data: unknown,
  nameOf: (path: readonly PropertyKey[]) => string,
): readonly Found[] => {
  const parsed = schema.safeParse(data);
  if (parsed.success) return [];
  const known = fieldsOf(schema);
  return parsed.error.issues.flatMap((issue): Found[] => {
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => {
        const meant = nearestName(key, known);
        return {
          field: nameOf([...issue.path, key]),
          says: `is no field${meant === null ? '' : `; ${meant} is meant, it seems`}`,
        };
      });
    }
    const value = valueAt(data, issue.path);
    const field = issue.path.length === 0 ? null : nameOf(issue.path);
    if (value === undefined) return [{ field, says: `is missing: ${expectation(issue)}` }];
    return [
      {
        field,
        says:
          field === null
            ? `is no provider file: ${expectation(issue)}`
            : `is ${written(value)}, not ${expectation(issue)}`,
      },
    ];
  });
};
