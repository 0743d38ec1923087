import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { endpoints } from '#contract/endpoints/index.ts';
import { endpointRows } from '../../testing/access-matrix/calls.ts';
import { createSchemaCollector, namedSchemas } from './openapi-schemas.ts';
import { openApi } from './openapi.ts';

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
}
interface Operation {
  readonly operationId: string;
  readonly parameters: readonly Parameter[];
  readonly responses: Readonly<Record<string, { $ref?: string; headers?: object; content?: object }>>;
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: Readonly<Record<'schemas' | 'responses', Readonly<Record<string, object>>>>;
}

const document = openApi(endpoints, 'test') as unknown as Document;
const text = JSON.stringify(document);
const refs = [...new Set([...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, ref = '']) => ref))];
const operations = endpointRows.map((row) => ({
  ...row,
  operation: document.paths[row.path]?.[row.method.toLowerCase()],
}));

/** What a JSON pointer inside the document leads to. */
const resolve = (ref: string): unknown =>
  ref
    .slice('#/'.length)
    .split('/')
    .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], document);

describe('[API-1] the OpenAPI document', () => {
  test('every reference leads somewhere, and every component is referred to', () => {
    expect(refs.length).toBeGreaterThan(30);
    for (const ref of refs) expect(resolve(ref), ref).toBeDefined();
    for (const place of ['schemas', 'responses'] as const) {
      for (const name of Object.keys(document.components[place])) {
        expect(name).toMatch(/^[\w.-]+$/);
        expect(refs).toContain(`#/components/${place}/${name}`);
      }
    }
  });

  test('entities stand once, as components', () => {
    const { Device, Problem } = document.components.schemas;
    expect(Device).toMatchObject({
      type: 'object',
      properties: { kind: { $ref: '#/components/schemas/DeviceKind' } },
    });
    expect(Problem).toBeDefined();
    const bodies = Object.values(document.components.schemas).map((schema) => JSON.stringify(schema));
    expect(new Set(bodies).size).toBe(bodies.length);
    expect(text).not.toMatch(/"\$(schema|id|defs)"/);
    // By the call: it grows with each, and far more when an entity is written out where it is used.
    expect(text.length / operations.length).toBeLessThan(2_400);
  });

  test('what is refused before a call is looked at is declared with every call', () => {
    for (const { operation, method, name } of operations) {
      const declared = Object.keys(operation?.responses ?? {});
      const always = ['400', '408', '429', '431', '500', '503'];
      const withBody = method === 'GET' ? [] : ['413', '415'];
      expect(declared, name).toEqual(expect.arrayContaining([...always, ...withBody]));
    }
  });

  test('each operation has one id, and each parameter of its path is declared and required', () => {
    const ids = operations.map(({ operation }) => operation?.operationId);
    expect(new Set(ids).size).toBe(endpointRows.length);
    for (const { operation, path, name } of operations) {
      const declared = operation?.parameters ?? [];
      const inPath = declared.filter((one) => one.in === 'path');
      expect(
        inPath.map((one) => one.name),
        name,
      ).toEqual(path.match(/(?<=\{)\w+(?=\})/g) ?? []);
      expect(
        inPath.every(({ required }) => required),
        name,
      ).toBe(true);
      const keys = declared.map((one) => `${one.in} ${one.name}`);
      expect(new Set(keys).size, name).toBe(keys.length);
    }
  });

  test('a query that must be given is required', () => {
    const requiredOf = (path: string) =>
      document.paths[path]?.['get']?.parameters.filter((one) => one.in === 'query' && one.required);
    expect(requiredOf('/house/{houseId}/device/{deviceId}/series')?.map(({ name }) => name)).toEqual([
      'keys',
    ]);
    expect(requiredOf('/house/{houseId}/device')).toEqual([]);
  });

  test('headers of requests and answers are declared', () => {
    const headersOf = (operation: Operation | undefined) =>
      operation?.parameters.filter((one) => one.in === 'header').map(({ name }) => name);
    const command = document.paths['/house/{houseId}/device/{deviceId}/command']?.['post'];
    expect(headersOf(command)).toEqual(['Idempotency-Key', 'If-Match']);
    const dashboard = document.paths['/house/{houseId}/dashboard']?.['get'];
    expect(headersOf(dashboard)).toEqual(['If-None-Match']);
    expect(dashboard?.responses['200']?.headers).toHaveProperty('ETag');
    expect(dashboard?.responses['304']?.headers).toHaveProperty('ETag');
    for (const { operation, name } of operations) {
      const limited = resolve(operation?.responses['429']?.$ref ?? '#/none') as { headers?: object };
      expect(limited.headers, name).toHaveProperty('Retry-After');
    }
  });
});

describe('the collector of schemas', () => {
  test('two entities of one name are refused', () => {
    expect(() => namedSchemas([{ House: z.string() }, { House: z.number() }])).toThrow('called House');
  });

  test('what is accepted otherwise than answered has a name of its own, and what refers to it too', () => {
    const Colour = z.enum(['red', 'blue']);
    const Paint = z.object({ colour: Colour.default('red') });
    const Wall = z.object({ paint: Paint });
    const schemas = createSchemaCollector(
      new Map<string, z.ZodType>(Object.entries({ Colour, Paint, Wall })),
    );
    expect(schemas.render(Wall, 'output')).toEqual({ $ref: '#/components/schemas/Wall' });
    expect(schemas.render(Wall, 'input')).toEqual({ $ref: '#/components/schemas/WallInput' });
    expect(schemas.render(Colour, 'input')).toEqual({ $ref: '#/components/schemas/Colour' });
    expect(Object.keys(schemas.components())).toEqual(['Colour', 'Paint', 'PaintInput', 'Wall', 'WallInput']);
  });
});
